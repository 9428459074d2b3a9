//! Tests of leaf trees: the values of tutorials, and the invariants of texts.

mod chance;
mod notation;
mod opened;
mod pasted;
mod rules;
mod text;

plyd_plugin::kit! {
    leaftree::LeafTree,
    the_laws_hold: [
        ("", ""),
        ("[1,[2,[3]],4,[[5,6]]] min", ""),
        ("[[3,5,10],[2,?,?],[2,7,3]]", ""),
        ("b=3 1 2 3 4 5 6 7 8 9", ""),
        ("random b=3 depth=4 seed=1", ""),
    ],
}
