//! Lines that are no commands, and what is said of them.

use plyd_protocol::{ErrorCode, OwedLine, ParseError, PositionText, Reply, parse};

fn error(line: &str) -> ParseError {
    match parse(line) {
        Err(error) => error,
        other => panic!("{line:?} is {other:?}"),
    }
}

#[test]
fn unknown_commands() {
    let long = "x".repeat(100);
    let quoted = format!("unknown command `{}...`; `help` lists all", "x".repeat(80));
    let exact = "y".repeat(80);
    let exactly = format!("unknown command `{exact}`; `help` lists all");
    for (line, text) in [
        ("zzzzz", "unknown command `zzzzz`; `help` lists all"),
        ("psition startpos", "unknown command `psition startpos`; did you mean `position`? `help` lists all"),
        ("Go depth 5", "unknown command `Go depth 5`; did you mean `go`? `help` lists all"),
        ("positabc", "unknown command `positabc`; `help` lists all"),
        ("UCI", "unknown command `UCI`; did you mean `uci`? `help` lists all"),
        ("D", "unknown command `D`; did you mean `d`? `help` lists all"),
        ("b", "unknown command `b`; `help` lists all"),
        ("og", "unknown command `og`; `help` lists all"),
        (" \u{7}bell\u{1b}[31m \r", "unknown command ` bell [31m`; `help` lists all"),
        (&long, &quoted),
        (&exact, &exactly),
    ] {
        assert_eq!(error(line), ParseError::new(ErrorCode::UnknownCommand, text.into(), None));
    }
}

