//! The interface between a walk and its caller: leave for nodes, the wish to end, and reports about the root.

use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Turn, Want};
use plyd_textbook::{
    AlphaBeta, Minimax, NoObserver, PerftResult, Root, TreeWalk, WalkInterrupted, WalkSupervisor, perft,
};

const DEPTH: u32 = 5;

/// A tree in which every node down to [`DEPTH`] has three children; a state is its ply and the path to it.
struct Ternary;

impl Game for Ternary {
    type State = (u32, u32);

    fn facts(&self) -> Facts {
        Facts { max_moves: 3, max_plies: DEPTH, win: 1_000, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &Self::State) -> Turn {
        if state.0.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }

    fn play(&self, state: &mut Self::State, mv: Move) {
        *state = (state.0 + 1, state.1 * 3 + mv.0);
    }

    fn outcome(&self, state: &Self::State) -> Outcome {
        // Values in an order that no algorithm can foresee.
        if state.0 == DEPTH { Outcome::Utility((state.1 * 179 % 243).cast_signed()) } else { Outcome::Ongoing }
    }

    fn moves(&self, _state: &Self::State, out: &mut Moves<'_>) {
        (0..3).for_each(|number| out.push(Move(number)));
    }
}

const START: (u32, u32) = (0, 0);
/// All nodes of the tree.
const NODES: u64 = (3_u64.pow(DEPTH + 1) - 1) / 2;

/// Grants portions until `left` nodes are given, and records what it hears.
struct PortionSupervisor<'a> {
    left: u64,
    at_once: u64,
    may_begin: bool,
    asked: &'a mut Vec<u64>,
    root_moves: &'a mut Vec<(u32, Move, u32)>,
}

impl WalkSupervisor for PortionSupervisor<'_> {
    fn grant(&mut self, visited: u64) -> u64 {
        self.asked.push(visited);
        let given = self.at_once.min(self.left);
        self.left -= given;
        given
    }

    fn may_begin(&mut self, _visited: u64) -> bool {
        self.may_begin
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: u32) {
        self.root_moves.push((depth, mv, number));
    }
}

/// A walk as it is seen from outside.
#[derive(Debug, PartialEq, Eq)]
struct WalkResult {
    value: Result<i32, WalkInterrupted>,
    root_value: Option<i32>,
    line: Vec<Move>,
    visited: u64,
    asked: Vec<u64>,
    root_moves: Vec<(u32, Move, u32)>,
}

fn walk(left: u64, at_once: u64, may_begin: bool, first: usize) -> WalkResult {
    let (mut asked, mut root_moves, mut observer) = (Vec::new(), Vec::new(), NoObserver);
    let portions = PortionSupervisor { left, at_once, may_begin, asked: &mut asked, root_moves: &mut root_moves };
    let mut tree = TreeWalk::new(&Root::new(&Ternary, &START), DEPTH, &mut observer, portions);
    let root = tree.examine_root(Want::MOVES);
    let value = tree.search_root::<Minimax>(root.player(), DEPTH, first.min(root.count()));
    let (root_value, line, visited) =
        (tree.root_value, tree.root_value.map_or(Vec::new(), |value| tree.whole_line(value)), tree.visited());
    assert_eq!(tree.fault, None);
    WalkResult { value, root_value, line, visited, asked, root_moves }
}

/// The value of a state, from the definition.
fn value(state: (u32, u32)) -> i32 {
    if let Outcome::Utility(value) = Ternary.outcome(&state) {
        return value;
    }
    let children = (0..3).map(|number| value((state.0 + 1, state.1 * 3 + number)));
    match Ternary.turn(&state) {
        Turn::Max => children.max(),
        Turn::Min => children.min(),
        Turn::Chance => unreachable!("no chance"),
    }
    .expect("it has children")
}

