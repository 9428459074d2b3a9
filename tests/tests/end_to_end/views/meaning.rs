//! The clicks that each move should take, told from its text and the position's, without the game's own code.

use super::clicks::{Board, list, text};

/// The steps of a move of a game; `setup` is the position before it.
pub(super) fn steps(game: &str, setup: &str, mv: &str, board: &Board) -> Vec<String> {
    let steps: Vec<String> = match game {
        "tictactoe" | "cfour" => vec![placed(mv)],
        // A player who passes moves from a cell to the same cell.
        "ataxx" | "flipello" if mv[..mv.len() / 2] == mv[mv.len() / 2..] => vec!["!pass".into()],
        "ataxx" if !mv.starts_with("P@") => vec![mv[..2].into(), mv[2..].into()],
        "ataxx" | "flipello" => vec![placed(mv)],
        "chess" => chess(mv),
        "breakthrough" => vec![mv[..2].into(), mv[2..].into()],
        "kalah" if setup.contains(" w ") => vec![mv.to_uppercase()],
        "kalah" => vec![mv.to_lowercase()],
        "nim" => vec![nim(setup, mv)],
        "leaftree" => vec![child(mv, board)],
        _ => panic!("no clicks are known for {game}"),
    };
    steps
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

/// Of three objects, two are taken by a click on the second from below.
fn nim(setup: &str, mv: &str) -> String {
    let heap = usize::from(mv.as_bytes()[0] - b'a');
    let objects: u32 = setup.split(' ').nth(heap).expect("a heap").parse().expect("a number");
    let taken: u32 = mv[1..].parse().expect("a number");
    format!("{}{}", &mv[..1], objects - taken + 1)
}

/// The child with this number from the left: an edge leads to it from the node where the game is.
fn child(mv: &str, board: &Board) -> String {
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
