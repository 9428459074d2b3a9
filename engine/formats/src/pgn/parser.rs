//! Parser from tokens to a game.

use super::game::{AnnotatedGame, PgnMove, Tag, WordKind, is_no_setup};
use super::lexer::{self, Lexer, PgnToken};
use super::{MAX_DEPTH, MAX_MOVES, MAX_WORD, tag};
use crate::glyph::{add_glyph, glyph_of, without_signs};
use crate::letter::is_dash;
use crate::place::Ruler;
use crate::word::{is_castling, is_null};
use crate::{FormatError, PgnOutcome, Place};
use plyd_foreign::one_line_of;

/// The maximum length, in characters, of a text quoted in a warning.
const QUOTED: usize = 40;

/// An open line of moves.
#[derive(Debug)]
struct OpenVariation {
    /// The offset of its opening parenthesis.
    start: usize,
    /// The move after which the next one is added.
    tip: Option<usize>,
    /// The parent of a variation that begins here, which is the move before the last one.
    before: Option<usize>,
    /// The last move of the line.
    last: Option<usize>,
    /// A comment before the first move of the line.
    early: String,
    is_variation: bool,
    state: ParserState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ParserState {
    /// The line continues.
    Open,
    /// A null move ended the line. A variation after it still has a parent.
    Ended,
    /// The following moves have no parent in the tree.
    Lost,
}

impl OpenVariation {
    /// Opens a line that continues after a move.
    fn new(start: usize, tip: Option<usize>, is_variation: bool, state: ParserState) -> Self {
        Self { start, tip, before: tip, last: None, early: String::new(), is_variation, state }
    }
}

/// Parser for one game.
pub(super) struct Parser<'a> {
    ruler: Ruler<'a>,
    game: AnnotatedGame,
    /// The open lines, the innermost last.
    open: Vec<OpenVariation>,
    /// The number of open variations that are skipped because they are nested too deeply.
    beyond: usize,
}

impl<'a> Parser<'a> {
    /// Creates a parser for a text that begins with a game, at this place of the file.
    pub(super) fn new(text: &'a str, place: Place) -> Self {
        let main = OpenVariation::new(0, None, false, ParserState::Open);
        Self { ruler: Ruler::new(text, 0, place), game: AnnotatedGame::default(), open: vec![main], beyond: 0 }
    }

    /// Reads all tokens of the text.
    ///
    /// # Errors
    /// The game has more than [`MAX_MOVES`](super::MAX_MOVES) moves, or a word is longer than
    /// [`MAX_WORD`](super::MAX_WORD).
    pub(super) fn read(mut self, text: &'a str) -> Result<AnnotatedGame, FormatError> {
        for token in Lexer::new(text) {
            self.take(token)?;
        }
        while self.open.len() > 1 {
            let line = self.close();
            self.warn(line.start, || "this variation has no end; a `)` is missing".to_owned());
        }
        Ok(self.game)
    }

    fn warn(&mut self, offset: usize, text: impl FnOnce() -> String) {
        let ruler = &mut self.ruler;
        self.game.warnings.add(|| ruler.place(offset), text);
    }

    fn fault(&mut self, offset: usize, text: String) -> FormatError {
        FormatError { place: self.ruler.place(offset), text }
    }

    fn line(&mut self) -> &mut OpenVariation {
        self.open.last_mut().expect("the main line is never closed")
    }

    fn close(&mut self) -> OpenVariation {
        let line = self.open.pop().expect("the main line is never closed");
        if !line.early.is_empty() {
            self.comment(&line.early);
        }
        line
    }

