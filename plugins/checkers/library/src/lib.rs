//! The dynamic library of checkers.

plyd_plugin::export!(checkers::Checkers);
