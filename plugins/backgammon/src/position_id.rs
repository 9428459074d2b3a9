//! The position id of GNU Backgammon, which has 14 letters, such as `4HPwATDgc/ABMA`.
//!
//! For each point from the ace point to the bar, the id contains a bit 1 per man followed by a bit 0: first for the
//! player who is not on roll, then for the player on roll. The 80 bits, starting with the lowest bit of each byte, are
//! written in base64. Missing men are off the board. (GNU Backgammon's manual, "A technical description of the Position
//! ID", says that the player on roll comes first; the program writes the other player first.)

use crate::side::{BAR, MEN, OFF, PLACES, Side};
use plyd_board::quoted;
use plyd_plugin::SetupError;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LENGTH: usize = 14;
const LETTER_BITS: usize = 6;
/// The number of bits in a key of 10 bytes. The remaining bits of the last letter are 0.
const BITS: usize = 80;

/// The id of a position, from the men of the opponent and of the player on roll.
pub(crate) fn format([opponent, on_roll]: [&Side; 2]) -> String {
    let (mut bits, mut place) = (0_u128, 0);
    for men in opponent[1..].iter().chain(&on_roll[1..]) {
        bits |= ((1 << men) - 1) << place;
        place += u32::from(*men) + 1;
    }
    // Base64 reads the bits of a byte from the highest.
    let bytes = bits.to_le_bytes();
    let bit = |number: usize| bytes.get(number / 8).is_some_and(|byte| byte >> (7 - number % 8) & 1 == 1);
    let letter = |index: usize| {
        let value =
            (0..LETTER_BITS).fold(0, |value, bit_of| value << 1 | usize::from(bit(index * LETTER_BITS + bit_of)));
        char::from(LETTERS[value])
    };
    (0..LENGTH).map(letter).collect()
}

/// Parses an id into the men of the opponent and of the player on roll.
///
/// # Errors
/// The id does not have 14 letters of base64, has too many men, or has extra bits.
pub(crate) fn parse(id: &str) -> Result<[Side; 2], SetupError> {
    let mut sides = [[0; PLACES]; 2];
    let (mut side, mut place) = (0, 1);
    for bit in bits(id)? {
        if side == 2 {
            if bit {
                return Err(refused(id, "has men after both bars: each player has 24 points and a bar"));
            }
        } else if bit {
            sides[side][place] += 1;
        } else if place == BAR as usize {
            (side, place) = (side + 1, 1);
        } else {
            place += 1;
        }
    }
    if side < 2 {
        return Err(refused(id, "ends before both bars: it has too many men"));
    }
    for (side, whose) in sides.iter_mut().zip(["the player who is not on roll", "the player on roll"]) {
        let men: u32 = side.iter().copied().map(u32::from).sum();
        let off = u32::from(MEN).checked_sub(men);
        let off = off.ok_or_else(|| refused(id, &format!("gives {whose} {men} men; 15 are the most")))?;
        side[OFF as usize] = off as u8;
    }
    Ok(sides)
}

/// The bits of an id in the order in which they are written.
fn bits(id: &str) -> Result<impl Iterator<Item = bool>, SetupError> {
    let example = "a position id has 14 letters of base64, such as 4HPwATDgc/ABMA";
    if id.chars().count() != LENGTH {
        return Err(refused(id, &format!("has {} letters: {example}", id.chars().count())));
    }
    let mut bytes = [0_u8; BITS / 8 + 1];
    for (index, letter) in id.chars().enumerate() {
        let value = LETTERS.iter().position(|&known| char::from(known) == letter).ok_or_else(|| {
            refused(id, &format!("has {} at letter {}: {example}", quoted(&letter.to_string()), index + 1))
        })?;
        for bit in (0..LETTER_BITS).filter(|bit| value >> (LETTER_BITS - 1 - bit) & 1 == 1) {
            let number = index * LETTER_BITS + bit;
            bytes[number / 8] |= 1 << (7 - number % 8);
        }
    }
    Ok((0..8 * bytes.len()).map(move |number| bytes[number / 8] >> (number % 8) & 1 == 1))
}

fn refused(id: &str, reason: &str) -> SetupError {
    SetupError::new(format!("the position id {} {reason}", quoted(id)))
}
