//! A random game that declares all that selective techniques need.

use crate::random::SeededRandom;
use plyd_rules::{Abilities, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn, UNLIKELY_RATING, Verdict};
use plyd_search::SearchScore;
use std::collections::HashMap;

/// What a win is worth.
pub(crate) const WIN: i32 = 100;

/// The value of a position one ply before this one.
fn one_ply_more(value: i32) -> i32 {
    if value.abs() > 900 { value - value.signum() } else { value }
}

/// Places that moves connect. Passing gives the turn to the other player at the same place, until the next move.
pub(crate) struct Maze {
    seed: u64,
    places: Vec<MazeNode>,
    rule: Option<Repetition>,
    abilities: Abilities,
}

struct MazeNode {
    /// Moves to another floor cannot be taken back.
    floor: u64,
    turn: Player,
    outcome: Outcome,
    /// As it is, and after a null move.
    heuristic: [i32; 2],
    moves: Vec<u32>,
    noisy: Vec<u32>,
    can_pass: bool,
    margin: i32,
}

impl MazeNode {
    fn random(random: &mut SeededRandom, floor: u64, outcome: Outcome, mut moves: Vec<u32>) -> Self {
        moves.sort_unstable();
        moves.dedup();
        Self {
            floor,
            turn: if random.below(2) == 0 { Player::Max } else { Player::Min },
            outcome,
            heuristic: std::array::from_fn(|_| random.below(19) as i32 - 9),
            noisy: moves.iter().copied().filter(|_| random.below(3) == 0).collect(),
            moves,
            can_pass: random.below(4) > 0,
            margin: random.below(4) as i32,
        }
    }
}

const ALL: Abilities = Abilities {
    order: true,
    candidates: true,
    noisy: true,
    check: true,
    null_move: true,
    futility: true,
    ..Abilities::NONE
};

impl Maze {
    const LAYERS: u64 = 10;
    pub(crate) const ROOT: (u32, bool) = (0, false);

    /// Layers of places; moves lead one or two layers down, the last layer is the end.
    pub(crate) fn layers(seed: u64) -> Self {
        const WIDTH: u64 = 5;
        let mut random = SeededRandom(seed);
        let mut places = Vec::new();
        for place in 0..Self::LAYERS * WIDTH {
            let layer = place / WIDTH;
            let ends = layer + 1 == Self::LAYERS || layer > 1 && random.below(12) == 0;
            let outcome = match random.below(5) {
                _ if !ends => Outcome::Ongoing,
                0 => Outcome::Win(Player::Max),
                1 => Outcome::Win(Player::Min),
                2 => Outcome::Draw,
                _ => Outcome::Utility(random.below(19) as i32 - 9),
            };
            let below = |random: &mut SeededRandom| (layer + 1 + random.below(2)).min(Self::LAYERS - 1) * WIDTH;
            let count = if ends { 0 } else { 1 + random.below(4) };
            let moves = (0..count).map(|_| (below(&mut random) + random.below(WIDTH)) as u32).collect();
            places.push(MazeNode::random(&mut random, layer, outcome, moves));
        }
        Self { seed, places, rule: None, abilities: ALL }
    }

    /// Two floors of a few places each, on which moves go round in circles, under a rule of repetition.
    pub(crate) fn circles(seed: u64) -> Self {
        const FLOORS: u64 = 2;
        const WIDTH: u64 = 5;
        let mut random = SeededRandom(seed);
        let rule = Repetition {
            verdict: Verdict::Worth(random.below(3) as i32 - 1),
            ..Repetition::draw(2 + random.below(2) as u32)
        };
        let mut places = Vec::new();
        for place in 0..FLOORS * WIDTH {
            let floor = place / WIDTH;
            let ends = floor + 1 == FLOORS && random.below(3) == 0;
            let winner = if random.below(2) == 0 { Player::Max } else { Player::Min };
            let outcome = if ends { Outcome::Win(winner) } else { Outcome::Ongoing };
            let target = if random.below(3) == 0 { (floor + 1).min(FLOORS - 1) } else { floor };
            let count = if ends { 0 } else { 1 + random.below(3) };
            let moves = (0..count).map(|_| (target * WIDTH + random.below(WIDTH)) as u32).collect();
            let mut place = MazeNode::random(&mut random, floor, outcome, moves);
            // Noisy moves may not go round in circles.
            place.noisy.retain(|&next| u64::from(next) / WIDTH > floor);
            places.push(place);
        }
        Self { seed, places, rule: Some(rule), abilities: ALL }
    }

    /// The same game, which forbids that anything is overlooked.
    pub(crate) fn full_width(self) -> Self {
        Self { abilities: Abilities { no_selectivity: true, ..ALL }, ..self }
    }

    /// How often a position has to occur.
    pub(crate) fn times(&self) -> usize {
        self.rule.map_or(usize::MAX, |rule| rule.times as usize)
    }

    /// 1 if values are seen as they are, from the view of the player to move, else -1.
    pub(crate) fn view(&self) -> i32 {
        if self.places[0].turn == Player::Max { 1 } else { -1 }
    }

    /// What a search to the end of a maze of layers has to find.
    pub(crate) fn truth(&self) -> SearchScore {
        self.score(self.by_distance(0, &mut HashMap::new()))
    }

