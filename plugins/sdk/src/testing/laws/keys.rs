//! Laws of keys, symmetries, and irreversible moves.

use super::{Told, Way};
use crate::{Move, Outcome, Plugin};
use std::collections::HashMap;

/// At most so many keys of a setup are kept to be compared.
const KEPT: usize = 20_000;
/// A board has no more images than this.
const MOST_IMAGES: u32 = 10_000;

/// Positions of one setup by their keys.
#[derive(Default)]
pub(super) struct Known {
    by_key: HashMap<u64, Kept>,
    by_symmetric_key: HashMap<u64, (Told, Vec<u64>, String)>,
}

/// A position that was met.
struct Kept {
    told: Told,
    /// The legal moves, sorted.
    moves: Vec<Move>,
    text: String,
}

impl Known {
    #[track_caller]
    pub(super) fn visit<P: Plugin>(&mut self, game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
        let text = game.format_state(state);
        if let Some(key) = told.key {
            self.same_key(key, told, &text, way);
        }
        if let Some(key) = told.symmetric_key {
            let children = child_keys(game, state, told);
            images(game, state, told, &children, way);
            if let Some((other, other_children, other_text)) = self.by_symmetric_key.get(&key) {
                if let Some(difference) = unlike(told, other, *other_children == children) {
                    way.broken(format!(
                        "`{text}` and `{other_text}` have one symmetric key, but are no images of each other: {difference}"
                    ));
                }
            } else if self.by_symmetric_key.len() < KEPT {
                self.by_symmetric_key.insert(key, (told.clone(), children, text));
            }
        }
    }

    #[track_caller]
    fn same_key(&mut self, key: u64, told: &Told, text: &str, way: &Way<'_>) {
        let mut moves = told.moves.clone();
        moves.sort_unstable();
        if let Some(kept) = self.by_key.get(&key) {
            let difference = unlike(told, &kept.told, moves == kept.moves);
            let difference = difference.or_else(|| {
                let has_same = kept.told.symmetric_key == told.symmetric_key && kept.told.board_key == told.board_key;
                (!has_same).then(|| "another of their keys".into())
            });
            if let Some(difference) = difference {
                way.broken(format!("`{text}` and `{}` have one key, but differ: {difference}", kept.text));
            }
        } else if self.by_key.len() < KEPT {
            self.by_key.insert(key, Kept { told: told.clone(), moves, text: text.to_owned() });
        }
    }
}

/// In what two positions differ that may only differ in counters, or be images: a counter may have ended one in a draw,
/// if the game says how far away that is.
fn unlike(one: &Told, two: &Told, same_moves: bool) -> Option<String> {
    if one.turn != two.turn {
        return Some(format!("turn {:?}, but {:?}", one.turn, two.turn));
    }
    if one.outcome != two.outcome {
        let is_won = |told: &Told| matches!(told.outcome, Outcome::Win(_) | Outcome::Utility(_) | Outcome::Unknown);
        if is_won(one) || is_won(two) {
            return Some(format!("outcome {:?}, but {:?}", one.outcome, two.outcome));
        }
        let ended = [(one, two), (two, one)].into_iter().find(|(_, other)| other.outcome == Outcome::Ongoing);
        return ended.and_then(|(ended, _)| match ended.plies_left {
            Some(0) => None,
            Some(left) => Some(format!("a counter ended one of them, but `plies_left` is {left} there, not 0")),
            None => {
                Some("a counter ended one of them, so `Abilities::horizon` and `Game::plies_left` are needed".into())
            }
        });
    }
    (!same_moves).then(|| "their moves".into())
}

/// The symmetric keys of the positions after each move, sorted.
fn child_keys<P: Plugin>(game: &P, state: &P::State, told: &Told) -> Vec<u64> {
    let mut keys: Vec<u64> =
        told.moves.iter().map(|&mv| game.symmetric_key(&super::super::after(game, state, mv))).collect();
    keys.sort_unstable();
    keys
}

#[track_caller]
fn images<P: Plugin>(game: &P, state: &P::State, told: &Told, children: &[u64], way: &Way<'_>) {
    for number in 0.. {
        let Some(image) = game.image(state, number) else { return };
        way.require(number < MOST_IMAGES, || "`image` should give `None` beyond the last image".into());
        let text = game.format_state(&image);
        let other = Told::of(game, &image, way);
        way.require(other.symmetric_key == told.symmetric_key, || {
            format!(
                "its image {number}, `{text}`, has another symmetric key: the images of an image should be the same"
            )
        });
        if let Some(difference) = unlike(told, &other, child_keys(game, &image, &other) == children) {
            way.broken(format!("its image {number}, `{text}`, is none: {difference}"));
        }
    }
}

/// The keys of a game's positions, as far as the rule of repetition compares them.
#[derive(Default)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// Those before the latest irreversible move.
    closed: usize,
}

impl Path {
    pub(super) fn push(&mut self, key: Option<u64>, is_irreversible: bool) {
        self.keys.push(key.unwrap_or_default());
        if is_irreversible {
            self.closed = self.keys.len();
        }
    }

    /// Whether the position was met before an irreversible move.
    pub(super) fn is_closed(&self, key: u64) -> bool {
        self.keys[..self.closed].contains(&key)
    }
}
