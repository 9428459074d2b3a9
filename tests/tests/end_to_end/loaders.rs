//! Games from texts: a library among the games makes them, and all else is as for libraries.

use plyd_tests::{Client, Daemon, Engine, PATIENCE, PluginFolder, finish};
use rustix::process::Signal;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder with a loader and these texts.
fn folder(texts: &[(&str, &str)]) -> PluginFolder {
    let folder = PluginFolder::new(&["heaps_of_texts"]);
    for (name, text) in texts {
        write(&folder, name, text);
    }
    folder
}

fn write(folder: &PluginFolder, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).expect("the folder can be written");
}

fn engine(folder: &PluginFolder, arguments: &[&str]) -> Engine {
    let mut command = folder.command(arguments);
    command.stderr(Stdio::null());
    Engine::spawn(command)
}

/// A session with a game of the texts in a folder, whose loader is beside the program.
fn engine_of(texts: &Path, game: &str) -> Engine {
    let mut command = plyd_tests::command(&["--game", game, "--plugin-dir"]);
    command.arg(texts).stderr(Stdio::null());
    Engine::spawn(command)
}

/// The lines of `games` about games, and the reasons of refusals by the names of the files.
fn games(engine: &mut Engine) -> (Vec<String>, Vec<(String, String)>) {
    let lines = engine.ask("games");
    let games = lines.iter().filter(|line| line.starts_with("game ") && line.contains(" name "));
    let refused = lines.iter().filter_map(|line| line.strip_prefix("info string refused "));
    let refused = refused.map(|line| {
        let (path, reason) = line.split_once(' ').expect("a reason comes behind the path");
        (path.rsplit('/').next().unwrap_or_default().to_owned(), reason.to_owned())
    });
    (games.cloned().collect(), refused.collect())
}

#[test]
fn each_text_is_a_game_and_a_wrong_one_is_refused_with_its_place() {
    let folder = folder(&[
        ("large.heap", "heap\nid large\ncounters 20\n"),
        ("small.heaps", "heap\nid small\ncounters 5\n"),
        ("wrong.heap", "heap\nid wrong\ncounters many\n"),
        ("unknown.heap", "heap\nheight 3\n"),
        ("twin.heap", "heap\nid small\n"),
        ("named.heap", "heap\nid Großer\n"),
        ("panics.heap", "heap\npanic now\n"),
        ("crashes.heap", "heap\ncrash now\n"),
        ("letter.heap", "Dear reader\n"),
        ("notes.txt", "heap\n"),
    ]);
    fs::write(folder.path().join("bytes.heap"), b"heap\nid \xff\n").expect("the folder can be written");
    let mut engine = engine(&folder, &[]);
    let (found, refused) = games(&mut engine);
    let expected = [
        "game large version 1 interface 2.1 selected name Heap of a text",
        "game small version 1 interface 2.1 name Heap of a text",
    ];
    assert_eq!(found, expected);
    let reason = |name: &str| {
        let found: Vec<_> = refused.iter().filter(|(file, _)| file == name).collect();
        let [(_, reason)] = found[..] else { panic!("not one refusal of {name}: {refused:?}") };
        reason.as_str()
    };
    assert_eq!(reason("wrong.heap"), "is wrong in line 3, column 10: `many` is no number");
    assert_eq!(reason("unknown.heap"), "is wrong in line 2: `height 3` is no line of a heap");
    assert_eq!(reason("bytes.heap"), "is wrong in line 2: the text is not UTF-8");
    assert_eq!(reason("panics.heap"), "is wrong: the library panicked: the heap is not worth a text");
    assert!(reason("twin.heap").starts_with("has the id `small` of "), "{refused:?}");
    assert!(reason("named.heap").starts_with("declares the id `Großer`"), "{refused:?}");
    assert!(reason("crashes.heap").starts_with("crashes: "), "{refused:?}");
    assert_eq!(refused.len(), 7, "{refused:?}");

    // Both at once, each with a heap of its own.
    for (game, start) in [("large", "20 w"), ("small", "5 w"), ("large", "20 w")] {
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        engine.ask("position startpos");
        let lines = engine.ask("query fen");
        assert!(lines.iter().any(|line| line.ends_with(start)), "{game}: {lines:?}");
        let lines = engine.go("go depth 5");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    }
}

#[test]
fn a_game_from_a_text_is_isolated_like_any_other() {
    let folder =
        folder(&[("large.heap", "heap\nid large\ncounters 8\n"), ("small.heap", "heap\nid small\ncounters 5\n")]);
    let mut engine = engine(&folder, &["--isolate"]);
    for (game, best) in [("small", "2"), ("large", "2")] {
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        let lines = engine.go("go depth 8");
        let answer = format!("bestmove {best}");
        assert!(lines.last().is_some_and(|line| line.starts_with(&answer)), "{game}: {lines:?}");
    }
}

