//! The dynamic library of backgammon.

plyd_plugin::export!(backgammon::Backgammon);
