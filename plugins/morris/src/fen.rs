//! Positions as text: `8/8/8[WWWWWWWWWBBBBBBBBB] w - - 0 1`. A rank of the text is one of the three squares, the outer one
//! first, and has its eight points clockwise from the upper left corner.

use crate::points::BOARD;
use crate::state::{FEWEST, MEN, State};
use plyd_board::{BoardField, Dashes, Fields, Gaps, Sizes, count_in_pocket, write_pocket};
use plyd_plugin::{Player, SetupError};

/// The letters of the players' men.
pub(crate) const LETTERS: [char; 2] = ['W', 'B'];
/// The names of the players.
pub(crate) const NAMES: [&str; 2] = ["White", "Black"];

const FIELD: BoardField =
    BoardField { gaps: Gaps::Digits(8), ..BoardField::new(Sizes::Only(8), Sizes::Only(3), ["W", "B"]) };

pub(crate) fn format(state: &State) -> String {
    let pocket = [0, 1].map(|player| (LETTERS[player], state.hand[player] as usize));
    format!("{}{} {}", BOARD.write(LETTERS, state.men), write_pocket(pocket), state.tail)
}

/// Reads a position. Without a pocket there are no men to be placed. All fields after the player to move may be omitted,
/// and so may the two dashes.
pub(crate) fn parse(setup: &str) -> Result<State, SetupError> {
    let mut fields = Fields::of(setup);
    let (board, pocket) = FIELD.split_pocket(fields.board())?;
    let men = BOARD.read(&FIELD.read(board)?, LETTERS);
    let hand = LETTERS.map(|letter| pocket.map_or(0, |pocket| count_in_pocket(pocket, letter)));
    let tail = fields.tail("w or b", Dashes::Optional)?;
    for (player, in_hand) in hand.into_iter().enumerate() {
        let (men, most, name) = (men[player].len() as usize + in_hand, MEN as usize, NAMES[player]);
        if men > most {
            let error = format!("{name} has {men} men on the board and in the pocket but can have at most {most}");
            return Err(SetupError::new(error));
        }
    }
    let state = State { men, hand: hand.map(|men| men as u32), tail };
    if [Player::Max, Player::Min].into_iter().all(|player| state.count(player) < FEWEST) {
        return Err(SetupError::new(format!(
            "both players have fewer than {FEWEST} men and so have lost: at least one should have {FEWEST} or more"
        )));
    }
    Ok(state)
}
