//! The dynamic library of tictactoe.
