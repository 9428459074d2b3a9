//! The tree while it is walked: what all recursions share, on memory that is allocated once a search.

use crate::{Node, Observer, Path, PrincipalVariation, Root, Supervisor, seen};
use plyd_rules::{Chance, Facts, Game, Move, Moves, Player, Step, Want};

/// The walk ended before the tree did: by a stop, a limit, or an error of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// The values that the players already have elsewhere; a value outside changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower end: what MAX already has.
    pub alpha: i32,
    /// The upper end: what MIN already has.
    pub beta: i32,
}

impl Window {
    /// Whether no value lies within the window.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.beta <= self.alpha
    }

    /// A node that is entered with this window at this ply, with this depth to go.
    #[inline(always)]
    #[must_use]
    pub fn entered(self, ply: usize, depth: usize, index: usize, mv: Move, turn: Player) -> Node {
        let (alpha, beta) = (seen(self.alpha), seen(self.beta));
        Node { ply, index, mv, turn: turn.into(), depth: depth as u32, alpha, beta }
    }
}

/// The number of states made at once: most searches never need more.
const STATES_AT_ONCE: usize = 128;

/// One walk's memory and counters.
#[derive(Debug)]
pub struct Tree<'a, G: Game, O, S> {
    /// The rules.
    pub game: &'a G,
    /// The facts that they declare.
    pub facts: Facts,
    /// The observer of the walk.
    pub observer: &'a mut O,
    /// The supervisor of the walk.
    pub supervisor: S,
    /// The states of the current path, by ply.
    pub states: Vec<G::State>,
    /// A state to look at moves without playing them.
    pub(crate) beyond: G::State,
    /// The most plies that a path may have.
    plies: usize,
    /// The moves of all plies of the current path, one after the other. Grows to the longest path seen, then stays.
    pub arena: Vec<Move>,
    /// The weights of the outcomes of chance nodes, each at the place of its outcome in the arena. Empty in a game
    /// without chance.
    pub weights: Vec<u32>,
    /// The history, if the rules need it.
    pub path: Option<Path>,
    /// The best lines of the nodes on the current path.
    pub pv: PrincipalVariation,
    /// The nodes it has visited, and may visit before it asks again.
    visited: u64,
    granted: u64,
    /// The deepest ply reached since [`Tree::begin`].
    pub seldepth: usize,
    /// The ply at which unfinished games are valued statically.
    pub horizon_ply: usize,
    /// Whether an unfinished game was valued statically since [`Tree::begin`].
    pub horizon: bool,
    /// The best value of the root since [`Tree::begin`], once a root move was searched.
    pub root_value: Option<i32>,
    /// The same in a game with chance: the expectation.
    pub root_expectation: Option<f64>,
    /// The game's fault, if that ended the walk.
    pub fault: Option<String>,
}

impl<'a, G: Game, O: Observer, S: Supervisor> Tree<'a, G, O, S> {
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
            states: vec![root.state.clone(); at_once + 1],
            beyond: root.state.clone(),
            plies,
            arena: Vec::new(),
            weights: Vec::new(),
            path,
            pv: PrincipalVariation::new(at_once),
            visited: 0,
            granted: 0,
            seldepth: 0,
            horizon_ply: 0,
            horizon: false,
            root_value: None,
            root_expectation: None,
            fault: None,
        }
    }

    /// The nodes visited so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// The most plies that a path may have.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The best line since [`Tree::begin`].
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

    /// Begins a search of the root to this depth, in which nothing is found yet, and counts the root.
    ///
    /// # Errors
    /// The supervisor ends the walk.
    pub fn begin(&mut self, depth: usize) -> Result<(), Interrupted> {
        self.horizon_ply = depth;
        self.horizon = false;
        self.root_value = None;
        self.root_expectation = None;
        self.seldepth = 0;
        self.pv.clear(PrincipalVariation::ROOT);
        if !self.supervisor.may_begin(self.visited) {
            return Err(Interrupted);
        }
        self.count_node()
    }

    /// Visits one more node, unless the walk must end.
    ///
    /// # Errors
    /// The supervisor ends the walk.
    #[inline(always)]
    pub fn count_node(&mut self) -> Result<(), Interrupted> {
        if self.visited >= self.granted {
            self.ask()?;
        }
        self.visited += 1;
        Ok(())
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

    /// Takes leave for more nodes.
    #[cold]
    fn ask(&mut self) -> Result<(), Interrupted> {
        let more = self.supervisor.grant(self.visited);
        if more == 0 {
            return Err(Interrupted);
        }
        self.granted = self.visited.saturating_add(more);
        Ok(())
    }

    /// Says that the root move at this place is searched, as the `number`th (from 1) of its iteration.
    pub fn tell_root_move(&mut self, place: usize, number: usize) {
        let depth = self.horizon_ply.min(self.plies) as u32;
        self.supervisor.root_move(depth, self.arena[place], number as u32);
    }

    /// The game answered with an error about the state at this ply.
    #[cold]
    #[must_use]
    pub fn failed(&mut self, ply: usize) -> Interrupted {
        self.fault = Some(self.game.last_error(&self.states[ply]));
        Interrupted
    }

    /// A value of a game with chance, all of whose values lie between the bounds that it declared.
    ///
    /// # Errors
    /// This one does not. Every cut at a chance node rests on the bounds, so the walk ends.
    #[inline]
    pub fn bounded(&mut self, value: i32) -> Result<f64, Interrupted> {
        let Chance { low, high, .. } = self.chance();
        if value < low || high < value {
            self.fault = Some(format!("a position is worth {value}, which is not within the declared {low} to {high}"));
            return Err(Interrupted);
        }
        Ok(value.into())
    }

    /// The game had permitted moves at this ply when it was asked whether it goes on, and has none now.
    #[cold]
    #[must_use]
    pub fn contradicted(&mut self, ply: usize) -> Interrupted {
        let reason =
            format!("the keys of the positions after ply {ply} changed: the rule of repetition forbids all moves");
        self.fault = Some(reason);
        Interrupted
    }

    /// The game is still not over at this ply, beyond which no path may go.
    #[cold]
    #[must_use]
    pub fn too_long(&mut self, ply: usize) -> Interrupted {
        self.fault = Some(format!("the game goes on after the {ply} plies that were declared"));
        Interrupted
    }
}
