//! Engines with libraries of their own (`plugin=`): two builds of one game play each other.

use super::{MatchRun, TIME, report_of};
use plyd_tests::{PluginFolder, finish};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A library that loads texts, and two texts, which are two builds of the game `small`.
struct Two(PluginFolder);

const OLD: &str = "heap\nid small\nversion 1\ncounters 9\n";
const NEW: &str = "heap\nid small\nversion 2\ncounters 9\n";

impl Two {
    fn new(old: &str, new: &str) -> Self {
        let folder = PluginFolder::new(&["heaps_of_texts"]);
        fs::create_dir(folder.path().join("builds")).expect("the folder can be written");
        let two = Self(folder);
        two.write("old.heap", old);
        two.write("new.heap", new);
        two
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join("builds").join(name), text).expect("the folder can be written");
    }

    /// An engine with this text, and these additional words.
    fn engine(&self, name: &str, words: &str) -> String {
        format!("'plugin={}' {words}", self.0.path().join("builds").join(name).display())
    }

    /// A match of both.
    fn run(&self) -> MatchRun {
        let (old, new) = (self.engine("old.heap", "depth=2"), self.engine("new.heap", "algorithm=pvs depth=2"));
        MatchRun::new("small", &[&old, &new]).with(&["--plugin-dir", &self.folder()])
    }

    fn folder(&self) -> String {
        self.0.path().display().to_string()
    }
}

fn identities(record: &Path) -> Value {
    let connection = rusqlite::Connection::open(record).expect("SQLite's");
    let identities: String = connection.query_row("SELECT identities FROM plan", [], |row| row.get(0)).expect("a plan");
    serde_json::from_str(&identities).expect("JSON")
}

#[test]
fn two_builds_of_one_game_play_each_other() {
    let two = Two::new(OLD, NEW);
    let run = two.run().with(&["--rounds", "2"]);
    let report = run.play();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(4), Some(true)), "{report}");
    let standings = report["standings"].as_array().expect("they are a list");
    let mut names: Vec<_> = standings.iter().filter_map(|standing| standing["name"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["new.heap", "old.heap"], "{report}");
    assert!(standings.iter().all(|standing| standing["faults"] == serde_json::json!({})), "{report}");
    let known = identities(&run.record());
    let known = known.as_array().and_then(|all| all.first()).unwrap_or(&known);
    let hash = |engine: usize| known["engines"][engine]["hash"].as_str().expect("a library has a hash");
    assert_ne!(hash(0), hash(1), "{known}");
    assert_eq!(known["library"]["hash"], known["engines"][0]["hash"], "the first one is the referee");
}

#[test]
fn a_plan_names_builds_and_needs_no_game() {
    let two = Two::new(OLD, NEW);
    let file = |name: &str| two.0.path().join("builds").join(name).display().to_string();
    let plan = format!(
        "rounds = 1\neach = 'depth=1'\n[[engine]]\nplugin = '{}'\nname = 'one'\n[[engine]]\nplugin = '{}'\n",
        file("old.heap"),
        file("new.heap")
    );
    let path = two.0.path().join("plan.toml");
    fs::write(&path, plan).expect("the folder can be written");
    let record = two.0.path().join("record.db");
    let mut command = two.0.command(&["match", "--output", "json"]);
    command.arg("--record").arg(&record).arg(&path);
    let report = report_of(&finish(command, TIME));
    assert_eq!((report["game"].as_str(), report["played"].as_u64()), (Some("small"), Some(2)), "{report}");
}

#[test]
fn builds_with_other_rules_end_the_match_with_the_place() {
    let two = Two::new(OLD, &NEW.replace("counters 9", "counters 3"));
    let finished = two.run().to_end();
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    let told = "the libraries disagree about the rules: that of engine new.heap refuses `position startpos moves ";
    assert!(finished.errors.contains(told), "{finished:?}");
    let other = MatchRun::new("tictactoe", &[&two.engine("old.heap", "depth=1"), "builtin depth=1"])
        .with(&["--plugin-dir", &two.folder()])
        .to_end();
    let told = "engine old.heap: its library has the game small, and the match is of tictactoe";
    assert!(other.status.code() == Some(1) && other.errors.contains(told), "{other:?}");
}

#[test]
fn a_match_goes_on_with_the_same_builds_alone() {
    let two = Two::new(OLD, NEW);
    let run = MatchRun::killed_midway(100, |rounds| two.run().with(&["--rounds", rounds]));
    two.write("new.heap", &NEW.replace("version 2", "version 3"));
    let resume = |more: &[&str]| {
        let mut command = run.resumption();
        command.args(["--plugin-dir", &two.folder()]).args(more);
        finish(command, TIME)
    };
    let refused = resume(&[]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(refused.errors.contains("engine new.heap was SHA-256 "), "{refused:?}");
    two.write("new.heap", NEW);
    assert_eq!(report_of(&resume(&[]))["finished"], true);
}
