//! What runs say: lines of progress, and tables.

use super::scales::MeasuredScale;
use super::state::TuningState;
use crate::cli::pace::Pace;
use plyd_learn::{FittedScale, NoScale, Parameter};
use std::fmt::Write as _;
use std::time::Instant;

/// The most parameters in a line of progress.
const SHOWN: usize = 4;

/// The progress of a tuning run.
#[derive(Debug)]
pub(super) struct TuningProgressOutput {
    begun: Instant,
    /// The pairs before this process.
    before: u64,
    pace: Pace,
}

impl TuningProgressOutput {
    /// Before the first line of a run that goes on from here.
    pub(super) fn new(state: &TuningState) -> Self {
        Self { begun: Instant::now(), before: state.played(), pace: Pace::default() }
    }

    /// The line for this state, if it is time for one or the run is over.
    pub(super) fn line(&mut self, state: &TuningState) -> Option<String> {
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
        let played = state.played();
        // Workers play again what is known of half a batch.
        let new = played.saturating_sub(self.before);
        let speed = new as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        Some(format!("{played} of {} pairs: {}; {speed:.1} pairs/s", state.plan.iterations, values.join(", ")))
    }
}

fn of_parameters(state: &TuningState) -> impl Iterator<Item = (&Parameter, f64)> {
    state.plan.parameters.iter().zip(state.values.iter().copied())
}

/// The table of a run, and what to put into a settings file.
pub(super) fn summary(state: &TuningState) -> String {
    let mut rows = vec![["option", "start", "value", "exact", "range"].map(str::to_owned)];
    rows.extend(of_parameters(state).map(|(Parameter { name, from, to, start, .. }, value)| {
        [name.clone(), start.to_string(), value.round().to_string(), format!("{value:.3}"), format!("{from}..{to}")]
    }));
    let widths: [usize; 5] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    rows.iter().for_each(|row| text.push_str(&line(row, &widths)));
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
pub(super) struct ScaleProgressOutput<'a> {
    game: &'a str,
    rounds: u32,
    pace: Pace,
}

impl<'a> ScaleProgressOutput<'a> {
    /// Before the first of this many games.
    pub(super) fn new(game: &'a str, rounds: u32) -> Self {
        Self { game, rounds, pace: Pace::default() }
    }

    /// The line after this many games, if it is time for one or they are all.
    pub(super) fn line(&mut self, count: usize) -> Option<String> {
        let Self { game, rounds, pace } = self;
        (pace.is_due() || count == *rounds as usize).then(|| format!("{game}: {count} of {rounds} games"))
    }
}

/// Two numbers with their errors, as texts: in some games a point is much, in others next to nothing.
fn figures(FittedScale { points_per_logit, draw_points, .. }: &FittedScale) -> [String; 4] {
    let digits = if points_per_logit.value < 10.0 { 2 } else { 1 };
    let figures = [points_per_logit.value, points_per_logit.error, draw_points.value, draw_points.error];
    figures.map(|points| format!("{points:.digits$}"))
}

fn loss(declared: Option<f64>) -> String {
    declared.map_or_else(|| "-".into(), |loss| format!("{loss:.4}"))
}

/// The scale of one game, as lines that a program reads easily.
pub(super) fn scale(game: &str, MeasuredScale { scale, wdl_log_loss }: &MeasuredScale, seed: u64) -> String {
    let FittedScale { games, positions, log_loss, constant_log_loss, .. } = scale;
    let ([points, error, draws, of_draws], wdl) = (figures(scale), loss(*wdl_log_loss));
    format!(
        "game = {game}\npoints_per_logit = {points}\npoints_per_logit_error = {error}\ndraw_points = {draws}\n\
         draw_points_error = {of_draws}\ngames = {games}\npositions = {positions}\nlog_loss = {log_loss:.4}\n\
         wdl_log_loss = {wdl}\nconstant_log_loss = {constant_log_loss:.4}\nseed = {seed}\n"
    )
}

/// The columns of the table of several scales, and their widths.
const COLUMNS: [(&str, usize); 10] = [
    ("game", 14),
    ("points_per_logit", 16),
    ("error", 7),
    ("draw_points", 11),
    ("error", 7),
    ("games", 6),
    ("positions", 9),
    ("log_loss", 8),
    ("wdl", 8),
    ("constant", 8),
];

/// The head of that table.
pub(super) fn scale_head(seed: u64) -> String {
    format!("seed {seed}\n\n{}", line(&COLUMNS.map(|(name, _)| name.to_owned()), &COLUMNS.map(|(_, width)| width)))
}

/// A row of that table.
pub(super) fn scale_row(game: &str, MeasuredScale { scale, wdl_log_loss }: &MeasuredScale) -> String {
    let FittedScale { games, positions, log_loss, constant_log_loss, .. } = *scale;
    let ([points, error, draws, of_draws], wdl) = (figures(scale), loss(*wdl_log_loss));
    let counts = [games, positions].map(|count| count.to_string());
    let losses = [loss(Some(log_loss)), wdl, loss(Some(constant_log_loss))];
    let cells = [vec![game.to_owned(), points, error, draws, of_draws], counts.into(), losses.into()].concat();
    line(&cells, &COLUMNS.map(|(_, width)| width))
}

/// A line of a table. Names, the first column, are aligned left, and numbers right.
fn line(cells: &[String], widths: &[usize]) -> String {
    let aligned = |(column, (cell, &width)): (usize, (&String, &usize))| {
        if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
    };
    let cells: Vec<_> = cells.iter().zip(widths).enumerate().map(aligned).collect();
    cells.join("  ") + "\n"
}

/// The row of a game that has no scale.
pub(super) fn scale_reason(game: &str, reason: NoScale) -> String {
    let [(_, name), (_, points), ..] = COLUMNS;
    format!("{game:name$}  {:>points$}  {reason}\n", "-")
}