#[test]
fn bad_commands() {
    for (line, text) in [
        ("debug", "`debug` needs `on` or `off` after it"),
        ("debug maybe", "`debug` needs `on` or `off`, not `maybe`"),
        ("debug ON", "`debug` needs `on` or `off`, not `ON`"),
        ("setoption", "`setoption` needs `name NAME` and optionally `value VALUE` after it"),
        ("setoption Hash 64", "`setoption` needs `name NAME` and optionally `value VALUE`, not `Hash`"),
        ("setoption name", "`setoption name` needs the name of an option after it"),
        ("setoption name value 3", "`setoption name` needs the name of an option after it"),
        (
            "query",
            "`query` needs `turn`, `p1turn`, `p2turn`, `gameover`, `result`, `moves`, `chances`, `fen` or `about` after it",
        ),
        (
            "query winner",
            "`query` needs `turn`, `p1turn`, `p2turn`, `gameover`, `result`, `moves`, `chances`, `fen` or `about`, not \
             `winner`",
        ),
        ("position", "a position begins with `startpos`, or with `fen` and a setup"),
        ("position moves P@b2", "a position begins with `startpos`, or with `fen` and a setup"),
        ("position fen", "`fen` needs a setup after it, and there is none"),
        ("position fen moves P@b2", "`fen` needs a setup after it, and there is none"),
        ("position startpos P@b2", "only `moves` can follow `startpos`, not `P@b2`"),
        ("skipped position fen", "`fen` needs a setup after it, and there is none"),
    ] {
        let error = error(line);
        let of_position = line.split(' ').any(|word| word == "position");
        let expected = ParseError { of_position, ..ParseError::new(ErrorCode::BadCommand, text.into(), None) };
        assert_eq!(error, expected, "{line}");
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(PositionText::parse("").map_err(|error| error.code), Err(ErrorCode::BadCommand));
}

#[test]
fn bad_explanations() {
    for (line, text) in [
        ("explain depth", "`depth` needs a whole number from 1 to 4294967295, but nothing follows it"),
        ("explain depth 0", "`depth` needs a whole number from 1 to 4294967295, not `0`"),
        ("explain depth -3", "`depth` needs a whole number from 1 to 4294967295, not `-3`"),
        ("explain format", "`format` needs `text`, `json`, `walk`, `page` or `svg`, but nothing follows it"),
        ("explain format dot", "`format` needs `text`, `json`, `walk`, `page` or `svg`, not `dot`"),
        ("explain algorithm", "`algorithm` needs the name of an algorithm, but nothing follows it"),
        ("explain formt json", "`explain` has no `formt`; did you mean `format`?"),
        ("explain 3", "`explain` has no `3`; it takes `depth`, `algorithm`, `format` and others: see `help`"),
        ("explain nodes 0", "`nodes` needs a whole number from 1 to 4294967295, not `0`"),
        ("explain cut", "`cut` needs `equal` or `strict`, but nothing follows it"),
        ("explain worksheet ten", "`worksheet` needs a whole number from 1 to 4294967295, not `ten`"),
        ("explain worksheet 1 seed -1", "`seed` needs a whole number from 0 to 18446744073709551615, not `-1`"),
        ("explain grade ", "`grade` needs JSON with `key` and `answers`, but nothing follows it"),
    ] {
        let expected = ParseError::new(ErrorCode::BadExplain, text.into(), Some(OwedLine::ExplainDone));
        assert_eq!(error(line), expected, "{line}");
    }
}

#[test]
fn bad_texts_to_read() {
    for (line, text) in [
        ("read", "`read` needs a JSON string after it, such as `\"1. e4 e5\"`"),
        (
            "read 1. e4",
            "`read` needs a single JSON string, such as `\"1. e4 e5\"`; `1. e4` is invalid from character 3 on",
        ),
        (
            "read \"e4",
            "`read` needs a single JSON string, such as `\"1. e4 e5\"`; `\"e4` is invalid from character 3 on",
        ),
        (
            "read \"e4\" 3",
            "`read` needs a single JSON string, such as `\"1. e4 e5\"`; `\"e4\" 3` is invalid from character 6 on",
        ),
    ] {
        let error = error(line);
        assert_eq!((error.code, error.owed, error.text.as_str()), (ErrorCode::BadRead, None, text), "{line}");
    }
}

#[test]
fn bad_limits() {
    for (line, text) in [
        ("go depth", "`depth` needs a whole number from 1 to 4294967295, but nothing follows it"),
        ("go depth five", "`depth` needs a whole number from 1 to 4294967295, not `five`"),
        ("go depth 0", "`depth` needs a whole number from 1 to 4294967295, not `0`"),
        ("go depth -1", "`depth` needs a whole number from 1 to 4294967295, not `-1`"),
        ("go depth 4294967296", "`depth` needs a whole number from 1 to 4294967295, not `4294967296`"),
        ("go depth infinite", "`depth` needs a whole number from 1 to 4294967295, not `infinite`"),
        ("go mate 0", "`mate` needs a whole number from 1 to 4294967295, not `0`"),
        ("go movestogo -1", "`movestogo` needs a whole number from 0 to 4294967295, not `-1`"),
        ("go nodes 1e6", "`nodes` needs a whole number from 0 to 18446744073709551615, not `1e6`"),
        (
            "go nodes 18446744073709551616",
            "`nodes` needs a whole number from 0 to 18446744073709551615, not `18446744073709551616`",
        ),
        ("go movetime 1.5", "`movetime` needs whole milliseconds, at most 18446744073709551615, not `1.5`"),
        ("go wtime", "`wtime` needs whole milliseconds, at most 18446744073709551615, but nothing follows it"),
        ("go btime -", "`btime` needs whole milliseconds, at most 18446744073709551615, not `-`"),
        ("go p1inc --5", "`p1inc` needs whole milliseconds, at most 18446744073709551615, not `--5`"),
        ("go searchmoves", "`searchmoves` needs at least one move after it"),
        ("go searchmoves depth 3", "`searchmoves` needs at least one move after it"),
        ("go deph 3", "`go` has no limit `deph`; did you mean `depth`?"),
        (
            "go fast",
            "`go` has no limit `fast`; the limits are depth, nodes, mate, movetime, wtime, btime, winc, binc, p1time, \
             p2time, p1inc, p2inc, movestogo, infinite, ponder, searchmoves, perft",
        ),
        ("go perft", "`perft` needs a whole number from 0 to 1024, but nothing follows it"),
        ("go perft 1025", "`perft` needs a whole number from 0 to 1024, not `1025`"),
        ("go perft 3 depth 2", "`perft` stands alone, without other limits"),
        ("go infinite perft 3", "`perft` stands alone, without other limits"),
        ("skipped go depth", "`depth` needs a whole number from 1 to 4294967295, but nothing follows it"),
    ] {
        let expected = ParseError::new(ErrorCode::BadGo, text.into(), Some(OwedLine::BestMove));
        assert_eq!(error(line), expected, "{line}");
    }
}

#[test]
fn an_error_becomes_a_line() {
    assert_eq!(
        Reply::from(error("debug")).to_string(),
        "info string error bad-command `debug` needs `on` or `off` after it"
    );
}

#[test]
fn codes_are_kebab_case_and_explained() {
    for (index, code) in ErrorCode::ALL.iter().enumerate() {
        let word = code.to_string();
        assert!(word.split('-').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric())));
        assert_eq!(word, word.to_lowercase());
        assert!(code.meaning().ends_with('.') && !code.meaning().contains(". "), "one sentence: {word}");
        assert!(ErrorCode::ALL[..index].iter().all(|other| other.as_str() != word), "{word} twice");
    }
}

#[test]
fn codes_are_spelt_as_documented() {
    for (code, word) in [
        (ErrorCode::UnknownCommand, "unknown-command"),
        (ErrorCode::BadCommand, "bad-command"),
        (ErrorCode::BadGo, "bad-go"),
        (ErrorCode::BadRead, "bad-read"),
        (ErrorCode::Busy, "busy"),
        (ErrorCode::UnknownOption, "unknown-option"),
        (ErrorCode::BadValue, "bad-value"),
        (ErrorCode::UnknownGame, "unknown-game"),
        (ErrorCode::NoGame, "no-game"),
        (ErrorCode::BadPosition, "bad-position"),
        (ErrorCode::IllegalMove, "illegal-move"),
        (ErrorCode::NoSearch, "no-search"),
        (ErrorCode::LineTooLong, "line-too-long"),
        (ErrorCode::NotUtf8, "not-utf8"),
        (ErrorCode::OutOfResources, "out-of-resources"),
        (ErrorCode::Plugin, "plugin"),
        (ErrorCode::TooManySessions, "too-many-sessions"),
        (ErrorCode::Timeout, "timeout"),
        (ErrorCode::Shutdown, "shutdown"),
    ] {
        assert_eq!(code.as_str(), word);
    }
}
