//! What the process of a library may say to a command, by what it was asked.

use super::console::Span;
use super::table::Solving;
use super::words::{Answer, Event, Kind, Request};
use super::work::Errands;
use plyd_foreign::{excerpt, is_forbidden, one_line};
use plyd_protocol::Words;
use plyd_session::record::MainLine;
use plyd_worker::{SHORT_MESSAGE, Terms, Unasked};

/// The most entries of all lists of a message: the moves of a game.
const MOST_ENTRIES: usize = 256 << 10;

/// The most sentences for the log, of each errand; further ones are dropped.
const MOST_REMARKS: u32 = 100;

/// The terms of one child.
#[derive(Debug, Default)]
pub(super) struct ErrandTerms {
    /// What has no answer yet.
    asked: Option<Kind>,
    /// Whether it waits for this process, and not the other way round.
    waits: bool,
    remarks: u32,
}

impl Terms<Errands> for ErrandTerms {
    fn note(&mut self, request: &Request) {
        self.waits = false;
        if let Request::Do(errand) = request {
            self.asked = Some(errand.kind());
            self.remarks = 0;
        }
    }

    fn is_owed(&self) -> bool {
        self.asked.is_some() && !self.waits
    }

    fn longest(&self) -> usize {
        self.asked.map_or(SHORT_MESSAGE, Kind::longest)
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, event: &mut Event) -> Result<(), Unasked> {
        let Some(asked) = self.asked.filter(|_| !self.waits) else { return Err(Unasked::default()) };
        let plays = asked == Kind::Play;
        match event {
            Event::Text(spans) if plays => spans.iter_mut().for_each(Span::plain),
            Event::At(moves) if plays => *moves = Words::of(&one_line(&moves.iter().collect::<Vec<_>>().join(" "))),
            Event::Ask { prompt, moves } if plays => {
                *prompt = one_line(prompt);
                moves.iter_mut().for_each(|mv| *mv = one_line(mv));
                self.waits = true;
            }
            Event::Save(game) if plays => {
                make_plain(game);
                self.waits = true;
            }
            Event::Solving(Solving::Progress { .. }) if asked == Kind::Check => {}
            Event::Solving(solving) if asked == Kind::Build => self.waits = solving.waits(),
            Event::Remark(text) => {
                // An empty one is not shown.
                *text = if self.remarks < MOST_REMARKS { excerpt(text) } else { String::new() };
                self.remarks = self.remarks.saturating_add(1);
            }
            Event::Done(Ok(answer)) if asked.takes(answer) && is_sound(answer) => {
                make_answer_plain(answer);
                self.asked = None;
            }
            Event::Done(Err(failed)) => {
                *failed = failed.clone().shortened();
                self.asked = None;
            }
            Event::Text(_)
            | Event::At(_)
            | Event::Ask { .. }
            | Event::Save(_)
            | Event::Solving(_)
            | Event::Done(Ok(_)) => {
                return Err(Unasked::default());
            }
        }
        Ok(())
    }
}

/// Whether an answer is one: a position goes into a script as a line, and its moves a word each.
fn is_sound(answer: &Answer) -> bool {
    let Answer::Line(MainLine { options, setup, moves, .. }) = answer else { return true };
    let is_line = |text: &str| !text.contains(is_forbidden);
    let is_word = |text: &str| !text.is_empty() && is_line(text) && !text.contains(char::is_whitespace);
    options.iter().all(|(name, value)| is_line(name) && is_line(value))
        && is_line(setup)
        && moves.iter().all(|mv| is_word(mv))
}

/// Takes out of an answer what a terminal could obey.
fn make_answer_plain(answer: &mut Answer) {
    match answer {
        Answer::Drawn(told) => make_plain(&mut told.text),
        Answer::Sheets(sheets) => sheets.iter_mut().for_each(make_plain),
        Answer::Marked(marks) => marks.iter_mut().for_each(|(_, remark)| make_plain(remark)),
        Answer::Line(_)
        | Answer::Opened
        | Answer::Measured { .. }
        | Answer::Played { .. }
        | Answer::Solved(_)
        | Answer::Stopped { .. }
        | Answer::Verified { .. }
        | Answer::Taught(_)
        | Answer::Positions(_) => {}
    }
}

/// Puts a blank in the place of all that a terminal could obey, but the ends of lines and tabs.
pub(super) fn make_plain(text: &mut String) {
    let is_raw = |sign: char| is_forbidden(sign) && !matches!(sign, '\n' | '\t');
    if text.contains(is_raw) {
        *text = text.replace(is_raw, " ");
    }
}
