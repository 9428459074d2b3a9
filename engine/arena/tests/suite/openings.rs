//! Openings from files of other programs: games as PGN.

use super::runs::{PGN, chess};
use super::{MatchRun, moves};

#[test]
fn only_so_many_plies_are_read_if_wanted() {
    let (run, _) = chess("openings.pgn", PGN, "plies=2 start=3", &["--rounds", "1"]);
    run.play();
    let game = &run.games()[0];
    assert_eq!(moves(game)[..2], ["d2d4", "d7d5"]);
    assert!(game["moves"][1].get("e").is_none() && game["moves"][2].get("e").is_some(), "{game}");
}

#[test]
fn what_an_opening_does_not_need_may_be_wrong() {
    // The variation behind the null move is not the rest of the main line.
    let text = "[Event \"late\"]\n\n1. d4 d5 2. Ke4 *\n\n[Event \"short\"]\n\n1. c4 -- (1... e5 2. Ke4) *\n";
    let (run, _) = chess("openings.pgn", text, "plies=2", &["--rounds", "2"]);
    run.play();
    let games = run.games();
    assert_eq!(moves(&games[0])[..2], ["d2d4", "d7d5"]);
    assert_eq!(moves(&games[2])[..1], ["c2c4"]);
    assert!(games[2]["moves"][0].get("e").is_none() && games[2]["moves"][1].get("e").is_some(), "{}", games[2]);
}

#[test]
fn what_is_wrong_with_a_game_is_told_with_its_place() {
    let mate = "[Event \"x\"]\n\n1. e4 *\n\n[Event \"fool\"]\n\n1. f3 e5\n2. g4 Qh4# 0-1\n";
    for (content, told) in [
        (
            "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *",
            "line 3, column 13, game 1: `Ke3` is not a legal move in `rnbqkbnr/pppp1ppp/",
        ),
        ("1. e4 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *", "line 3, column 1, game 2: the board `8/8`"),
        (
            "1. e4 {never\nends",
            "game 1, line 1, column 7: this comment has no end; a `}` is missing (refused, as --strict",
        ),
        (
            "1. e4 *\n[Event x]\n",
            "game 2, line 2, column 1: `[Event x]` is read as Event: `x`; a tag is [Name \"value\"] (",
        ),
        (mate, "line 8, column 7, game 2: the opening ends the game; with plies=N only its first N plies are read"),
        ("% nothing\n", "the opening file contains no openings"),
    ] {
        // Some of it is read all the same, unless the settings are strict.
        let (run, _) = chess("openings.pgn", content, "", &[]);
        let run = if told.starts_with("game ") { run.strict() } else { run };
        let refusal = run.refusal();
        assert!(refusal.contains(told), "{told}: {refusal}");
        let names_file = refusal.contains(&format!("openings.pgn, {told}")) || told.contains("no openings");
        assert!(names_file, "{refusal}");
    }
}

#[test]
fn pgn_of_a_game_without_a_notation_is_read_in_its_own_words() {
    let run =
        MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]).with(&["--rounds", "2"]);
    let file = run.file("games");
    std::fs::write(&file, "1. P@b2! a1 {corner} 2. c3 *\n\n1. a1 b2 *").unwrap();
    let openings = format!("'file={}' format=pgn", file.display());
    let run = run.with(&["--openings", &openings]);
    run.play();
    let games = run.games();
    assert_eq!(
        (&moves(&games[0])[..3], &moves(&games[2])[..2]),
        (&["P@b2", "P@a1", "P@c3"][..], &["P@a1", "P@b2"][..])
    );
}
