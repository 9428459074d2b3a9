//! Execution of one game at a time: a thread that plays, and a task that supplies it with units.

use super::RunRefusal;
use super::delivery::deliver;
use super::joined::{JoinedRun, Runs};
use super::roll::WorkerStatus;
use super::spool::{Spool, SpooledResult};
use super::tally::{UnitEnd, WorkerTally};
use crate::broker::Broker;
use crate::conduct::Conduct;
use crate::length;
use crate::names::{RunName, WorkerName};
use crate::unit::Unit;
use crate::wire::{LONGEST_RESULT, ReportContent, UnitReport, UnitTask};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use plyd_arena::{Heartbeat, MatchError, Plays};
use plyd_search::STACK_BYTES;
use plyd_tournament::{EncounterUnit, Pairing, PlayedGame, Schedule};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The time that the broker waits for a unit before it reports that there is none.
const FETCH_TIME: Duration = Duration::from_secs(1);

/// The pause after a failure.
const PAUSE: Duration = Duration::from_millis(500);

/// The time for which a worker keeps a unit that others have to play.
const AVOIDED: Duration = Duration::from_millis(200);

/// The uncompressed size of games in bytes at which a result is sent.
const ENOUGH_BYTES: usize = 1 << 20;

/// The maximum number of unsent games, beyond which the game thread waits.
const WAITING_GAMES: usize = 256;

/// One of the concurrent games of a worker.
pub(super) struct GameHandler {
    pub(super) number: usize,
    pub(super) worker: WorkerName,
    /// A secret of this process, which makes the names of results unpredictable to others.
    pub(super) secret: Arc<str>,
    pub(super) broker: Broker,
    pub(super) runs: Arc<Runs>,
    pub(super) roll: Arc<WorkerStatus>,
    pub(super) tally: Arc<WorkerTally>,
    pub(super) spool: Spool,
    pub(super) conduct: Arc<dyn Conduct>,
    /// Cancelled to take no more units.
    pub(super) last: CancellationToken,
    pub(super) tell: Arc<dyn Fn(&str) + Send + Sync>,
}

/// Encounters for the game thread.
struct PlayOrder {
    joined: Arc<JoinedRun>,
    units: Vec<EncounterUnit>,
    played: mpsc::Sender<GameThreadEvent>,
}

/// A report of the game thread.
enum GameThreadEvent {
    Game(Box<PlayedGame>),
    /// All games of an encounter have been reported.
    Encounter(u64, Duration),
    /// The order is done; the value is whether all games were played.
    Over(Result<bool, MatchError>),
}

/// Plays units until it is asked to end.
pub(super) async fn work(hand: GameHandler) {
    let (orders, ordered) = std::sync::mpsc::channel::<PlayOrder>();
    let name = format!("game {}", hand.number);
    let thread = thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(move || play_all(&ordered));
    if let Err(error) = thread {
        return (hand.tell)(&format!("there is no thread for another game: {error}"));
    }
    let mut queues = BTreeMap::<RunName, PullConsumer>::new();
    while !hand.last.is_cancelled() {
        let runs = hand.runs.playable();
        if runs.is_empty() {
            queues.clear();
            hand.pause(PAUSE).await;
        }
        // With several runs, the time is divided among them.
        let patience = FETCH_TIME / u32::try_from(runs.len().max(1)).unwrap_or(1);
        for joined in runs {
            if hand.last.is_cancelled() {
                return;
            }
            match hand.fetch(&mut queues, &joined.run, patience).await {
                Some(message) => {
                    hand.take(&orders, joined, message).await;
                    break;
                }
                None => {
                    if !queues.contains_key(&joined.run) {
                        hand.pause(PAUSE).await;
                    }
                }
            }
        }
    }
}

impl GameHandler {
    async fn pause(&self, time: Duration) {
        tokio::select! {
            () = self.last.cancelled() => {}
            () = tokio::time::sleep(time) => {}
        }
    }

