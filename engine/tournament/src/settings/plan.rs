//! The settings of a whole match, from a file and from the command line.

use super::engine::{ENGINE, LIMITS, LONGEST_NAME, check_text, names_of_plugins};
use super::key_values::KeyValues;
use super::rules::{DRAW, RESIGN};
use super::swiss_rounds::{most_rounds, usual_rounds};
use super::{
    DrawRule, EngineKind, EngineSettings, GivenSettings, MatchSettingsError, OpeningSettings, ResignRule, SPRT,
    SettingWords, read_sprt,
};
use crate::statistics::Sprt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The kinds of tournaments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tournament {
    /// Every two engines meet.
    #[default]
    RoundRobin,
    /// The first engine meets every other.
    Gauntlet,
    /// The loser is eliminated.
    Knockout,
    /// In each round, every engine meets one with a similar number of points.
    Swiss,
    /// The first engine meets the second, the third the fourth, and so on, once. It is not available in plans, only as
    /// part of a tuning run.
    Pairs,
}

/// A match as a file or the command line describes it. Settings that are left out come from elsewhere.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchPlan {
    /// The game.
    pub game: Option<String>,
    /// Options of the game.
    pub options: toml::Table,
    /// The kind of tournament.
    pub tournament: Option<Tournament>,
    /// The number of rounds.
    pub rounds: Option<u64>,
    /// Games of each two engines in a round, 1 or 2.
    pub games: Option<u32>,
    /// Games played at a time.
    pub concurrency: Option<usize>,
    /// The seed of all random choices.
    pub seed: Option<u64>,
    /// The file of openings.
    pub openings: Option<GivenSettings>,
    /// Random moves after the opening.
    pub random_plies: Option<u32>,
    /// Whether all of the file of openings must be right before the first game.
    pub strict: Option<bool>,
    /// Adjudication of draws.
    pub draw: Option<GivenSettings>,
    /// Adjudication of lost games.
    pub resign: Option<GivenSettings>,
    /// Moves of each side after which a game is drawn.
    pub maxmoves: Option<u32>,
    /// Seconds an engine without a clock may think about a move.
    pub max_think: Option<f64>,
    /// Seconds an engine may take to start, and to get ready.
    pub max_start: Option<f64>,
    /// Whether an engine that failed is started again.
    pub recover: Option<bool>,
    /// Like faults of an engine in a row that end the run.
    pub fault_limit: Option<u32>,
    /// Whether engines think on the other's time, unless they say otherwise.
    pub ponder: Option<bool>,
    /// The test that ends the run.
    pub sprt: Option<GivenSettings>,
    /// The settings that all engines share.
    pub each: Option<GivenSettings>,
    /// The engines.
    pub engine: Vec<GivenSettings>,
}

/// The settings of a match that determine its games and results. The record contains them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The id of the game.
    pub game: String,
    /// The options of the game, by the game's own names.
    pub game_options: Vec<(String, String)>,
    /// The kind of tournament.
    pub tournament: Tournament,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of games between two engines in a round, 1 or 2.
    pub games: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The starting points of games.
    pub openings: OpeningSettings,
    /// Adjudication of draws.
    pub draw: Option<DrawRule>,
    /// Adjudication of lost games.
    pub resign: Option<ResignRule>,
    /// The number of moves of each side after which a game is drawn.
    pub max_moves: Option<u32>,
    /// The maximum thinking time of an engine without a clock.
    pub max_think: Duration,
    /// The timeout for an engine to start, and to get ready.
    pub max_start: Duration,
    /// Whether a failed engine is restarted; otherwise its failure ends the run.
    pub recover: bool,
    /// The number of consecutive faults of an engine that ends the run.
    pub fault_limit: u32,
    /// The test that ends the run.
    pub sprt: Option<Sprt>,
    /// The engines.
    pub engines: Vec<EngineSettings>,
}

/// The option names of all games are accepted.
const OPTIONS: SettingWords = SettingWords { about: "the options of the game", keys: &["NAME"], synonyms: &[] };

/// The maximum number of engines in a match, which bounds the number of their pairs.
const MAX_ENGINES: usize = 1_000;
const MAX_ROUNDS: u64 = 1_000_000_000;

/// The maximum length of an option value or a file name, in characters.
const LONGEST_VALUE: usize = 4_096;

