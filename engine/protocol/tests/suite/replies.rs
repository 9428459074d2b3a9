//! Replies and the lines they are.

use std::time::Duration;

use plyd_protocol::{
    ErrorCode, GameFact, GameLine, GameStatus, Info, Mode, OptionLine, OptionValue, Reply, Response, Score, ScoreBound,
    TurnOf, VariantLine,
};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(Into::into).collect()
}

#[test]
fn lines() {
    let error = Reply::Error { code: ErrorCode::IllegalMove, text: "move 2: `P@b2` is not legal".into() };
    let fen = "3/3/3[PPPPPpppp] w - - 0 1";
    for (reply, line) in [
        (Reply::IdName("plyd 0.1.0".into()), "id name plyd 0.1.0"),
        (Reply::IdAuthor("the plyd authors".into()), "id author the plyd authors"),
        (Reply::UciOk, "uciok"),
        (Reply::UgiOk, "ugiok"),
        (Reply::ReadyOk, "readyok"),
        (Reply::InfoString("the tree ends at depth 9".into()), "info string the tree ends at depth 9"),
        (error, "info string error illegal-move move 2: `P@b2` is not legal"),
        (Reply::BestMove { best: Some("P@b2".into()), ponder: None }, "bestmove P@b2"),
        (Reply::BestMove { best: Some("P@b2".into()), ponder: Some("P@a1".into()) }, "bestmove P@b2 ponder P@a1"),
        (Reply::BestMove { best: None, ponder: None }, "bestmove (none)"),
        (Reply::BestMove { best: None, ponder: Some("P@a1".into()) }, "bestmove (none)"),
        (Reply::PerftMove { mv: "P@b2".into(), count: 14208 }, "P@b2: 14208"),
        (Reply::blank(), ""),
        (Reply::PerftTotal(127_872), "Nodes searched: 127872"),
        (Reply::ExplainDone, "explain done"),
        (Reply::Help { usage: "stop".into(), meaning: "end the search".into() }, "stop - end the search"),
        (Reply::Fen(fen.into()), "Fen: 3/3/3[PPPPPpppp] w - - 0 1"),
        (Reply::Turn(TurnOf::First), "Turn: p1"),
        (Reply::Turn(TurnOf::Second), "Turn: p2"),
        (Reply::Turn(TurnOf::Chance), "Turn: chance"),
        (Reply::Outcome(GameStatus::Ongoing), "Outcome: ongoing"),
        (Reply::Outcome(GameStatus::P1Win), "Outcome: p1 wins"),
        (Reply::Outcome(GameStatus::P2Win), "Outcome: p2 wins"),
        (Reply::Outcome(GameStatus::Draw), "Outcome: draw"),
        (Reply::Outcome(GameStatus::Utility(-5)), "Outcome: utility -5 (p1's view)"),
        (Reply::View("{}".into()), "view {}"),
        (Reply::Known("{}".into()), "known {}"),
        (Reply::Read("{}".into()), "read {}"),
        (Reply::Tree("{}".into()), "tree {}"),
        (Reply::Svg("<svg>\n<g/>\n</svg>\n".into()), "svg <svg> <g/> </svg>"),
        (Reply::Heuristic(4), "Heuristic: 4 (p1's view)"),
        (Reply::Network { value: 7, name: "chess\n.plydnet".into() }, "Network: 7 (p1's view) chess .plydnet"),
        (Reply::Evaluation(-12), "Evaluation: -12 (p1's view)"),
        (Reply::Text("+---+---+---+".into()), "+---+---+---+"),
        (Reply::Response(Response::Truth(true)), "response true"),
        (Reply::Response(Response::Truth(false)), "response false"),
        (Reply::Response(Response::Turn(TurnOf::First)), "response first"),
        (Reply::Response(Response::Turn(TurnOf::Second)), "response second"),
        (Reply::Response(Response::Turn(TurnOf::Chance)), "response chance"),
        (Reply::Response(Response::Moves("0 1".into())), "response 0 1"),
        (Reply::Response(Response::Chances("31 2 11 1".into())), "response 31 2 11 1"),
        (Reply::Response(Response::Chances(String::new())), "response"),
        (Reply::expectation(-7.0 / 6.0), "info string expectation -1.166666667"),
        (Reply::expectation(-1e-12), "info string expectation 0.000000000"),
        (Reply::expectation(21.0), "info string expectation 21.000000000"),
        (Reply::Response(Response::Moves(String::new())), "response"),
        (Reply::Response(Response::Fen(fen.into())), "response 3/3/3[PPPPPpppp] w - - 0 1"),
    ] {
        assert_eq!(reply.to_string(), line);
    }
}

