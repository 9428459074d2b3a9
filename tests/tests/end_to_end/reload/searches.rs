//! What plays goes on with the old library; what is set up afterwards gets the new one.

use super::super::isolation::{children, end, wait_until};
use super::{
    assert_answers, daemon, heap, overwrite, refusals, reload, rename, search, select, start_position, version,
};
use plyd_tests::{Daemon, PluginFolder};
use rustix::process::Signal;

#[test]
fn searches_and_boards_keep_the_old_library_and_new_positions_get_the_new_one() {
    let ways: [fn(&PluginFolder, &str); 2] = [rename, overwrite];
    for replace in ways {
        let folder = heap("heap_first");
        let daemon = daemon(&folder, &[]);
        let (mut searching, mut standing) = (daemon.client(), daemon.client());
        search(&mut searching);
        assert_eq!(start_position(&mut standing), "9 w");

        replace(&folder, "heap_second");
        // Nothing is loaded until a reload is requested.
        assert_eq!(version(&mut standing), "0.1.0");
        let log = reload(&daemon);
        assert!(log.iter().any(|line| line.contains("loaded") && line.contains("0.2.0")), "{log:?}");
        assert!(log.last().is_some_and(|line| line.contains("loaded=1 unchanged=0 refused=0")), "{log:?}");

        assert_eq!(version(&mut standing), "0.2.0");
        assert!(refusals(&mut standing).is_empty());
        assert_eq!(standing.ask("query fen"), ["response 9 w"]);
        assert!(standing.go("go depth 9").last().is_some_and(|line| line.starts_with("bestmove 1")));
        assert_eq!(start_position(&mut standing), "12 w");
        let variant = select(&mut standing, "heap");
        assert_eq!(variant, ["info string variant heap startpos 12 w"]);

        assert!(searching.ask("query fen").iter().any(|line| line == "response 900 w"));
        assert_answers(&mut searching);
        assert_eq!(searching.ask("query fen"), ["response 900 w"]);
        assert_eq!(start_position(&mut searching), "12 w");
        assert_eq!(start_position(&mut daemon.client()), "12 w");

        // A file that has not changed is not loaded again.
        let log = reload(&daemon);
        assert!(log.last().is_some_and(|line| line.contains("loaded=0 unchanged=1 refused=0")), "{log:?}");
    }
}

#[test]
fn options_are_kept_as_far_as_the_new_version_takes_them() {
    let folder = heap("heap_first");
    let daemon = daemon(&folder, &["--option", "heap.Counters=25"]);
    let mut client = daemon.client();
    for (name, value) in [("Counters", "20"), ("Misere", "true"), ("Piles", "3")] {
        assert!(client.ask(&format!("setoption name heap.{name} value {value}")).is_empty());
    }
    overwrite(&folder, "heap_second");
    let log = reload(&daemon);
    assert!(log.iter().any(|line| line.contains("WARN") && line.contains("heap.Counters")), "{log:?}");
    let own = |lines: Vec<String>| -> Vec<_> {
        lines.into_iter().filter(|line| line.starts_with("option name heap.")).collect()
    };
    let piles = "option name heap.Piles type spin default 3 min 1 max 5";
    let counters = "option name heap.Counters type spin default 12 min 1 max 12";
    assert_eq!(own(client.ask("uci")), [counters, piles]);
    assert_eq!(start_position(&mut client), "12 w");
    // A new session begins with the settings, as far as they can be applied.
    let mut other = daemon.client();
    assert_eq!(own(other.ask("uci")), [counters, &piles.replace('3', "1")]);
    assert_eq!(start_position(&mut other), "12 w");
    let refused = client.ask("setoption name heap.Misere value true");
    assert!(refused.concat().starts_with("info string error unknown-option "), "{refused:?}");
    // With the old version its options are back, and what was set of them.
    rename(&folder, "heap_first");
    reload(&daemon);
    let lines = own(client.ask("uci"));
    let misere = "option name heap.Misere type check default true";
    assert_eq!(lines, ["option name heap.Counters type spin default 20 min 1 max 30", misere, piles]);
}

#[test]
fn a_library_that_hangs_or_crashes_while_it_is_loaded_is_refused() {
    let folder = heap("heap_first");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_LOG_LEVEL", "info").env("PLYD_PLUGINS_LOAD_TIMEOUT", "2");
    let mut daemon = plyd_tests::Daemon::spawn(command);
    let (mut searching, mut client) = (daemon.client(), daemon.client());
    search(&mut searching);
    let hangs = "hangs: it did not return within 2 s in its trial process";
    let crashes = "crashes: it ended its trial process (";
    for (name, reason) in [("stalls_at_start", hangs), ("crashes_at_start", crashes)] {
        rename(&folder, name);
        daemon.process.signal(Signal::HUP);
        assert_eq!(start_position(&mut client), "9 w");
        daemon.log_until("the plugin folders were read again");
        let refusals = refusals(&mut client);
        assert!(refusals.len() == 1 && refusals[0].contains(&format!(" {reason}")), "{refusals:?}");
        assert_eq!(start_position(&mut client), "9 w");
    }
    rename(&folder, "heap_second");
    reload(&daemon);
    assert_eq!(start_position(&mut client), "12 w");
    assert_answers(&mut searching);
    daemon.process.signal(Signal::TERM);
    assert!(daemon.process.wait().success());
}

#[test]
fn a_position_is_set_up_again_with_the_library_that_it_had() {
    let folder = heap("heap_first");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_LOG_LEVEL", "info").env("PLYD_PLUGINS_ISOLATION", "process");
    let daemon = Daemon::spawn(command);
    let lose_children = || {
        let lost = children(daemon.process.id());
        lost.iter().copied().for_each(end);
        let is_gone = |pid: &u32| std::fs::metadata(format!("/proc/{pid}")).is_err();
        wait_until("the children are gone", || lost.iter().all(is_gone));
    };
    let mut client = daemon.client();
    // Only the library says how many counters a start position has.
    assert_eq!(start_position(&mut client), "9 w");
    rename(&folder, "heap_second");
    reload(&daemon);
    assert_eq!(version(&mut client), "0.2.0");
    assert_eq!(client.ask("query fen"), ["response 9 w"]);
    lose_children();
    assert_eq!(client.ask("query fen"), ["response 9 w"]);
    lose_children();
    assert!(client.go("go depth 9").last().is_some_and(|line| line.starts_with("bestmove 1")));
    assert_eq!(client.ask("query fen"), ["response 9 w"]);
    // A new position has the new library, and keeps it when its child is lost.
    assert_eq!(start_position(&mut client), "12 w");
    assert_eq!(start_position(&mut daemon.client()), "12 w");
    lose_children();
    assert_eq!(client.ask("query fen"), ["response 12 w"]);
}
