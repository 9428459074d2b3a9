//! A simulated world for the real [`Coordinator`]: virtual time, workers, a queue and a record, with faults.
//!
//! Everything is derived from a seed. Games are numbers: the digest of a game is its number, unless a worker lies. Thus
//! a billion games take seconds, and every total can be checked.

mod record;
mod workers;
mod world;

pub(crate) use world::{Faults, SimulationResult, World};

use crate::coordinator::{Coordinator, CoordinatorEvent, CoordinatorSettings};
use crate::encounters::Encounters;
use crate::unit::{Unit, UnitId};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::ops::Range;
use std::time::Duration;

const GAMES: u64 = 2;
const LEASE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug)]
enum SimulatedEvent {
    Tick,
    /// A worker requests work for one core.
    Ask(usize, u64),
    /// A core has finished a unit.
    Played(usize, u64, Unit),
    /// A result reaches the coordinator.
    Result(SentResult),
    Beat(usize, u64),
    /// The queue redelivers a unit, unless it is finished.
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
struct SentResult {
    worker: usize,
    unit: Unit,
    encounters: Range<u64>,
    lies: BTreeMap<u64, u64>,
    time: Duration,
}

struct SimulatedWorker {
    speed: f64,
    /// The start time of the current process by the worker's own clock, which also distinguishes its processes.
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
    happenings: Vec<Option<SimulatedEvent>>,
    free: Vec<usize>,
    coordinator: Coordinator,
    workers: Vec<SimulatedWorker>,
    queue: VecDeque<Unit>,
    leased: BTreeMap<UnitId, Unit>,
    down_until: Duration,
    /// The worker that delivered each range of encounters, by the start of the range.
    record: BTreeMap<u64, (u64, usize)>,
    recorded: Encounters,
    void: Encounters,
    lies: BTreeMap<u64, u64>,
    outcome: SimulationResult,
    is_over: bool,
}

/// Runs a world to its end.
pub(crate) fn run(world: World) -> SimulationResult {
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
        let workers = (0..world.workers).map(|_| SimulatedWorker {
            speed: world.speed * 2f64.powf(random.f64() * 4.0 - 2.0),
            // Clocks differ by up to a day; only times of the same worker are compared.
            since: random.u64(..86_400_000),
            is_running: true,
            paused_until: Duration::ZERO,
            in_hand: BTreeMap::new(),
            played: 0,
        });
        let workers = workers.collect();
        let coordinator = coordinator(&world);
        let outcome = SimulationResult {
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
        simulation.after(Duration::ZERO, SimulatedEvent::Tick);
        for worker in 0..simulation.workers.len() {
            simulation.begin(worker);
        }
        let Faults { kills, pauses, wipes, outages, restarts, .. } = simulation.world.faults;
        for (every, happening) in [
            (kills, SimulatedEvent::Kill),
            (pauses, SimulatedEvent::Pause),
            (wipes, SimulatedEvent::Wipe),
            (outages, SimulatedEvent::Outage),
            (restarts, SimulatedEvent::CoordinatorEnds),
        ] {
            simulation.some_time(every, happening);
        }
        simulation
    }

    fn after(&mut self, time: Duration, happening: SimulatedEvent) {
        let place = self.free.pop().unwrap_or_else(|| {
            self.happenings.push(None);
            self.happenings.len() - 1
        });
        self.happenings[place] = Some(happening);
        self.order += 1;
        self.coming.push(Reverse((self.now + time, self.order, place)));
    }

    /// Schedules an event after a random time with this mean.
    fn some_time(&mut self, mean: Duration, happening: SimulatedEvent) {
        if !mean.is_zero() {
            let time = mean.mul_f64(self.random.f64() * 2.0);
            self.after(time, happening);
        }
    }

    fn happen(&mut self, happening: SimulatedEvent) {
        match happening {
            SimulatedEvent::Tick => {
                self.event(CoordinatorEvent::Tick);
                self.after(Duration::from_secs(1), SimulatedEvent::Tick);
            }
            SimulatedEvent::Ask(worker, since) => self.ask(worker, since),
            SimulatedEvent::Played(worker, since, unit) => self.played(worker, since, unit),
            SimulatedEvent::Result(sent) => self.result(sent),
            SimulatedEvent::Beat(worker, since) => self.beat(worker, since),
            SimulatedEvent::Expire(id) => {
                // Other units are kept alive by signs of life, which the queue receives too.
                let is_held = self.workers.iter().any(|worker| {
                    worker.is_running && worker.paused_until <= self.now && worker.in_hand.contains_key(&id)
                });
                if is_held {
                    self.after(LEASE, SimulatedEvent::Expire(id));
                } else if let Some(unit) = self.leased.remove(&id) {
                    self.queue.push_back(unit);
                }
            }
            SimulatedEvent::Kill => {
                let worker = self.random.usize(..self.workers.len());
                self.kill(worker);
                self.some_time(self.world.faults.kills, SimulatedEvent::Kill);
            }
            SimulatedEvent::Die(worker, since) => {
                if self.state(worker, since).is_some() {
                    self.kill(worker);
                }
            }
            SimulatedEvent::Restart(worker) => {
                self.workers[worker].is_running = true;
                self.begin(worker);
            }
            SimulatedEvent::Pause => {
                let worker = self.random.usize(..self.workers.len());
                self.workers[worker].paused_until = self.now + LEASE.mul_f64(self.random.f64() * 3.0);
                self.some_time(self.world.faults.pauses, SimulatedEvent::Pause);
            }
            SimulatedEvent::Wipe => {
                self.queue.clear();
                self.leased.clear();
                if self.random.bool() {
                    self.event(CoordinatorEvent::QueueLost);
                }
                self.some_time(self.world.faults.wipes, SimulatedEvent::Wipe);
            }
            SimulatedEvent::Outage => {
                self.down_until = self.now + LEASE.mul_f64(self.random.f64() * 4.0);
                self.some_time(self.world.faults.outages, SimulatedEvent::Outage);
            }
            SimulatedEvent::CoordinatorEnds => {
                let quarantined = self.outcome.quarantined.clone();
                self.coordinator = coordinator(&self.world);
                quarantined.iter().for_each(|worker| self.coordinator.keep_out(worker));
                self.queue.clear();
                self.leased.clear();
                self.some_time(self.world.faults.restarts, SimulatedEvent::CoordinatorEnds);
            }
        }
    }

    fn event(&mut self, event: CoordinatorEvent) {
        let actions = self.coordinator.handle(self.now, event);
        for action in actions {
            self.act(action);
        }
    }
}

fn coordinator(world: &World) -> Coordinator {
    Coordinator::new(CoordinatorSettings {
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
