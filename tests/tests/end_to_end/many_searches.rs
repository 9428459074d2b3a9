//! Sessions that share a server: the number of searches that run, and their priority. More is tested in memory, in
//! `engine/session/tests` and `engine/server/tests`.

use plyd_tests::{Daemon, Engine, command};

/// A server with these settings, by the names of their variables.
fn daemon(settings: &[(&str, &str)]) -> Daemon {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "tictactoe"]);
    command.envs(settings.iter().copied());
    Daemon::spawn(command)
}

#[test]
fn a_search_that_is_through_keeps_no_place_while_its_answer_is_held() {
    for isolation in ["process", "none"] {
        let daemon = daemon(&[("PLYD_SEARCH_MAX_RUNNING", "1"), ("PLYD_PLUGINS_ISOLATION", isolation)]);
        let mut first = daemon.client();
        first.send("go infinite depth 1");
        first.until("info depth 1 ");
        let mut second = daemon.client();
        let lines = second.go("go depth 2");
        assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{isolation}: {lines:?}");
        first.go("stop");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn only_a_server_lowers_the_priority_of_searches() {
    let daemon = daemon(&[("PLYD_PLUGINS_ISOLATION", "none")]);
    let mut client = daemon.client();
    client.send("setoption name UCI_Variant value cfour\ngo infinite");
    client.until("info depth 2 ");
    let before = niceness(std::process::id(), |_| true);
    let own = before.iter().map(|(_, niceness)| *niceness).min().expect("this process has threads");
    let searches = niceness(daemon.process.id(), |name| name == "search");
    assert!(
        !searches.is_empty() && searches.iter().all(|(_, niceness)| *niceness == (own + 5).min(19)),
        "{searches:?}"
    );
    let workers = niceness(daemon.process.id(), |name| name.starts_with("tokio"));
    assert!(!workers.is_empty() && workers.iter().all(|(_, niceness)| *niceness == own), "{workers:?}");
    let mut command = command(&["--game", "cfour"]);
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    let mut engine = Engine::spawn(command);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    let all = niceness(engine.process.id(), |_| true);
    assert!(
        all.iter().any(|(name, _)| name == "search") && all.iter().all(|(_, niceness)| *niceness == own),
        "{all:?}"
    );
}

/// Name and nice value of those threads of a process whose names pass.
#[cfg(target_os = "linux")]
pub(crate) fn niceness(process: u32, passes: impl Fn(&str) -> bool) -> Vec<(String, i32)> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("stat")).ok());
    let parsed = stats.map(|stat| {
        let (before, after) = stat.rsplit_once(')').expect("the name stands in parentheses");
        let name = before.split_once('(').expect("the name stands in parentheses").1.to_owned();
        // The nineteenth field, and the third comes first here.
        let niceness = after.split_whitespace().nth(16).and_then(|field| field.parse().ok()).expect("it is a number");
        (name, niceness)
    });
    parsed.filter(|(name, _)| passes(name)).collect()
}
