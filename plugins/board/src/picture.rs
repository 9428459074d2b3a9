//! Boards drawn for people.

use crate::square::file_name;

/// The squares rank by rank from the highest, each a blank and its letter, with the numbers of the ranks to the left,
/// `label_width` wide, and the letters of the files below. There is no line break at the end.
#[must_use]
pub fn picture(files: u32, ranks: u32, label_width: usize, letter: impl Fn(u32, u32) -> char) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        text.push_str(&format!("{:label_width$} ", rank + 1));
        text.extend((0..files).flat_map(|file| [' ', letter(file, rank)]));
        text.push('\n');
    }
    text.push_str(&" ".repeat(label_width + 1));
    text.extend((0..files).flat_map(|file| [' ', file_name(file)]));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_numbered_from_below() {
        let letter = |file, rank| if (file, rank) == (1, 0) { 'X' } else { '.' };
        assert_eq!(picture(3, 2, 1, letter), "2  . . .\n1  . X .\n   a b c");
    }

    #[test]
    fn labels_are_as_wide_as_is_said() {
        assert_eq!(picture(1, 2, 2, |_, _| '.'), " 2  .\n 1  .\n    a");
    }
}
