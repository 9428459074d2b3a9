//! The dynamic library of the leaf-tree game.

plyd_plugin::export!(leaftree::LeafTree);
