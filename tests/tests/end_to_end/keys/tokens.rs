//! Tokens on the wire: who is let in, and until when. More is tested in memory, in `engine/server/tests`.

use super::{Keys, REVOKED_WITHIN, assert_ready, bridge, enter, set_mode, until_answered};
use plyd_tests::{Daemon, PATIENCE, Transcript, command};
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

/// The dialogues of protocol.md with a server that needs a token. `TOKEN` is one, and every other token is unknown.
#[test]
fn the_dialogues_of_the_document_are_what_a_server_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol.md");
    let text = fs::read_to_string(path).expect("the document is readable");
    let (_, section) = text.split_once("### Tokens").expect("it has the section");
    let keys = Keys::new();
    let token = keys.new_token("laptop", "watch");
    let section = section
        .split("\n### ")
        .next()
        .expect("a section has an end")
        .replace("> auth TOKEN", &format!("> auth {token}"));
    // In the document they are no transcripts of a session on standard input.
    let section = section.replace("```dialogue", "```transcript");
    let transcripts = Transcript::all("protocol.md, Tokens", &section);
    assert!(transcripts.len() >= 2, "{} dialogues", transcripts.len());
    let daemon = keys.daemon(&["--game", "tictactoe"]);
    for transcript in &transcripts {
        transcript.run(&mut daemon.client());
    }
}

#[test]
fn a_client_that_is_silent_is_sent_away_after_five_seconds() {
    let keys = Keys::new();
    keys.new_token("laptop", "play");
    let daemon = keys.daemon(&[]);
    let (mut silent, mut slow) = (daemon.client(), daemon.client());
    let begun = Instant::now();
    slow.send_bytes(b"auth ");
    for client in [&mut silent, &mut slow] {
        let said = client.rest();
        assert!(said.len() == 1 && said[0].contains("auth-required no token came within 5 seconds"), "{said:?}");
    }
    // What is too early is a fault; a busy machine is late.
    assert!(begun.elapsed() >= Duration::from_millis(4_900), "{:?}", begun.elapsed());
}

#[test]
fn a_revoked_token_ends_its_sessions_and_no_others() {
    let keys = Keys::new();
    let (laptop, desktop) = (keys.new_token("laptop", "play"), keys.new_token("desktop", "play"));
    let daemon = keys.daemon(&["--game", "tictactoe"]);
    let mut idle = enter(&daemon, &laptop);
    let mut searching = enter(&daemon, &laptop);
    let mut other = enter(&daemon, &desktop);
    searching.send("go infinite\nisready");
    searching.until("readyok");
    // This one never reads, and is full of answers.
    let mut deaf = daemon.stream();
    deaf.write_all(format!("auth {laptop}\n{}", "uci\n".repeat(2_000)).as_bytes()).expect("the daemon reads");
    let begun = Instant::now();
    keys.revoke("laptop");
    let revoked = "info string error auth-revoked the token of this connection was revoked; the connection is closed";
    assert_eq!(idle.rest(), [revoked]);
    let said = searching.rest();
    assert!(said.contains(&revoked.to_owned()), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
    assert!(begun.elapsed() < REVOKED_WITHIN, "{:?}", begun.elapsed());
    assert_ready(&mut other);
    until_answered(&daemon, &laptop, "info string error auth-failed");
    // A new token counts as soon as the file is read again, without a signal.
    let tablet = keys.new_token("tablet", "play");
    until_answered(&daemon, &tablet, "authok");
}

#[test]
fn a_client_that_does_not_read_is_cut_off_when_its_token_is_revoked() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&[]);
    let mut deaf = daemon.stream();
    deaf.write_all(format!("auth {token}\n").as_bytes()).expect("the daemon reads");
    deaf.set_write_timeout(Some(Duration::from_millis(500))).expect("a socket has a timeout");
    // Until the daemon takes no more, as its answers are not taken.
    while deaf.write(&b"uci\n".repeat(1 << 14)).is_ok() {}
    let begun = Instant::now();
    keys.revoke("laptop");
    daemon.log_until("disconnected: its token was revoked");
    assert!(begun.elapsed() < REVOKED_WITHIN, "{:?}", begun.elapsed());
}

#[test]
fn changed_rights_count_for_those_who_come_next() {
    let keys = Keys::new();
    let token = keys.new_token("board", "watch");
    let daemon = keys.daemon(&["--game", "tictactoe"]);
    let mut old = enter(&daemon, &token);
    let file = fs::read_to_string(keys.path("tokens")).expect("it is made");
    keys.private("tokens", &file.replace(" watch\n", " play\n"));
    assert!(old.rest()[0].starts_with("info string error auth-revoked "));
    let mut new = enter(&daemon, &token);
    assert!(new.go("go depth 1").last().is_some_and(|line| line.starts_with("bestmove P@")));
}

/// Some programs empty a file and then write it, and a server can read it at any moment.
#[test]
fn a_file_that_is_rewritten_in_place_revokes_nobody() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&["--game", "tictactoe"]);
    let mut client = enter(&daemon, &token);
    let (file, text) = (keys.path("tokens"), fs::read_to_string(keys.path("tokens")).expect("it is made"));
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(2_900) {
        for (part, time) in [("", 8), (&text[..text.len() / 2], 8), (&text, 9)] {
            fs::write(&file, part).expect("it is ours");
            std::thread::sleep(Duration::from_millis(time));
        }
    }
    assert_ready(&mut client);
    assert_ready(&mut enter(&daemon, &token));
}

