//! One round: games, training, and the match of the new network against what was before.

use super::ground::SelfPlayer;
use super::plan::SelfPlayBatch;
use super::state::{CurrentRound, LearningRound, LearningState, LogLoss};
use super::told::{self, LearningProgressOutput};
use crate::cli::players::{check_sound, scored};
use crate::cli::state_file::{StateFile, replace};
use crate::errand::{
    Errand, ErrandResult, ErrandWorkers, LearningFacts, Lesson, PlayedPosition, TrainingPositionReader,
};
use crate::own_program::VERSION;
use anyhow::{Context, anyhow, ensure};
use plyd_foreign::read;
use plyd_host::Library;
use plyd_learn::{FittedScale, MOST_SAMPLE_BYTES, Samples, Symmetry, Training, TrainingProgress, count_symmetries};
use plyd_network::{
    ENDING, FirstLayer, MOST_POINTS_PER_LOGIT, Network, NetworkFacts, ResultScale, TrainingOrigin, Weights,
};
use plyd_player::NetworkFile;
use plyd_tournament::statistics::{EloModel, Pentanomial, Sprt, SprtVerdict};
use plyd_tournament::{PlayedGame, Random};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The fewest and the most random moves that a game begins with.
const RANDOM_PLIES: (u32, u32) = (4, 18);
/// The same where the value of a position is unknown, so that games of all kinds are played.
const BLIND_RANDOM_PLIES: (u32, u32) = (2, 40);
/// The games that are played between two writes of the state.
const BATCH: u64 = 64;
/// The games that say what points of a new network are worth.
const SCALE_GAMES: u64 = 4 * BATCH;
/// The pairs of a match that are played between two looks at the test.
const PAIRS: u64 = 8;
/// The rounds whose positions a network learns from: the latest ones, as the games get better.
const LEARNT_ROUNDS: u32 = 3;
/// Parts the seed of the training of each round.
const TRAINING_PART: u64 = 0x4c45_4152_4e00_0003;
/// What a match tests. A round costs minutes, so it asks for a clear gain.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };

/// Whoever does the rounds of a run.
pub(super) struct Learner<'a> {
    ground: &'a SelfPlayer<'a>,
    helpers: ErrandWorkers,
    library: Arc<Library>,
    /// The options of the game.
    options: Vec<(String, String)>,
    taught: LearningFacts,
    folder: PathBuf,
    file: StateFile<LearningState>,
    told: LearningProgressOutput<'a>,
}

/// How a round has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundEnd {
    /// All of it is done.
    Done,
    /// The run is to end; a later one continues here.
    Interrupted,
}

impl<'a> Learner<'a> {
    /// For a run of this state in a folder, which keeps it in this file. The helpers read positions where the library
    /// is not in this process.
    ///
    /// # Errors
    /// The game has no inputs for a network, or its library fails.
    pub(super) fn new(
        (ground, library, mut helpers): (&'a SelfPlayer<'a>, Arc<Library>, ErrandWorkers),
        state: &LearningState,
        (folder, file): (PathBuf, StateFile<LearningState>),
        told: LearningProgressOutput<'a>,
    ) -> anyhow::Result<Self> {
        let options: Vec<_> = state.plan.options.clone().into_iter().collect();
        let taught = taught(&mut helpers, &library, &options)?;
        Ok(Self { ground, helpers, options, taught, folder, file, told, library })
    }

    /// Does what is left of the present round.
    ///
    /// # Errors
    /// A game cannot be played, or a file cannot be read or written.
    pub(super) fn round(&mut self, state: &mut LearningState) -> anyhow::Result<RoundEnd> {
        if self.play(state)? == RoundEnd::Interrupted {
            return Ok(RoundEnd::Interrupted);
        }
        if state.current.loss.is_none() {
            let begun = Instant::now();
            state.current.loss = Some(self.train(state)?);
            state.spend(begun.elapsed());
            self.file.write(state)?;
        }
        if self.compare(state)? == RoundEnd::Interrupted {
            return Ok(RoundEnd::Interrupted);
        }
        self.end(state)
    }

    /// The file with the network of a round.
    fn network_of(&self, round: u32) -> PathBuf {
        self.folder.join(format!("round-{}.{ENDING}", round + 1))
    }

