//! What the child of a match may say, by what it was asked. A game is one that was asked for, and a text has a limit.

use super::inside::Games;
use super::messages::{Event, Request, Told, Wanted};
use crate::contest::Contest;
use plyd_foreign::excerpt;
use plyd_record::is_asked;
use plyd_tournament::Pairing;
use plyd_tournament::settings::EngineKind;
use plyd_worker::{LONG_ANSWER, LONG_GAME, SHORT_MESSAGE, Terms, Unasked};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The longest line of a transcript as a message, in bytes: an engine's longest line, each byte of it escaped.
const LONG_LOGGED: usize = 2 << 20;

/// The most entries of all lists of a message: some for each ply of the longest game.
const MOST_ENTRIES: usize = 1 << 20;

/// The most notices of all children of a match for the user.
const MOST_NOTICES: u32 = 100;

/// The most engines outside that play for a child at a time: those of one game.
const MOST_ENGINES: usize = 2;

/// What one child may say.
#[derive(Debug)]
pub(super) struct GameTerms {
    asked: Asked,
    /// The names of the engines whose lines are logged; none without a log.
    logged: Vec<String>,
    /// The names of the engines that the match starts or reaches for it.
    outside: Vec<String>,
    /// The numbers of those that are there.
    engines: HashSet<u64>,
    is_parting: bool,
    notices: Notices,
}

/// What has no answer yet.
#[derive(Debug)]
enum Asked {
    Nothing,
    Plan,
    Check,
    /// These games, one after another.
    Games(VecDeque<Pairing>),
}

/// The notices of all children of a match for the user. Clones are counted together.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices(Arc<AtomicU32>);

impl GameTerms {
    /// For a child of this match.
    pub(super) fn new(game: &Contest, notices: Notices) -> Self {
        let all = &game.settings().engines;
        let logged = game.surroundings().transcript.iter().flat_map(|_| all);
        let outside = all.iter().filter(|engine| engine.kind != EngineKind::Builtin);
        Self {
            asked: Asked::Nothing,
            logged: logged.map(|engine| engine.name.clone()).collect(),
            outside: outside.map(|engine| engine.name.clone()).collect(),
            engines: HashSet::new(),
            is_parting: false,
            notices,
        }
    }
}

impl Terms<Games> for GameTerms {
    fn note(&mut self, request: &Request) {
        match request {
            Request::Plan(_) => self.asked = Asked::Plan,
            Request::CheckStart { .. } => self.asked = Asked::Check,
            Request::Play(unit) => self.asked = Asked::Games(unit.games.iter().copied().collect()),
            // What was asked may be answered all the same.
            Request::Part => self.is_parting = true,
            Request::Program(
                Told::NotStarted { number, .. }
                | Told::Stopped { number, .. }
                | Told::Started { number, is_program: false },
            ) => {
                self.engines.remove(number);
            }
            Request::Program(_) => {}
        }
    }

    fn is_owed(&self) -> bool {
        // One that parts has its own time.
        !self.is_parting && !matches!(self.asked, Asked::Nothing)
    }

    fn longest(&self) -> usize {
        let of_answer = match self.asked {
            Asked::Nothing => SHORT_MESSAGE,
            Asked::Plan | Asked::Check => LONG_ANSWER,
            Asked::Games(_) => LONG_GAME,
        };
        if self.logged.is_empty() { of_answer } else { of_answer.max(LONG_LOGGED) }
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, event: &mut Event) -> Result<(), Unasked> {
        let is_answer = match (event, &mut self.asked) {
            (Event::Ended(game), Asked::Games(rest)) if rest.front().is_some_and(|pairing| is_asked(game, pairing)) => {
                rest.pop_front();
                false
            }
            (Event::Over, Asked::Games(rest)) if rest.is_empty() => true,
            (Event::Ready { .. } | Event::Failed(_), Asked::Plan)
            | (Event::Checked(_) | Event::Failed(_), Asked::Check)
            | (Event::Failed(_), Asked::Games(_)) => true,
            (Event::Told { text, .. }, _) => {
                self.notices.admit(text);
                false
            }
            (Event::Logged { engine, .. }, _) if self.logged.contains(engine) => false,
            (Event::Program(Wanted::Start { number, engine }), Asked::Check | Asked::Games(_))
                if self.outside.contains(engine) && self.engines.len() < MOST_ENGINES =>
            {
                if !self.engines.insert(*number) {
                    return Err(Unasked::default());
                }
                false
            }
            (Event::Program(Wanted::End { number }), _) => {
                self.engines.remove(number);
                false
            }
            (Event::Program(Wanted::Greeted { engine, .. }), _) if self.outside.contains(engine) => false,
            (Event::Parted, _) if self.is_parting => true,
            _ => return Err(Unasked::default()),
        };
        if is_answer {
            self.asked = Asked::Nothing;
        }
        Ok(())
    }
}

impl Notices {
    /// Makes of a notice what the user is told; nothing if there were too many. A library has a say in it, and terminals
    /// obey what they are told.
    fn admit(&self, text: &mut String) {
        let next = |count: u32| (count <= MOST_NOTICES).then_some(count + 1);
        *text = match self.0.fetch_update(Relaxed, Relaxed, next) {
            Ok(MOST_NOTICES) => "further notices are left out".to_owned(),
            Ok(_) => excerpt(text),
            Err(_) => String::new(),
        };
    }
}
