//! What a tuning run plays: everything that decides its games, and so its result.

use super::arguments::Tune;
use super::parameter::ParameterArgument;
use crate::cli::match_game::builtin;
use crate::cli::players::{new_seed, plain};
use crate::cli::standard_error::say;
use anyhow::{bail, ensure};
use plyd_learn::{MOST_PARAMETERS, Parameter, Spsa, SpsaTrial};
use plyd_session::{Engine, SessionOptions, find_game};
use plyd_tournament::Random;
use plyd_tournament::settings::{
    EngineKind, EngineSettings, GivenSettings, MatchPlan, MatchSettings, MatchSettingsError, Tournament,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use toml::Value;

const ITERATIONS: u64 = 10_000;
/// Without random moves an engine with a limit by nodes would play much the same game again and again.
const RANDOM_PLIES: u32 = 4;
/// An example for users who give no game: it works as typed.
const NO_GAME: &str = "no game is given; try\n  plyd tune cfour --parameter \"Move Overhead:0..100\" --each tc=5+0.05 \
                       --file tune.toml\nor name the file of a run to continue it; see plyd tune --help";
/// The names of the two sides of a pair.
const SIDES: [&str; 2] = ["plus", "minus"];
/// The name of the engine whose sides they are.
const TUNED: &str = "tuned";
/// The pairs of a batch: enough for some machines, and few enough that values move often.
const BATCH: u64 = 32;
/// Parts the seeds of matches from what the seed of the run decides by itself.
const PART: u64 = 0x5455_4e45_0000_0001;
/// The option of built-in engines that is none of the search.
const MOVE_OVERHEAD: &str = "Move Overhead";

/// The plan of a tuning run, as its file keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TunePlan {
    /// The number of pairs.
    pub(super) iterations: u64,
    /// The pairs that begin with the same values.
    pub(super) batch: u64,
    /// The seed of all random choices.
    pub(super) seed: u64,
    /// Random moves before each pair.
    random_plies: u32,
    pub(super) games: Vec<TunedGame>,
    /// Both sides, without what is tuned. All options are here that decide how they search.
    engine: EngineSettings,
    pub(super) parameters: Vec<Parameter>,
}

