//! Every verdict of repetition over both keys, on random graphs, against an oracle that is written from the rule and keeps
//! the whole game in a list.

use crate::random::Random;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Repetition, RepetitionKey, Turn, Verdict};
use plyd_search::{
    Algorithm, Answer, Control, LeafKind, Limits, NoObserver, Node, Observer, Perft, Root, Score, Settings, Table,
    Techniques, perft, search,
};

const WIN: i32 = 10;
const FLOORS: u64 = 3;

/// The value of a win at the root to the oracle; a later one is worth a point less a ply.
const SOONEST: i32 = 1_000;

/// Positions connected by moves in circles. Moves to the next floor cannot be taken back. Some positions have one board,
/// with the same player to move or the other.
struct Graph {
    seed: u64,
    rule: Repetition,
    places: Vec<Place>,
}

struct Place {
    floor: u64,
    board: u64,
    turn: Player,
    heuristic: i32,
    /// Where the moves lead; none if the game is over.
    moves: Vec<u32>,
    /// Who has won if it is.
    winner: Player,
    can_claim: bool,
}

impl Graph {
    fn random(seed: u64, width: u64) -> Self {
        let mut random = Random(seed);
        let verdicts = [
            Verdict::Worth(random.below(3) as i32 - 1),
            Verdict::Loses,
            Verdict::Forbidden { stuck: None },
            Verdict::Forbidden { stuck: Some(random.below(5) as i32 - 2) },
        ];
        let rule = Repetition {
            times: 2 + u32::from(random.below(4) == 0),
            verdict: verdicts[seed as usize % 4],
            key: [RepetitionKey::Position, RepetitionKey::Board][seed as usize / 4 % 2],
        };
        let player = |random: &mut Random| [Player::Max, Player::Min][random.below(2) as usize];
        let mut places = Vec::new();
        for floor in 0..FLOORS {
            let lowest = floor * width;
            for _ in 0..width {
                let rises = floor + 1 < FLOORS && random.below(4) == 0;
                let start = if rises { lowest + width } else { lowest };
                let count = 1 + random.below(3);
                let mut moves: Vec<u32> = (0..count).map(|_| (start + random.below(width)) as u32).collect();
                if floor + 1 < FLOORS && random.below(4) == 0 {
                    moves.push((lowest + width + random.below(width)) as u32);
                }
                moves.sort_unstable();
                moves.dedup();
                if floor > 0 && random.below(6) == 0 {
                    moves.clear();
                }
                places.push(Place {
                    floor,
                    board: random.below(width),
                    turn: player(&mut random),
                    heuristic: random.below(9) as i32 - 4,
                    moves,
                    winner: player(&mut random),
                    can_claim: random.below(20) == 0,
                });
            }
        }
        Self { seed, rule, places }
    }

    fn place(&self, state: u32) -> &Place {
        &self.places[state as usize]
    }

