//! The dynamic library of nine men's morris.

plyd_plugin::export!(morris::Morris);
