//! The dynamic library of hex.

plyd_plugin::export!(hex::Hex);
