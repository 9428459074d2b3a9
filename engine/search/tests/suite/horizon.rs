//! Draws by a counter that the keys leave out, on random graphs, against a naive oracle that knows the counter. What
//! was found with one counter must not be claimed with another one.

use crate::random::SeededRandom;
use plyd_rules::{Abilities, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn};
use plyd_search::{
    Algorithm, Control, KnownMove, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable, known,
};
use plyd_trials::observed::search;

/// A win of the oracle at once; each ply before it takes 1.
const WON: i32 = 1_000;

/// Longer than any game.
const LONGEST: u32 = 24;

/// A position: a place, and the moves on its floor in a row.
#[derive(Clone, Copy, Debug, Hash, PartialEq)]
struct HorizonState {
    place: u32,
    quiet: u16,
}

/// Places on floors. A move to a higher floor cannot be taken back, and sets the counter to 0.
struct HorizonGame {
    seed: u64,
    rule: Option<Repetition>,
    /// So many moves in a row on one floor are a draw.
    patience: u16,
    places: Vec<HorizonNode>,
}

struct HorizonNode {
    floor: u64,
    turn: Player,
    /// The targets of the moves; none if the game is over.
    moves: Vec<u32>,
    /// Who has won if it is.
    winner: Player,
}

impl HorizonGame {
    const FLOORS: u64 = 3;
    const WIDTH: u64 = 4;

    fn random(seed: u64) -> Self {
        let mut random = SeededRandom(seed);
        let rule = (random.below(2) == 0).then(|| Repetition::draw(3));
        let patience = 2 + random.below(3) as u16;
        let player = |random: &mut SeededRandom| if random.below(2) == 0 { Player::Max } else { Player::Min };
        let mut places = Vec::new();
        for number in 0..Self::FLOORS * Self::WIDTH {
            let floor = number / Self::WIDTH;
            let is_last = floor + 1 == Self::FLOORS;
            let moves = if is_last && random.below(3) == 0 {
                Vec::new()
            } else {
                let target = |random: &mut SeededRandom| {
                    let up = u64::from(!is_last && random.below(3) == 0);
                    ((floor + up) * Self::WIDTH + random.below(Self::WIDTH)) as u32
                };
                let mut moves: Vec<u32> = (0..1 + random.below(3)).map(|_| target(&mut random)).collect();
                moves.sort_unstable();
                moves.dedup();
                moves
            };
            places.push(HorizonNode { floor, turn: player(&mut random), moves, winner: player(&mut random) });
        }
        Self { seed, rule, patience, places }
    }

    fn place(&self, state: HorizonState) -> &HorizonNode {
        &self.places[state.place as usize]
    }

    /// Straight from the rules: `game` has every position from the first on. From MAX's view.
    fn oracle(&self, game: &mut Vec<HorizonState>) -> i32 {
        let here = game[game.len() - 1];
        let mut values = Vec::new();
        for &next in &self.place(here).moves {
            let mut state = here;
            self.play(&mut state, Move(next));
            game.push(state);
            let stood = game.iter().filter(|earlier| earlier.place == state.place).count();
            values.push(match self.outcome(&state) {
                Outcome::Win(Player::Max) => WON,
                Outcome::Win(Player::Min) => -WON,
                Outcome::Ongoing if self.rule.is_none_or(|rule| stood < rule.times as usize) => self.oracle(game),
                _ => 0,
            });
            game.pop();
        }
        let best =
            if self.place(here).turn == Player::Max { values.into_iter().max() } else { values.into_iter().min() };
        let best = best.expect("an unfinished position has moves");
        best - best.signum()
    }

    /// The oracle's value of a position without earlier ones, from the view of its player to move.
    fn truth(&self, state: HorizonState) -> SearchScore {
        let value = self.oracle(&mut vec![state]);
        let plies = WON - value.abs();
        match value * if self.place(state).turn == Player::Max { 1 } else { -1 } {
            0 => SearchScore::Value(0),
            1.. => SearchScore::Win(plies.unsigned_abs()),
            _ => SearchScore::Loss(plies.unsigned_abs()),
        }
    }

    /// Unfinished positions in a random order, each place with several counters.
    fn roots(&self, random: &mut SeededRandom) -> Vec<HorizonState> {
        let mut roots: Vec<HorizonState> = (0..self.places.len() as u32)
            .flat_map(|place| (0..self.patience).map(move |quiet| HorizonState { place, quiet }))
            .filter(|state| !self.place(*state).moves.is_empty())
            .collect();
        for place in (1..roots.len()).rev() {
            roots.swap(place, random.below(place as u64 + 1) as usize);
        }
        roots.truncate(12);
        roots
    }
}

impl Game for HorizonGame {
    type State = HorizonState;