    fn take(&mut self, PgnToken { kind, offset }: PgnToken<'_>) -> Result<(), FormatError> {
        if self.beyond > 0
            && !matches!(kind, lexer::TokenKind::Open | lexer::TokenKind::Close | lexer::TokenKind::Tag(_))
        {
            return Ok(());
        }
        match kind {
            lexer::TokenKind::Tag(text) => self.tag(text, offset),
            lexer::TokenKind::Comment { text, has_end } => {
                if !has_end {
                    self.warn(offset, || "this comment has no end; a `}` is missing".to_owned());
                }
                self.comment(text);
            }
            lexer::TokenKind::Bracket(text) => {
                self.warn(offset, || format!("[{}] is read as a comment", quoted(text)));
                // A command outside a comment is still a command.
                let text = if text.starts_with('%') { format!("[{text}]") } else { text.to_owned() };
                self.comment(&text);
            }
            lexer::TokenKind::Number => {}
            lexer::TokenKind::Glyph(text) => match text[1..].parse::<u8>() {
                Ok(0) => {}
                Ok(glyph) => self.glyph(glyph, offset),
                Err(_) => self.warn(offset, || format!("{} is left out; a glyph is $1 to $255", quoted(text))),
            },
            lexer::TokenKind::Open => self.begin(offset),
            lexer::TokenKind::Close => self.end(offset),
            lexer::TokenKind::Stray(sign) => self.warn(offset, || format!("{sign} closes nothing, and is left out")),
            lexer::TokenKind::Result(outcome) => {
                if self.open.len() == 1 && self.game.outcome.is_none() {
                    self.game.outcome = Some(outcome);
                }
            }
            lexer::TokenKind::Said(text, outcome) => self.said(text, outcome, offset),
            lexer::TokenKind::Word(word) => self.word(word, offset)?,
        }
        Ok(())
    }

    fn tag(&mut self, text: &str, offset: usize) {
        let (name, value, is_strict) = tag::read(text);
        if !is_strict {
            self.warn(offset, || {
                format!("{} is read as {name}: {}; a tag is [Name \"value\"]", quoted(text), quoted(&value))
            });
        }
        if name.eq_ignore_ascii_case("FEN") && is_no_setup(&value) {
            self.warn(offset, || {
                format!("{} is no position; the game is read from the start position", quoted(&value))
            });
        }
        let place = self.ruler.place(offset);
        self.game.tags.push(Tag { name: name.to_owned(), value, place });
    }

    /// Adds a comment to the move before it, or to the first move of a variation if it precedes that, or else to the
    /// game.
    fn comment(&mut self, text: &str) {
        let is_main = self.open.len() == 1;
        let line = self.line();
        match line.last {
            // The comment refers to a move that was left out.
            _ if line.state != ParserState::Open => {}
            Some(node) => self.game.nodes[node].after.add(text),
            None if is_main => self.game.remark.add(text),
            None => {
                line.early.push(' ');
                line.early.push_str(text);
            }
        }
    }

    fn glyph(&mut self, glyph: u8, offset: usize) {
        let line = self.line();
        match line.last {
            _ if line.state != ParserState::Open => {}
            Some(node) => add_glyph(&mut self.game.nodes[node].glyphs, glyph),
            None => self.warn(offset, || "this sign has no move before it, and is left out".to_owned()),
        }
    }

    /// Begins a variation.
    fn begin(&mut self, offset: usize) {
        if self.beyond > 0 || self.open.len() > MAX_DEPTH {
            if self.beyond == 0 {
                self.warn(offset, || format!("this variation is left out: it lies in {MAX_DEPTH} others"));
            }
            self.beyond += 1;
            return;
        }
        let line = self.line();
        let state = if line.state == ParserState::Lost { ParserState::Lost } else { ParserState::Open };
        // The game as a whole may be in parentheses.
        let is_variation = line.is_variation || line.last.is_some() || line.state != ParserState::Open;
        let line = OpenVariation::new(offset, line.before, is_variation, state);
        self.open.push(line);
    }

