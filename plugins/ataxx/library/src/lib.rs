//! The dynamic library of Ataxx.

plyd_plugin::export!(ataxx::Ataxx);
