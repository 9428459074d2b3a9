//! The dialogues of protocol.md run against the built binary with the games that it describes, and its list of their
//! options is complete.

use crate::tablebases::{path, tables};
use plyd_tests::{Engine, PluginFolder, Transcript, built_folder};
use plyd_trials::Shipped;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::sync::LazyLock;

static PROTOCOL: LazyLock<String> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol.md");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
});

/// Where the networks of shipped games are.
const NETWORKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/networks");

/// The games that have a section in the document, as a folder of libraries. A game that has none does not change what
/// the document says.
fn described() -> PluginFolder {
    let folder = PluginFolder::new(&[]);
    let described = Shipped::all().iter().filter(|game| PROTOCOL.contains(&format!("\n### `{}`\n", game.id)));
    for name in described.filter_map(|game| game.folder.file_name()?.to_str()) {
        let file = format!("{DLL_PREFIX}plyd_{name}{DLL_SUFFIX}");
        fs::copy(built_folder().join(&file), folder.path().join(&file)).expect("the library was built");
    }
    folder
}

#[test]
fn every_transcript_of_the_document_is_what_the_engine_says() {
    let transcripts = Transcript::all("protocol.md", &PROTOCOL);
    assert!(!transcripts.is_empty(), "protocol.md has no transcripts");
    let (tables, games) = (tables(), described());
    for transcript in &transcripts {
        // A server without tables does not know the option.
        let has_tables = transcript.has("Use Tablebases");
        let with_tables = if has_tables { &["--tablebases", path(tables.path())][..] } else { &[] };
        let has_networks = transcript.has("Network: ");
        let with_networks = if has_networks { &["--networks", NETWORKS][..] } else { &[] };
        let flags = [&["--game", "tictactoe"], with_tables, with_networks].concat();
        let mut engine = Engine::spawn(games.command(&flags));
        transcript.run(&mut engine);
        assert!(engine.process.wait().success(), "the engine failed after {transcript:?}");
    }
}

#[test]
fn every_option_of_the_described_games_is_in_the_document() {
    let games = described();
    // With a named game the list would have its options only. The document begins with the smallest one.
    let lines = Engine::spawn(games.command(&[])).ask("setoption name UCI_Variant value tictactoe\nuci");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert!(!options.is_empty());
    for option in options {
        assert!(PROTOCOL.lines().any(|line| line.contains(option.as_str())), "protocol.md has no line `{option}`");
    }
}