    fn facts(&self) -> Facts {
        // Some have noisy moves, which run out by the counter at the latest.
        let abilities = Abilities { horizon: true, noisy: self.seed.is_multiple_of(3), ..Abilities::NONE };
        Facts { max_moves: 4, max_plies: LONGEST, has_key: true, repetition: self.rule, abilities, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &HorizonState) -> Turn {
        self.place(*state).turn.into()
    }
    fn play(&self, state: &mut HorizonState, mv: Move) {
        let quiet = if self.is_irreversible(state, mv) { 0 } else { state.quiet + 1 };
        *state = HorizonState { place: mv.0, quiet };
    }
    fn outcome(&self, state: &HorizonState) -> Outcome {
        match self.place(*state) {
            HorizonNode { moves, winner, .. } if moves.is_empty() => Outcome::Win(*winner),
            _ if state.quiet < self.patience => Outcome::Ongoing,
            // Both kinds of draws.
            _ if self.seed.is_multiple_of(2) => Outcome::DrawIfClaimed,
            _ => Outcome::Draw,
        }
    }
    fn moves(&self, state: &HorizonState, out: &mut Moves<'_>) {
        self.place(*state).moves.iter().for_each(|&next| out.push(Move(next)));
    }
    fn noisy(&self, state: &HorizonState, out: &mut Moves<'_>) {
        self.place(*state).moves.iter().take(1).for_each(|&next| out.push(Move(next)));
    }
    fn key(&self, state: &HorizonState) -> u64 {
        self.seed << 8 | u64::from(state.place)
    }
    fn is_irreversible(&self, parent: &HorizonState, mv: Move) -> bool {
        self.place(*parent).floor != self.places[mv.0 as usize].floor
    }
    fn plies_left(&self, state: &HorizonState) -> u16 {
        self.patience - state.quiet
    }
}

fn answer(
    graph: &HorizonGame,
    root: HorizonState,
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> SearchResult {
    search(&Root::new(graph, &root), settings, limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

/// Searches random positions of each graph, one after the other with one table, and compares. Says how many were won or
/// lost, and how often a counter made the difference.
fn compare(algorithm: Algorithm, limits: &SearcherLimits, threads: usize, seeds: u64, is_whole: bool) -> (u32, u32) {
    let (mut decided, mut changed) = (0, 0);
    for seed in 0..seeds {
        let (graph, table) = (HorizonGame::random(seed), TranspositionTable::new(1).unwrap());
        for root in graph.roots(&mut SeededRandom(seed ^ 0xC10C)) {
            let settings = SearcherSettings { table: Some(&table), threads, ..algorithm.into() };
            let found = answer(&graph, root, settings, limits);
            let (truth, context) = (graph.truth(root), format!("seed {seed}, {root:?}, {algorithm:?}"));
            let score = found.score.expect("there is a score");
            // Some of the algorithms know who wins, and not how soon.
            let is_equal = match (score, truth) {
                (SearchScore::Value(value), SearchScore::Win(_)) => value > 0,
                (SearchScore::Value(value), SearchScore::Loss(_)) => value < 0,
                (SearchScore::Value(value), SearchScore::Value(_)) => value == 0,
                (SearchScore::Win(plies), SearchScore::Win(true_plies))
                | (SearchScore::Loss(plies), SearchScore::Loss(true_plies)) => plies >= true_plies,
                _ => false,
            };
            let is_claim = is_whole || found.solved || !matches!(score, SearchScore::Value(_));
            assert!(is_equal || !is_claim, "{context}: {score:?}, truly {truth:?}");
            decided += u32::from(is_claim && !matches!(truth, SearchScore::Value(_)));
            changed += u32::from(truth != graph.truth(HorizonState { quiet: 0, ..root }));
        }
    }
    (decided, changed)
}

#[test]
fn no_algorithm_claims_what_a_counter_spoils() {
    let deep = SearcherLimits { depth: Some(LONGEST), ..SearcherLimits::default() };
    let visits = SearcherLimits { nodes: Some(3_000), ..SearcherLimits::default() };
    let plans = [
        (Algorithm::Pvs, &deep, 1, 600, true),
        (Algorithm::Pvs, &deep, 3, 200, true),
        (Algorithm::Solve, &SearcherLimits::default(), 1, 600, true),
        (Algorithm::Solve, &SearcherLimits::default(), 2, 200, true),
        (Algorithm::Dfpn, &SearcherLimits::default(), 1, 600, true),
        (Algorithm::Mcts, &visits, 1, 200, false),
    ];
    for (algorithm, limits, threads, seeds, is_whole) in plans {
        let (decided, changed) = compare(algorithm, limits, threads, seeds, is_whole);
        assert!(decided > 100 && changed > 50, "{algorithm:?}: {decided} decided, {changed} changed prove little");
    }
}

#[test]
fn what_is_known_of_moves_is_in_time() {
    let (mut wins, mut absent) = (0, 0);
    for seed in 0..1_000 {
        let (graph, table) = (HorizonGame::random(seed), TranspositionTable::new(1).unwrap());
        let settings = SearcherSettings { table: Some(&table), ..Algorithm::Pvs.into() };
        let limits = SearcherLimits { depth: Some(LONGEST), ..SearcherLimits::default() };
        let roots = graph.roots(&mut SeededRandom(seed ^ 0xC10C));
        for &root in &roots {
            answer(&graph, HorizonState { quiet: 0, ..root }, settings, &limits);
        }
        for &root in &roots {
            let all = known(&Root::new(&graph, &root), &settings).expect("the game is sound");
            absent += graph.place(root).moves.len() - all.len();
            for KnownMove { mv, score, finished, bound, .. } in all {
                let (mut child, mut game) = (root, vec![root]);
                graph.play(&mut child, mv);
                game.push(child);
                if finished || bound.is_some() || matches!(score, SearchScore::Value(_)) {
                    continue;
                }
                let truth = graph.oracle(&mut game);
                let is_won = matches!(score, SearchScore::Win(_)) == (graph.place(root).turn == Player::Max);
                assert_eq!(truth.signum(), if is_won { 1 } else { -1 }, "seed {seed}, {root:?}, {mv:?}: {score:?}");
                wins += 1;
            }
        }
    }
    assert!(wins > 300 && absent > 300, "{wins} wins and {absent} unknown moves prove little");
}