#[test]
fn a_utility_counts_by_its_sign() {
    for (standing, word) in [
        (GameStatus::Ongoing, "none"),
        (GameStatus::P1Win, "p1win"),
        (GameStatus::P2Win, "p2win"),
        (GameStatus::Draw, "draw"),
        (GameStatus::Utility(1), "p1win"),
        (GameStatus::Utility(-1), "p2win"),
        (GameStatus::Utility(0), "draw"),
    ] {
        assert_eq!(Reply::Response(Response::Result(standing)).to_string(), format!("response {word}"));
    }
}

#[test]
fn ugi_knows_no_ponder_move() {
    let (best, ponder) = (Some("0".to_owned()), Some("1".to_owned()));
    assert_eq!(Reply::best_move(best.clone(), ponder.clone(), Mode::Uci).to_string(), "bestmove 0 ponder 1");
    assert_eq!(Reply::best_move(best, ponder.clone(), Mode::Ugi).to_string(), "bestmove 0");
    assert_eq!(Reply::best_move(None, ponder, Mode::Uci), Reply::BestMove { best: None, ponder: None });
}

#[test]
fn infos() {
    let full = Info {
        depth: Some(9),
        seldepth: Some(11),
        score: Some(Score::Points(-10)),
        nodes: Some(18297),
        nps: Some(4_000_000),
        hashfull: Some(250),
        time: Some(Duration::from_micros(4999)),
        pv: words("P@a3 P@b2"),
        ..Info::default()
    };
    let line = "info depth 9 seldepth 11 score cp -10 nodes 18297 nps 4000000 hashfull 250 time 4 pv P@a3 P@b2";
    assert_eq!(Reply::Info(full.clone()).to_string(), line);
    let finished = Info { depth: Some(0), score: Some(Score::Mate(0)), ..Info::default() };
    assert_eq!(Reply::Info(finished).to_string(), "info depth 0 score mate 0");
    let second = Info { multipv: Some(2), wdl: Some([240, 520, 240]), ..full };
    let line = line.replace("score cp -10", "multipv 2 score cp -10 wdl 240 520 240");
    assert_eq!(Reply::Info(second.clone()).to_string(), line);
    let bound = Info { bound: Some(ScoreBound::Lower), ..second };
    assert_eq!(Reply::Info(bound.clone()).to_string(), line.replace("cp -10", "cp -10 lowerbound"));
    let bound = Info { bound: Some(ScoreBound::Upper), ..bound };
    assert_eq!(Reply::Info(bound).to_string(), line.replace("cp -10", "cp -10 upperbound"));
    let at_work = Info { depth: Some(3), currmove: Some("P@b2".into()), currmovenum: Some(5), ..Info::default() };
    assert_eq!(Reply::Info(at_work).to_string(), "info depth 3 currmove P@b2 currmovenum 5");
    let late = Info { nodes: Some(7), time: Some(Duration::ZERO), ..Info::default() };
    assert_eq!(Reply::Info(late).to_string(), "info nodes 7 time 0");
}

#[test]
fn a_score_of_the_best_line_is_a_result_unless_it_is_an_upper_bound() {
    let result = Info { score: Some(Score::Points(1)), ..Info::default() };
    assert!(result.is_result() && Info { multipv: Some(1), ..result.clone() }.is_result());
    let second = Info { multipv: Some(2), ..result.clone() };
    assert!(!second.is_result() && second.is_further_line() && !result.is_further_line());
    assert!(Info { bound: Some(ScoreBound::Lower), ..result.clone() }.is_result());
    let upper = Info { bound: Some(ScoreBound::Upper), ..result };
    assert!(!upper.is_result() && !upper.is_further_line());
    assert!(!Info { depth: Some(1), ..Info::default() }.is_result());
}

#[test]
fn mates() {
    for (plies, winning, uci, ugi) in [
        (0, false, 0, 0),
        (0, true, 1, 1),
        (1, true, 1, 1),
        (1, false, -1, -1),
        (2, false, -1, -2),
        (3, true, 2, 3),
        (4, false, -2, -4),
        (4, true, 2, 4),
        (u32::MAX, true, i32::MAX, i32::MAX),
        (u32::MAX, false, -i32::MAX, -i32::MAX),
    ] {
        assert_eq!(Score::mate(plies, winning, Mode::Uci), Score::Mate(uci), "UCI, {plies} plies");
        assert_eq!(Score::mate(plies, winning, Mode::Ugi), Score::Mate(ugi), "UGI, {plies} plies");
    }
    assert_eq!(Score::mate(3, false, Mode::default()).to_string(), "mate -2");
    assert_eq!(Score::Points(7).to_string(), "cp 7");
}

