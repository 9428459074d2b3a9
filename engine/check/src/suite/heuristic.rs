//! The test of the heuristic's view.

use super::players::compare_players;
use crate::examination::{Examination, TestResult};
use crate::walk::WalkedPosition;
use plyd_rules::{Game, Moves, Outcome, Turn};
use std::time::Instant;

/// The maximum number of games played.
const GAMES: usize = 20_000;
/// A game that is not over by then does not count.
const LONGEST: u32 = 400;
/// The number of last values of a game, for each player to move, whose average is compared with its result: early ones
/// say little about a random game.
const LAST: usize = 4;
/// A correlation of this many times the error expected without any relation is no accident.
const CERTAIN: f64 = 5.0;
/// A smaller correlation means nothing, however certain it is.
const CLEAR: f64 = 0.05;
/// One part in this many of the time is for comparing the players.
const PLAYERS_SHARE: u32 = 3;

/// The values of a game at the turns of one player, the latest ones.
#[derive(Default)]
struct LatestValues(Vec<f64>);

impl LatestValues {
    fn push(&mut self, value: i32) {
        if self.0.len() == LAST {
            self.0.remove(0);
        }
        self.0.push(f64::from(value));
    }

    fn average(&self) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().sum::<f64>() / self.0.len() as f64)
    }
}

/// The heuristic has to go with the results of random games in the same way for both players to move. If it is from the
/// view of the player to move, it goes with them for the first player and against them for the second.
pub(crate) fn heuristic(exam: &mut Examination) -> TestResult {
    let until = exam.until;
    exam.until = until - until.saturating_duration_since(Instant::now()) / PLAYERS_SHARE;
    let correlated = correlated(exam);
    exam.until = until;
    correlated?;
    // If no values vary, there is no heuristic.
    if exam.part.skipped.is_none() { compare_players(exam) } else { Ok(()) }
}

/// Compares the heuristic with the results of games.
fn correlated(exam: &mut Examination) -> TestResult {
    let openings = exam.openings()?;
    let (mut first, mut second): (Vec<_>, Vec<_>) = Default::default();
    for number in 0..GAMES {
        if number > 20 && !exam.has_time() {
            break;
        }
        let opening = &openings[number % openings.len()];
        let Some((result, [of_first, of_second])) = play(exam, opening)? else { continue };
        first.extend(of_first.average().map(|value| (value, result)));
        second.extend(of_second.average().map(|value| (value, result)));
    }
    let (of_first, of_second) = (correlation(&first), correlation(&second));
    let (Some(of_first), Some(of_second)) = (of_first, of_second) else {
        return exam.skip("values and results of random games do not vary");
    };
    let games = first.len().min(second.len());
    let is_clear = |correlation: f64| correlation.abs() > CLEAR.max(CERTAIN / (games as f64).sqrt());
    let words = format!(
        "its correlation with the results of {games} random games is {of_first:+.2} with the first player to move, \
         and {of_second:+.2} with the second"
    );
    if is_clear(of_first) && is_clear(of_second) {
        if of_first * of_second < 0.0 {
            let what = "the heuristic seems to be from the view of the player to move, not from the first player's";
            return Err(openings[0].finding_unasked(format!("{what}: {words}")));
        }
        if of_first < 0.0 {
            exam.warn("the heuristic seems to be upside down: high values go with lost games, whoever is to move");
        }
    }
    exam.note(words);
    Ok(())
}

/// Plays a random game: its result from the first player's view, and the latest values with each player to move. `None`
/// if it does not end.
fn play(
    exam: &mut Examination,
    opening: &WalkedPosition,
) -> Result<Option<(f64, [LatestValues; 2])>, crate::report::Finding> {
    let mut values = [LatestValues::default(), LatestValues::default()];
    exam.doing(opening.finding_unasked("playing a random game"));
    let (game, mut state) = (&opening.game, opening.state.clone());
    let mut room = vec![plyd_rules::Move(0); game.facts().max_moves as usize];
    for _ in 0..LONGEST {
        let mut moves = Moves::new(&mut room);
        let step = game.examine(&state, crate::walk::ALL, &mut moves);
        if step.is_error() {
            return Err(opening.finding(format!("in a random game from here: {}", game.last_error(&state))));
        }
        if step.outcome() != Outcome::Ongoing {
            return Ok(Some((f64::from(step.worth(game.facts().win)), values)));
        }
        match step.turn() {
            Turn::Max => values[0].push(step.value()),
            Turn::Min => values[1].push(step.value()),
            Turn::Chance => {}
        }
        let Some(&mv) = exam.random.choose(moves.as_slice()) else { return Ok(None) };
        state = game.after(&state, mv).map_err(|fault| opening.finding(fault.to_string()))?;
    }
    Ok(None)
}

/// Pearson's coefficient; `None` if one of the two does not vary.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (one, two) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let (mut both, mut of_one, mut of_two) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        both += (x - one) * (y - two);
        of_one += (x - one).powi(2);
        of_two += (y - two).powi(2);
    }
    (of_one > 0.0 && of_two > 0.0).then(|| both / (of_one * of_two).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correlation_is_that_of_the_definition() {
        assert_eq!(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), Some(1.0));
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, -1.0)]), Some(-1.0));
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, -1.0)]), None);
        assert_eq!(correlation(&[]), None);
    }
}