/// A game that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TunedGame {
    pub(super) id: String,
    /// Its options, by its own names.
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl TunePlan {
    /// The requested plan. What is usually drawn at random, it takes from a known one.
    pub(super) fn new(wanted: &Tune, engine: &Engine, known: Option<&Self>) -> anyhow::Result<Self> {
        let games = engine.games();
        if wanted.games.is_empty() {
            return Err(MatchSettingsError::of_own(NO_GAME).into());
        }
        ensure!(!wanted.parameters.is_empty(), "no option to tune is given; name each by --parameter NAME:FROM..TO");
        let tuned = wanted.games.iter().map(|name| {
            let library = find_game(&games.catalog, name)?;
            let options = games.options.of_game(&library).into_iter().collect();
            Ok::<_, anyhow::Error>(TunedGame { id: library.id().to_owned(), options })
        });
        let tuned = tuned.collect::<Result<Vec<_>, _>>()?;
        let iterations = wanted.iterations.unwrap_or(ITERATIONS);
        let seed = wanted.seed.or(known.map(|plan| plan.seed));
        let mut plan = Self {
            iterations,
            batch: wanted.batch.or(known.map(|plan| plan.batch)).unwrap_or(BATCH).clamp(1, iterations),
            seed: seed.unwrap_or_else(new_seed),
            random_plies: wanted.random_plies.unwrap_or(RANDOM_PLIES),
            engine: engine_of(wanted, &tuned[0].id)?,
            games: tuned,
            parameters: Vec::new(),
        };
        let typed = ParameterArgument::read_all(&wanted.parameters)?;
        ensure!(typed.len() <= MOST_PARAMETERS, "more than {MOST_PARAMETERS} parameters are too many");
        plan.parameters = match plan.engine.kind {
            EngineKind::Builtin => {
                let mut options = plain(engine)?;
                add_settings(engine, &options, &mut plan.engine.options);
                plan.check_engine(engine, &options, &plan.engine)?;
                // A game's numbers have the values set for the whole run, unless the engine has been given its own.
                let of_games = engine.settings.options.iter().filter(|(name, _)| typed.iter().any(|it| it.is(name)));
                for (name, value) in of_games.map(|(name, value)| (name, value)).chain(&plan.engine.options) {
                    options.set(&games.catalog, name, value)?;
                }
                typed.iter().map(|typed| typed.of_builtin(&options, &games.catalog)).collect::<Result<_, _>>()?
            }
            EngineKind::Command { .. } | EngineKind::Tcp { .. } | EngineKind::Plugin { .. } => {
                typed.iter().map(ParameterArgument::of_other).collect::<Result<_, _>>()?
            }
        };
        // The values of the parameters take their places.
        plan.engine.options.retain(|name, _| !typed.iter().any(|typed| typed.is(name)));
        plan.check(engine)?;
        Ok(plan)
    }

    /// Whether this plyd can play it, and with which options each built-in engine begins.
    pub(super) fn check(&self, engine: &Engine) -> anyhow::Result<SessionOptions> {
        for game in &self.games {
            find_game(&engine.games().catalog, &game.id)?;
        }
        let defaults = plain(engine)?;
        if self.engine.kind == EngineKind::Builtin {
            let start = |parameter: &Parameter| (parameter.name.clone(), parameter.start.to_string());
            let options = self.engine.options.clone().into_iter().chain(self.parameters.iter().map(start)).collect();
            self.check_engine(engine, &defaults, &EngineSettings { options, ..self.engine.clone() })?;
        }
        Ok(defaults)
    }

    /// Whether a built-in engine of these settings can play all of the games.
    fn check_engine(
        &self,
        engine: &Engine,
        defaults: &SessionOptions,
        settings: &EngineSettings,
    ) -> anyhow::Result<()> {
        let games = engine.games();
        for game in &self.games {
            let library = find_game(&games.catalog, &game.id)?;
            builtin(defaults, (&games.catalog, &engine.networks), &library, settings)?;
        }
        Ok(())
    }

    /// How results move the values.
    pub(super) fn spsa(&self) -> Spsa<'_> {
        Spsa { parameters: &self.parameters, iterations: self.iterations, seed: self.seed }
    }

    /// The place of this pair's game in the list: the games take turns.
    pub(super) fn game_of(&self, pair: u64) -> usize {
        (pair % self.games.len() as u64) as usize
    }

    /// A match of each game, to know what workers need.
    #[cfg(feature = "broker")]
    pub(super) fn first_matches(&self) -> Result<Vec<MatchSettings>, MatchSettingsError> {
        let trial = self.spsa().trial(0, &self.spsa().start());
        (0..self.games.len()).map(|game| self.match_of(game, &[(0, &trial)])).collect()
    }

    /// The match of these pairs of one game: each is an encounter between the sides of its trial. The match of other
    /// pairs has another seed, and so other openings and dice.
    pub(super) fn match_of(
        &self,
        game: usize,
        pairs: &[(u64, &SpsaTrial)],
    ) -> Result<MatchSettings, MatchSettingsError> {
        let side = |name: &str, number: u64, values: &[i64]| {
            let values = self
                .parameters
                .iter()
                .zip(values)
                .map(|(parameter, value)| (parameter.name.clone(), value.to_string()));
            let options = self.engine.options.clone().into_iter().chain(values).collect();
            EngineSettings { name: format!("{name} {}", number + 1), options, ..self.engine.clone() }
        };
        let sides = |&(number, trial): &(u64, &SpsaTrial)| {
            let [plus, minus] = SIDES;
            [side(plus, number, &trial.plus), side(minus, number, &trial.minus)]
        };
        let first = pairs.first().map_or(0, |&(number, _)| number);
        let plan = MatchPlan {
            rounds: Some(1),
            games: Some(2),
            seed: Some(Random::for_part(self.seed ^ PART, first).next_u64()),
            random_plies: Some(self.random_plies),
            ..stub()
        };
        let TunedGame { id, options } = &self.games[game];
        let settings = plan.settle(id, options.clone().into_iter().collect(), 0)?;
        let engines = pairs.iter().flat_map(sides).collect();
        Ok(MatchSettings { engines, tournament: Tournament::Pairs, ..settings })
    }

    /// Makes sure that the plan of this file is the one that is wanted.
    pub(super) fn check_same(&self, wanted: &Self, file: impl std::fmt::Display) -> anyhow::Result<()> {
        if self == wanted {
            return Ok(());
        }
        let what = match (Value::try_from(self), Value::try_from(wanted)) {
            (Ok(known), Ok(wanted)) => difference("", &known, &wanted),
            _ => None,
        };
        let what = what.unwrap_or_else(|| "the plans differ".to_owned());
        bail!(
            "the file {file} is of another run: {what}; give the options of that run or none, or choose another file"
        );
    }
}

