//! Random graphs with every verdict of repetition over both keys, and an oracle that is written from the rule and keeps
//! the whole game in a list.

use crate::random::SeededRandom;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Repetition, RepetitionKey, Turn, Verdict};
use plyd_search::{
    Algorithm, Control, Experience, NoObserver, Observer, Root, SearchResult, SearchScore, SearcherLimits,
    SearcherSettings, Techniques, TranspositionTable,
};
use plyd_trials::observed::search;

const WIN: i32 = 10;
const FLOORS: u64 = 3;

/// The value of a win at the root to the oracle; a later one is worth a point less a ply.
const SOONEST: i32 = 1_000;

/// Positions connected by moves in circles. Moves to the next floor cannot be taken back. Some positions have one
/// board, with the same player to move or the other.
pub(crate) struct VerdictGraph {
    pub(crate) seed: u64,
    pub(crate) rule: Repetition,
    pub(crate) places: Vec<VerdictNode>,
}

pub(crate) struct VerdictNode {
    pub(crate) floor: u64,
    pub(crate) board: u64,
    pub(crate) turn: Player,
    pub(crate) heuristic: i32,
    /// The targets of the moves; none if the game is over.
    pub(crate) moves: Vec<u32>,
    /// Who has won if it is.
    pub(crate) winner: Player,
    pub(crate) can_claim: bool,
}

