//! The real [`Coordinator`] in a world that is made up: virtual time, workers, a queue and a record, with faults.
//!
//! Everything follows from a seed. Games are numbers: the digest of a game is its number, unless a worker lies. So a
//! billion games take seconds, and every total can be checked.

use crate::coordinator::{Action, Alive, Claim, Coordinator, Event, Settings, Stored};
use crate::encounters::Encounters;
use crate::unit::{Unit, UnitId};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::ops::Range;
use std::time::Duration;

/// How often each kind of fault happens.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// The chance that a message is lost.
    pub(crate) lost: f64,
    /// The chance that a message comes twice.
    pub(crate) repeated: f64,
    /// The mean time between the ends of workers, all together; zero for none.
    pub(crate) kills: Duration,
    /// The mean time between pauses of workers, which last up to three leases.
    pub(crate) pauses: Duration,
    /// The mean time between losses of all that the queue holds, of which the coordinator hears in half of the cases.
    pub(crate) wipes: Duration,
    /// The mean time between times in which the queue is not there.
    pub(crate) outages: Duration,
    /// The mean time between ends of the coordinator, which begins again with the record alone.
    pub(crate) restarts: Duration,
}

/// The world to be simulated.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) encounters: u64,
    pub(crate) workers: usize,
    pub(crate) cores: u64,
    /// Encounters that a core plays in a second, on average; workers differ by a factor of up to 16.
    pub(crate) speed: f64,
    pub(crate) audit: f64,
    /// For these workers, the chance that they lie about a game.
    pub(crate) liars: BTreeMap<usize, f64>,
    /// Encounters that end their worker.
    pub(crate) deadly: Vec<u64>,
    pub(crate) faults: Faults,
    pub(crate) seed: u64,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) time: Duration,
    /// Games in the record, by what was added and withdrawn.
    pub(crate) games: u64,
    pub(crate) recorded: Encounters,
    pub(crate) void: Encounters,
    /// Games in the record that are not what an honest worker plays.
    pub(crate) lies: usize,
    pub(crate) quarantined: Vec<String>,
    /// Games that the first liar had played when it was found.
    pub(crate) found_after: Option<u64>,
    /// When that was.
    pub(crate) found_at: Option<Duration>,
    /// Encounters that were played, by anybody.
    pub(crate) played: u64,
    pub(crate) units: u64,
    pub(crate) told: Vec<String>,
}

const GAMES: u64 = 2;
const LEASE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug)]
enum Happening {
    Tick,
    /// A worker asks for work, on one core.
    Ask(usize, u64),
    /// A core has played a unit.
    Played(usize, u64, Unit),
    /// The result reaches the coordinator.
    Result(Sent),
    Beat(usize, u64),
    /// The queue delivers a unit again, unless it is done.
    Expire(UnitId),
    Kill,
    Die(usize, u64),
    Restart(usize),
    Pause,
    Wipe,
    Outage,
    CoordinatorEnds,
}

#[derive(Clone, Debug)]
struct Sent {
    worker: usize,
    unit: Unit,
    encounters: Range<u64>,
    lies: BTreeMap<u64, u64>,
    time: Duration,
}

struct Worker {
    speed: f64,
    /// Counts its processes, and is the time at which one began as its own clock tells it.
    since: u64,
    is_running: bool,
    paused_until: Duration,
    in_hand: BTreeMap<UnitId, Unit>,
    played: u64,
}

struct Simulation {
    world: World,
    random: Rng,
    now: Duration,
    order: u64,
    coming: BinaryHeap<Reverse<(Duration, u64, usize)>>,
    happenings: Vec<Option<Happening>>,
    free: Vec<usize>,
    coordinator: Coordinator,
    workers: Vec<Worker>,
    queue: VecDeque<Unit>,
    leased: BTreeMap<UnitId, Unit>,
    down_until: Duration,
    /// Who brought which encounters, as ranges by their starts.
    record: BTreeMap<u64, (u64, usize)>,
    recorded: Encounters,
    void: Encounters,
    lies: BTreeMap<u64, u64>,
    outcome: Outcome,
    is_over: bool,
}

/// Runs a world to its end.
pub(crate) fn run(world: World) -> Outcome {
    let mut simulation = Simulation::new(world);
    while !simulation.is_over {
        let Reverse((time, _, place)) = simulation.coming.pop().expect("ticks never end");
        simulation.now = time;
        simulation.free.push(place);
        let happening = simulation.happenings[place].take().expect("it happens once");
        simulation.happen(happening);
        assert!(time < Duration::from_secs(30 * 24 * 3_600), "it never ends: {:?}", simulation.coordinator.progress());
    }
    let mut outcome = simulation.outcome;
    outcome.time = simulation.now;
    outcome.recorded = simulation.recorded;
    outcome.void = simulation.void;
    outcome.lies = simulation.lies.len();
    outcome
}

