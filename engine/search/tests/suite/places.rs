//! Random games with chance, given place by place: trees, layers in which lines meet, and graphs in which positions
//! come again. Each has an oracle straight from the definition, which keeps the whole game in a list.

use crate::random::SeededRandom;
use plyd_rules::{
    Abilities, Chance, Facts, Game, Move, Moves, Outcome, Player, Repetition, RepetitionKey, Turn, Verdict,
};

/// The worth of a win.
pub(crate) const WIN: i32 = 10;

/// Positions connected by moves.
#[derive(Clone, Debug)]
pub(crate) struct PositionGraph {
    pub(crate) seed: u64,
    pub(crate) places: Vec<GraphPosition>,
    pub(crate) rule: Option<Repetition>,
    /// The bounds of all values.
    pub(crate) low: i32,
    pub(crate) high: i32,
    /// Whether the game has keys.
    pub(crate) has_key: bool,
}

/// A position, or several that differ only in how they were reached.
#[derive(Clone, Debug)]
pub(crate) struct GraphPosition {
    pub(crate) turn: Turn,
    pub(crate) heuristic: i32,
    /// The targets of the moves or outcomes; none if the game is over. A move is named by its target.
    pub(crate) moves: Vec<u32>,
    /// The weights of these, at a chance place.
    pub(crate) weights: Vec<u32>,
    /// The end of the game if it is over.
    pub(crate) end: Outcome,
    /// Moves to another floor cannot be taken back.
    pub(crate) floor: u32,
    /// The board, which places with different players to move may share.
    pub(crate) board: u64,
}

impl SeededRandom {
    fn turn(&mut self) -> Turn {
        [Turn::Max, Turn::Min, Turn::Chance][self.below(3) as usize]
    }

    fn end(&mut self, largest: u64) -> Outcome {
        match self.below(6) {
            0 => Outcome::Win(Player::Max),
            1 => Outcome::Win(Player::Min),
            2 => Outcome::Draw,
            _ => Outcome::Utility(self.below(2 * largest + 1) as i32 - largest as i32),
        }
    }

    /// A place without moves yet.
    fn place(&mut self, floor: u32, largest: u64) -> GraphPosition {
        let (turn, end) = (self.turn(), self.end(largest));
        let heuristic = self.below(9) as i32 - 4;
        GraphPosition {
            turn,
            heuristic,
            moves: Vec::new(),
            weights: Vec::new(),
            end,
            floor,
            board: self.below(1 << 40),
        }
    }

    fn weights(&mut self, count: usize) -> Vec<u32> {
        (0..count).map(|_| 1 + self.below(4) as u32).collect()
    }
}

impl PositionGraph {
    fn empty(seed: u64, random: &mut SeededRandom) -> (Self, u64) {
        // In every third game a utility can be worth more than a win.
        let largest = if seed.is_multiple_of(3) { 2 * WIN as u64 } else { WIN as u64 };
        // Some games declare more than they need.
        let spare = random.below(2) as i32 * 3;
        let (low, high) = (-(largest as i32) - spare, largest as i32 + spare);
        (Self { seed, places: Vec::new(), rule: None, low, high, has_key: false }, largest)
    }

    /// A tree of at most this height; its root is no end.
    pub(crate) fn tree(seed: u64, height: u32) -> Self {
        let mut random = SeededRandom(seed ^ 0x7EE);
        let (mut game, largest) = Self::empty(seed, &mut random);
        game.grow(&mut random, height, largest, true);
        game
    }

    fn grow(&mut self, random: &mut SeededRandom, height: u32, largest: u64, is_root: bool) -> u32 {
        let number = self.places.len();
        self.places.push(random.place(0, largest));
        if height > 0 && (is_root || random.below(6) > 0) {
            let count = 1 + random.below(4);
            let moves: Vec<u32> = (0..count).map(|_| self.grow(random, height - 1, largest, false)).collect();
            self.places[number].weights = random.weights(moves.len());
            self.places[number].moves = moves;
        }
        number as u32
    }

    /// Layers of `width` places, each with moves to the next, so that lines meet; with keys.
    pub(crate) fn layers(seed: u64, height: u32, width: u64) -> Self {
        let mut random = SeededRandom(seed ^ 0x1A7E);
        let (mut game, largest) = Self::empty(seed, &mut random);
        game.has_key = true;
        for layer in 0..=height {
            for _ in 0..width {
                let mut place = random.place(layer, largest);
                if layer < height && (game.places.is_empty() || random.below(6) > 0) {
                    place.connect(&mut random, u64::from(layer + 1) * width, width);
                }
                game.places.push(place);
            }
        }
        game
    }

