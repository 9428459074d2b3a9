//! The program `soak` itself, for some seconds.

use plyd_tests::PATIENCE;
use plyd_tests::soak::{Plan, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Two phases of a second and a half each.
fn plan(output: &Path, chaos: bool) -> Plan {
    Plan {
        time: Duration::from_secs(3),
        phase: Duration::from_millis(1_500),
        seed: 17,
        sessions: 8,
        // Not a timed test: no move of a few seconds takes this long.
        clock: Duration::from_secs(60),
        patience: PATIENCE * 2,
        chaos,
        broken: Vec::new(),
        arguments: Vec::new(),
        program: None,
        output: output.to_owned(),
    }
}

fn objects(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn sessions_come_and_go_and_what_the_server_uses_is_drawn() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let mut phases = Vec::new();
    let summary = run(&plan(folder.path(), false), &mut |text| phases.push(text.to_owned()));
    let summary = summary.unwrap_or_else(|fault| panic!("{fault}"));
    // How many there are in the time is up to the machine.
    assert!(!phases.is_empty() && summary.levels.len() == phases.len() + 1, "{phases:?}");
    let samples = objects(&folder.path().join("samples.jsonl"));
    let is_used =
        |sample: &Value| sample["sessions"].as_u64() > Some(4) && sample["resident_kib"].as_u64() > Some(1_000);
    assert!(samples.iter().any(is_used), "{samples:?}");
    let plot = fs::read_to_string(folder.path().join("soak.svg")).expect("the plot is there");
    assert!(plot.contains("child processes") && plot.contains("</svg>"), "{plot}");
}

/// The library of the game fails at each search, and half of the sessions are disturbed; no other session notices.
#[cfg(feature = "long-tests")]
#[test]
fn chaos_meets_its_victims_alone() {
    use plyd_tests::PluginFolder;
    use plyd_tests::soak::Broken;

    let (folder, plugins) = (tempfile::tempdir().expect("there is a temporary folder"), PluginFolder::new(&["heap"]));
    let broken = ["heap:9 w panics", "heap:9 w errs"].map(|text| text.parse::<Broken>().expect("a position is meant"));
    // No timed test: a child that waits for a busy machine does not hang.
    let settings = folder.path().join("plyd.toml");
    fs::write(&settings, "[session]\nstop-seconds = 60\n").expect("the folder can be written");
    let [library, settings] =
        [plugins.path(), &settings].map(|path| path.to_str().expect("the path is Unicode").into());
    let plan = Plan {
        broken: broken.to_vec(),
        arguments: vec!["--plugin-dir".into(), library, "--config".into(), settings],
        time: Duration::from_secs(6),
        phase: Duration::from_secs(6),
        sessions: 16,
        ..plan(folder.path(), true)
    };
    let summary = run(&plan, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}")).to_string();
    assert!(!summary.contains(" 0 failed libraries"), "{summary}");
    let deeds = objects(&folder.path().join("chaos.jsonl"));
    assert!(deeds.iter().any(|deed| deed["met"].is_u64()), "{deeds:?}");
}
