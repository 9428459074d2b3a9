//! A search that ends while it searches a move again that proved better than the window.

use crate::random::Random;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player};
use plyd_search::{
    Algorithm, Answer, Control, Event, Iteration, LeafKind, Limits, Node, Observer, Root, Score, Settings, Side, Table,
    search,
};
use plyd_trials::open;

/// A game without an end whose values jump about.
struct Restless;

impl Game for Restless {
    type State = u64;

    fn facts(&self) -> Facts {
        Facts { max_moves: 4, win: 10_000, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u64) -> Player {
        if state >> 60 & 1 == 0 { Player::Max } else { Player::Min }
    }
    fn play(&self, state: &mut u64, mv: Move) {
        *state = (*state ^ u64::from(mv.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }
    fn outcome(&self, _state: &u64) -> Outcome {
        Outcome::Ongoing
    }
    fn moves(&self, _state: &u64, out: &mut Moves<'_>) {
        (1..=4).for_each(|number| out.push(Move(number)));
    }
    fn evaluate(&self, state: &u64) -> i32 {
        (state >> 7 & 0x1FF) as i32 - 256
    }
}

/// Follows the root of the iteration at work.
#[derive(Default)]
struct Follower {
    /// The root, with its window as it is now.
    root: Option<Node>,
    /// The root move that was entered last, and how often it was entered without being left.
    entered: Option<Node>,
    open: u32,
    /// Whether that is not the first move of this window.
    is_later: bool,
    /// The move that proved better than a window, and what it is worth at least, until a larger window tells more.
    failed_high: Option<(usize, i32)>,
}

impl Observer for Follower {
    fn enter(&mut self, node: Node) {
        if node.ply == 0 {
            (self.root, self.entered) = (Some(node), None);
        } else if node.ply == 1 {
            // A position may be entered within itself, to confirm a null move.
            if self.open == 0 {
                (self.is_later, self.entered) = (self.entered.is_some(), Some(node));
            }
            self.open += 1;
        }
    }

    fn leaf(&mut self, ply: usize, value: i32, _: LeafKind) {
        self.leave(ply, value);
    }

    fn leave(&mut self, ply: usize, value: i32) {
        if ply != 1 {
            return;
        }
        self.open -= 1;
        if self.open > 0 {
            return;
        }
        let (root, child) = (self.root.unwrap(), self.entered.unwrap());
        // Of a later move it is asked with a window of one point whether it is better, and then how much.
        let is_question = self.is_later && child.beta - child.alpha == 1 && child.depth + 1 == root.depth;
        let is_better = is_question && root.alpha < value && value < root.beta;
        self.failed_high = is_better.then_some((child.index, value));
    }

    fn update(&mut self, ply: usize, child: usize, best: i32, alpha: i32, beta: i32) {
        if ply > 0 {
            return;
        }
        let root = self.root.as_mut().unwrap();
        if if root.turn == Player::Max { best >= root.beta } else { best <= root.alpha } {
            (self.failed_high, self.is_later) = (Some((child, best)), false);
        }
        (root.alpha, root.beta) = (alpha, beta);
    }
}

fn run<G: Game, O: Observer>(game: &G, root: &G::State, nodes: u64, observer: &mut O) -> (Answer, Iteration) {
    let table = Table::new(1).unwrap();
    let settings = Settings { table: Some(&table), ..Algorithm::Pvs.into() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut last = None;
    let mut report = |event: Event<'_>| {
        if let Event::Iteration(iteration) = event {
            last = Some(iteration.clone());
        }
    };
    let answer = search(&Root::new(game, root), settings, &limits, &Control::new(), observer, &mut report);
    (answer, last.expect("the last report belongs to the answer"))
}

/// The searches that ended after a move had proved better than expected, and before its value was known.
#[derive(Default)]
struct Ends {
    /// It was better than the window of the iteration.
    of_window: u32,
    /// It was better than the moves before it.
    of_later_moves: u32,
}

impl Ends {
    /// Ends a search after so many nodes. If it knew such a move then, that must be the answer.
    fn add<G: Game>(&mut self, game: &G, root: &G::State, moves: &[Move], nodes: u64) {
        let turn = game.turn(root);
        let mut follower = Follower::default();
        let (answer, last) = run(game, root, nodes, &mut follower);
        assert_eq!((answer.nodes, answer.best), (nodes, last.pv.first().copied()));
        assert_eq!((answer.score, answer.bound), (Some(last.score), last.bound));
        let Some((place, value)) = follower.failed_high else {
            assert_eq!(last.bound, None, "{nodes} nodes: {last:?}");
            return;
        };
        let seen = if turn == Player::Max { value } else { -value };
        assert_eq!((last.bound, last.score), (Some(Side::Lower), Score::Value(seen)), "{nodes} nodes: {last:?}");
        assert_eq!((last.pv, last.solved), (vec![moves[place]], false), "{nodes} nodes");
        *(if follower.is_later { &mut self.of_later_moves } else { &mut self.of_window }) += 1;
    }
}

#[test]
fn a_move_that_proved_better_than_expected_is_played_wherever_the_search_ends() {
    let (mut ends, mut random) = (Ends::default(), Random(1));
    let moves = [1, 2, 3, 4].map(Move);
    for _ in 0..60 {
        let root = random.below(u64::MAX);
        (200..12_000).step_by(97).for_each(|nodes| ends.add(&Restless, &root, &moves, nodes));
    }
    assert!(ends.of_window > 100 && ends.of_later_moves > 100, "{} and {}", ends.of_window, ends.of_later_moves);
}

#[test]
fn a_better_move_of_chess_is_not_forgotten_when_the_nodes_end() {
    let setup = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1";
    let (game, root) = open::<chess::Chess>(setup, "").unwrap();
    let (mut ends, moves) = (Ends::default(), plyd_trials::legal(&game, &root));
    (20_000..120_000).step_by(1_000).for_each(|nodes| ends.add(&game, &root, &moves, nodes));
    assert!(ends.of_window > 0 && ends.of_later_moves > 0, "{} and {}", ends.of_window, ends.of_later_moves);
}
