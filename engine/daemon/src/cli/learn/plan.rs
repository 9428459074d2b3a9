//! What a run of `plyd learn` does: everything that decides its networks.

use super::arguments::Learn;
use super::round::taught;
use crate::cli::match_game::builtin;
use crate::cli::players::{new_seed, plain};
use crate::errand::{ErrandWorkers, LearningFacts};
use anyhow::{Context, ensure};
use plyd_learn::{Training, count_symmetries};
use plyd_search::Algorithm;
use plyd_session::{Engine, find_game};
use plyd_tournament::Random;
use plyd_tournament::settings::{EngineSettings, GivenSettings, MatchPlan, MatchSettings, MatchSettingsError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

const GAMES: u64 = 4_000;
const MATCH_GAMES: u64 = 120;
/// The limit of a move of the games that positions are taken from, and of the match.
const LIMIT: &str = "nodes=1000";
const MATCH_LIMIT: &str = "st=0.02";
/// Random moves before each pair of the match.
const MATCH_RANDOM_PLIES: u32 = 4;
/// Parts the seeds of the games of each round, and of its match.
const GAMES_PART: u64 = 0x4c45_4152_4e00_0001;
const MATCH_PART: u64 = 0x4c45_4152_4e00_0002;

/// The plan of a run, as its file keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LearnPlan {
    /// The id of the game.
    pub(super) game: String,
    /// Its options, by its own names.
    #[serde(default)]
    pub(super) options: BTreeMap<String, String>,
    /// The seed of all random choices.
    pub(super) seed: u64,
    /// Whether it begins without a heuristic: it was asked to, or the game has none.
    pub(super) from_nothing: bool,
    /// The units of the hidden layer.
    pub(super) hidden: usize,
    /// The share of the result in what a position teaches; `None` for the usual one.
    pub(super) result_share: Option<f32>,
    /// The games of a round.
    pub(super) games: u64,
    /// The most games of a match.
    pub(super) match_games: u64,
    /// Who plays the games.
    pub(super) each: EngineSettings,
    /// Who plays the match.
    pub(super) match_each: EngineSettings,
}

/// Games that are played at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelfPlayBatch {
    /// The round, from 0.
    pub(super) round: u32,
    /// The first game, and how many there are at most.
    pub(super) first: u64,
    pub(super) most: u64,
    /// The fewest and the most random moves that they begin with. All of them begin with as many.
    pub(super) plies: (u32, u32),
}

impl LearnPlan {
    /// The requested plan. What is usually drawn at random, it takes from a known one.
    pub(super) fn new(
        wanted: &Learn,
        (engine, helpers): (&Engine, &mut ErrandWorkers),
        known: Option<&Self>,
    ) -> anyhow::Result<Self> {
        let games = engine.games();
        let name = wanted.taught.as_deref().or(known.map(|known| known.game.as_str()));
        let library = find_game(&games.catalog, name.context("no game is given")?)?;
        let options = games.options.of_game(&library);
        let LearningFacts { subject, symmetries, has_heuristic, .. } = taught(helpers, &library, &options)?;
        let symmetries = count_symmetries(subject.inputs, &symmetries)?;
        let hidden = wanted.hidden.unwrap_or_else(|| Training::hidden_for(symmetries));
        ensure!(
            hidden >= symmetries,
            "a hidden layer of {hidden} units is too small for the {symmetries} symmetries of the game; use more units"
        );
        let plan = Self {
            game: library.id().to_owned(),
            options: options.into_iter().collect(),
            seed: wanted.seed.or(known.map(|plan| plan.seed)).unwrap_or_else(new_seed),
            from_nothing: wanted.from_nothing || !has_heuristic,
            hidden,
            result_share: wanted.result_share,
            games: wanted.games.unwrap_or(GAMES),
            match_games: wanted.match_games.unwrap_or(MATCH_GAMES).next_multiple_of(2),
            each: engine_of(&wanted.each, LIMIT, library.id())?,
            match_each: engine_of(&wanted.match_each, MATCH_LIMIT, library.id())?,
        };
        let defaults = plain(engine)?;
        for settings in [&plan.each, &plan.match_each] {
            builtin(&defaults, (&games.catalog, &engine.networks), &library, settings)?;
        }
        Ok(plan)
    }

