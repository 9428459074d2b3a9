//! `plyd tune`: numbers of an engine are tuned by games, and the scale of scores is measured.

mod arguments;
mod batch;
mod ground;
mod parameter;
mod plan;
mod play;
mod scales;
mod state;
mod told;

pub(super) use arguments::Tune;

use super::command::{CliCommand, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::pace::Pace;
use super::players::Players;
use super::program::Program;
use super::signals::INTERRUPTED;
use super::standard_error::say;
use super::standard_output::print;
use super::state_file::StateFile;
use anyhow::{anyhow, bail};
use batch::{PairResults, TuningBatch};
use ground::PairPlayer;
use plan::TunePlan;
use scales::{Measured, Measurement};
use state::TuningState;
use std::process::ExitCode;
use told::{ScaleProgressOutput, TuningProgressOutput};

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "tune",
    group: CommandGroup::Engines,
    summary: "Tune numbers of an engine by games, or measure what its scores are worth",
    details: "It tunes all given options at once, with SPSA: in each pair of games, the two sides play with values \
              that are changed a little in opposite directions. The result moves the values.",
    document: Some(("Tuning", "tune.md")),
    examples: &[
        example(
            "plyd tune cfour --parameter \"Move Overhead:0..100=10\" --each tc=5+0.05 --file overhead.toml",
            "tune an option of plyd's own search",
        ),
        example("plyd tune --file overhead.toml", "continue a run that was interrupted"),
        example("plyd tune breakthrough --scale --seed 1", "what points of a score say about the result"),
        example("plyd tune --scale --seed 1", "the same for all games"),
    ],
    // It names its games itself.
    idle: &["game"],
    interrupted: Some(INTERRUPTED),
    ..CliCommand::of::<Tune>()
};

impl RunCommand for Tune {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let mut wanted = *self;
        wanted.farm.ready(&program.conduct)?;
        let (settings, engine) = program.start_match()?;
        let players = Players::new(&engine, wanted.concurrency, program.signals.tell(settings.shutdown.time()))?;
        match &wanted.file {
            // Without a file there is nothing to tune: the arguments make sure of it.
            None => measure(&wanted, &players, program),
            Some(file) => tune(&wanted, &StateFile::new(file)?, &players, program),
        }
    }
}

/// Plays the iterations that are left, and saves the state: while it plays, and when it ends for any reason.
fn tune(
    wanted: &Tune,
    file: &StateFile<TuningState>,
    players: &Players<'_>,
    program: &Program,
) -> anyhow::Result<ExitCode> {
    let mut state = begin(wanted, players, file)?;
    let plan = state.plan.clone();
    let defaults = plan.check(players.engine)?;
    let hint = |line: &str| program.hint(line);
    let ground = PairPlayer::new(wanted, &mut state, (players, &defaults), &hint)?;
    // Before the first game, so that a place that cannot be written is found out now.
    file.write(&state)?;
    let (mut lines, mut kept) = (TuningProgressOutput::new(&state), Pace::default());
    let ended = loop {
        if state.done == plan.iterations {
            break Ok(());
        }
        let batch = TuningBatch::new(&plan, state.done, &state.values)?;
        let known = state.results.clone();
        let mut ended = |pair, result| {
            state.results.insert(pair, result);
            if kept.is_due() {
                file.write(&state)?;
            }
            lines.line(&state).iter().for_each(|line| hint(line));
            Ok(())
        };
        match ground.play(&batch, &known, &mut ended) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
        let Some(count) = batch.learn(&plan, &state.results, &mut state.values) else {
            break Err(anyhow!("not all pairs of a batch were played"));
        };
        (state.done, state.results) = (state.done + count, PairResults::new());
        lines.line(&state).iter().for_each(|line| hint(line));
    };
    file.write(&state)?;
    ended?;
    print(&told::summary(&state))?;
    if state.done == plan.iterations {
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("the run was interrupted; `plyd tune --file {}` continues it", file.name()));
    Ok(ExitCode::from(INTERRUPTED))
}

/// The state of a run: the one in the file, which must be of the requested run, or a new one if there is none.
fn begin(wanted: &Tune, players: &Players<'_>, file: &StateFile<TuningState>) -> anyhow::Result<TuningState> {
    let Some(known) = file.read()? else {
        return Ok(TuningState::new(TunePlan::new(wanted, players.engine, None)?));
    };
    if wanted.names_a_run() {
        let plan = TunePlan::new(wanted, players.engine, Some(&known.plan))?;
        known.plan.check_same(&plan, file.name())?;
    }
    Ok(known)
}

/// Measures the scale of a game, or of several as a table. A game without one has the reason in its place.
fn measure(wanted: &Tune, players: &Players<'_>, program: &Program) -> anyhow::Result<ExitCode> {
    let measurement = Measurement::new(wanted, players)?;
    let is_alone = wanted.games.len() == 1;
    if !is_alone {
        print(&told::scale_head(measurement.seed))?;
    }
    for library in &measurement.libraries {
        let mut lines = ScaleProgressOutput::new(library.id(), wanted.rounds);
        let mut ended = |count| lines.line(count).iter().for_each(|line| program.hint(line));
        match measurement.of_game(library, &mut ended)? {
            Measured::Scale(scale) if is_alone => print(&told::scale(library.id(), &scale, measurement.seed))?,
            Measured::Scale(scale) => print(&told::scale_row(library.id(), &scale))?,
            Measured::Nothing(reason) if is_alone => bail!("{}: {reason}", library.id()),
            Measured::Nothing(reason) => print(&told::scale_reason(library.id(), reason))?,
            Measured::Interrupted => return Ok(ExitCode::from(INTERRUPTED)),
        }
    }
    Ok(ExitCode::SUCCESS)
}