/// Alpha-beta as it is taught: the value, and how many nodes it reads.
fn alpha_beta(state: (u32, u32), mut alpha: i32, mut beta: i32) -> (i32, u64) {
    if let Outcome::Utility(value) = Ternary.outcome(&state) {
        return (value, 1);
    }
    let is_max = Ternary.turn(&state) == Player::Max;
    let (mut best, mut nodes) = (if is_max { i32::MIN } else { i32::MAX }, 1);
    for number in 0..3 {
        let (value, below) = alpha_beta((state.0 + 1, state.1 * 3 + number), alpha, beta);
        nodes += below;
        if is_max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if beta <= alpha {
            break;
        }
    }
    (best, nodes)
}

#[test]
fn leave_is_asked_for_when_a_portion_is_used_up() {
    let walk = walk(u64::MAX, 50, true, 3);
    assert_eq!(walk.visited, NODES);
    assert_eq!(walk.asked, (0..NODES).step_by(50).collect::<Vec<_>>());
    assert_eq!((walk.value, walk.root_value), (Ok(value(START)), Some(value(START))));
    assert_eq!(walk.line.len(), DEPTH as usize);
    let told: Vec<_> = (0..3).map(|number| (DEPTH, Move(number), number + 1)).collect();
    assert_eq!(walk.root_moves, told);
}

#[test]
fn no_grant_ends_a_walk_at_the_very_node_and_keeps_what_is_known() {
    // The first root move has a third of the nodes below the root.
    let enough = 1 + (NODES - 1) / 3;
    let ended = walk(enough, 7, true, 3);
    assert_eq!((ended.visited, ended.value), (enough, Err(WalkInterrupted)));
    assert_eq!(ended.root_value, Some(value((1, 0))));
    assert_eq!(ended.line[0], Move(0));
    let sooner = walk(enough - 1, 7, true, 3);
    assert_eq!((sooner.visited, sooner.value, sooner.root_value), (enough - 1, Err(WalkInterrupted), None));
}

#[test]
fn a_search_that_may_not_begin_visits_nothing() {
    let walk = walk(u64::MAX, 50, false, 3);
    assert_eq!((walk.value, walk.visited, walk.asked.len()), (Err(WalkInterrupted), 0, 0));
}

#[test]
fn only_the_first_root_moves_are_searched() {
    let walk = walk(u64::MAX, 50, true, 2);
    assert_eq!(walk.value, Ok(value((1, 0)).max(value((1, 1)))));
    assert_eq!(walk.visited, 1 + (NODES - 1) / 3 * 2);
}

#[test]
fn alpha_beta_finds_the_same_in_the_textbooks_nodes() {
    let (mut asked, mut root_moves, mut observer) = (Vec::new(), Vec::new(), NoObserver);
    let portions = PortionSupervisor {
        left: u64::MAX,
        at_once: 9,
        may_begin: true,
        asked: &mut asked,
        root_moves: &mut root_moves,
    };
    let mut tree = TreeWalk::new(&Root::new(&Ternary, &START), DEPTH, &mut observer, portions);
    let root = tree.examine_root(Want::MOVES);
    assert_eq!(tree.search_root::<AlphaBeta>(root.player(), DEPTH, 3), Ok(value(START)));
    let (wanted, read) = alpha_beta(START, i32::MIN, i32::MAX);
    assert_eq!((wanted, read), (value(START), tree.visited()));
    assert!(read < NODES, "nothing was cut");
}

#[test]
fn a_count_of_leaves_asks_for_leave_too() {
    let count = |left| {
        let (mut asked, mut root_moves) = (Vec::new(), Vec::new());
        let portions =
            PortionSupervisor { left, at_once: 10, may_begin: true, asked: &mut asked, root_moves: &mut root_moves };
        let mut heard = Vec::new();
        let counted = perft(&Root::new(&Ternary, &START), DEPTH, portions, &mut |mv, leaves| heard.push((mv, leaves)));
        (counted, heard, asked.len())
    };
    let (counted, heard, _) = count(u64::MAX);
    assert_eq!(counted, PerftResult::Total(3_u64.pow(DEPTH)));
    assert_eq!(heard, [0, 1, 2].map(|number| (Move(number), 3_u64.pow(DEPTH - 1))));
    let (counted, heard, asked) = count(20);
    assert_eq!((counted, heard, asked), (PerftResult::Stopped, vec![], 3));
}
