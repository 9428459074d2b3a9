//! A session in memory, without a process and without games: the loop itself.

use plyd_session::{Engine, Pipe, SessionEnd, SharedSettings, Transport, serve};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that finds no game, so that these tests need no built library.
fn engine(change: impl FnOnce(&mut SharedSettings)) -> Arc<Engine> {
    let mut settings = SharedSettings::default();
    settings.plugins.standard_folders = false;
    change(&mut settings);
    Engine::new(settings, None, None).expect("an engine without games is one")
}

/// Starts a session; returns the client's end and what becomes of the session.
fn start(engine: Arc<Engine>, shutdown: &CancellationToken) -> (DuplexStream, tokio::task::JoinHandle<SessionEnd>) {
    let (client, server) = duplex(1_024);
    let (reader, writer) = tokio::io::split(server);
    (client, tokio::spawn(serve(engine, Pipe(reader), writer, Transport::Pipe, shutdown.clone())))
}

/// Everything said in answer to these lines and the end of input.
async fn dialogue(lines: &str) -> String {
    let (mut client, session) = start(engine(|_| {}), &CancellationToken::new());
    client.write_all(lines.as_bytes()).await.expect("the session reads");
    client.shutdown().await.expect("the input can be closed");
    let mut said = String::new();
    timeout(PATIENCE, client.read_to_string(&mut said)).await.expect("the session ends").expect("it says text");
    assert!(matches!(session.await.expect("no panic"), SessionEnd::Done { .. }));
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_game_every_go_still_gets_its_bestmove() {
    let said = dialogue("go\nposition startpos\ngo perft 1\nisready\n").await;
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 5, "{said}");
    for (place, code) in [(0, "no-game"), (2, "no-game"), (3, "bad-go the last position was refused: no game")] {
        assert!(lines[place].starts_with(&format!("info string error {code} ")), "{said}");
    }
    assert_eq!((lines[1], lines[4]), ("bestmove (none)", "readyok"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_without_games_offers_no_empty_choice_of_games() {
    let said = dialogue("uci\n").await;
    assert!(said.contains("option name Algorithm type combo default auto "), "{said}");
    assert!(!said.contains("UCI_Variant"), "{said}");
    assert!(said.ends_with("uciok\n"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_says_so_and_ends_the_session() {
    let shutdown = CancellationToken::new();
    let (mut client, session) = start(engine(|_| {}), &shutdown);
    shutdown.cancel();
    let mut said = String::new();
    timeout(PATIENCE, client.read_to_string(&mut said)).await.expect("the session ends").expect("it says text");
    assert!(said.starts_with("info string error shutdown "), "{said}");
    assert_eq!(session.await.expect("no panic"), SessionEnd::Done { had_errors: false });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_given_up() {
    let engine = engine(|settings| (settings.session.write_seconds, settings.session.output_bytes) = (1, 4_096));
    let (mut client, session) = start(engine, &CancellationToken::new());
    let flood = "help\n".repeat(10_000);
    // The session stops reading when its output is full, so that not all of the flood is taken.
    let _ = timeout(Duration::from_millis(200), client.write_all(flood.as_bytes())).await;
    let end = timeout(PATIENCE, session).await.expect("the session ends").expect("no panic");
    assert_eq!(end, SessionEnd::Vanished);
}
