//! Which command needs which right: what a server does.

use super::{assert_ready, enter, with_tokens};

#[test]
fn a_server_does_what_the_rights_allow_and_refuses_the_rest() {
    let rights = ["watch", "play", "metrics,watch", "admin"];
    let (served, tokens) = with_tokens("tictactoe", rights);
    // A line, its answer, and who gets it.
    let lines = [
        ("query turn", "response first", &rights[..]),
        ("position startpos moves b2\nview", "view {", &rights),
        ("go depth 1", "bestmove P@", &["play", "admin"]),
        ("go perft 1", "Nodes searched: ", &["play", "admin"]),
        ("eval", "", &["play", "admin"]),
        ("games", "game ", &rights),
        ("uci", "uciok", &rights),
        ("help", "quit - ", &rights),
    ];
    for (given, token) in rights.iter().zip(&tokens) {
        let mut client = enter(&served, token);
        for (line, answer, allowed) in lines {
            let mut said = client.ask(line);
            let is_forbidden = said.iter().any(|line| line.starts_with("info string error forbidden "));
            assert_eq!(is_forbidden, !allowed.contains(given), "{given}: {line}: {said:?}");
            let is_answered = |said: &[String]| said.iter().any(|line| line.starts_with(answer));
            // A search may still be at work.
            if line.starts_with("go ") && !is_forbidden && !is_answered(&said) {
                said.extend(client.until(answer));
            }
            assert!(is_forbidden || is_answered(&said), "{given}: {line}: {said:?}");
        }
        assert_ready(&mut client);
    }
    // Every `go` has a `bestmove`, a forbidden one too; and a long line is no way around.
    let mut watcher = enter(&served, &tokens[0]);
    let long = format!("go depth 1 searchmoves{}", " b2".repeat(10_000));
    for line in ["go infinite", "go perft 3", "joho go depth 1", &long] {
        let said = watcher.go(line);
        assert!(said[0].starts_with("info string error forbidden `go` needs the right `play`"), "{said:?}");
        assert_eq!(said[1..], ["bestmove (none)"]);
    }
    watcher.send("explain");
    assert_eq!(watcher.until("explain done").len(), 2);
}

/// With no right of theirs do clients choose among the files of the server.
#[test]
fn a_client_names_networks_of_the_servers_folders_only() {
    let (served, [token]) = with_tokens("tictactoe", ["admin"]);
    let mut client = enter(&served, &token);
    for path in ["/etc/hostname", "../hostname.plydnet", "a/b.plydnet", ".."] {
        let said = client.ask(&format!("setoption name EvalFile value {path}"));
        let told = "info string error bad-value option EvalFile takes the name of a file in a folder of the server";
        assert!(said.iter().any(|line| line.starts_with(told)), "{path}: {said:?}");
    }
    let said = client.ask("setoption name EvalFile value other.plydnet");
    assert!(!said.iter().any(|line| line.contains(" error ")), "{said:?}");
    assert_ready(&mut client);
}

#[test]
fn a_token_that_allows_nothing_here_gets_no_session() {
    let (served, [token, other]) = with_tokens("tictactoe", ["metrics", "play"]);
    let mut refused = served.client();
    refused.send(&format!("auth {token}"));
    let error = "info string error forbidden a session needs the right `watch` or `play`, and this token has `metrics`";
    assert_eq!(refused.rest(), [error]);
    assert_ready(&mut enter(&served, &other));
}
