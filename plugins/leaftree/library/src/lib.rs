//! The dynamic library of leaf trees.

plyd_plugin::export!(leaftree::LeafTree);
