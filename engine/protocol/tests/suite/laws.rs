//! What holds for every line, whatever stands in it.

use std::time::Duration;

use plyd_protocol::{
    Command, ErrorCode, GameFact, GameLine, GoLimits, Info, LineWords, OptionLine, OptionValue, OwedLine, PositionText,
    Reply, Response, VariantLine, is_safe_option_text, parse,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn is_one_line(line: &str) -> bool {
    !line.chars().any(|c| c.is_control() || c == '\u{2028}' || c == '\u{2029}')
}

/// Lines in which commands and keywords are frequent, so that the depths of the parser are reached.
fn likely_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "uci",
            "debug",
            "on",
            "setoption",
            "name",
            "value",
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "depth",
            "nodes",
            "mate",
            "movetime",
            "wtime",
            "p2inc",
            "movestogo",
            "infinite",
            "ponder",
            "searchmoves",
            "perft",
            "explain",
            "algorithm",
            "format",
            "json",
            "query",
            "result",
            "d",
            "0",
            "1",
            "-1",
            "4294967296",
            "99999999999999999999999",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    vec(word, 0..12).prop_map(|words| words.join(" "))
}

fn replies(text: &str) -> Vec<Reply> {
    let text = || text.to_owned();
    let info = Info { pv: vec![text(), text()], ..Info::default() };
    let combo = OptionValue::Combo { default: text(), choices: vec![text()] };
    let variant = VariantLine { name: text(), template: Some(text()), startpos: text(), ..VariantLine::default() };
    let game = |fact| Reply::Game(GameLine { id: text(), fact });
    vec![
        Reply::IdName(text()),
        Reply::IdAuthor(text()),
        Reply::Option(OptionLine { name: text(), value: combo }),
        Reply::Option(OptionLine { name: text(), value: OptionValue::String { default: text() } }),
        Reply::Info(info),
        Reply::InfoString(text()),
        Reply::Error { code: ErrorCode::Plugin, text: text() },
        Reply::Variant(variant),
        Reply::BestMove { best: Some(text()), ponder: Some(text()) },
        Reply::Response(Response::Moves(text())),
        Reply::Response(Response::Fen(text())),
        Reply::Response(Response::About(text())),
        Reply::PerftMove { mv: text(), count: 1 },
        game(GameFact::Library { version: text(), interface: (1, 0), selected: true, name: text() }),
        game(GameFact::File(text())),
        game(GameFact::StartPos(text())),
        Reply::Fen(text()),
        Reply::Text(text()),
    ]
}

fn spelt(go: &GoLimits) -> String {
    let mut line = "go".to_owned();
    let mut add = |keyword: &str, value: Option<String>| {
        if let Some(value) = value {
            line.push_str(&format!(" {keyword} {value}"));
        }
    };
    let ms = |time: Option<Duration>| time.map(|time| time.as_millis().to_string());
    add("searchmoves", go.searchmoves.as_ref().map(|moves| moves.to_string()));
    add("p2time", ms(go.time[1]));
    add("wtime", ms(go.time[0]));
    add("p1inc", ms(go.increment[0]));
    add("binc", ms(go.increment[1]));
    add("infinite", go.infinite.then(String::new));
    add("movestogo", go.moves_to_go.map(|moves| moves.to_string()));
    add("movetime", ms(go.movetime));
    add("ponder", go.ponder.then(String::new));
    add("mate", go.mate.map(|moves| moves.to_string()));
    add("nodes", go.nodes.map(|nodes| nodes.to_string()));
    add("depth", go.depth.map(|depth| depth.to_string()));
    line
}

prop_compose! {
    fn time()(ms in any::<u64>()) -> Duration {
        Duration::from_millis(ms)
    }
}