impl VerdictGraph {
    pub(crate) fn random(seed: u64, width: u64) -> Self {
        let mut random = SeededRandom(seed);
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
            // A move is named by the place to which it leads, so in every second graph all moves to one place are
            // exempt.
            exempt: (seed / 8 % 2 == 1).then(|| Move(random.below(width) as u32)),
        };
        let player = |random: &mut SeededRandom| [Player::Max, Player::Min][random.below(2) as usize];
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
                places.push(VerdictNode {
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

    /// The same graph with this heuristic everywhere.
    pub(crate) fn valued(mut self, heuristic: i32) -> Self {
        self.places.iter_mut().for_each(|place| place.heuristic = heuristic);
        self
    }

    /// Whether its games need not end: an exempt move can come again and again.
    pub(crate) fn is_endless(&self) -> bool {
        self.rule.exempt.is_some()
    }

    pub(crate) fn place(&self, state: u32) -> &VerdictNode {
        &self.places[state as usize]
    }

    fn is_same(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.place(one), self.place(other));
        one == other || self.rule.key == RepetitionKey::Board && (a.floor, a.board) == (b.floor, b.board)
    }

    /// Whether the rule does not apply to the last move of a game.
    fn is_exempt(&self, game: &[u32]) -> bool {
        game.last().is_some_and(|&last| self.rule.exempt == Some(Move(last)))
    }

    /// Whether the rule applies to the last position of a game.
    pub(crate) fn is_judged(&self, game: &[u32]) -> bool {
        self.is_repeated(game) && !self.is_exempt(game)
    }

    /// Whether the last position of a game occurred as often as the rule says.
    fn is_repeated(&self, game: &[u32]) -> bool {
        let last = game[game.len() - 1];
        let place = self.place(last);
        let times = game.iter().filter(|&&position| self.is_same(position, last)).count();
        !place.moves.is_empty() && !place.can_claim && times >= self.rule.times as usize
    }

    pub(crate) fn legal(&self, game: &[u32]) -> Vec<u32> {
        let is_legal = |next: &u32| {
            let forbids = matches!(self.rule.verdict, Verdict::Forbidden { .. });
            !(forbids && self.is_judged(&[game, &[*next]].concat()))
        };
        self.place(game[game.len() - 1]).moves.iter().copied().filter(is_legal).collect()
    }

    /// The value of the last position of a game, `ply` plies from its root, and the nodes of minimax.
    pub(crate) fn oracle(&self, game: &[u32], depth: u32, ply: i32) -> (i32, u64) {
        let place = self.place(game[game.len() - 1]);
        let won = |winner: Player| if winner == Player::Max { SOONEST - ply } else { ply - SOONEST };
        if place.moves.is_empty() {
            return (won(place.winner), 1);
        }
        if place.can_claim && ply > 0 {
            return (0, 1);
        }
        if self.is_judged(game) && ply > 0 {
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

    pub(crate) fn leaves(&self, game: &[u32], depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.legal(game).into_iter().map(|next| self.leaves(&[game, &[next]].concat(), depth - 1)).sum(),
        }
    }

    /// A game of a few random legal moves that only a repetition or an unclaimed draw could have ended.
    pub(crate) fn beginning(&self) -> Vec<u32> {
        let mut random = SeededRandom(self.seed ^ 0xABCD);
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

    /// The keys before the last position, in the form that a session gives them.
    pub(crate) fn history(&self, game: &[u32]) -> Vec<u64> {
        let (root, before) = game.split_last().expect("a game has a position");
        let here = before.iter().filter(|&&place| self.place(place).floor == self.place(*root).floor);
        here.map(|place| if self.rule.key == RepetitionKey::Board { self.board_key(place) } else { self.key(place) })
            .collect()
    }

    pub(crate) fn search<O: Observer>(
        &self,
        game: &[u32],
        settings: SearcherSettings<'_>,
        depth: u32,
        observer: &mut O,
    ) -> SearchResult {
        let history = self.history(game);
        let root = Root::new(self, &game[game.len() - 1]).with_history(&history);
        let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
        search(&root, settings, &limits, &Control::new(), observer, &mut |_| {})
    }

    /// The same search by several threads with what others before have learnt.
    pub(crate) fn together(
        &self,
        game: &[u32],
        table: &TranspositionTable,
        experience: &Experience,
        depth: u32,
    ) -> SearchResult {
        let techniques = Techniques { quiescence: false, ..Techniques::default() };
        let (table, experience) = (Some(table), Some(experience));
        let settings = SearcherSettings { table, experience, techniques, threads: 3, ..SearcherSettings::default() };
        self.search(game, settings, depth, &mut NoObserver)
    }

    pub(crate) fn pvs(
        &self,
        game: &[u32],
        table: Option<&TranspositionTable>,
        techniques: Techniques,
        depth: u32,
    ) -> SearchResult {
        let settings = SearcherSettings { algorithm: Algorithm::Pvs, table, techniques, ..SearcherSettings::default() };
        self.search(game, settings, depth, &mut NoObserver)
    }

    /// A value of the oracle as an answer's score, seen by the player to move.
    pub(crate) fn score(&self, game: &[u32], value: i32, algorithm: Algorithm) -> SearchScore {
        let is_max = self.place(game[game.len() - 1]).turn == Player::Max;
        let seen = if is_max { value } else { -value };
        let plies = (SOONEST - seen.abs()) as u32;
        match seen.abs() > SOONEST / 2 {
            true if algorithm == Algorithm::Pvs || plies == 0 => {
                if seen > 0 {
                    SearchScore::Win(plies)
                } else {
                    SearchScore::Loss(plies)
                }
            }
            true => SearchScore::Value(seen.signum() * WIN),
            false => SearchScore::Value(seen),
        }
    }
}

impl Game for VerdictGraph {
    type State = u32;

    fn facts(&self) -> Facts {
        let mut facts = Facts { max_moves: 4, win: WIN, has_key: true, repetition: Some(self.rule), ..Facts::DEFAULT };
        facts.abilities.noisy = true;
        facts.abilities.no_selectivity = true;
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
        let VerdictNode { floor, board, .. } = self.place(*state);
        self.seed << 8 | floor << 4 | board | 1 << 63
    }
    fn is_irreversible(&self, parent: &u32, mv: Move) -> bool {
        self.place(*parent).floor != self.place(mv.0).floor
    }
}
