//! Text form of positions: `4HPwATDgc/ABMA w 31`.

use crate::Dice;
use crate::position_id;
use crate::side::{BAR, HOME, MEN, OFF, Side, opposite};
use crate::state::State;
use plyd_board::{Fields, quoted, turn_letter};
use plyd_plugin::{Player, SetupError};

/// The text of a position: the position id, the mover, and the dice.
pub(crate) fn format(state: &State) -> String {
    let [own, opponent] = state.sides();
    let dice = if state.dice().is_rolled() { state.dice().to_string() } else { "-".into() };
    format!("{} {} {dice}", position_id::format([opponent, own]), turn_letter(state.mover()))
}

/// Parses a position. Omitted dice are not rolled.
///
/// # Errors
/// A field is invalid, or the position is impossible.
pub(crate) fn parse(setup: &str) -> Result<State, SetupError> {
    let mut fields = Fields::of(setup);
    let [opponent, own] = position_id::parse(fields.board())?;
    let mover = fields.turn("w or b")?;
    let dice = match fields.next() {
        None | Some("-") => Dice::NONE,
        Some(field) => Dice::read(field).ok_or_else(|| {
            let right = "two digits from 1 to 6, such as 31, or - before the roll";
            SetupError::new(format!("the dice {} should be {right}", quoted(field)))
        })?,
    };
    fields.end("the dice")?;
    let men = if mover == Player::Max { [own, opponent] } else { [opponent, own] };
    check(&men)?;
    let state = State::new(men, mover, dice);
    if state.result().is_some() && dice.is_rolled() {
        let reason = "a player has no man left, so the game is over and nobody has dice: write - for them";
        return Err(SetupError::new(reason));
    }
    Ok(state)
}

/// Checks that the position is possible, and that at least one player can move at some time.
fn check([white, black]: &[Side; 2]) -> Result<(), SetupError> {
    if let Some(point) = (1..BAR).find(|&point| white[point as usize] > 0 && black[opposite(point) as usize] > 0) {
        let black_point = opposite(point);
        return Err(SetupError::new(format!(
            "White and Black both have men on White's {point} point, which is Black's {black_point} point"
        )));
    }
    if [white, black].iter().all(|side| side[OFF as usize] == MEN) {
        return Err(SetupError::new("neither player has a man left: one at least should have some"));
    }
    let is_shut_out =
        |side: &Side, other: &Side| side[BAR as usize] > 0 && (1..=HOME).all(|point| other[point as usize] > 1);
    if is_shut_out(white, black) && is_shut_out(black, white) {
        let reason =
            "both players have men on the bar and all points of both home boards are taken: nobody could ever move";
        return Err(SetupError::new(reason));
    }
    Ok(())
}
