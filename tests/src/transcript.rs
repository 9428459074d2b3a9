//! The dialogues of the documents, run against an engine.
//!
//! A dialogue is a fenced block with the word `transcript` after the fence. Lines that begin with `> ` are sent, lines
//! that begin with `< ` are what is answered, in this order and nothing else in between. Within an expected line `...`
//! stands for any text; a line `< ...` alone stands for any number of lines.

use crate::{Client, PATIENCE};
use std::time::Instant;

/// One dialogue.
#[derive(Debug)]
pub struct Transcript<'a> {
    /// The name of the document, for the message of a failed test.
    document: &'a str,
    /// The number of its first line in the document.
    first_line: usize,
    lines: Vec<&'a str>,
}

/// An expected line, with its number in the document.
type Expected<'a> = (usize, &'a str);

impl<'a> Transcript<'a> {
    /// A dialogue of these lines, of which the first has this number in the document.
    #[must_use]
    pub fn new(document: &'a str, first_line: usize, lines: Vec<&'a str>) -> Self {
        Self { document, first_line, lines }
    }

    /// All dialogues of a document.
    #[must_use]
    pub fn all(document: &'a str, text: &'a str) -> Vec<Self> {
        let mut found = Vec::new();
        let mut lines = text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            if line.trim_end() == "```transcript" {
                let lines = lines.by_ref().map(|(line, _)| line).take_while(|line| line.trim_end() != "```").collect();
                found.push(Self::new(document, number + 1, lines));
            }
        }
        found
    }

    /// Whether a line of it contains this.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }

    /// Holds the dialogue with a new engine, closes its input, and waits for the end of its output.
    ///
    /// # Panics
    /// The engine says something else, or does not end, or the dialogue is none.
    pub fn run(&self, client: &mut Client) {
        let place = |number: usize| format!("{} line {number}", self.document);
        for mark in ["> ", "< "] {
            let has = self.lines.iter().any(|line| line.starts_with(mark));
            assert!(has, "{}: a transcript without a line `{mark}`", place(self.first_line));
        }
        let mut expected: Vec<Expected<'_>> = Vec::new();
        for (line, number) in self.lines.iter().zip(self.first_line..) {
            if let Some(sent) = line.strip_prefix("> ") {
                let is_open = expected.last().is_some_and(|(_, pattern)| is_any(pattern));
                assert!(!is_open, "{}: a line is needed between `< ...` and what is sent next", place(number));
                self.expect(client, &expected);
                expected.clear();
                client.send(sent);
            } else if let Some(pattern) = line.strip_prefix('<') {
                expected.push((number, pattern.strip_prefix(' ').unwrap_or(pattern)));
            } else {
                panic!("{}: `{line}` begins neither with `> ` nor with `< `", place(number));
            }
        }
        let is_open = expected.pop_if(|(_, pattern)| is_any(pattern)).is_some();
        self.expect(client, &expected);
        client.close_input();
        let rest = client.rest();
        assert!(is_open || rest.is_empty(), "{}: the engine also says {rest:#?}", place(self.first_line));
    }

    /// Reads lines until they are what is expected.
    fn expect(&self, client: &mut Client, expected: &[Expected<'_>]) {
        let deadline = Instant::now() + PATIENCE;
        let mut said = Vec::new();
        let patterns: Vec<&str> = expected.iter().map(|(_, pattern)| *pattern).collect();
        let mut places = Places::new(&patterns);
        while !places.may_end() {
            let line = client.line_within(deadline.saturating_duration_since(Instant::now()));
            let (number, pattern) = expected[places.furthest()];
            let place = format!("{} line {number}", self.document);
            let line = line.unwrap_or_else(|| panic!("{place}: `{pattern}` did not come: {said:#?}"));
            let fits = places.take(&line);
            said.push(line);
            assert!(fits, "{place}: expected `{pattern}`, got {said:#?}");
        }
    }
}

