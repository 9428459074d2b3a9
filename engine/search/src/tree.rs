//! The tree while it is walked: the recursion that all algorithms share, on memory that is allocated once a search.

use crate::effort::{Effort, LOOK_INTERVAL};
use crate::method::Method;
use crate::observer::{LeafKind, Node, Observer};
use crate::principal_variation::{PrincipalVariation, Row};
use crate::repetition::Path;
use crate::{Control, Event, Root};
use plyd_plugin::{Facts, Game, Move, Moves, Player, Step, Want};
use std::time::Duration;

/// The walk ended before the tree did: by a stop, a limit, or an error of the game.
pub(crate) struct Interrupted;

/// What the players already have elsewhere; a value outside changes nothing.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    const FULL: Self = Self { alpha: i32::MIN, beta: i32::MAX };

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.beta <= self.alpha
    }
}

/// The children of one node: their ply, and where their moves stand in the arena.
#[derive(Clone, Copy)]
struct Children {
    ply: usize,
    first: usize,
    end: usize,
    /// Whether they are valued statically if they are not finished.
    are_horizon: bool,
}

/// How many states are made at once: most searches never need more.
const STATES_AT_ONCE: usize = 128;

/// How often a search says that it is alive; only one that takes longer tells of its details.
pub(crate) const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// One search's memory and counters.
pub(crate) struct Tree<'a, G: Game, O> {
    pub(crate) game: &'a G,
    pub(crate) facts: Facts,
    effort: &'a Effort<'a>,
    pub(crate) observer: &'a mut O,
    report: &'a mut dyn FnMut(Event<'_>),
    /// The states of the current path, by ply.
    pub(crate) states: Vec<G::State>,
    /// The most plies that a path may have.
    plies: usize,
    /// The moves of all plies of the current path, one after the other. Grows to the longest path seen, then stays.
    pub(crate) arena: Vec<Move>,
    /// Where the rules ask for repetition.
    pub(crate) path: Option<Path>,
    pub(crate) pv: PrincipalVariation,
    /// The nodes this thread has visited, has told of, and may visit before it asks again.
    nodes: u64,
    told: u64,
    granted: u64,
    /// The nodes after which to look at the clock again.
    look_at: u64,
    next_progress: Duration,
    pub(crate) seldepth: usize,
    /// The ply at which unfinished games are valued statically.
    horizon_ply: usize,
    /// Whether an unfinished game was valued statically since [`Tree::start`].
    pub(crate) horizon: bool,
    /// The best value of the root since [`Tree::start`], once a root move was searched.
    pub(crate) root_value: Option<i32>,
    pub(crate) fault: Option<String>,
}

