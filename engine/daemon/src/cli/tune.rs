//! `plyd tune`: numbers of an engine are tuned by games, and the scale of scores is measured.

mod arguments;
mod parameter;
mod plan;
mod play;
mod scales;
mod state;
mod told;

pub(super) use arguments::Tune;

use super::command::{Command, Run};
use super::examples::example;
use super::groups::Group;
use super::program::Program;
use super::signals::INTERRUPTED;
use super::standard_error::say;
use super::standard_output::print;
use anyhow::{Context, bail};
use plan::TunePlan;
use play::Players;
use plyd_learn::Trial;
use plyd_session::SessionOptions;
use scales::{Measured, Measurement};
use state::{State, StateFile};
use std::process::ExitCode;
use std::thread;
use told::{Counted, Lines, Pace};

pub(super) const COMMAND: Command = Command {
    name: "tune",
    group: Group::Engines,
    summary: "Tune numbers of an engine by games, or measure what its scores are worth",
    details: "It tunes all options with a range that you name at once, by SPSA: of each pair of games one side plays \
              with values a little above, the other with values a little below. The result moves the values.",
    document: Some(("Tuning", "tune.md")),
    examples: &[
        example(
            "plyd tune cfour --parameter \"Move Overhead:0..100=10\" --each tc=5+0.05 --file overhead.toml",
            "tune an option of plyd's own search",
        ),
        example("plyd tune --file overhead.toml", "continue a run that was interrupted"),
        example("plyd tune breakthrough --scale --seed 1", "what points of a score say about the result"),
        example("plyd tune --scale --seed 1", "the same of all games"),
    ],
    // It names its games itself.
    idle: &["game"],
    interrupted: Some(INTERRUPTED),
    ..Command::of::<Tune>()
};

impl Run for Tune {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let (settings, engine) = program.start_match()?;
        let at_a_time = match self.concurrency {
            0 => thread::available_parallelism().context("the number of processors is not known")?.get(),
            given => given,
        };
        let players = Players::new(&engine, at_a_time, program.signals.tell(settings.shutdown.time()))?;
        match &self.file {
            // Without a file there is nothing to tune: the arguments make sure of it.
            None => measure(&self, &players, program),
            Some(file) => tune(&self, &StateFile::new(file)?, &players, program),
        }
    }
}

/// Plays the iterations that are left, and keeps the state: while it plays, and in the end, whatever ends it.
fn tune(wanted: &Tune, file: &StateFile, players: &Players<'_>, program: &Program) -> anyhow::Result<ExitCode> {
    let mut state = begin(wanted, players, file)?;
    let defaults = state.plan.check(players.engine)?;
    let (mut lines, mut kept) = (Lines::new(&state), Pace::default());
    let ended = loop {
        if state.done == state.plan.iterations {
            break Ok(());
        }
        match after_batch(&state, players, &defaults) {
            Ok(Some(next)) => state = next,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
        if kept.is_due() {
            file.write(&state)?;
        }
        lines.line(&state).iter().for_each(|line| program.hint(line));
    };
    file.write(&state)?;
    ended?;
    print(&told::summary(&state))?;
    if state.done == state.plan.iterations {
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("the run was interrupted; `plyd tune --file {}` continues it", file.name()));
    Ok(ExitCode::from(INTERRUPTED))
}

/// The state of a run: that of the file, if there is one and it is of the run that is asked for, or a new one.
fn begin(wanted: &Tune, players: &Players<'_>, file: &StateFile) -> anyhow::Result<State> {
    let Some(known) = file.read()? else {
        let state = State::new(TunePlan::new(wanted, players.engine, None, players.at_a_time)?);
        // Before the first game, so that a place that cannot be written is found out now.
        file.write(&state)?;
        return Ok(state);
    };
    if wanted.names_a_run() {
        let plan = TunePlan::new(wanted, players.engine, Some(&known.plan), players.at_a_time)?;
        known.plan.check_same(&plan, file.name())?;
    }
    Ok(known)
}

/// The state after the next batch, all of whose pairs begin with the same values; `None` if it was interrupted.
fn after_batch(state: &State, players: &Players<'_>, defaults: &SessionOptions) -> anyhow::Result<Option<State>> {
    let plan = &state.plan;
    let spsa = plan.spsa();
    let numbers = state.done..plan.iterations.min(state.done + plan.batch);
    let trials: Vec<_> = numbers.map(|number| (number, spsa.trial(number, &state.values))).collect();
    let play = |(number, trial): &(u64, Trial)| players.pair(&plan.pair(*number, trial)?, *number, defaults);
    let Some(results) = players.all(&trials, &play, &mut |_| {})? else { return Ok(None) };
    let mut next = state.clone();
    for ((number, trial), result) in trials.iter().zip(results) {
        spsa.learn(*number, trial, result, &mut next.values);
    }
    next.done += trials.len() as u64;
    Ok(Some(next))
}

/// Measures the scale of a game, or of several as a table. A game without one has the reason in its place.
fn measure(wanted: &Tune, players: &Players<'_>, program: &Program) -> anyhow::Result<ExitCode> {
    let measurement = Measurement::new(wanted, players)?;
    let is_alone = wanted.games.len() == 1;
    if !is_alone {
        print(&told::scale_head(measurement.seed))?;
    }
    for library in &measurement.libraries {
        let mut lines = Counted::new(library.id(), wanted.rounds);
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
