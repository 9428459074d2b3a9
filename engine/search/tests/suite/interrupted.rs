//! A search that ends while it searches a move again that proved better than the window.

use crate::random::Random;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player};
use plyd_search::{
    Algorithm, Answer, Control, Event, Iteration, Limits, Node, Observer, Root, Score, Settings, Side, Table, search,
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

/// Follows what the root of the iteration at work has come to.
struct Follower {
    turn: Player,
    window: (i32, i32),
    /// The root move entered last.
    child: usize,
    /// The move that proved better than the window, and what it is worth at least, until a larger window tells more.
    failed_high: Option<(usize, i32)>,
    /// Whether a root move of this window has an exact value.
    has_value: bool,
}

impl Observer for Follower {
    fn enter(&mut self, node: Node) {
        match node.ply {
            0 => (self.window, self.has_value, self.turn) = ((node.alpha, node.beta), false, node.turn),
            1 if node.index != self.child => {
                // The first move is left: it was the better one of the window before, and is not any more.
                self.failed_high = self.failed_high.filter(|(place, _)| *place == node.index);
                self.child = node.index;
            }
            _ => {}
        }
    }

    fn update(&mut self, ply: usize, child: usize, best: i32, _: i32, _: i32) {
        if ply > 0 {
            return;
        }
        let (alpha, beta) = self.window;
        let is_max = self.turn == Player::Max;
        if alpha < best && best < beta {
            (self.has_value, self.failed_high) = (true, None);
        } else if if is_max { best >= beta } else { best <= alpha } {
            self.failed_high = Some((child, best));
        }
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

/// Whether the search ended after a move had proved better than expected, and before its value was known. Then it must be
/// the answer.
fn ends_in_a_second_look<G: Game>(game: &G, root: &G::State, moves: &[Move], nodes: u64) -> bool {
    let turn = game.turn(root);
    let mut follower = Follower { turn, window: (0, 0), child: 0, failed_high: None, has_value: false };
    let (answer, last) = run(game, root, nodes, &mut follower);
    assert_eq!((answer.nodes, answer.best), (nodes, last.pv.first().copied()));
    assert_eq!(answer.score, Some(last.score));
    let Some((place, value)) = follower.failed_high.filter(|_| !follower.has_value) else {
        assert_eq!(last.bound, None, "{nodes} nodes: {last:?}");
        return false;
    };
    let seen = if turn == Player::Max { value } else { -value };
    assert_eq!((last.bound, last.score), (Some(Side::Lower), Score::Value(seen)), "{nodes} nodes: {last:?}");
    assert_eq!((last.pv, last.solved), (vec![moves[place]], false), "{nodes} nodes");
    true
}

#[test]
fn a_move_that_proved_better_than_expected_is_played_wherever_the_search_ends() {
    let (mut found, mut random) = (0, Random(1));
    let moves = [1, 2, 3, 4].map(Move);
    for _ in 0..60 {
        let root = random.below(u64::MAX);
        for nodes in (200..12_000).step_by(97) {
            found += u32::from(ends_in_a_second_look(&Restless, &root, &moves, nodes));
        }
    }
    assert!(found > 100, "{found} searches ended in a second look");
}

#[test]
fn a_better_move_of_chess_is_not_forgotten_when_the_nodes_end() {
    let setup = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1";
    let (game, root) = open::<chess::Chess>(setup, "").unwrap();
    let moves = plyd_trials::legal(&game, &root);
    let found =
        (20_000..120_000).step_by(1_000).filter(|&nodes| ends_in_a_second_look(&game, &root, &moves, nodes)).count();
    assert!(found > 0, "no search ended in a second look");
}
