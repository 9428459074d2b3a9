//! The rules of leaftree.