impl MatchPlan {
    /// Parses a TOML file.
    ///
    /// # Errors
    /// It is invalid TOML, or contains an unknown key or a value of the wrong type.
    pub fn from_toml(text: &str) -> Result<Self, MatchSettingsError> {
        toml::from_str(text).map_err(|error| MatchSettingsError::of_toml(&error))
    }

    /// Merges two plans, of which `self` takes precedence; the engines of `others` come first.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        let each = match (self.each, others.each) {
            (Some(own), Some(other)) => Some(own.over(other)),
            (own, other) => own.or(other),
        };
        Self {
            game: self.game.or(others.game),
            options: others.options.into_iter().chain(self.options).collect(),
            tournament: self.tournament.or(others.tournament),
            rounds: self.rounds.or(others.rounds),
            games: self.games.or(others.games),
            concurrency: self.concurrency.or(others.concurrency),
            seed: self.seed.or(others.seed),
            openings: self.openings.or(others.openings),
            random_plies: self.random_plies.or(others.random_plies),
            strict: self.strict.or(others.strict),
            draw: self.draw.or(others.draw),
            resign: self.resign.or(others.resign),
            maxmoves: self.maxmoves.or(others.maxmoves),
            max_think: self.max_think.or(others.max_think),
            max_start: self.max_start.or(others.max_start),
            recover: self.recover.or(others.recover),
            fault_limit: self.fault_limit.or(others.fault_limit),
            ponder: self.ponder.or(others.ponder),
            sprt: self.sprt.or(others.sprt),
            each,
            engine: others.engine.into_iter().chain(self.engine).collect(),
        }
    }

    /// Returns the game options set by the plan, by their names for clients: `cfour.Files`.
    ///
    /// # Errors
    /// A value is neither a string, a number, nor a boolean.
    pub fn game_options(&self) -> Result<BTreeMap<String, String>, MatchSettingsError> {
        Ok(KeyValues::of_table(&self.options, &OPTIONS)?.take_prefixed(""))
    }

    /// Returns the libraries, texts or folders that engines load, in order and without duplicates.
    ///
    /// # Errors
    /// A setting is malformed.
    pub fn plugins(&self) -> Result<Vec<String>, MatchSettingsError> {
        let mut files: Vec<String> = Vec::new();
        for mut values in self.all_values()? {
            files.extend(values.take("plugin").filter(|file| !file.is_empty() && !files.contains(file)));
        }
        Ok(files)
    }

    /// Returns the settings of each engine, merged with the common ones.
    fn all_values(&self) -> Result<Vec<KeyValues>, MatchSettingsError> {
        let mut each = self.each.as_ref().map_or_else(|| Ok(KeyValues::default()), |each| each.key_values(&ENGINE))?;
        if let Some(ponder) = self.ponder {
            let mut common = KeyValues::default();
            common.set("ponder", &ponder.to_string())?;
            each = each.or(&common);
        }
        self.engine.iter().map(|engine| Ok(engine.key_values(&ENGINE)?.or(&each))).collect()
    }

    /// Gives all engines the [`DEFAULT_LIMIT`](Self::DEFAULT_LIMIT) if all of them are plyd's own search and have no
    /// limit, so that their searches would never end. Returns whether it did.
    ///
    /// # Errors
    /// A setting is malformed.
    pub fn limit_by_default(&mut self) -> Result<bool, MatchSettingsError> {
        if self.engine.is_empty() {
            return Ok(false);
        }
        for values in self.all_values()? {
            let is_own = values.get("builtin") == Some("true")
                || ["algorithm", "plugin"].iter().any(|word| values.get(word).is_some());
            if !is_own || LIMITS.iter().any(|limit| values.get(limit).is_some()) {
                return Ok(false);
            }
        }
        let limit = GivenSettings::Text(Self::DEFAULT_LIMIT.to_owned());
        self.each = Some(match self.each.take() {
            Some(each) => each.over(limit),
            None => limit,
        });
        Ok(true)
    }

    /// The default limit if all engines are plyd's own search and no limit is given.
    pub const DEFAULT_LIMIT: &'static str = "movetime=100";

    /// Checks the plan and fills in the defaults. `seed` applies if the plan has none.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn settle(
        &self,
        game: &str,
        game_options: Vec<(String, String)>,
        seed: u64,
    ) -> Result<MatchSettings, MatchSettingsError> {
        let mut values = self.all_values()?;
        name_plugins(&mut values)?;
        let engines = values.into_iter().enumerate().map(|(index, values)| EngineSettings::read(values, index + 1));
        let engines = engines.collect::<Result<Vec<_>, _>>()?;
        let tournament = self.tournament.unwrap_or_default();
        if tournament == Tournament::Pairs {
            return Err(MatchSettingsError::new(
                "the tournament `pairs` is a part of `plyd tune`; choose roundrobin, gauntlet, knockout or swiss",
            ));
        }
        let rounds = self.rounds.unwrap_or_else(|| match tournament {
            Tournament::Swiss => usual_rounds(engines.len()),
            _ => 2,
        });
        let games = self.games.unwrap_or(2);
        let openings = self.openings.as_ref().map(GivenSettings::openings).transpose()?;
        let (random_plies, strict) = (self.random_plies.unwrap_or(0), self.strict.unwrap_or(false));
        let openings = OpeningSettings { random_plies, strict, ..openings.unwrap_or_default() };
        let sprt = self.sprt.as_ref().map(|sprt| read_sprt(sprt.key_values(&SPRT)?)).transpose()?;
        check(&engines, tournament, rounds, games, sprt.is_some())?;
        let settings = MatchSettings {
            game: game.to_owned(),
            game_options,
            tournament,
            rounds,
            games,
            seed: self.seed.unwrap_or(seed),
            openings,
            draw: self.draw.as_ref().map(|draw| DrawRule::read(draw.key_values(&DRAW)?)).transpose()?,
            resign: self.resign.as_ref().map(|resign| ResignRule::read(resign.key_values(&RESIGN)?)).transpose()?,
            max_moves: self.maxmoves.filter(|&moves| moves > 0),
            max_think: seconds("max-think", self.max_think.unwrap_or(60.0))?,
            max_start: seconds("max-start", self.max_start.unwrap_or(20.0))?,
            recover: self.recover.unwrap_or(true),
            fault_limit: fault_limit(self.fault_limit.unwrap_or(10))?,
            sprt,
            engines,
        };
        settings.check_texts()?;
        Ok(settings)
    }
}