    /// The file with the positions of a round.
    fn samples_of(&self, round: u32) -> PathBuf {
        self.folder.join(format!("round-{}.samples", round + 1))
    }

    /// The file with the best network so far.
    pub(super) fn result(&self) -> PathBuf {
        self.folder.join(format!("{}.{ENDING}", self.library.id()))
    }

    /// What values positions so far; `None` for the game's heuristic.
    ///
    /// # Errors
    /// A network cannot be written.
    fn before(&self, state: &LearningState) -> anyhow::Result<Option<PathBuf>> {
        if let Some(best) = state.best {
            return Ok(Some(self.network_of(best)));
        }
        if !state.plan.from_nothing {
            return Ok(None);
        }
        let path = self.folder.join(format!("nothing.{ENDING}"));
        write(&path, &self.nothing(state)?.to_bytes())?;
        Ok(Some(path))
    }

    /// The network that values all positions as 0.
    fn nothing(&self, state: &LearningState) -> anyhow::Result<Network> {
        let (subject, hidden) = (self.taught.subject.clone(), state.plan.hidden);
        let layer = FirstLayer { biases: vec![0; hidden], weights: vec![0; hidden * subject.inputs] };
        let weights = Weights { first: vec![layer; subject.sides()], output: vec![0; hidden], output_bias: 0 };
        let (most_on, points_per_logit) = (subject.inputs, self.taught.points_per_logit);
        let about =
            NetworkFacts { subject, hidden, most_on, points_per_logit, scale: None, origin: TrainingOrigin::default() };
        Ok(Network::new(about, &weights)?)
    }

    /// Plays the games that are left, and keeps their positions.
    fn play(&mut self, state: &mut LearningState) -> anyhow::Result<RoundEnd> {
        let round = state.round();
        let mut file = self.samples_file(state)?;
        let before = self.before(state)?;
        let is_blind = state.best.is_none() && state.plan.from_nothing;
        let plies = self.random_plies(if is_blind { BLIND_RANDOM_PLIES } else { RANDOM_PLIES });
        while state.current.games < state.plan.games {
            let begun = Instant::now();
            let batch = SelfPlayBatch { round, first: state.current.games, most: BATCH, plies };
            let Some(games) = self.ground.games(state.plan.games_of(&batch, before.as_deref())?)? else {
                return Ok(RoundEnd::Interrupted);
            };
            let count = games.len() as u64;
            let Some(samples) = self.read(games, before.as_deref())? else { return Ok(RoundEnd::Interrupted) };
            let bytes = (0..samples.games()).flat_map(|game| samples.game_bytes(game)).collect::<Vec<_>>();
            file.write_all(&bytes).context("cannot write the positions")?;
            file.sync_data().context("cannot write the positions")?;
            state.current.bytes += bytes.len() as u64;
            state.current.positions += samples.len() as u64;
            state.current.games += count;
            state.spend(begun.elapsed());
            self.file.write(state)?;
            self.told.games(state);
        }
        Ok(RoundEnd::Done)
    }

    /// So many random moves, but no more than half of a game's length.
    fn random_plies(&self, (fewest, most): (u32, u32)) -> (u32, u32) {
        let half = self.taught.random_length / 2;
        (fewest.min(half), most.min(half))
    }

    /// The file to which the positions of the present round are added, without positions of games that do not count.
    fn samples_file(&self, state: &mut LearningState) -> anyhow::Result<File> {
        let path = self.samples_of(state.round());
        let failed = || format!("cannot write {}", path.display());
        let header = Samples::new(self.taught.subject.clone())?.header_bytes();
        if state.current.games == 0 {
            state.current.bytes = header.len() as u64;
            write(&path, &header)?;
        }
        let file = OpenOptions::new().append(true).open(&path).with_context(failed)?;
        let there = file.metadata().with_context(failed)?.len();
        ensure!(there >= state.current.bytes, "{} is shorter than when the run was interrupted", path.display());
        file.set_len(state.current.bytes).with_context(failed)?;
        Ok(file)
    }