    fn is_same(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.place(one), self.place(other));
        one == other || self.rule.key == RepetitionKey::Board && (a.floor, a.board) == (b.floor, b.board)
    }

    /// Whether the rule applies to the last position of a game.
    fn is_repeated(&self, game: &[u32]) -> bool {
        let last = game[game.len() - 1];
        let place = self.place(last);
        let times = game.iter().filter(|&&position| self.is_same(position, last)).count();
        !place.moves.is_empty() && !place.can_claim && times >= self.rule.times as usize
    }

    fn legal(&self, game: &[u32]) -> Vec<u32> {
        let is_legal = |next: &u32| {
            let forbids = matches!(self.rule.verdict, Verdict::Forbidden { .. });
            !(forbids && self.is_repeated(&[game, &[*next]].concat()))
        };
        self.place(game[game.len() - 1]).moves.iter().copied().filter(is_legal).collect()
    }

    /// The value of the last position of a game, `ply` plies from its root, and the nodes of minimax.
    fn oracle(&self, game: &[u32], depth: u32, ply: i32) -> (i32, u64) {
        let place = self.place(game[game.len() - 1]);
        let won = |winner: Player| if winner == Player::Max { SOONEST - ply } else { ply - SOONEST };
        if place.moves.is_empty() {
            return (won(place.winner), 1);
        }
        if place.can_claim && ply > 0 {
            return (0, 1);
        }
        if self.is_repeated(game) && ply > 0 {
            match self.rule.verdict {
                Verdict::Worth(worth) => return (worth, 1),
                Verdict::Loses => return (won(self.place(game[game.len() - 2]).turn.other()), 1),
                Verdict::Forbidden { .. } => unreachable!("nobody plays a forbidden move"),
            }
        }
        let legal = self.legal(game);
        if legal.is_empty() {
            let Verdict::Forbidden { stuck } = self.rule.verdict else { unreachable!("no move was forbidden") };
            let worth = if place.can_claim { Some(0) } else { stuck };
            return (worth.unwrap_or_else(|| won(place.turn.other())), 1);
        }
        if depth == 0 {
            return (place.heuristic, 1);
        }
        let below: Vec<_> =
            legal.iter().map(|&next| self.oracle(&[game, &[next]].concat(), depth - 1, ply + 1)).collect();
        let values = below.iter().map(|&(value, _)| value);
        let best = if place.turn == Player::Max { values.max() } else { values.min() };
        (best.expect("there is a legal move"), 1 + below.iter().map(|(_, nodes)| nodes).sum::<u64>())
    }

    fn leaves(&self, game: &[u32], depth: u32) -> u64 {
        let place = self.place(game[game.len() - 1]);
        match depth {
            0 => 1,
            _ if place.can_claim => 0,
            _ => self.legal(game).into_iter().map(|next| self.leaves(&[game, &[next]].concat(), depth - 1)).sum(),
        }
    }

    /// A game of a few random legal moves that nothing but a repetition or an unclaimed draw could have ended.
    fn beginning(&self) -> Vec<u32> {
        let mut random = Random(self.seed ^ 0xABCD);
        let mut game = vec![random.below(self.places.len() as u64 / FLOORS) as u32];
        for _ in 0..random.below(7) {
            let mut legal = self.legal(&game);
            legal.retain(|&next| !self.place(next).moves.is_empty());
            if legal.is_empty() {
                break;
            }
            game.push(legal[random.below(legal.len() as u64) as usize]);
        }
        game
    }

    /// The keys before the last position, as a session gives them.
    fn history(&self, game: &[u32]) -> Vec<u64> {
        let (root, before) = game.split_last().expect("a game has a position");
        let here = before.iter().filter(|&&place| self.place(place).floor == self.place(*root).floor);
        here.map(|place| if self.rule.key == RepetitionKey::Board { self.board_key(place) } else { self.key(place) })
            .collect()
    }

    fn search<O: Observer>(&self, game: &[u32], settings: Settings<'_>, depth: u32, observer: &mut O) -> Answer {
        let history = self.history(game);
        let root = Root::new(self, &game[game.len() - 1]).with_history(&history);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        search(&root, settings, &limits, &Control::new(), observer, &mut |_| {})
    }

    fn pvs(&self, game: &[u32], table: Option<&Table>, techniques: Techniques, depth: u32) -> Answer {
        let settings = Settings { algorithm: Algorithm::Pvs, table, techniques, ..Settings::default() };
        self.search(game, settings, depth, &mut NoObserver)
    }

    /// A value of the oracle as an answer's score, seen by the player to move.
    fn score(&self, game: &[u32], value: i32, algorithm: Algorithm) -> Score {
        let is_max = self.place(game[game.len() - 1]).turn == Player::Max;
        let seen = if is_max { value } else { -value };
        let plies = (SOONEST - seen.abs()) as u32;
        match seen.abs() > SOONEST / 2 {
            true if algorithm == Algorithm::Pvs || plies == 0 => {
                if seen > 0 {
                    Score::Win(plies)
                } else {
                    Score::Loss(plies)
                }
            }
            true => Score::Value(seen.signum() * WIN),
            false => Score::Value(seen),
        }
    }
}

impl Game for Graph {
    type State = u32;

