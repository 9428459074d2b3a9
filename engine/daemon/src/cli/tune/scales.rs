//! How points of a score become chances of the result, measured by games of the engine against itself.

use super::arguments::Tune;
use crate::cli::match_game::builtin;
use crate::cli::players::{Players, new_seed, plain, scored};
use plyd_host::{Library, LoadedGame};
use plyd_learn::{FittedScale, NoScale, Scored, log_loss};
use plyd_rules::{Facts, Game};
use plyd_search::Odds;
use plyd_session::{SessionOptions, find_game};
use plyd_tournament::settings::{EngineKind, GivenSettings, MatchPlan, MatchSettings};
use std::sync::Arc;

/// The limit of each move, if none is given.
const LIMIT: &str = "nodes=1000";

/// The search whose scores are points of the game: `mcts` computes its scores from chances by this very scale.
const ALGORITHM: &str = "algorithm=pvs";

/// The fewest and the most random moves that a game begins with.
const RANDOM_PLIES: (u32, u32) = (4, 18);

/// The games that are measured, and how.
pub(super) struct Measurement<'a> {
    players: &'a Players<'a>,
    /// With the plan of the engine that plays itself.
    plan: MatchPlan,
    rounds: u32,
    pub(super) seed: u64,
    defaults: SessionOptions,
    pub(super) libraries: Vec<Arc<Library>>,
}

/// What came of the games of one game.
pub(super) enum Measured {
    Scale(MeasuredScale),
    Nothing(NoScale),
    Interrupted,
}

/// The scale of a game, and what the game declares.
#[derive(Debug)]
pub(super) struct MeasuredScale {
    pub(super) scale: FittedScale,
    /// The mean log loss of the chances that `UCI_ShowWDL` shows, by the scale of the network or that which the game
    /// declares; `None` if there is none.
    pub(super) wdl_log_loss: Option<f64>,
}

impl<'a> Measurement<'a> {
    /// What is asked for. Nothing is played yet.
    pub(super) fn new(wanted: &Tune, players: &'a Players<'a>) -> anyhow::Result<Self> {
        let games = players.engine.games();
        let libraries = match wanted.games.as_slice() {
            [] => games.catalog.games().to_vec(),
            names => names.iter().map(|name| find_game(&games.catalog, name)).collect::<Result<_, _>>()?,
        };
        let each =
            |words: &str| MatchPlan { each: Some(GivenSettings::Text(words.to_owned())), ..MatchPlan::default() };
        let engine = ["first", "second"].map(|name| GivenSettings::Text(format!("name={name} builtin"))).to_vec();
        let given = (!wanted.each.is_empty()).then(|| GivenSettings::Arguments(wanted.each.clone()));
        let mut plan = MatchPlan { each: given, engine, ..MatchPlan::default() }.or(each(ALGORITHM));
        // It says whether a limit is given.
        if plan.clone().limit_by_default()? {
            plan = plan.or(each(LIMIT));
        }
        let seed = wanted.seed.unwrap_or_else(new_seed);
        let plan = MatchPlan { rounds: Some(wanted.rounds.into()), games: Some(1), seed: Some(seed), ..plan };
        Ok(Self { players, plan, rounds: wanted.rounds, seed, defaults: plain(players.engine)?, libraries })
    }

    /// Plays the games of a game, and fits the scale. `ended` hears how many have ended so far.
    pub(super) fn of_game(&self, library: &Arc<Library>, ended: &mut dyn FnMut(usize)) -> anyhow::Result<Measured> {
        let options = self.players.engine.games().options.of_game(library);
        let game = library.open("", &options)?;
        let settings = self.plan.settle(library.id(), options, self.seed)?;
        let facts = self.facts(game, library, &settings)?;
        let numbers: Vec<u64> = (0..self.rounds.into()).collect();
        let mut count = 0;
        let played =
            self.players.all(&numbers, self.players.at_a_time, &|&number| self.game(&settings, number), &mut |_, _| {
                count += 1;
                ended(count);
                Ok(())
            });
        let Some(games) = played? else { return Ok(Measured::Interrupted) };
        let is_declared = facts.points_per_logit > 0;
        let wdl_log_loss = is_declared.then(|| log_loss(&games, |points| Odds::of(&facts).chances(points)));
        Ok(match FittedScale::fit(&games) {
            Ok(scale) => Measured::Scale(MeasuredScale { scale, wdl_log_loss }),
            Err(reason) => Measured::Nothing(reason),
        })
    }

    /// The facts of a game as the engine values it: the scale of a network is another one than the game's.
    fn facts(&self, game: LoadedGame, library: &Library, settings: &MatchSettings) -> anyhow::Result<Facts> {
        let Some(engine) = settings.engines.first().filter(|engine| engine.kind == EngineKind::Builtin) else {
            return Ok(game.facts());
        };
        let shared = self.players.engine;
        let search = builtin(&self.defaults, (&shared.games().catalog, &shared.networks), library, engine)?.search;
        let Some(file) = search.network() else { return Ok(game.facts()) };
        file.fits(&game).map_err(anyhow::Error::msg)?;
        Ok(game.valued_by(Arc::clone(file.network())).measured_facts())
    }

    /// The positions of this game.
    fn game(&self, settings: &MatchSettings, number: u64) -> anyhow::Result<Option<Vec<Scored>>> {
        let games = self.players.game_from_random_moves(settings, &self.defaults, number, RANDOM_PLIES)?;
        Ok(games.map(|games| games.iter().flat_map(scored).collect()))
    }
}
