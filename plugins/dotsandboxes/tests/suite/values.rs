//! Boards solved by a table of all sets of lines, and by searches, against the known values.

use crate::boards::{open, start};
use crate::plain::{Plain, sides};
use dotsandboxes::{DotsAndBoxes, State};
use plyd_plugin::testing::{after, legal, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_search::{Algorithm, Control, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};
use plyd_trials::search;

/// What the player to move will get more than the opponent from every set of lines drawn: computed from the full board
/// back, as a line more never leads to a set with a smaller number.
pub(crate) struct Solved {
    names: Vec<String>,
    /// The values of the sets.
    values: Vec<i8>,
}

impl Solved {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        let (game, root) = start(&format!("Rows={rows} Columns={columns}"));
        let plain = Plain::read(&game.format_state(&root), true);
        let names: Vec<String> = plain.lines.keys().cloned().collect();
        let number = |name: &String| names.iter().position(|other| other == name).unwrap();
        let bits =
            |(row, column): (usize, usize)| sides(row, column).iter().fold(0, |set, name| set | 1 << number(name));
        let boxes: Vec<usize> = plain.places().into_iter().map(bits).collect();
        // The boxes beside each line, without that line.
        let beside: Vec<Vec<usize>> = (0..names.len())
            .map(|line| boxes.iter().filter(|set| *set >> line & 1 == 1).map(|set| set & !(1 << line)).collect())
            .collect();
        let mut values = vec![0_i8; 1 << names.len()];
        for drawn in (0..values.len() - 1).rev() {
            let mut best = i8::MIN;
            for (line, beside) in beside.iter().enumerate().filter(|(line, _)| drawn >> line & 1 == 0) {
                let closed = beside.iter().filter(|rest| drawn & **rest == **rest).count() as i8;
                let rest = values[drawn | 1 << line];
                best = best.max(if closed > 0 { closed + rest } else { -rest });
            }
            values[drawn] = best;
        }
        Self { names, values }
    }

    /// The result under best play, from Red's view.
    pub(crate) fn value(&self, plain: &Plain) -> i32 {
        let drawn = (0..).zip(&self.names).fold(0, |set, (line, name)| set | usize::from(plain.lines[name]) << line);
        let rest = i32::from(self.values[drawn]);
        plain.difference() + if plain.turn == Player::Max { rest } else { -rest }
    }

    fn start(&self) -> i32 {
        i32::from(self.values[0])
    }
}

/// The value of a position from Red's view, by a search to the end.
fn found(game: &DotsAndBoxes, state: &State, algorithm: Algorithm, table: Option<&TranspositionTable>) -> i32 {
    if let Outcome::Utility(difference) = game.outcome(state) {
        return difference;
    }
    let root = Root::new(game, state);
    let settings = SearcherSettings { table, ..algorithm.into() };
    let answer = search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut |_| {});
    assert!(answer.solved && answer.fault.is_none(), "{}", algorithm.name());
    let Some(SearchScore::Value(value)) = answer.score else { panic!("{:?} is no difference of boxes", answer.score) };
    if state.turn() == Player::Max { value } else { -value }
}

#[test]
fn the_values_are_those_known() {
    for (rows, columns, value) in [
        (1, 1, -1),
        (1, 2, 0),
        (1, 3, -1),
        (1, 4, 0),
        (1, 5, -1),
        (1, 6, 0),
        (5, 1, -1),
        (2, 2, 2),
        (2, 3, -2),
        (3, 2, -2),
    ] {
        assert_eq!(Solved::new(rows, columns).start(), value, "{rows} rows of {columns}");
    }
}

#[test]
fn the_values_of_larger_boards_are_those_known() {
    for (rows, columns, value) in [(1, 7, -1), (2, 4, 2)] {
        assert_eq!(Solved::new(rows, columns).start(), value, "{rows} rows of {columns}");
    }
}

