//! The engine protocol: commands, replies, and the server between them.
