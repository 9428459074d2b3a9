//! The dynamic library of chess.

plyd_plugin::export!(chess::Chess);
