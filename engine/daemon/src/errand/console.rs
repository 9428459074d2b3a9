//! The console of an errand: its output, and what a person types.

use super::terms::make_plain;
use super::words::{ErrandEvent, TypedInput, Word};
use crate::styles::MOVE;
use anyhow::bail;
use plyd_worker::EventOutput;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;

/// So much text is said at once, in bytes. Each of them can take six in a message.
const MOST_TEXT: usize = 32 << 10;

/// A part of a text. The child says no styles: the terminal obeys this process alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Span {
    /// Whether it is a move that was just played.
    is_move: bool,
    text: String,
}

impl Span {
    /// Takes out what a terminal could obey.
    pub(super) fn plain(&mut self) {
        make_plain(&mut self.text);
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { is_move, text } = self;
        if *is_move { write!(f, "{MOVE}{text}{MOVE:#}") } else { f.write_str(text) }
    }
}

/// The connection to the sender of the errand. What is written here is a text for the terminal, in which moves have
/// their style.
#[derive(Debug)]
pub(crate) struct Console {
    output: EventOutput<ErrandEvent>,
    words: Receiver<Word>,
    /// What was not said yet.
    text: Vec<u8>,
}

impl Console {
    pub(super) fn new(output: EventOutput<ErrandEvent>, words: Receiver<Word>) -> Self {
        Self { output, words, text: Vec::new() }
    }

    /// Something for the log.
    pub(crate) fn remark(&self, text: String) {
        self.output.say(ErrandEvent::Remark(text));
    }

    /// Asks, and waits for a line. Tab completes these moves.
    pub(crate) fn ask(&mut self, prompt: &str, moves: Vec<String>) -> anyhow::Result<TypedInput> {
        self.flush()?;
        match self.wait(ErrandEvent::Ask { prompt: prompt.to_owned(), moves })? {
            Word::Typed(typed) => Ok(typed),
            Word::Saved(_) => bail!("nobody has saved anything"),
        }
    }

    /// Has a game added to the file that the last line has named.
    pub(crate) fn save(&mut self, game: String) -> anyhow::Result<()> {
        self.flush()?;
        match self.wait(ErrandEvent::Save(game))? {
            Word::Saved(saved) => saved.map_err(anyhow::Error::msg),
            Word::Typed(_) => bail!("nobody has asked for a line"),
        }
    }

    /// Says something.
    pub(crate) fn say(&self, event: ErrandEvent) -> io::Result<()> {
        if self.output.say(event) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }

    /// Says something that may be lost.
    pub(crate) fn offer(&self, event: ErrandEvent) {
        let _ = self.output.offer(event);
    }

    /// Says something, and waits for the answer to it.
    pub(crate) fn wait(&self, event: ErrandEvent) -> anyhow::Result<Word> {
        self.say(event)?;
        Ok(self.words.recv()?)
    }
}

/// A text is said as soon as its line ends.
impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        if bytes.ends_with(b"\n") || self.text.len() >= MOST_TEXT {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        let text = String::from_utf8_lossy(&text);
        for part in parts(&text) {
            self.say(ErrandEvent::Text(spans(part)))?;
        }
        Ok(())
    }
}

/// A text in parts that are not too long for a message.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let part;
        (part, rest) = rest.split_at(rest.floor_char_boundary(MOST_TEXT));
        (!part.is_empty()).then_some(part)
    })
}

/// The parts of a text between the signs of the style of moves.
fn spans(text: &str) -> Vec<Span> {
    let (begin, end) = (MOVE.render().to_string(), MOVE.render_reset().to_string());
    let mut spans = Vec::new();
    let mut add = |text: &str, is_move| {
        if !text.is_empty() {
            spans.push(Span { is_move, text: text.to_owned() });
        }
    };
    for (index, part) in text.split(&begin).enumerate() {
        match part.split_once(&end).filter(|_| index > 0) {
            Some((mv, behind)) => {
                add(mv, true);
                add(behind, false);
            }
            None => add(part, false),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_of_moves_is_all_that_a_text_can_have() {
        let mut all = spans(&format!("X plays {MOVE}b2{MOVE:#}.\n\u{1b}[2Jc\u{202e}\n"));
        all.iter_mut().for_each(Span::plain);
        let texts: Vec<_> = all.iter().map(|span| (span.is_move, span.text.as_str())).collect();
        assert_eq!(texts, [(false, "X plays "), (true, "b2"), (false, ".\n [2Jc \n")]);
        assert_eq!(all[1].to_string(), format!("{MOVE}b2{MOVE:#}"));
    }

    #[test]
    fn a_long_text_has_parts() {
        let text = "é".repeat(MOST_TEXT);
        let all: Vec<_> = parts(&text).collect();
        assert!(all.len() == 2 && all.concat() == text);
    }
}
