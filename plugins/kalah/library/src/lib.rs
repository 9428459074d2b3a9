//! The dynamic library of kalah.

plyd_plugin::export!(kalah::Kalah);
