//! The dynamic library of connect four.

plyd_plugin::export!(cfour::ConnectFour);