    fn end(&mut self, offset: usize) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if self.open.len() == 1 {
            self.warn(offset, || ") closes nothing, and is left out".to_owned());
        } else {
            self.close();
        }
    }

    /// Handles a result in words. Within a variation it does not apply to the game.
    fn said(&mut self, text: &str, outcome: Option<PgnOutcome>, offset: usize) {
        let is_main = self.open.len() == 1;
        let what = match outcome {
            _ if !is_main => "is left out".to_owned(),
            _ if self.game.outcome.is_some() => "follows the result, and is left out".to_owned(),
            Some(outcome) => format!("is read as the result {}", outcome.as_str()),
            None => "ends the game, but does not say who won".to_owned(),
        };
        self.warn(offset, || format!("{} {what}", quoted(text)));
        if is_main && self.game.outcome.is_none() {
            self.game.outcome = outcome;
            let line = self.line();
            line.state = if line.state == ParserState::Open { ParserState::Ended } else { ParserState::Lost };
        }
    }

    fn word(&mut self, word: &str, offset: usize) -> Result<(), FormatError> {
        if self.game.outcome.is_some() && self.open.len() == 1 {
            self.warn(offset, || format!("{} follows the result, and is left out", quoted(word)));
            return Ok(());
        }
        if word.len() > MAX_WORD {
            return Err(self.fault(offset, format!("{} is longer than any move", quoted(word))));
        }
        if is_null(without_signs(word).0) {
            self.null(word, offset);
            return Ok(());
        }
        if self.promotion(word) {
            return Ok(());
        }
        let kind = match glyph_of(word) {
            // In some games, letters are moves.
            Some(glyph) if word.bytes().all(|byte| byte.is_ascii_alphabetic()) => WordKind::MoveOrSign(glyph),
            Some(0) => return Ok(()),
            Some(glyph) => {
                self.glyph(glyph, offset);
                return Ok(());
            }
            None if is_castling(word) => WordKind::Move,
            None if word.bytes().all(|byte| byte.is_ascii_digit()) => WordKind::MoveOrNumber,
            None if word.chars().all(|letter| letter == '-' || is_dash(letter)) => {
                self.warn(offset, || format!("{} is left out", quoted(word)));
                return Ok(());
            }
            None => WordKind::Move,
        };
        let line = self.line();
        match line.state {
            ParserState::Open => {}
            ParserState::Ended | ParserState::Lost => {
                line.state = ParserState::Lost;
                return Ok(());
            }
        }
        if self.game.nodes.len() >= MAX_MOVES {
            return Err(self.fault(offset, format!("the game has more than {MAX_MOVES} moves")));
        }
        self.add(word, kind, offset);
        Ok(())
    }

    /// Appends a separate promotion to the move before it: `a8 =Q` is one move.
    fn promotion(&mut self, word: &str) -> bool {
        let (bare, signs) = without_signs(word);
        let mut piece = bare.trim_end_matches(['+', '#']).chars().skip_while(|&letter| letter == '=');
        let is_piece = bare.starts_with('=') && piece.next().is_some_and(char::is_alphabetic) && piece.next().is_none();
        let line = self.line();
        let Some(node) = line.last.filter(|_| is_piece && line.state == ParserState::Open) else { return false };
        let node = &mut self.game.nodes[node];
        if !node.word.ends_with(|letter: char| letter.is_ascii_digit()) {
            return false;
        }
        node.word.push_str(bare);
        signs.into_iter().rev().for_each(|glyph| add_glyph(&mut node.glyphs, glyph));
        true
    }

    fn add(&mut self, word: &str, kind: WordKind, offset: usize) {
        let (word, signs) = without_signs(word);
        let mut glyphs = Vec::new();
        for glyph in signs.into_iter().rev() {
            add_glyph(&mut glyphs, glyph);
        }
        let place = self.ruler.place(offset);
        let node = self.game.nodes.len();
        let line = self.line();
        let (parent, is_first, is_variation) = (line.tip, line.last.is_none(), line.is_variation);
        let early = std::mem::take(&mut line.early);
        (line.before, line.tip, line.last) = (line.tip, Some(node), Some(node));
        let is_branch = is_first && self.open.len() > 1;
        let mut added = PgnMove {
            word: word.to_owned(),
            place,
            kind,
            is_variation,
            parent,
            children: Vec::new(),
            glyphs,
            before: <_>::default(),
            after: <_>::default(),
        };
        added.before.add(&early);
        self.game.nodes.push(added);
        let children = match parent {
            Some(parent) => &mut self.game.nodes[parent].children,
            None => &mut self.game.children,
        };
        // A variation may come before the move that it replaces.
        let at = if is_branch { children.len() } else { 0 };
        children.insert(at, node);
    }

    /// Handles a null move. Rules without a pass have no position after it.
    fn null(&mut self, word: &str, offset: usize) {
        let line = self.line();
        if line.state == ParserState::Open {
            (line.state, line.before) = (ParserState::Ended, line.tip);
            let what = if self.open.len() == 1 { "game" } else { "variation" };
            self.warn(offset, || {
                format!("{} is a null move, which the rules do not have; the {what} is read up to here", quoted(word))
            });
        } else {
            line.state = ParserState::Lost;
        }
    }
}

/// Quotes a piece of input for a warning.
fn quoted(text: &str) -> String {
    format!("`{}`", one_line_of(text.trim(), QUOTED))
}
