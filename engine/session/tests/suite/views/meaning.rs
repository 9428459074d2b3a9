//! The clicks that each move should take, derived from its text and the position's, without the game's own code.

use super::clicks::{ViewedBoard, list, text};
use plyd_trials::{Shipped, Steps};

/// The steps of a move of a game; `setup` is the position before it. Those that a game does not
/// say in its game.toml need code, which is here.
pub(super) fn steps(game: &str, setup: &str, mv: &str, board: &ViewedBoard) -> Option<Vec<String>> {
    if let Some(steps) = Shipped::of(game).clicks.steps {
        return Some(match steps {
            Steps::Placed => vec![placed(mv)],
            Steps::Squares => mv.as_bytes().chunks(2).map(|square| String::from_utf8_lossy(square).into()).collect(),
            Steps::Text => vec![mv.into()],
            Steps::Unknown => return None,
        });
    }
    let steps: Vec<String> = match game {
        // A player who passes moves from a cell to the same cell.
        "ataxx" | "flipello" if mv[..mv.len() / 2] == mv[mv.len() / 2..] => vec!["!pass".into()],
        "ataxx" if !mv.starts_with("P@") => vec![mv[..2].into(), mv[2..].into()],
        "ataxx" | "flipello" => vec![placed(mv)],
        "chess" => chess(mv),
        "backgammon" => backgammon(mv, board),
        "checkers" => checkers(mv, board),
        "go" if mv == "pass" => vec!["!pass".into()],
        "hex" if mv == "swap" => vec!["!swap".into()],
        "go" | "hex" => vec![mv.into()],
        // The king is where it is; then the square that is removed is clicked.
        "isolation" => vec![mv[2..4].into(), mv[7..].into()],
        // On a board of at most nine ranks.
        "amazons" => vec![mv[..2].into(), mv[2..4].into(), mv[7..].into()],
        "morris" => morris(mv),
        "kalah" if setup.contains(" w ") => vec![mv.to_uppercase()],
        "kalah" => vec![mv.to_lowercase()],
        "nim" => vec![nim(setup, mv)],
        "leaftree" => vec![child(mv, board)],
        _ => panic!("{game}: say `clicks.steps` in its game.toml, or add its clicks here"),
    };
    Some(steps)
}

/// The points: one or two of the man that is placed or moved, and the one of the man that is taken.
fn morris(mv: &str) -> Vec<String> {
    mv.replace('x', "").as_bytes().chunks(2).map(|point| String::from_utf8_lossy(point).into()).collect()
}

fn placed(mv: &str) -> String {
    mv.strip_prefix("P@").expect("a placement").into()
}

fn chess(mv: &str) -> Vec<String> {
    let promotion = mv.get(4..).and_then(|letter| match letter {
        "q" => Some("=queen"),
        "r" => Some("=rook"),
        "b" => Some("=bishop"),
        "n" => Some("=knight"),
        _ => None,
    });
    [&mv[..2], &mv[2..4]].into_iter().chain(promotion).map(str::to_owned).collect()
}

/// The squares of the piece, of which the text has the first and the last, or all.
fn checkers(mv: &str, board: &ViewedBoard) -> Vec<String> {
    let named: Vec<&str> = mv.split(['-', 'x']).collect();
    let steps = board.steps(mv);
    match named[..] {
        [from, to] => assert_eq!((&*steps[0], &*steps[steps.len() - 1]), (from, to), "{mv}"),
        _ => assert_eq!(steps, named, "{mv}"),
    }
    steps
}

/// A roll and a lack of plays are buttons. Otherwise each man's way is made of steps, from a place to a place.
fn backgammon(mv: &str, board: &ViewedBoard) -> Vec<String> {
    if !mv.contains('/') {
        return vec![format!("!{mv}")];
    }
    let is_black = board.json["turn"] == "min";
    let place = |id: &str| match id.split_once('-') {
        Some((_, place)) => place.to_owned(),
        None if is_black => (25 - id.parse::<u8>().expect("a point")).to_string(),
        None => id.to_owned(),
    };
    let steps = board.steps(mv);
    let mut left: Vec<[String; 2]> = steps.chunks(2).map(|step| [place(&step[0]), place(&step[1])]).collect();
    for part in mv.split(',') {
        let (way, times) = match part.split_once('(') {
            Some((way, times)) => (way, times.trim_end_matches(')').parse().expect("a number")),
            None => (part, 1),
        };
        let points: Vec<&str> = way.split('/').map(|point| point.trim_end_matches('*')).collect();
        for _ in 0..times {
            for way in points.windows(2) {
                let mut at = way[0].to_owned();
                while at != way[1] {
                    let step = left.iter().position(|step| step[0] == at).unwrap_or_else(|| panic!("{mv}: {steps:?}"));
                    [_, at] = left.remove(step);
                }
            }
        }
    }
    assert!(left.is_empty(), "{mv}: {steps:?}");
    steps
}

/// Of three objects, two are taken by a click on the second from below.
fn nim(setup: &str, mv: &str) -> String {
    let heap = usize::from(mv.as_bytes()[0] - b'a');
    let objects: u32 = setup.split(' ').nth(heap).expect("a heap").parse().expect("a number");
    let taken: u32 = mv[1..].parse().expect("a number");
    format!("{}{}", &mv[..1], objects - taken + 1)
}

/// The child with this number from the left: an edge leads to it from the node where the game is.
fn child(mv: &str, board: &ViewedBoard) -> String {
    let at = |id: &str| list(&board.json, "spots").iter().find(|spot| spot["id"] == id).expect("a spot")["at"].clone();
    let here = list(&board.json, "marks").iter().find(|mark| mark["kind"] == "here").expect("a mark");
    let parent = at(text(&here["on"][0]));
    let below = list(&board.json, "lines").iter().filter(|line| line[0] == parent[0] && line[1] == parent[1]);
    let mut ends: Vec<_> = below.map(|line| [line[2].as_f64(), line[3].as_f64()]).collect();
    ends.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    let end = ends[mv.parse::<usize>().expect("a number")];
    let is_there = |spot: &&serde_json::Value| [spot["at"][0].as_f64(), spot["at"][1].as_f64()] == end;
    text(&list(&board.json, "spots").iter().find(is_there).expect("a child")["id"]).into()
}
