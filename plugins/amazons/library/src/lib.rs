//! The dynamic library of the Game of the Amazons.

plyd_plugin::export!(amazons::Amazons);
