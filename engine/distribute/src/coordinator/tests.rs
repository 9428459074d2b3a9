//! The coordinator in simulated worlds.

use super::{
    Claim, Coordinator, CoordinatorAction, CoordinatorEvent, CoordinatorSettings, EncounterScore, LifeSign, StoredGames,
};
use crate::encounters::Encounters;
use crate::simulator::{Faults, SimulationResult, World, run};
use std::collections::BTreeMap;
use std::time::Duration;

fn world(seed: u64) -> World {
    World {
        encounters: 20_000,
        workers: 8,
        cores: 2,
        speed: 50.0,
        audit: 0.0,
        liars: BTreeMap::new(),
        deadly: Vec::new(),
        faults: Faults::default(),
        seed,
    }
}

/// Checks that all games are recorded exactly once.
fn assert_whole(outcome: &SimulationResult, encounters: u64) {
    assert_eq!(outcome.recorded, Encounters::from(0..encounters), "{outcome:?}");
    assert_eq!((outcome.games, outcome.lies), (encounters * 2, 0), "{outcome:?}");
    assert!(outcome.void.is_empty(), "{outcome:?}");
}

#[test]
fn every_encounter_is_played_once_where_nothing_fails() {
    let outcome = run(world(1));
    assert_whole(&outcome, 20_000);
    assert_eq!(outcome.played, 20_000);
    // Units take seconds rather than a single game, and all cores are busy: 16 cores with about 75 encounters per
    // second.
    assert!(outcome.units < 600, "{}", outcome.units);
    assert!(outcome.time < Duration::from_secs(60), "{outcome:?}");
    assert_eq!(outcome.told, [""; 0]);
}

#[test]
fn whatever_is_lost_is_played_again_and_whatever_comes_twice_counts_once() {
    let second = Duration::from_secs(1);
    for seed in 0..60 {
        let mut world = world(seed);
        let some = |bit: u64, mean: u32| if seed >> bit & 1 == 1 { second * mean } else { Duration::ZERO };
        world.faults = Faults {
            lost: if seed % 3 == 0 { 0.1 } else { 0.0 },
            repeated: if seed % 3 == 1 { 0.2 } else { 0.0 },
            kills: some(0, 7),
            pauses: some(1, 11),
            wipes: some(2, 31),
            outages: some(3, 120),
            restarts: some(4, 41),
        };
        world.audit = if seed % 2 == 0 { 0.1 } else { 0.0 };
        let outcome = run(world);
        assert_whole(&outcome, 20_000);
        assert_eq!(outcome.quarantined, [""; 0], "seed {seed}: nobody lied");
    }
}

#[test]
fn a_worker_that_lies_is_found_at_once_where_all_is_compared() {
    for seed in 0..20 {
        let mut world = World { audit: 1.0, ..world(seed) };
        world.liars.insert(3, 0.01);
        world.faults.kills = Duration::from_secs(if seed % 2 == 0 { 20 } else { 0 });
        let outcome = run(world);
        assert_whole(&outcome, 20_000);
        assert_eq!(outcome.quarantined, ["w3"], "seed {seed}: {:?}", outcome.told);
        // Its first units are played by a second and then by a third worker: four seconds each on average, and four
        // times as long on the slowest.
        assert!(outcome.found_at.unwrap() < Duration::from_secs(40), "seed {seed}: {:?}", outcome.found_at);
    }
}

/// One game in a hundred is wrong, and one encounter in a hundred is repeated: a worker with a probation of a hundred
/// encounters and 14,900 others is detected with a probability of 1 - 0.99^200 * 0.99^298, which is 0.993.
#[cfg(feature = "long-tests")]
#[test]
fn a_worker_that_lies_is_found_where_one_of_a_hundred_is_compared() {
    let mut found = 0;
    for seed in 0..100 {
        let mut world = World { audit: 0.01, encounters: 150_000, ..world(seed) };
        world.liars.insert(5, 0.01);
        let outcome = run(world);
        assert_eq!(outcome.games, 300_000);
        found += u32::from(outcome.found_after.is_some_and(|games| games <= 30_000));
        assert!(outcome.quarantined.iter().all(|worker| worker == "w5"), "{:?}", outcome.told);
        // In addition to the probation of eight workers, the requested share is repeated.
        let again = outcome.played - 150_000;
        assert!(outcome.quarantined.len() == 1 || again < 800 + 1_500 + 8, "{again}");
    }
    assert!(found >= 95, "{found}");
}

