//! The dialogues of protocol.md run against the built binary, and its lists are complete.
//!
//! A dialogue is a fenced block with the word `transcript` after the fence. Lines that begin with `> ` are sent to a new
//! engine, lines that begin with `< ` are what it answers, in this order and nothing else in between. Within an expected
//! line `...` stands for any text; a line `< ...` alone stands for any number of lines.

use plyd_protocol::{ErrorCode, HELP};
use plyd_tests::{Engine, PATIENCE};
use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

static PROTOCOL: LazyLock<String> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol.md");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
});

/// One dialogue, with the number of its first line.
struct Transcript {
    first_line: usize,
    lines: Vec<&'static str>,
}

fn transcripts(text: &'static str) -> Vec<Transcript> {
    let mut found = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line.trim_end() == "```transcript" {
            let lines = lines.by_ref().map(|(line, _)| line).take_while(|line| line.trim_end() != "```").collect();
            found.push(Transcript { first_line: number + 1, lines });
        }
    }
    found
}

/// Whether the line is the pattern, in which `...` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// An expected line, with its number in the document.
type Expected = (usize, &'static str);

fn is_any(pattern: &str) -> bool {
    pattern.trim_end() == "..."
}

/// Runs one dialogue with an engine of its own.
fn run(transcript: &Transcript) {
    let mut engine = Engine::start(&[]);
    let mut expected: Vec<Expected> = Vec::new();
    for (line, number) in transcript.lines.iter().zip(transcript.first_line..) {
        if let Some(sent) = line.strip_prefix("> ") {
            let is_open = expected.last().is_some_and(|(_, pattern)| is_any(pattern));
            assert!(!is_open, "protocol.md line {number}: a line is needed between `< ...` and what is sent next");
            expect(&mut engine, &expected);
            expected.clear();
            engine.send(sent);
        } else if let Some(pattern) = line.strip_prefix('<') {
            expected.push((number, pattern.strip_prefix(' ').unwrap_or(pattern)));
        } else {
            panic!("protocol.md line {number}: `{line}` begins neither with `> ` nor with `< `");
        }
    }
    let is_open = expected.pop_if(|(_, pattern)| is_any(pattern)).is_some();
    expect(&mut engine, &expected);
    engine.close_input();
    let rest = engine.rest();
    let first = transcript.first_line;
    assert!(is_open || rest.is_empty(), "protocol.md, transcript at line {first}: the engine also says {rest:#?}");
    assert!(engine.process.wait().success(), "protocol.md, transcript at line {first}: the engine failed");
}

/// Reads lines until they are what is expected. A line that is any number of lines may end before or after what looks like
/// the next one, so all places in the list where the engine can be are followed.
fn expect(engine: &mut Engine, expected: &[Expected]) {
    let deadline = Instant::now() + PATIENCE;
    let mut said = Vec::new();
    let mut places = vec![0];
    loop {
        // Any number of lines can also be none.
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            if expected.get(place).is_some_and(|(_, pattern)| is_any(pattern)) && !places.contains(&(place + 1)) {
                places.push(place + 1);
            }
            next += 1;
        }
        if places.contains(&expected.len()) {
            return;
        }
        let line = engine.line_within(deadline.saturating_duration_since(Instant::now()));
        let (number, pattern) = expected[places.iter().copied().max().expect("there is a place")];
        let line = line.unwrap_or_else(|| panic!("protocol.md line {number}: `{pattern}` did not come: {said:#?}"));
        places = places.iter().filter_map(|&place| step(place, expected[place].1, &line)).collect();
        said.push(line);
        assert!(!places.is_empty(), "protocol.md line {number}: expected `{pattern}`, got {said:#?}");
    }
}

/// Where a line leads from a place in the list, if it is what stands there.
fn step(place: usize, pattern: &str, line: &str) -> Option<usize> {
    if is_any(pattern) {
        return Some(place);
    }
    matches(pattern, line).then_some(place + 1)
}

#[test]
fn every_transcript_of_the_document_is_what_the_engine_says() {
    let transcripts = transcripts(&PROTOCOL);
    assert!(!transcripts.is_empty(), "protocol.md has no transcripts");
    for transcript in &transcripts {
        assert!(transcript.lines.iter().any(|line| line.starts_with("> ")), "line {}", transcript.first_line);
        assert!(transcript.lines.iter().any(|line| line.starts_with("< ")), "line {}", transcript.first_line);
        run(transcript);
    }
}

#[test]
fn every_error_code_is_in_the_document() {
    for code in ErrorCode::ALL {
        let row = PROTOCOL.lines().find(|line| line.contains(&format!("`{code}`")) && line.contains(code.meaning()));
        assert!(row.is_some(), "protocol.md has no line with `{code}` and its meaning: {}", code.meaning());
    }
}

#[test]
fn every_command_is_in_the_document() {
    for (usage, meaning) in HELP {
        assert!(PROTOCOL.contains(&format!("`{usage}`")), "protocol.md does not mention `{usage}`: {meaning}");
    }
}

#[test]
fn every_option_of_the_shipped_games_is_in_the_document() {
    let lines = Engine::start(&["--game", "tictactoe"]).ask("uci");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert!(!options.is_empty());
    for option in options {
        assert!(PROTOCOL.lines().any(|line| line.contains(option.as_str())), "protocol.md has no line `{option}`");
    }
}

#[test]
fn patterns_match_what_they_should_and_nothing_else() {
    for (pattern, line) in [
        ("uciok", "uciok"),
        ("id name ...", "id name plyd 0.1.0"),
        ("info ... nodes 14 ... pv 1 0 0", "info depth 3 nodes 14 time 0 pv 1 0 0"),
        ("...", ""),
        ("a...b...b", "abb"),
    ] {
        assert!(matches(pattern, line), "{pattern}: {line}");
    }
    for (pattern, line) in [
        ("uciok", "uciok "),
        ("uciok", "uci"),
        ("bestmove 1 ...", "bestmove 1"),
        ("... pv 1 0", "info pv 1 0 0"),
        ("a...b...b", "ab"),
    ] {
        assert!(!matches(pattern, line), "{pattern}: {line}");
    }
}
