//! The memory of a search does not grow with the number of nodes.

use plyd_tests::{Engine, info_field};

/// The most memory the process has used so far, in KiB.
fn peak(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells the peak");
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn sixteen_million_leaves_take_no_more_memory_than_sixteen() {
    const SLACK: u64 = 4 << 10;
    let mut engine = Engine::start(&["--game", "leaftree"]);
    for algorithm in ["minimax", "alphabeta", "pvs"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        let mut search = |depth: u32| {
            engine.ask(&format!("position fen random depth={depth} seed=42"));
            let lines = engine.go(&format!("go depth {depth}"));
            let info = &lines[lines.len() - 2];
            (info_field(info, "nodes").unwrap().parse::<u64>().unwrap(), peak(&engine))
        };
        let (_, before) = search(4);
        let (nodes, after) = search(24);
        assert!(nodes > 100_000, "{algorithm} visited only {nodes} nodes");
        assert!(after < before + SLACK, "{algorithm}: {before} KiB before, {after} KiB after");
    }
}
