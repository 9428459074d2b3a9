//! What games say about themselves to people: in sessions, in commands, in an isolated process, and of every shipped game.

use plyd_tests::{Engine, GAMES, PATIENCE, PluginFolder, built_library, command, finish, finish_reading};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The answer to `query about` with these words.
fn about(engine: &mut Engine, words: &str) -> Value {
    let lines = engine.ask(&format!("query about {words}"));
    let [line] = &lines[..] else { panic!("{lines:?}") };
    let json = line.strip_prefix("response ").unwrap_or_else(|| panic!("{line}"));
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The output of a command that succeeds.
fn output(command: Command) -> String {
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{finished:?}");
    finished.output
}

/// The output of a game of hex with this input.
fn played(arguments: &[&str], input: &str) -> String {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let path = folder.path().join("input");
    File::create(&path).and_then(|mut file| file.write_all(input.as_bytes())).expect("the folder can be written");
    let mut command = command(&["play", "hex", "--side", "both"]);
    command.args(arguments);
    let finished = finish_reading(command, File::open(path).expect("it was written"), PATIENCE);
    assert!(finished.status.success(), "{finished:?}");
    finished.output
}

/// The library of hex with another text of the same length in place of one of its text.
fn changed_hex(folder: &Path, from: &str, to: &str) -> PathBuf {
    assert_eq!(from.len(), to.len());
    let hex = built_library("hex");
    let mut library = fs::read(&hex).expect("it can be read");
    let place = library.windows(from.len()).position(|bytes| bytes == from.as_bytes()).expect("the text is there");
    library[place..][..from.len()].copy_from_slice(to.as_bytes());
    let changed = folder.join(hex.file_name().expect("it is a file"));
    fs::write(&changed, library).expect("the folder can be written");
    changed
}

#[test]
fn a_session_tells_what_people_read_in_their_language_here_and_isolated() {
    for arguments in [&["--game", "hex"][..], &["--game", "hex", "--isolate"]] {
        let mut engine = Engine::start(arguments);
        let italian = about(&mut engine, "it");
        assert_eq!((italian["game"].as_str(), italian["language"].as_str()), (Some("hex"), Some("it")));
        assert_eq!(italian["sides"], serde_json::json!(["Rosso", "Blu"]));
        assert!(italian["options"]["Size"]["label"].is_string(), "{italian}");
        assert_eq!(about(&mut engine, "it_IT.UTF-8"), italian);
        let english = about(&mut engine, "");
        assert_eq!(english["sides"], serde_json::json!(["Red", "Blue"]));
        assert!(english["rules"].as_str().is_some_and(|rules| rules.contains('\n')), "{english}");
        assert_eq!(about(&mut engine, "xx"), english);
        // A position that was refused does not matter, but a game does.
        engine.ask("position fen nonsense");
        assert_eq!(about(&mut engine, ""), english);
        engine.ask("setoption name UCI_Variant value nonsense");
        let refused = engine.ask("query about");
        assert!(refused.len() == 1 && refused[0].starts_with("info string error "), "{refused:?}");
    }
}

#[test]
fn every_shipped_game_has_texts_in_the_languages_of_the_page() {
    let mut engine = Engine::start(&[]);
    for game in GAMES.iter() {
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        for language in ["en", "it", "tr", "bn"] {
            let texts = about(&mut engine, language);
            assert_eq!(texts["game"], *game);
            assert_eq!(texts["language"], language, "{game} has no texts in it");
            for key in ["name", "rules", "moves", "author", "licence"] {
                assert!(texts[key].is_string(), "{game} has no {key} in {language}: {texts}");
            }
        }
    }
}

#[test]
fn games_prints_the_texts_of_one_game() {
    for named in [&["games", "hex"][..], &["games", "--game", "hex"]] {
        let italian = output(command(&[named, &["--lang", "it"]].concat()));
        for text in ["  name    Hex\n", "  sides   Rosso, Blu\n", "  licence MIT OR Apache-2.0\n", "\nSize: "] {
            assert!(italian.contains(text), "{text:?} is not in {italian}");
        }
    }
    assert!(output(command(&["games", "hex"])).contains("  sides   Red, Blue\n"));
    let mut environment = command(&["games", "hex"]);
    environment.env("LC_ALL", "it_IT.UTF-8");
    assert!(output(environment).contains("  sides   Rosso, Blu\n"));
    let json: Value =
        serde_json::from_str(&output(command(&["games", "hex", "--json", "--lang", "it"]))).expect("JSON");
    assert_eq!(json["games"][0]["about"]["sides"], serde_json::json!(["Rosso", "Blu"]), "{json}");
    let all = output(command(&["games"]));
    assert!(!all.contains("  licence "), "{all}");
}

#[test]
fn play_prints_the_rules_here_and_isolated() {
    for isolation in [&[][..], &["--isolate"]] {
        let english = played(isolation, "rules\nquit\n");
        assert!(english.contains("Red wins with a chain") && english.contains("`swap`"), "{english}");
        let italian = played(&[isolation, &["--lang", "it"]].concat(), "rules\nquit\n");
        assert!(italian.contains("Il Rosso vince con una catena"), "{italian}");
    }
    let help = played(&[], "help\nquit\n");
    assert!(help.contains("\nrules "), "{help}");
}

#[test]
fn a_faulty_text_is_a_fault_of_the_library_and_no_reason_to_refuse_it() {
    let folder = PluginFolder::new(&[]);
    let reason = "the text about the game in `en` has the option `Sise`, but the game has none of that name";
    let library = changed_hex(folder.path(), "[en.options.Size]", "[en.options.Sise]");
    let mut check = command(&["check", "--only", "about"]);
    check.arg(&library);
    let checked = finish(check, PATIENCE);
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    assert!(checked.output.contains(reason), "{checked:?}");
    let listed = output(folder.command(&["games", "hex"]));
    assert!(listed.contains(&format!("  fault   {reason}\n")), "{listed}");
    assert!(!listed.contains("  licence "), "{listed}");
    let mut engine = Engine::spawn(folder.command(&["--game", "hex"]));
    let texts = about(&mut engine, "it");
    assert_eq!((&texts["name"], &texts["language"]), (&"Hex".into(), &"en".into()));
    assert!(texts["rules"].is_null() && engine.ask("query p1turn") == ["response true"]);
}

#[test]
fn check_reports_author_and_licence() {
    let folder = PluginFolder::new(&[]);
    let library = changed_hex(folder.path(), "The authors of plyd", "Other people, there");
    let mut check = command(&["check", "--only", "about"]);
    check.arg(&library);
    let report = output(check);
    assert!(report.contains("author Other people, there, licence MIT OR Apache-2.0"), "{report}");
}
