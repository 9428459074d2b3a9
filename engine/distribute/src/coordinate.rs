//! The coordinator's side: a match whose games are played by workers behind a broker.
//!
//! [`coordinate`] connects the [`Coordinator`], which makes the decisions, with the broker and the record.

mod acts;
mod look;
mod outside;
mod receipt;
mod scores;
mod signs;

use crate::broker::over_subject;
use crate::conduct::Conduct;
use crate::coordinator::{Coordinator, CoordinatorEvent, CoordinatorProgress, CoordinatorSettings, LifeSign};
use crate::entry::{RunEntry, has_clocks, milliseconds, repeats};
use crate::error::DistributeError;
use crate::unit::UnitId;
use crate::wire::{CrewResiduals, LONGEST_RESULT, RunOver, Sign};
use look::RecordScan;
use outside::{BrokerLink, OutsideMessage};
use plyd_arena::{Conclusion, Interrupt, Match, Watcher};
use plyd_host::ContentHash;
use plyd_record::Store;
use plyd_tournament::settings::Tournament;
use plyd_tournament::{PlayedGame, Schedule, Scoreboard, Streaks};
use receipt::Receipt;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::task::block_in_place;

/// The interval between checks of the clock and of user requests.
const TICK: Duration = Duration::from_millis(100);

/// The interval between reconciliations with the record.
const RECONCILE: Duration = Duration::from_secs(60);

/// The maximum number of refusals that are reported.
const MOST_REFUSALS: usize = 100;

/// The additional parameters of a distributed match.
pub struct Coordination<'a> {
    /// The connection options of the broker.
    pub broker: crate::BrokerOptions,
    /// The run with its name.
    pub entry: RunEntry,
    /// The files that workers may need.
    pub files: Vec<(ContentHash, PathBuf)>,
    /// The share of encounters that a second worker repeats, from 0 to 1.
    pub audit: f64,
    /// Reports a sentence to the user.
    pub tell: &'a dyn Fn(&str),
    /// Receives the progress a few times per second.
    pub see: &'a mut dyn FnMut(&CoordinatorProgress),
    /// The behaviour of the coordinator.
    pub conduct: &'a dyn Conduct,
}

impl std::fmt::Debug for Coordination<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Coordination").field("entry", &self.entry.run).finish_non_exhaustive()
    }
}

/// Has workers play all games that are not in the store yet. Blocks.
///
/// # Errors
/// The broker cannot be reached at the start, the store cannot be written, or the settings do not allow a distributed
/// match. All games in the store count.
pub fn coordinate<'a>(
    coordination: Coordination<'a>,
    game: &'a Match,
    store: &'a mut dyn Store,
    interrupt: &Interrupt,
    watcher: &'a mut dyn Watcher,
) -> Result<Conclusion, DistributeError> {
    game.check_openings(store)?;
    let settings = game.settings();
    let decides_who_meets = matches!(settings.tournament, Tournament::Knockout | Tournament::Swiss);
    if coordination.audit > 0.0 && decides_who_meets {
        return Err(DistributeError::Refused(
            "--audit needs a round robin or a gauntlet: in other tournaments games depend on the results of others, \
             which could not be withdrawn"
                .into(),
        ));
    }
    let is_exact = repeats(settings, game.all_builtin());
    if coordination.audit > 0.0 && !is_exact {
        return Err(DistributeError::Refused(
            "--audit needs games that repeat: built-in engines, each with one thread and a limit by depth or nodes"
                .into(),
        ));
    }
    // The connection to the broker has a separate thread, because the store is written on this one.
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| DistributeError::system("a thread for the broker", error))?;
    let ended = runtime.block_on(async {
        let broker = coordination.broker.connect("plyd match").await?;
        let (bytes, most) = (coordination.entry.text()?.len(), broker.most_bytes());
        if bytes > most {
            let engines = settings.engines.len();
            return Err(DistributeError::Refused(format!(
                "workers need {bytes} bytes about these {engines} engines, and the broker takes {most} at a time: raise its \
                 max_payload, or take fewer engines (in a run that tunes, a smaller --batch)"
            )));
        }
        let outside = BrokerLink::open(&broker, &coordination.entry, &coordination.files).await?;
        let mut shell = Shell::new(coordination, game, store, watcher, is_exact)?;
        if shell.scoreboard.is_finished() {
            return Ok(Conclusion::Finished);
        }
        let conclusion = shell.run(outside, interrupt).await;
        if !matches!(conclusion, Ok(Conclusion::Interrupted)) && conclusion.is_ok() {
            broker.say(over_subject(&shell.entry.run), &RunOver::all(&shell.entry.run)).await;
            broker.close_run(&shell.entry.run).await;
        }
        broker.flush().await;
        conclusion
    });
    runtime.shutdown_background();
    ended
}

