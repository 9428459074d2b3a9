//! The keys of the positions that the tests of one check have met, with the texts of these positions. Each test has a
//! process of its own, so the list is a file that each reads at its beginning and adds to at its end.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

/// The maximum number of positions kept.
const MOST_POSITIONS: usize = 500_000;
/// The maximum total size of their texts and keys, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Positions by their keys.
///
/// The text of the file: a line `o OPTIONS` as JSON for each set of options, numbered from 0, and a line `p NUMBER KEY
/// TEXT` for each position.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    file: PathBuf,
    text: String,
    /// So much of the text is in the file.
    saved: usize,
    options: Vec<String>,
    /// By options and key the place of the position's text.
    positions: HashMap<(usize, u64), Range<usize>>,
}

impl Ledger {
    /// The list of this file. One that cannot be read is an empty one.
    pub(super) fn open(file: PathBuf) -> Self {
        // A line may come on top of the bound.
        let bytes = plyd_foreign::read(&file, 2 * MOST_BYTES as u64).unwrap_or_default();
        let mut ledger = Self { file, text: String::from_utf8(bytes).unwrap_or_default(), ..Self::default() };
        ledger.saved = ledger.text.len();
        let mut start = 0;
        let text = std::mem::take(&mut ledger.text);
        for line in text.split_inclusive('\n') {
            ledger.read(line.trim_end_matches('\n'), start);
            start += line.len();
        }
        ledger.text = text;
        ledger
    }

    /// Takes over a line that begins here.
    fn read(&mut self, line: &str, start: usize) {
        if let Some(options) = line.strip_prefix("o ") {
            self.options.push(serde_json::from_str(options).unwrap_or_default());
            return;
        }
        let mut words = line.splitn(4, ' ').skip(1);
        let (Some(number), Some(key), Some(text)) = (words.next(), words.next(), words.next()) else { return };
        let (Ok(number), Ok(key)) = (number.parse(), u64::from_str_radix(key, 16)) else { return };
        let end = start + line.len();
        self.positions.insert((number, key), end - text.len()..end);
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The text of the position that was met with this key and these options before, if it is another one. Otherwise
    /// keeps this one.
    pub(super) fn meet(&mut self, options: &str, key: u64, text: &str) -> Option<&str> {
        let number = match self.options.iter().position(|known| known == options) {
            Some(number) => number,
            None => {
                // A text always has a JSON form.
                let json = serde_json::to_string(options).unwrap_or_default();
                self.add(&format!("o {json}\n"));
                self.options.push(options.to_owned());
                self.options.len() - 1
            }
        };
        if let Some(place) = self.positions.get(&(number, key)) {
            return Some(&self.text[place.clone()]).filter(|other| *other != text);
        }
        if self.positions.len() < MOST_POSITIONS && self.text.len() < MOST_BYTES && !text.contains('\n') {
            self.add(&format!("p {number} {key:x} {text}\n"));
            let end = self.text.len() - 1;
            self.positions.insert((number, key), end - text.len()..end);
        }
        None
    }

    fn add(&mut self, line: &str) {
        self.text.push_str(line);
    }

    /// Adds what is new to the file.
    pub(super) fn save(&self) -> io::Result<()> {
        let mut file = File::options().create(true).append(true).open(&self.file)?;
        file.write_all(&self.text.as_bytes()[self.saved..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_from_one_test_to_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("positions");
        let mut first = Ledger::open(file.clone());
        assert_eq!(first.meet("", 7, "a b 1"), None);
        assert_eq!(first.meet("Size=3\n", 7, "a b 2"), None);
        assert_eq!(first.meet("", 7, "a b 1"), None);
        assert_eq!(first.meet("", 7, "c"), Some("a b 1"));
        first.save().unwrap();
        let mut second = Ledger::open(file.clone());
        assert_eq!((second.len(), second.meet("Size=3\n", 7, "c")), (2, Some("a b 2")));
        assert_eq!(second.meet("", u64::MAX, ""), None);
        assert_eq!(second.meet("Size=4\n", 7, "d"), None);
        second.save().unwrap();
        let mut third = Ledger::open(file);
        assert_eq!((third.len(), third.meet("", u64::MAX, "e")), (4, Some("")));
        assert_eq!(third.meet("Size=4\n", 7, "e"), Some("d"));
    }
}