    /// The match of the games of a batch, in which what is in this file values positions; without one it is the game's
    /// heuristic.
    pub(super) fn games_of(
        &self,
        batch: &SelfPlayBatch,
        network: Option<&Path>,
    ) -> Result<MatchSettings, MatchSettingsError> {
        let &SelfPlayBatch { round, first, most, plies: (fewest, longest) } = batch;
        let sides = ["first", "second"].map(|name| valued(&self.each, name, network));
        let mut random = Random::for_part(self.seed ^ GAMES_PART ^ u64::from(round), first);
        let plies = fewest + random.below(u64::from(longest - fewest) + 1) as u32;
        let plan = MatchPlan {
            rounds: Some(most.min(self.games - first)),
            games: Some(1),
            random_plies: Some(plies),
            seed: Some(random.next_u64()),
            ..stub()
        };
        Ok(MatchSettings { engines: sides.into(), ..self.settle(plan)? })
    }

    /// The match of a new network and what was before, in a round.
    pub(super) fn match_of(
        &self,
        round: u32,
        new: &Path,
        before: Option<&Path>,
    ) -> Result<MatchSettings, MatchSettingsError> {
        let sides = [valued(&self.match_each, "new", Some(new)), valued(&self.match_each, "before", before)];
        let plan = MatchPlan {
            rounds: Some(self.match_games / 2),
            games: Some(2),
            random_plies: Some(MATCH_RANDOM_PLIES),
            seed: Some(Random::for_part(self.seed ^ MATCH_PART, round.into()).next_u64()),
            ..stub()
        };
        Ok(MatchSettings { engines: sides.into(), ..self.settle(plan)? })
    }

    fn settle(&self, plan: MatchPlan) -> Result<MatchSettings, MatchSettingsError> {
        plan.settle(&self.game, self.options.clone().into_iter().collect(), 0)
    }

    /// Makes sure that the plan of a folder is the one that is wanted.
    pub(super) fn check_same(&self, wanted: &Self, file: impl std::fmt::Display) -> anyhow::Result<()> {
        ensure!(
            self == wanted,
            "{file} has another run; give the options of that run or none, or choose another folder"
        );
        Ok(())
    }
}

/// A plan of a match with two engines, whose place others take.
fn stub() -> MatchPlan {
    let engine = ["first", "second"].map(|name| GivenSettings::Text(format!("name={name} builtin depth=1")));
    MatchPlan { engine: engine.to_vec(), ..MatchPlan::default() }
}

/// An engine whose positions this network values, or the game's heuristic.
fn valued(engine: &EngineSettings, name: &str, network: Option<&Path>) -> EngineSettings {
    let mut engine = EngineSettings { name: name.to_owned(), ..engine.clone() };
    engine.options.insert("Use NNUE".to_owned(), network.is_some().to_string());
    if let Some(network) = network {
        engine.options.insert("EvalFile".to_owned(), network.display().to_string());
    }
    engine
}

/// plyd's own search with these words, and with this limit if they have none.
fn engine_of(words: &[String], limit: &str, game: &str) -> Result<EngineSettings, MatchSettingsError> {
    let each = |words: Vec<String>| MatchPlan { each: Some(GivenSettings::Arguments(words)), ..MatchPlan::default() };
    let side = |name: &str| GivenSettings::Text(format!("name={name} builtin"));
    let engine = ["first", "second"].map(side).to_vec();
    // Scores of other searches are no points of the game.
    let algorithm = each(vec![format!("algorithm={}", Algorithm::Pvs.name())]);
    let mut plan = MatchPlan { engine, ..MatchPlan::default() }.or(each(words.to_vec())).or(algorithm);
    if plan.clone().limit_by_default()? {
        plan = plan.or(each(vec![limit.to_owned()]));
    }
    Ok(plan.settle(game, Vec::new(), 0)?.engines.swap_remove(0))
}
