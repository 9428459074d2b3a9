//! What the process of a library may say to a command, by what it was asked.

use super::console::Span;
use super::table::SolveEvent;
use super::words::{ErrandEvent, ErrandKind, ErrandRequest, ErrandResult};
use super::work::Errands;
use plyd_foreign::{excerpt, is_forbidden, one_line};
use plyd_protocol::LineWords;
use plyd_session::record::MainLine;
use plyd_worker::{SHORT_MESSAGE, Terms, UnaskedEvent};

/// The most entries of all lists of a message: the moves of a game.
const MOST_ENTRIES: usize = 256 << 10;

/// The most sentences that each errand may log; the rest are dropped.
const MOST_REMARKS: u32 = 100;

/// The terms of one child.
#[derive(Debug, Default)]
pub(super) struct ErrandTerms {
    /// What has no answer yet.
    asked: Option<ErrandKind>,
    /// Whether it waits for this process, and not the other way round.
    waits: bool,
    remarks: u32,
}

impl Terms<Errands> for ErrandTerms {
    fn note(&mut self, request: &ErrandRequest) {
        self.waits = false;
        if let ErrandRequest::Do(errand) = request {
            self.asked = Some(errand.kind());
            self.remarks = 0;
        }
    }

    fn is_owed(&self) -> bool {
        self.asked.is_some() && !self.waits
    }

    fn longest(&self) -> usize {
        self.asked.map_or(SHORT_MESSAGE, ErrandKind::longest)
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, event: &mut ErrandEvent) -> Result<(), UnaskedEvent> {
        let Some(asked) = self.asked.filter(|_| !self.waits) else { return Err(UnaskedEvent::default()) };
        let plays = asked == ErrandKind::Play;
        match event {
            ErrandEvent::Text(spans) if plays => spans.iter_mut().for_each(Span::plain),
            ErrandEvent::At(moves) if plays => {
                *moves = LineWords::of(&one_line(&moves.iter().collect::<Vec<_>>().join(" ")))
            }
            ErrandEvent::Ask { prompt, moves } if plays => {
                *prompt = one_line(prompt);
                moves.iter_mut().for_each(|mv| *mv = one_line(mv));
                self.waits = true;
            }
            ErrandEvent::Save(game) if plays => {
                make_plain(game);
                self.waits = true;
            }
            ErrandEvent::Solving(SolveEvent::Progress { .. }) if asked == ErrandKind::Check => {}
            ErrandEvent::Solving(solving) if asked == ErrandKind::Build => self.waits = solving.waits(),
            ErrandEvent::Remark(text) => {
                // An empty one is not shown.
                *text = if self.remarks < MOST_REMARKS { excerpt(text) } else { String::new() };
                self.remarks = self.remarks.saturating_add(1);
            }
            ErrandEvent::Done(Ok(answer)) if asked.takes(answer) && is_sound(answer) => {
                make_answer_plain(answer);
                self.asked = None;
            }
            ErrandEvent::Done(Err(failed)) => {
                *failed = failed.clone().shortened();
                self.asked = None;
            }
            ErrandEvent::Text(_)
            | ErrandEvent::At(_)
            | ErrandEvent::Ask { .. }
            | ErrandEvent::Save(_)
            | ErrandEvent::Solving(_)
            | ErrandEvent::Done(Ok(_)) => {
                return Err(UnaskedEvent::default());
            }
        }
        Ok(())
    }
}

/// Whether an answer is one: a position goes into a script as a line, and its moves a word each.
fn is_sound(answer: &ErrandResult) -> bool {
    let ErrandResult::Line(MainLine { options, setup, moves, .. }) = answer else { return true };
    let is_line = |text: &str| !text.contains(is_forbidden);
    let is_word = |text: &str| !text.is_empty() && is_line(text) && !text.contains(char::is_whitespace);
    options.iter().all(|(name, value)| is_line(name) && is_line(value))
        && is_line(setup)
        && moves.iter().all(|mv| is_word(mv))
}

/// Takes out of an answer what a terminal could obey.
fn make_answer_plain(answer: &mut ErrandResult) {
    match answer {
        ErrandResult::Drawn(told) => make_plain(&mut told.text),
        ErrandResult::Sheets(sheets) => sheets.iter_mut().for_each(make_plain),
        ErrandResult::Marked(marks) => marks.iter_mut().for_each(|(_, remark)| make_plain(remark)),
        ErrandResult::Line(_)
        | ErrandResult::Opened
        | ErrandResult::Measured { .. }
        | ErrandResult::Played { .. }
        | ErrandResult::Solved(_)
        | ErrandResult::Stopped { .. }
        | ErrandResult::Verified { .. }
        | ErrandResult::Taught(_)
        | ErrandResult::Positions(_) => {}
    }
}

/// Puts a blank in the place of all that a terminal could obey, but the ends of lines and tabs.
pub(super) fn make_plain(text: &mut String) {
    let is_raw = |sign: char| is_forbidden(sign) && !matches!(sign, '\n' | '\t');
    if text.contains(is_raw) {
        *text = text.replace(is_raw, " ");
    }
}
