//! The tree while it is walked: what all recursions share, on memory that is allocated once a search.

use crate::effort::{Effort, LOOK_INTERVAL};
use crate::observer::{Node, Observer};
use crate::principal_variation::PrincipalVariation;
use crate::repetition::Path;
use crate::{Control, Event, Root};
use plyd_rules::{Facts, Game, Move, Moves, Player, Step, Want};
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
    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.beta <= self.alpha
    }

    /// A node that is entered with this window at this ply, with this depth to go.
    #[inline(always)]
    pub(crate) fn entered(self, ply: usize, depth: usize, index: usize, mv: Move, turn: Player) -> Node {
        Node { ply, index, mv, turn, depth: depth as u32, alpha: self.alpha, beta: self.beta }
    }
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
    pub(crate) horizon_ply: usize,
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
        let at_once = plies.min(STATES_AT_ONCE);
        let path = facts.repetition.map(|rule| Path::new(rule, root.history, game.key(root.state), plies));
        Self {
            game,
            facts,
            effort,
            observer,
            report,
            states: vec![root.state.clone(); at_once + 1],
            plies,
            arena: Vec::new(),
            path,
            pv: PrincipalVariation::new(at_once),
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
            self.pv.grow(needed - 1);
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
