//! The dynamic library of othello.

plyd_plugin::export!(flipello::Flipello);
