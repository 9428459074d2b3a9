//! What the child of a match may say, by what it was asked. A game is one that was asked for, and a text has a limit.

use super::inside::GamePlayer;
use super::messages::{ChildEvent, ChildRequest, EngineEvent, EngineRequest};
use crate::contest::Contest;
use plyd_foreign::excerpt;
use plyd_record::is_asked;
use plyd_tournament::Pairing;
use plyd_tournament::settings::EngineKind;
use plyd_worker::{LONG_ANSWER, LONG_GAME, SHORT_MESSAGE, Terms, UnaskedEvent};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The longest line of a transcript as a message, in bytes: an engine's longest line, each byte of it escaped.
const LONG_LOGGED: usize = 2 << 20;

/// The most entries of all lists of a message: some for each ply of the longest game.
const MOST_ENTRIES: usize = 1 << 20;

/// The most notices of all children of a match for the user.
const MOST_NOTICES: u32 = 100;

/// The most engines outside that play for a child at a time: the two of one game.
const MOST_ENGINES: usize = 2;

/// What one child may say.
#[derive(Debug)]
pub(super) struct GameTerms {
    asked: OpenRequest,
    /// The names of the engines whose lines are logged; none without a log.
    logged: Vec<String>,
    /// The names of the engines that the match starts or reaches for it.
    outside: Vec<String>,
    /// The numbers of those that are there.
    engines: HashSet<u64>,
    is_parting: bool,
    notices: NoticeCount,
}

/// What has no answer yet.
#[derive(Debug)]
enum OpenRequest {
    Nothing,
    Plan,
    Check,
    /// These games, one after another.
    Games(VecDeque<Pairing>),
}

/// The notices of all children of a match for the user. Clones are counted together.
#[derive(Clone, Debug, Default)]
pub(super) struct NoticeCount(Arc<AtomicU32>);

impl GameTerms {
    /// For a child of this match.
    pub(super) fn new(game: &Contest, notices: NoticeCount) -> Self {
        let all = &game.settings().engines;
        let logged = game.surroundings().transcript.iter().flat_map(|_| all);
        let outside = all.iter().filter(|engine| engine.kind != EngineKind::Builtin);
        Self {
            asked: OpenRequest::Nothing,
            logged: logged.map(|engine| engine.name.clone()).collect(),
            outside: outside.map(|engine| engine.name.clone()).collect(),
            engines: HashSet::new(),
            is_parting: false,
            notices,
        }
    }
}

impl Terms<GamePlayer> for GameTerms {
    fn note(&mut self, request: &ChildRequest) {
        match request {
            ChildRequest::Plan(_) => self.asked = OpenRequest::Plan,
            ChildRequest::CheckStart { .. } => self.asked = OpenRequest::Check,
            ChildRequest::Play(unit) => self.asked = OpenRequest::Games(unit.games.iter().copied().collect()),
            // What was asked may be answered all the same.
            ChildRequest::Part => self.is_parting = true,
            ChildRequest::Program(
                EngineEvent::NotStarted { number, .. }
                | EngineEvent::Stopped { number, .. }
                | EngineEvent::Started { number, is_program: false },
            ) => {
                self.engines.remove(number);
            }
            ChildRequest::Program(_) => {}
        }
    }

    fn is_owed(&self) -> bool {
        // One that parts has its own time.
        !self.is_parting && !matches!(self.asked, OpenRequest::Nothing)
    }

    fn longest(&self) -> usize {
        let of_answer = match self.asked {
            OpenRequest::Nothing => SHORT_MESSAGE,
            OpenRequest::Plan | OpenRequest::Check => LONG_ANSWER,
            OpenRequest::Games(_) => LONG_GAME,
        };
        if self.logged.is_empty() { of_answer } else { of_answer.max(LONG_LOGGED) }
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, event: &mut ChildEvent) -> Result<(), UnaskedEvent> {
        let is_answer = match (event, &mut self.asked) {
            (ChildEvent::Ended(game), OpenRequest::Games(rest))
                if rest.front().is_some_and(|pairing| is_asked(game, pairing)) =>
            {
                rest.pop_front();
                false
            }
            (ChildEvent::Over, OpenRequest::Games(rest)) if rest.is_empty() => true,
            (ChildEvent::Ready { .. } | ChildEvent::Failed(_), OpenRequest::Plan)
            | (ChildEvent::Checked(_) | ChildEvent::Failed(_), OpenRequest::Check)
            | (ChildEvent::Failed(_), OpenRequest::Games(_)) => true,
            (ChildEvent::Told { text, .. }, _) => {
                self.notices.admit(text);
                false
            }
            (ChildEvent::Logged { engine, .. }, _) if self.logged.contains(engine) => false,
            (
                ChildEvent::Program(EngineRequest::Start { number, engine }),
                OpenRequest::Check | OpenRequest::Games(_),
            ) if self.outside.contains(engine) && self.engines.len() < MOST_ENGINES => {
                if !self.engines.insert(*number) {
                    return Err(UnaskedEvent::default());
                }
                false
            }
            (ChildEvent::Program(EngineRequest::End { number }), _) => {
                self.engines.remove(number);
                false
            }
            (ChildEvent::Program(EngineRequest::Greeted { engine, .. }), _) if self.outside.contains(engine) => false,
            (ChildEvent::Parted, _) if self.is_parting => true,
            _ => return Err(UnaskedEvent::default()),
        };
        if is_answer {
            self.asked = OpenRequest::Nothing;
        }
        Ok(())
    }
}

impl NoticeCount {
    /// Makes a notice fit to show; empties it if there were too many. A library can affect it, and terminals obey
    /// control characters.
    fn admit(&self, text: &mut String) {
        let next = |count: u32| (count <= MOST_NOTICES).then_some(count + 1);
        *text = match self.0.fetch_update(Relaxed, Relaxed, next) {
            Ok(MOST_NOTICES) => "further notices are left out".to_owned(),
            Ok(_) => excerpt(text),
            Err(_) => String::new(),
        };
    }
}