/// A plan of a match with two engines, whose place others take.
fn stub() -> MatchPlan {
    let engine = SIDES.map(|name| GivenSettings::Text(format!("name={name} builtin depth=1")));
    MatchPlan { engine: engine.to_vec(), ..MatchPlan::default() }
}

/// The engine that plays both sides.
fn engine_of(wanted: &Tune, game: &str) -> Result<EngineSettings, MatchSettingsError> {
    let is_builtin = wanted.engine.is_empty();
    let words = if is_builtin { vec!["builtin".to_owned()] } else { wanted.engine.clone() };
    // The last word counts.
    let side = |name: &&str| GivenSettings::Arguments([words.clone(), vec![format!("name={name}")]].concat());
    let each = (!wanted.each.is_empty()).then(|| GivenSettings::Arguments(wanted.each.clone()));
    let mut plan = MatchPlan { each, engine: SIDES.iter().map(side).collect(), ..MatchPlan::default() };
    if plan.limit_by_default()? {
        say(&format!(
            "the engine has no limit, so it has {}: a tenth of a second for a move",
            MatchPlan::DEFAULT_LIMIT
        ));
    }
    let engine = plan.settle(game, Vec::new(), 0)?.engines.swap_remove(0);
    if matches!(engine.kind, EngineKind::Plugin { .. }) {
        return Err(MatchSettingsError::new("plugin=FILE is a word of `plyd match`; here --plugin-dir names a build"));
    }
    Ok(EngineSettings { name: TUNED.to_owned(), ..engine })
}

/// Adds the options of the settings and of `--option` to those that a built-in engine has been given itself, which come
/// first. The options of games are not among them.
fn add_settings(engine: &Engine, plain: &SessionOptions, options: &mut BTreeMap<String, String>) {
    for (name, value) in &engine.settings.options {
        let is_it = |other: &str| other.eq_ignore_ascii_case(name);
        let is_of_engine = is_it(MOVE_OVERHEAD) || plain.search.all_lines().any(|(known, _)| is_it(known));
        if is_of_engine && !options.keys().any(|known| is_it(known)) {
            options.insert(name.clone(), value.clone());
        }
    }
}

