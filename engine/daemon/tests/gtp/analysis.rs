//! Analysis as Sabaki uses it: lines about the best moves until the next line comes.

use super::{answer, ask, obey, start};
use plyd_linked::Engine;

const FAST: [&str; 4] = ["--option", "Algorithm=mcts", "--option", "Threads=1"];

/// What a line says of a move, read without the program's own code.
#[derive(Debug)]
struct AnalysedMove {
    mv: String,
    visits: u64,
    winrate: String,
    lcb: f64,
    order: usize,
    pv: Vec<String>,
}

/// The parts of a line.
fn parts(line: &str) -> Vec<AnalysedMove> {
    let parts = line.strip_prefix("info ").unwrap_or_else(|| panic!("`{line}`")).split(" info ");
    let told = parts.map(|part| {
        let words: Vec<&str> = part.split(' ').collect();
        let pv = words.iter().position(|&word| word == "pv").expect("a line of play");
        let keys: Vec<&str> = words[..pv].iter().step_by(2).copied().collect();
        assert_eq!(keys, ["move", "visits", "winrate", "lcb", "order"], "{line}");
        AnalysedMove {
            mv: words[1].into(),
            visits: words[3].parse().expect("a number"),
            winrate: words[5].into(),
            lcb: words[7].parse().expect("a number"),
            order: words[9].parse().expect("a number"),
            pv: words[pv + 1..].iter().map(|&word| word.to_owned()).collect(),
        }
    });
    told.collect()
}

fn check(told: &[AnalysedMove], legal: &[&str]) {
    let mut moves: Vec<&str> = told.iter().map(|told| told.mv.as_str()).collect();
    for (order, told) in told.iter().enumerate() {
        assert!(told.order == order && told.visits > 0 && told.pv.first() == Some(&told.mv), "{told:?}");
        let winrate: f64 = told.winrate.parse().expect("a number");
        assert!(winrate >= told.lcb && told.lcb >= 0.0, "{told:?}");
        assert!(legal.contains(&told.mv.as_str()) || told.mv == "pass", "{told:?}");
    }
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), told.len(), "a move comes twice: {told:?}");
}

/// The legal moves of a colour.
fn legal(engine: &mut Engine, colour: &str) -> String {
    ask(engine, &format!("all_legal {colour}")).trim_start_matches("= ").to_owned()
}

