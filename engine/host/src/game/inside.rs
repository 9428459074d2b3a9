//! Searches and counts that a library does by itself, by `plyd.search/1`: what the library gets, and how its answers
//! are checked.

use super::LoadedGame;
use crate::extensions::Inside;
use crate::{LibraryFault, StateSlot};
use plyd_plugin::abi::{
    NOT_FOUND, OK, SEARCH_COUNTS_LEAVES, SEARCH_FAILED, SEARCH_FINISHED, SEARCH_STOPPED, SearchErrand, SearchFindings,
    TURN_MAX, TURN_MIN,
};
use plyd_rules::inside::{Counted, End, Errand, Findings, Leave, Nodes};
use plyd_rules::{Game, Move, Moves, Player, UTILITY_LIMIT, Want};
use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What the library can reach while it searches.
struct Context<'l> {
    leave: &'l mut dyn Leave,
    /// The nodes that it was allowed to visit so far.
    allowed: u64,
    /// Whether it was asked to end.
    has_ended: bool,
    /// The number of the root move at work, and of all.
    root_move: u32,
    root_moves: u32,
    /// The first rule that it broke in its questions.
    broken: Option<String>,
    /// A panic of the host, which must not unwind through the library.
    panic: Option<Box<dyn Any + Send>>,
}

impl Context<'_> {
    fn grant(&mut self, visited: u64) -> u64 {
        if visited != self.allowed {
            let allowed = self.allowed;
            self.broken.get_or_insert_with(|| format!("it asked for leave after {visited} nodes, not after {allowed}"));
        }
        if self.has_ended || self.broken.is_some() || self.panic.is_some() {
            return 0;
        }
        let more = self.leave.grant(visited);
        self.allowed = visited.saturating_add(more);
        self.has_ended = more == 0;
        more
    }

    fn begin_root_move(&mut self, number: u32) {
        if number != self.root_move + 1 || number > self.root_moves {
            let (last, all) = (self.root_move, self.root_moves);
            self.broken.get_or_insert_with(|| format!("it began with move {number} of {all} after move {last}"));
            return;
        }
        self.root_move = number;
        self.leave.root_move(number);
    }

    /// Does something for the library, through which no panic may unwind.
    fn guarded<T: Default>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        catch_unwind(AssertUnwindSafe(|| call(self))).unwrap_or_else(|panic| {
            self.panic.get_or_insert(panic);
            T::default()
        })
    }
}

