//! Positions that come again, on random graphs, against a naive oracle that keeps the whole game in a list.

mod random;

use plyd_plugin::{Facts, Game, Move, Moves, Outcome, Player, Repetition};
use plyd_search::{Algorithm, Control, Limits, NoObserver, Root, Score, search};
use random::Random;

const WIN: i32 = 10;

/// Positions connected by moves in circles. Moves to another floor cannot be taken back.
struct Graph {
    rule: Repetition,
    places: Vec<Place>,
}

struct Place {
    floor: u32,
    turn: Player,
    heuristic: i32,
    /// Where the moves lead; none for a win of MAX.
    moves: Vec<u32>,
}

impl Graph {
    fn random(seed: u64) -> Self {
        let mut random = Random(seed);
        let rule = Repetition { times: 2 + random.below(2) as u32, worth: random.below(3) as i32 - 1 };
        let (floors, width) = (3, 4);
        let mut places = Vec::new();
        for floor in 0..floors {
            for _ in 0..width {
                let turn = if random.below(2) == 0 { Player::Max } else { Player::Min };
                let lowest = floor * width;
                let higher = lowest + width < floors * width && random.below(4) == 0;
                let target = |random: &mut Random| {
                    let start = if higher { lowest + width } else { lowest };
                    (start + random.below(width)) as u32
                };
                let count = 1 + random.below(3);
                let mut moves: Vec<u32> = (0..count).map(|_| target(&mut random)).collect();
                moves.sort_unstable();
                moves.dedup();
                if floor == floors - 1 && random.below(5) == 0 {
                    moves.clear();
                }
                places.push(Place { floor: floor as u32, turn, heuristic: random.below(9) as i32 - 4, moves });
            }
        }
        Self { rule, places }
    }

    /// Straight from the rule: `game` holds every position from the first on.
    fn oracle(&self, game: &mut Vec<u32>, depth: u32) -> i32 {
        let place = &self.places[game[game.len() - 1] as usize];
        let values: Vec<i32> = place
            .moves
            .clone()
            .into_iter()
            .map(|next| {
                game.push(next);
                let stood = game.iter().filter(|&&position| position == next).count();
                let child = &self.places[next as usize];
                let value = if child.moves.is_empty() {
                    WIN
                } else if stood >= self.rule.times as usize {
                    self.rule.worth
                } else if depth == 1 {
                    child.heuristic
                } else {
                    self.oracle(game, depth - 1)
                };
                game.pop();
                value
            })
            .collect();
        let best = if place.turn == Player::Max { values.into_iter().max() } else { values.into_iter().min() };
        best.expect("an unfinished position has moves")
    }
}

impl Game for Graph {
    type State = u32;

    fn facts(&self) -> Facts {
        Facts { max_moves: 4, win: WIN, has_key: true, repetition: Some(self.rule), ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u32) -> Player {
        self.places[*state as usize].turn
    }
    fn play(&self, state: &mut u32, mv: Move) {
        *state = mv.0;
    }
    fn outcome(&self, state: &u32) -> Outcome {
        if self.places[*state as usize].moves.is_empty() { Outcome::Win(Player::Max) } else { Outcome::Ongoing }
    }
    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.places[*state as usize].moves.iter().for_each(|&next| out.push(Move(next)));
    }
    fn evaluate(&self, state: &u32) -> i32 {
        self.places[*state as usize].heuristic
    }
    fn key(&self, state: &u32) -> u64 {
        u64::from(*state) + 1
    }
    fn is_irreversible(&self, parent: &u32, mv: Move) -> bool {
        self.places[*parent as usize].floor != self.places[mv.0 as usize].floor
    }
}

#[test]
fn every_algorithm_obeys_repetition_with_the_game_before_the_root() {
    let (mut searched, mut changed) = (0, 0);
    for seed in 0..2_000 {
        let graph = Graph::random(seed);
        let mut random = Random(seed ^ 0xABCD);
        // A game of a few random moves before the root, without one that ends it.
        let mut game = vec![0_u32];
        for _ in 0..random.below(5) {
            let moves = &graph.places[game[game.len() - 1] as usize].moves;
            let next = moves[random.below(moves.len() as u64) as usize];
            if graph.places[next as usize].moves.is_empty() {
                break;
            }
            game.push(next);
        }
        let root = game[game.len() - 1];
        let depth = 1 + random.below(6) as u32;
        let value = graph.oracle(&mut game, depth);
        changed += u32::from(value != graph.oracle(&mut vec![root], depth));

        let seen = if graph.places[root as usize].turn == Player::Max { value } else { -value };
        let floor = graph.places[root as usize].floor;
        let same_floor = |&&place: &&u32| graph.places[place as usize].floor == floor;
        let history: Vec<u64> =
            game[..game.len() - 1].iter().filter(same_floor).map(|place| graph.key(place)).collect();
        for algorithm in Algorithm::ALL {
            let root = Root::new(&graph, &root).with_history(&history);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let answer = search(&root, algorithm, &limits, &Control::new(), &mut NoObserver, &mut |_| {});
            let score = match answer.score {
                Some(Score::Win(_)) => WIN,
                Some(Score::Loss(_)) => -WIN,
                Some(Score::Value(value)) => value,
                None => panic!("seed {seed}: no score"),
            };
            assert_eq!(score, seen, "seed {seed}, depth {depth}, {algorithm:?}");
            searched += 1;
        }
    }
    assert!(searched >= 3_000);
    assert!(changed > 20, "the game before the root changed {changed} values only");
}