/// The system loads equal files once, so the library is asked for the game of its text twice.
#[test]
fn a_text_that_is_there_twice_is_one_game() {
    let folder = folder(&[("one.heap", "heap\nid small\n"), ("other.heap", "heap\nid small\n")]);
    let mut command = folder.command(&[]);
    command.env("PLYD_PLUGINS_ISOLATION", "none").stderr(Stdio::null());
    let (found, refused) = games(&mut Engine::spawn(command));
    assert_eq!(found.len(), 1, "{found:?}");
    let [(file, reason)] = &refused[..] else { panic!("{refused:?}") };
    assert!(file == "other.heap" && reason.starts_with("has the id `small` of "), "{refused:?}");
}

#[test]
fn a_server_takes_up_new_texts_and_a_loader_that_comes_later() {
    let folder = PluginFolder::new(&["heap_second"]);
    write(&folder, "small.heap", "heap\nid small\nversion 1\n");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_LOG_LEVEL", "info");
    let daemon = Daemon::spawn(command);
    let mut client = daemon.client();
    assert_eq!(version(&mut client), None, "nothing loads it");
    fs::copy(plyd_tests::fixture("heaps_of_texts"), folder.library("heaps_of_texts")).expect("it can be written");
    daemon.process.signal(Signal::HUP);
    await_version(&mut client, "1");
    write(&folder, "small.heap", "heap\nid small\nversion 2\n");
    daemon.process.signal(Signal::HUP);
    await_version(&mut client, "2");
    // A text that breaks stays out, and the game stays.
    write(&folder, "small.heap", "heap\nid small\ncrash now\n");
    daemon.process.signal(Signal::HUP);
    daemon.log_until("the plugin folders were read again");
    assert_eq!(version(&mut client).as_deref(), Some("2"));
}

/// The version of the small heap that new positions get.
fn version(client: &mut Client) -> Option<String> {
    let lines = client.ask("games");
    let version = lines.iter().find_map(|line| line.strip_prefix("game small version "))?;
    Some(version.split(' ').next()?.to_owned())
}