/// The state of a run around its coordinator.
struct Shell<'a> {
    entry: RunEntry,
    game: &'a Match,
    store: &'a mut dyn Store,
    watcher: &'a mut dyn Watcher,
    tell: &'a dyn Fn(&str),
    see: &'a mut dyn FnMut(&CoordinatorProgress),
    conduct: &'a dyn Conduct,
    coordinator: Coordinator,
    scoreboard: Scoreboard,
    schedule: Schedule,
    /// The maximum number of moves in a game.
    most_moves: usize,
    /// Whether all encounters are known, as last reported to the coordinator.
    is_settled: bool,
    is_exact: bool,
    /// Whether results of workers are compared statistically, because games with clocks do not repeat.
    has_clocks: bool,
    begun: Instant,
    /// The start time in milliseconds since 1970.
    since: u64,
    /// The games that the record lacks of partly recorded encounters.
    look: RecordScan,
    /// The sequence numbers of units in the stream.
    places: BTreeMap<UnitId, u64>,
    /// For each worker, the fault streaks of engines.
    streaks: BTreeMap<String, Streaks>,
    /// The workers on which an engine failed too often.
    broken: BTreeSet<String>,
    /// The reasons of workers for refusing the run.
    refusals: BTreeSet<String>,
    conclusion: Option<Conclusion>,
    /// Whether the broker failed to accept a publication.
    is_queue_lost: bool,
}

impl<'a> Shell<'a> {
    fn new(
        coordination: Coordination<'a>,
        game: &'a Match,
        store: &'a mut dyn Store,
        watcher: &'a mut dyn Watcher,
        is_exact: bool,
    ) -> Result<Self, DistributeError> {
        let Coordination { entry, audit, tell, see, conduct, .. } = coordination;
        let schedule = game.schedule().clone();
        let coordinator = Coordinator::new(CoordinatorSettings {
            audit,
            seed: game.settings().seed,
            games: schedule.games_per_encounter(),
            lease: entry.lease,
            reconcile: RECONCILE,
        });
        let mut shell = Self {
            scoreboard: Scoreboard::new(game.settings()),
            entry,
            game,
            store,
            watcher,
            tell,
            see,
            conduct,
            coordinator,
            is_settled: schedule.is_settled(),
            schedule,
            most_moves: game.most_moves()?,
            is_exact,
            has_clocks: has_clocks(game.settings()),
            begun: Instant::now(),
            since: milliseconds(),
            look: RecordScan::default(),
            places: BTreeMap::new(),
            streaks: BTreeMap::new(),
            broken: BTreeSet::new(),
            refusals: BTreeSet::new(),
            conclusion: None,
            is_queue_lost: false,
        };
        shell.read_store()?;
        for (worker, _) in block_in_place(|| shell.store.quarantined())? {
            shell.coordinator.keep_out(&worker);
        }
        shell.watcher.see(&shell.scoreboard, None);
        Ok(shell)
    }

    /// Counts the games in the store.
    fn read_store(&mut self) -> Result<(), DistributeError> {
        let mut scoreboard = Scoreboard::new(self.game.settings());
        let mut schedule = self.game.schedule().clone();
        block_in_place(|| {
            self.store.games(false, &mut |game| {
                scoreboard.add(game);
                schedule.played(game);
                Ok(())
            })
        })?;
        (self.scoreboard, self.schedule) = (scoreboard, schedule);
        Ok(())
    }