impl MatchSettings {
    /// Checks settings read from a record or a message against the rules for plans.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), MatchSettingsError> {
        check(&self.engines, self.tournament, self.rounds, self.games, self.sprt.is_some())?;
        fault_limit(self.fault_limit)?;
        seconds("max-think", self.max_think.as_secs_f64())?;
        seconds("max-start", self.max_start.as_secs_f64())?;
        self.sprt.map_or(Ok(()), |sprt| sprt.check()).map_err(MatchSettingsError::new)?;
        self.check_texts()?;
        self.engines.iter().try_for_each(EngineSettings::check)
    }

    /// Checks the names and values that a report or an error would show.
    fn check_texts(&self) -> Result<(), MatchSettingsError> {
        let Self { game, game_options, openings, engines, .. } = self;
        check_text("the game", game, LONGEST_NAME)?;
        if let Some(file) = &openings.file {
            check_text("the name of the file of openings", file, LONGEST_VALUE)?;
        }
        for engine in engines {
            if let EngineKind::Plugin { file } = &engine.kind {
                check_text("the name of a library", file, LONGEST_VALUE)?;
            }
        }
        let options = game_options.iter().map(|(name, value)| (name, value));
        for (name, value) in options.chain(engines.iter().flat_map(|engine| &engine.options)) {
            check_text("the name of an option", name, LONGEST_NAME)?;
            check_text(&format!("the value of the option {name}"), value, LONGEST_VALUE)?;
        }
        Ok(())
    }
}

/// Gives distinct names to the unnamed engines that load a library.
fn name_plugins(all: &mut [KeyValues]) -> Result<(), MatchSettingsError> {
    let is_unnamed = |values: &&mut KeyValues| values.get("name").is_none_or(str::is_empty);
    let mut unnamed: Vec<_> =
        all.iter_mut().filter(is_unnamed).filter(|values| values.get("plugin").is_some()).collect();
    let files: Vec<_> = unnamed.iter().filter_map(|values| values.get("plugin")).collect();
    let names = names_of_plugins(&files);
    unnamed.iter_mut().zip(names).try_for_each(|(values, name)| values.set("name", &name))
}

/// An example for the error message if no engine is given.
const TWO_ENGINES: &str = "--engine name=A builtin depth=4 --engine name=B builtin depth=5";

