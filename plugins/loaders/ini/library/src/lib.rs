//! The dynamic library that loads board games from `.ini` texts.

plyd_plugin::export_loader!(ini::Ini);
