//! Positions with the players exchanged: if the rules are the same for both players, so is everything else.

use crate::examination::{EXAMINING, Examination, TestResult};
use crate::exchanged::Colours;
use crate::report::Finding;
use crate::walk::{CheckOpening, LibraryView, WalkedPosition};
use plyd_rules::{Move, Outcome, Turn};
use std::collections::BTreeMap;

/// The maximum number of games played, and of their plies.
const GAMES: usize = 60;
const PLIES: u32 = 300;
/// After fewer games that end, the rules may not be the same for both players.
const FEWEST_GAMES: u32 = 10;
/// Fewer values say nothing.
const FEWEST_VALUES: u32 = 50;

/// The positions of a random game after an opening, and how the texts of the game name the players if that can be seen.
pub(super) fn game_of(
    exam: &mut Examination,
    opening: &WalkedPosition,
) -> Result<(Vec<WalkedPosition>, Option<Colours>), Finding> {
    let (mut walk, mut walks, mut texts) = (opening.clone(), Vec::new(), Vec::new());
    loop {
        exam.doing(walk.finding_unasked(EXAMINING));
        let view = walk.view()?;
        texts.push(walk.text()?);
        walks.push(walk.clone());
        let mv = exam.random.choose(&view.moves).copied();
        let Some(mv) = mv.filter(|_| walk.plies() < PLIES && exam.has_time()) else { break };
        walk.play(mv)?;
    }
    Ok((walks, Colours::of(&texts)))
}

/// The position with the players exchanged, if the game opens it and can judge it.
pub(super) fn exchanged(
    exam: &mut Examination,
    walk: &WalkedPosition,
    colours: &Colours,
) -> Result<Option<WalkedPosition>, Finding> {
    let Some(setup) = colours.exchanged(&walk.text()?) else { return Ok(None) };
    crate::elsewhere::opened(exam, CheckOpening { setup, options: walk.opening().options.clone() })
}

/// What became of all games.
#[derive(Debug, Default)]
struct GamesTally {
    ended: u32,
    /// The values that were compared, and how many had the opposite in the exchanged position.
    values: u32,
    opposite: u32,
}

/// Compares the heuristic with its values for the exchanged positions. It says nothing about a game whose rules are not
/// the same for both players.
pub(super) fn compare_players(exam: &mut Examination) -> TestResult {
    let mut games = GamesTally::default();
    let openings = exam.openings()?;
    let mut starts = Vec::new();
    for opening in openings {
        let (_, colours) = game_of(exam, &opening)?;
        let Some(colours) = colours else { continue };
        if let Some(other) = exchanged(exam, &opening, &colours)? {
            starts.push((opening, other));
        }
    }
    for (one, other) in starts.iter().cycle().take(GAMES.min(GAMES * starts.len())) {
        if !exam.has_time() {
            break;
        }
        if !play_both(exam, one.clone(), other.clone(), &mut games)? {
            return Ok(());
        }
    }
    let GamesTally { ended, values, opposite } = games;
    if ended >= FEWEST_GAMES && values >= FEWEST_VALUES {
        let what =
            format!("in {opposite} of {values} positions with the players exchanged the heuristic is the opposite");
        if 2 * opposite < values {
            exam.warn(format!("the heuristic does not treat both players alike: only {what}"));
        } else {
            exam.note(what);
        }
    }
    Ok(())
}

/// Plays the same moves in both games; whether they were the same game for the other player.
fn play_both(
    exam: &mut Examination,
    mut one: WalkedPosition,
    mut other: WalkedPosition,
    games: &mut GamesTally,
) -> Result<bool, Finding> {
    for _ in 0..PLIES {
        exam.doing(one.finding_unasked(EXAMINING));
        // An odd setup may lead to what the library cannot judge.
        let (view, Ok(image)) = (one.view()?, other.view()) else { return Ok(false) };
        let (moves, of_image) = (named(&one, &view)?, named(&other, &image)?);
        let is_image = of_other(view.turn) == image.turn
            && mirrored(view.outcome) == image.outcome
            && moves.keys().eq(of_image.keys());
        if !is_image {
            return Ok(false);
        }
        if !view.is_ongoing() {
            games.ended += 1;
            return Ok(true);
        }
        if let (Some(value), Some(opposite)) = (view.value, image.value)
            && (value, opposite) != (0, 0)
        {
            games.values += 1;
            games.opposite += u32::from(value == -opposite);
        }
        let texts: Vec<&String> = moves.keys().collect();
        let Some(&text) = exam.random.choose(&texts) else { return Ok(true) };
        one.play(moves[text])?;
        if other.play(of_image[text]).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The legal moves by their texts.
fn named(walk: &WalkedPosition, view: &LibraryView) -> Result<BTreeMap<String, Move>, Finding> {
    view.moves.iter().map(|&mv| Ok((walk.move_text(mv)?, mv))).collect()
}

fn of_other(turn: Turn) -> Turn {
    turn.player().map_or(turn, |player| player.other().into())
}

/// The outcome for the other player.
fn mirrored(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(player) => Outcome::Win(player.other()),
        Outcome::Utility(value) => Outcome::Utility(-value),
        _ => outcome,
    }
}
