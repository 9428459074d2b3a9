//! Matches between built-in engines, in this process, of games that are linked statically: see docs/testing.md.

mod books;
mod dice;
mod equal_moves;
mod openings;
mod parameters;
mod repetition;
mod runs;
mod tournaments;

use plyd_arena::{BuiltinOptions, Conclusion, Interrupt, Match, MatchError, NoWatcher, Programs};
use plyd_host::Library;
use plyd_linked::{catalog, engine};
use plyd_record::{MatchRecord, MatchReport, PgnMoves, Store, write_jsonl, write_pgn};
use plyd_session::{Engine, SharedSettings, option_of_game};
use plyd_tournament::settings::{
    EngineSettings, GivenSettings, MatchPlan, MatchSettings, MatchSettingsError, Tournament,
};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;

/// It reads the options of built-in engines.
static READER: LazyLock<Arc<Engine>> = LazyLock::new(|| engine(SharedSettings::default(), catalog()));

/// A match with its record in a folder of its own.
struct MatchRun {
    folder: TempDir,
    library: Arc<Library>,
    plan: MatchPlan,
    game_options: Vec<(String, String)>,
    seed: u64,
}

impl MatchRun {
    /// Between these engines, with a fixed seed.
    fn new(game: &str, engines: &[&str]) -> Self {
        Self::of_library(Arc::clone(catalog().get(game).expect("it is linked")), engines)
    }

    /// The same of another game.
    fn of_library(library: Arc<Library>, engines: &[&str]) -> Self {
        let engine = engines.iter().map(|&engine| given(engine)).collect();
        let plan = MatchPlan { engine, ..MatchPlan::default() };
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder, library, plan, game_options: Vec::new(), seed: 1 }
    }

    /// With these arguments of the command `plyd match`, each a flag and its value.
    fn with(mut self, arguments: &[&str]) -> Self {
        for pair in arguments.chunks(2) {
            let [flag, value] = *pair else { panic!("a flag and a value, not {pair:?}") };
            let plan = &mut self.plan;
            match flag {
                "--rounds" => plan.rounds = Some(number(value)),
                "--concurrency" => plan.concurrency = Some(number(value)),
                "--random-plies" => plan.random_plies = Some(number(value)),
                "--maxmoves" => plan.maxmoves = Some(number(value)),
                "--each" => plan.each = Some(given(value)),
                "--sprt" => plan.sprt = Some(given(value)),
                "--openings" => plan.openings = Some(given(value)),
                "--tournament" => plan.tournament = Some(tournament(value)),
                "--option" => {
                    let (name, value) = value.split_once('=').expect("an option is NAME=VALUE");
                    let own = name.strip_prefix(&format!("{}.", self.library.id())).unwrap_or(name);
                    self.game_options.push((own.to_owned(), value.to_owned()));
                }
                _ => panic!("no flag of these tests: {flag}"),
            }
        }
        self
    }

    /// All of its file of openings must be right.
    fn strict(mut self) -> Self {
        self.plan.strict = Some(true);
        self
    }

    fn record(&self) -> PathBuf {
        self.file("record.db")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn settings(&self) -> Result<MatchSettings, MatchSettingsError> {
        self.plan.settle(self.library.id(), self.game_options.clone(), self.seed)
    }

    /// Plays it to its end.
    fn to_end(&self) -> Result<(), MatchError> {
        let game = Match::new(self.settings()?, &self.library, &builtin)?;
        game.check_new()?;
        let names = vec![None; game.settings().engines.len()];
        let identity = Programs::identify("1.0", &self.library, game.settings(), &names, false)?.identity();
        let mut record = MatchRecord::create(&self.record(), game.settings(), game.fingerprint(), &identity, 1)?;
        self.go_on(&game, &mut record)
    }

    fn go_on(&self, game: &Match, record: &mut MatchRecord) -> Result<(), MatchError> {
        let concurrency = self.plan.concurrency.unwrap_or(1);
        let conclusion = game.run(record, concurrency, &Interrupt::default(), &mut NoWatcher)?;
        assert_eq!(conclusion, Conclusion::Finished);
        Ok(())
    }

    /// Why it is not played.
    fn refusal(&self) -> String {
        self.to_end().expect_err("it is played").to_string()
    }

    /// Plays it; it has to succeed. Its report.
    fn play(&self) -> Value {
        self.to_end().unwrap_or_else(|error| panic!("{error}"));
        self.report()
    }

    /// Goes on with it; it has to succeed.
    fn resume(&self) -> Value {
        let mut record = MatchRecord::resume(&self.record()).expect("it is a record");
        let game = Match::new(record.settings().clone(), &self.library, &builtin).expect("it was played before");
        self.go_on(&game, &mut record).unwrap_or_else(|error| panic!("{error}"));
        drop(record);
        self.report()
    }

    fn reading(&self) -> MatchRecord {
        MatchRecord::read(&self.record()).expect("it is a record")
    }

    fn results(&self) -> MatchReport {
        MatchReport::of_store(&self.reading()).expect("it can be read")
    }

    /// The report of the record.
    fn report(&self) -> Value {
        serde_json::to_value(self.results()).expect("it is plain data")
    }

    /// The same for people.
    fn text(&self) -> String {
        self.results().to_string()
    }

    /// All games in the JSON lines of the export.
    fn games(&self) -> Vec<Value> {
        let mut lines = Vec::new();
        write_jsonl(&self.reading(), &mut lines).expect("it can be read");
        let lines = String::from_utf8(lines).expect("it is text");
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// All games as PGN.
    fn pgn(&self) -> String {
        let mut text = Vec::new();
        write_pgn(&self.reading(), PgnMoves::Notation, &mut text).expect("it can be read");
        String::from_utf8(text).expect("it is text")
    }
}

fn given(text: &str) -> GivenSettings {
    GivenSettings::Text(text.to_owned())
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().expect("a number")
}

fn tournament(word: &str) -> Tournament {
    serde_json::from_value(word.into()).expect("a kind of tournament")
}

/// How a built-in engine searches.
fn builtin(settings: &EngineSettings) -> Result<BuiltinOptions, MatchSettingsError> {
    let games = READER.games();
    let mut options = games.options.clone();
    let mut parameters = Vec::new();
    for (name, value) in &settings.options {
        options.set(&games.catalog, name, value).map_err(|error| MatchSettingsError::new(error.text))?;
        let option = option_of_game(&games.catalog, name).map(|(_, option)| option);
        parameters.extend(option.filter(|it| it.is_parameter()).map(|it| (it.name.clone(), value.clone())));
    }
    let hash_is_wanted = settings.options.keys().any(|name| name.eq_ignore_ascii_case("Hash"));
    let move_overhead = options.move_overhead();
    Ok(BuiltinOptions { search: options.search, hash_is_wanted, move_overhead, parameters })
}

/// The texts of the moves of a game.
fn moves(game: &Value) -> Vec<&str> {
    let moves = game["moves"].as_array().expect("a list");
    moves.iter().map(|mv| mv["m"].as_str().expect("a text")).collect()
}

/// Wins, draws and losses of the first engine against the second.
fn results(report: &Value) -> [u64; 3] {
    let pairing = &report["pairings"][0];
    ["wins", "draws", "losses"].map(|word| pairing[word].as_u64().expect("a number"))
}