#[test]
fn an_encounter_that_ends_its_workers_is_void_and_no_other() {
    let world = World { deadly: vec![7_777], ..world(4) };
    let outcome = run(world);
    assert_eq!(outcome.void, Encounters::from(7_777..7_778), "{:?}", outcome.told);
    assert_eq!(outcome.games, 2 * 19_999);
    assert!(outcome.told.iter().any(|text| text.contains("encounter 7778 are void")), "{:?}", outcome.told);
}

#[test]
fn without_another_worker_nothing_is_compared_and_the_run_ends() {
    let outcome = run(World { workers: 1, audit: 0.5, encounters: 500, ..world(1) });
    assert_whole(&outcome, 500);
    assert_eq!(outcome.played, 500);
}

/// A thousand workers and a billion games.
#[cfg(feature = "long-tests")]
#[test]
fn a_billion_games() {
    let faults = Faults {
        lost: 0.001,
        repeated: 0.001,
        kills: Duration::from_secs(5),
        pauses: Duration::from_secs(5),
        wipes: Duration::from_secs(600),
        outages: Duration::from_secs(900),
        restarts: Duration::from_secs(700),
    };
    let mut world = World { encounters: 500_000_000, workers: 1_000, cores: 8, faults, ..world(9) };
    world.speed = 100.0;
    world.audit = 0.001;
    world.liars.extend([(17, 0.01), (700, 0.001)]);
    let outcome = run(world);
    assert_whole(&outcome, 500_000_000);
    println!("{:?} of virtual time, {} units, {} encounters played", outcome.time, outcome.units, outcome.played);
    assert!(outcome.quarantined.iter().all(|worker| ["w17", "w700"].contains(&&**worker)), "{:?}", outcome.quarantined);
}

/// Results are stored together but handled one after another, so the first one may change the meaning of the others.
#[test]
fn what_was_stored_before_a_worker_was_found_wrong_accuses_nobody() {
    let settings = CoordinatorSettings {
        audit: 1.0,
        seed: 1,
        games: 1,
        lease: Duration::from_secs(30),
        reconcile: Duration::from_secs(60),
    };
    let (mut coordinator, now) = (Coordinator::new(settings), Duration::from_secs(1));
    let mut hear = |event| coordinator.handle(now, event);
    hear(CoordinatorEvent::Missing { encounters: Encounters::from(0..2), settled: true });
    for worker in ["a", "b", "liar"] {
        hear(CoordinatorEvent::Alive(LifeSign {
            worker: worker.into(),
            since: 1,
            cores: 1,
            is_idle: true,
            units: Vec::new(),
        }));
    }
    let stored = |worker: &str, encounter: u64, unit, lies: &[u64]| {
        let claim = |&number: &u64| Claim { number, keeper: "liar".into(), kept: [1; 32], digest: [0; 32] };
        CoordinatorEvent::Stored(StoredGames {
            worker: worker.into(),
            unit,
            encounters: encounter..encounter + 1,
            is_new: worker == "liar",
            time: Duration::from_secs(1),
            conflicts: lies.iter().map(claim).collect(),
            scores: Vec::new(),
        })
    };
    hear(stored("liar", 0, 0, &[]));
    hear(stored("liar", 1, 1, &[]));
    hear(stored("a", 0, 2, &[0]));
    let found = hear(stored("b", 0, 4, &[0]));
    assert!(
        found.iter().any(|action| matches!(action, CoordinatorAction::Withdraw { worker, .. } if worker == "liar")),
        "{found:?}"
    );
    hear(CoordinatorEvent::Withdrawn(Encounters::from(0..2)));
    // This conflict is with a withdrawn game.
    hear(stored("a", 1, 3, &[1]));
    // The recorded games are honest now, and agree with those of everyone.
    let later = [stored("b", 1, 9, &[]), stored("b", 1, 10, &[])].map(&mut hear).concat();
    assert!(!later.iter().any(|action| matches!(action, CoordinatorAction::Withdraw { .. })), "{later:?}");
}