    /// Fetches the next unit of a run, if one is available.
    async fn fetch(
        &self,
        queues: &mut BTreeMap<RunName, PullConsumer>,
        run: &RunName,
        patience: Duration,
    ) -> Option<Message> {
        if !queues.contains_key(run) {
            // The queue may not be created yet or be lost, or the broker be unreachable.
            let queue = self.broker.units(run).await.ok()?;
            queues.insert(run.clone(), queue);
        }
        let queue = queues.get(run)?;
        let fetched = async {
            let mut batch = queue.batch().max_messages(1).expires(patience).messages().await.ok()?;
            match batch.next().await {
                Some(Ok(message)) => Some(Some(message)),
                Some(Err(_)) => None,
                None => Some(None),
            }
        };
        // A lost queue does not answer.
        let fetched = tokio::time::timeout(patience + Duration::from_secs(2), fetched).await;
        match fetched.ok().flatten() {
            Some(message) => message,
            None => {
                queues.remove(run);
                None
            }
        }
    }

    /// Plays a unit, and sends its results. Only then is the unit acknowledged to the queue.
    async fn take(&self, orders: &std::sync::mpsc::Sender<PlayOrder>, joined: Arc<JoinedRun>, message: Message) {
        let (schedule, engines) = (joined.game.schedule(), joined.game.settings().engines.len());
        let UnitTask { since, unit, games } = match UnitTask::read(&message.payload, schedule, engines) {
            Ok(task) => task,
            Err(reason) => {
                (self.tell)(&format!("a unit of run {} makes no sense: {reason}", joined.run));
                // If the coordinator needs the unit, it publishes it again.
                let _ = message.ack_with(AckKind::Term).await;
                return;
            }
        };
        if unit.avoid.iter().any(|avoided| **avoided == *self.worker) {
            // Others should get it soon, and this worker not repeatedly. The delay is implemented here, because with a
            // delay requested from the server, nats-server 2.15 sometimes delivers only at the end of the lease.
            tokio::spawn(async move {
                tokio::time::sleep(AVOIDED).await;
                let _ = message.ack_with(AckKind::Nak(None)).await;
            });
            return;
        }
        joined.take(unit.id);
        self.roll.change();
        let end = self.play(orders, &joined, &message, (since, &unit), games).await;
        joined.give_back(unit.id);
        self.tally.end_unit(end);
        let is_done = end != UnitEnd::GivenBack;
        let end = if is_done { message.ack().await } else { message.ack_with(AckKind::Nak(None)).await };
        if let Err(error) = end {
            tracing::debug!("a unit cannot be given back: {error}");
        }
    }

    /// Plays a unit, or as much of it as possible.
    async fn play(
        &self,
        orders: &std::sync::mpsc::Sender<PlayOrder>,
        joined: &Arc<JoinedRun>,
        message: &Message,
        (since, unit): (u64, &Unit),
        games: Vec<Pairing>,
    ) -> UnitEnd {
        let (played, mut events) = mpsc::channel(WAITING_GAMES);
        let units = units_of(unit.encounters(), games, joined.game.schedule());
        if orders.send(PlayOrder { joined: Arc::clone(joined), units, played }).is_err() {
            return UnitEnd::GivenBack;
        }
        let mut sign = tokio::time::interval(joined.lease / 3);
        sign.reset();
        let mut batch = UnsentGames::new(unit.first);
        let mut has_failed = false;
        loop {
            let event = tokio::select! {
                event = events.recv() => event,
                _ = sign.tick() => {
                    // Extends the claim of this worker to the unit.
                    let _ = message.ack_with(AckKind::Progress).await;
                    continue;
                }
            };
            match event {
                Some(GameThreadEvent::Game(game)) => batch.games.push(*game),
                Some(GameThreadEvent::Encounter(encounter, time)) => {
                    batch.end_encounter(encounter, time);
                    if batch.bytes >= ENOUGH_BYTES {
                        match self.send(joined, (since, unit), &mut batch, message).await {
                            UnitEnd::Played => {}
                            UnitEnd::GivenBack => return UnitEnd::GivenBack,
                            // The remaining games can still be played.
                            UnitEnd::Failed => has_failed = true,
                        }
                    }
                }
                Some(GameThreadEvent::Over(Ok(is_whole))) => {
                    return match self.send(joined, (since, unit), &mut batch, message).await {
                        _ if !is_whole => UnitEnd::GivenBack,
                        UnitEnd::Played if has_failed => UnitEnd::Failed,
                        end => end,
                    };
                }
                Some(GameThreadEvent::Over(Err(error))) => {
                    let refusal = RunRefusal::because(error.kind(), &error);
                    self.fail(joined, (since, unit), &refusal).await;
                    self.runs.refuse(&joined.run, refusal);
                    return UnitEnd::Failed;
                }
                // The thread has panicked, which is logged.
                None => return UnitEnd::GivenBack,
            }
        }
    }

