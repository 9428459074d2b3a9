//! The pairs of a batch, played on this machine.

#[cfg(feature = "broker")]
use super::batch::GamePairs;
use super::batch::{PairResults, TuningBatch};
#[cfg(feature = "broker")]
use crate::cli::farm_games::RunWorkers;
use crate::cli::players::{Players, check_sound};
use plyd_arena::Match;
use plyd_session::SessionOptions;
use plyd_tournament::PlayedGame;

impl Players<'_> {
    /// Plays the pairs of this batch that have no result, and hands on the result of each. Whether all were played: it
    /// may be interrupted.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed: then its result says nothing about the values.
    pub(super) fn play(
        &self,
        batch: &TuningBatch,
        known: &PairResults,
        defaults: &SessionOptions,
        ended: &mut dyn FnMut(u64, i32) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let ready = batch.parts.iter().map(|part| Ok((self.ready(&part.settings, defaults)?, part)));
        let matches = ready.collect::<anyhow::Result<Vec<_>>>()?;
        let mut jobs: Vec<(u64, &Match, u64)> = Vec::new();
        for (game, part) in &matches {
            let pairs = part.pairs.iter().zip(0..).filter(|(pair, _)| !known.contains_key(pair));
            jobs.extend(pairs.map(|(&pair, encounter)| (pair, game, encounter)));
        }
        jobs.sort_by_key(|&(pair, ..)| pair);
        let work = |&(pair, game, encounter): &(u64, &Match, u64)| {
            self.encounter(game, encounter)?.map(|games| result_of(pair, &games)).transpose()
        };
        Ok(self.all(&jobs, self.at_a_time, &work, &mut |place, &result| ended(jobs[place].0, result))?.is_some())
    }
}

/// The result of this pair, whose games these are: those that its first side wins, less those that it loses.
///
/// # Errors
/// An engine failed otherwise than by its clock.
pub(super) fn result_of(pair: u64, games: &[PlayedGame]) -> anyhow::Result<i32> {
    check_sound(pair, games)?;
    // The first side has the lower place.
    let first = |game: &PlayedGame| game.players[0].min(game.players[1]);
    Ok(games.iter().map(|game| i32::from(game.half_points_of(first(game))) - 1).sum())
}

/// Has workers play the pairs of this batch, except those of games whose results are all known. Hands on the result of
/// each. Whether all were played: it may be interrupted.
///
/// # Errors
/// The broker cannot be reached, a game cannot be played, or an engine failed.
#[cfg(feature = "broker")]
pub(super) fn play_by(
    workers: &RunWorkers<'_>,
    players: &Players<'_>,
    (batch, known): (&TuningBatch, &PairResults),
    ended: &mut dyn FnMut(u64, i32) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let is_open = |part: &&GamePairs| part.pairs.iter().any(|pair| !known.contains_key(pair));
    let parts: Vec<_> = batch.parts.iter().filter(is_open).collect();
    let results = |part: &&GamePairs| {
        let Some(games) = workers.games(&part.settings)? else { return Ok(None) };
        let encounters = games.chunk_by(|one, other| one.number / 2 == other.number / 2);
        let of_pairs = encounters.filter_map(|games| Some((*part.pairs.get(games[0].number as usize / 2)?, games)));
        of_pairs.map(|(pair, games)| Ok((pair, result_of(pair, games)?))).collect::<anyhow::Result<Vec<_>>>().map(Some)
    };
    let all = players.all(&parts, parts.len(), &results, &mut |_, results| {
        results.iter().try_for_each(|&(pair, result)| ended(pair, result))
    });
    Ok(all?.is_some())
}
