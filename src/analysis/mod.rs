//! Answers about positions for people and programs: pictures of the board.
