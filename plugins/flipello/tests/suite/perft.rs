//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::open;
use crate::plain::Plain;
use flipello::Flipello;
use plyd_plugin::Plugin;
use plyd_search::{Control, Perft, perft};

struct Count {
    setup: &'static str,
    options: &'static str,
    depth: u32,
    leaves: u64,
    long: bool,
}

fn suite() -> Vec<Count> {
    let lines = include_str!("../../perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let counts = lines.map(|line| {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [setup, options, depth, leaves, ref rest @ ..] = fields[..] else { panic!("too few fields: {line}") };
        Count {
            setup,
            options,
            depth: depth.parse().expect("a depth"),
            leaves: leaves.parse().expect("a count"),
            long: *rest == ["long"],
        }
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
    suite().iter().filter(|count| !count.long).for_each(check);
}

// Some seconds, so a command of its own: `cargo test --release -p flipello --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    suite().iter().filter(|count| count.long).for_each(check);
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    for count in suite().iter().filter(|count| count.leaves < 10_000 && count.depth < 9) {
        let (game, root) = open(count.setup, count.options).unwrap();
        assert_eq!(Plain::read(&game.format_state(&root)).perft(count.depth), count.leaves);
    }
}

#[test]
fn what_the_library_tells_is_in_the_suite() {
    for known in Flipello::PERFT {
        let listed = |count: &Count| {
            (count.setup, count.options.replace(' ', "\n"), count.depth, count.leaves, count.long)
                == (known.setup, known.options.to_string(), known.depth, known.leaves, false)
        };
        assert!(suite().iter().any(listed), "{known:?}");
    }
}
