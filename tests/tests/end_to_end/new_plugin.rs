//! `plyd new-plugin`: what it writes builds, passes its own tests, and is played; what it cannot write it refuses.

use crate::web::browser::in_a_browser;
use plyd_tests::{
    Engine, Finished, PATIENCE, SDK, assert_passes_the_checker, binary, cargo, command, finish, has_program,
    share_build, target_folder,
};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// How long a build may take on a busy machine.
const BUILD_TIME: Duration = Duration::from_secs(600);

fn temporary() -> TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

/// Runs `plyd new-plugin` in this folder.
fn new_plugin(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = command(&["new-plugin"]);
    command.args(arguments).current_dir(folder);
    finish(command, PATIENCE)
}

/// Runs a program in this folder, which has to succeed.
fn succeed(mut command: Command, arguments: &[&str], folder: &Path) -> Finished {
    command.args(arguments).current_dir(folder);
    let finished = finish(command, BUILD_TIME);
    assert!(finished.status.success(), "{arguments:?} in {}: {finished:?}", folder.display());
    finished
}

/// The folder of the build results.
fn build_folder() -> PathBuf {
    target_folder().join("new-plugin")
}

/// Runs cargo on a game.
fn run_cargo(arguments: &[&str], folder: &Path) {
    let target = build_folder();
    let target = target.to_str().expect("the target folder is UTF-8");
    let mut cargo = cargo();
    share_build(&mut cargo);
    succeed(cargo, &[arguments, &["--offline", "--quiet", "--target-dir", target]].concat(), folder);
}

/// Writes a game in Rust, builds it, and copies its library into a folder of its own.
fn built_in_rust(folder: &Path, id: &str, template: &str) -> PathBuf {
    let written = new_plugin(folder, &[id, "--sdk", SDK, "--template", template]);
    assert!(written.status.success(), "{written:?}");
    run_cargo(&["build", "--release"], &folder.join(id));
    let file = format!("{DLL_PREFIX}plyd_{}{DLL_SUFFIX}", id.replace('-', "_"));
    assert!(written.output.contains(&format!("plyd check target/release/{file}\n")), "{}", written.output);
    let library = folder.join("library").join(&file);
    fs::create_dir_all(folder.join("library")).expect("the folder can be written");
    fs::copy(build_folder().join("release").join(file), &library).expect("it was built");
    library
}

/// Whether games in C can be built here.
fn has_c() -> bool {
    ["make", "cc"].into_iter().all(|program| has_program(program, "a new game in C"))
}

/// Whether games in C++ can be built here.
fn has_cpp() -> bool {
    ["make", "g++"].into_iter().all(|program| has_program(program, "a new game in C++"))
}

/// Writes a game in C or C++, tests it and builds it without a warning.
fn built_by_make(folder: &Path, id: &str, language: &str, template: &str) -> PathBuf {
    let written = new_plugin(folder, &[id, "--lang", language, "--template", template]);
    assert!(written.status.success(), "{written:?}");
    let project = folder.join(id);
    for header in ["plyd_plugin.h", "plyd.hpp"].iter().take(if language == "c" { 1 } else { 2 }) {
        let ours = fs::read(Path::new(SDK).join("include").join(header)).expect("there is a header");
        assert!(fs::read(project.join(header)).expect("it was written") == ours, "another {header}");
    }
    let flags = "FLAGS=-O1 -Werror -pedantic -Wconversion";
    let flags = if language == "c" { format!("C{flags}") } else { format!("CXX{flags}") };
    let tested = succeed(Command::new("make"), &["test", &flags], &project);
    assert!(tested.output.ends_with("all tests passed\n"), "{tested:?}");
    succeed(Command::new("make"), &[&flags], &project);
    project.join("build").join(format!("{id}{DLL_SUFFIX}"))
}

