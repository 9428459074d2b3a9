//! What a client says and hears.

use plyd_protocol::{
    ClientRequest, Command, EngineReply, Exercises, ExplainFormat, ExplainLimits, GoLimits, Info, LineWords, Mode,
    PositionText, Query, Score, ScoreBound, TurnOf, WatchedTreePart, parse, parse_ranked, parse_reply,
};
use proptest::prelude::*;
use std::time::Duration;

fn written(command: &Command, mode: Mode) -> String {
    ClientRequest { command, mode }.to_string()
}

#[test]
fn a_clock_and_a_new_game_are_told_in_the_words_of_the_mode() {
    let second = Duration::from_secs(1);
    let go = Command::Go(GoLimits {
        time: [Some(second), Some(2 * second)],
        increment: [Some(second), None],
        moves_to_go: Some(3),
        nodes: Some(4),
        ..GoLimits::default()
    });
    assert_eq!(written(&go, Mode::Uci), "go wtime 1000 btime 2000 winc 1000 movestogo 3 nodes 4");
    assert_eq!(written(&go, Mode::Ugi), "go p1time 1000 p2time 2000 p1inc 1000 movestogo 3 nodes 4");
    assert_eq!(written(&Command::NewGame, Mode::Uci), "ucinewgame");
    assert_eq!(written(&Command::NewGame, Mode::Ugi), "uginewgame");
}

fn some_words() -> impl Strategy<Value = Vec<String>> {
    // Letters that spell no keyword.
    prop::collection::vec("[x-z]{1,5}[0-9]?", 1..4)
}

fn some_time() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of(any::<u32>().prop_map(|millis| Duration::from_millis(millis.into())))
}

prop_compose! {
    fn some_go()(
        depth in prop::option::of(1..=u32::MAX),
        nodes in any::<Option<u64>>(),
        mate in prop::option::of(1..=u32::MAX),
        movetime in some_time(),
        time in [some_time(), some_time()],
        increment in [some_time(), some_time()],
        moves_to_go in prop::option::of(1..=u32::MAX),
        flags in any::<[bool; 2]>(),
        searchmoves in prop::option::of(some_words().prop_map(LineWords::from_iter)),
    ) -> GoLimits {
        let [infinite, ponder] = flags;
        GoLimits { depth, nodes, mate, movetime, time, increment, moves_to_go, infinite, ponder, searchmoves }
    }
}

prop_compose! {
    fn some_explain()(
        depth in prop::option::of(1..=u32::MAX),
        nodes in prop::option::of(1..=u32::MAX),
        [algorithm, order, cut, fail, lang] in prop::array::uniform5(prop::option::of("[a-z]{1,9}")),
        format in prop::sample::select(vec![
            ExplainFormat::Text, ExplainFormat::Json, ExplainFormat::Walk, ExplainFormat::Page, ExplainFormat::Svg,
        ]),
        worksheet in prop::option::of((1..=u32::MAX, any::<u64>(), 1..=u32::MAX, any::<Option<u32>>())),
        grade in prop::option::of("[{][a-z, ]{0,20}[}]"),
    ) -> ExplainLimits {
        let worksheet = worksheet.map(|(count, seed, branching, cuts)| Exercises { count, seed, branching, cuts });
        ExplainLimits { depth, nodes, algorithm, order, cut, fail, lang, format, worksheet, grade }
    }
}

fn some_command() -> impl Strategy<Value = Command> {
    let setup = prop::option::of(some_words().prop_map(|words| words.join(" ")));
    let moves = prop::option::of(some_words()).prop_map(|words| words.unwrap_or_default().into_iter().collect());
    prop_oneof![
        prop::sample::select(vec![
            Command::Uci,
            Command::Ugi,
            Command::Debug(true),
            Command::Debug(false),
            Command::IsReady,
            Command::Register,
            Command::NewGame,
            Command::Perft(3),
            Command::Stop,
            Command::PonderHit,
            Command::Quit,
            Command::Query(Query::P1Turn),
            Command::Query(Query::P2Turn),
            Command::Query(Query::GameOver),
            Command::Query(Query::Result),
            Command::Query(Query::Moves),
            Command::Query(Query::Fen),
            Command::Show,
            Command::View,
            Command::Known,
            Command::Watch(None),
            Command::Watch(Some(WatchedTreePart::new(8, 4_096))),
            Command::Eval,
            Command::Games,
            Command::Help,
        ]),
        (some_words(), prop::option::of(some_words())).prop_map(|(name, value)| Command::SetOption {
            name: name.join(" "),
            value: value.map(|value| value.join(" ")),
        }),
        prop::option::of("[a-z]{2}(-[a-z]{2})?").prop_map(Command::About),
        any::<String>().prop_map(Command::Read),
        (setup, moves).prop_map(|(setup, moves)| Command::Position(PositionText { setup, moves })),
        some_go().prop_map(Command::Go),
        some_explain().prop_map(Command::Explain),
    ]
}