    /// The positions of games, with scores by this network, or by the game's heuristic; `None` if the run is to end
    /// before.
    fn read(&mut self, games: Vec<PlayedGame>, network: Option<&Path>) -> anyhow::Result<Option<Samples>> {
        let network = network.map(network_in).transpose()?;
        let mut samples = Samples::new(self.taught.subject.clone())?;
        if !self.library.is_loaded() {
            let (options, subject) = (self.options.clone(), self.taught.subject.clone());
            let lesson = Lesson { options, network, subject, games };
            let ErrandResult::Positions(bytes) = self.helpers.run(&self.library, Errand::Learn(Box::new(lesson)))?
            else {
                return Err(ErrandResult::unexpected());
            };
            let read = Samples::read(&bytes).map_err(|error| anyhow!("what the library says {error}"))?;
            // They may be of another game, as the library is not trusted.
            samples.append(&read.samples)?;
            return Ok(Some(samples));
        }
        let reader = TrainingPositionReader::new(&self.library, &self.options, network.as_ref())?;
        let read = |game: &PlayedGame| reader.positions(game).map(Some);
        let players = self.ground.players;
        let Some(read) = players.all(&games, players.at_a_time, &read, &mut |_, _| Ok(()))? else { return Ok(None) };
        for positions in &read {
            samples.push_game(positions.iter().map(PlayedPosition::sample))?;
        }
        Ok(Some(samples))
    }

    /// Trains the network of this round, and writes it.
    fn train(&mut self, state: &LearningState) -> anyhow::Result<LogLoss> {
        let round = state.round();
        let mut samples = Samples::new(self.taught.subject.clone())?;
        for round in round.saturating_sub(LEARNT_ROUNDS - 1)..=round {
            let path = self.samples_of(round);
            let bytes = read(&path, MOST_SAMPLE_BYTES).with_context(|| format!("cannot read {}", path.display()))?;
            let read = Samples::read(&bytes).map_err(|error| anyhow!("{} {error}", path.display()))?;
            samples.append(&read.samples)?;
        }
        let seed = Random::for_part(state.plan.seed ^ TRAINING_PART, round.into()).next_u64();
        let epochs = Training::epochs_for(samples.len());
        let hidden = state.plan.hidden;
        let symmetries = count_symmetries(self.taught.subject.inputs, &self.taught.symmetries)?;
        let usual = || Training::result_share_for(&samples, hidden, symmetries);
        let training = Training {
            hidden,
            epochs,
            result_share: state.plan.result_share.unwrap_or_else(usual),
            symmetry: Symmetry::Tied,
            seed,
            ..Training::default()
        };
        let told = &mut self.told;
        let mut watch = |progress: TrainingProgress<'_>| {
            told.training(round, training.epochs, &progress);
            true
        };
        let (trained, report) = training
            .train(&samples, &self.taught.symmetries, &mut watch)
            .with_context(|| format!("there is no network of round {}", round + 1))?;
        let origin = TrainingOrigin {
            version: VERSION.to_owned(),
            seed: state.plan.seed,
            rounds: round + 1,
            games: samples.games() as u64,
            positions: samples.len() as u64,
            result: String::new(),
        };
        let network = trained.quantise(self.taught.points_per_logit, origin)?;
        write(&self.network_of(round), &network.to_bytes())?;
        let network = report.kept_epoch().map_or(f64::NAN, |epoch| epoch.log_loss);
        Ok(LogLoss { network, constant: report.constant_log_loss })
    }

    /// Plays the pairs of the match that are left, until the test is decided.
    fn compare(&mut self, state: &mut LearningState) -> anyhow::Result<RoundEnd> {
        let round = state.round();
        let before = self.before(state)?;
        let settings = state.plan.match_of(round, &self.network_of(round), before.as_deref())?;
        let SelfPlayer { players, defaults, .. } = self.ground;
        let game = players.ready(&settings, defaults)?;
        let most = state.plan.match_games / 2;
        loop {
            let pairs = Pentanomial(state.current.pairs);
            if pairs.pairs() >= most || TEST.state(pairs).verdict != SprtVerdict::Continue {
                return Ok(RoundEnd::Done);
            }
            let begun = Instant::now();
            let numbers: Vec<u64> = (pairs.pairs()..most.min(pairs.pairs() + PAIRS)).collect();
            let work = |&number: &u64| {
                let Some(games) = players.encounter(&game, number)? else { return Ok(None) };
                check_sound(number, &games)?;
                Ok(Some(games.iter().map(|game| game.half_points_of(0)).sum::<u8>()))
            };
            let played = players.all(&numbers, players.at_a_time, &work, &mut |_, _| Ok(()))?;
            let Some(played) = played else { return Ok(RoundEnd::Interrupted) };
            let mut pairs = pairs;
            played.into_iter().for_each(|half_points| pairs.add(half_points));
            state.current.pairs = pairs.0;
            state.spend(begun.elapsed());
            self.file.write(state)?;
            self.told.pairs(state);
        }
    }

    /// Games of this network against itself, the first of the round that follows; `None` if the run is to end before.
    fn games_with(&self, state: &LearningState, network: &Path) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let (round, plies) = (state.round() + 1, self.random_plies(RANDOM_PLIES));
        let mut all = Vec::new();
        for first in (0..SCALE_GAMES.min(state.plan.games)).step_by(BATCH as usize) {
            let batch = SelfPlayBatch { round, first, most: BATCH, plies };
            let Some(games) = self.ground.games(state.plan.games_of(&batch, Some(network))?)? else { return Ok(None) };
            all.extend(games);
        }
        Ok(Some(all))
    }

    /// Keeps the better one, and begins the next round.
    fn end(&mut self, state: &mut LearningState) -> anyhow::Result<RoundEnd> {
        let pairs = Pentanomial(state.current.pairs);
        let score = pairs.distribution().mean_and_variance().map_or(0.5, |(mean, _)| mean);
        let is_kept = match TEST.state(pairs).verdict {
            SprtVerdict::H1 => true,
            SprtVerdict::H0 => false,
            SprtVerdict::Continue => score > 0.5,
        };
        let path = self.network_of(state.round());
        let begun = Instant::now();
        let games = if is_kept { self.games_with(state, &path)? } else { Some(Vec::new()) };
        let Some(games) = games else { return Ok(RoundEnd::Interrupted) };
        state.spend(begun.elapsed());
        let current = state.current;
        let round = LearningRound {
            games: current.games,
            positions: current.positions,
            loss: current.loss.context("the network was not trained")?,
            pairs: current.pairs,
            is_kept,
            seconds: current.seconds,
        };
        self.told.round(state.round(), &round);
        if is_kept {
            let network = network_in(&path)?;
            let (mut about, weights) = (network.network().about().clone(), network.network().weights());
            // Without the time: the same seed has the same file.
            about.origin.result = told::result(round.pairs);
            about.scale = scale_of(&games);
            let network = Network::new(about, &weights)?.to_bytes();
            write(&path, &network)?;
            write(&self.result(), &network)?;
            state.best = Some(state.round());
        }
        state.rounds.push(round);
        state.current = CurrentRound::default();
        self.file.write(state)?;
        Ok(RoundEnd::Done)
    }
}

