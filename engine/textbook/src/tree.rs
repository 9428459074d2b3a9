//! The tree while it is walked: what all recursions share, on memory that is allocated once a search.

use crate::room::{PlyRoom, STATES_AT_ONCE, Segment, moves_for, plies_to_find_again};
use crate::{Conventions, Observer, Path, PrincipalVariation, Root, WalkSupervisor};
use plyd_rules::inside::Nodes;
use plyd_rules::{Chance, Facts, Game, Move, Moves, Step, Want};

/// The walk ended before the tree did: by a stop, a limit, or an error of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkInterrupted;

/// One walk's memory and counters.
#[derive(Debug)]
pub struct TreeWalk<'a, G: Game, O, S> {
    /// The rules.
    pub game: &'a G,
    /// The facts that they declare.
    pub facts: Facts,
    /// The observer of the walk.
    pub observer: &'a mut O,
    /// The supervisor of the walk.
    pub supervisor: S,
    /// When [`AlphaBetaByConventions`](crate::AlphaBetaByConventions) cuts, and what it reports.
    pub conventions: Conventions,
    /// The states of the current path, by ply.
    pub states: Vec<G::State>,
    /// A state to look at moves without playing them.
    pub(crate) beyond: G::State,
    /// The most plies that a path may have.
    pub(crate) plies: usize,
    /// The moves of all plies of the current path, one after the other. Grows to the longest path seen, then stays.
    pub arena: Vec<Move>,
    /// The weights of the outcomes of chance nodes, each at the place of its outcome in the arena. Empty in a game
    /// without chance.
    pub weights: Vec<u32>,
    /// The history, if the rules need it.
    pub path: Option<Path>,
    /// The best lines of the nodes on the current path.
    pub pv: PrincipalVariation,
    /// The number of nodes it may visit before it asks again, and how many of them are left.
    allowed: u64,
    left: u64,
    /// Whether the walk has ended before the tree did.
    pub(crate) ended: bool,
    /// In the textbook recursion: the fewest plies to the horizon that a node had since [`TreeWalk::begin`].
    pub(crate) least_left: usize,
    /// In the textbook recursion: nodes with at most this many plies to the horizon keep no lines.
    pub(crate) lineless: usize,
    /// Room for paths longer than most.
    pub(crate) spare: Vec<Segment<G::State>>,
    /// The deepest ply reached since [`TreeWalk::begin`].
    pub seldepth: usize,
    /// The ply at which unfinished games are valued statically.
    pub horizon_ply: usize,
    /// Whether an unfinished game was valued statically since [`TreeWalk::begin`].
    pub horizon: bool,
    /// The best value of the root since [`TreeWalk::begin`], once a root move was searched.
    pub root_value: Option<i32>,
    /// The same in a game with chance: the expectation.
    pub root_expectation: Option<f64>,
    /// The game's fault, if that ended the walk.
    pub fault: Option<String>,
    /// In the textbook recursion: the position and the move after which the game answered with the error, and what it
    /// was asked.
    pub failed_after: Option<(G::State, Move, Want)>,
}

impl<'a, G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'a, G, O, S> {
    /// For paths of at most `depth` plies from `root`.
    pub fn new(root: &Root<'a, G>, depth: u32, observer: &'a mut O, supervisor: S) -> Self {
        let game = root.game;
        let facts = game.facts();
        let plies = depth.min(facts.max_plies) as usize;
        let at_once = plies.min(STATES_AT_ONCE);
        let path = Path::from_root(root, plies);
        Self {
            game,
            facts,
            observer,
            supervisor,
            conventions: Conventions::default(),
            states: vec![root.state.clone(); at_once + 1],
            beyond: root.state.clone(),
            plies,
            arena: Vec::new(),
            weights: Vec::new(),
            path,
            pv: PrincipalVariation::new(0),
            allowed: 0,
            left: 0,
            ended: false,
            least_left: 0,
            lineless: 0,
            spare: Vec::new(),
            seldepth: 0,
            horizon_ply: 0,
            horizon: false,
            root_value: None,
            root_expectation: None,
            fault: None,
            failed_after: None,
        }
    }

    /// Makes room for a line of play at every ply.
    #[must_use]
    pub fn with_lines(mut self) -> Self {
        self.pv.grow(self.states.len() - 1);
        self
    }

