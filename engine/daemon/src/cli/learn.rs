//! `plyd learn`: a game gets a network by games of plyd against itself.

mod arguments;
mod ground;
mod plan;
mod round;
mod state;
mod told;

pub(super) use arguments::Learn;

use super::command::{CliCommand, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::players::{Players, plain};
use super::program::Program;
use super::signals::INTERRUPTED;
use super::standard_error::say;
use super::standard_output::print;
use super::state_file::StateFile;
use crate::errand::ErrandWorkers;
use anyhow::Context;
use ground::SelfPlayer;
use plan::{LearnPlan, SelfPlayBatch};
use plyd_session::{Engine, find_game};
use round::{Learner, RoundEnd};
use state::LearningState;
use std::fs::create_dir_all;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use told::LearningProgressOutput;

/// The minutes of a run without another end.
const MINUTES: u64 = 10;
/// So many rounds in a row without a better network end a run.
const WITHOUT_GAIN: usize = 2;
/// The name of the file with the state, in the folder of the run.
const STATE: &str = "state.toml";

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "learn",
    group: CommandGroup::Engines,
    summary: "Teach plyd what positions of a game are worth, by games against itself",
    details: "It plays games, trains a small network on their positions, and lets the new network play against the \
              previous evaluation. It keeps the better one, and repeats this. The game doesn't need a heuristic.",
    document: Some(("Teach your game to play", "learn.md")),
    examples: &[
        example("plyd learn breakthrough --minutes 10", "learn for ten minutes, starting with the game's heuristic"),
        example("plyd learn breakthrough --from-nothing", "the same without the heuristic"),
        example("plyd learn --folder breakthrough.learn", "continue a run that was interrupted"),
    ],
    // It names its game itself, and its networks are in its folder.
    idle: &["game", "networks"],
    interrupted: Some(INTERRUPTED),
    ..CliCommand::of::<Learn>()
};

impl RunCommand for Learn {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let mut wanted = *self;
        wanted.farm.ready(&program.conduct)?;
        let (settings, engine) = program.start_match()?;
        let players = Players::new(&engine, wanted.concurrency, program.signals.tell(settings.shutdown.time()))?;
        let helpers = ErrandWorkers::new(&engine);
        learn(&wanted, &players, helpers, program)
    }
}

/// Does the rounds that are left, and keeps the state in the folder.
fn learn(
    wanted: &Learn,
    players: &Players<'_>,
    mut helpers: ErrandWorkers,
    program: &Program,
) -> anyhow::Result<ExitCode> {
    let folder = folder(wanted, players.engine)?;
    create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    // Engines find networks by their paths.
    let folder = folder.canonicalize().with_context(|| format!("cannot find the folder {}", folder.display()))?;
    let file = StateFile::new(&folder.join(STATE))?;
    let mut state = begin(wanted, (players.engine, &mut helpers), &file)?;
    if wanted.rounds.is_some() || wanted.minutes.is_some() {
        (state.most_rounds, state.most_minutes) = (wanted.rounds, wanted.minutes);
    }
    file.write(&state)?;
    let hint = |line: &str| program.hint(line);
    if state.plan.from_nothing && !wanted.from_nothing && wanted.taught.is_some() {
        hint(&format!("{} has no heuristic: the run begins with the value 0 for every position", state.plan.game));
    }
    let library = find_game(&players.engine.games().catalog, &state.plan.game)?;
    let defaults = plain(players.engine)?;
    let first = state.plan.games_of(&SelfPlayBatch { round: 0, first: 0, most: 1, plies: (0, 0) }, None)?;
    let ground = SelfPlayer::new(wanted, (&state.run, first), (players, &defaults), &hint)?;
    let mut learner =
        Learner::new((&ground, library, helpers), &state, (folder.clone(), file), LearningProgressOutput::new(&hint))?;
    let end = loop {
        if let Some(reason) = end(&state) {
            break Some(reason);
        }
        if learner.round(&mut state)? == RoundEnd::Interrupted {
            break None;
        }
    };
    print(&told::summary(&state, &learner.result()))?;
    let Some(reason) = end else {
        say(&format!("the run was interrupted; `plyd learn --folder {}` continues it", folder.display()));
        return Ok(ExitCode::from(INTERRUPTED));
    };
    program.hint(&reason);
    Ok(ExitCode::SUCCESS)
}

/// The folder of the run.
fn folder(wanted: &Learn, engine: &Engine) -> anyhow::Result<PathBuf> {
    if let Some(folder) = &wanted.folder {
        return Ok(folder.clone());
    }
    let name = wanted.taught.as_deref().context("no game is given")?;
    let library = find_game(&engine.games().catalog, name)?;
    Ok(Path::new(&format!("{}.learn", library.id())).to_owned())
}

/// The state of a run: the one in its folder, which must be of the requested run, or a new one if there is none.
fn begin(
    wanted: &Learn,
    asked: (&Engine, &mut ErrandWorkers),
    file: &StateFile<LearningState>,
) -> anyhow::Result<LearningState> {
    let Some(known) = file.read()? else {
        return Ok(LearningState::new(LearnPlan::new(wanted, asked, None)?));
    };
    if wanted.names_a_run() {
        known.plan.check_same(&LearnPlan::new(wanted, asked, Some(&known.plan))?, file.name())?;
    }
    Ok(known)
}

/// Why the run ends here; `None` if it goes on with a round.
fn end(state: &LearningState) -> Option<String> {
    let (ended, is_begun) = (state.round(), state.current.games > 0);
    if state.most_rounds.is_some_and(|rounds| ended >= rounds) {
        return Some(format!("{ended} rounds have ended"));
    }
    if state.without_gain() >= WITHOUT_GAIN {
        return Some(format!("{WITHOUT_GAIN} rounds in a row have brought no better network"));
    }
    let minutes = state.most_minutes.or(state.most_rounds.is_none().then_some(MINUTES))?;
    let last = state.rounds.last()?.seconds;
    let is_over = !is_begun && state.seconds + last > 60.0 * minutes as f64;
    is_over.then(|| format!("another round is not likely to end within {minutes} minutes"))
}