    /// Whether there is only one move at the root.
    pub(crate) fn has_one_move(&self) -> bool {
        self.places[0].moves.len() == 1
    }

    /// What this move of the root leads to, from the view of its mover.
    pub(crate) fn truth_of(&self, mv: Move) -> SearchScore {
        self.score(one_ply_more(self.by_distance(mv.0, &mut HashMap::new())))
    }

    fn score(&self, value: i32) -> SearchScore {
        let value = value * self.view();
        match value {
            901.. => SearchScore::Win((1_000 - value) as u32),
            ..=-901 => SearchScore::Loss((1_000 + value) as u32),
            _ => SearchScore::Value(value),
        }
    }

    /// Straight from the definition, but that a place is looked at once: wins are worth more the fewer plies they take.
    fn by_distance(&self, place: u32, known: &mut HashMap<u32, i32>) -> i32 {
        if let Some(&value) = known.get(&place) {
            return value;
        }
        let here = &self.places[place as usize];
        let value = match here.outcome {
            Outcome::Win(Player::Max) => 1_000,
            Outcome::Win(Player::Min) => -1_000,
            Outcome::Utility(value) => value,
            Outcome::Draw | Outcome::DrawIfClaimed => 0,
            Outcome::Ongoing | Outcome::Unknown => {
                let values = here.moves.iter().map(|&next| one_ply_more(self.by_distance(next, known)));
                if here.turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
            }
        };
        known.insert(place, value);
        value
    }

    /// The value `depth` plies deep with repetition, straight from the rule: `game` is the positions so far.
    pub(crate) fn with_repetition(&self, game: &mut Vec<(u32, bool)>, depth: u32) -> i32 {
        let here = &self.places[game[game.len() - 1].0 as usize];
        let values = here.moves.clone().into_iter().map(|next| {
            game.push((next, false));
            let stood = game.iter().filter(|position| position.0 == next).count();
            let child = &self.places[next as usize];
            let value = match child.outcome {
                Outcome::Win(winner) => {
                    if winner == Player::Max {
                        WIN
                    } else {
                        -WIN
                    }
                }
                _ if stood >= self.times() => match self.rule.unwrap().verdict {
                    Verdict::Worth(worth) => worth,
                    verdict => unreachable!("{verdict:?}"),
                },
                _ if depth <= 1 => child.heuristic[0],
                _ => self.with_repetition(game, depth - 1),
            };
            game.pop();
            value
        });
        if here.turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
    }
}

impl Game for Maze {
    /// The place, and whether the other player is to move there.
    type State = (u32, bool);

    fn facts(&self) -> Facts {
        Facts {
            max_moves: 4,
            max_plies: if self.rule.is_some() { Facts::UNBOUNDED } else { Self::LAYERS as u32 },
            win: WIN,
            has_key: true,
            repetition: self.rule,
            abilities: self.abilities,
            ..Facts::DEFAULT
        }
    }
    fn turn(&self, (place, passed): &Self::State) -> Turn {
        let turn = self.places[*place as usize].turn;
        if *passed { turn.other().into() } else { turn.into() }
    }
    fn play(&self, state: &mut Self::State, mv: Move) {
        *state = (mv.0, false);
    }
    fn outcome(&self, state: &Self::State) -> Outcome {
        self.places[state.0 as usize].outcome
    }
    fn moves(&self, state: &Self::State, out: &mut Moves<'_>) {
        self.places[state.0 as usize].moves.iter().for_each(|&next| out.push(Move(next)));
    }
    /// A third of the moves, whatever they lead to, are said not to be worth a search; sometimes all of a position are.
    fn order(&self, _state: &Self::State, moves: &[Move], scores: &mut [i32]) {
        for (mv, score) in moves.iter().zip(scores) {
            *score = if (u64::from(mv.0) + self.seed).is_multiple_of(3) { UNLIKELY_RATING } else { 0 };
        }
    }

    fn noisy(&self, state: &Self::State, out: &mut Moves<'_>) {
        self.places[state.0 as usize].noisy.iter().for_each(|&next| out.push(Move(next)));
    }
    fn evaluate(&self, state: &Self::State) -> i32 {
        self.places[state.0 as usize].heuristic[usize::from(state.1)]
    }
    fn key(&self, (place, passed): &Self::State) -> u64 {
        self.seed << 9 | u64::from(*place) << 1 | u64::from(*passed)
    }
    fn is_irreversible(&self, parent: &Self::State, mv: Move) -> bool {
        self.places[parent.0 as usize].floor != self.places[mv.0 as usize].floor
    }
    /// At every fourth place or so, whatever its moves lead to; after a null move the other player is not.
    fn in_check(&self, (place, passed): &Self::State) -> bool {
        !passed && self.places[*place as usize].heuristic[0].rem_euclid(4) == 0
    }
    fn pass(&self, state: &mut Self::State) -> bool {
        let can_pass = self.places[state.0 as usize].can_pass;
        state.1 ^= can_pass;
        can_pass
    }
    fn futility_margin(&self, state: &Self::State) -> i32 {
        self.places[state.0 as usize].margin
    }
}
