//! The dynamic library of leaftree.
