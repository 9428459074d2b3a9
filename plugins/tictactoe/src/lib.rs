//! The rules of tictactoe.