    /// The nodes visited so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.allowed - self.left
    }

    /// The nodes visited so far, and those that it may visit before it asks again.
    #[must_use]
    pub fn nodes(&self) -> Nodes {
        Nodes { visited: self.visited(), left: self.left }
    }

    /// Goes on after a walk elsewhere that came to these counts.
    pub fn resume(&mut self, nodes: Nodes) {
        self.allowed = nodes.visited.saturating_add(nodes.left);
        self.left = self.allowed - nodes.visited;
    }

    /// The most plies that a path may have.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The best line since [`TreeWalk::begin`].
    #[must_use]
    pub fn line(&self) -> Vec<Move> {
        self.pv.line(PrincipalVariation::ROOT)
    }

    /// Examines the root. Its moves go to the arena's beginning.
    pub fn examine_root(&mut self, want: Want) -> Step {
        self.reserve(0);
        let mut out = Moves::new(&mut self.arena[..self.facts.max_moves as usize]);
        let step = self.game.examine(&self.states[0], want, &mut out);
        if step.is_error() {
            self.fault = Some(self.game.last_error(&self.states[0]));
        }
        step
    }

    /// The first `count` root moves.
    pub fn root_moves(&mut self, count: usize) -> &mut [Move] {
        &mut self.arena[..count]
    }

    /// Begins a search of the root to this depth, without earlier findings, and counts the root.
    ///
    /// # Errors
    /// The supervisor ends the walk.
    pub fn begin(&mut self, depth: usize) -> Result<(), WalkInterrupted> {
        self.forget(depth);
        if !self.supervisor.may_begin(self.visited()) {
            return Err(WalkInterrupted);
        }
        self.count_node()
    }

    /// Forgets all findings, before a search to this depth.
    pub(crate) fn forget(&mut self, depth: usize) {
        self.horizon_ply = depth;
        self.horizon = false;
        self.root_value = None;
        self.root_expectation = None;
        self.seldepth = 0;
        self.ended = false;
        self.pv.clear(PrincipalVariation::ROOT);
    }

    /// Visits one more node, unless the walk must end.
    ///
    /// # Errors
    /// The supervisor ends the walk.
    #[inline(always)]
    pub fn count_node(&mut self) -> Result<(), WalkInterrupted> {
        if self.left == 0 {
            self.ask()?;
        }
        self.left -= 1;
        Ok(())
    }

    /// The same as [`TreeWalk::count_node`], for a recursion that goes on without looking at the end: a walk that has
    /// ended may not visit another node.
    #[inline(always)]
    pub(crate) fn may_visit(&mut self) -> bool {
        if self.left == 0 && self.ask().is_err() {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Whether it may visit this many nodes without asking.
    #[inline(always)]
    pub(crate) fn may_visit_all(&self, count: u64) -> bool {
        self.left >= count
    }

    /// Counts this many nodes, which it was allowed to visit.
    #[inline(always)]
    pub(crate) fn count_visited(&mut self, count: u64) {
        self.left -= count;
    }

    /// Makes room for the moves of one more position from `end` on.
    #[inline(always)]
    pub fn reserve(&mut self, end: usize) {
        let needed = end + self.facts.max_moves as usize;
        if needed > self.arena.len() {
            self.grow(needed);
        }
    }

    /// Makes room for the children of the position at this ply; `false` if the path would be too long.
    #[cold]
    pub fn deepen(&mut self, ply: usize) -> bool {
        let needed = (ply + 1).next_multiple_of(STATES_AT_ONCE).min(self.plies) + 1;
        if needed > self.states.len() {
            let state = self.states[0].clone();
            self.states.resize(needed, state);
            self.pv.grow(needed - 1);
        }
        ply + 1 < self.states.len()
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.arena.resize(needed.next_power_of_two(), Move(0));
    }

    /// Makes room for the walk to the horizon.
    pub(crate) fn prepare(&mut self) {
        let most = self.facts.max_moves as usize;
        let needed = moves_for(most, most, self.plies().min(self.horizon_ply));
        if self.arena.len() < needed {
            self.arena.resize(needed, Move(0));
        }
    }

    /// Makes room for lines of play. If some may be left out, decides where.
    pub(crate) fn prepare_lines(&mut self, may_leave_out: bool) {
        let plies = self.plies().min(self.horizon_ply);
        let last = if may_leave_out { plies_to_find_again(self.facts.max_moves) } else { 0 };
        self.lineless = if last > 0 { self.horizon_ply - plies + last } else { 0 };
        self.least_left = self.horizon_ply + 1;
        self.pv.grow(plies.min(STATES_AT_ONCE));
    }

    /// Walks on from a node at this ply, in a segment that begins with its state and moves. Ends the walk if the path
    /// exceeds the longest possible.
    pub(crate) fn in_segment<T>(
        &mut self,
        ply: usize,
        state: &G::State,
        moves: &[Move],
        walk: impl FnOnce(&mut Self, PlyRoom<'_, G::State>) -> T,
    ) -> Option<T> {
        let plies = self.plies().saturating_sub(ply).min(STATES_AT_ONCE);
        if plies == 0 {
            self.end_with(Self::overlong(ply));
            return None;
        }
        let mut segment = self.spare.pop().unwrap_or(Segment::EMPTY);
        if segment.states.len() <= plies {
            segment.states.resize(plies + 1, state.clone());
        }
        segment.states[0].clone_from(state);
        let needed = moves_for(moves.len(), self.facts.max_moves as usize, plies);
        if segment.moves.len() < needed {
            segment.moves.resize(needed, Move(0));
        }
        segment.moves[..moves.len()].copy_from_slice(moves);
        let found = walk(self, PlyRoom { states: &mut segment.states[..=plies], moves: &mut segment.moves });
        self.spare.push(segment);
        Some(found)
    }

    /// Takes leave for more nodes.
    #[cold]
    fn ask(&mut self) -> Result<(), WalkInterrupted> {
        let more = if self.ended { 0 } else { self.supervisor.grant(self.allowed) };
        if more == 0 {
            self.ended = true;
            return Err(WalkInterrupted);
        }
        let before = self.allowed;
        self.allowed = before.saturating_add(more);
        self.left = self.allowed - before;
        Ok(())
    }

    /// Reports that a root move is searched, the `number`th (from 1) of its iteration.
    pub fn tell_root_move(&mut self, mv: Move, number: usize) {
        let depth = self.horizon_ply.min(self.plies) as u32;
        self.supervisor.root_move(depth, mv, number as u32);
    }

    /// Ends the walk because of the game, for this reason: it may visit no more nodes.
    #[cold]
    pub(crate) fn end_with(&mut self, fault: String) {
        self.fault = Some(fault);
        self.ended = true;
        self.allowed -= self.left;
        self.left = 0;
    }

    /// Ends the walk: the game answered with an error about the child after this move.
    #[cold]
    pub(crate) fn fail_after(&mut self, parent: &G::State, mv: Move, want: Want, child: &G::State) {
        self.end_with(self.game.last_error(child));
        self.failed_after = Some((parent.clone(), mv, want));
    }

    /// The game answered with an error about the state at this ply.
    #[cold]
    #[must_use]
    pub fn failed(&mut self, ply: usize) -> WalkInterrupted {
        self.fault = Some(self.game.last_error(&self.states[ply]));
        WalkInterrupted
    }

    /// A value of a game with chance, all of whose values lie between the bounds that it declared.
    ///
    /// # Errors
    /// This one does not. Every cut at a chance node rests on the bounds, so the walk ends.
    #[inline]
    pub fn bounded(&mut self, value: i32) -> Result<f64, WalkInterrupted> {
        let Chance { low, high, .. } = self.chance();
        if value < low || high < value {
            self.fault = Some(format!("a position is worth {value}, which is not within the declared {low} to {high}"));
            return Err(WalkInterrupted);
        }
        Ok(value.into())
    }

    /// The game had permitted moves at this ply when it was asked whether it goes on, and has none now.
    #[cold]
    #[must_use]
    pub fn contradicted(&mut self, ply: usize) -> WalkInterrupted {
        self.fault = Some(Self::contradiction(ply));
        WalkInterrupted
    }

    pub(crate) fn contradiction(ply: usize) -> String {
        format!("the keys of the positions after ply {ply} changed: the rule of repetition forbids all moves")
    }

    /// The game is still not over at this ply, beyond which no path may go.
    #[cold]
    #[must_use]
    pub fn too_long(&mut self, ply: usize) -> WalkInterrupted {
        self.fault = Some(Self::overlong(ply));
        WalkInterrupted
    }

    pub(crate) fn overlong(ply: usize) -> String {
        format!("the game goes on after the {ply} plies that were declared")
    }
}