#[test]
fn the_best_moves_are_told_until_the_next_line() {
    let mut engine = start(&FAST);
    obey(&mut engine, &["boardsize 5", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    let listed = legal(&mut engine, "w");
    let moves: Vec<&str> = listed.split(' ').collect();
    engine.send("7 lz-analyze W 10");
    assert_eq!(engine.line(), "=7");
    let lines: Vec<Vec<AnalysedMove>> = (0..3).map(|_| parts(&engine.line())).collect();
    for told in &lines {
        check(told, &moves);
        assert!(told.len() > 1 && told.len() <= 10, "{told:?}");
        assert!(told.iter().all(|told| told.winrate.parse::<u32>().is_ok_and(|parts| parts <= 10_000)), "{told:?}");
    }
    let visits = |told: &[AnalysedMove]| -> u64 { told.iter().map(|told| told.visits).sum() };
    assert!(visits(&lines[2]) > visits(&lines[0]), "{lines:?}");
    // Many more moves were visited than those that come first, so that these are no nodes of all.
    assert!(lines[2].iter().any(|told| told.visits != lines[2][0].visits), "{lines:?}");
    engine.send("8 name");
    let rest = answer(&mut engine);
    assert!(rest.is_empty() || rest.lines().all(|line| line.starts_with("info move ")), "{rest}");
    assert_eq!(answer(&mut engine), "=8 plyd");
    assert_eq!(ask(&mut engine, "showboard"), before);
    // Out of turn too, and from then on as before.
    engine.send("lz-analyze b interval 5 maxmoves 2");
    assert_eq!(engine.line(), "=");
    let told = parts(&engine.line());
    assert!(told.len() <= 2, "{told:?}");
    engine.send("");
    answer(&mut engine);
    assert_eq!(ask(&mut engine, "showboard"), before);
    obey(&mut engine, &["genmove w"]);
}

#[test]
fn lines_of_katago_have_fractions() {
    let mut engine = start(&FAST);
    obey(&mut engine, &["boardsize 5"]);
    let listed = legal(&mut engine, "b");
    engine.send("kata-analyze 5 ownership true maxmoves 3 rootInfo true");
    assert_eq!(engine.line(), "=");
    let told = parts(&engine.line());
    check(&told, &listed.split(' ').collect::<Vec<_>>());
    assert!(told.len() <= 3, "{told:?}");
    for told in &told {
        let winrate: f64 = told.winrate.parse().expect("a number");
        assert!(told.winrate.contains('.') && (0.0..=1.0).contains(&winrate), "{told:?}");
    }
    engine.send("name");
    answer(&mut engine);
    assert_eq!(answer(&mut engine), "= plyd");
}

#[test]
fn some_moves_are_left_out_if_that_is_wanted() {
    let mut engine = start(&FAST);
    obey(&mut engine, &["boardsize 3"]);
    for (line, allowed) in [
        ("lz-analyze b 5 allow b a1,B2 5", &["A1", "B2"][..]),
        ("lz-analyze b 5 avoid b A1,A2,A3,B1,B2,B3,pass 5 avoid w C1 5", &["C1", "C2", "C3"]),
    ] {
        engine.send(line);
        assert_eq!(engine.line(), "=");
        let told = parts(&engine.line());
        assert!(told.iter().all(|told| allowed.contains(&told.mv.as_str())), "{line}: {told:?}");
        engine.send("");
        answer(&mut engine);
    }
    // All are there again.
    engine.send("lz-analyze b 5 minmoves 10");
    assert_eq!(engine.line(), "=");
    assert!(parts(&engine.line()).len() > 3);
    engine.send("");
    answer(&mut engine);
}

#[test]
fn a_move_is_found_and_played_with_such_lines() {
    let mut engine = start(&[&FAST[..], &["--movetime", "300"]].concat());
    obey(&mut engine, &["boardsize 5"]);
    for (line, name) in [("lz-genmove_analyze b 5", "B"), ("kata-genmove_analyze w 5", "W")] {
        let listed = legal(&mut engine, name);
        engine.send(line);
        // A command that comes meanwhile waits.
        engine.send("name");
        assert_eq!(engine.line(), "=");
        let rest = answer(&mut engine);
        let (lines, last) = rest.rsplit_once('\n').expect("some lines");
        lines.lines().for_each(|line| check(&parts(line), &listed.split(' ').collect::<Vec<_>>()));
        let played = last.strip_prefix("play ").unwrap_or_else(|| panic!("{rest}"));
        assert_eq!(answer(&mut engine), "= plyd");
        assert!(ask(&mut engine, &format!("list_stones {name}")).contains(played), "{rest}");
    }
    let mut engine = start(&["--nodes", "300", "--resign", "10"]);
    obey(&mut engine, &["boardsize 5", "komi 100"]);
    engine.send("lz-genmove_analyze b");
    assert!(answer(&mut engine).ends_with("\nplay resign"));
    assert_eq!(ask(&mut engine, "list_stones b"), "=");
}

/// Each algorithm says what it knows: chances, and the nodes of all.
#[test]
fn every_algorithm_and_every_game_is_analysed() {
    for (game, algorithm) in
        [("go", "pvs"), ("go", "alphabeta"), ("hex", "mcts"), ("tictactoe", "pvs"), ("gomoku", "pvs")]
    {
        let mut engine = start(&["--game", game, "--option", &format!("Algorithm={algorithm}")]);
        if game == "go" {
            obey(&mut engine, &["boardsize 3"]);
        }
        engine.send("lz-analyze 5");
        assert_eq!(engine.line(), "=", "{game} by {algorithm}");
        let told = parts(&engine.line());
        assert!(!told.is_empty() && told[0].visits > 0, "{game} by {algorithm}: {told:?}");
        engine.send("");
        answer(&mut engine);
        obey(&mut engine, &["name"]);
    }
    let mut engine = start(&["--game", "backgammon"]);
    let said = ask(&mut engine, "lz-analyze");
    assert_eq!(said, "? cannot move: it is the turn of chance; play the roll");
}