    async fn run(&mut self, mut outside: BrokerLink, interrupt: &Interrupt) -> Result<Conclusion, DistributeError> {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                heard = outside.next() => match heard {
                    OutsideMessage::Results(receipts) => {
                        for receipts in parts_of(&receipts) {
                            let events = self.store(receipts)?;
                            self.conduct.committed();
                            // Acknowledged only now, so that results that were not stored are delivered again.
                            for receipt in receipts {
                                receipt.acknowledge().await;
                            }
                            for event in events {
                                self.handle(&outside, event).await?;
                            }
                        }
                    }
                    OutsideMessage::Sign(sign) => self.hear(&outside, sign).await?,
                    OutsideMessage::Question => self.tell_of_crew(&outside).await,
                },
                _ = ticks.tick() => {
                    if interrupt.is_asked() {
                        return Ok(Conclusion::Interrupted);
                    }
                    if interrupt.is_draining() {
                        self.handle(&outside, CoordinatorEvent::Drain).await?;
                    }
                    if self.is_queue_lost && outside.mend(&self.entry).await {
                        self.is_queue_lost = false;
                        self.handle(&outside, CoordinatorEvent::QueueLost).await?;
                    }
                    if outside.take_lost() {
                        self.is_queue_lost = true;
                    }
                    let guarded = outside.guard(&self.entry).await;
                    if guarded.is_written_again {
                        self.tell_once("somebody has changed the run at the broker; it is written again".to_owned());
                    }
                    if guarded.swept > 0 {
                        self.tell_once("results of runs that are not open were removed from the broker".to_owned());
                    }
                    self.handle(&outside, CoordinatorEvent::Tick).await?;
                    self.conclude_if_broken();
                    (self.see)(&self.coordinator.progress());
                }
            }
            if let Some(conclusion) = self.conclusion.take() {
                return Ok(conclusion);
            }
        }
    }

    /// Stores results, and counts the new games.
    fn store(&mut self, receipts: &[Receipt]) -> Result<Vec<CoordinatorEvent>, DistributeError> {
        let (mut events, mut results, mut about) = (Vec::new(), Vec::new(), Vec::new());
        for receipt in receipts {
            let plan = (&self.schedule, self.most_moves);
            match receipt.read(plan, &self.look, &|worker| self.coordinator.accepts(worker)) {
                receipt::ReceiptContent::Games(received, result) => {
                    results.push(received);
                    about.push(result);
                }
                receipt::ReceiptContent::Failed(event) => events.push(event),
                receipt::ReceiptContent::Refused(Some(reason)) => self.tell_once(reason),
                receipt::ReceiptContent::Refused(None) => {}
            }
        }
        if results.is_empty() {
            return Ok(events);
        }
        let compare = self.is_exact;
        let arrivals = block_in_place(|| self.store.receive(&results, compare))?;
        for ((received, arrival), result) in results.iter().zip(&arrivals).zip(about) {
            let new: Vec<_> = arrival.new.iter().filter_map(|&place| received.games.get(place)).collect();
            for game in &new {
                self.count(game, &received.worker, &mut events);
            }
            let scores =
                if self.has_clocks { scores::of(&new, self.schedule.games_per_encounter()) } else { Vec::new() };
            events.push(result.event(arrival, scores));
        }
        if self.schedule.is_settled() != self.is_settled {
            self.is_settled = !self.is_settled;
            let encounters = crate::Encounters::default();
            events.push(CoordinatorEvent::Opened { encounters, settled: self.is_settled });
        }
        // Checked first: a match whose last game is also the last permitted fault is nevertheless finished.
        if self.scoreboard.is_finished() && self.scoreboard.played() < self.scoreboard.planned() {
            self.conclusion = Some(Conclusion::Finished);
            events.push(CoordinatorEvent::Decided);
        }
        Ok(events)
    }

    /// Reports a repeatable message once. The number of such reports is limited, so that a sender of nonsense cannot
    /// cause endless output.
    fn tell_once(&mut self, text: String) {
        if self.refusals.len() < MOST_REFUSALS && !self.refusals.contains(&text) {
            (self.tell)(&text);
            self.refusals.insert(text);
        }
    }

    /// Counts a new game.
    fn count(&mut self, game: &PlayedGame, worker: &str, events: &mut Vec<CoordinatorEvent>) {
        self.scoreboard.add(game);
        self.watcher.see(&self.scoreboard, Some(game));
        if let Some(encounters) = self.schedule.played(game) {
            let encounters = crate::Encounters::from(encounters);
            events.push(CoordinatorEvent::Opened { encounters, settled: self.schedule.is_settled() });
        }
        let settings = self.game.settings();
        let most = if settings.recover { settings.fault_limit } else { 1 };
        let streaks = self.streaks.entry(worker.to_owned()).or_default();
        if streaks.add(game).is_none_or(|streak| streak.times < most) {
            return;
        }
        self.broken.insert(worker.to_owned());
        self.conclude_if_broken();
    }

    /// Ends the match if its engines fail.
    fn conclude_if_broken(&mut self) {
        if self.broken.is_empty() {
            return;
        }
        let has_others = self.coordinator.has_others(&self.broken);
        if are_engines_to_blame(self.broken.len(), has_others, self.begun.elapsed(), self.entry.lease) {
            let streaks = self.broken.iter().find_map(|worker| self.streaks.get(worker));
            self.conclusion.get_or_insert(Conclusion::Faults(streaks.map_or_else(Vec::new, Streaks::all)));
        }
    }

    /// Handles a worker's sign of life.
    async fn hear(&mut self, outside: &BrokerLink, sign: Sign) -> Result<(), DistributeError> {
        // Idle in every run, because the worker may be busy with another match.
        let is_idle = sign.runs.iter().all(|run| run.units.is_empty());
        let Some(run) = sign.runs.into_iter().find(|run| run.run == self.entry.run) else {
            return Ok(());
        };
        if let Some(reason) = run.refused {
            self.tell_once(format!("worker {} does not play: {reason}", sign.worker));
            return Ok(());
        }
        let worker = sign.worker.to_string();
        if !self.coordinator.accepts(&worker) || self.broken.contains(&worker) {
            let reason = if self.broken.contains(&worker) {
                "an engine failed here too often"
            } else {
                "it is in quarantine: others played the same games differently"
            };
            outside.dismiss(&self.entry.run, &worker, reason).await;
            return Ok(());
        }
        if sign.leaves {
            return self.handle(outside, CoordinatorEvent::Left { worker }).await;
        }
        let alive = LifeSign { worker, since: sign.since, cores: sign.cores, is_idle, units: run.units };
        self.handle(outside, CoordinatorEvent::Alive(alive)).await
    }

    /// Answers a request for the status of workers. Workers answer for themselves, but only the coordinator knows how
    /// they compare.
    async fn tell_of_crew(&self, outside: &BrokerLink) {
        let residuals = self.coordinator.residuals();
        let residuals: BTreeMap<_, _> =
            residuals.into_iter().filter_map(|found| Some((found.worker.parse().ok()?, found.value?))).collect();
        if !residuals.is_empty() {
            outside.tell_of_crew(&CrewResiduals::new(self.entry.run.clone(), residuals)).await;
        }
    }

    /// Passes an event to the coordinator, and executes the resulting actions.
    async fn handle(&mut self, outside: &BrokerLink, event: CoordinatorEvent) -> Result<(), DistributeError> {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            let now = self.begun.elapsed();
            for action in self.coordinator.handle(now, event) {
                events.extend(self.act(outside, action).await?);
            }
        }
        Ok(())
    }
}

