//! The dynamic library of go.

plyd_plugin::export!(go::Go);
