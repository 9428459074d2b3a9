//! Names of squares.

/// The letter of a file: `a` for 0. There are at most 26 files.
#[must_use]
pub fn file_name(file: u32) -> char {
    debug_assert!(file < 26, "file {file} has no letter");
    char::from(b'a' + file as u8)
}

/// The name of a square: `a1` for file 0 and rank 0.
#[must_use]
pub fn square_name(file: u32, rank: u32) -> String {
    format!("{}{}", file_name(file), rank + 1)
}

/// File and rank of the square with this name, on a board of any size; `None` if the text is not the name of a square.
/// Letters are lower case, and numbers have no leading zeros.
#[must_use]
pub fn parse_square(name: &str) -> Option<(u32, u32)> {
    let mut letters = name.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)?;
    let number = letters.as_str();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let rank: u32 = number.parse().ok().filter(|_| is_number)?;
    Some((file as u32 - 'a' as u32, rank - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for (file, rank, name) in [(0, 0, "a1"), (7, 7, "h8"), (11, 14, "l15"), (25, 99, "z100")] {
            assert_eq!(square_name(file, rank), name);
            assert_eq!(parse_square(name), Some((file, rank)));
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in ["", "a", "1", "a0", "a01", "a+1", "a-1", "A1", "aa", "a1 ", " a1", "é1", "a1b", "a4294967296"] {
            assert_eq!(parse_square(text), None, "{text}");
        }
    }
}
