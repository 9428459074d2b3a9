//! The dynamic library of tic-tac-toe.

plyd_plugin::export!(further::TicTacToe);