#[test]
fn variants_leave_out_what_a_game_lacks() {
    let board = VariantLine {
        name: "tictactoe".into(),
        files: Some(3),
        ranks: Some(3),
        pocket: Some(1),
        template: Some("fairy".into()),
        startpos: "3/3/3[PPPPPpppp] w - - 0 1".into(),
    };
    assert_eq!(
        Reply::Variant(board).to_string(),
        "info string variant tictactoe files 3 ranks 3 pocket 1 template fairy startpos 3/3/3[PPPPPpppp] w - - 0 1"
    );
    let tree = VariantLine { name: "leaftree".into(), startpos: "3 5 2 9 12 5 23 23".into(), ..VariantLine::default() };
    assert_eq!(Reply::Variant(tree).to_string(), "info string variant leaftree startpos 3 5 2 9 12 5 23 23");
}

#[test]
fn games() {
    let game = |fact| Reply::Game(GameLine { id: "cfour".into(), fact }).to_string();
    let library = |version: &str, selected| {
        let name = "Connect four".into();
        game(GameFact::Library { version: version.into(), interface: (1, 2), selected, name })
    };
    assert_eq!(library("0.1.0", true), "game cfour version 0.1.0 interface 1.2 selected name Connect four");
    assert_eq!(library("", false), "game cfour interface 1.2 name Connect four");
    assert_eq!(game(GameFact::File("/a b/c.so".into())), "game cfour file /a b/c.so");
    assert_eq!(game(GameFact::StartPos("7/7 w - - 0 1".into())), "game cfour startpos 7/7 w - - 0 1");
    let option = OptionLine { name: "cfour.Files".into(), value: OptionValue::Spin { default: 7, min: 4, max: 12 } };
    let line = "game cfour option name cfour.Files type spin default 7 min 4 max 12";
    assert_eq!(game(GameFact::Option(option)), line);
}

#[test]
fn several_lines() {
    let picture: Vec<_> = Reply::text_lines(" X O\r\n\n X .\n").map(|reply| reply.to_string()).collect();
    assert_eq!(picture, [" X O", "", " X ."]);
    assert!(Reply::help().any(|line| line.to_string() == "isready - answer `readyok`, also during a search"));
}

#[test]
fn a_text_never_reads_as_another_reply() {
    let written = |text: &str| Reply::Text(text.into()).to_string();
    assert_eq!(written("bestmove a1"), "| bestmove a1");
    assert_eq!(written(" \t\u{1}readyok"), "|   \u{20}readyok");
    assert_eq!(written("bestmoves a1"), "bestmoves a1");
    assert_eq!(written("1 bestmove a1"), "1 bestmove a1");
    let moves = Reply::Response(Response::Moves("a1".into()));
    let others = [
        Reply::IdName("x".into()),
        Reply::IdAuthor("x".into()),
        Reply::Option(OptionLine { name: "x".into(), value: OptionValue::Button }),
        Reply::UciOk,
        Reply::UgiOk,
        Reply::ReadyOk,
        Reply::Info(Info::default()),
        Reply::InfoString("x".into()),
        Reply::best_move(None, None, Mode::Uci),
        moves,
        Reply::PerftTotal(1),
        Reply::ExplainDone,
        Reply::Game(GameLine { id: "x".into(), fact: GameFact::File("x".into()) }),
        Reply::Fen("x".into()),
        Reply::Turn(TurnOf::First),
        Reply::Outcome(GameStatus::Ongoing),
        Reply::View("{}".into()),
        Reply::Known("{}".into()),
        Reply::Read("{}".into()),
        Reply::Tree("{}".into()),
        Reply::Svg("<svg/>".into()),
        Reply::Evaluation(1),
    ];
    for line in others.map(|reply| reply.to_string()) {
        assert_eq!(written(&line), format!("| {line}"));
    }
}

#[test]
fn control_characters_become_blanks() {
    let text = "a\nbestmove b\r\u{85}c\u{2028}d\u{2029}\te\u{0}".to_owned();
    assert_eq!(Reply::InfoString(text.clone()).to_string(), "info string a bestmove b  c d  e ");
    assert_eq!(Reply::Error { code: ErrorCode::Plugin, text: "\n".into() }.to_string(), "info string error plugin  ");
    assert_eq!(Reply::Text("\u{e9}\u{4e2d}".into()).to_string(), "\u{e9}\u{4e2d}", "other letters stay");
}