#[test]
fn the_first_moves_of_two_rows_are_worth_what_is_known() {
    let solved = Solved::new(2, 2);
    let (game, root) = start("Rows=2 Columns=2");
    for mv in legal(&game, &root) {
        let (text, child) = (game.format_move(&root, mv), after(&game, &root, mv));
        let inner = ["h21", "h22", "v12", "v22"].contains(&text.as_str());
        let value = if inner { 0 } else { 2 };
        assert_eq!(solved.value(&Plain::read(&game.format_state(&child), true)), value, "{text}");
    }
}

#[test]
fn searches_find_the_known_values() {
    for (rows, columns, value) in [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)] {
        let (game, root) = start(&format!("Rows={rows} Columns={columns}"));
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Solve, Algorithm::Dfpn] {
            let table = TranspositionTable::new(16).unwrap();
            let table = algorithm.uses_table(true).then_some(&table);
            assert_eq!(
                found(&game, &root, algorithm, table),
                value,
                "{rows} rows of {columns} by {}",
                algorithm.name()
            );
        }
    }
    for (rows, columns, value) in [(1, 4, 0), (1, 5, -1), (2, 3, -2), (3, 2, -2)] {
        let (game, root) = start(&format!("Rows={rows} Columns={columns}"));
        for algorithm in [Algorithm::Pvs, Algorithm::Solve] {
            let table = TranspositionTable::new(16).unwrap();
            let found = found(&game, &root, algorithm, Some(&table));
            assert_eq!(found, value, "{rows} rows of {columns} by {}", algorithm.name());
        }
    }
}

#[test]
fn positions_of_random_games_are_solved_alike() {
    let mut compared = 0;
    for (rows, columns) in [(2, 2), (1, 4), (2, 3)] {
        let solved = Solved::new(rows, columns);
        random_games(&start(&format!("Rows={rows} Columns={columns}")), 3, |game, state, _| {
            let text = game.format_state(state);
            let plain = Plain::read(&text, true);
            let value = solved.value(&plain);
            let free = plain.lines.values().filter(|is_drawn| !**is_drawn).count();
            for algorithm in
                [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Solve, Algorithm::Dfpn]
            {
                let most = match algorithm {
                    Algorithm::Minimax => 6,
                    Algorithm::AlphaBeta => 8,
                    _ => 12,
                };
                if free <= most {
                    let table = algorithm.uses_table(true).then(|| TranspositionTable::new(1).unwrap());
                    let found = found(game, state, algorithm, table.as_ref());
                    assert_eq!(found, value, "{text} by {}", algorithm.name());
                    compared += 1;
                }
            }
            if free <= 10 {
                // A win is a win by one box or by more.
                let (game, state) = open(&text, "BoxDifference=false").unwrap();
                let root = Root::new(&game, &state);
                let (limits, control) = (SearcherLimits::default(), Control::new());
                if free > 0 {
                    let answer = search(&root, Algorithm::Pvs, &limits, &control, &mut |_| {});
                    let for_mover = if state.turn() == Player::Max { value } else { -value };
                    let expected = match answer.score.unwrap() {
                        SearchScore::Win(_) => 1,
                        SearchScore::Loss(_) => -1,
                        SearchScore::Value(value) => value,
                    };
                    assert_eq!(expected.signum(), for_mover.signum(), "{text}");
                }
            }
        });
    }
    assert!(compared > 150, "{compared}");
}

// Some seconds each, so a command of its own: `cargo test --release -p dotsandboxes --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn three_rows_of_three_are_lost_by_three_boxes() {
    assert_eq!(Solved::new(3, 3).start(), -3);
    for (rows, columns, value) in [(3, 3, -3), (2, 4, 2)] {
        let (game, root) = start(&format!("Rows={rows} Columns={columns}"));
        for algorithm in [Algorithm::Pvs, Algorithm::Solve] {
            let table = TranspositionTable::new(64).unwrap();
            let found = found(&game, &root, algorithm, Some(&table));
            assert_eq!(found, value, "{rows} rows of {columns} by {}", algorithm.name());
        }
    }
}