    /// The same with a draw that can be claimed at every third place with moves, by either player.
    pub(crate) fn claims(self) -> Self {
        let mut random = SeededRandom(self.seed ^ 0xC1A1);
        let claim = |place: GraphPosition| match place.moves.len() {
            0 => place,
            _ if random.below(3) == 0 => GraphPosition { end: Outcome::DrawIfClaimed, ..place },
            _ => place,
        };
        Self { places: self.places.into_iter().map(claim).collect(), ..self }
    }

    /// Three floors with circles, under a rule of repetition with this verdict.
    pub(crate) fn graph(seed: u64, width: u64) -> Self {
        let mut random = SeededRandom(seed ^ 0x67A9);
        let (mut game, largest) = Self::empty(seed, &mut random);
        game.has_key = true;
        let verdict = match random.below(5) {
            0 | 1 => Verdict::Worth(random.below(5) as i32 - 2),
            2 => Verdict::Loses,
            3 => Verdict::Forbidden { stuck: None },
            _ => Verdict::Forbidden { stuck: Some(random.below(5) as i32 - 2) },
        };
        let key = if random.below(2) == 0 { RepetitionKey::Position } else { RepetitionKey::Board };
        let times = 2 + random.below(2) as u32;
        // A move is named by the place to which it leads, so in some graphs all moves to one place are exempt.
        let exempt = seed.is_multiple_of(2).then(|| Move((seed / 2 % width) as u32));
        game.rule = Some(Repetition { times, verdict, key, exempt });
        for floor in 0..3 {
            for number in 0..width {
                let mut place = random.place(floor, largest);
                let is_higher = floor < 2 && random.below(4) == 0;
                place.connect(&mut random, u64::from(floor + u32::from(is_higher)) * width, width);
                if floor == 2 && random.below(4) == 0 {
                    place.moves.clear();
                }
                // Some places of a floor are the same board.
                place.board = (u64::from(floor) << 8) + number / 2;
                game.places.push(place);
            }
        }
        game
    }

    /// The worth of the position at the end of a game if the game is over there, or its move was forbidden.
    fn end(&self, game: &[u32]) -> Option<Result<f64, Forbidden>> {
        let place = &self.places[game[game.len() - 1] as usize];
        // The first position is searched, even if a draw could be claimed there.
        if place.moves.is_empty() || place.end == Outcome::DrawIfClaimed && game.len() > 1 {
            return Some(Ok(worth(place.end).into()));
        }
        if let Some(result) = self.repeated(game) {
            return Some(result);
        }
        let Some(Verdict::Forbidden { stuck }) = self.rule.map(|rule| rule.verdict) else { return None };
        let player = place.turn.player()?;
        let mut then = game.to_vec();
        for &next in &place.moves {
            then.push(next);
            let is_forbidden = matches!(self.repeated(&then), Some(Err(Forbidden)));
            then.pop();
            if !is_forbidden {
                return None;
            }
        }
        Some(Ok(stuck.unwrap_or(worth(Outcome::Win(player.other()))).into()))
    }

    /// The consequence of a repetition at the end of a game.
    fn repeated(&self, game: &[u32]) -> Option<Result<f64, Forbidden>> {
        let (place, before) = (game[game.len() - 1], game.len().checked_sub(2));
        if self.places[place as usize].moves.is_empty() {
            return None;
        }
        let rule = self.rule.filter(|rule| rule.exempt != Some(Move(place)))?;
        let key = |place: &u32| match rule.key {
            RepetitionKey::Position => u64::from(*place),
            RepetitionKey::Board => self.places[*place as usize].board,
        };
        if game.iter().filter(|other| key(other) == key(&place)).count() < rule.times as usize {
            return None;
        }
        let mover = before.and_then(|before| self.places[game[before] as usize].turn.player());
        match (rule.verdict, mover) {
            (Verdict::Worth(worth), _) => Some(Ok(worth.into())),
            (Verdict::Loses, Some(player)) => Some(Ok(worth(Outcome::Win(player.other())).into())),
            (Verdict::Forbidden { .. }, Some(_)) => Some(Err(Forbidden)),
            (_, None) => None,
        }
    }

    /// The children of the position at the end of a game that are permitted, with what each is worth `depth` plies
    /// above the horizon; counts all positions.
    pub(crate) fn children(&self, game: &mut Vec<u32>, depth: u32, nodes: &mut u64) -> Vec<(u32, f64)> {
        let mut children = Vec::new();
        for next in self.places[game[game.len() - 1] as usize].moves.clone() {
            game.push(next);
            let value = match self.end(game) {
                Some(Ok(worth)) => Some(worth),
                Some(Err(Forbidden)) => None,
                None if depth == 1 => Some(self.places[next as usize].heuristic.into()),
                None => Some(self.oracle(game, depth - 1, nodes)),
            };
            game.pop();
            if let Some(value) = value {
                *nodes += u64::from(!(depth > 1 && self.goes_on(game, next)));
                children.push((next, value));
            }
        }
        children
    }

