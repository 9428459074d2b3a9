//! A search that is watched over its WebSocket.

use super::socket::{self, ask_for};
use crate::TestServer;
use serde_json::Value;

/// The lines `tree` among these, and the nodes of the last ones.
fn trees(lines: &[String]) -> (Vec<Value>, Vec<Value>) {
    let lines: Vec<Value> = lines
        .iter()
        .filter_map(|line| Some(serde_json::from_str(line.strip_prefix("tree ")?).expect("it is JSON")))
        .collect();
    let last = lines.iter().filter(|line| line["last"] == true);
    let nodes = last.flat_map(|line| line["tree"].as_array().expect("a list").clone()).collect();
    (lines, nodes)
}

#[test]
fn a_search_is_watched_from_its_beginning() {
    let served = TestServer::start("tictactoe", |_| {});
    let mut socket = socket::enter(&served);
    socket.send("setoption name Algorithm value minimax");
    socket.send("go depth 3");
    assert!(trees(&socket.until("bestmove ")).0.is_empty(), "nobody watches yet");
    socket.send("watch on plies 2 nodes 50");
    socket.send("go depth 3");
    let (_, nodes) = trees(&socket.until("bestmove "));
    // 1 + 9 + 72 of them are within two plies, and 1 + 9 + 72 + 504 in all.
    // A part of the room is for the first ply alone, so all of it is there.
    assert_eq!(nodes.iter().skip(1).filter(|node| node["in"] == 0).count(), 9);
    assert_eq!(nodes.len(), 48);
    let number = |node: &Value, field: &str| node[field].as_u64().expect("a number");
    assert_eq!((number(&nodes[0], "nodes"), number(&nodes[0], "visits"), number(&nodes[0], "cuts")), (586, 1, 0));
    for (place, node) in nodes.iter().enumerate().skip(1) {
        assert_eq!(number(node, "id"), place as u64);
        let parent = &nodes[number(node, "in") as usize];
        assert!(number(node, "id") > number(node, "in"));
        let (turn, count) = if number(parent, "id") == 0 { ("min", 1 + 8 + 56) } else { ("max", 1 + 7) };
        assert_eq!((&node["turn"], number(node, "nodes")), (&turn.into(), count), "{node}");
        assert_eq!((&node["value"], &node["bound"]), (&0.into(), &"exact".into()), "{node}");
    }
    // A longer search reports more than once, and the watch lasts.
    socket.send("setoption name UCI_Variant value chess");
    socket.send("setoption name Algorithm value pvs");
    socket.send("go infinite");
    socket.until("tree ");
    socket.until("tree ");
    socket.send("known");
    let known = socket.until("known ");
    let known: Value = serde_json::from_str(&known[known.len() - 1]["known ".len()..]).expect("it is JSON");
    assert_eq!((&known["turn"], &known["count"]), (&"max".into(), &20.into()));
    socket.send("stop");
    let (_, nodes) = trees(&socket.until("bestmove "));
    socket.send("known");
    let known = socket.line();
    assert!(known.contains(r#""depth":"#), "a selective search has left nothing: {known}");
    assert!(nodes.len() > 10 && nodes.iter().any(|node| node["cuts"] != 0), "{nodes:?}");
    socket.send("watch off");
    socket.send("go depth 3");
    assert!(trees(&socket.until("bestmove ")).0.is_empty());
}

#[test]
fn only_a_match_has_a_feed() {
    let served = TestServer::start("tictactoe", |_| {});
    let host = served.web.address().to_string();
    let (head, _) = ask_for("/feed", &served.web, &host, &format!("Origin: http://{host}\r\n"));
    assert!(head.starts_with("HTTP/1.1 404 "), "{head}");
}