#[cfg(feature = "long-tests")]
#[test]
fn an_emptied_file_revokes_all() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&["--game", "tictactoe"]);
    let mut client = enter(&daemon, &token);
    let begun = Instant::now();
    fs::write(keys.path("tokens"), "").expect("it is ours");
    assert!(client.rest()[0].starts_with("info string error auth-revoked "));
    assert!(begun.elapsed() < REVOKED_WITHIN, "{:?}", begun.elapsed());
}

#[test]
fn a_broken_file_leaves_the_tokens_as_they_are_and_a_missing_one_leaves_none() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&[]);
    let mut client = enter(&daemon, &token);
    let right = fs::read_to_string(keys.path("tokens")).expect("it is made");
    keys.private("tokens", "nonsense\n");
    let log = daemon.log_until("the tokens stay as they are").join("\n");
    assert!(log.contains("line 1: a line must be NAME SHA256 RIGHTS"), "{log}");
    assert_ready(&mut client);
    keys.private("tokens", &right);
    daemon.log_until("the token file is valid again");
    set_mode(&keys.path("tokens"), 0o644);
    let log = daemon.log_until("the tokens stay as they are").join("\n");
    assert!(log.contains("other users can read or change it"), "{log}");
    assert_ready(&mut client);
    fs::remove_file(keys.path("tokens")).expect("it is there");
    daemon.log_until("no token counts");
    assert!(client.rest()[0].starts_with("info string error auth-revoked "));
}

#[test]
fn the_bridge_sends_the_token_and_says_why_it_is_refused() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&["--game", "tictactoe"]);
    let address = daemon.address().to_string();
    let right = keys.private("right", &format!("{token}\n"));
    let mut client = bridge(&[&address, "--token-file", &right]);
    assert_eq!(client.ask("debug off"), [""; 0], "the answer to `auth` is not the GUI's");
    assert!(client.go("go depth 1").last().is_some_and(|line| line.starts_with("bestmove ")));
    client.send("quit");
    assert!(client.rest().is_empty() && client.process.wait().success());

    let wrong = keys.private("wrong", &format!("plyd_token_{:064}\n", 1));
    let refused = super::run(&["connect", &address, "--token-file", &wrong]);
    assert_eq!((refused.status.code(), &*refused.output), (Some(1), ""));
    let said = "refuses the token: auth-failed the server does not know this token";
    assert!(refused.errors.contains(said) && !refused.errors.contains("plyd_token_"), "{}", refused.errors);
    // Without a token the GUI itself sees the error.
    let mut without = bridge(&[&address]);
    without.send("uci");
    assert!(without.rest()[0].starts_with("info string error auth-required "));
}

#[test]
fn a_server_without_tokens_takes_any() {
    let keys = Keys::new();
    let daemon = Daemon::start(&[]);
    let file = keys.private("token", &format!("plyd_token_{:064}\n", 1));
    let mut client = bridge(&[&daemon.address().to_string(), "--token-file", &file]);
    assert_ready(&mut client);
    // The same on standard input, which asks for no token.
    let mut engine = plyd_tests::Engine::start(&[]);
    engine.send("auth anything\nisready");
    assert_eq!((engine.line(), engine.line()), ("authok".into(), "readyok".into()));
}

#[test]
fn nothing_secret_is_logged() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let unknown = format!("plyd_token_{:064x}", 0xabc_def);
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--token-file", &keys.text("tokens")]);
    serve.env("PLYD_LOG_LEVEL", "trace");
    let daemon = Daemon::spawn(serve);
    let mut client = enter(&daemon, &token);
    client.send(&format!("auth {token}\nauht {token}\nsetoption name {token} value 1\n{token}\nquit"));
    let said = client.rest();
    assert!(said.iter().all(|line| !line.contains(&token)), "{said:?}");
    let mut client = daemon.client();
    client.send(&format!("auth {unknown}"));
    client.rest();
    daemon.log_until("a client was refused");
    drop(daemon.client());
    let mut log = daemon.log_until("a client").join("\n");
    log.push_str(&daemon.log().join("\n"));
    assert!(!log.contains(&token[11..]) && !log.contains(&unknown[11..]), "{log}");
}

#[test]
fn a_token_is_not_an_argument() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let refused = super::run(&["connect", "127.0.0.1:9", "--token", &token]);
    assert!(refused.status.code() == Some(1) && refused.errors.contains("needs the file of a token"), "{refused:?}");
    assert!(!refused.errors.contains(&token), "{refused:?}");
    assert_eq!(super::run(&["connect", "127.0.0.1:9", &token]).status.code(), Some(2));
    // A pipe keeps it off the disk too.
    let daemon = keys.daemon(&[]);
    let mut shell = std::process::Command::new("bash");
    let plyd = plyd_tests::binary();
    plyd_tests::copy_environment(&plyd_tests::command(&[]), &mut shell);
    shell.args(["-c", "exec \"$0\" connect \"$1\" --token-file <(printf '%s\\n' \"$TOKEN\")"]);
    shell.arg(plyd).arg(daemon.address().to_string()).env("TOKEN", &token);
    let mut client = plyd_tests::Engine::spawn(shell);
    assert_ready(&mut client);
    let begun = Instant::now();
    client.send("quit");
    assert!(client.process.wait().success() && begun.elapsed() < PATIENCE);
}
