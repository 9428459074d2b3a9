//! Tables of solved games in sessions. Those of children are tested in `tests/tests/end_to_end`.

use plyd_host::Position;
use plyd_linked::{Engine, catalog, engine, info_field};
use plyd_session::{SharedSettings, Transport};
use plyd_tablebase::{BuildEnd, BuildStep, FilesBeside, TableIdentity, TablebaseBuild};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Enough for every table of these tests.
const MEMORY: u64 = 64 << 20;
const SMALL_BOARD: [(&str, &str); 2] = [("Files", "4"), ("Ranks", "4")];

/// Builds a table of a game with these options, as `plyd tablebase` does.
fn build(folder: &Path, game: &str, options: &[(&str, &str)]) {
    let games = catalog();
    let library = games.get(game).expect("it is linked");
    let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let setup = Position::open(library, &options, "").expect("it opens").setup().expect("it has a text");
    let position = Position::open(library, &options, &setup).expect("it opens");
    let identity = TableIdentity::of(&position).expect("it has one");
    let file = folder.join(game).with_extension("plydtb");
    let build =
        TablebaseBuild::new(position.game(), position.state(), identity, MEMORY, None).expect("it can be built");
    assert!(matches!(build.run(&mut FilesBeside(&file), &|| true, &mut |_| BuildStep::GoOn), Ok(BuildEnd::Built(_))));
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

/// A session with this game and these options, and the tables of the folder if there is one.
fn session(game: &str, options: &[(&str, &str)], tables: Option<&Path>) -> Engine {
    let mut settings = SharedSettings { game: game.to_owned(), ..SharedSettings::default() };
    settings.options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    settings.search.tablebases = tables.map(Path::to_path_buf).into_iter().collect();
    Engine::of(engine(settings, catalog()), Transport::Pipe)
}

/// The nodes of the last line that has some.
fn nodes(lines: &[String]) -> u64 {
    let line = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("there is a line");
    info_field(line, "nodes").and_then(|nodes| nodes.parse().ok()).expect("it is a number")
}

#[test]
fn the_option_switches_tables_off_and_is_there_only_if_there_is_a_folder() {
    let folder = folder();
    build(folder.path(), "tictactoe", &[]);
    let name = folder.path().to_str().expect("the name of a temporary folder is text");
    let mut engine = session("tictactoe", &[], Some(folder.path()));
    let options = engine.ask("uci").join("\n");
    assert!(options.contains("\noption name Use Tablebases type check default true\n"), "{options}");
    assert!(!options.contains(name) && !options.contains("plydtb"), "{options}");
    assert!(nodes(&engine.go("go depth 9")) < 25);
    engine.send("setoption name Use Tablebases value false");
    assert!(nodes(&engine.go("go depth 9")) > 200);
    engine.send("setoption name Use Tablebases value true");
    assert!(nodes(&engine.go("go depth 9")) < 25);
    for other in ["perft 3", "depth 4"] {
        engine.send("setoption name Algorithm value minimax");
        let lines = engine.ask(&format!("go {other}\nisready")).join("\n");
        assert!(!lines.contains("tablebase"), "{lines}");
    }
    let mut engine = session("tictactoe", &[], None);
    assert!(!engine.ask("uci").join("\n").contains("Tablebases"));
    let refused = engine.ask("setoption name Use Tablebases value true\nisready").join("\n");
    assert!(refused.contains("error unknown-option"), "{refused}");
}

/// The lines of a search of the start position.
fn search(game: &str, options: &[(&str, &str)], go: &str, tables: &Path) -> Vec<String> {
    session(game, options, Some(tables)).go(go)
}

#[test]
fn searches_use_the_tables_of_their_game_and_options_only() {
    let (folder, empty) = (folder(), folder());
    build(folder.path(), "cfour", &SMALL_BOARD);
    let small = [("cfour.Files", "4"), ("cfour.Ranks", "4")];
    let without = search("cfour", &small, "go depth 16", empty.path());
    let with = search("cfour", &small, "go depth 16", folder.path());
    for lines in [&with, &without] {
        assert!(lines.iter().any(|line| line.contains(" score cp 0 ")), "{lines:?}");
    }
    assert!(nodes(&with) < 20 && nodes(&without) > 1_000, "{with:?}");
    let off = [&small[..], &[("Use Tablebases", "false")]].concat();
    assert_eq!(nodes(&search("cfour", &off, "go depth 16", folder.path())), nodes(&without));
    let other_algorithm = [&small[..], &[("Algorithm", "alphabeta")]].concat();
    for (game, options, go) in [
        ("cfour", &other_algorithm[..], "go depth 6"),
        ("cfour", &[("cfour.Files", "4"), ("cfour.Ranks", "5")], "go depth 8"),
        ("tictactoe", &[], "go depth 9"),
    ] {
        let [with, without] = [folder.path(), empty.path()].map(|tables| search(game, options, go, tables));
        assert_eq!(nodes(&with), nodes(&without), "{options:?}: {with:?}");
        assert!(!with.iter().any(|line| line.contains("tablebase")), "{with:?}");
    }
}

#[test]
fn a_damaged_table_is_told_once_and_left_out() {
    let folder = folder();
    build(folder.path(), "tictactoe", &[]);
    let file = folder.path().join("tictactoe.plydtb");
    let mut damaged = fs::read(&file).expect("it was built");
    let place = damaged.len() - 100;
    damaged[place] ^= 1;
    fs::write(&file, damaged).expect("the folder is writable");
    fs::write(folder.path().join("foreign.plydtb"), "something else").expect("the folder is writable");
    let name = folder.path().to_str().expect("the name of a temporary folder is text");
    let mut engine = session("tictactoe", &[], Some(folder.path()));
    let options = engine.ask("uci").join("\n");
    assert!(options.contains("option name Use Tablebases type check default true"), "{options}");
    assert!(!options.contains(name), "{options}");
    let first = engine.go("go depth 9").join("\n");
    let damaged = "info string the tablebase `tictactoe.plydtb` is not used: it is damaged: the checksum";
    assert!(first.contains(damaged), "{first}");
    assert!(first.contains("`foreign.plydtb` is not used: it is no table of plyd"), "{first}");
    assert!(!first.contains(name), "{first}");
    let second = engine.go("go depth 9").join("\n");
    assert!(!second.contains("tablebase"), "{second}");
    let options = session("tictactoe", &[], None).ask("uci").join("\n");
    assert!(!options.contains("Tablebases"), "{options}");
}