fn await_version(client: &mut Client, expected: &str) {
    let deadline = Instant::now() + PATIENCE;
    while version(client).as_deref() != Some(expected) {
        assert!(Instant::now() < deadline, "version {expected} is not taken up");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_list_of_games_names_the_loaders() {
    let folder = folder(&[("small.heap", "heap\nid small\n")]);
    let listed = finish(folder.command(&["games"]), PATIENCE);
    let library = folder.library("heaps_of_texts").canonicalize().expect("it is there");
    let expected = format!(
        "\nHeaps of texts, version 0.3.0: games from files that end in .heap and .heaps\n  file    {}\n",
        library.display()
    );
    assert!(listed.output.ends_with(&expected), "{}", listed.output);
    let listed = finish(folder.command(&["games", "--json"]), PATIENCE);
    let list: serde_json::Value = serde_json::from_str(&listed.output).expect("it is JSON");
    assert_eq!(list["loaders"][0]["suffixes"], serde_json::json!(["heap", "heaps"]));
    assert_eq!(list["games"][0]["id"], "small");
}

/// The folders of the texts that are shipped, and the suffixes of the texts.
const SHIPPED: [(&str, &str); 2] = [("ini", "ini"), ("python", "py")];

fn shipped(loader: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/loaders").join(loader).join("games")
}

#[test]
fn each_text_that_is_shipped_is_a_game_with_its_rules() {
    for (loader, suffix) in SHIPPED {
        let folder = shipped(loader);
        let mut command = plyd_tests::command(&["games", "--json", "--plugin-dir"]);
        command.arg(&folder);
        let listed = finish(command, PATIENCE);
        let list: serde_json::Value = serde_json::from_str(&listed.output).expect("it is JSON");
        assert_eq!(list["refused"], serde_json::json!([]), "{}", listed.errors);
        let folder = folder.canonicalize().expect("it is there");
        let files = fs::read_dir(&folder).expect("it is there").map(|file| file.expect("it can be read").path());
        let texts: Vec<_> = files.filter(|file| file.extension().is_some_and(|own| own == suffix)).collect();
        let games: Vec<_> = list["games"].as_array().expect("a list").iter().collect();
        for text in &texts {
            let is_it = |game: &&&serde_json::Value| game["file"].as_str() == text.to_str();
            assert!(games.iter().any(|game| is_it(&game)), "{} is no game", text.display());
        }
        assert!(!texts.is_empty(), "{loader}");
    }
    let mut command = plyd_tests::command(&["games", "--game", "hexapawn", "--plugin-dir"]);
    command.arg(shipped("ini"));
    let listed = finish(command, PATIENCE);
    assert!(listed.output.contains("Who reaches the last rank wins"), "{}", listed.output);
    assert!(!listed.output.contains("fault"), "{}", listed.output);
}

#[test]
fn each_text_that_is_shipped_has_texts_in_the_languages_of_the_page() {
    for (loader, suffix) in SHIPPED {
        let folder = shipped(loader);
        let mut command = plyd_tests::command(&["games", "--json", "--plugin-dir"]);
        command.arg(&folder);
        let list: serde_json::Value = serde_json::from_str(&finish(command, PATIENCE).output).expect("it is JSON");
        let games = list["games"].as_array().expect("a list").iter();
        let is_text =
            |game: &&serde_json::Value| game["file"].as_str().is_some_and(|file| file.ends_with(&format!(".{suffix}")));
        let ids: Vec<&str> = games.filter(is_text).filter_map(|game| game["id"].as_str()).collect();
        assert!(!ids.is_empty(), "{loader}");
        let mut command = plyd_tests::command(&["--plugin-dir"]);
        command.arg(&folder).stderr(Stdio::null());
        let mut engine = Engine::spawn(command);
        for id in ids {
            engine.ask(&format!("setoption name UCI_Variant value {id}"));
            for language in ["en", "it", "tr", "bn"] {
                let answer = engine.ask(&format!("query about {language}"));
                let json = answer.first().and_then(|line| line.strip_prefix("response ")).unwrap_or_default();
                let texts: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
                assert_eq!(texts["language"], language, "{id} has no texts in it");
                for key in ["name", "sides", "rules", "moves", "author", "licence"] {
                    assert!(!texts[key].is_null(), "{id} has no {key} in {language}: {texts}");
                }
            }
        }
    }
}

#[test]
fn the_choices_of_a_text_are_options_of_the_game() {
    for (loader, game, choices, choice, board) in [
        ("ini", "domineering", "8x8 var 8x8 var 6x6 var 10x10", "6x6", "6/6/6/6/6/6 "),
        ("python", "domineering-py", "6 var 6 var 4 var 8", "4", "..../..../..../.... v"),
    ] {
        let mut engine = engine_of(&shipped(loader), game);
        let options = engine.ask("uci");
        let expected = format!("option name {game}.Size type combo default {choices}");
        assert!(options.contains(&expected), "{options:?}");
        engine.ask(&format!("setoption name {game}.Size value {choice}"));
        engine.ask("position startpos");
        let fen = engine.ask("query fen");
        assert!(fen.iter().any(|line| line.contains(board)), "{fen:?}");
        let texts = engine.ask("query about it");
        assert!(texts.iter().any(|line| line.contains("Grandezza della tavola")), "{texts:?}");
    }
}

#[test]
fn a_text_that_fails_in_a_search_says_at_which_position() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let fails = "from plyd_game import Game


class Fails(Game):
    ID, STATE, START = 'fails', 'BB', (9, 0)

    def outcome(self, s):
        return None if s[0] > 3 else 1 // (s[0] - 3)

    def moves(self, s):
        return [1, 2]

    def play(self, s, mv):
        return s[0] - mv, 1 - s[1]
";
    fs::write(folder.path().join("fails.py"), fails).expect("it is written");
    let mut engine = engine_of(folder.path(), "fails");
    engine.ask("position startpos moves 1");
    engine.send("go depth 9");
    let said = engine.until("bestmove ");
    let place =
        said.iter().position(|line| line == "info string the library of `fails` was at: position startpos moves 1");
    let error =
        said.iter().position(|line| line.starts_with("info string error plugin ") && line.contains("line 8: Zero"));
    assert!(place.is_some() && error == place.map(|place| place + 1), "{said:?}");
}

#[test]
fn a_text_is_checked_like_a_library() {
    let check = |text: &Path| {
        let mut command = plyd_tests::command(&["check", "--seconds", "20", "--only", "texts"]);
        command.arg(text);
        finish(command, PATIENCE)
    };
    let (text, folder) = (shipped("ini").join("hexapawn.ini"), tempfile::tempdir().expect("there is a folder"));
    let checked = check(&text);
    assert!(checked.status.success() && checked.output.contains("Hexapawn, hexapawn 1"), "{}", checked.output);
    assert!(checked.output.contains(text.to_str().expect("it is UTF-8")), "{}", checked.output);
    let wrong = folder.path().join("wrong.ini");
    fs::write(&wrong, fs::read_to_string(&text).expect("it is there").replace("moves.P", "mvoes.P"))
        .expect("it is written");
    let checked = check(&wrong);
    assert!(!checked.status.success(), "{}", checked.output);
    assert!(checked.output.contains("the file is wrong in line 12, column 1: "), "{}", checked.output);
}