/// It could fetch the unit itself, and send its earlier games again.
#[test]
fn a_worker_cannot_end_the_comparison_of_its_own_games() {
    let settings = CoordinatorSettings {
        audit: 1.0,
        seed: 1,
        games: 1,
        lease: Duration::from_secs(30),
        reconcile: Duration::from_secs(60),
    };
    let (mut coordinator, now) = (Coordinator::new(settings), Duration::from_secs(1));
    let mut hear = |event| coordinator.handle(now, event);
    let mut actions = hear(CoordinatorEvent::Missing { encounters: Encounters::from(0..1), settled: true });
    for worker in ["a", "liar"] {
        actions.extend(hear(CoordinatorEvent::Alive(LifeSign {
            worker: worker.into(),
            since: 1,
            cores: 1,
            is_idle: true,
            units: Vec::new(),
        })));
    }
    let stored = |worker: &str, unit, is_new| {
        let (worker, encounters, time) = (worker.to_owned(), 0..1, Duration::from_secs(1));
        CoordinatorEvent::Stored(StoredGames {
            worker,
            unit,
            encounters,
            is_new,
            time,
            conflicts: Vec::new(),
            scores: Vec::new(),
        })
    };
    actions.extend(hear(stored("liar", 0, true)));
    let compared = actions.iter().find_map(|action| match action {
        CoordinatorAction::Publish(unit) if unit.avoid == ["liar"] => Some(unit.id),
        _ => None,
    });
    let compared = compared.unwrap_or_else(|| panic!("nothing is compared: {actions:?}"));
    drop(hear(stored("liar", compared, false)));
    assert!(coordinator.units.avoids(compared, "liar"), "it is still out");
    drop(coordinator.handle(now, stored("a", compared, false)));
    assert!(!coordinator.units.avoids(compared, "liar"), "another worker has ended it");
}

/// Creates a coordinator with a number of encounters, and returns a function that passes it an event at a given second
/// and returns its actions.
fn told(encounters: u64) -> impl FnMut(u64, CoordinatorEvent) -> Vec<CoordinatorAction> {
    let settings = CoordinatorSettings {
        audit: 0.0,
        seed: 1,
        games: 2,
        lease: Duration::from_secs(30),
        reconcile: Duration::from_secs(60),
    };
    let mut coordinator = Coordinator::new(settings);
    coordinator.handle(
        Duration::ZERO,
        CoordinatorEvent::Missing { encounters: Encounters::from(0..encounters), settled: true },
    );
    move |second, event| coordinator.handle(Duration::from_secs(second), event)
}

fn sign(worker: &str, since: u64, units: &[u64]) -> CoordinatorEvent {
    CoordinatorEvent::Alive(LifeSign {
        worker: worker.into(),
        since,
        cores: 1,
        is_idle: units.is_empty(),
        units: units.to_vec(),
    })
}

fn published(actions: &[CoordinatorAction]) -> Vec<&crate::unit::Unit> {
    actions
        .iter()
        .filter_map(|action| if let CoordinatorAction::Publish(unit) = action { Some(unit) } else { None })
        .collect()
}

fn is_void(actions: &[CoordinatorAction]) -> bool {
    actions.iter().any(|action| matches!(action, CoordinatorAction::Void { .. }))
}

/// A sign of life can claim anything about the units of a worker and the end of its previous process.
#[test]
fn signs_of_life_of_one_worker_take_nothing_from_another() {
    let mut hear = told(1);
    hear(1, sign("honest", 1, &[0]));
    for since in 1..20 {
        let actions = hear(1, sign("liar", since, &Vec::from_iter(0..20)));
        assert!(actions.is_empty(), "{actions:?}");
    }
    // A unit that the other worker really had is published again after its end, although the liar claims to have it.
    let mut hear = told(1);
    hear(1, sign("honest", 1, &[0]));
    hear(1, sign("liar", 1, &[0]));
    hear(32, sign("liar", 1, &[]));
    let actions = hear(33, CoordinatorEvent::Tick);
    assert_eq!(published(&actions).len(), 1, "{actions:?}");
}