/// Where in a list of patterns some lines may have got to. A pattern that is any number of lines may end before or
/// after what looks like the next one, so all such places are followed.
struct Places<'a> {
    patterns: &'a [&'a str],
    places: Vec<usize>,
}

impl<'a> Places<'a> {
    fn new(patterns: &'a [&'a str]) -> Self {
        let mut start = Self { patterns, places: vec![0] };
        start.skip();
        start
    }

    /// Adds the places behind any number of lines, which can also be none.
    fn skip(&mut self) {
        let mut next = 0;
        while let Some(&place) = self.places.get(next) {
            if self.patterns.get(place).is_some_and(|pattern| is_any(pattern)) && !self.places.contains(&(place + 1)) {
                self.places.push(place + 1);
            }
            next += 1;
        }
    }

    /// Whether the lines may be all that is expected.
    fn may_end(&self) -> bool {
        self.places.contains(&self.patterns.len())
    }

    /// The last place they may have got to.
    fn furthest(&self) -> usize {
        self.places.iter().copied().max().expect("there is a place")
    }

    /// Goes on by a line; `false` if it is none that is expected.
    fn take(&mut self, line: &str) -> bool {
        let step = |&place: &usize| step(place, self.patterns.get(place)?, line);
        let places: Vec<usize> = self.places.iter().filter_map(step).collect();
        if places.is_empty() {
            return false;
        }
        self.places = places;
        self.skip();
        true
    }
}

/// What is wrong with lines that should be these, if anything is. In an expected line `...` stands for any text; a line
/// `...` alone stands for any number of lines.
#[must_use]
pub fn difference(expected: &[&str], lines: &[&str]) -> Option<String> {
    let mut places = Places::new(expected);
    for line in lines {
        let pattern = expected.get(places.furthest()).map_or("the end", |pattern| *pattern);
        if !places.take(line) {
            return Some(format!("`{line}` came instead of `{pattern}`"));
        }
    }
    let rest = || format!("`{}` did not come", expected[places.furthest().min(expected.len() - 1)]);
    (!places.may_end()).then(rest)
}

fn is_any(pattern: &str) -> bool {
    pattern.trim_end() == "..."
}

/// The place in the list after this line, if the pattern at `place` accepts it.
fn step(place: usize, pattern: &str, line: &str) -> Option<usize> {
    if is_any(pattern) {
        return Some(place);
    }
    matches(pattern, line).then_some(place + 1)
}

/// Whether the line matches the pattern, in which `...` is any text.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::{difference, matches};

    #[test]
    fn patterns_match_what_they_should_and_nothing_else() {
        for (pattern, line) in [
            ("uciok", "uciok"),
            ("id name ...", "id name plyd 0.1.0"),
            ("info ... nodes 14 ... pv 1 0 0", "info depth 3 nodes 14 time 0 pv 1 0 0"),
            ("...", ""),
            ("a...b...b", "abb"),
        ] {
            assert!(matches(pattern, line), "{pattern}: {line}");
        }
        for (pattern, line) in [
            ("uciok", "uciok "),
            ("uciok", "uci"),
            ("bestmove 1 ...", "bestmove 1"),
            ("... pv 1 0", "info pv 1 0 0"),
            ("a...b...b", "ab"),
        ] {
            assert!(!matches(pattern, line), "{pattern}: {line}");
        }
    }

    #[test]
    fn a_difference_is_found_wherever_it_is() {
        let expected = ["a", "...", "b ... d", "e"];
        for lines in [&["a", "b c d", "e"][..], &["a", "x", "b d", "b  d", "e"], &["a", "e", "b c d", "e"]] {
            assert_eq!(difference(&expected, lines), None, "{lines:?}");
        }
        for lines in [&[][..], &["b c d", "e"], &["a", "e"], &["a", "b c d"], &["a", "b c d", "e", "f"]] {
            assert!(difference(&expected, lines).is_some(), "{lines:?}");
        }
        assert_eq!(difference(&[], &[]), None);
        assert_eq!(difference(&["..."], &["a", "b"]), None);
    }
}