    fn facts(&self) -> Facts {
        let mut facts = Facts { max_moves: 4, win: WIN, has_key: true, repetition: Some(self.rule), ..Facts::DEFAULT };
        facts.abilities.noisy = true;
        facts
    }
    fn turn(&self, state: &u32) -> Turn {
        self.place(*state).turn.into()
    }
    fn play(&self, state: &mut u32, mv: Move) {
        *state = mv.0;
    }
    fn outcome(&self, state: &u32) -> Outcome {
        match self.place(*state) {
            place if place.moves.is_empty() => Outcome::Win(place.winner),
            place if place.can_claim => Outcome::DrawIfClaimed,
            _ => Outcome::Ongoing,
        }
    }
    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.place(*state).moves.iter().for_each(|&next| out.push(Move(next)));
    }
    /// They run out, and yet some of them lead to a position of the path.
    fn noisy(&self, state: &u32, out: &mut Moves<'_>) {
        self.place(*state).moves.iter().filter(|next| *next > state).for_each(|&next| out.push(Move(next)));
    }
    fn evaluate(&self, state: &u32) -> i32 {
        self.place(*state).heuristic
    }
    fn key(&self, state: &u32) -> u64 {
        self.seed << 8 | u64::from(*state)
    }
    fn board_key(&self, state: &u32) -> u64 {
        let Place { floor, board, .. } = self.place(*state);
        self.seed << 8 | floor << 4 | board | 1 << 63
    }
    fn is_irreversible(&self, parent: &u32, mv: Move) -> bool {
        self.place(*parent).floor != self.place(mv.0).floor
    }
}

/// Follows a search with the whole game, and sees that it keeps the rule.
struct Follower<'a> {
    graph: &'a Graph,
    game: Vec<u32>,
    root: usize,
    nodes: u64,
}

impl Observer for Follower<'_> {
    fn enter(&mut self, node: Node) {
        self.nodes += 1;
        self.game.truncate(self.root + node.ply.max(1));
        if node.ply > 0 {
            assert!(self.graph.legal(&self.game).contains(&node.mv.0), "{:?} then {:?}", self.game, node.mv);
            self.game.push(node.mv.0);
        }
    }

    fn leaf(&mut self, ply: usize, _value: f64, kind: LeafKind) {
        let game = &self.game[..=self.root + ply];
        let place = self.graph.place(game[game.len() - 1]);
        let ends = place.can_claim || self.graph.is_repeated(game) || self.graph.legal(game).is_empty();
        assert!(kind == LeafKind::Table || (kind == LeafKind::Finished) == ends, "{game:?} is a leaf as {kind:?}");
    }
}

#[test]
fn every_algorithm_has_the_value_of_the_rule() {
    let (mut changed, mut stuck) = (0, 0);
    for seed in 0..2_000 {
        let graph = Graph::random(seed, 4);
        let game = graph.beginning();
        let depth = 1 + (seed % 6) as u32;
        let (value, nodes) = graph.oracle(&game, depth, 0);
        changed += u32::from(value != graph.oracle(&game[game.len() - 1..], depth, 0).0);
        for algorithm in Algorithm::ALL {
            let techniques = Techniques { quiescence: false, ..Techniques::default() };
            let settings = Settings { techniques, ..algorithm.into() };
            let answer = graph.search(&game, settings, depth, &mut NoObserver);
            let context = format!("seed {seed}, {algorithm:?}, depth {depth}, {:?}, {game:?}", graph.rule);
            assert_eq!(answer.score, Some(graph.score(&game, value, algorithm)), "{context}");
            match graph.legal(&game)[..] {
                [] => {
                    assert_eq!((answer.best, answer.nodes, answer.solved), (None, 0, true), "{context}");
                    stuck += 1;
                }
                ref legal => assert!(legal.contains(&answer.best.expect("a move").0), "{context}"),
            }
            if algorithm == Algorithm::Minimax && answer.best.is_some() {
                assert_eq!(answer.nodes, nodes, "{context}");
            }
        }
    }
    assert!(changed > 200 && stuck > 50, "the game before changed {changed} values; {stuck} were stuck");
}

#[test]
fn no_observer_hears_of_a_forbidden_move_and_all_ends_are_leaves() {
    let mut nodes = 0;
    for seed in 0..2_000 {
        let graph = Graph::random(seed, 4);
        let game = graph.beginning();
        for (algorithm, quiescence) in [
            (Algorithm::Minimax, false),
            (Algorithm::AlphaBeta, false),
            (Algorithm::Pvs, false),
            (Algorithm::Pvs, true),
        ] {
            let mut follower = Follower { graph: &graph, game: game.clone(), root: game.len() - 1, nodes: 0 };
            let is_common =
                matches!(graph.rule, Repetition { verdict: Verdict::Worth(_), key: RepetitionKey::Position, .. });
            let techniques = Techniques { quiescence: quiescence && !is_common, ..Techniques::default() };
            let settings = Settings { techniques, ..algorithm.into() };
            let answer = graph.search(&game, settings, 5, &mut follower);
            assert_eq!(answer.nodes, follower.nodes, "seed {seed}");
            nodes += answer.nodes;
        }
    }
    assert!(nodes > 50_000, "{nodes} nodes prove little");
}

