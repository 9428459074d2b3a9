//! The report of a match, for programs and for users, which is computed from the record alone, in the order of the
//! plan.

mod bracket;
mod text;

use crate::StoreError;
use crate::store::{Store, WorkerRow};
use plyd_foreign::one_line;
use plyd_tournament::settings::{MatchSettings, Tournament};
use plyd_tournament::statistics::{Pentanomial, Rating, ResultTally, Sprt, SprtState, StrengthEstimate, ratings};
use plyd_tournament::{Scoreboard, SideResults, Swiss, SwissStanding};
use serde::Serialize;
use std::collections::BTreeMap;

pub use bracket::{DuelReport, KnockoutReport};

/// The state of a match. It contains no times, so matches with the same games have equal reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// The seed of the plan.
    pub seed: u64,
    /// The kind of tournament.
    pub tournament: Tournament,
    /// The number of planned games as currently known: draws in a knockout add some.
    pub planned: u64,
    /// The number of games that count.
    pub played: u64,
    /// The number of times that games were abandoned and restarted because plyd was paused or lacked resources.
    pub replayed: u64,
    /// The number of games that do not count because they depend on missing games; omitted if it is 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub unplaced: u64,
    /// The number of games that could not be played, and do not count; omitted if it is 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub unplayable: u64,
    /// The workers, if games were unplayable, withdrawn or in conflict. Otherwise the identity of the workers is
    /// irrelevant, and the report equals that of a match on one machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<WorkerRow>,
    /// Whether the match is complete.
    pub finished: bool,
    /// The results of all games by side.
    pub sides: SideResults,
    /// The test, if there is one.
    pub sprt: Option<SprtReport>,
    /// The engines, the best first.
    pub standings: Vec<EngineStanding>,
    /// The results of every two engines that meet.
    pub pairings: Vec<PairingReport>,
    /// The bracket, if this is a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knockout: Option<KnockoutReport>,
}

/// A test and its state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The state of the test.
    #[serde(flatten)]
    pub state: SprtState,
}

/// Results, and the estimates based on them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EngineResults {
    /// The number of games.
    pub games: u64,
    /// The wins, draws and losses.
    #[serde(flatten)]
    pub tally: ResultTally,
    /// Points: 1 for a win, a half for a draw.
    pub points: f64,
    /// The share of draws.
    pub draw_ratio: Option<f64>,
    /// The pairs by the total half points of their games, 0 to 4.
    pub pentanomial: Pentanomial,
    /// The ratio of won to lost pairs.
    pub pair_ratio: Option<f64>,
    /// The estimate of strength.
    #[serde(flatten)]
    pub strength: StrengthEstimate,
}

/// The standing of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineStanding {
    /// The name of the engine.
    pub name: String,
    /// The algorithm of a built-in engine, if the record names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The results against all others. With more than two engines, Elo and its error are a rating fitted to all games,
    /// with mean 0; `None` if the results do not determine one.
    #[serde(flatten)]
    pub results: EngineResults,
    /// The number of faults, by reason.
    pub faults: BTreeMap<&'static str, u64>,
    /// The additional figures of a Swiss tournament, whose points include those of byes.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub swiss: Option<TieBreaks>,
}

/// The tiebreaks between engines with equal points in a Swiss tournament.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TieBreaks {
    /// The number of byes.
    pub byes: u64,
    /// The Buchholz score: the points of all opponents; a bye counts as an opponent with the engine's own points.
    pub buchholz: f64,
    /// The Sonneborn-Berger score: the opponents' points, each weighted with the share won in that encounter.
    pub sonneborn_berger: f64,
}

/// The results between two engines, from the view of the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingReport {
    /// The first engine.
    pub first: String,
    /// The second engine.
    pub second: String,
    /// The results from the view of the first.
    #[serde(flatten)]
    pub results: EngineResults,
    /// The results by side, regardless of the engine.
    pub sides: SideResults,
    /// The number of games by termination.
    pub terminations: BTreeMap<&'static str, u64>,
}

impl EngineResults {
    /// Computes the estimate from these games and the number of games that ended without a fault.
    fn new(tally: ResultTally, pentanomial: Pentanomial, sound: u64) -> Self {
        Self {
            games: tally.games(),
            tally,
            points: tally.half_points() as f64 / 2.0,
            draw_ratio: tally.draw_ratio(),
            pentanomial,
            pair_ratio: pentanomial.pair_ratio(),
            strength: StrengthEstimate::of_match(tally, pentanomial, sound),
        }
    }
}

