//! What a person sees while a match is played.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use plyd_match::settings::MatchSettings;
use plyd_match::statistics::Strength;
use plyd_match::{PlayedGame, Scoreboard, Watcher};
use std::fmt::Write;

/// A bar on standard error; nothing where that is no terminal.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    names: Vec<String>,
}

/// How many engines a line has room for.
const SHOWN: usize = 3;

impl Progress {
    /// For this match.
    pub(super) fn new(settings: &MatchSettings) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is a constant of ours; a bad one would leave the usual style.
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {speed}, {eta} left\n{msg}") {
            let speed = |state: &ProgressState, text: &mut dyn Write| {
                // The bar is for the eye alone: nothing is lost where it cannot be written.
                let _ = write!(text, "{:.1} a second", state.per_sec());
            };
            bar.set_style(style.with_key("speed", speed));
        }
        Self { bar, names: settings.engines.iter().map(|engine| engine.name.clone()).collect() }
    }

    fn message(&self, scoreboard: &Scoreboard) -> String {
        if let ([meeting], [_, _]) = (scoreboard.meetings(), self.names.as_slice()) {
            let (first, second) = (&self.names[meeting.engines.0], &self.names[meeting.engines.1]);
            let (tally, strength) = (meeting.tally, Strength::of(meeting.tally, meeting.pairs));
            let mut text = format!("{first} against {second}: +{} ={} -{}", tally.wins, tally.draws, tally.losses);
            if let Some(elo) = strength.elo {
                let error = strength.elo_error.map_or_else(|| "-".to_owned(), |error| format!("{error:.1}"));
                text += &format!(", Elo {elo:+.1} +/- {error}");
            }
            if let Some((_, state)) = scoreboard.sprt() {
                text += &format!(", LLR {:.2} within {:.2} and {:.2}", state.llr, state.lower, state.upper);
            }
            return text;
        }
        let share = |engine: usize| {
            let tally = scoreboard.tally(engine);
            let games = tally.games().max(1);
            (tally.half_points() as f64 / (2 * games) as f64, engine)
        };
        let mut shares: Vec<_> = (0..self.names.len()).map(share).collect();
        shares.sort_by(|a, b| b.0.total_cmp(&a.0));
        let shown = shares.iter().take(SHOWN);
        let shown = shown.map(|&(share, engine)| format!("{} {:.1} %", self.names[engine], share * 100.0));
        shown.collect::<Vec<_>>().join(", ")
    }
}

impl Watcher for Progress {
    fn see(&mut self, scoreboard: &Scoreboard, last: Option<&PlayedGame>) {
        if self.bar.is_hidden() {
            return;
        }
        if last.is_none() {
            // Speed is that of this run, whatever was played before.
            self.bar.set_position(scoreboard.played());
            self.bar.reset_eta();
        }
        // Draws in a knockout add games to the plan.
        self.bar.set_length(scoreboard.planned());
        self.bar.set_position(scoreboard.played());
        self.bar.set_message(self.message(scoreboard));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
