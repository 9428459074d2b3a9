//! All that a game says about a position.

use super::{Way, legal};
use crate::{Move, Outcome, Plugin, RepetitionKey, Turn};

/// The answers about a position that have a meaning in this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) outcome: Outcome,
    pub(super) turn: Turn,
    /// The legal moves, none in a finished game.
    pub(super) moves: Vec<Move>,
    /// The heuristic value of an unfinished position.
    pub(super) value: Option<i32>,
    pub(super) key: Option<u64>,
    pub(super) symmetric_key: Option<u64>,
    pub(super) board_key: Option<u64>,
    /// The plies until a draw by a counter.
    pub(super) plies_left: Option<u16>,
}

impl Told {
    #[track_caller]
    pub(super) fn of<P: Plugin>(game: &P, state: &P::State, way: &Way<'_>) -> Self {
        let facts = game.facts();
        let outcome = game.outcome(state);
        let compares_boards = facts.repetition.is_some_and(|rule| rule.key == RepetitionKey::Board);
        let moves = legal(game, state);
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            way.broken(format!("the move `{}` is listed twice", game.format_move(state, pair[0])));
        }
        Self {
            outcome,
            turn: game.turn(state),
            moves,
            value: (outcome == Outcome::Ongoing).then(|| game.evaluate(state)),
            key: facts.has_key.then(|| game.key(state)),
            symmetric_key: facts.abilities.symmetry.then(|| game.symmetric_key(state)),
            board_key: compares_boards.then(|| game.board_key(state)),
            plies_left: facts.abilities.horizon.then(|| game.plies_left(state)),
        }
    }

    /// The key that the rule of repetition compares; without a rule, the key of the position.
    pub(super) fn compared_key(&self) -> Option<u64> {
        self.board_key.or(self.key)
    }

    /// The first difference from other answers about what should be the same position.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let key = |key: Option<u64>| key.map_or_else(|| "none".into(), |key| format!("{key:#018x}"));
        let parts = [
            ("outcome", format!("{:?}", self.outcome), format!("{:?}", other.outcome)),
            ("turn", format!("{:?}", self.turn), format!("{:?}", other.turn)),
            ("moves", numbers(&self.moves), numbers(&other.moves)),
            ("value", format!("{:?}", self.value), format!("{:?}", other.value)),
            ("key", key(self.key), key(other.key)),
            ("symmetric key", key(self.symmetric_key), key(other.symmetric_key)),
            ("key of the board", key(self.board_key), key(other.board_key)),
            ("plies left", format!("{:?}", self.plies_left), format!("{:?}", other.plies_left)),
        ];
        let different = parts.into_iter().find(|(_, this, that)| this != that);
        different.map(|(what, this, that)| format!("{what} {this}, but {that}"))
    }
}

fn numbers(moves: &[Move]) -> String {
    moves.iter().map(|mv| mv.0.to_string()).collect::<Vec<_>>().join(" ")
}