impl<'a, G: Game, O: Observer> Tree<'a, G, O> {
    /// For paths of at most `depth` plies from `root`.
    pub(crate) fn new(
        root: &Root<'a, G>,
        depth: u32,
        effort: &'a Effort<'a>,
        observer: &'a mut O,
        report: &'a mut dyn FnMut(Event<'_>),
    ) -> Self {
        let game = root.game;
        let facts = game.facts();
        let plies = depth.min(facts.max_plies) as usize;
        let path = facts.repetition.map(|rule| Path::new(rule, root.history, game.key(root.state), plies));
        Self {
            game,
            facts,
            effort,
            observer,
            report,
            states: vec![root.state.clone(); plies.min(STATES_AT_ONCE) + 1],
            plies,
            arena: Vec::new(),
            path,
            pv: PrincipalVariation::new(plies),
            nodes: 0,
            told: 0,
            granted: 0,
            look_at: 0,
            next_progress: PROGRESS_INTERVAL,
            seldepth: 0,
            horizon_ply: 0,
            horizon: false,
            root_value: None,
            fault: None,
        }
    }

    pub(crate) fn control(&self) -> &'a Control {
        self.effort.control()
    }

    /// The nodes that all threads of the search have visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.effort.visited() + (self.nodes - self.told)
    }

    /// Tells the other threads how many nodes this one has visited.
    pub(crate) fn tell_nodes(&mut self) {
        self.effort.tell(self.nodes - self.told);
        self.told = self.nodes;
    }

    /// The most plies that a path may have.
    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    pub(crate) fn report(&mut self, event: Event<'_>) {
        (self.report)(event);
    }

    /// The best line since [`Tree::start`].
    pub(crate) fn line(&self) -> Vec<Move> {
        self.pv.line(PrincipalVariation::ROOT)
    }

    /// Examines the root. Its moves go to the arena's beginning.
    pub(crate) fn examine_root(&mut self, want: Want) -> Step {
        self.reserve(0);
        let mut out = Moves::new(&mut self.arena[..self.facts.max_moves as usize]);
        let step = self.game.examine(&self.states[0], want, &mut out);
        if step.is_error() {
            self.fault = Some(self.game.last_error(&self.states[0]));
        }
        step
    }

    /// The first `count` root moves.
    pub(crate) fn root_moves(&mut self, count: usize) -> &mut [Move] {
        &mut self.arena[..count]
    }

    /// Searches the root's first `count` moves to `depth` by method `M`; the result is in `root_value` and the best line,
    /// also if the walk was interrupted.
    pub(crate) fn start<M: Method>(&mut self, turn: Player, depth: u32, count: usize) -> Result<i32, Interrupted> {
        self.begin(depth as usize);
        self.look()?;
        self.count_node()?;
        let window = Window::FULL;
        self.enter(0, 0, Move(0), turn, window);
        // Which recursion it is, is decided once: games without a rule of repetition pay nothing for it.
        let root = PrincipalVariation::ROOT;
        match (turn, self.path.is_some()) {
            (Player::Max, false) => self.node::<M, true, true, false>(0, window, 0, count, root),
            (Player::Min, false) => self.node::<M, false, true, false>(0, window, 0, count, root),
            (Player::Max, true) => self.node::<M, true, true, true>(0, window, 0, count, root),
            (Player::Min, true) => self.node::<M, false, true, true>(0, window, 0, count, root),
        }
    }

    /// Nothing is found yet in a search to this depth.
    pub(crate) fn begin(&mut self, depth: usize) {
        self.horizon_ply = depth;
        self.horizon = false;
        self.root_value = None;
        self.seldepth = 0;
        self.pv.clear(PrincipalVariation::ROOT);
    }

    /// One more node is visited, unless the search has to end.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> Result<(), Interrupted> {
        if self.nodes >= self.granted {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// The value of an unfinished node whose `count` moves stand in the arena from `first`; its best line goes to `row`.
    ///
    /// Examining the children inside the parent's loop, each played into its slot of the stack, costs one call of the game a
    /// node. Which child is the best so far is kept without a branch: no processor predicts it well.
    fn node<M: Method, const MAX: bool, const ROOT: bool, const REPEATS: bool>(
        &mut self,
        ply: usize,
        mut window: Window,
        first: usize,
        count: usize,
        row: Row,
    ) -> Result<i32, Interrupted> {
        if ply + 1 >= self.states.len() && !self.deepen(ply) {
            return Err(self.too_long(ply));
        }
        let end = first + count;
        self.reserve(end);
        // Its children are a ply deeper, and there is at least one.
        self.seldepth = self.seldepth.max(ply + 1);
        // Worse than every value, so that the first child always counts.
        let mut best = if MAX { i32::MIN } else { i32::MAX };
        let mut best_place = first;
        let mut kept = PrincipalVariation::row(ply + 1);
        let children = Children { ply: ply + 1, first, end, are_horizon: ply + 1 == self.horizon_ply };
        for place in first..end {
            // Minimax hands no window down, which the compiler sees as well.
            if ROOT {
                self.tell_root_move(place, place + 1);
            }
            let handed = if M::CUT { window } else { Window::FULL };
            let value = self.child::<M, REPEATS>(children, place, handed, kept.other())?;
            // Strictly better, so that ties keep the first move in the game's order.
            let is_better = if MAX { value > best } else { value < best };
            best = if is_better { value } else { best };
            best_place = if is_better { place } else { best_place };
            kept = if is_better { kept.other() } else { kept };
            if ROOT && is_better {
                self.root_value = Some(best);
                self.pv.set(row, self.arena[place], kept);
            }
            if M::CUT {
                if MAX { window.alpha = window.alpha.max(best) } else { window.beta = window.beta.min(best) }
            }
            if is_better {
                self.observer.update(ply, place - first, best, window.alpha, window.beta);
            }
            if M::CUT && window.is_empty() {
                if place + 1 < end {
                    self.observer.cut(ply, place + 1 - first, window.alpha, window.beta);
                }
                break;
            }
        }
        if !ROOT {
            self.pv.set(row, self.arena[best_place], kept);
        }
        self.observer.leave(ply, best);
        Ok(best)
    }

    #[inline(always)]
    fn child<M: Method, const REPEATS: bool>(
        &mut self,
        Children { ply, first, end, are_horizon }: Children,
        place: usize,
        window: Window,
        row: Row,
    ) -> Result<i32, Interrupted> {
        self.count_node()?;
        let mv = self.arena[place];
        let (path, below) = self.states.split_at_mut(ply);
        let (parent, child) = (&path[ply - 1], &mut below[0]);
        let also = if REPEATS { Want::KEY } else { Want::OUTCOME };
        let step = if are_horizon {
            self.game.step(parent, mv, child, Want::VALUE.and(also), &mut Moves::new(&mut []))
        } else {
            let room = &mut self.arena[end..end + self.facts.max_moves as usize];
            self.game.step(parent, mv, child, Want::MOVES.and(also), &mut Moves::new(room))
        };

        self.enter(ply, place - first, mv, step.turn(), window);
        if !step.is_ongoing() {
            if step.is_error() {
                return Err(self.failed(ply));
            }
            let value = step.worth(self.facts.win);
            return Ok(self.leaf(ply, value, LeafKind::Finished, row));
        }
        if REPEATS && let Some((worth, _)) = self.path.as_mut().and_then(|path| path.note(ply, step)) {
            return Ok(self.leaf(ply, worth, LeafKind::Finished, row));
        }
        if are_horizon {
            self.horizon = true;
            return Ok(self.leaf(ply, step.value(), LeafKind::Horizon, row));
        }
        match step.turn() {
            Player::Max => self.node::<M, true, false, REPEATS>(ply, window, end, step.count(), row),
            Player::Min => self.node::<M, false, false, REPEATS>(ply, window, end, step.count(), row),
        }
    }

    #[inline(always)]
    pub(crate) fn enter(&mut self, ply: usize, index: usize, mv: Move, turn: Player, Window { alpha, beta }: Window) {
        let depth = self.horizon_ply.saturating_sub(ply) as u32;
        self.observer.enter(Node { ply, index, mv, turn, depth, alpha, beta });
    }

    #[inline(always)]
    fn leaf(&mut self, ply: usize, value: i32, kind: LeafKind, row: Row) -> i32 {
        self.pv.clear(row);
        self.observer.leaf(ply, value, kind);
        value
    }

    /// Counts the leaves below the root's move at `place`, `depth` plies below the root. A finished game has none further
    /// down. The moves of the last ply are counted, not played.
    pub(crate) fn perft(&mut self, ply: usize, place: usize, depth: u32, end: usize) -> Result<u64, Interrupted> {
        self.count_node()?;
        if depth == 1 {
            return Ok(1);
        }
        if ply + 1 >= self.states.len() && !self.deepen(ply) {
            return Err(self.too_long(ply));
        }
        self.reserve(end);
        let mv = self.arena[place];
        let (path, below) = self.states.split_at_mut(ply + 1);
        let mut out = Moves::new(&mut self.arena[end..end + self.facts.max_moves as usize]);
        let step = self.game.step(&path[ply], mv, &mut below[0], Want::MOVES, &mut out);
        if step.is_error() {
            return Err(self.failed(ply + 1));
        }
        if depth == 2 || !step.is_ongoing() {
            return Ok(if step.is_ongoing() { step.count() as u64 } else { 0 });
        }
        let below_end = end + step.count();
        (end..below_end).map(|place| self.perft(ply + 1, place, depth - 1, below_end)).sum()
    }

    /// Makes room for the moves of one more position from `end` on.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, end: usize) {
        let needed = end + self.facts.max_moves as usize;
        if needed > self.arena.len() {
            self.grow(needed);
        }
    }

    /// Makes room for the children of the position at this ply, unless no path may be so long.
    #[cold]
    pub(crate) fn deepen(&mut self, ply: usize) -> bool {
        let needed = (ply + 1).next_multiple_of(STATES_AT_ONCE).min(self.plies) + 1;
        if needed > self.states.len() {
            let state = self.states[0].clone();
            self.states.resize(needed, state);
        }
        ply + 1 < self.states.len()
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.arena.resize(needed.next_power_of_two(), Move(0));
    }

    /// Looks whether the search has to end, and takes leave for more nodes.
    #[cold]
    pub(crate) fn poll(&mut self) -> Result<(), Interrupted> {
        if self.effort.has_ended() {
            return Err(Interrupted);
        }
        if self.nodes >= self.look_at {
            self.look()?;
        }
        if self.nodes >= self.granted {
            let more = self.effort.take();
            if more == 0 {
                return Err(Interrupted);
            }
            self.granted += more;
            self.tell_nodes();
        }
        Ok(())
    }

    /// Looks at the clock and the stop flag.
    pub(crate) fn look(&mut self) -> Result<(), Interrupted> {
        if self.effort.must_stop() {
            return Err(Interrupted);
        }
        self.look_at = self.nodes + LOOK_INTERVAL;
        let time = self.control().elapsed();
        if time >= self.next_progress {
            self.next_progress = time + PROGRESS_INTERVAL;
            let nodes = self.nodes();
            self.report(Event::Progress { nodes, time });
        }
        Ok(())
    }

    /// After a second: says that the root move at this place is searched, as the `number`th (from 1) of its iteration.
    pub(crate) fn tell_root_move(&mut self, place: usize, number: usize) {
        if self.control().elapsed() >= PROGRESS_INTERVAL {
            let (depth, mv) = (self.horizon_ply.min(self.plies) as u32, self.arena[place]);
            self.report(Event::RootMove { depth, mv, number: number as u32 });
        }
    }

    #[cold]
    pub(crate) fn failed(&mut self, ply: usize) -> Interrupted {
        self.fault = Some(self.game.last_error(&self.states[ply]));
        Interrupted
    }

    #[cold]
    pub(crate) fn too_long(&mut self, ply: usize) -> Interrupted {
        self.fault = Some(format!("the game goes on after the {ply} plies that were declared"));
        Interrupted
    }
}
