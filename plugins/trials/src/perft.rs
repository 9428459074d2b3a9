//! Files of known leaf counts: lines of the form `setup; options; depth; leaves`. Lines that end with `; long` have a
//! separate command.

use plyd_plugin::Plugin;
use plyd_plugin::testing::open;
use plyd_search::{Control, PerftResult, Root, perft};
use std::marker::PhantomData;

/// Generates a module `perft` that tests the counts in the file `perft.txt` of a game. Shallow counts are also compared
/// with a second implementation of the rules, the type `Plain` of a sibling module `plain`.
///
/// If the file has long counts, which take up to a minute, add `; long_counts_are_as_known` after the game. They have a
/// separate command: `cargo test --release -p NAME --features long-tests`.
#[macro_export]
macro_rules! counts {
    ($game:ty $(; $long:ident)?, $is_shallow:expr, $plain:expr $(,)?) => {
        /// Tests of the counts in `perft.txt`, and of those that the library publishes.
        mod perft {
            use super::plain::Plain;
            use $crate::PlainRules as _;

            fn counts() -> $crate::Counts<$game> {
                $crate::Counts::of(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/perft.txt")))
            }

            #[test]
            fn counts_are_as_known() {
                counts().check();
            }

            $(#[cfg(feature = "long-tests")]
            #[test]
            fn $long() {
                counts().check_long();
            })?

            #[test]
            fn shallow_counts_are_those_of_the_plain_rules() {
                counts().check_shallow($is_shallow, $plain);
            }
        }
    };
}

/// A known leaf count.
#[derive(Debug)]
pub struct Count {
    /// The setup, empty for the start position.
    pub setup: &'static str,
    /// The options, in the format of [`open`].
    pub options: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The number of leaves at that depth.
    pub leaves: u64,
    /// Whether the count is slow and has a separate command.
    pub long: bool,
}

/// The known counts of a game.
#[derive(Debug)]
pub struct Counts<P> {
    counts: Vec<Count>,
    game: PhantomData<P>,
}

impl<P: Plugin> Counts<P> {
    /// Parses the counts in a file, without empty lines and lines that begin with `#`.
    ///
    /// # Panics
    /// Panics if a line does not have these fields.
    #[must_use]
    pub fn of(file: &'static str) -> Self {
        let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let counts = lines.map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [setup, options, depth, leaves, ref rest @ ..] = fields[..] else { panic!("too few fields: {line}") };
            assert!(matches!(rest, [] | ["long"]), "more fields than there are: {line}");
            Count {
                setup,
                options,
                depth: depth.parse().expect("a depth"),
                leaves: leaves.parse().expect("a count"),
                long: !rest.is_empty(),
            }
        });
        Self { counts: counts.collect(), game: PhantomData }
    }

    /// Checks the counts that are not long. They must include the counts that the library publishes.
    ///
    /// # Panics
    /// Panics if a count differs, or if a published count is missing.
    pub fn check(&self) {
        self.counts.iter().filter(|count| !count.long).for_each(Count::check::<P>);
        self.check_published();
    }

    /// Checks the long counts.
    ///
    /// # Panics
    /// Panics if a count differs, or if there are no long counts.
    pub fn check_long(&self) {
        assert!(self.counts.iter().any(|count| count.long), "no count is long");
        self.counts.iter().filter(|count| count.long).for_each(Count::check::<P>);
    }

    /// Compares the shallow counts with the counts of `plain`, which starts from the text of the root.
    ///
    /// # Panics
    /// Panics if a count differs, or if there are no shallow counts.
    pub fn check_shallow(&self, is_shallow: impl Fn(&Count) -> bool, plain: impl Fn(&str, &Count) -> u64) {
        let mut compared = 0;
        for count in self.counts.iter().filter(|count| is_shallow(count)) {
            let (game, root) = open::<P>(count.setup, count.options);
            assert_eq!(plain(&game.format_state(&root), count), count.leaves, "{count:?}");
            compared += 1;
        }
        assert!(compared > 0, "no count is shallow");
    }

    fn check_published(&self) {
        assert!(!P::PERFT.is_empty(), "the library publishes no count");
        for known in P::PERFT {
            let listed = |count: &Count| {
                (count.setup, count.options.replace(' ', "\n"), count.depth, count.leaves, count.long)
                    == (known.setup, known.options.to_string(), known.depth, known.leaves, false)
            };
            assert!(self.counts.iter().any(listed), "{known:?}");
        }
    }
}

impl Count {
    /// Counts the leaves and compares their number with the known one.
    fn check<P: Plugin>(&self) {
        let (game, root) = open::<P>(self.setup, self.options);
        let found = perft(&Root::new(&game, &root), self.depth, &Control::new(), &mut |_, _| {});
        assert_eq!(found, PerftResult::Total(self.leaves), "{self:?}");
    }
}