/// Plays the board that a new game has, with the real binary.
fn assert_board_is_played(library: &Path, id: &str) {
    let folder = library.parent().expect("a library lies in a folder").to_str().expect("the folder is UTF-8");
    let mut engine = Engine::start(&["--plugin-dir", folder, "--game", id]);
    assert!(engine.ask("position startpos moves c1c2").is_empty());
    let lines = engine.ask("d");
    assert!(lines.contains(&"Fen: ppppp/5/5/2P2/PP1PP b".into()), "{lines:?}");
    let view = engine.ask("view").concat();
    assert!(view.contains(r#""on":"c2""#) && view.contains(r#""a5a4":["a5","a4"]"#), "{view}");
    // M. Gardner, "Mathematical Games", Scientific American, March 1962: the second player wins on nine squares.
    engine.send(&format!("setoption name {id}.Files value 3\nsetoption name {id}.Ranks value 3"));
    let lines = engine.go("position startpos\ngo depth 9");
    assert!(lines.iter().any(|line| line.contains(" score mate -")), "{lines:?}");
    let lines = engine.ask("position fen ppp/4/PPP w");
    assert!(lines.len() == 1 && lines[0].starts_with("info string error bad-position "), "{lines:?}");
    assert_passes_the_checker(library);
}

/// Plays the heap that a new game without a board is, with the real binary.
fn assert_is_played(library: &Path, id: &str) {
    let folder = library.parent().expect("a library lies in a folder").to_str().expect("the folder is UTF-8");
    let mut engine = Engine::start(&["--plugin-dir", folder, "--game", id]);
    let games = engine.ask("games");
    let is_played =
        |line: &String| line.starts_with(&format!("game {id} version 0.1.0 ")) && line.contains(" selected name ");
    assert!(games.iter().any(is_played), "{games:?}");
    assert!(!games.iter().any(|line| line.contains("refused")), "{games:?}");
    assert!(engine.ask("position startpos moves 3 2").is_empty());
    let lines = engine.ask("d");
    let picture = ["||||||||||||||||", "16 counters, the first player to move", "Fen: 16 w", "Turn: p1"];
    assert_eq!(lines[..4], picture);
    // Sixteen are lost, and seventeen won by taking one.
    for (position, depth, score, best) in
        [("startpos", 21, "mate 6", "1"), ("fen 17 b", 17, "mate 5", "1"), ("fen 16", 16, "mate -4", "1")]
    {
        let lines = engine.go(&format!("position {position}\ngo depth {depth}"));
        let [.., info, last] = &lines[..] else { panic!("{lines:?}") };
        assert!(info.contains(&format!(" score {score} ")), "{position}: {lines:?}");
        assert!(last.starts_with(&format!("bestmove {best}")), "{position}: {lines:?}");
    }
    engine.send("position startpos\ngo perft 8");
    let perft = engine.until("Nodes searched");
    assert_eq!(perft.last().map(String::as_str), Some("Nodes searched: 6516"));
    for setup in ["many", "1000", "-1", "5 x", "5 w 1"] {
        let lines = engine.ask(&format!("position fen {setup}"));
        assert!(lines.len() == 1 && lines[0].starts_with("info string error bad-position "), "{setup}: {lines:?}");
    }
    assert_passes_the_checker(library);
}

/// What the author of a new game adds to `impl Plugin`, so that people see a board: the counters in a row. A click on a
/// counter takes it, and all that lie to the right of it.
const VIEW: &str = r#"
    fn view(&self, state: &State) -> Option<plyd_plugin::view::View> {
        use plyd_plugin::view::{Glyph, Owner, Shape, Token, View};
        let mut view = View::grid(Shape::Square, state.counters.max(1), 1, |file, _| (file + 1).to_string());
        for counter in 1..=state.counters {
            view.put(counter.to_string(), Token::new(Glyph::Disc, Owner::None));
        }
        Some(view)
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<plyd_plugin::view::Step> {
        plyd_plugin::view::Step::spots([(state.counters - mv.0 + 1).to_string()])
    }
"#;

/// People play a new game in a browser at once: by buttons as it is, and on a board as soon as it has a view.
fn assert_is_played_in_a_browser(folder: &Path, library: &Path) {
    let drawn = new_plugin(folder, &["take-away-drawn", "--sdk", SDK, "--template", "empty"]);
    assert!(drawn.status.success(), "{drawn:?}");
    let source = folder.join("take-away-drawn/src/lib.rs");
    let text = fs::read_to_string(&source).expect("it was written");
    let (start, end) = text.split_once("    fn picture(").expect("it has a picture");
    fs::write(&source, format!("{start}{}\n    fn picture({end}", VIEW.trim_start_matches('\n'))).expect("it is ours");
    run_cargo(&["build", "--release"], &folder.join("take-away-drawn"));
    let file = format!("{DLL_PREFIX}plyd_take_away_drawn{DLL_SUFFIX}");
    let libraries = library.parent().expect("a library lies in a folder");
    fs::copy(build_folder().join("release").join(&file), libraries.join(file)).expect("it was built");
    let libraries = libraries.to_str().expect("the folder is UTF-8");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--plugin-dir", libraries];
    let said = in_a_browser("web_games.py", &["3".as_ref(), "take-away,take-away-drawn".as_ref()], &serve, 600);
    let Some(said) = said else { return };
    let played = |game: &str, on: &str| {
        said.lines()
            .filter(|line| line.starts_with(&format!("{game} ")) && line.ends_with(&format!(" on a {on}")))
            .count()
    };
    assert_eq!((played("take-away", "list"), played("take-away-drawn", "board")), (3, 3), "{said}");
}

#[test]
fn a_new_game_in_rust_passes_its_tests_and_is_played() {
    let folder = temporary();
    let library = built_in_rust(folder.path(), "take-away", "empty");
    run_cargo(&["test"], &folder.path().join("take-away"));
    assert_is_played(&library, "take-away");
    assert_is_played_in_a_browser(folder.path(), &library);
}

/// It compiles the SDK and the board twice, which takes minutes.
#[cfg(feature = "long-tests")]
#[test]
fn a_new_game_in_rust_of_a_board_passes_its_tests_and_is_played() {
    let folder = temporary();
    let library = built_in_rust(folder.path(), "hexapawn", "board");
    run_cargo(&["test"], &folder.path().join("hexapawn"));
    assert_board_is_played(&library, "hexapawn");
}

#[test]
fn a_new_game_in_c_passes_its_tests_and_is_played() {
    if has_c() {
        let folder = temporary();
        assert_is_played(&built_by_make(folder.path(), "take-away", "c", "empty"), "take-away");
        assert_board_is_played(&built_by_make(folder.path(), "hexapawn", "c", "board"), "hexapawn");
    }
}

#[test]
fn a_new_game_in_cpp_passes_its_tests_and_is_played() {
    if has_cpp() {
        let folder = temporary();
        assert_is_played(&built_by_make(folder.path(), "take-away", "cpp", "empty"), "take-away");
        assert_board_is_played(&built_by_make(folder.path(), "hexapawn", "cpp", "board"), "hexapawn");
    }
}

#[test]
fn a_new_game_that_is_a_text_is_checked_and_played_at_once() {
    let folder = temporary();
    for language in ["python", "ini"] {
        for template in ["board", "empty"] {
            let (id, words) = (format!("{language}-{template}"), ["--lang", language, "--template", template]);
            let written = new_plugin(folder.path(), &[&[id.as_str()], &words[..]].concat());
            assert!(written.status.success(), "{written:?}");
            let ending = if language == "python" { "py" } else { "ini" };
            assert!(written.output.contains(&format!("\n  plyd check ./{id}.{ending}\n")), "{}", written.output);
            let checked = command(&["check", "--seconds", "10", &format!("{id}/{id}.{ending}")]);
            succeed(checked, &[], folder.path());
            let place = folder.path().join(&id);
            let mut engine = Engine::start(&["--plugin-dir", place.to_str().expect("it is UTF-8"), "--game", &id]);
            let lines = engine.go("go depth 3");
            assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        }
    }
}

/// No mark of a template is left, and lines are as long as they may be.
#[test]
fn a_new_game_is_text_for_its_author() {
    let folder = temporary();
    for language in ["rust", "c", "cpp"] {
        for template in ["board", "empty"] {
            let name = format!("{language}-{template}");
            let mut words = vec!["one-game", "--folder", &name, "--lang", language, "--template", template];
            words.extend(if language == "rust" { &["--sdk", SDK][..] } else { &[] });
            let written = new_plugin(folder.path(), &words);
            assert!(written.status.success(), "{written:?}");
            let readme = fs::read_to_string(folder.path().join(&name).join("README.md")).expect("it was written");
            assert!(readme.contains(if template == "board" { "Hexapawn" } else { "heap" }), "{readme}");
            let files = [folder.path().join(&name), folder.path().join(&name).join("src")];
            for file in files.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
                let Ok(text) = fs::read_to_string(file.path()) else { continue };
                for line in text.lines() {
                    let is_mark = line
                        .split('@')
                        .nth(1)
                        .is_some_and(|word| word.chars().all(|c| c.is_ascii_uppercase()) && !word.is_empty());
                    assert!(!is_mark, "{}: {line}", file.path().display());
                    let is_long = line.chars().count() > 120 && !line.contains("| ") && !line.contains(" = { path");
                    assert!(!is_long, "{}: {line}", file.path().display());
                }
            }
        }
    }
}

/// A keyword of Rust; dashes and digits; the name of a target of the Makefile.
#[test]
fn ids_that_a_language_could_trip_over_build() {
    let folder = temporary();
    let ids = ["self", "m-n-3"];
    for id in ids {
        built_in_rust(folder.path(), id, "board");
    }
    let library = folder.path().join("library");
    let engine = &mut Engine::start(&["--plugin-dir", library.to_str().expect("the folder is UTF-8")]);
    let games = engine.ask("games");
    for id in ids {
        assert!(games.iter().any(|line| line.starts_with(&format!("game {id} version 0.1.0"))), "{id}: {games:?}");
    }
    if has_c() {
        let project = folder.path().join("in-c");
        // The project has a test of its own, and a target of that name.
        let written = new_plugin(folder.path(), &["test", "--lang", "c", "--folder", "in-c"]);
        assert!(written.status.success(), "{written:?}");
        succeed(Command::new("make"), &["test", "CFLAGS=-O2 -Werror"], &project);
        succeed(Command::new("make"), &["CFLAGS=-O2 -Werror"], &project);
        assert!(project.join("build").join(format!("test{DLL_SUFFIX}")).exists());
    }
}

/// Nothing in a new game names a folder of the machine, wherever the program is that has written it.
#[test]
fn a_new_game_takes_the_sdk_with_it() {
    let folder = temporary();
    let lonely = folder.path().join("plyd");
    fs::copy(binary(), &lonely).expect("the folder can be written");
    for (template, crates) in [("board", 4), ("empty", 3)] {
        let mut command = Command::new(&lonely);
        command.args(["new-plugin", "one-game", "--template", template]).current_dir(folder.path());
        let written = finish(command, PATIENCE);
        assert!(written.status.success(), "{written:?}");
        let moved = folder.path().join(format!("moved-{template}"));
        fs::rename(folder.path().join("one-game"), &moved).expect("it was written");
        let vendored = fs::read_dir(moved.join("vendor")).expect("it has a copy").flatten();
        assert_eq!(vendored.filter(|entry| entry.path().is_dir()).count(), crates);
        // Nothing is built, but all manifests are read.
        let mut cargo = cargo();
        cargo.args(["metadata", "--format-version", "1", "--offline"]);
        let told = succeed(cargo, &[], &moved).output;
        assert!(told.contains("/vendor/plyd-plugin/Cargo.toml"), "{told}");
        assert!(!told.contains("plugins/sdk"), "{told}");
    }
}

#[test]
fn another_sdk_is_taken_if_it_is_asked_for() {
    let folder = temporary();
    for (number, (sdk, expected)) in [
        ("0.2", "plyd-plugin = \"0.2\"\n"),
        ("https://example.org/plyd.git#v0.2.0", "{ git = \"https://example.org/plyd.git\", tag = \"v0.2.0\" }"),
        (SDK, "plugins/sdk\" }\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let place = format!("game-{number}");
        let written = new_plugin(folder.path(), &["one-game", "--folder", &place, "--sdk", sdk]);
        assert!(written.status.success(), "{sdk}: {written:?}");
        let manifest = fs::read_to_string(folder.path().join(&place).join("Cargo.toml")).expect("it was written");
        assert!(manifest.contains(expected) && manifest.contains("plyd-board = "), "{sdk}: {manifest}");
        assert!(!manifest.contains("vendor") && !folder.path().join(&place).join("vendor").exists(), "{sdk}");
    }
    for (sdk, reason) in [(".", "is not the folder of the crate plyd-plugin"), ("nowhere", "is no folder, no version")]
    {
        let refused = new_plugin(folder.path(), &["nim", "--sdk", sdk]);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(refused.errors.contains(reason), "{refused:?}");
        assert!(!folder.path().join("nim").exists());
    }
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_nothing() {
    let folder = temporary();
    fs::create_dir(folder.path().join("mine")).expect("the folder can be written");
    fs::write(folder.path().join("mine").join("rules.h"), "mine").expect("the folder can be written");
    for (arguments, code, reason) in [
        (&["Nim"][..], 1, "'N' at character 1"),
        (&["take_away"], 1, "`take-away` would be valid"),
        (&["../nim"], 1, "'.' at character 1"),
        (&[""], 1, "it is empty"),
        (&["3-nim"], 1, "it begins with `3`"),
        (&["value"], 1, "clients split option lines"),
        (&["plugin"], 1, "which is the SDK"),
        (&["board"], 1, "which is the crate for boards"),
        (&["rules"], 1, "which is a part of the SDK"),
        (&["mine", "--lang", "c"], 1, "already exists; choose another folder"),
        (&["nim", "--lang", "c", "--folder", "mine"], 1, "already exists; choose another folder"),
        (&["nim", "--lang", "c", "--folder", "no/such/nim"], 1, "cannot make the folder no/such/nim: "),
        (&["nim", "--lang", "c", "--sdk", SDK], 1, "--sdk is for Rust"),
        (&["nim", "--lang", "ada"], 2, "[possible values: rust, c, cpp, python, ini]"),
        (&["nim", "--template", "chess"], 2, "[possible values: board, empty]"),
        (&[], 2, "NAME"),
    ] {
        let refused = new_plugin(folder.path(), arguments);
        assert_eq!(refused.status.code(), Some(code), "{arguments:?}: {refused:?}");
        assert!(refused.errors.contains(reason) && refused.output.is_empty(), "{arguments:?}: {refused:?}");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).expect("it is there").flatten().map(|entry| entry.path()).collect();
    assert_eq!(left, [folder.path().join("mine")]);
    assert_eq!(fs::read_to_string(left[0].join("rules.h")).expect("it is there"), "mine");
}
