//! The progress of a match, for people.

use super::arguments::{self, MatchOutput};
use super::notices::NoticePrinter;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use plyd_foreign::one_line;
use plyd_tournament::settings::MatchSettings;
use plyd_tournament::statistics::StrengthEstimate;
use plyd_tournament::{PlayedGame, Scoreboard};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The progress on standard error.
#[derive(Debug)]
pub(super) struct MatchProgress {
    form: ProgressDisplay,
    notices: NoticePrinter,
    names: Vec<String>,
    /// Who plays, if others do.
    crew: CrewText,
}

#[derive(Debug)]
enum ProgressDisplay {
    Bar(ProgressBar),
    Lines(RateLimitedLines),
    None,
}

/// Who plays a match of many machines, as its last words about that; empty for one machine.
pub(super) type CrewText = Rc<RefCell<String>>;

/// The number of engines that fit into a line.
const SHOWN: usize = 3;

/// The minimum time between two lines, except for the last one.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

impl MatchProgress {
    /// The progress of this match as requested; notices appear above it.
    pub(super) fn new(
        settings: &MatchSettings,
        wanted: arguments::ProgressForm,
        output: MatchOutput,
        notices: &NoticePrinter,
    ) -> Self {
        let form = match (wanted, output) {
            (arguments::ProgressForm::Bar, _) => ProgressDisplay::bar(),
            (arguments::ProgressForm::Lines, _) => ProgressDisplay::Lines(RateLimitedLines::default()),
            (arguments::ProgressForm::Auto, MatchOutput::Text) if io::stderr().is_terminal() => ProgressDisplay::bar(),
            (arguments::ProgressForm::Auto, MatchOutput::Text) => ProgressDisplay::Lines(RateLimitedLines::default()),
            (arguments::ProgressForm::Auto, MatchOutput::Json | MatchOutput::Jsonl)
            | (arguments::ProgressForm::None, _) => ProgressDisplay::None,
        };
        if let ProgressDisplay::Bar(bar) = &form {
            notices.beside(Some(bar.clone()));
        }
        let notices = notices.clone();
        let names = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        Self { form, notices, names, crew: CrewText::default() }
    }

    /// Where to say who plays.
    #[cfg(feature = "broker")]
    pub(super) fn crew(&self) -> CrewText {
        Rc::clone(&self.crew)
    }

    /// The results changed, by this game.
    pub(super) fn see(&mut self, scoreboard: &Scoreboard, last: Option<&PlayedGame>) {
        let text = match (&self.form, last) {
            (ProgressDisplay::None, _) | (ProgressDisplay::Lines(_), None) => return,
            (ProgressDisplay::Bar(bar), _) if bar.is_hidden() => return,
            (ProgressDisplay::Bar(_), _) => self.message(scoreboard),
            (ProgressDisplay::Lines(_), Some(game)) => self.line(scoreboard, game),
        };
        match &mut self.form {
            ProgressDisplay::None => {}
            ProgressDisplay::Lines(lines) => lines.add(text, Instant::now()),
            ProgressDisplay::Bar(bar) => {
                if last.is_none() {
                    // The speed is of this run only, without games played before.
                    bar.set_position(scoreboard.played());
                    bar.reset_eta();
                }
                // Ties in a knockout add games to the plan.
                bar.set_length(scoreboard.planned());
                bar.set_position(scoreboard.played());
                bar.set_message(text);
            }
        }
    }

    /// `12 of 40 games: game 17, A - B 1-0 normal; A against B: +5 =2 -5, ...`
    fn line(&self, scoreboard: &Scoreboard, game: &PlayedGame) -> String {
        let [first, second] = game.players.map(|engine| self.names.get(engine).map_or("?", String::as_str));
        let result = if game.is_void() { "*" } else { ["0-1", "1/2-1/2", "1-0"][usize::from(game.half_points.min(2))] };
        let (played, planned) = (scoreboard.played(), scoreboard.planned());
        let (reason, message) = (game.termination.as_str(), self.message(scoreboard));
        let number = game.number + 1;
        format!("{played} of {planned} games: game {number}, {first} - {second} {result} {reason}; {message}")
    }

    fn message(&self, scoreboard: &Scoreboard) -> String {
        one_line(&format!("{}{}", self.results(scoreboard), self.crew.borrow()))
    }

    fn results(&self, scoreboard: &Scoreboard) -> String {
        if let ([meeting], [_, _]) = (scoreboard.meetings(), self.names.as_slice()) {
            let (first, second) = (&self.names[meeting.engines.0], &self.names[meeting.engines.1]);
            let (tally, strength) =
                (meeting.tally, StrengthEstimate::of_match(meeting.tally, meeting.pairs, meeting.sound));
            let mut text = format!("{first} against {second}: +{} ={} -{}", tally.wins, tally.draws, tally.losses);
            if let Some(elo) = strength.elo {
                let error = strength.elo_error.map_or_else(|| "-".to_owned(), |error| format!("{error:.1}"));
                text += &format!(", Elo {elo:+.1} +/- {error}");
            }
            if let Some((_, state)) = scoreboard.sprt() {
                text += &format!(", LLR {:.2} ({:.2} to {:.2})", state.llr, state.lower, state.upper);
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

impl ProgressDisplay {
    fn bar() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is a constant of ours; a bad one would leave the usual style.
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {speed}, {eta} left\n{msg}") {
            let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                // The bar is for the eye alone: nothing is lost where it cannot be written.
                let _ = write!(text, "{:.1} a second", state.per_sec());
            };
            bar.set_style(style.with_key("speed", speed));
        }
        Self::Bar(bar)
    }
}

/// Lines at a bounded rate.
#[derive(Debug, Default)]
struct RateLimitedLines {
    /// When the latest one was written.
    written: Option<Instant>,
    /// A line that came too soon after it.
    waiting: Option<String>,
}

impl RateLimitedLines {
    fn add(&mut self, line: String, now: Instant) {
        if self.take(now) {
            tell(&line);
            self.waiting = None;
        } else {
            self.waiting = Some(line);
        }
    }

    /// Whether a line may be written now. If so, the interval starts again.
    fn take(&mut self, now: Instant) -> bool {
        let may = self.written.is_none_or(|before| now.saturating_duration_since(before) >= LINE_INTERVAL);
        if may {
            self.written = Some(now);
        }
        may
    }
}

fn tell(line: &str) {
    // Nothing is lost where it cannot be written.
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}

impl Drop for MatchProgress {
    fn drop(&mut self) {
        self.notices.beside(None);
        match &mut self.form {
            ProgressDisplay::None => {}
            ProgressDisplay::Bar(bar) => bar.finish_and_clear(),
            ProgressDisplay::Lines(lines) => lines.waiting.take().iter().for_each(|line| tell(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_at_a_bounded_rate_and_the_last_one_waits() {
        let (mut lines, start) = (RateLimitedLines::default(), Instant::now());
        let after = |millis| start + Duration::from_millis(millis);
        for (millis, waiting) in [(0, None), (10, Some("10")), (990, Some("990")), (1_000, None), (1_990, Some("1990"))]
        {
            lines.add(millis.to_string(), after(millis));
            assert_eq!(lines.waiting.as_deref(), waiting, "after {millis} ms");
        }
    }
}