fn check(
    engines: &[EngineSettings],
    tournament: Tournament,
    rounds: u64,
    games: u32,
    tests: bool,
) -> Result<(), MatchSettingsError> {
    if engines.is_empty() {
        return Err(MatchSettingsError::new(format!("no engines are given; try `{TWO_ENGINES}`, or give a plan file")));
    }
    if !(2..=MAX_ENGINES).contains(&engines.len()) {
        let count = engines.len();
        return Err(MatchSettingsError::new(format!("a match needs 2 to {MAX_ENGINES} engines, not {count}")));
    }
    for (index, engine) in engines.iter().enumerate() {
        if engines[..index].iter().any(|other| other.name == engine.name) {
            return Err(MatchSettingsError::new(format!(
                "two engines have the name `{}`; give them different names",
                engine.name
            )));
        }
    }
    if !(1..=MAX_ROUNDS).contains(&rounds) {
        return Err(MatchSettingsError::new(format!("a match has 1 to {MAX_ROUNDS} rounds, not {rounds}")));
    }
    let most = most_rounds(engines.len());
    if tournament == Tournament::Swiss && rounds > most {
        let count = engines.len();
        return Err(MatchSettingsError::new(format!(
            "a Swiss tournament of {count} engines has 1 to {most} rounds, not {rounds}; in a round robin \
             every engine meets every other"
        )));
    }
    if tournament == Tournament::Pairs && (!engines.len().is_multiple_of(2) || rounds != 1) {
        return Err(MatchSettingsError::new("pairs need an even number of engines, and one round"));
    }
    if !(1..=2).contains(&games) {
        let reason = format!("two engines play 1 or 2 games a round, not {games}; for more games set more rounds");
        return Err(MatchSettingsError::new(reason));
    }
    if tests && (engines.len() != 2 || games != 2) {
        return Err(MatchSettingsError::new("sprt needs exactly two engines and two games a round"));
    }
    if tests && matches!(tournament, Tournament::Knockout | Tournament::Swiss) {
        return Err(MatchSettingsError::new(
            "sprt needs a round robin or a gauntlet, because other tournaments have a fixed length",
        ));
    }
    Ok(())
}

fn fault_limit(limit: u32) -> Result<u32, MatchSettingsError> {
    if limit == 0 {
        let reason =
            "fault-limit needs a whole number of at least 1; 1 ends the run at the first fault, as no-recover does";
        return Err(MatchSettingsError::new(reason));
    }
    Ok(limit)
}

