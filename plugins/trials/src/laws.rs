//! Laws that searches and clients rely on in every game.

use crate::games::{after, legal, open};
use plyd_plugin::{Game, Move, Moves, Plugin, Step, Want};
use std::collections::HashMap;
use std::fmt::Debug;

/// Makes a step, whatever was in the child's place before, and returns the child and the results: moves, value and key.
///
/// # Panics
/// It is not what playing the move and looking at the child gives.
pub fn check_step<G: Game<State: PartialEq + Debug>>(game: &G, state: &G::State, mv: Move) -> (G::State, Step) {
    let want = Want::MOVES.and(Want::VALUE).and(Want::KEY);
    let room = || vec![Move(0); game.facts().max_moves as usize];
    let (mut room, mut same_room) = (room(), room());
    let played = after(game, state, mv);
    let mut same_moves = Moves::new(&mut same_room);
    let examined = game.examine(&played, want, &mut same_moves).with_irreversible(game.is_irreversible(state, mv));
    for before in [state, &played] {
        let mut moves = Moves::new(&mut room);
        let mut child = before.clone();
        let step = game.step(state, mv, &mut child, want, &mut moves);
        assert_eq!(child, played);
        assert_eq!(step, examined);
        assert_eq!(moves.as_slice(), same_moves.as_slice());
    }
    (played, examined)
}

/// Makes sure that the texts of all legal moves can be read again and differ, and returns the moves with them.
///
/// # Panics
/// They do not.
pub fn check_move_texts<P: Plugin>(game: &P, state: &P::State) -> Vec<(Move, String)> {
    let moves: Vec<_> = legal(game, state).into_iter().map(|mv| (mv, game.format_move(state, mv))).collect();
    for (mv, text) in &moves {
        assert_eq!(game.parse_move(state, text), Some(*mv), "{text}");
    }
    let mut texts: Vec<&String> = moves.iter().map(|(_, text)| text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), moves.len(), "{}", game.format_state(state));
    moves
}

/// Keys that were met, each with the position it belongs to.
#[derive(Debug, Default)]
pub struct Keys(HashMap<u64, String>);

impl Keys {
    /// Adds the key of a position. The position is a text without the parts that do not affect the rest of the game.
    ///
    /// # Panics
    /// It is the key of another position too.
    pub fn add(&mut self, key: u64, position: &str) {
        let known = self.0.entry(key).or_insert_with(|| position.to_string());
        assert_eq!(known, position);
    }

    /// The number of different keys.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// The key of a setup.
///
/// # Panics
/// It is refused.
#[must_use]
pub fn key_of<P: Plugin>(setup: &str) -> u64 {
    let (game, state) = open::<P>(setup, "").unwrap_or_else(|error| panic!("{setup}: {error}"));
    game.key(&state)
}

/// Makes sure that no two of some setups have the same key.
///
/// # Panics
/// Two do.
pub fn check_keys_differ<P: Plugin>(setups: &[&str]) {
    let mut keys: HashMap<u64, &str> = HashMap::new();
    for setup in setups {
        if let Some(other) = keys.insert(key_of::<P>(setup), setup) {
            panic!("{setup} and {other} share a key");
        }
    }
}

/// Makes sure that a setup is refused with this text.
///
/// # Panics
/// It is accepted, or refused with another one.
pub fn check_refusal<P: Plugin>(setup: &str, error: &str) {
    let opened = open::<P>(setup, "").map(|(game, state)| game.format_state(&state));
    assert_eq!(opened, Err(error.to_string()), "{setup}");
}
