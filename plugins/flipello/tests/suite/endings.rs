//! Tests of searches to the end of the game, including passes, against a naive minimax over the simple rules.

use crate::boards::{open, start};
use crate::plain::Plain;
use flipello::PASS;
use plyd_plugin::testing::random_games;
use plyd_plugin::{Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchResult, SearchScore, SearcherLimits};
use plyd_trials::{PlainRules, search};
use std::collections::HashMap;

/// The utility of a finished game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Worth {
    /// A win counts 10,000 at any ply.
    Win,
    /// A win counts 10,000 minus one per ply.
    SoonWin,
    /// The disc difference counts.
    Discs,
}

/// The value from MAX's point of view, computed by its definition.
struct Oracle {
    worth: Worth,
    /// Whether passes are forgotten on purpose, so that a game ends when the player to move cannot place a disc.
    forgets_passes: bool,
    /// The values of positions at a ply. On small boards, many move sequences lead to the same position.
    known: HashMap<(Plain, i32), i32>,
    /// The numbers of passes and of nodes in the tree. Repeated positions are only counted once.
    passes: u64,
    nodes: u64,
}

impl Oracle {
    fn new(worth: Worth, forgets_passes: bool) -> Self {
        Self { worth, forgets_passes, known: HashMap::new(), passes: 0, nodes: 0 }
    }

    fn value(&mut self, position: &Plain, ply: i32) -> i32 {
        // The ply of a finished game only matters for one kind of utility.
        let key = (position.clone(), if self.worth == Worth::SoonWin { ply } else { 0 });
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        self.nodes += 1;
        let mut moves = position.moves();
        if moves == [PASS] {
            self.passes += 1;
            if self.forgets_passes {
                moves.clear();
            }
        }
        let values = moves.iter().map(|mv| self.value(&position.after(*mv), ply + 1));
        let value = match position.turn {
            Player::Max => values.max(),
            Player::Min => values.min(),
        };
        let value = value.unwrap_or_else(|| {
            let difference = position.difference();
            match self.worth {
                Worth::Win => 10_000 * difference.signum(),
                Worth::SoonWin => (10_000 - ply) * difference.signum(),
                Worth::Discs => difference,
            }
        });
        self.known.insert(key, value);
        value
    }
}

/// The value from the point of view of the player to move.
fn seen(position: &Plain, worth: Worth) -> i32 {
    let value = Oracle::new(worth, false).value(position, 0);
    if position.turn == Player::Max { value } else { -value }
}

fn solve(setup: &str, options: &str, algorithm: Algorithm) -> SearchResult {
    let (game, root) = open(setup, options).unwrap();
    search(&Root::new(&game, &root), algorithm, &SearcherLimits::default(), &Control::new(), &mut |_| {})
}

/// The unfinished positions in random games that have this many empty squares and a pass in their tree.
fn endings(size: u32, games: u64, empty: i32) -> Vec<Plain> {
    let mut found = Vec::new();
    random_games(&start(size), games, |game, state, mv| {
        let position = Plain::read(&game.format_state(state));
        if mv.is_some() && position.empty() == empty && !found.contains(&position) {
            let mut oracle = Oracle::new(Worth::Win, false);
            oracle.value(&position, 0);
            if oracle.passes > 0 {
                found.push(position);
            }
        }
    });
    found
}

fn all_endings() -> Vec<Plain> {
    let mut all = endings(8, 25, 5);
    all.extend(endings(6, 20, 5));
    all.extend(endings(4, 30, 6));
    all
}

#[test]
fn every_algorithm_finds_the_value_of_the_plain_rules_with_passes_on_the_way() {
    let endings = all_endings();
    assert!(endings.len() > 30, "{} endings with a pass", endings.len());
    let (mut forgotten, mut forgotten_discs) = (0, 0);
    for position in &endings {
        let setup = position.write();
        let (win, discs) = (seen(position, Worth::Win), seen(position, Worth::Discs));
        for algorithm in Algorithm::BY_DEPTH {
            let found = solve(&setup, "DiscDifference=true", algorithm);
            assert_eq!(found.score, Some(SearchScore::Value(discs)), "{} of {setup}, discs", algorithm.name());
            if algorithm != Algorithm::Pvs {
                assert_eq!(
                    solve(&setup, "", algorithm).score,
                    Some(SearchScore::Value(win)),
                    "{} of {setup}",
                    algorithm.name()
                );
            }
        }
        let soon = seen(position, Worth::SoonWin);
        let expected = match soon {
            1.. => SearchScore::Win((10_000 - soon) as u32),
            0 => SearchScore::Value(0),
            _ => SearchScore::Loss((10_000 + soon) as u32),
        };
        assert_eq!(solve(&setup, "", Algorithm::Pvs).score, Some(expected), "{setup}");

        let sign = if position.turn == Player::Max { 1 } else { -1 };
        forgotten += u32::from(sign * Oracle::new(Worth::Win, true).value(position, 0) != win);
        forgotten_discs += u32::from(sign * Oracle::new(Worth::Discs, true).value(position, 0) != discs);
    }
    // Otherwise these positions could not distinguish rules with passes from rules without them.
    assert!(forgotten >= 3 && forgotten_discs >= 10, "{forgotten} and {forgotten_discs} depend on passes");
}

#[test]
fn minimax_visits_the_tree_of_the_plain_rules() {
    fn nodes(position: &Plain) -> u64 {
        1 + position.moves().into_iter().map(|mv| nodes(&position.after(mv))).sum::<u64>()
    }
    for position in all_endings().iter().step_by(4) {
        let found = solve(&position.write(), "", Algorithm::Minimax);
        assert_eq!(found.nodes, nodes(position), "{}", position.write());
    }
}

#[test]
fn the_smallest_board_is_solved() {
    let (game, root) = start(4);
    let position = Plain::read(&game.format_state(&root));
    let discs = seen(&position, Worth::Discs);
    for algorithm in Algorithm::BY_DEPTH {
        let found = solve("", "Size=4 DiscDifference=true", algorithm);
        assert_eq!(found.score, Some(SearchScore::Value(discs)), "{}", algorithm.name());
    }
    assert_eq!(solve("", "Size=4", Algorithm::AlphaBeta).score, Some(SearchScore::Value(-10_000)));
    // The second player wins by 11 to 3, or by 13 to 3 including the two empty squares.
    assert_eq!(discs, -10);
}
