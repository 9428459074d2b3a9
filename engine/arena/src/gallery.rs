//! The games of a match that are being played, for those who look on.
//!
//! While nobody looks, a move costs one look at a number. Lookers come and take; no game waits for them.

use plyd_tournament::{Pairing, PlayedMove};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a reader counts as looking on after its last look.
const ATTENTION: Duration = Duration::from_secs(5);

/// The games in progress.
pub struct Gallery {
    began: Instant,
    /// The time until which a reader looks on, in milliseconds since the start; 0 if there is none.
    until: AtomicU64,
    games: Mutex<BTreeMap<u64, GameInProgress>>,
}

/// A game in progress, up to the last move seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInProgress {
    /// Its place in the plan.
    pub pairing: Pairing,
    /// The setup it began with; empty for the game's start position.
    pub setup: String,
    /// Its moves, including the opening.
    pub moves: Vec<PlayedMove>,
}

impl Default for Gallery {
    fn default() -> Self {
        Self { began: Instant::now(), until: AtomicU64::new(0), games: Mutex::default() }
    }
}

impl fmt::Debug for Gallery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gallery").finish_non_exhaustive()
    }
}

impl Gallery {
    /// Looks at all games in progress, in the order of the plan. Somebody looks on from now on, for some seconds: games
    /// that are not there yet come with their next move.
    pub fn look<T>(&self, see: impl FnMut(&GameInProgress) -> T) -> Vec<T> {
        let mut games = self.lock();
        if !self.is_watched() {
            // They ended, or went on, unseen.
            games.clear();
        }
        self.until.store(self.now() + ATTENTION.as_millis() as u64, Relaxed);
        games.values().map(see).collect()
    }

    /// The game with this number, if it is in progress and somebody looks on.
    #[must_use]
    pub fn game<T>(&self, number: u64, see: impl FnOnce(&GameInProgress) -> T) -> Option<T> {
        self.lock().get(&number).map(see)
    }

    /// A game that begins.
    pub(crate) fn begin<'a>(&'a self, pairing: Pairing, setup: &'a str) -> ShownGame<'a> {
        ShownGame { gallery: self, pairing, setup }
    }

    fn is_watched(&self) -> bool {
        let until = self.until.load(Relaxed);
        until > 0 && self.now() < until
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, GameInProgress>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game that is shown until it ends.
#[derive(Debug)]
pub(crate) struct ShownGame<'a> {
    gallery: &'a Gallery,
    pairing: Pairing,
    setup: &'a str,
}

impl ShownGame<'_> {
    /// Shows the moves so far, if anybody looks on.
    pub(crate) fn show(&self, moves: &[PlayedMove]) {
        if !self.gallery.is_watched() {
            return;
        }
        let mut games = self.gallery.lock();
        let game = games.entry(self.pairing.number).or_insert_with(|| GameInProgress {
            pairing: self.pairing,
            setup: self.setup.to_owned(),
            moves: Vec::new(),
        });
        let known = game.moves.len().min(moves.len());
        game.moves.extend_from_slice(&moves[known..]);
    }
}

impl Drop for ShownGame<'_> {
    fn drop(&mut self) {
        if self.gallery.until.load(Relaxed) > 0 {
            self.gallery.lock().remove(&self.pairing.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> PlayedMove {
        PlayedMove { text: text.into(), notation: None, player: 0, evaluation: None, opening: Vec::new() }
    }

    #[test]
    fn games_are_shown_to_those_who_look_and_while_they_last() {
        let gallery = Gallery::default();
        let pairing = Pairing { number: 7, round: 3, encounter: 3, players: [0, 1] };
        let texts = || gallery.look(|game| game.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>());
        let showing = gallery.begin(pairing, "");
        let moves = [mv("a"), mv("b"), mv("c")];
        showing.show(&moves[..1]);
        assert!(gallery.lock().is_empty(), "nobody looks, and it is kept");
        assert!(texts().is_empty());
        showing.show(&moves[..2]);
        assert_eq!(texts(), [["a", "b"]]);
        showing.show(&moves);
        assert_eq!(gallery.game(7, |game| game.moves.len()), Some(3));
        drop(showing);
        assert!(texts().is_empty() && gallery.game(7, |_| ()).is_none());
    }
}
