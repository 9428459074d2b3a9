//! The memory of a process that searches again and again.

use super::tic_tac_toe;
use plyd_tests::Engine;
use std::fs;

/// The memory of a process in use, in KiB.
#[cfg(target_os = "linux")]
fn resident(engine: &Engine) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_searches_leave_no_memory_behind() {
    let mut engine = tic_tac_toe();
    engine.ask("setoption name Threads value 2");
    engine.ask("setoption name Hash value 1");
    let search = |engine: &mut Engine, count: usize| {
        for _ in 0..count {
            engine.go("go depth 2");
        }
        resident(engine)
    };
    let before = search(&mut engine, 1_000);
    let after = search(&mut engine, 9_000);
    assert!(after < before + 4_096, "{before} KiB, then {after} KiB");
}