impl MatchReport {
    /// Creates the report of all games in a store that count.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of_store(store: &dyn Store) -> Result<Self, StoreError> {
        let mut scoreboard = Scoreboard::new(store.settings());
        store.games(false, &mut |game| {
            scoreboard.add(game);
            Ok(())
        })?;
        let workers = store.workers()?;
        let is_worth_telling = scoreboard.void() > 0
            || workers.iter().any(|worker| {
                let WorkerRow { conflicts, withdrawn, quarantined, .. } = worker;
                conflicts + withdrawn > 0 || quarantined.is_some()
            });
        let shown = |WorkerRow { name, quarantined, .. }: &mut WorkerRow| {
            *name = one_line(name);
            quarantined.iter_mut().for_each(|reason| *reason = one_line(reason));
        };
        let mut workers = if is_worth_telling { workers } else { Vec::new() };
        workers.iter_mut().for_each(shown);
        Ok(Self { workers, ..Self::new(store.settings(), &scoreboard) })
    }

    /// Creates the report of these results.
    #[must_use]
    pub fn new(settings: &MatchSettings, scoreboard: &Scoreboard) -> Self {
        let name = |engine: usize| settings.engines[engine].name.clone();
        let fitted = fitted(settings.engines.len(), scoreboard);
        let standing = |engine: usize| {
            let mut results =
                EngineResults::new(scoreboard.tally(engine), scoreboard.pairs(engine), scoreboard.sound(engine));
            if let Some(fitted) = fitted.as_ref().filter(|_| scoreboard.sound(engine) > 0) {
                let rating = fitted[engine];
                results.strength.elo = rating.map(|rating| rating.elo);
                results.strength.elo_error = rating.map(|rating| rating.error);
            }
            let algorithm = settings.engines[engine].algorithm().map(str::to_owned);
            EngineStanding {
                name: name(engine),
                algorithm,
                results,
                faults: scoreboard.faults(engine).clone(),
                swiss: None,
            }
        };
        let schedule = scoreboard.schedule();
        let standings = match (schedule.knockout(), schedule.swiss()) {
            (Some(knockout), _) => knockout.ranking().into_iter().map(standing).collect(),
            (None, Some(swiss)) => by_table(swiss, standing),
            (None, None) => by_score((0..settings.engines.len()).map(standing).collect()),
        };
        let pairings = scoreboard.meetings().iter().map(|meeting| PairingReport {
            first: name(meeting.engines.0),
            second: name(meeting.engines.1),
            results: EngineResults::new(meeting.tally, meeting.pairs, meeting.sound),
            sides: meeting.sides,
            terminations: meeting.terminations.clone(),
        });
        Self {
            game: settings.game.clone(),
            seed: settings.seed,
            tournament: settings.tournament,
            planned: scoreboard.planned(),
            played: scoreboard.played(),
            replayed: scoreboard.voided(),
            unplaced: scoreboard.unplaced(),
            unplayable: scoreboard.void(),
            workers: Vec::new(),
            finished: scoreboard.is_finished(),
            sides: scoreboard.sides(),
            sprt: scoreboard.sprt().map(|(test, state)| SprtReport { test, state }),
            pairings: pairings.collect(),
            knockout: schedule.knockout().map(|knockout| KnockoutReport::new(knockout, &name)),
            standings,
        }
    }
}

/// Sorts the best first; equal engines remain in the order of the settings.
fn by_score(mut standings: Vec<EngineStanding>) -> Vec<EngineStanding> {
    let share = |standing: &EngineStanding| standing.results.strength.score.unwrap_or(0.0);
    standings.sort_by(|a, b| share(b).total_cmp(&share(a)));
    standings
}

fn by_table(swiss: &Swiss, standing: impl Fn(usize) -> EngineStanding) -> Vec<EngineStanding> {
    let row = |row: SwissStanding| {
        let mut standing = standing(row.engine);
        standing.results.points = row.points;
        let SwissStanding { byes, buchholz, sonneborn_berger, .. } = row;
        EngineStanding { swiss: Some(TieBreaks { byes, buchholz, sonneborn_berger }), ..standing }
    };
    swiss.standings().into_iter().map(row).collect()
}

/// Returns the ratings of more than two engines, whose opponents may differ in strength. For two engines the score is
/// sufficient.
fn fitted(engines: usize, scoreboard: &Scoreboard) -> Option<Vec<Option<Rating>>> {
    let results = scoreboard.meetings().iter().map(|meeting| (<[usize; 2]>::from(meeting.engines), meeting.tally));
    (engines > 2).then(|| ratings(engines, results))
}

#[cfg(test)]
mod tests;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands on a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
