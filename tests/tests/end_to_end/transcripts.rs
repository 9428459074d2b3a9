//! The dialogues of protocol.md run against the built binary, and its list of options is complete.

use plyd_tests::{Engine, Transcript};
use std::fs;
use std::sync::LazyLock;

static PROTOCOL: LazyLock<String> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol.md");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
});

/// The folder of the networks of shipped games.
const NETWORKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/networks");

#[test]
fn every_transcript_of_the_document_is_what_the_engine_says() {
    let transcripts = Transcript::all("protocol.md", &PROTOCOL);
    assert!(!transcripts.is_empty(), "protocol.md has no transcripts");
    for transcript in &transcripts {
        let has_networks = transcript.has("Network: ");
        let with_networks = if has_networks { &["--networks", NETWORKS][..] } else { &[] };
        let flags = [&["--game", "tictactoe"], with_networks].concat();
        let mut engine = Engine::start(&flags);
        transcript.run(&mut engine);
        assert!(engine.process.wait().success(), "the engine failed after {transcript:?}");
    }
}

/// How the row of an option begins: its name, and the line of `uci` from the type on.
fn row(option: &str) -> String {
    let (name, kind) = option.trim_start_matches("option name ").split_once(" type ").expect("an option has a type");
    // The choices are the games that are loaded.
    let kind = if name == "UCI_Variant" { "combo" } else { kind };
    format!("| `{name}` | `{kind}` |")
}

#[test]
fn every_option_of_the_program_is_in_the_document() {
    // With a named game the list has its options only, and this one has none. The pages of games have the others.
    let lines = Engine::start(&["--game", "tictactoe"]).ask("uci");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert!(!options.is_empty());
    for option in options {
        let row = row(option);
        assert!(PROTOCOL.lines().any(|line| line.starts_with(&row)), "protocol.md has no row `{row}`");
    }
}
