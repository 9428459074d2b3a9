//! The dynamic library of Isola.

plyd_plugin::export!(isola::Isola);
