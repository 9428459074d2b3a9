//! States and moves as text, and moves from text.

use super::LoadedGame;
use crate::extensions::{NotationFunctions, ViewFunctions};
use crate::text::{self, GESTURE_LIMIT, LIMIT, TextError, WORD_LIMIT};
use crate::{LibraryFault, StateSlot};
use plyd_plugin::abi::{Buffer, NOT_FOUND, OK, ParseMoveFn, Str};
use plyd_plugin::view::MOST_BYTES;
use plyd_rules::{Move, UTILITY_LIMIT};

/// All that is known of a leaf that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeBound {
    /// It is worth no more than this, from MAX's view.
    AtMost(i32),
    /// It is worth no less than this.
    AtLeast(i32),
}

impl NodeBound {
    /// The name in a label such as `c<=2`, and the bound; `None` if the label has no bound.
    fn split(label: &str) -> Option<(&str, Self)> {
        let value =
            |text: &str| text.parse().ok().filter(|value: &i32| value.unsigned_abs() <= UTILITY_LIMIT.unsigned_abs());
        let at_most = || label.split_once("<=").and_then(|(name, text)| Some((name, Self::AtMost(value(text)?))));
        let at_least = || label.split_once(">=").and_then(|(name, text)| Some((name, Self::AtLeast(value(text)?))));
        at_most().or_else(at_least)
    }
}

impl LoadedGame {
    /// The text of a state: one line, which [`Library::open`](crate::Library::open) takes as a setup.
    ///
    /// # Errors
    /// The library failed, or its text breaks a rule.
    pub fn format_state(&self, state: &StateSlot) -> Result<String, LibraryFault> {
        let format = self.instance.functions.format_state;
        self.fetch("the text of a state", state, (LIMIT, text::check_state), |buffer| {
            // SAFETY: `fetch` checked that the state is one of this open instance; the buffer is the host's own.
            unsafe { format(self.instance.handle.pointer, state.as_ptr(), buffer) }
        })
    }

    /// The text of a legal move of the state: one word.
    ///
    /// # Errors
    /// The library failed, or its text breaks a rule.
    pub fn format_move(&self, state: &StateSlot, mv: Move) -> Result<String, LibraryFault> {
        let format = self.instance.functions.format_move;
        self.fetch("the text of a move", state, (WORD_LIMIT, text::check_move), |buffer| {
            // SAFETY: as in `format_state`; that the move is legal is the caller's duty.
            unsafe { format(self.instance.handle.pointer, state.as_ptr(), mv.0, buffer) }
        })
    }

    /// A picture of the state as lines of text, if the game draws one.
    ///
    /// # Errors
    /// The library failed, or its text breaks a rule.
    pub fn picture(&self, state: &StateSlot) -> Result<Option<String>, LibraryFault> {
        let Some(picture) = self.library().picture() else { return Ok(None) };
        let picture = self.fetch("the picture of a state", state, (LIMIT, text::check_picture), |buffer| {
            // SAFETY: as in `format_state`.
            unsafe { picture(self.instance.handle.pointer, state.as_ptr(), buffer) }
        })?;
        Ok(Some(picture).filter(|picture| !picture.is_empty()))
    }

    /// The legal move of the state that a text names, if there is one.
    ///
    /// # Errors
    /// The library failed.
    pub fn parse_move(&self, state: &StateSlot, text: &str) -> Result<Option<Move>, LibraryFault> {
        self.parse_move_if(state, text, |mv| Ok(self.legal_moves(state)?.contains(&mv)))
    }

    /// The same, but the caller decides whether the move that the library reads from the text is legal.
    pub(crate) fn parse_move_if(
        &self,
        state: &StateSlot,
        text: &str,
        is_legal: impl FnOnce(Move) -> Result<bool, LibraryFault>,
    ) -> Result<Option<Move>, LibraryFault> {
        self.parse_by(self.instance.functions.parse_move, state, text, is_legal)
    }

    fn parse_by(
        &self,
        parse: ParseMoveFn,
        state: &StateSlot,
        text: &str,
        is_legal: impl FnOnce(Move) -> Result<bool, LibraryFault>,
    ) -> Result<Option<Move>, LibraryFault> {
        self.check_own(state)?;
        let mut found = 0;
        // SAFETY: the state is one of this open instance, the text is readable, and `found` is ours.
        match unsafe { parse(self.instance.handle.pointer, state.as_ptr(), Str::new(text), &raw mut found) } {
            OK => {
                let legal = is_legal(Move(found))?;
                if !legal {
                    // Whatever the library meant, the client did not name a legal move.
                    tracing::debug!("{} reads `{text}` as the move {found}, which is not legal", self.library().id());
                }
                Ok(legal.then_some(Move(found)))
            }
            NOT_FOUND => Ok(None),
            _ => Err(LibraryFault::new(self.instance.library_error(state))),
        }
    }

