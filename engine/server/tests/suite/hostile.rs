//! Clients that want in at any price, or want nobody else to get in.

use super::{TestServer, assert_ready, enter, with_tokens};
use plyd_linked::Client;
use std::fs;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

/// The answer to an unknown token.
const UNKNOWN: &str = "info string error auth-failed the server does not know this token";

fn wrong(served: &TestServer) -> String {
    answer(guess(served))
}

/// A client that sends an unknown token.
fn guess(served: &TestServer) -> Client {
    let mut client = served.client();
    client.send(&format!("auth plyd_token_{:064x}", 7));
    client
}

/// The one line of its answer.
fn answer(mut client: Client) -> String {
    let said = client.rest();
    assert_eq!(said.len(), 1, "{said:?}");
    said[0].clone()
}

#[test]
fn wrong_tokens_are_answered_later_and_later_and_a_right_one_at_once() {
    let (served, [token]) = with_tokens("", ["play"]);
    let mut inside = enter(&served, &token);
    let begun = Instant::now();
    for _ in 0..3 {
        assert_eq!(wrong(&served), UNKNOWN);
    }
    // 200, 400 and 600 ms; one more is forgiven every six seconds.
    assert!(begun.elapsed() >= Duration::from_millis(900), "{:?}", begun.elapsed());
    // However many come at the same time, whoever has a token gets in from the same address, and whoever is inside
    // stays.
    let guesses: Vec<Client> = (0..24).map(|_| guess(&served)).collect();
    let begun = Instant::now();
    assert_ready(&mut enter(&served, &token));
    assert!(begun.elapsed() < Duration::from_millis(200), "{:?}", begun.elapsed());
    assert!(guesses.into_iter().map(answer).all(|answer| answer == UNKNOWN));
    assert_ready(&mut enter(&served, &token));
    assert_ready(&mut inside);
}

/// Each comes from an address of its own, so that none waits for what another has tried.
#[test]
fn no_part_of_a_token_and_nothing_like_it_opens() {
    let (served, [token]) = with_tokens("", ["play"]);
    let hash = fs::read_to_string(&served.token_file).expect("it is made");
    let hash = hash.lines().last().and_then(|line| line.split(' ').nth(1)).expect("a hash").to_owned();
    let texts = [&token[..token.len() - 1], &format!("{token}0"), &token.to_uppercase(), &hash, "play", "*", "\0"];
    let asked = texts.iter().enumerate().map(|(place, text)| {
        let mut client = served.client_at(&format!("192.0.2.{place}"));
        client.send(&format!("auth {text}"));
        client
    });
    for (mut client, text) in asked.collect::<Vec<_>>().into_iter().zip(texts) {
        assert_eq!(client.rest(), [UNKNOWN], "{text:?}");
    }
}

#[test]
fn endless_first_lines_are_cut_off_at_once() {
    let (served, [token]) = with_tokens("", ["play"]);
    let flood = |beginning: &str| {
        let mut wire = served.wire();
        wire.write_all(beginning.as_bytes()).expect("the server reads");
        // It ends with the connection.
        while wire.write(&[b'x'; 4_096]).is_ok() {}
        let said = wire.rest();
        assert!(said.starts_with("info string error auth-required "), "{said}");
    };
    thread::scope(|scope| {
        for beginning in ["auth ", "", "\n"] {
            scope.spawn(move || flood(beginning));
        }
    });
    assert_ready(&mut enter(&served, &token));
}
