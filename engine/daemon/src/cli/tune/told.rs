//! What runs say: lines of progress, and tables.

use super::state::State;
use plyd_learn::{NoScale, Parameter, Scale};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The shortest time between two lines of progress, and between two writes of the state.
const INTERVAL: Duration = Duration::from_secs(1);

/// The most parameters in a line of progress.
const SHOWN: usize = 4;

/// Says when it is time for something that happens once a second at most, and at once at first.
#[derive(Debug, Default)]
pub(super) struct Pace(Option<Instant>);

impl Pace {
    /// Whether it is time. The next time follows from this one.
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() >= INTERVAL);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

/// The progress of a tuning run.
#[derive(Debug)]
pub(super) struct Lines {
    begun: Instant,
    /// The iterations before this process.
    before: u64,
    pace: Pace,
}

impl Lines {
    /// Before the first line of a run that goes on from here.
    pub(super) fn new(state: &State) -> Self {
        Self { begun: Instant::now(), before: state.done, pace: Pace::default() }
    }

    /// The line for this state, if it is time for one or the run is over.
    pub(super) fn line(&mut self, state: &State) -> Option<String> {
        if !self.pace.is_due() && state.done < state.plan.iterations {
            return None;
        }
        let mut values: Vec<_> = of_parameters(state)
            .take(SHOWN)
            .map(|(parameter, value)| format!("{} {value:.2}", parameter.name))
            .collect();
        if state.values.len() > SHOWN {
            values.push(format!("and {} more", state.values.len() - SHOWN));
        }
        let speed = (state.done - self.before) as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        Some(format!("{} of {} pairs: {}; {speed:.1} pairs/s", state.done, state.plan.iterations, values.join(", ")))
    }
}

fn of_parameters(state: &State) -> impl Iterator<Item = (&Parameter, f64)> {
    state.plan.parameters.iter().zip(state.values.iter().copied())
}

/// The table of a run, and what to put into a settings file.
pub(super) fn summary(state: &State) -> String {
    let mut rows = vec![["option", "start", "value", "exact", "range"].map(str::to_owned)];
    rows.extend(of_parameters(state).map(|(Parameter { name, from, to, start, .. }, value)| {
        [name.clone(), start.to_string(), value.round().to_string(), format!("{value:.3}"), format!("{from}..{to}")]
    }));
    let widths: [usize; 5] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).enumerate();
        // Names stand left, numbers right.
        let cells = cells.map(
            |(column, (cell, width))| if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") },
        );
        // To write to memory does not fail.
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  "));
    }
    let plan = &state.plan;
    let games: Vec<_> = plan.games.iter().map(|game| game.id.as_str()).collect();
    let _ = writeln!(text, "\n{} of {} pairs of {}, seed {}", state.done, plan.iterations, games.join(", "), plan.seed);
    let _ = writeln!(text, "\nFor a settings file:\n\n[options]");
    for (Parameter { name, .. }, value) in of_parameters(state) {
        let _ = writeln!(text, "{} = {}", toml::Value::from(name.as_str()), value.round());
    }
    text
}

/// The progress of the games by which a scale is measured.
#[derive(Debug)]
pub(super) struct Counted<'a> {
    game: &'a str,
    rounds: u32,
    pace: Pace,
}

impl<'a> Counted<'a> {
    /// Before the first of so many games.
    pub(super) fn new(game: &'a str, rounds: u32) -> Self {
        Self { game, rounds, pace: Pace::default() }
    }

    /// The line after so many games, if it is time for one or they are all.
    pub(super) fn line(&mut self, count: usize) -> Option<String> {
        let Self { game, rounds, pace } = self;
        (pace.is_due() || count == *rounds as usize).then(|| format!("{game}: {count} of {rounds} games"))
    }
}

/// The points and their error, as texts: in some games a point is much, in others next to nothing.
fn figures(Scale { points_per_logit, error, .. }: &Scale) -> [String; 2] {
    let digits = if *points_per_logit < 10.0 { 2 } else { 1 };
    [points_per_logit, error].map(|points| format!("{points:.digits$}"))
}

/// The scale of one game, as lines that a program reads easily.
pub(super) fn scale(game: &str, scale: &Scale, seed: u64) -> String {
    let Scale { games, positions, log_loss, constant_log_loss, .. } = scale;
    let [points, error] = figures(scale);
    format!(
        "game = {game}\npoints_per_logit = {points}\nstandard_error = {error}\ngames = {games}\npositions = {positions}\n\
         log_loss = {log_loss:.4}\nconstant_log_loss = {constant_log_loss:.4}\nseed = {seed}\n"
    )
}

/// The head of the table of several scales.
pub(super) fn scale_head(seed: u64) -> String {
    format!(
        "seed {seed}\n\n{:14}  {:>16}  {:>8}  {:>6}  {:>9}  {:>8}  {:>8}\n",
        "game", "points_per_logit", "error", "games", "positions", "log_loss", "constant"
    )
}

/// A row of that table.
pub(super) fn scale_row(game: &str, scale: &Scale) -> String {
    let Scale { games, positions, log_loss, constant_log_loss, .. } = scale;
    let [points, error] = figures(scale);
    format!(
        "{game:14}  {points:>16}  {error:>8}  {games:>6}  {positions:>9}  {log_loss:>8.4}  \
         {constant_log_loss:>8.4}\n"
    )
}

/// The row of a game that has no scale.
pub(super) fn scale_reason(game: &str, reason: NoScale) -> String {
    format!("{game:14}  {:>16}  {reason}\n", "-")
}
