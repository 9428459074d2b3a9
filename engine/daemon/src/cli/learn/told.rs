//! What a run says: lines of progress, and a line for each round.

use super::state::{LearningRound, LearningState};
use crate::cli::pace::Pace;
use plyd_learn::TrainingProgress;
use plyd_tournament::statistics::{Pentanomial, StrengthEstimate};
use std::fmt::Write as _;
use std::path::Path;

/// Says how far a run is.
pub(super) struct LearningProgressOutput<'a> {
    hint: &'a dyn Fn(&str),
    pace: Pace,
}

impl<'a> LearningProgressOutput<'a> {
    pub(super) fn new(hint: &'a dyn Fn(&str)) -> Self {
        Self { hint, pace: Pace::default() }
    }

    /// Games were played.
    pub(super) fn games(&mut self, state: &LearningState) {
        let (current, plan) = (&state.current, &state.plan);
        if self.pace.is_due() || current.games == plan.games {
            let speed = current.games as f64 / current.seconds.max(1e-3);
            (self.hint)(&format!(
                "round {}: {} of {} games, {} positions; {speed:.1} games/s",
                state.round() + 1,
                current.games,
                plan.games,
                current.positions
            ));
        }
    }

    /// The training of a round, from 0, is so far.
    pub(super) fn training(&mut self, round: u32, epochs: u32, progress: &TrainingProgress<'_>) {
        let ended = progress.epochs.len();
        if !self.pace.is_due() {
            return;
        }
        let loss = progress.epochs.last().map_or_else(String::new, |epoch| format!(", loss {:.4}", epoch.log_loss));
        (self.hint)(&format!("round {}: epoch {} of {epochs}{loss}", round + 1, ended + 1));
    }

    /// Pairs of the match were played.
    pub(super) fn pairs(&mut self, state: &LearningState) {
        if self.pace.is_due() {
            (self.hint)(&format!("round {}: match {}", state.round() + 1, result(state.current.pairs)));
        }
    }

    /// A round has ended.
    pub(super) fn round(&self, number: u32, round: &LearningRound) {
        let LearningRound { games, positions, loss, pairs, is_kept, seconds } = round;
        let end = if *is_kept { "kept" } else { "not kept" };
        (self.hint)(&format!(
            "round {}: {games} games, {positions} positions, loss {:.4} (a constant {:.4}), match {}, {end}; {seconds:.0} s",
            number + 1,
            loss.network,
            loss.constant,
            result(*pairs)
        ));
    }
}

/// The result of a match for the new network: its points, and its Elo.
pub(super) fn result(pairs: [u64; 5]) -> String {
    let pairs = Pentanomial(pairs);
    let games = 2 * pairs.pairs();
    let half_points: u64 = pairs.0.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
    let points = format!("{} of {games}", half_points as f64 / 2.0);
    let strength = StrengthEstimate::of_distribution(&pairs.distribution());
    match strength.elo {
        Some(elo) => format!("{points}, Elo {elo:+.0}"),
        None => points,
    }
}

/// What a run has brought, as a table of its rounds, and where the network is.
pub(super) fn summary(state: &LearningState, result: &Path) -> String {
    let mut text = format!(
        "{:>5} {:>7} {:>9} {:>7} {:>8}  {:<24} {}\n",
        "round", "games", "positions", "loss", "constant", "match", "kept"
    );
    for (number, LearningRound { games, positions, loss, pairs, is_kept, .. }) in (1..).zip(&state.rounds) {
        let kept = if *is_kept { "yes" } else { "no" };
        let (loss, constant, pairs) = (loss.network, loss.constant, self::result(*pairs));
        let _ = writeln!(text, "{number:>5} {games:>7} {positions:>9} {loss:>7.4} {constant:>8.4}  {pairs:<24} {kept}");
    }
    let _ = match state.best {
        Some(best) => writeln!(
            text,
            "\nThe network of round {} is {}. Put it beside the library of the game, or into a folder of the setting \
             search.networks.",
            best + 1,
            result.display()
        ),
        None => writeln!(text, "\nNo network is better than what the run began with."),
    };
    text
}