    /// The name of a node, in a game whose setups are trees.
    ///
    /// # Errors
    /// The library failed, or its text breaks a rule.
    pub fn node_name(&self, state: &StateSlot) -> Result<Option<String>, LibraryFault> {
        let label = self.node_label(state)?;
        let name = NodeBound::split(&label).map_or(label.as_str(), |(name, _)| name);
        Ok(Some(name.to_owned()).filter(|name| !name.is_empty()))
    }

    /// All that is known of an unknown leaf, in a game whose setups are trees: the game writes it behind the leaf's
    /// name.
    ///
    /// # Errors
    /// The library failed, or its text breaks a rule.
    pub fn node_bound(&self, state: &StateSlot) -> Result<Option<NodeBound>, LibraryFault> {
        Ok(NodeBound::split(&self.node_label(state)?).map(|(_, bound)| bound))
    }

    /// The name of a node with the bound behind it, such as `c<=2`; empty if it has neither.
    fn node_label(&self, state: &StateSlot) -> Result<String, LibraryFault> {
        let Some(name) = self.library().extensions().node_name else { return Ok(String::new()) };
        self.fetch("the name of a node", state, (WORD_LIMIT, text::check_line), |buffer| {
            // SAFETY: as in `format_state`.
            unsafe { name(self.instance.handle.pointer, state.as_ptr(), buffer) }
        })
    }

    /// A legal move of the state as people write it: one word. `None` if the game has no notation of its own.
    ///
    /// # Errors
    /// The library failed, or its text breaks a rule.
    pub fn notate(&self, state: &StateSlot, mv: Move) -> Result<Option<String>, LibraryFault> {
        let Some(NotationFunctions { format, .. }) = self.library().extensions().notation else { return Ok(None) };
        let text = self.fetch("the notation of a move", state, (WORD_LIMIT, text::check_move), |buffer| {
            // SAFETY: as in `format_move`.
            unsafe { format(self.instance.handle.pointer, state.as_ptr(), mv.0, buffer) }
        })?;
        Ok(Some(text))
    }

    /// The key under which opening books have the state; `None` if they cannot have it, or the game has no books.
    ///
    /// # Errors
    /// The library failed.
    pub fn book_key(&self, state: &StateSlot) -> Result<Option<u64>, LibraryFault> {
        self.check_own(state)?;
        let functions = self.library().extensions().notation;
        let Some(book_key) = functions.and_then(|functions| functions.book_key) else { return Ok(None) };
        let mut key = 0;
        // SAFETY: the state is one of this open instance, and `key` is ours.
        match unsafe { book_key(self.instance.handle.pointer, state.as_ptr(), &raw mut key) } {
            OK => Ok(Some(key)),
            NOT_FOUND => Ok(None),
            _ => Err(LibraryFault::new(self.instance.library_error(state))),
        }
    }

    /// The legal move of the state that a word of people's notation means, if there is one.
    ///
    /// # Errors
    /// The library failed.
    pub fn read_notation(&self, state: &StateSlot, word: &str) -> Result<Option<Move>, LibraryFault> {
        match self.library().extensions().notation {
            Some(NotationFunctions { parse, .. }) => {
                self.parse_by(parse, state, word, |mv| Ok(self.legal_moves(state)?.contains(&mv)))
            }
            None => Ok(None),
        }
    }

    /// The view of a state as the library wrote it, unchecked JSON; `None` if it has none.
    ///
    /// # Errors
    /// The library failed.
    pub fn view_text(&self, state: &StateSlot) -> Result<Option<String>, LibraryFault> {
        let Some(ViewFunctions { view, .. }) = self.library().extensions().view else { return Ok(None) };
        let view = self.fetch("the view of a state", state, (MOST_BYTES, text::check_picture), |buffer| {
            // SAFETY: as in `format_state`.
            unsafe { view(self.instance.handle.pointer, state.as_ptr(), buffer) }
        })?;
        Ok(Some(view).filter(|view| !view.is_empty()))
    }

    /// The steps of a legal move as the library wrote them, unchecked, with blanks between; `None` if it has no views.
    ///
    /// # Errors
    /// The library failed.
    pub fn gesture_text(&self, state: &StateSlot, mv: Move) -> Result<Option<String>, LibraryFault> {
        let Some(ViewFunctions { gesture, .. }) = self.library().extensions().view else { return Ok(None) };
        let steps = self.fetch("the gesture of a move", state, (GESTURE_LIMIT, text::check_line), |buffer| {
            // SAFETY: as in `format_move`.
            unsafe { gesture(self.instance.handle.pointer, state.as_ptr(), mv.0, buffer) }
        })?;
        Ok(Some(steps))
    }

    /// Fetches a text of at most this many bytes, and checks it.
    fn fetch(
        &self,
        what: &str,
        state: &StateSlot,
        (most, check): (usize, impl FnOnce(String) -> Result<String, TextError>),
        call: impl Fn(Buffer) -> isize,
    ) -> Result<String, LibraryFault> {
        self.check_own(state)?;
        text::fetch(most, call).and_then(check).map_err(|error| self.instance.text_fault(what, state, error))
    }
}
