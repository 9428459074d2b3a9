//! The fields after the en passant square: two counters, and extensions of other programs.

use super::{error, is_dash, quoted};
use plyd_board::Fields;
use plyd_plugin::SetupError;

/// The operations of the EPD standard, except for the numbered ones. At the end of a line, they may omit the semicolon.
const OPERATIONS: [&str; 23] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "draw_accept",
    "draw_offer",
];

/// The counters of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counters {
    /// The number of plies since the last capture or pawn move.
    pub(super) clock: u32,
    /// The number of the current full move.
    pub(super) number: u32,
}

/// Whether a field can be the first one after the en passant square.
pub(super) fn may_begin(field: &str) -> bool {
    let word = field.split(';').next().unwrap_or_default();
    word.is_empty() || is_number(word) || is_checks(word) || field.starts_with('#') || is_operation(word)
}

/// Parses the rest of a position: the counters, check counts in the format of lichess, which ordinary chess ignores,
/// and EPD operations, of which only the counters are used.
pub(super) fn parse(fields: Fields<'_>) -> Result<Counters, SetupError> {
    let text = fields.collect::<Vec<_>>().join(" ");
    let mut rest = &*text;
    let mut counters = [None; 2];
    let mut count = 0;
    while let Some(word) = first_word(rest) {
        if count < counters.len() && (is_number(word) || is_dash(word)) {
            // A dash is an omitted counter.
            counters[count] = is_number(word).then(|| number(word));
            count += 1;
        } else if !is_checks(word) {
            break;
        }
        rest = rest[word.len()..].trim_start();
    }
    let [mut clock, mut number] = counters;
    if is_wrong(rest) {
        let word = quoted(first_word(rest).unwrap_or(rest));
        return Err(error(match count {
            0 => format!("the half-move clock {word} should be a number"),
            1 => format!("the move number {word} should be a number"),
            _ => format!("{word} after the move number, where the setup should end"),
        }));
    }
    for (name, operand) in operations(rest) {
        let (counter, meaning) = match name {
            "hmvc" => (&mut clock, "half-move clock"),
            "fmvn" => (&mut number, "move number"),
            _ => continue,
        };
        let read = is_number(operand).then(|| self::number(operand));
        let read = read.ok_or_else(|| error(format!("the {meaning} {} should be a number", quoted(operand))))?;
        counter.get_or_insert(read);
    }
    Ok(Counters { clock: clock.unwrap_or(0), number: number.unwrap_or(1) })
}

/// Whether the end of a setup is neither empty nor a list of operations. Operations have semicolons, or a name from the
/// standard.
fn is_wrong(rest: &str) -> bool {
    let is_named = first_word(rest).is_some_and(is_operation);
    let begins_well = rest.is_empty() || rest.starts_with([';', '#']) || rest.contains(';') || is_named;
    let mut names = operations(rest).map(|(name, _)| name);
    !begins_well || names.any(|name| !name.starts_with(|sign: char| sign.is_ascii_alphabetic()))
}

/// The operations before a comment, each with its name and operand.
fn operations(rest: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut is_quoted = false;
    let ends = move |sign: char| {
        is_quoted ^= sign == '"';
        !is_quoted && sign == ';'
    };
    let all = rest.split(ends).map(str::trim).filter(|operation| !operation.is_empty());
    all.take_while(|operation| !operation.starts_with('#'))
        .map(|operation| operation.split_once(' ').map_or((operation, ""), |(name, operand)| (name, operand.trim())))
}

/// The first word, which a blank or a semicolon ends; `None` if the text does not begin with a word.
fn first_word(text: &str) -> Option<&str> {
    let end = text.find([' ', ';']).unwrap_or(text.len());
    Some(&text[..end]).filter(|word| !word.is_empty())
}

fn is_operation(word: &str) -> bool {
    let is_numbered = matches!(word.as_bytes(), [b'c' | b'v' | b'D', b'0'..=b'9']);
    is_numbered || OPERATIONS.contains(&word)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a number of any length; larger ones become `u32::MAX`.
fn number(word: &str) -> u32 {
    word.parse().unwrap_or(u32::MAX)
}

/// Whether a word is a count of checks: given, `+0+2`, or remaining, `3+1`.
fn is_checks(word: &str) -> bool {
    let counts = word.strip_prefix('+').unwrap_or(word);
    counts.split_once('+').is_some_and(|(white, black)| is_number(white) && is_number(black))
}
