//! The dynamic library of gomoku.

plyd_plugin::export!(gomoku::Gomoku);
