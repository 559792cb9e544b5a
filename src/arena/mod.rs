//! Match play between engine processes.