impl Simulation {
    fn new(world: World) -> Self {
        let mut random = Rng::with_seed(world.seed);
        let workers = (0..world.workers).map(|_| Worker {
            speed: world.speed * 2f64.powf(random.f64() * 4.0 - 2.0),
            // Clocks differ by up to a day; only one worker's own times are compared.
            since: random.u64(..86_400_000),
            is_running: true,
            paused_until: Duration::ZERO,
            in_hand: BTreeMap::new(),
            played: 0,
        });
        let workers = workers.collect();
        let coordinator = coordinator(&world);
        let outcome = Outcome {
            time: Duration::ZERO,
            games: 0,
            recorded: Encounters::default(),
            void: Encounters::default(),
            lies: 0,
            quarantined: Vec::new(),
            found_after: None,
            found_at: None,
            played: 0,
            units: 0,
            told: Vec::new(),
        };
        let mut simulation = Self {
            random,
            now: Duration::ZERO,
            order: 0,
            coming: BinaryHeap::new(),
            happenings: Vec::new(),
            free: Vec::new(),
            coordinator,
            workers,
            queue: VecDeque::new(),
            leased: BTreeMap::new(),
            down_until: Duration::ZERO,
            record: BTreeMap::new(),
            recorded: Encounters::default(),
            void: Encounters::default(),
            lies: BTreeMap::new(),
            outcome,
            is_over: false,
            world,
        };
        simulation.after(Duration::ZERO, Happening::Tick);
        for worker in 0..simulation.workers.len() {
            simulation.begin(worker);
        }
        let Faults { kills, pauses, wipes, outages, restarts, .. } = simulation.world.faults;
        for (every, happening) in [
            (kills, Happening::Kill),
            (pauses, Happening::Pause),
            (wipes, Happening::Wipe),
            (outages, Happening::Outage),
            (restarts, Happening::CoordinatorEnds),
        ] {
            simulation.some_time(every, happening);
        }
        simulation
    }

    fn after(&mut self, time: Duration, happening: Happening) {
        let place = self.free.pop().unwrap_or_else(|| {
            self.happenings.push(None);
            self.happenings.len() - 1
        });
        self.happenings[place] = Some(happening);
        self.order += 1;
        self.coming.push(Reverse((self.now + time, self.order, place)));
    }

    /// After a random time with this mean.
    fn some_time(&mut self, mean: Duration, happening: Happening) {
        if !mean.is_zero() {
            let time = mean.mul_f64(self.random.f64() * 2.0);
            self.after(time, happening);
        }
    }

    fn begin(&mut self, worker: usize) {
        let since = self.workers[worker].since;
        self.after(Duration::ZERO, Happening::Beat(worker, since));
        for _ in 0..self.world.cores {
            let delay = Duration::from_millis(self.random.u64(..1_000));
            self.after(delay, Happening::Ask(worker, since));
        }
    }

