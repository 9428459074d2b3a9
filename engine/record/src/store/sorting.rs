//! The common rule for incoming results, which classifies their games as new, duplicate, or otherwise.

use super::Store;
use super::shared::{Arrival, AsideGame, AsideReason, Conflict, ReceivedGames, UnitRow};
use crate::StoreError;
use crate::date;
use crate::numbers::GameNumbers;
use plyd_tournament::{PlayedGame, Schedule};
use std::collections::BTreeMap;

/// The queries on a store that the rule needs.
pub trait SortingStore: Store {
    /// Returns the numbers of all stored games.
    fn numbers(&self) -> &GameNumbers;

    /// Returns the games with these numbers, all of which must be stored.
    ///
    /// # Errors
    /// The store cannot be read.
    fn find(&self, numbers: &GameNumbers) -> Result<Vec<PlayedGame>, StoreError>;

    /// Returns the worker that first delivered the stored game with this number, if there is one.
    ///
    /// # Errors
    /// The store cannot be read.
    fn brought_by(&self, number: u64) -> Result<Option<String>, StoreError>;
}

/// The classified results: the rows that a store must write, in one transaction.
#[derive(Debug, Default)]
pub struct SortedResults<'a> {
    /// The outcome of each result.
    pub arrivals: Vec<Arrival>,
    /// The games to store.
    pub new: Vec<&'a PlayedGame>,
    /// The games to set aside, unless the same game of the same worker is already set aside, or [too many versions of
    /// it](super::MOST_VERSIONS).
    pub aside: Vec<(AsideReason, AsideGame)>,
    /// The results. One without new games is written only if no equal one is stored, and only [a
    /// few](super::MOST_REPEATS) that begin with the same encounter.
    pub units: Vec<UnitRow>,
}

/// Classifies results. With `compare`, a game that is already stored must be the same as the stored one.
///
/// # Errors
/// The store cannot be read.
pub fn sort<'a>(
    kept: &dyn SortingStore,
    results: &'a [ReceivedGames],
    compare: bool,
) -> Result<SortedResults<'a>, StoreError> {
    let settings = kept.settings();
    let (schedule, engines) = (Schedule::new(settings), settings.engines.len());
    let is_stranger =
        |game: &PlayedGame| game.half_points > 2 || game.is_void() || schedule.check(engines, game).is_err();
    let all = || results.iter().flat_map(|result| &result.games).filter(|game| !is_stranger(game));
    let known: GameNumbers = all().map(|game| game.number).filter(|&number| kept.numbers().contains(number)).collect();
    let before = if known.is_empty() { Vec::new() } else { kept.find(&known)? };
    let before: BTreeMap<u64, &PlayedGame> = before.iter().map(|game| (game.number, game)).collect();
    let quarantined: BTreeMap<String, String> = kept.quarantined()?.into_iter().collect();
    // The first new game of each number, with its worker.
    let mut first: BTreeMap<u64, (&'a PlayedGame, &'a str)> = BTreeMap::new();
    let mut sorted = SortedResults::default();
    for result in results {
        let mut arrival = Arrival::default();
        let mut new = GameNumbers::default();
        for (place, game) in result.games.iter().enumerate() {
            let number = game.number;
            let stored = before.get(&number).copied().or_else(|| first.get(&number).map(|(game, _)| *game));
            let mut keep = |aside, reason: String| {
                let (worker, digest) = (result.worker.clone(), game.digest());
                sorted.aside.push((aside, AsideGame { number, worker, reason, digest, game: game.clone() }));
            };
            if is_stranger(game) {
                arrival.strangers.push(place);
            } else if let Some(reason) = quarantined.get(&result.worker) {
                keep(AsideReason::Withdrawn, reason.clone());
                arrival.withdrawn += 1;
            } else if let Some(stored) = stored {
                if stored.is_void() {
                    keep(AsideReason::Withdrawn, format!("the game is void: {}", stored.detail));
                    arrival.withdrawn += 1;
                } else if !compare || stored.is_same(game) {
                    arrival.duplicates += 1;
                } else {
                    keep(AsideReason::Conflict, String::new());
                    let before = match first.get(&number) {
                        Some((_, worker)) => (*worker).to_owned(),
                        None => kept.brought_by(number)?.unwrap_or_default(),
                    };
                    let (digest, kept) = (game.digest(), stored.digest());
                    arrival.conflicts.push(Conflict { number, worker: result.worker.clone(), before, digest, kept });
                }
            } else {
                first.insert(number, (game, &result.worker));
                new.insert(number);
                sorted.new.push(game);
                arrival.new.push(place);
            }
        }
        sorted.units.push(UnitRow {
            worker: result.worker.clone(),
            first: result.first,
            encounters: result.encounters,
            attempt: result.attempt,
            scale: result.scale,
            digest: PlayedGame::digest_of_all(&result.games),
            games: result.games.len() as u64,
            new,
            received: date::now(),
        });
        sorted.arrivals.push(arrival);
    }
    Ok(sorted)
}