    fn goes_on(&self, game: &mut Vec<u32>, next: u32) -> bool {
        game.push(next);
        let goes_on = self.end(game).is_none();
        game.pop();
        goes_on
    }

    /// The expectation of the unfinished position at the end of a game, straight from the definition; counts it and all
    /// below.
    pub(crate) fn oracle(&self, game: &mut Vec<u32>, depth: u32, nodes: &mut u64) -> f64 {
        *nodes += 1;
        let children = self.children(game, depth, nodes);
        let place = &self.places[game[game.len() - 1] as usize];
        let values = children.iter().map(|&(_, value)| value);
        assert!(!children.is_empty(), "a position without a permitted move is finished");
        match place.turn {
            Turn::Chance => {
                assert_eq!(children.len(), place.moves.len(), "no outcome is forbidden");
                let total: u32 = place.weights.iter().sum();
                values.zip(&place.weights).map(|(value, &weight)| value * f64::from(weight) / f64::from(total)).sum()
            }
            Turn::Max => values.fold(f64::NEG_INFINITY, f64::max),
            Turn::Min => values.fold(f64::INFINITY, f64::min),
        }
    }

    /// Whether this player wins within `plies` plies against any play and any luck.
    pub(crate) fn is_won(&self, game: &mut Vec<u32>, player: Player, plies: u32) -> bool {
        let place = &self.places[game[game.len() - 1] as usize];
        let (mut permitted, mut wins) = (0, 0);
        for next in place.moves.clone() {
            game.push(next);
            let is_win = match self.end(game) {
                Some(Err(Forbidden)) => None,
                Some(Ok(value)) => Some(value == f64::from(worth(Outcome::Win(player))) && self.ends_in_a_win(game)),
                None => Some(plies > 1 && self.is_won(game, player, plies - 1)),
            };
            game.pop();
            permitted += u32::from(is_win.is_some());
            wins += u32::from(is_win == Some(true));
        }
        if place.turn == player { wins > 0 } else { wins == permitted }
    }

    /// Whether a finished game is won by somebody, not only worth as much.
    fn ends_in_a_win(&self, game: &[u32]) -> bool {
        let place = &self.places[game[game.len() - 1] as usize];
        if place.moves.is_empty() {
            return matches!(place.end, Outcome::Win(_));
        }
        matches!(self.rule.map(|rule| rule.verdict), Some(Verdict::Loses | Verdict::Forbidden { stuck: None }))
    }
}

/// The move to a position is none.
struct Forbidden;

fn worth(end: Outcome) -> i32 {
    match end {
        Outcome::Win(Player::Max) => WIN,
        Outcome::Win(Player::Min) => -WIN,
        Outcome::Utility(value) => value,
        _ => 0,
    }
}

impl GraphPosition {
    /// Moves to some of the `width` places from `lowest` on.
    fn connect(&mut self, random: &mut SeededRandom, lowest: u64, width: u64) {
        let count = 1 + random.below(3);
        self.moves = (0..count).map(|_| (lowest + random.below(width)) as u32).collect();
        self.moves.sort_unstable();
        self.moves.dedup();
        self.weights = random.weights(self.moves.len());
    }
}

impl Game for PositionGraph {
    type State = u32;

    fn facts(&self) -> Facts {
        Facts {
            max_moves: 4,
            win: WIN,
            has_key: self.has_key,
            moves_are_actions: false,
            repetition: self.rule,
            chance: Some(Chance { max_outcomes: 4, low: self.low, high: self.high }),
            abilities: Abilities::NONE,
            ..Facts::DEFAULT
        }
    }
    fn turn(&self, state: &u32) -> Turn {
        self.places[*state as usize].turn
    }
    fn play(&self, state: &mut u32, mv: Move) {
        *state = mv.0;
    }
    fn outcome(&self, state: &u32) -> Outcome {
        let place = &self.places[*state as usize];
        if place.moves.is_empty() || place.end == Outcome::DrawIfClaimed { place.end } else { Outcome::Ongoing }
    }
    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.places[*state as usize].moves.iter().for_each(|&next| out.push(Move(next)));
    }
    fn weights(&self, state: &u32, outcomes: &[Move], weights: &mut [u32]) {
        let place = &self.places[*state as usize];
        assert!(outcomes.iter().map(|mv| mv.0).eq(place.moves.iter().copied()), "with all outcomes");
        weights.copy_from_slice(&place.weights);
    }
    fn evaluate(&self, state: &u32) -> i32 {
        self.places[*state as usize].heuristic
    }
    fn key(&self, state: &u32) -> u64 {
        self.seed << 8 | u64::from(*state)
    }
    fn board_key(&self, state: &u32) -> u64 {
        self.places[*state as usize].board
    }
    fn is_irreversible(&self, parent: &u32, mv: Move) -> bool {
        self.places[*parent as usize].floor != self.places[mv.0 as usize].floor
    }
}
