//! Games in C++: what `plyd.hpp` makes of a class is a library without a fault, what it throws becomes an error of
//! plyd, and a class that cannot be a game does not compile.

use plyd_tests::{Engine, Finished, PATIENCE, SDK, assert_passes_the_checker, finish, has_program};
use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The sources of the games.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/end_to_end/cpp");

/// The compilers that are here; if there is none, what needs one is skipped.
fn compilers() -> Vec<&'static str> {
    let is_here = |compiler: &&str| Command::new(compiler).arg("--version").output().is_ok();
    let others = Some("clang++").filter(is_here);
    has_program("g++", "games in C++").then_some("g++").into_iter().chain(others).collect()
}

/// Compiles a file with the warnings that authors may have switched on, as errors.
fn compile(compiler: &str, standard: &str, source: &Path, arguments: &[&str]) -> Finished {
    let mut command = Command::new(compiler);
    command.arg(format!("-std={standard}"));
    command.args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]);
    command.arg("-I").arg(Path::new(SDK).join("include")).arg(source).args(arguments);
    finish(command, PATIENCE)
}

/// The library of a game of these tests, in a folder of its own.
fn built(compiler: &str, game: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let library = folder.path().join(format!("{game}{DLL_SUFFIX}"));
    let output = library.to_str().expect("the folder is UTF-8");
    let source = Path::new(GAMES).join(game).with_extension("cpp");
    let built = compile(compiler, "c++17", &source, &["-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-o", output]);
    assert!(built.status.success(), "{compiler}: {built:?}");
    (folder, library)
}

#[test]
fn a_game_with_texts_options_chance_views_and_features_has_no_fault() {
    for compiler in compilers() {
        let (folder, library) = built(compiler, "race");
        let folder = folder.path().to_str().expect("the folder is UTF-8");
        let mut engine = Engine::start(&["--plugin-dir", folder, "--game", "race"]);
        let about = engine.ask("query about").concat();
        assert!(about.contains(r#""author":"Ada Lovelace""#) && about.contains(r#""loaded":"Loaded""#), "{about}");
        engine.send("setoption name race.Length value 3\nposition startpos moves 3 upper");
        assert_eq!(engine.ask("query result"), ["response p1win"]);
        let view = engine.ask("view").concat();
        assert!(view.contains(r#""text":"\"b\""#) && view.contains(r#""sides":["Red","Blue"]"#), "{view}");
        assert_eq!(
            engine.ask("position fen 0 0 0 x w 0"),
            ["info string error bad-position `x`, word 4: use a number from 0 to 5"]
        );
        assert_passes_the_checker(&library);
    }
}

#[test]
fn a_game_with_all_abilities_of_searches_has_no_fault() {
    for compiler in compilers() {
        let (_folder, library) = built(compiler, "tug");
        assert_passes_the_checker(&library);
    }
}

#[test]
fn what_a_game_throws_ends_what_it_was_asked_for() {
    for compiler in compilers() {
        let (folder, _) = built(compiler, "tug");
        let folder = folder.path().to_str().expect("the folder is UTF-8");
        let mut engine = Engine::start(&["--plugin-dir", folder, "--game", "tug"]);
        for (setup, error) in [
            ("undeclared", "the library panicked: the game declares no option `Undeclared`".to_owned()),
            ("seven", "the library panicked: an exception without a text".into()),
            ("1 2", "use four numbers, and w or b for the player to move, such as `0 0 2 2 w`".into()),
        ] {
            let lines = engine.ask(&format!("position fen {setup}"));
            assert_eq!(lines, [format!("info string error bad-position {error}")]);
        }
        let lines = engine.go("position fen torn\ngo depth 3");
        let is_error = |line: &String| line.contains("error plugin") && line.contains("panicked: the rope has torn");
        assert!(lines.iter().any(is_error), "{lines:?}");
        let lines = engine.go("position startpos\ngo depth 3");
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:?}");
    }
}

/// The least game, and changes of it that a compiler refuses.
const LEAST: &str = r#"#include "plyd.hpp"
class Game {
  public:
    struct State {
        uint32_t left;
        uint32_t turn;
    };
    static constexpr std::string_view ID = "least", NAME = "Least", VERSION = "1";
    static std::pair<Game, State> open(std::string_view, const plyd::Options &) { return {Game(), {3, 0}}; }
    plyd::Facts facts() const {
        plyd::Facts facts;
        facts.max_moves = 1;
        return facts;
    }
    plyd::Player turn(const State &state) const { return static_cast<plyd::Player>(state.turn); }
    plyd::Outcome outcome(const State &state) const {
        return state.left > 0 ? plyd::Outcome::ongoing() : plyd::Outcome::draw();
    }
    void moves(const State &, plyd::Moves &out) const { out.push(1); }
    void play(State &state, plyd::Move) const {
        state.left--;
        state.turn ^= 1;
    }
    std::string format_state(const State &state) const { return std::to_string(state.left); }
    std::string format_move(const State &, plyd::Move) const { return "1"; }
};
PLYD_EXPORT_GAME(Game);
"#;

#[test]
fn a_class_that_cannot_be_a_game_does_not_compile() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let source = folder.path().join("game.cpp");
    for compiler in compilers() {
        let compiled = |standard, text: &str| {
            fs::write(&source, text).expect("the folder can be written");
            compile(compiler, standard, &source, &["-fsyntax-only"])
        };
        for standard in ["c++17", "c++20"] {
            let right = compiled(standard, LEAST);
            assert!(right.status.success(), "{compiler} {standard}: {right:?}");
        }
        for (old, new, reason) in [
            ("uint32_t turn;", "std::string turn;", "a state is copied byte by byte"),
            ("uint32_t turn;", "uint8_t turn;", "the state has padding"),
            ("class Game", "class Game final", "must not be final"),
            // An optional part that is private, or of another type, is not passed over.
            ("};\nPLYD", "  private:\n    int32_t evaluate(const State &) const { return 0; }\n};\nPLYD", "private"),
            ("};\nPLYD", "    uint64_t key() const { return 0; }\n};\nPLYD", "key"),
            (
                "};\nPLYD",
                "    std::string notate(const State &, plyd::Move) const { return \"\"; }\n};\nPLYD",
                "notation",
            ),
        ] {
            let wrong = compiled("c++17", &LEAST.replace(old, new));
            assert!(!wrong.status.success() && wrong.errors.contains(reason), "{compiler} {new}: {wrong:?}");
        }
    }
}
