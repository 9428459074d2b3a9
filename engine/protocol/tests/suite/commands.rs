//! Lines and the commands they are.

use std::time::Duration;

use plyd_protocol::{
    Command, ErrorCode, Exercises, ExplainFormat, ExplainLimits, GoLimits, LineWords, PositionText, Query,
    WatchedTreePart, help, parse,
};

fn command(line: &str) -> Command {
    match parse(line) {
        Ok(Some(command)) => command,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn set(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.into(), value: value.map(Into::into) }
}

fn position(setup: Option<&str>, moves: &[&str]) -> PositionText {
    PositionText { setup: setup.map(Into::into), moves: moves.iter().collect() }
}

const fn ms(time: u64) -> Option<Duration> {
    Some(Duration::from_millis(time))
}

const SIMPLE: &[(&str, Command)] = &[
    ("uci", Command::Uci),
    ("ugi", Command::Ugi),
    ("debug on", Command::Debug(true)),
    ("debug off", Command::Debug(false)),
    ("isready", Command::IsReady),
    ("register later", Command::Register),
    ("register name Somebody code 4359874324", Command::Register),
    ("ucinewgame", Command::NewGame),
    ("uginewgame", Command::NewGame),
    ("stop", Command::Stop),
    ("ponderhit", Command::PonderHit),
    ("quit", Command::Quit),
    ("query turn", Command::Query(Query::Turn)),
    ("query chances", Command::Query(Query::Chances)),
    ("query p1turn", Command::Query(Query::P1Turn)),
    ("query p2turn", Command::Query(Query::P2Turn)),
    ("query gameover", Command::Query(Query::GameOver)),
    ("query result", Command::Query(Query::Result)),
    ("query moves", Command::Query(Query::Moves)),
    ("query fen", Command::Query(Query::Fen)),
    ("d", Command::Show),
    ("view", Command::View),
    ("known", Command::Known),
    ("watch off", Command::Watch(None)),
    ("eval", Command::Eval),
    ("games", Command::Games),
    ("help", Command::Help),
];

#[test]
fn the_texts_of_the_game_are_asked_for_in_a_language() {
    for (line, language) in
        [("query about", None), ("query about pt-br", Some("pt-br")), ("query about it x", Some("it"))]
    {
        assert_eq!(command(line), Command::About(language.map(str::to_owned)), "{line}");
    }
}

#[test]
fn simple_commands() {
    for (line, expected) in SIMPLE {
        assert_eq!(command(line), *expected, "{line}");
        assert_eq!(command(&format!("{line} and more")), *expected, "what follows is ignored: {line}");
    }
}

#[test]
fn a_text_to_read_is_a_string_in_json() {
    for (line, text) in [
        (r#"read "1. e4 e5""#, "1. e4 e5"),
        (r#"read   "[Event \"x\"]\n\n1. e4 \u2026"  "#, "[Event \"x\"]\n\n1. e4 \u{2026}"),
        (r#"read "a  b quit""#, "a  b quit"),
        (r#"read """#, ""),
    ] {
        assert_eq!(command(line), Command::Read(text.into()), "{line}");
    }
}

#[test]
fn a_token_is_the_word_after_auth_and_is_never_shown() {
    let Command::Auth(token) = command("auth  plyd_token_12 more") else { panic!("it is no token") };
    assert_eq!(token.reveal(), "plyd_token_12");
    assert_eq!(format!("{:?}", Command::Auth(token)), "Auth((secret))");
}

#[test]
fn every_command_has_a_line_of_help_and_every_line_of_help_a_command() {
    let known = || help().map(|(usage, _)| usage.split(' ').next().unwrap_or_default());
    let others = ["auth", "setoption", "position", "go", "explain", "read"];
    let commands = SIMPLE.iter().map(|(line, _)| line.split(' ').next().unwrap_or_default()).chain(others);
    for word in commands.clone() {
        assert!(known().any(|usage| usage == word), "`help` lacks {word}");
    }
    for usage in known() {
        assert!(commands.clone().any(|word| word == usage), "`help` tells of {usage}, which is no command");
    }
}

#[test]
fn a_tree_is_watched_within_bounds() {
    let on = |plies, nodes| Command::Watch(Some(WatchedTreePart::new(plies, nodes)));
    assert_eq!(command("watch on"), Command::Watch(Some(WatchedTreePart::default())));
    assert_eq!(command("watch on plies 8 nodes 4096"), on(8, 4_096));
    assert_eq!(command("watch on nodes 1 plies 1 plies 3"), on(3, 1));
    for wrong in ["watch", "watch yes", "watch on plies", "watch on plies 0", "watch on plies 9", "watch on nodes 4097"]
    {
        assert_eq!(parse(wrong).unwrap_err().code, ErrorCode::BadCommand, "{wrong}");
    }
    let error = parse("watch on ply 3").unwrap_err().to_string();
    assert_eq!(error, "`watch` has no `ply`; it takes `plies` and `nodes`");
}

#[test]
fn blanks_and_skipped_words() {
    for blank in ["", " ", "\t \r", "\u{a0}", "\u{feff}"] {
        assert_eq!(parse(blank), Ok(None), "{blank:?}");
    }
    for line in ["  isready", "isready\r", "\tisready\t", "joho isready", "\u{feff}isready", "a b\tc  isready"] {
        assert_eq!(command(line), Command::IsReady, "{line:?}");
    }
    assert_eq!(command("joho debug on"), Command::Debug(true));
    assert_eq!(command("joho go depth 2"), Command::Go(GoLimits { depth: Some(2), ..GoLimits::default() }));
    assert_eq!(command("debug\t  off\r"), Command::Debug(false));
}

#[test]
fn options() {
    for (line, expected) in [
        ("setoption name Hash value 64", set("Hash", Some("64"))),
        ("setoption  name  Move   Overhead\tvalue  30 \r", set("Move Overhead", Some("30"))),
        ("setoption name Book File value C:\\my  books\\a b.bin", set("Book File", Some("C:\\my books\\a b.bin"))),
        ("setoption name Clear Hash", set("Clear Hash", None)),
        ("setoption name Log value", set("Log", Some(""))),
        ("setoption name Log value <empty>", set("Log", Some("<empty>"))),
        ("setoption name uci_variant value TicTacToe", set("uci_variant", Some("TicTacToe"))),
        ("setoption name a value b value c name d", set("a", Some("b value c name d"))),
        ("setoption name kalah.Houses value 6", set("kalah.Houses", Some("6"))),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
}

#[test]
fn positions() {
    for (text, expected) in [
        ("startpos", position(None, &[])),
        ("startpos moves ", position(None, &[])),
        ("fen startpos moves P@b2", position(None, &["P@b2"])),
        ("startpos fen startpos", position(None, &[])),
        ("startpos  fen\t8/8 w moves a1", position(Some("8/8 w"), &["a1"])),
        ("startpos moves P@b2 P@a1", position(None, &["P@b2", "P@a1"])),
        ("fen 3/1P1/p2[PPPPppp] w - - 0 2  moves\tb1 ", position(Some("3/1P1/p2[PPPPppp] w - - 0 2"), &["b1"])),
        ("fen 3 5  2 9", position(Some("3 5 2 9"), &[])),
        ("-3 5 2 9 moves 0 1", position(Some("-3 5 2 9"), &["0", "1"])),
        ("{ 3, 5,\t2, 9 }", position(Some("{ 3, 5, 2, 9 }"), &[])),
        ("[[3,5,10],[2,?,?]] min", position(Some("[[3,5,10],[2,?,?]] min"), &[])),
        ("3 5 2 9 @ 1 0", position(Some("3 5 2 9 @ 1 0"), &[])),
        ("fen fen moves moves", position(Some("fen"), &["moves"])),
    ] {
        assert_eq!(PositionText::parse(text), Ok(expected.clone()), "{text}");
        assert_eq!(command(&format!("position {text}")), Command::Position(expected), "{text}");
    }
    assert_eq!(PositionText::default(), position(None, &[]));
}

#[test]
fn limits() {
    for (line, expected) in [
        ("go", GoLimits::default()),
        ("go depth 5", GoLimits { depth: Some(5), ..GoLimits::default() }),
        ("go depth 4294967295", GoLimits { depth: Some(u32::MAX), ..GoLimits::default() }),
        ("go depth 5 depth 6", GoLimits { depth: Some(6), ..GoLimits::default() }),
        ("go nodes 0", GoLimits { nodes: Some(0), ..GoLimits::default() }),
        ("go nodes 18446744073709551615", GoLimits { nodes: Some(u64::MAX), ..GoLimits::default() }),
        ("go mate 3", GoLimits { mate: Some(3), ..GoLimits::default() }),
        ("go movetime 0", GoLimits { movetime: ms(0), ..GoLimits::default() }),
        ("go movetime 18446744073709551615", GoLimits { movetime: ms(u64::MAX), ..GoLimits::default() }),
        ("go infinite", GoLimits { infinite: true, ..GoLimits::default() }),
        ("go movestogo 0", GoLimits::default()),
        (
            "go wtime 1000 btime -20 winc 10 binc 20 movestogo 40",
            GoLimits {
                time: [ms(1000), ms(0)],
                increment: [ms(10), ms(20)],
                moves_to_go: Some(40),
                ..GoLimits::default()
            },
        ),
        (
            "go p1time -99999999999999999999999 p2time 7 p1inc 1 p2inc -1",
            GoLimits { time: [ms(0), ms(7)], increment: [ms(1), ms(0)], ..GoLimits::default() },
        ),
        (
            "go ponder btime 5 nodes 9 depth 3",
            GoLimits { ponder: true, time: [None, ms(5)], nodes: Some(9), depth: Some(3), ..GoLimits::default() },
        ),
        (
            "go searchmoves 0 1 P@b2 infinite depth 2",
            GoLimits {
                searchmoves: Some(LineWords::of("0 1 P@b2")),
                infinite: true,
                depth: Some(2),
                ..GoLimits::default()
            },
        ),
        ("go searchmoves 0000", GoLimits { searchmoves: Some(LineWords::of("0000")), ..GoLimits::default() }),
    ] {
        assert_eq!(command(line), Command::Go(expected), "{line}");
    }
}

#[test]
fn explanations() {
    for (line, explain) in [
        ("explain", ExplainLimits::default()),
        ("explain depth 3", ExplainLimits { depth: Some(3), ..ExplainLimits::default() }),
        ("please explain format json", ExplainLimits { format: ExplainFormat::Json, ..ExplainLimits::default() }),
        (
            "explain format walk algorithm minimax depth 9 format text depth 4294967295",
            ExplainLimits { depth: Some(u32::MAX), algorithm: Some("minimax".into()), ..ExplainLimits::default() },
        ),
        (
            "explain order right cut strict fail hard lang bn nodes 7 format page",
            ExplainLimits {
                nodes: Some(7),
                order: Some("right".into()),
                cut: Some("strict".into()),
                fail: Some("hard".into()),
                lang: Some("bn".into()),
                format: ExplainFormat::Page,
                ..ExplainLimits::default()
            },
        ),
        (
            "explain worksheet 3 depth 2 cuts 0 seed 18446744073709551615",
            ExplainLimits {
                depth: Some(2),
                worksheet: Some(Exercises { count: 3, seed: u64::MAX, branching: 2, cuts: Some(0) }),
                ..ExplainLimits::default()
            },
        ),
        (
            "explain lang it grade  {\"answers\": \"Ada,1, a  depth b\"} ",
            ExplainLimits {
                lang: Some("it".into()),
                grade: Some("{\"answers\": \"Ada,1, a  depth b\"}".into()),
                ..ExplainLimits::default()
            },
        ),
        ("explain\tformat  walk", ExplainLimits { format: ExplainFormat::Walk, ..ExplainLimits::default() }),
    ] {
        assert_eq!(command(line), Command::Explain(explain), "{line}");
    }
}

#[test]
fn perft() {
    assert_eq!(command("go perft 0"), Command::Perft(0));
    assert_eq!(command("go perft 1024"), Command::Perft(1024));
    assert_eq!(command("go movestogo 0 perft 9"), Command::Perft(9), "a limit that counts as absent is none");
}