fn seconds(what: &str, value: f64) -> Result<Duration, MatchSettingsError> {
    let time = Duration::try_from_secs_f64(value).ok().filter(|time| !time.is_zero() && value <= 1e7);
    time.ok_or_else(|| MatchSettingsError::new(format!("{what} needs a number of seconds above 0, not {value}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "engine = ['name=A builtin', 'name=B builtin depth=3']\neach = 'depth=1'\n";

    fn settle(text: &str) -> Result<MatchSettings, String> {
        let plan = MatchPlan::from_toml(text).map_err(|error| error.to_string())?;
        plan.settle("tictactoe", Vec::new(), 7).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let settings = settle(TWO).unwrap();
        assert_eq!((settings.rounds, settings.games, settings.seed), (2, 2, 7));
        assert_eq!((settings.recover, settings.fault_limit), (true, 10));
        assert_eq!(settings.engines[0].limits.depth, Some(1));
        assert_eq!(settings.engines[1].limits.depth, Some(3));
    }

    #[test]
    fn a_swiss_tournament_has_as_many_rounds_as_a_knockout_and_one_more() {
        let rounds = |engines: usize, more: &str| {
            let engines = (0..engines).map(|name| format!("'name={name} builtin depth=1'")).collect::<Vec<_>>();
            settle(&format!("engine = [{}]\ntournament = 'swiss'\n{more}", engines.join(", "))).unwrap().rounds
        };
        assert_eq!([2, 3, 4, 5, 8, 9, 16].map(|engines| rounds(engines, "")), [1, 3, 3, 4, 4, 5, 5]);
        assert_eq!(rounds(8, "rounds = 7"), 7);
    }

    #[test]
    fn the_command_line_overrides_the_file() {
        let file = MatchPlan::from_toml(&format!("rounds = 5\nseed = 3\n{TWO}")).unwrap();
        let text = "rounds = 9\neach = 'nodes=4'\nengine = ['name=C builtin']";
        let settings = MatchPlan::from_toml(text).unwrap().or(file).settle("x", Vec::new(), 0).unwrap();
        assert_eq!((settings.rounds, settings.seed), (9, 3));
        let names: Vec<_> = settings.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["A", "B", "C"]);
        assert_eq!((settings.engines[2].limits.nodes, settings.engines[2].limits.depth), (Some(4), Some(1)));
    }

    #[test]
    fn options_of_the_game_are_names_or_tables() {
        let plan = |text: &str| MatchPlan::from_toml(text).unwrap();
        let file = plan("[options]\n'cfour.Files' = 6\nUCI_Chess960 = true\n[options.cfour]\nRanks = 5");
        let options = plan("options = { 'cfour.Files' = '8' }").or(file).game_options().unwrap();
        let options: Vec<_> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["UCI_Chess960=true", "cfour.Files=8", "cfour.Ranks=5"]);
        let refused = plan("options = { 'cfour.Files' = [6] }").game_options().unwrap_err().to_string();
        assert!(refused.contains("`cfour.Files` is neither text"), "{refused}");
    }

    #[test]
    fn engines_ponder_if_they_or_all_are_told_to() {
        let text = "engine = ['name=A builtin', 'name=B builtin ponder=false']\neach = 'depth=1";
        let ponder = |more: &str| {
            let settings = settle(&format!("{text}{more}")).unwrap();
            settings.engines.iter().map(|engine| engine.ponder).collect::<Vec<_>>()
        };
        assert_eq!(ponder("'"), [false, false]);
        assert_eq!(ponder("'\nponder = true"), [true, false]);
        assert_eq!(ponder(" ponder'"), [true, false]);
        assert_eq!(ponder(" ponder=false'\nponder = true"), [false, false]);
    }

    #[test]
    fn built_in_engines_alone_have_a_limit_by_default() {
        let limits = |text: &str| {
            let mut plan = MatchPlan::from_toml(text).unwrap();
            let has_default = plan.limit_by_default().unwrap();
            plan.settle("x", Vec::new(), 0).map(|settings| (has_default, settings.engines[1].limits.move_time))
        };
        let tenth = Some(Duration::from_millis(100));
        assert_eq!(limits("engine = ['name=A builtin', 'algorithm=pvs']"), Ok((true, tenth)));
        let each = "engine = ['name=A', 'name=B']\neach = 'builtin option.Hash=1'";
        assert_eq!(limits(each), Ok((true, tenth)));
        assert_eq!(limits("engine = ['plugin=a.so', 'name=B builtin']"), Ok((true, tenth)));
        for text in
            ["engine = ['name=A builtin', 'name=B builtin nodes=3']", "engine = ['name=A builtin', 'name=B cmd=x']"]
        {
            assert!(limits(text).unwrap_err().to_string().contains("its searches have no limit"), "{text}");
        }
        let infinite = limits("engine = ['name=A builtin tc=inf', 'name=B builtin tc=inf']").unwrap_err();
        assert!(infinite.to_string().contains("`inf` requires another limit"), "{infinite}");
        let own = limits("engine = ['name=A builtin', 'name=B builtin']\neach = 'movetime=30'");
        assert_eq!(own, Ok((false, Some(Duration::from_millis(30)))));
    }

    #[test]
    fn engines_with_libraries_of_their_own_have_different_names() {
        let names = |text: &str| -> Vec<String> {
            settle(text).unwrap().engines.into_iter().map(|engine| engine.name).collect()
        };
        assert_eq!(names("engine = ['plugin=a/x.so', 'plugin=b/y.ini']\neach = 'depth=1'"), ["x.so", "y.ini"]);
        assert_eq!(names("engine = ['plugin=a/x.so', 'plugin=b/x.so']\neach = 'depth=1'"), ["a/x.so", "b/x.so"]);
        let table = "each = 'depth=1'\n[[engine]]\nplugin = 'a/x.so'\n[[engine]]\nplugin = 'b/x.so'\nname = 'new'\n";
        assert_eq!(names(table), ["x.so", "new"]);
        let twice = settle("engine = ['plugin=x.so', 'plugin=x.so']\neach = 'depth=1'").unwrap_err();
        assert!(twice.contains("two engines have the name `x.so`"), "{twice}");
        let plan = MatchPlan::from_toml("engine = ['plugin=a', 'builtin', 'plugin=b', 'plugin=a']").unwrap();
        assert_eq!(plan.plugins().unwrap(), ["a", "b"]);
    }

    #[test]
    fn no_moves_at_most_are_no_limit() {
        let most = |moves: u32| settle(&format!("{TWO}maxmoves = {moves}")).unwrap().max_moves;
        assert_eq!([most(0), most(1)], [None, Some(1)]);
    }

    #[test]
    fn settings_survive_the_record() {
        let text = format!("{TWO}sprt = 'elo0=0 elo1=5'\ndraw = 'score=3'\n[resign]\nscore = 600\n");
        let settings = settle(&text).unwrap();
        let kept = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&kept).unwrap(), settings);
    }

    #[test]
    fn settings_that_no_plan_gives_are_refused() {
        let good = settle(TWO).unwrap();
        assert_eq!(good.check(), Ok(()));
        let refused = |change: &dyn Fn(&mut MatchSettings), part: &str| {
            let mut bad = good.clone();
            change(&mut bad);
            let error = bad.check().unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        };
        refused(&|bad| bad.games = 0, "1 or 2 games");
        refused(&|bad| bad.rounds = u64::MAX, "rounds, not");
        refused(&|bad| bad.engines.truncate(1), "2 to 1000 engines");
        refused(&|bad| bad.engines[1].name = "A".into(), "two engines have the name `A`");
        refused(&|bad| bad.engines[1].name = "a\nb".into(), "cannot be shown");
        for forged in ["x\nplyd: forged", "\u{1b}[2J", "a\u{202e}b"] {
            refused(&|bad| bad.game = forged.into(), "the game contains a character that cannot be shown");
            refused(&|bad| bad.openings.file = Some(forged.into()), "cannot be shown");
            refused(&|bad| bad.game_options = vec![(forged.into(), String::new())], "cannot be shown");
            refused(&|bad| bad.game_options = vec![(String::new(), forged.into())], "cannot be shown");
            refused(&|bad| _ = bad.engines[0].options.insert(forged.into(), String::new()), "cannot be shown");
            refused(&|bad| _ = bad.engines[0].options.insert("A".into(), forged.into()), "option A contains");
        }
        refused(&|bad| bad.game = "x".repeat(201), "the game has more than 200 characters");
        refused(&|bad| _ = bad.engines[0].options.insert("A".into(), "x".repeat(4_097)), "than 4096 characters");
        refused(&|bad| bad.engines[0].limits.depth = None, "no limit");
        refused(&|bad| bad.engines[0].limits.move_time = Some(Duration::MAX), "`st`");
        refused(&|bad| bad.engines[0].limits.margin = Some(Duration::MAX), "`timemargin`");
        refused(&|bad| bad.max_think = Duration::MAX, "max-think");
        refused(&|bad| bad.max_start = Duration::ZERO, "max-start");
        refused(&|bad| bad.fault_limit = 0, "fault-limit");
        refused(&|bad| bad.tournament = Tournament::Pairs, "one round");
        let mut pairs = MatchSettings { tournament: Tournament::Pairs, rounds: 1, ..good.clone() };
        assert_eq!(pairs.check(), Ok(()));
        pairs.engines.push(EngineSettings { name: "third".into(), ..pairs.engines[0].clone() });
        assert!(pairs.check().is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, part) in [
            ("rounds = 3".to_owned(), "--engine name=A builtin depth=4 --engine name=B builtin depth=5"),
            ("engine = ['builtin depth=1']".to_owned(), "2 to 1000 engines, not 1"),
            ("engine = ['builtin depth=1', 'builtin depth=2']".to_owned(), "two engines have the name `plyd`"),
            (format!("{TWO}rounds = 0"), "rounds, not 0"),
            (format!("{TWO}games = 3"), "1 or 2 games"),
            (format!("{TWO}games = 1\nsprt = 'elo0=0 elo1=5'"), "sprt needs exactly two"),
            (format!("{TWO}sprt = 'elo0=5 elo1=0'"), "elo0 must be below"),
            (format!("{TWO}sprt = 'elo0=0 elo1=5'\ntournament = 'knockout'"), "a round robin or a gauntlet"),
            (
                format!("{TWO}rounds = 2\ntournament = 'swiss'"),
                "Swiss tournament of 2 engines has 1 to 1 rounds, not 2",
            ),
            (format!("{TWO}sprt = 'elo0=5'"), "elo1"),
            (format!("{TWO}tournament = 'pairs'"), "is a part of `plyd tune`"),
            (format!("{TWO}max-think = 0"), "max-think needs a number of seconds"),
            (format!("{TWO}fault-limit = 0"), "fault-limit needs a whole number of at least 1"),
            (format!("{TWO}openigns = 'x'"), "unknown field `openigns`"),
        ] {
            assert!(settle(&text).unwrap_err().contains(part), "{text}: {:?}", settle(&text));
        }
    }
}
