//! TCP clients that leave while a search runs: by end of input, by a reset, or without a word.

use plyd_tests::{Client, Daemon, PATIENCE, PluginFolder};
use std::net::{Shutdown, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A daemon that plays on a heap so large that no search ends by itself. `grace` is in seconds.
fn daemon(grace: &str) -> Daemon {
    let folder = PluginFolder::new(&["heap"]);
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--option", "Algorithm=minimax"]);
    command.env("PLYD_SESSION_END_OF_INPUT_SECONDS", grace).env("PLYD_LOG_LEVEL", "info");
    Daemon::spawn(command)
}

/// A session whose search has printed something.
fn searching(daemon: &Daemon, go: &str) -> (Client, TcpStream) {
    let stream = daemon.stream();
    let duplicate = || stream.try_clone().expect("a socket can be duplicated");
    let mut client = Client::new(duplicate(), duplicate());
    client.send("position fen 900 w");
    client.send(go);
    client.until("info depth 2 ");
    (client, stream)
}

fn end_input(stream: &TcpStream) {
    stream.shutdown(Shutdown::Write).expect("the connection is there");
}

fn assert_ends_with_bestmove(client: &mut Client) {
    let rest = client.rest();
    let last = rest.last().expect("something was said");
    assert!(last.starts_with("bestmove 1") || last.starts_with("bestmove 2"), "{rest:?}");
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{rest:?}");
    assert!(!rest.iter().any(|line| line.contains(" error ")), "{rest:?}");
}

/// Waits until the process uses hardly any processor time.
#[cfg(target_os = "linux")]
fn assert_falls_silent(daemon: &Daemon) {
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", daemon.process.id())).expect("the daemon runs");
        // The fields behind the name in brackets; user and system time are the 12th and 13th of it.
        let (_, fields) = stat.rsplit_once(')').expect("it has a name");
        fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum::<u64>()
    };
    let deadline = Instant::now() + PATIENCE;
    loop {
        let before = ticks();
        sleep(Duration::from_secs(1));
        // A search would use all of that second, which is a hundred ticks.
        if ticks() - before < 20 {
            return;
        }
        assert!(Instant::now() < deadline, "a search goes on");
    }
}

#[cfg(not(target_os = "linux"))]
fn assert_falls_silent(_daemon: &Daemon) {}

#[test]
fn after_the_end_of_input_a_search_runs_to_its_own_end() {
    let daemon = daemon("3600");
    let begun = Instant::now();
    let (mut client, stream) = searching(&daemon, "go movetime 2000");
    end_input(&stream);
    assert_ends_with_bestmove(&mut client);
    assert!(begun.elapsed() >= Duration::from_millis(1_900), "the search was cut short");
    drop((client, stream));
    daemon.log_until("ends end=Done");
}

#[test]
fn after_the_end_of_input_there_is_no_more_than_the_grace() {
    let daemon = daemon("1");
    let (mut client, stream) = searching(&daemon, "go movetime 3600000");
    end_input(&stream);
    assert_ends_with_bestmove(&mut client);
    assert_falls_silent(&daemon);
}

#[test]
fn after_the_end_of_input_a_search_without_an_end_stops_at_once() {
    let daemon = daemon("3600");
    for go in ["go infinite", "go ponder wtime 3600000 btime 3600000"] {
        let (mut client, stream) = searching(&daemon, go);
        end_input(&stream);
        assert_ends_with_bestmove(&mut client);
    }
    assert_falls_silent(&daemon);
}

#[test]
fn lines_before_the_end_of_input_are_still_obeyed() {
    let daemon = daemon("3600");
    let (mut client, stream) = searching(&daemon, "go infinite");
    client.send("stop\nposition fen 2 w\nquery fen\ngo depth 1");
    end_input(&stream);
    let rest = client.rest();
    let replies: Vec<_> = rest.iter().filter(|line| !line.starts_with("info")).map(String::as_str).collect();
    let [first, "response 2 w", "bestmove 2"] = replies[..] else { panic!("{rest:?}") };
    assert!(first.starts_with("bestmove "), "{rest:?}");
}

#[test]
fn a_reset_ends_the_search() {
    let daemon = daemon("3600");
    let stream = daemon.stream();
    let mut writer = Client::new(std::io::empty(), stream.try_clone().expect("a socket can be duplicated"));
    writer.send("position fen 900 w\ngo infinite");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
    assert!(stream.peek(&mut [0; 1]).is_ok_and(|count| count == 1), "the search tells something");
    // A connection closed with something unread is reset.
    drop((writer, stream));
    daemon.log_until("ends end=Vanished");
    assert_falls_silent(&daemon);
}

#[test]
fn a_client_that_is_gone_is_noticed_after_its_end_of_input() {
    let daemon = daemon("3600");
    let stream = daemon.stream();
    let mut client = Client::new(std::io::empty(), stream.try_clone().expect("a socket can be duplicated"));
    client.send("position fen 900 w\nisready");
    // All is read, so that closing is a mere end of input at first; the next info line is answered by a reset.
    let mut reader = std::io::BufReader::new(stream);
    let mut line = String::new();
    std::io::BufRead::read_line(&mut reader, &mut line).expect("the daemon answers");
    assert_eq!(line, "readyok\n");
    client.send("go movetime 3600000");
    drop((client, reader));
    daemon.log_until("ends end=Vanished");
    assert_falls_silent(&daemon);
}

#[test]
fn a_client_that_leaves_disturbs_no_other() {
    let daemon = daemon("3600");
    let (mut stays, _stream) = searching(&daemon, "go infinite");
    for _ in 0..20 {
        let (mut leaves, stream) = searching(&daemon, "go infinite");
        leaves.close_input();
        stream.shutdown(Shutdown::Both).expect("the connection is there");
    }
    assert!(!stays.ask("debug off").iter().any(|line| line.starts_with("info string")));
    let rest = stays.go("stop");
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    drop((stays, _stream));
    assert_falls_silent(&daemon);
}
