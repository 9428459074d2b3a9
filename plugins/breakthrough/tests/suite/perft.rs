//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::open;
use crate::plain::Plain;
use breakthrough::Breakthrough;
use plyd_plugin::Plugin;
use plyd_search::{Control, Perft, perft};

struct Count {
    setup: &'static str,
    options: &'static str,
    depth: u32,
    leaves: u64,
}

fn suite() -> Vec<Count> {
    let lines = include_str!("../../perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let counts = lines.map(|line| {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [setup, options, depth, leaves] = fields[..] else { panic!("too few fields: {line}") };
        Count { setup, options, depth: depth.parse().expect("a depth"), leaves: leaves.parse().expect("a count") }
    });
    counts.collect()
}

fn check(count: &Count) {
    let (game, root) = open(count.setup, count.options).unwrap();
    let found = perft(&game, &root, count.depth, &Control::new(), &mut |_, _| {});
    assert_eq!(found, Perft::Total(count.leaves), "`{}` `{}` depth {}", count.setup, count.options, count.depth);
}

#[test]
fn counts_are_as_known() {
    suite().iter().for_each(check);
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    for count in suite().iter().filter(|count| count.leaves < 20_000) {
        let (game, root) = open(count.setup, count.options).unwrap();
        let plain = Plain::read(&game.format_state(&root));
        assert_eq!(plain.perft(count.depth), count.leaves, "`{}` `{}`", count.setup, count.options);
    }
}

#[test]
fn what_the_library_tells_is_in_the_suite() {
    for known in Breakthrough::PERFT {
        let listed = |count: &Count| {
            (count.setup, count.options.replace(' ', "\n"), count.depth, count.leaves)
                == (known.setup, known.options.to_string(), known.depth, known.leaves)
        };
        assert!(suite().iter().any(listed), "{known:?}");
    }
}