proptest! {
    #[test]
    fn what_a_client_writes_is_what_is_read(command in some_command(), ugi in any::<bool>()) {
        let line = written(&command, if ugi { Mode::Ugi } else { Mode::Uci });
        prop_assert_eq!(parse(&line), Ok(Some(command)), "{}", line);
    }

    #[test]
    fn no_line_of_an_engine_is_too_strange(line in prop_oneof![any::<String>(), "(info|option|bestmove|id) [ -~]{0,60}"]) {
        let answers = matches!(parse_reply(&line), EngineReply::BestMove { .. });
        prop_assert_eq!(answers, line.split_whitespace().next() == Some("bestmove"));
    }
}

#[test]
fn lines_of_engines_are_understood() {
    let option = |name: &str, choices: &[&str]| EngineReply::Option {
        name: name.into(),
        choices: choices.iter().map(|&choice| choice.into()).collect(),
    };
    let best = |best: Option<&str>, ponder: Option<&str>| EngineReply::BestMove {
        best: best.map(str::to_owned),
        ponder: ponder.map(str::to_owned),
    };
    for (line, reply) in [
        ("uciok", EngineReply::UciOk),
        ("  ugiok ", EngineReply::UgiOk),
        ("readyok", EngineReply::ReadyOk),
        ("id name Some Engine 1.0", EngineReply::Name("Some Engine 1.0".into())),
        ("option name Move Overhead type spin default 10 min 0 max 5000", option("Move Overhead", &[])),
        ("option name UCI_Variant type combo default a var a var b c", option("UCI_Variant", &["a", "b c"])),
        ("info score mate -3 x", EngineReply::Info(Info { score: Some(Score::Mate(-3)), ..Info::default() })),
        ("info depth many", EngineReply::Info(Info::default())),
        ("info depth 3 multipv 2 score cp 5", EngineReply::Other),
        ("info depth 3 score cp 5 upperbound", EngineReply::Other),
        ("info string depth 3", EngineReply::Other),
        ("response chance", EngineReply::Turn(TurnOf::Chance)),
        ("response second", EngineReply::Turn(TurnOf::Second)),
        ("response true", EngineReply::Other),
        ("bestmove P@b2 ponder P@a1", best(Some("P@b2"), Some("P@a1"))),
        ("bestmove P@b2 ponder", best(Some("P@b2"), None)),
        ("bestmove P@b2 P@a1", best(Some("P@b2"), None)),
        ("bestmove", best(None, None)),
        ("bestmove (none)", best(Some("(none)"), None)),
        ("", EngineReply::Other),
        ("response true", EngineReply::Other),
        ("Stockfish 15.1 by the Stockfish developers", EngineReply::Unknown),
    ] {
        assert_eq!(parse_reply(line), reply, "{line}");
    }
}

/// Other clients of plyd want the best line alone.
#[test]
fn lines_of_every_rank_are_read_where_they_are_wanted() {
    let ranked = |line: &str| parse_ranked(line).map(|info| (info.multipv, info.bound, info.pv.join(" ")));
    let line = "info depth 3 multipv 2 score cp 5 wdl 1 2 997 nodes 7 pv a b";
    assert_eq!(ranked(line), Some((Some(2), None, "a b".into())));
    let lower = "info depth 3 multipv 1 score cp 5 lowerbound nodes 7 pv a";
    assert_eq!(ranked(lower), Some((Some(1), Some(ScoreBound::Lower), "a".into())));
    for line in
        ["info depth 3 score cp 5 upperbound pv a", "info depth 3 nodes 7", "info string score cp 5", "bestmove a"]
    {
        assert_eq!(ranked(line), None, "{line}");
    }
}

#[test]
fn what_an_engine_reports_is_kept() {
    let line =
        "info depth 12 seldepth 17 score cp -31 wdl 250 500 250 nodes 1000 nps 5 hashfull 7 time 20 pv e2e4 e7e5";
    let EngineReply::Info(info) = parse_reply(&line.replace("score", "multipv 1 tbhits 3 score")) else {
        panic!("no info")
    };
    assert_eq!((info.depth, info.score, info.nodes), (Some(12), Some(Score::Points(-31)), Some(1_000)));
    assert_eq!(info.to_string(), line);
}