unsafe extern "C" fn grant(context: *mut c_void, visited: u64) -> u64 {
    // SAFETY: the library passes the context of its own call, which lives and is used by nobody else during the call.
    unsafe { &mut *context.cast::<Context<'_>>() }.guarded(|context| context.grant(visited))
}

unsafe extern "C" fn root_move(context: *mut c_void, number: u32) {
    // SAFETY: as in `grant`.
    unsafe { &mut *context.cast::<Context<'_>>() }.guarded(|context| context.begin_root_move(number));
}

/// The answer of a library to an errand, checked.
struct LibrarySearchResult {
    best: Option<(i32, Vec<Move>)>,
    findings: SearchFindings,
    end: End,
}

impl LibrarySearchResult {
    fn nodes(&self) -> Nodes {
        Nodes { visited: self.findings.visited, left: self.findings.left }
    }
}

impl LoadedGame {
    /// Searches as [`Game::search_inside`].
    pub(super) fn search_by_library(
        &self,
        state: &StateSlot,
        errand: &Errand<'_>,
        leave: &mut dyn Leave,
    ) -> Option<Findings> {
        let answer = self.run_inside(state, errand, leave)?;
        let (nodes, LibrarySearchResult { best, findings, end }) = (answer.nodes(), answer);
        Some(Findings { best, seldepth: findings.seldepth, horizon: findings.horizon != 0, nodes, end })
    }

    /// Counts as [`Game::count_inside`].
    pub(super) fn count_by_library(
        &self,
        state: &StateSlot,
        (mv, depth): (Move, u32),
        nodes: Nodes,
        leave: &mut dyn Leave,
    ) -> Option<Counted> {
        let errand = Errand { method: SEARCH_COUNTS_LEAVES, turn: Player::Max, depth, moves: &[mv], nodes };
        let answer = self.run_inside(state, &errand, leave)?;
        Some(Counted { leaves: answer.findings.leaves, nodes: answer.nodes(), end: answer.end })
    }

    /// Has the library do an errand; `None` if it does not do any, or not this one.
    fn run_inside(&self, state: &StateSlot, errand: &Errand<'_>, leave: &mut dyn Leave) -> Option<LibrarySearchResult> {
        let instance = &*self.instance;
        let run = match instance.inside {
            Inside::Same(run) if state.belongs_to(instance.number) => run,
            Inside::Same(_) => return None,
            Inside::None => return None,
            Inside::OtherBuild => {
                instance.library.note_asked_by_step();
                return None;
            }
        };
        let mut context = Context {
            leave,
            allowed: errand.nodes.visited.saturating_add(errand.nodes.left),
            has_ended: false,
            root_move: 0,
            root_moves: errand.moves.len() as u32,
            broken: None,
            panic: None,
        };
        let asked = SearchErrand {
            method: errand.method,
            turn: if errand.turn == Player::Max { TURN_MAX } else { TURN_MIN },
            depth: errand.depth,
            count: errand.moves.len() as u32,
            moves: errand.moves.as_ptr().cast(),
            visited: errand.nodes.visited,
            left: errand.nodes.left,
            context: (&raw mut context).cast(),
            grant,
            root_move,
        };
        let (mut line, mut failed) = (vec![0; errand.depth as usize], state.clone());
        let mut findings = unfilled(&mut line, &mut failed);
        // SAFETY: the instance is open, and the state and `failed` are of it. The structures and all that they point at
        // live longer than the call. It is the library's search of this very build, so it knows the structures.
        let code = unsafe { run(instance.handle.pointer, state.as_ptr(), &raw const asked, &raw mut findings) };
        let Context { allowed, has_ended, broken, panic, .. } = context;
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        if code == NOT_FOUND && allowed == errand.nodes.visited.saturating_add(errand.nodes.left) && !has_ended {
            return None;
        }
        line.truncate(findings.length as usize);
        let line: Vec<Move> = line.into_iter().map(Move).collect();
        let checked = match (code, broken) {
            (OK, None) => self.check(state, errand, &findings, &line, (allowed, has_ended)),
            (OK, Some(broken)) => Err(LibraryFault(broken)),
            (code, _) => Err(LibraryFault(format!("it returned {code}"))),
        };
        if let Err(reason) = checked {
            // Of such an answer nothing is used but how far the search came, as far as that is possible.
            findings.visited = findings.visited.clamp(errand.nodes.visited, allowed);
            (findings.left, findings.seldepth, findings.horizon) = (0, 0, 0);
            let reason = format!("the search inside the library broke its rules: {reason}");
            instance.remember(reason.clone());
            return Some(LibrarySearchResult { best: None, findings, end: End::Failed(reason) });
        }
        let end = match findings.end {
            SEARCH_FINISHED => End::Finished,
            SEARCH_STOPPED => End::Stopped,
            _ => End::Failed(self.reason(state, &findings, &failed)),
        };
        let best = (!line.is_empty()).then_some((findings.value, line));
        Some(LibrarySearchResult { best, findings, end })
    }

    /// Checks what can be checked of an answer without doing the search. The error continues a sentence about the
    /// search.
    fn check(
        &self,
        state: &StateSlot,
        errand: &Errand<'_>,
        findings: &SearchFindings,
        line: &[Move],
        (allowed, has_ended): (u64, bool),
    ) -> Result<(), LibraryFault> {
        let SearchFindings { visited, left, end, value, seldepth, horizon, length, .. } = *findings;
        let counts_leaves = errand.method == SEARCH_COUNTS_LEAVES;
        if visited < errand.nodes.visited || visited > allowed || end != SEARCH_FAILED && left != allowed - visited {
            return Err(LibraryFault(format!(
                "it says that it visited {visited} nodes, with leave for {left} more of {allowed}"
            )));
        }
        let is_possible = match end {
            SEARCH_FINISHED => !has_ended && (counts_leaves || length > 0),
            SEARCH_STOPPED => has_ended && left == 0,
            SEARCH_FAILED => true,
            _ => false,
        };
        if !is_possible {
            return Err(LibraryFault(format!("it says that it ended in the way {end}, with {length} moves")));
        }
        if counts_leaves {
            return Ok(());
        }
        if seldepth > errand.depth || horizon > 1 || horizon == 1 && seldepth != errand.depth {
            return Err(LibraryFault(format!(
                "it says that it came to ply {seldepth} of {}, and the horizon {horizon}",
                errand.depth
            )));
        }
        if value.unsigned_abs() > UTILITY_LIMIT.unsigned_abs() {
            return Err(LibraryFault(format!("its value {value} is not from -{UTILITY_LIMIT} to {UTILITY_LIMIT}")));
        }
        if length > errand.depth {
            return Err(LibraryFault(format!("its line has {length} moves at the depth {}", errand.depth)));
        }
        self.check_line(state, errand.moves, line)
    }

    /// Checks that a line begins with one of these moves, and that each of the others is legal.
    fn check_line(&self, state: &StateSlot, first: &[Move], line: &[Move]) -> Result<(), LibraryFault> {
        let mut legal = first.to_vec();
        let (mut here, mut next) = (state.clone(), state.clone());
        for (number, &mv) in (1..).zip(line) {
            if !legal.contains(&mv) {
                return Err(LibraryFault(format!("move {number} of its line, {}, is not legal", mv.0)));
            }
            legal.resize(self.instance.facts.max_moves as usize, Move(0));
            let mut out = Moves::new(&mut legal);
            let step = self.step(&here, mv, &mut next, Want::MOVES, &mut out);
            let count = if step.is_ongoing() { out.len() } else { 0 };
            legal.truncate(count);
            std::mem::swap(&mut here, &mut next);
        }
        Ok(())
    }

    /// Why the game failed: the move after which it did is played again, or else the library kept the reason.
    fn reason(&self, state: &StateSlot, findings: &SearchFindings, failed: &StateSlot) -> String {
        let (mv, want) = (Move(findings.failed_move), Want(findings.failed_want & (Want::MOVES.0 | Want::VALUE.0)));
        if findings.has_failed == 1 {
            let mut child = failed.clone();
            let mut room = vec![Move(0); self.instance.facts.max_moves as usize];
            if self.step(failed, mv, &mut child, want, &mut Moves::new(&mut room)).is_error() {
                return self.last_error(&child);
            }
        }
        let reason = self.instance.library_error(state);
        self.instance.remember(reason.clone());
        reason
    }
}

/// The structure for a library to fill in.
fn unfilled(line: &mut [u32], failed: &mut StateSlot) -> SearchFindings {
    SearchFindings {
        line: line.as_mut_ptr(),
        capacity: line.len() as u32,
        length: 0,
        value: 0,
        seldepth: 0,
        horizon: 0,
        end: SEARCH_FAILED,
        visited: 0,
        left: 0,
        leaves: 0,
        failed: failed.as_mut_ptr(),
        has_failed: 0,
        failed_move: 0,
        failed_want: 0,
        reserved: 0,
    }
}

#[cfg(test)]
mod tests;
