//! Follows docs/tour.md from its first block to its last, as a newcomer does, in a fresh folder; and types what the
//! README shows.
//!
//! The word after a fence says what a block is. `console build` is what the test's own cargo has done already, and
//! `console package` installs a package, which tests/packaging/bare_root.sh does.
//! `console` is typed into a shell, line by line, and the lines below each command are what it prints. `terminal` is a
//! screen: it is typed into a terminal, which has to look like it in the end. `transcript` is a session. `python` is a
//! program, and the `text` after it what it prints. `...` stands for what differs from run to run, as in the
//! transcripts of protocol.md.

mod cast;
mod reader;
mod screen;

use reader::Reader;
use std::fs;
use std::path::Path;

const NAME: &str = "docs/tour.md";

/// A fenced block.
struct Block<'a> {
    /// The text after the fence.
    info: &'a str,
    /// The number of the fence's line.
    line: usize,
    /// Its place, for messages.
    place: String,
    lines: Vec<&'a str>,
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn blocks<'a>(name: &str, text: &'a str) -> Vec<Block<'a>> {
    let mut found = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let place = format!("{name} line {number}");
            let inside = lines.by_ref().map(|(line, _)| line).take_while(|line| *line != "```");
            found.push(Block { info, line: number, place, lines: inside.collect() });
        }
    }
    found
}

#[test]
fn the_tour_shows_what_its_reader_sees() {
    let text = read(NAME);
    let mut reader = Reader::new();
    let mut followed = Vec::new();
    for block in blocks(NAME, &text) {
        match block.info {
            "console build" | "console package" => {}
            "console" => reader.type_commands(&block),
            "terminal" => reader.use_terminal(&block),
            "transcript" => reader.converse(&block),
            "python" => reader.write_program(&block),
            "text" => reader.run_program(&block),
            other => panic!("{}: a block `{other}`, which this test cannot follow", block.place),
        }
        followed.push(block.info);
    }
    for kind in ["console build", "console", "terminal", "transcript", "python", "text"] {
        assert!(followed.contains(&kind), "{NAME} has no block `{kind}`");
    }
}

#[test]
fn the_commands_of_the_readme_work_in_the_folder_of_the_sources() {
    let text = read("README.md");
    let mut commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    // The test's own cargo has done this.
    let builds = ["cargo build --release"];
    commands.retain(|command| !builds.contains(command));
    assert!(!commands.is_empty(), "the README has no command");
    let mut reader = Reader::new();
    for command in commands {
        reader.run(command, "README.md");
    }
}
