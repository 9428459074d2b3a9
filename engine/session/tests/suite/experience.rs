//! What a session has learnt stays with it until it forgets, and is not shared with others.

use plyd_linked::{Client, Engine, Server, info_field};

const START: &str = "position startpos";
const LATER: &str = "position startpos moves d d e";

/// The nodes of a search of this position.
fn nodes(client: &mut Client, position: &str) -> u64 {
    assert!(client.ask(position).is_empty());
    let lines = client.go("go depth 9");
    let mut counts = lines.iter().rev().filter_map(|line| info_field(line, "nodes")?.parse().ok());
    counts.next().expect("an iteration tells its nodes")
}

#[test]
fn a_new_game_and_other_options_make_a_session_forget_what_it_has_learnt() {
    for hash in ["0", "16"] {
        let hash = format!("setoption name Hash value {hash}");
        let mut fresh = Engine::start("cfour");
        assert!(fresh.ask(&hash).is_empty());
        let expected = nodes(&mut fresh, LATER);
        let mut engine = Engine::start("cfour");
        assert!(engine.ask(&hash).is_empty());
        for forget in [
            &["ucinewgame"][..],
            &["setoption name Clear Hash"],
            &["setoption name Aspiration value false", "setoption name Aspiration value true"],
            &["setoption name UCI_Variant value kalah", "setoption name UCI_Variant value cfour"],
        ] {
            nodes(&mut engine, START);
            assert_ne!(nodes(&mut engine, LATER), expected, "{hash}: nothing was learnt");
            forget.iter().for_each(|line| drop(engine.ask(line)));
            assert_eq!(nodes(&mut engine, LATER), expected, "{hash}: {forget:?}");
        }
    }
}

#[test]
fn a_session_learns_nothing_from_another_one() {
    let server = Server::start("cfour", |_| {});
    let (mut first, mut second) = (server.client(), server.client());
    let expected = nodes(&mut first, LATER);
    nodes(&mut first, START);
    assert_eq!(nodes(&mut second, LATER), expected);
}