/// The same applies to units that no worker has: neither crashes nor failures of one worker make them void.
#[test]
fn one_worker_alone_makes_no_games_void_while_there_are_others() {
    for fails in [false, true] {
        let mut hear = told(1);
        hear(1, sign("honest", 1, &[]));
        let (mut id, mut avoid) = (0, Vec::new());
        for since in 1..20 {
            let mut actions = hear(1, sign("liar", since, &[id]));
            if fails {
                let reason = "it says so".to_owned();
                actions.extend(hear(1, CoordinatorEvent::Failed { worker: "liar".into(), unit: id, reason }));
            }
            assert!(!is_void(&actions), "{actions:?}");
            if let [unit] = published(&actions)[..] {
                (id, avoid) = (unit.id, unit.avoid.clone());
            }
        }
        assert_eq!((avoid, id > 2), (vec!["liar".to_owned()], true), "others have to play it");
        // A single change of process may only be a period of silence. The second one is evidence, because the first
        // worker does not claim the unit.
        let mut honest = |since| {
            hear(40, sign("honest", since, &[id]));
            let actions = hear(40, sign("honest", since + 1, &[]));
            published(&actions).iter().for_each(|unit| id = unit.id);
            is_void(&actions)
        };
        assert_eq!([honest(1), honest(2)], [false, true], "fails: {fails}");
    }
}

/// Units in the hands of workers are played; the rest is withdrawn, and no more units are published.
#[test]
fn a_coordinator_that_drains_waits_for_the_units_in_hand_alone() {
    let stored = |unit: u64| {
        let (worker, time, encounters) = ("busy".to_owned(), Duration::from_secs(1), unit..unit + 1);
        CoordinatorEvent::Stored(StoredGames {
            worker,
            unit,
            encounters,
            is_new: true,
            time,
            conflicts: Vec::new(),
            scores: Vec::new(),
        })
    };
    let retracted = |actions: &[CoordinatorAction]| {
        actions.iter().filter(|action| matches!(action, CoordinatorAction::Retract(_))).count()
    };
    let mut hear = told(1_000);
    hear(1, sign("busy", 1, &[0, 1]));
    let actions = hear(2, CoordinatorEvent::Drain);
    assert!(retracted(&actions) > 0 && published(&actions).is_empty(), "{actions:?}");
    assert_eq!(retracted(&hear(3, CoordinatorEvent::Drain)), 0, "once");
    let actions = hear(5, stored(0));
    assert!(published(&actions).is_empty() && !actions.contains(&CoordinatorAction::Drained), "{actions:?}");
    // A worker that is silent for too long has no units.
    let mut other = told(1_000);
    other(1, sign("busy", 1, &[0]));
    assert!(!other(2, CoordinatorEvent::Drain).contains(&CoordinatorAction::Drained), "its sign may be on its way");
    assert!(!other(20, CoordinatorEvent::Tick).contains(&CoordinatorAction::Drained), "it plays");
    assert!(other(40, CoordinatorEvent::Tick).contains(&CoordinatorAction::Drained));
    let actions = hear(6, stored(1));
    assert_eq!(actions, [CoordinatorAction::Drained]);
    assert_eq!(hear(7, sign("busy", 1, &[])), [], "it is over");
}

#[test]
fn the_only_worker_that_there_is_makes_games_void() {
    let mut hear = told(1);
    hear(1, sign("other", 1, &[]));
    let mut id = 0;
    for since in 1..5 {
        let actions = hear(1, sign("only", since, &[since - 1]));
        if let [unit] = published(&actions)[..] {
            id = unit.id;
        }
    }
    assert_eq!(id, 3);
    // Another worker receives the unit, and leaves without it.
    hear(2, CoordinatorEvent::Left { worker: "other".into() });
    assert!(!is_void(&hear(3, CoordinatorEvent::Tick)));
    hear(91, sign("only", 4, &[]));
    assert!(is_void(&hear(92, CoordinatorEvent::Tick)));
    // In the first lease, other workers may not have been heard yet.
    for (second, is_last) in [(1, false), (31, true)] {
        let mut hear = told(1);
        let voids: Vec<bool> = (1..5).map(|since| is_void(&hear(second, sign("only", since, &[since - 1])))).collect();
        assert_eq!(voids, [false, false, false, is_last]);
    }
}

