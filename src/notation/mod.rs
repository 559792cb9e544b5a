//! Text forms of turns, positions and game records.