    /// Whether this process of a worker still runs, and when it can do something.
    fn state(&self, worker: usize, since: u64) -> Option<Duration> {
        let state = &self.workers[worker];
        (state.is_running && state.since == since).then_some(state.paused_until.saturating_sub(self.now))
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Tick => {
                self.event(Event::Tick);
                self.after(Duration::from_secs(1), Happening::Tick);
            }
            Happening::Ask(worker, since) => self.ask(worker, since),
            Happening::Played(worker, since, unit) => self.played(worker, since, unit),
            Happening::Result(sent) => self.result(sent),
            Happening::Beat(worker, since) => self.beat(worker, since),
            Happening::Expire(id) => {
                // Others live on by signs of life, which the queue hears too.
                let is_held = self.workers.iter().any(|worker| {
                    worker.is_running && worker.paused_until <= self.now && worker.in_hand.contains_key(&id)
                });
                if is_held {
                    self.after(LEASE, Happening::Expire(id));
                } else if let Some(unit) = self.leased.remove(&id) {
                    self.queue.push_back(unit);
                }
            }
            Happening::Kill => {
                let worker = self.random.usize(..self.workers.len());
                self.kill(worker);
                self.some_time(self.world.faults.kills, Happening::Kill);
            }
            Happening::Die(worker, since) => {
                if self.state(worker, since).is_some() {
                    self.kill(worker);
                }
            }
            Happening::Restart(worker) => {
                self.workers[worker].is_running = true;
                self.begin(worker);
            }
            Happening::Pause => {
                let worker = self.random.usize(..self.workers.len());
                self.workers[worker].paused_until = self.now + LEASE.mul_f64(self.random.f64() * 3.0);
                self.some_time(self.world.faults.pauses, Happening::Pause);
            }
            Happening::Wipe => {
                self.queue.clear();
                self.leased.clear();
                if self.random.bool() {
                    self.event(Event::QueueLost);
                }
                self.some_time(self.world.faults.wipes, Happening::Wipe);
            }
            Happening::Outage => {
                self.down_until = self.now + LEASE.mul_f64(self.random.f64() * 4.0);
                self.some_time(self.world.faults.outages, Happening::Outage);
            }
            Happening::CoordinatorEnds => {
                let quarantined = self.outcome.quarantined.clone();
                self.coordinator = coordinator(&self.world);
                quarantined.iter().for_each(|worker| self.coordinator.keep_out(worker));
                self.queue.clear();
                self.leased.clear();
                self.some_time(self.world.faults.restarts, Happening::CoordinatorEnds);
            }
        }
    }

    fn kill(&mut self, worker: usize) {
        let state = &mut self.workers[worker];
        if !state.is_running {
            return;
        }
        state.is_running = false;
        state.in_hand.clear();
        state.since += 1 + self.random.u64(..60_000);
        let delay = Duration::from_millis(self.random.u64(..40_000));
        self.after(delay, Happening::Restart(worker));
    }

    fn beat(&mut self, worker: usize, since: u64) {
        let Some(pause) = self.state(worker, since) else { return };
        if !pause.is_zero() {
            return self.after(pause, Happening::Beat(worker, since));
        }
        self.after(LEASE / 3, Happening::Beat(worker, since));
        self.tell_alive(worker);
    }

    fn tell_alive(&mut self, worker: usize) {
        if self.now >= self.down_until && self.random.f64() >= self.world.faults.lost {
            let Worker { since, in_hand, .. } = &self.workers[worker];
            let units = in_hand.keys().copied().collect();
            let alive = Alive { worker: name(worker), since: *since, cores: self.world.cores, units };
            self.event(Event::Alive(alive));
        }
    }

    fn ask(&mut self, worker: usize, since: u64) {
        let Some(pause) = self.state(worker, since) else { return };
        let again = |simulation: &mut Self, delay| simulation.after(delay, Happening::Ask(worker, since));
        if !pause.is_zero() || self.now < self.down_until {
            return again(self, pause.max(Duration::from_secs(1)));
        }
        let name = name(worker);
        let place = self.queue.iter().position(|unit| !unit.avoid.contains(&name));
        let Some(unit) = place.and_then(|place| self.queue.remove(place)) else {
            return again(self, Duration::from_secs(1));
        };
        self.leased.insert(unit.id, unit.clone());
        self.after(LEASE, Happening::Expire(unit.id));
        self.workers[worker].in_hand.insert(unit.id, unit.clone());
        self.tell_alive(worker);
        if let Some(deadly) = self.world.deadly.iter().find(|&&deadly| unit.encounters().contains(&deadly)) {
            let played = (deadly - unit.first) as f64 / self.workers[worker].speed;
            self.after(Duration::from_secs_f64(played), Happening::Die(worker, since));
            return;
        }
        let time = Duration::from_secs_f64(unit.count as f64 / self.workers[worker].speed);
        self.after(time, Happening::Played(worker, since, unit));
    }

    fn played(&mut self, worker: usize, since: u64, unit: Unit) {
        let Some(pause) = self.state(worker, since) else { return };
        if !pause.is_zero() || self.now < self.down_until {
            let wait = pause.max(self.down_until.saturating_sub(self.now));
            return self.after(wait, Happening::Played(worker, since, unit));
        }
        let state = &mut self.workers[worker];
        state.in_hand.remove(&unit.id);
        state.played += unit.count * GAMES;
        let time = Duration::from_secs_f64(unit.count as f64 / state.speed);
        self.outcome.played += unit.count;
        let mut lies = BTreeMap::new();
        if let Some(&chance) = self.world.liars.get(&worker) {
            for number in unit.first * GAMES..unit.encounters().end * GAMES {
                if self.random.f64() < chance {
                    lies.insert(number, self.random.u64(1..));
                }
            }
        }
        self.leased.remove(&unit.id);
        // A unit may be sent in parts.
        let middle = if unit.count > 1 && self.random.u8(..4) == 0 { unit.first + unit.count / 2 } else { unit.first };
        for encounters in [unit.first..middle, middle..unit.encounters().end] {
            if encounters.is_empty() {
                continue;
            }
            let lies = lies.range(encounters.start * GAMES..encounters.end * GAMES);
            let lies = lies.map(|(&number, &lie)| (number, lie)).collect();
            let time = time.mul_f64((encounters.end - encounters.start) as f64 / unit.count as f64);
            let sent = Sent { worker, unit: unit.clone(), encounters, lies, time };
            let faults = self.world.faults;
            if self.random.f64() < faults.repeated {
                let late = Duration::from_secs(self.random.u64(..300));
                self.after(late, Happening::Result(sent.clone()));
            }
            if self.random.f64() >= faults.lost {
                let delay = Duration::from_millis(self.random.u64(1..50));
                self.after(delay, Happening::Result(sent));
            }
        }
        self.after(Duration::from_millis(1), Happening::Ask(worker, since));
    }

    /// The record takes in a result, and the coordinator hears of it.
    fn result(&mut self, sent: Sent) {
        let Sent { worker, unit, encounters, lies, time } = sent;
        if !self.coordinator.accepts(&name(worker)) {
            return;
        }
        let mut new = Encounters::from(encounters.clone());
        new.subtract(&self.recorded);
        new.subtract(&self.void);
        let numbers = encounters.start * GAMES..encounters.end * GAMES;
        let mut claims = Vec::new();
        let kept: Vec<_> = self.lies.range(numbers).map(|(&number, &lie)| (number, lie)).collect();
        let differing = kept.iter().map(|&(number, _)| number).chain(lies.keys().copied());
        for number in differing.collect::<std::collections::BTreeSet<_>>() {
            let encounter = number / GAMES;
            let (kept, told) = (self.lies.get(&number).copied(), lies.get(&number).copied());
            if self.recorded.contains(encounter) && kept != told {
                let keeper = self.keeper(encounter);
                let digest = |lie: Option<u64>| digest(number, lie.unwrap_or(0));
                claims.push(Claim { number, keeper: name(keeper), kept: digest(kept), digest: digest(told) });
            }
        }
        for range in new.ranges() {
            self.outcome.games += (range.end - range.start) * GAMES;
            let of_range = lies.range(range.start * GAMES..range.end * GAMES);
            self.lies.extend(of_range.map(|(&number, &lie)| (number, lie)));
            self.record.insert(range.start, (range.end, worker));
            self.recorded.insert(range);
        }
        let is_new = new.len() == encounters.end - encounters.start;
        let stored = Stored { worker: name(worker), unit: unit.id, encounters, is_new, time, conflicts: claims };
        self.event(Event::Stored(stored));
    }

    fn keeper(&self, encounter: u64) -> usize {
        let found = self.record.range(..=encounter).next_back().filter(|(_, (end, _))| encounter < *end);
        found.expect("it is recorded").1.1
    }

    fn event(&mut self, event: Event) {
        let actions = self.coordinator.handle(self.now, event);
        for action in actions {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Publish(unit) => {
                self.outcome.units += 1;
                if self.random.f64() < self.world.faults.repeated {
                    self.queue.push_back(unit.clone());
                }
                if self.random.f64() >= self.world.faults.lost {
                    self.queue.push_back(unit);
                }
            }
            Action::Retract(id) => {
                if let Some(place) = self.queue.iter().position(|unit| unit.id == id) {
                    self.queue.remove(place);
                }
                self.leased.remove(&id);
            }
            Action::Withdraw { worker, .. } => {
                let number: usize = worker[1..].parse().unwrap();
                if self.outcome.found_after.is_none() {
                    self.outcome.found_after = Some(self.workers[number].played);
                    self.outcome.found_at = Some(self.now);
                }
                self.outcome.quarantined.push(worker);
                let gone: Vec<_> = self.record.iter().filter(|(_, (_, owner))| *owner == number).collect();
                let gone: Encounters = gone.into_iter().map(|(&start, &(end, _))| start..end).collect();
                self.record.retain(|_, (_, owner)| *owner != number);
                for range in gone.ranges() {
                    self.outcome.games -= (range.end - range.start) * GAMES;
                    self.lies.retain(|lie, _| !(range.start * GAMES..range.end * GAMES).contains(lie));
                }
                self.recorded.subtract(&gone);
                self.event(Event::Withdrawn(gone));
            }
            Action::Void { encounters, .. } => {
                let mut missing = Encounters::from(encounters);
                missing.subtract(&self.recorded);
                self.void.add(&missing);
            }
            Action::Reconcile => {
                let mut encounters = Encounters::from(0..self.world.encounters);
                encounters.subtract(&self.recorded);
                encounters.subtract(&self.void);
                self.event(Event::Missing { encounters, settled: true });
            }
            Action::Tell(text) => self.outcome.told.push(text),
            Action::Finish => self.is_over = true,
        }
    }
}

fn coordinator(world: &World) -> Coordinator {
    Coordinator::new(Settings {
        audit: world.audit,
        seed: world.seed,
        games: GAMES,
        lease: LEASE,
        reconcile: Duration::from_secs(60),
    })
}

fn name(worker: usize) -> String {
    format!("w{worker}")
}

/// An honest game has a digest by its number alone.
fn digest(number: u64, lie: u64) -> [u8; 32] {
    let mut digest = [0; 32];
    digest[..8].copy_from_slice(&number.to_le_bytes());
    digest[8..16].copy_from_slice(&lie.to_le_bytes());
    digest
}