    /// Sends the games of complete encounters; [`UnitEnd::Played`] if the broker has them.
    async fn send(
        &self,
        joined: &JoinedRun,
        (since, unit): (u64, &Unit),
        batch: &mut UnsentGames,
        message: &Message,
    ) -> UnitEnd {
        let Some(content) = batch.take(joined.scale, &*self.conduct) else { return UnitEnd::Played };
        let ReportContent::Played { first, count, ref games, .. } = content else { return UnitEnd::Played };
        self.tally.add_games(games);
        if let Some(reason) = games.iter().find_map(|game| length::check(game, usize::MAX).err()) {
            self.fail(joined, (since, unit), &format!("no coordinator takes this result: {reason}").into()).await;
            return UnitEnd::Failed;
        }
        let report = UnitReport { worker: self.worker.clone(), unit: unit.id, attempt: unit.attempt, content };
        let most = self.broker.most_bytes();
        let packed = match report.pack() {
            Ok(packed) if packed.len() <= most => packed,
            refused => {
                let reason = match refused {
                    Ok(packed) => {
                        format!("have {} bytes, and the broker takes {most}; raise its max_payload", packed.len())
                    }
                    Err(bytes) => {
                        format!("have {bytes} bytes before they are packed, and a coordinator takes {LONGEST_RESULT}")
                    }
                };
                let told = format!("the {count} encounters from number {} {reason}", first + 1);
                self.fail(joined, (since, unit), &told.into()).await;
                return UnitEnd::Failed;
            }
        };
        let id = format!("{}-{since}-{}-{first}-{}", self.worker, unit.id, self.secret);
        let kept = self.spool.keep(&joined.run, id, packed);
        let end = CancellationToken::new();
        let mut delivered = std::pin::pin!(deliver((&self.broker, &self.worker), &self.spool, &self.runs, &kept, &end));
        loop {
            tokio::select! {
                has = &mut delivered => {
                    if !has {
                        return UnitEnd::GivenBack;
                    }
                    self.repeat(&kept).await;
                    return UnitEnd::Played;
                }
                () = tokio::time::sleep(joined.lease / 3) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                    // The next process of this worker sends it.
                    if self.last.is_cancelled() && joined.interrupt.is_asked() {
                        end.cancel();
                    }
                }
            }
        }
    }

    /// Repeats a delivered result as often as the configured behaviour requires.
    async fn repeat(&self, kept: &SpooledResult) {
        for time in 0..self.conduct.repeats() {
            let again = format!("{}-again-{time}", kept.id);
            let _ = self.broker.publish_result(&kept.run, &self.worker, &again, kept.packed.clone()).await;
        }
    }

    /// Reports to the coordinator that this unit cannot be played here.
    async fn fail(&self, joined: &JoinedRun, (since, unit): (u64, &Unit), refusal: &RunRefusal) {
        (self.tell)(&format!("cannot play a unit of run {}: {}", joined.run, refusal.full_text()));
        let content = ReportContent::Failed { reason: refusal.public_text().into() };
        let report = UnitReport { worker: self.worker.clone(), unit: unit.id, attempt: unit.attempt, content };
        let id = format!("{}-{since}-{}-failed-{}", self.worker, unit.id, self.secret);
        let Ok(packed) = report.pack() else { return };
        let _ = self.broker.publish_result(&joined.run, &self.worker, &id, packed).await;
    }
}