prop_compose! {
    fn any_go()(
        limits in (option::of(1..=u32::MAX), option::of(any::<u64>()), option::of(1..=u32::MAX), option::of(time())),
        clocks in ([option::of(time()), option::of(time())], [option::of(time()), option::of(time())]),
        moves_to_go in option::of(1..=u32::MAX),
        (infinite, ponder) in (any::<bool>(), any::<bool>()),
        searchmoves in option::of(vec("[A-Z]@[a-h][1-8]|[0-9]{1,3}", 1..5).prop_map(LineWords::from_iter)),
    ) -> GoLimits {
        let (depth, nodes, mate, movetime) = limits;
        let (time, increment) = clocks;
        GoLimits { depth, nodes, mate, movetime, time, increment, moves_to_go, infinite, ponder, searchmoves }
    }
}

proptest! {
    #[test]
    fn anything_is_a_command_or_an_error_in_one_line(line in prop_oneof![any::<String>(), likely_line()]) {
        if let Err(error) = parse(&line) {
            prop_assert!(is_one_line(&error.text), "{:?}", error.text);
            let owed = match error.code {
                ErrorCode::BadGo => Some(OwedLine::BestMove),
                ErrorCode::BadExplain => Some(OwedLine::ExplainDone),
                _ => None,
            };
            prop_assert_eq!(error.owed, owed);
            // The longest text lists what is known; what is quoted adds 83 characters at most.
            prop_assert!(error.text.chars().count() < 300, "{:?}", error.text);
        }
    }

    #[test]
    fn replies_are_one_line(text in prop_oneof![any::<String>(), "(.|\n|\r|\u{85}|\u{2028}){0,20}"]) {
        for reply in replies(&text) {
            prop_assert!(is_one_line(&reply.to_string()), "{reply:?}");
        }
    }

    #[test]
    fn limits_come_back(go in any_go()) {
        prop_assert_eq!(parse(&spelt(&go)), Ok(Some(Command::Go(go))));
    }

    #[test]
    fn setups_come_back(setup in vec("[a-zA-Z0-9/\\[\\],?@-]{1,9}", 1..6), moves in vec("[a-z@0-9]{1,5}", 0..5)) {
        prop_assume!(!setup.iter().any(|word| word == "moves") && setup[0] != "fen" && setup[0] != "startpos");
        let expected = PositionText { setup: Some(setup.join(" ")), moves: moves.iter().collect() };
        let text = format!("{} moves {}", setup.join(" \t"), moves.join("  "));
        prop_assert_eq!(PositionText::parse(&text), Ok(expected.clone()));
        prop_assert_eq!(PositionText::parse(&format!("fen {text}")), Ok(expected));
    }

    #[test]
    fn safe_option_texts_come_back(name in "[ -~]{1,20}", value in any::<String>()) {
        prop_assume!(!name.is_empty() && is_safe_option_text(&name) && is_safe_option_text(&value));
        let line = format!("setoption name {name} value {value}");
        prop_assert_eq!(parse(&line), Ok(Some(Command::SetOption { name, value: Some(value) })));
    }

    #[test]
    fn option_lines_that_pass_the_check_can_be_split_at_their_keywords(
        name in "[ -~]{0,12}", mut numbers in any::<[i64; 3]>(),
    ) {
        numbers.sort_unstable();
        let [min, default, max] = numbers;
        let option = OptionLine { name: name.clone(), value: OptionValue::Spin { default, min, max } };
        prop_assume!(option.check().is_ok());
        let line = Reply::Option(option).to_string();
        let fields: Vec<&str> = line.split(' ').collect();
        let at = |keyword: &str| fields.iter().position(|&field| field == keyword).map_or(usize::MAX, |at| at + 1);
        prop_assert_eq!(fields[at("name")..at("type") - 1].join(" "), name);
        prop_assert_eq!(fields[at("default")].parse(), Ok(default));
        prop_assert_eq!(fields[at("min")].parse(), Ok(min));
        prop_assert_eq!(fields[at("max")].parse(), Ok(max));
    }
}