/// The first difference between two plans, for people.
fn difference(path: &str, known: &Value, wanted: &Value) -> Option<String> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (known, wanted) {
        (Value::Table(known), Value::Table(wanted)) => {
            let names: BTreeSet<_> = known.keys().chain(wanted.keys()).collect();
            names.into_iter().find_map(|name| match (known.get(name), wanted.get(name)) {
                (Some(known), Some(wanted)) => difference(&below(name), known, wanted),
                (Some(known), None) => Some(format!("it has `{}` = {known}, and this one has none", below(name))),
                (None, wanted) => wanted.map(|wanted| format!("it has no `{}`, here {wanted}", below(name))),
            })
        }
        (Value::Array(known), Value::Array(wanted)) if known.len() == wanted.len() => {
            let mut pairs = known.iter().zip(wanted).enumerate();
            pairs.find_map(|(place, (known, wanted))| difference(&below(&(place + 1).to_string()), known, wanted))
        }
        (Value::Array(known), Value::Array(wanted)) => {
            Some(format!("it has {} of `{path}`, and this one {}", known.len(), wanted.len()))
        }
        _ if known == wanted => None,
        _ => Some(format!("`{path}` is {known} there and {wanted} here")),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A plan for these games.
    pub(in super::super) fn plan_of(games: &[&str]) -> TunePlan {
        let game = |id: &&str| TunedGame { id: (*id).to_owned(), options: BTreeMap::new() };
        TunePlan { games: games.iter().map(game).collect(), ..plan("nodes=100") }
    }

    /// A plan for an engine with these words.
    fn plan(words: &str) -> TunePlan {
        let each = Some(GivenSettings::Text(words.to_owned()));
        let settings = MatchPlan { each, ..stub() }.settle("cfour", Vec::new(), 0).unwrap();
        TunePlan {
            iterations: 10,
            batch: 2,
            seed: 5,
            random_plies: 4,
            games: vec![TunedGame { id: "cfour".to_owned(), options: BTreeMap::new() }],
            engine: settings.engines[0].clone(),
            parameters: vec![Parameter::new("Move Overhead", 0, 100, 10)],
        }
    }

    #[test]
    fn the_difference_of_plans_is_told() {
        let known = plan("nodes=100 option.Hash=8");
        assert!(known.check_same(&known.clone(), "a.toml").is_ok());
        let told = |wanted: &TunePlan| known.check_same(wanted, "a.toml").unwrap_err().to_string();
        let start = "the file a.toml is of another run: ";
        for (wanted, what) in [
            (plan("nodes=200 option.Hash=8"), "`engine.limits.nodes` is 100 there and 200 here"),
            (plan("nodes=100 option.Hash=9"), "`engine.options.Hash` is \"8\" there and \"9\" here"),
            (plan("nodes=100"), "it has `engine.options.Hash` = \"8\", and this one has none"),
            (plan("nodes=100 option.Hash=8 option.a=b"), "it has no `engine.options.a`, here \"b\""),
            (TunePlan { iterations: 11, ..known.clone() }, "`iterations` is 10 there and 11 here"),
            (TunePlan { parameters: Vec::new(), ..known.clone() }, "it has 1 of `parameters`, and this one 0"),
            (
                TunePlan { parameters: vec![Parameter::new("Move Overhead", 0, 50, 10)], ..known.clone() },
                "`parameters.1.c_end` is 5.0 there and 2.5 here",
            ),
        ] {
            assert_eq!(told(&wanted).split(';').next().unwrap(), format!("{start}{what}"));
        }
    }

    #[test]
    fn the_sides_of_a_pair_differ_in_the_values_alone() {
        let mut plan = plan("nodes=100 option.Hash=8");
        plan.games.push(TunedGame { id: "chess".to_owned(), options: BTreeMap::new() });
        let trials = [1, 3].map(|number| (number, plan.spsa().trial(number, &[10.0])));
        let pairs = trials.each_ref().map(|(number, trial)| (*number, trial));
        let settings = plan.match_of(plan.game_of(3), &pairs).unwrap();
        assert_eq!(settings.check(), Ok(()));
        assert_eq!((settings.game.as_str(), settings.games, settings.engines.len()), ("chess", 2, 4));
        assert_ne!(settings.seed, plan.match_of(1, &pairs[1..]).unwrap().seed, "other pairs have other openings");
        let value = |side: usize| settings.engines[side].options["Move Overhead"].parse::<i64>().unwrap();
        for (place, (_, trial)) in trials.iter().enumerate() {
            assert_eq!((value(2 * place), value(2 * place + 1)), (trial.plus[0], trial.minus[0]));
            assert_ne!(value(2 * place), value(2 * place + 1));
        }
        let names: Vec<_> = settings.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["plus 2", "minus 2", "plus 4", "minus 4"]);
        let mut engines = settings.engines;
        for engine in &mut engines {
            engine.options.remove("Move Overhead");
            engine.name.clear();
        }
        assert!(engines.iter().all(|engine| *engine == engines[0] && engine.options["Hash"] == "8"));
    }
}