/// Games that were played but not sent.
struct UnsentGames {
    first: u64,
    end: u64,
    time: Duration,
    bytes: usize,
    games: Vec<PlayedGame>,
}

impl UnsentGames {
    fn new(first: u64) -> Self {
        Self { first, end: first, time: Duration::ZERO, bytes: 0, games: Vec::new() }
    }

    /// Marks an encounter as complete.
    fn end_encounter(&mut self, encounter: u64, time: Duration) {
        self.end = encounter + 1;
        self.time += time;
        let of_encounter = self.games.iter().rev().take(2);
        self.bytes += of_encounter.map(|game| 256 + game.moves.len() * 48).sum::<usize>();
    }

    /// Takes the content to send, if there is any.
    fn take(&mut self, scale: f64, conduct: &dyn Conduct) -> Option<ReportContent> {
        let games = std::mem::take(&mut self.games);
        let (first, count) = (self.first, self.end - self.first);
        let micros = u64::try_from(self.time.as_micros()).unwrap_or(u64::MAX);
        *self = Self::new(self.end);
        (count > 0).then_some(ReportContent::Played { first, count, micros, scale, games: conduct.games(games) })
    }
}

/// Returns the encounters of a unit, one after another.
fn units_of(encounters: Range<u64>, games: Vec<Pairing>, schedule: &Schedule) -> Vec<EncounterUnit> {
    let per_encounter = schedule.games_per_encounter();
    let each = |encounter: u64| {
        let games = if games.is_empty() {
            (encounter * per_encounter..(encounter + 1) * per_encounter)
                .filter_map(|number| schedule.game(number))
                .collect()
        } else {
            games.iter().filter(|game| game.encounter == encounter).copied().collect()
        };
        EncounterUnit { encounter, games }
    };
    encounters.map(each).collect()
}

/// Runs the game thread, which plays each order until there are no more senders.
fn play_all(orders: &std::sync::mpsc::Receiver<PlayOrder>) {
    let mut next = orders.recv().ok();
    while let Some(order) = next.take() {
        let joined = Arc::clone(&order.joined);
        let heartbeat = match Heartbeat::start() {
            Ok(heartbeat) => heartbeat,
            Err(error) => {
                let _ = order.played.blocking_send(GameThreadEvent::Over(Err(error)));
                next = orders.recv().ok();
                continue;
            }
        };
        let mut player = joined.game.plays(&joined.interrupt, &heartbeat);
        play(&mut *player, order);
        // The engines are reused for the next unit of the same run.
        for order in orders {
            if !Arc::ptr_eq(&order.joined, &joined) {
                next = Some(order);
                break;
            }
            play(&mut *player, order);
        }
        player.part();
    }
}

fn play(player: &mut dyn Plays, order: PlayOrder) {
    let PlayOrder { units, played, .. } = order;
    for unit in units {
        let begun = Instant::now();
        let mut ended = |game| match played.blocking_send(GameThreadEvent::Game(Box::new(game))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let over = match player.play(&unit, &mut ended) {
            Ok(ControlFlow::Continue(())) => {
                if played.blocking_send(GameThreadEvent::Encounter(unit.encounter, begun.elapsed())).is_err() {
                    return;
                }
                continue;
            }
            Ok(ControlFlow::Break(())) => Ok(false),
            Err(error) => Err(error),
        };
        let _ = played.blocking_send(GameThreadEvent::Over(over));
        return;
    }
    let _ = played.blocking_send(GameThreadEvent::Over(Ok(true)));
}
