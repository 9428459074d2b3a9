//! The dialogues of protocol.md run against the built binary, and its list of options is complete.

use crate::tablebases::{path, tables};
use plyd_tests::{Engine, Transcript, command};
use std::fs;
use std::sync::LazyLock;

static PROTOCOL: LazyLock<String> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol.md");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
});

#[test]
fn every_transcript_of_the_document_is_what_the_engine_says() {
    let transcripts = Transcript::all("protocol.md", &PROTOCOL);
    assert!(!transcripts.is_empty(), "protocol.md has no transcripts");
    let tables = tables();
    for transcript in &transcripts {
        // A server without tables does not know the option.
        let has_tables = transcript.has("Use Tablebases");
        let arguments = if has_tables { &["--tablebases", path(tables.path())][..] } else { &[] };
        let mut engine = Engine::start(arguments);
        transcript.run(&mut engine);
        assert!(engine.process.wait().success(), "the engine failed after {transcript:?}");
    }
}

#[test]
fn every_option_of_the_shipped_games_is_in_the_document() {
    let mut command = command(&[]);
    // With a named game the list would have its options only. The document begins with the smallest one.
    command.env("PLYD_CONFIG", "");
    let lines = Engine::spawn(command).ask("setoption name UCI_Variant value tictactoe\nuci");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert!(!options.is_empty());
    for option in options {
        assert!(PROTOCOL.lines().any(|line| line.contains(option.as_str())), "protocol.md has no line `{option}`");
    }
}