/// Whether the engines are to blame for repeated failures on this number of workers. On a single machine an engine may
/// lack something, or a worker may lie; on two, it is the engine. If no other worker has been heard for a lease since
/// the start of the run, there is none to confirm the failure.
fn are_engines_to_blame(workers: usize, has_others: bool, age: Duration, lease: Duration) -> bool {
    workers > 1 || (workers == 1 && !has_others && age >= lease)
}

/// Splits results into groups that are unpacked and stored together, so that many results do not take more memory than
/// the largest permitted one.
fn parts_of(receipts: &[Receipt]) -> impl Iterator<Item = &[Receipt]> {
    // A result that claims to be larger is not unpacked.
    let of = |receipt: &Receipt| receipt.unpacked_bytes().min(LONGEST_RESULT);
    let mut bytes = receipts.first().map_or(0, of);
    receipts.chunk_by(move |_, next| {
        let fits = bytes + of(next) <= LONGEST_RESULT;
        bytes = of(next) + if fits { bytes } else { 0 };
        fits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One worker can send arbitrary games, and at the start of a run it may be the only one heard so far.
    #[test]
    fn one_worker_ends_a_match_only_if_there_is_no_other_for_a_lease() {
        let lease = Duration::from_secs(30);
        let blames =
            |workers, has_others, second| are_engines_to_blame(workers, has_others, Duration::from_secs(second), lease);
        assert!(!blames(0, false, 99));
        assert_eq!([blames(1, false, 0), blames(1, false, 29), blames(1, false, 30)], [false, false, true]);
        assert!(!blames(1, true, 0) && !blames(1, true, 99));
        assert!(blames(2, false, 0) && blames(2, true, 0));
    }
}