#[test]
fn perft_counts_what_is_legal() {
    let mut differing = 0;
    for seed in 0..2_000 {
        let graph = Graph::random(seed, 4);
        let game = graph.beginning();
        let history = graph.history(&game);
        let root = Root::new(&graph, &game[game.len() - 1]).with_history(&history);
        for depth in 0..6 {
            let mut each = Vec::new();
            let total = perft(&root, depth, &Control::new(), &mut |mv, leaves| each.push((mv.0, leaves)));
            let leaves = graph.leaves(&game, depth);
            assert_eq!(total, Perft::Total(leaves), "seed {seed}, depth {depth}, {:?}", graph.rule);
            differing += u32::from(leaves != graph.leaves(&game[game.len() - 1..], depth));
            if depth > 0 && graph.outcome(root.state) == Outcome::Ongoing {
                let expected = graph
                    .legal(&game)
                    .into_iter()
                    .map(|next| (next, graph.leaves(&[&game[..], &[next]].concat(), depth - 1)));
                assert_eq!(each, expected.collect::<Vec<_>>(), "seed {seed}, depth {depth}");
            }
        }
    }
    assert!(differing > 500, "the game before changed {differing} counts only");
}

#[test]
fn the_table_proves_nothing_that_the_path_spoils_and_misses_nothing() {
    let (table, exact) = (Table::new(1).unwrap(), Table::new(1).unwrap());
    let (mut wins, mut others) = (0, 0);
    for seed in 0..2_000 {
        let graph = Graph::random(seed, 4);
        let whole = graph.beginning();
        // The same table for all positions of the game, as a session has it: what one path proved must hold on others.
        for length in (1..=whole.len()).chain((1..whole.len()).rev()) {
            let game = &whole[..length];
            let found = graph.pvs(game, Some(&table), Techniques { quiescence: false, ..Techniques::default() }, 8);
            let Some(score) = found.score else { panic!("no score") };
            let depth = match score {
                Score::Win(plies) | Score::Loss(plies) => plies,
                Score::Value(_) => 8,
            };
            let truth = graph.score(game, graph.oracle(game, depth, 0).0, Algorithm::Pvs);
            let context = format!("seed {seed}, {game:?}, {:?}", graph.rule);
            if matches!(score, Score::Win(_) | Score::Loss(_)) || matches!(truth, Score::Win(_) | Score::Loss(_)) {
                assert_eq!(score, truth, "{context}");
                wins += 1;
            } else {
                others += 1;
            }
            // Without shortcuts the value is that of minimax, with a table that knows none either.
            let value = graph.score(game, graph.oracle(game, 5, 0).0, Algorithm::Pvs);
            assert_eq!(graph.pvs(game, Some(&exact), Techniques::EXACT, 5).score, Some(value), "{context}");
            // Beyond the horizon a win is one too.
            let found = graph.pvs(game, Some(&table), Techniques::default(), 4).score;
            if let Some(found @ (Score::Win(plies) | Score::Loss(plies))) = found {
                let truth = graph.score(game, graph.oracle(game, plies, 0).0, Algorithm::Pvs);
                assert_eq!(found, truth, "{context}");
            }
        }
    }
    assert!(wins > 500 && others > 500, "{wins} wins and {others} others prove little");
}

#[test]
fn what_the_table_helped_to_solve_is_the_truth_of_the_whole_tree() {
    let table = Table::new(1).unwrap();
    let (mut solved, mut without_win) = (0, 0);
    for seed in 0..8_000 {
        let graph = Graph::random(seed, 3);
        let whole = graph.beginning();
        for length in 1..=whole.len() {
            let game = &whole[..length];
            let found = graph.pvs(game, Some(&table), Techniques { quiescence: false, ..Techniques::default() }, 14);
            if found.solved {
                let truth = graph.score(game, graph.oracle(game, u32::MAX, 0).0, Algorithm::Pvs);
                assert_eq!(found.score, Some(truth), "seed {seed}, {game:?}, {:?}", graph.rule);
                solved += 1;
                without_win += u32::from(matches!(truth, Score::Value(_)));
            }
        }
    }
    assert!(solved > 1_000 && without_win > 100, "{solved} solved, {without_win} of them without a win, prove little");
}