/// A worker can send more requests to the broker than all others, and keep the units that it gets.
#[test]
fn units_that_nobody_plays_while_a_worker_is_idle_are_told_of_once_a_minute() {
    let warns = |actions: &[CoordinatorAction]| {
        let is_warning =
            |action: &CoordinatorAction| matches!(action, CoordinatorAction::Tell(text) if text.contains("units wait"));
        actions.iter().any(is_warning)
    };
    let mut hear = told(1_000);
    let mut warned = Vec::new();
    for second in 1..150 {
        hear(second, sign("honest", 1, &[]));
        if warns(&hear(second, CoordinatorEvent::Tick)) {
            warned.push(second);
        }
    }
    assert_eq!(warned, [32, 92], "a lease after the first look, then each minute");
    // A worker that plays from time to time is not idle, and the queue is not empty.
    let mut hear = told(1_000);
    for second in 1..150 {
        let units: &[u64] = if second % 20 == 0 { &[0] } else { &[] };
        hear(second, sign("honest", 1, units));
        assert!(!warns(&hear(second, CoordinatorEvent::Tick)), "{second}");
    }
    // Units in the hands of others are not waiting.
    let mut hear = told(1);
    for second in 1..150 {
        hear(second, sign("busy", 1, &[0]));
        hear(second, sign("honest", 1, &[]));
        assert!(!warns(&hear(second, CoordinatorEvent::Tick)), "{second}");
    }
    // No more units are begun.
    let mut hear = told(1_000);
    hear(1, sign("honest", 1, &[]));
    hear(1, CoordinatorEvent::Drain);
    for second in 2..60 {
        hear(second, sign("honest", 1, &[]));
        assert!(!warns(&hear(second, CoordinatorEvent::Tick)), "{second}");
    }
}

/// With clocks games do not repeat, but results can be compared: a worker with deviating results stands out, and the
/// others do not.
#[test]
fn a_worker_whose_results_differ_stands_out() {
    let settings = CoordinatorSettings {
        audit: 0.0,
        seed: 1,
        games: 2,
        lease: Duration::from_secs(30),
        reconcile: Duration::from_secs(60),
    };
    let (mut coordinator, now) = (Coordinator::new(settings), Duration::from_secs(1));
    coordinator.handle(now, CoordinatorEvent::Missing { encounters: Encounters::from(0..6_000), settled: true });
    let mut random = fastrand::Rng::with_seed(7);
    for unit in 0..600 {
        let worker = ["a", "b", "slow"][random.usize(..3)];
        // The first engine scores half of the points, and a quarter if the machine is too slow for it.
        let chance = if worker == "slow" { 0.25 } else { 0.5 };
        let scores = (0..10).map(|_| {
            let half_points = (0..4).map(|_| u32::from(random.f64() < chance)).sum();
            EncounterScore { players: [0, 1], half_points }
        });
        let scores = scores.collect();
        let (time, encounters) = (Duration::from_secs(1), unit * 10..(unit + 1) * 10);
        let (worker, conflicts) = (worker.to_owned(), Vec::new());
        let stored = StoredGames { worker, unit, encounters, is_new: true, time, conflicts, scores };
        coordinator.handle(now, CoordinatorEvent::Stored(stored));
    }
    let residuals = coordinator.residuals();
    assert_eq!(residuals.iter().map(|found| found.encounters).sum::<u64>(), 6_000);
    let of = |name: &str| residuals.iter().find(|found| found.worker == name).and_then(|found| found.value).unwrap();
    assert!(of("slow") < -20.0, "{residuals:?}");
    // The slow worker lowers the average that each other one is compared with, equally for both.
    assert!((of("a") - of("b")).abs() < 4.0, "{residuals:?}");
}
