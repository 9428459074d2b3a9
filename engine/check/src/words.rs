//! Answers of a library in words.

use plyd_rules::{Move, Outcome, Player, Turn};

/// An outcome for people.
pub(super) fn outcome_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => "the game goes on".into(),
        Outcome::DrawIfClaimed => "a draw if it is claimed".into(),
        Outcome::Win(Player::Max) => "the first player has won".into(),
        Outcome::Win(Player::Min) => "the second player has won".into(),
        Outcome::Draw => "a draw".into(),
        Outcome::Utility(value) => format!("a result of {value}"),
        Outcome::Unknown => "unknown".into(),
    }
}

/// Whose turn it is.
pub(super) fn turn_words(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "the first",
        Turn::Min => "the second",
        Turn::Chance => "chance",
    }
}

/// A value for people.
pub(super) fn number(value: Option<i32>) -> String {
    value.map_or_else(|| "none".into(), |value| value.to_string())
}

/// A key for people.
pub(super) fn hexadecimal(key: Option<u64>) -> String {
    key.map_or_else(|| "none".into(), |key| format!("{key:#018x}"))
}

/// At most this many characters of bytes that are not always valid text: a byte that belongs to no character is written
/// as `\\xff`.
pub(super) fn shown_bytes(bytes: &[u8], most: usize) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        shown.push_str(chunk.valid());
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    shown.chars().take(most).collect()
}

/// The same in quotes, with its control characters escaped.
pub(super) fn quoted_bytes(bytes: &[u8], most: usize) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        shown.extend(chunk.valid().escape_debug());
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    format!("\"{}\"", shown.chars().take(most).collect::<String>())
}

/// The first difference of two lists of moves.
pub(super) fn moves_differ(these: &[Move], those: &[Move], name: impl Fn(Move) -> String) -> Option<String> {
    if these == those {
        return None;
    }
    let place = these.iter().zip(those).take_while(|(this, that)| this == that).count();
    let shown = |moves: &[Move]| moves.get(place).map_or_else(|| "no move".into(), |&mv| name(mv));
    let (this, that) = (shown(these), shown(those));
    let (count, other) = (these.len(), those.len());
    Some(format!("moves: number {} of {count} is {this}, but of {other} it is {that}", place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_bytes_are_seen() {
        assert_eq!(quoted_bytes(b"\xff1b\t\"1", 40), r#""\xff1b\t\"1""#);
        assert_eq!(quoted_bytes("é1".as_bytes(), 40), "\"é1\"");
        assert_eq!(shown_bytes(b"a \xc3\x28", 40), r"a \xc3(");
        assert_eq!(shown_bytes(&[b'9'; 50], 4), "9999");
    }
}
