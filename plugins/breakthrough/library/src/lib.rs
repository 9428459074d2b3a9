//! The dynamic library of breakthrough.

plyd_plugin::export!(breakthrough::Breakthrough);
