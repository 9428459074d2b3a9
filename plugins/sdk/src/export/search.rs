//! The textbook search inside the library of a Rust game.

use super::calls::{borrow, guard, keep_failure};
use crate::abi::{
    NOT_FOUND, OK, SEARCH_BUILD, SEARCH_COUNTS_LEAVES, SEARCH_FAILED, SEARCH_FINISHED, SEARCH_STOPPED, SearchErrand,
    SearchExtension, SearchFindings, TURN_MIN,
};
use crate::{Facts, Game, Leaves, Move, Moves, Outcome, Player, Plugin, Turn, UTILITY_LIMIT};
use plyd_rules::Visit;
use plyd_rules::inside::{End, Errand, Nodes};
use plyd_textbook::{NoObserver, Root, TreeWalk, WalkSupervisor};
use std::ffi::c_void;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// The extension of a game.
pub(super) const fn extension<G: Plugin>() -> SearchExtension {
    let size = size_of::<SearchExtension>() as u32;
    SearchExtension { size, reserved: 0, build: SEARCH_BUILD, run: Some(run::<G>) }
}

unsafe extern "C" fn run<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    errand: *const SearchErrand,
    findings: *mut SearchFindings,
) -> i32 {
    // SAFETY: the host passes a live instance, a state of it, and structures of this build, of which it writes neither
    // during the call.
    let ((game, state), asked, findings) = unsafe { (borrow::<G>(instance, state), &*errand, &mut *findings) };
    let Some(facts) = guard(None, || Some(game.facts())) else { return NOT_FOUND };
    if facts.repetition.is_some() {
        return NOT_FOUND;
    }
    // SAFETY: there are so many moves; `Move` is a transparent `u32`.
    let moves = unsafe { from_raw_parts(asked.moves.cast::<Move>(), asked.count as usize) };
    let turn = if asked.turn == TURN_MIN { Player::Min } else { Player::Max };
    let nodes = Nodes { visited: asked.visited, left: asked.left };
    let errand = Errand { method: asked.method, turn, depth: asked.depth, moves, nodes };
    // Outside of what may panic, so that the counts outlive it.
    let (checked, mut observer, mut tree, mut leaves) = (Checked { game, facts }, NoObserver, None, 0);
    let finished = guard(None, || {
        let root = Root::new(&checked, state);
        let tree = tree.insert(TreeWalk::new(&root, asked.depth, &mut observer, Host(asked)));
        Some(if asked.method == SEARCH_COUNTS_LEAVES {
            tree.resume(nodes);
            tree.walk_behind(moves[0], asked.depth).map(|counted| leaves = counted).is_ok()
        } else {
            tree.do_errand(&errand).is_ok()
        })
    });
    let end = match (&tree, finished) {
        (_, Some(true)) => SEARCH_FINISHED,
        (Some(tree), Some(false)) if tree.fault.is_none() => SEARCH_STOPPED,
        _ => SEARCH_FAILED,
    };
    (findings.end, findings.leaves) = (end, leaves);
    match tree {
        // SAFETY: the host's structure has room for a state and a line.
        Some(tree) => unsafe { report(tree, findings) },
        // The game panicked at once.
        None => (findings.visited, findings.left) = (nodes.visited, nodes.left),
    }
    OK
}

/// Writes what a walk has found.
///
/// # Safety
/// The structure has room for a state, and for so many moves as it says.
unsafe fn report<G: Game>(mut tree: TreeWalk<'_, Checked<'_, G>, NoObserver, Host<'_>>, findings: &mut SearchFindings) {
    let found = tree.findings(End::Stopped);
    (findings.visited, findings.left) = (found.nodes.visited, found.nodes.left);
    (findings.seldepth, findings.horizon) = (found.seldepth, found.horizon.into());
    if let Some((value, line)) = found.best {
        let length = line.len().min(findings.capacity as usize);
        // SAFETY: by this function's contract; `Move` is a transparent `u32`.
        unsafe { from_raw_parts_mut(findings.line.cast::<Move>(), length) }.copy_from_slice(&line[..length]);
        (findings.value, findings.length) = (value, length as u32);
    }
    match (tree.failed_after.take(), tree.fault.take()) {
        (Some((state, mv, want)), _) => {
            // SAFETY: by this function's contract. States have no destructor.
            unsafe { findings.failed.cast::<G::State>().write(state) };
            (findings.has_failed, findings.failed_move, findings.failed_want) = (1, mv.0, want.0);
        }
        (None, Some(fault)) => keep_failure(fault),
        (None, None) => {}
    }
}

/// The host, which lets a walk go on.
struct Host<'a>(&'a SearchErrand);

impl WalkSupervisor for Host<'_> {
    fn grant(&mut self, visited: u64) -> u64 {
        // SAFETY: the host's function, with its own context, on its own thread.
        unsafe { (self.0.grant)(self.0.context, visited) }
    }

    fn root_move(&mut self, _depth: u32, _mv: Move, number: u32) {
        // SAFETY: as in `grant`.
        unsafe { (self.0.root_move)(self.0.context, number) }
    }
}

/// A game whose answers are checked in the way that the host checks those of `step`: an answer that breaks a rule is an
/// error.
struct Checked<'a, G> {
    game: &'a G,
    facts: Facts,
}

impl<G: Game> Game for Checked<'_, G> {
    type State = G::State;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn play(&self, state: &mut G::State, mv: Move) {
        self.game.play(state, mv);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        self.game.outcome(state)
    }

    fn moves(&self, state: &G::State, out: &mut Moves<'_>) {
        self.game.moves(state, out);
    }

    #[inline(always)]
    fn leaves(&self, state: &G::State) -> Option<Leaves<impl Fn(u32) -> i32>> {
        self.game.leaves(state)
    }

    /// The host asks the game itself, which keeps the reason of a failure for as long as its state is at hand.
    fn last_error(&self, _state: &G::State) -> String {
        String::new()
    }

    #[inline(always)]
    fn visit(
        &self,
        parent: &G::State,
        mv: Move,
        child: &mut G::State,
        (is_horizon, win): (bool, i32),
        out: &mut Moves<'_>,
    ) -> Visit {
        let visit = self.game.visit(parent, mv, child, (is_horizon, win), out);
        let is_sound = match visit {
            Visit::Node { turn, count } => count > 0 && (turn != Turn::Chance || self.facts.chance.is_some()),
            Visit::Horizon(value) => value.unsigned_abs() < win.unsigned_abs(),
            Visit::Over(worth) => worth.unsigned_abs() <= UTILITY_LIMIT.unsigned_abs(),
            Visit::AboveLeaves(turn) => turn != Turn::Chance || self.facts.chance.is_some(),
            Visit::Failed => true,
        };
        if is_sound { visit } else { Visit::Failed }
    }
}