/// What points are worth by the results of these games; `None` if they are too few to say it, or say nothing.
fn scale_of(games: &[PlayedGame]) -> Option<ResultScale> {
    let games: Vec<Vec<_>> = games.iter().map(|game| scored(game).collect()).collect();
    let scale = FittedScale::fit(&games).ok()?;
    let points = |number: f64| (number.round() as u32).min(MOST_POINTS_PER_LOGIT);
    let points_per_logit = points(scale.points_per_logit.value).max(1);
    let is_known = scale.points_per_logit.error < scale.points_per_logit.value / 3.0;
    is_known.then(|| ResultScale { points_per_logit, draw_points: points(scale.draw_points.value) })
}

/// What there is to know of a game with these options, wherever its library is.
///
/// # Errors
/// The game has no inputs for a network, or its library fails.
pub(super) fn taught(
    helpers: &mut ErrandWorkers,
    library: &Arc<Library>,
    options: &[(String, String)],
) -> anyhow::Result<LearningFacts> {
    match helpers.run(library, Errand::Teach { options: options.to_vec() })? {
        ErrandResult::Taught(taught) => Ok(taught),
        _ => Err(ErrandResult::unexpected()),
    }
}

fn network_in(path: &Path) -> anyhow::Result<NetworkFile> {
    NetworkFile::read(path).map_err(|reason| anyhow!("{} {reason}", path.display()))
}

fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    replace(path, content).with_context(|| format!("cannot write {}", path.display()))
}
