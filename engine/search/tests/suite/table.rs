//! The strong search with its table, on random games in which many ways lead to one position.

use crate::random::SeededRandom;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Turn};
use plyd_search::{
    Algorithm, Control, Experience, NoObserver, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits,
    SearcherSettings, Techniques, TranspositionTable,
};
use plyd_trials::covering_techniques;
use plyd_trials::observed::search;

const WIN: i32 = 10;
const LAYERS: usize = 9;
const WIDTH: usize = 6;

/// Layers of positions; moves lead one or two layers down, the last layer is the end.
struct LayeredGraph {
    seed: u64,
    places: Vec<TableTestNode>,
}

struct TableTestNode {
    turn: Player,
    outcome: Outcome,
    heuristic: i32,
    moves: Vec<u32>,
    /// Which of the moves are noisy.
    noisy: Vec<u32>,
}

impl LayeredGraph {
    fn random(seed: u64) -> Self {
        let mut random = SeededRandom(seed);
        let mut places = Vec::new();
        for layer in 0..LAYERS {
            for _ in 0..WIDTH {
                let turn = if random.below(2) == 0 { Player::Max } else { Player::Min };
                let ends = layer + 1 == LAYERS || layer > 0 && random.below(8) == 0;
                let outcome = match random.below(6) {
                    _ if !ends => Outcome::Ongoing,
                    0 => Outcome::Win(Player::Max),
                    1 => Outcome::Win(Player::Min),
                    2 => Outcome::Draw,
                    _ => Outcome::Utility(random.below(19) as i32 - 9),
                };
                let mut moves = Vec::new();
                if !ends {
                    for _ in 0..1 + random.below(4) {
                        let below = (layer + 1 + random.below(2) as usize).min(LAYERS - 1);
                        moves.push((below * WIDTH) as u32 + random.below(WIDTH as u64) as u32);
                    }
                    moves.sort_unstable();
                    moves.dedup();
                }
                let noisy = moves.iter().copied().filter(|_| random.below(3) == 0).collect();
                places.push(TableTestNode { turn, outcome, heuristic: random.below(19) as i32 - 9, moves, noisy });
            }
        }
        Self { seed, places }
    }

    /// The value `depth` plies deep, wins by distance; straight from the definition.
    fn oracle(&self, place: u32, depth: u32, ply: i32) -> i32 {
        let here = &self.places[place as usize];
        match here.outcome {
            Outcome::Win(Player::Max) => 1_000 - ply,
            Outcome::Win(Player::Min) => ply - 1_000,
            Outcome::Utility(value) => value,
            Outcome::Draw | Outcome::DrawIfClaimed => 0,
            Outcome::Ongoing | Outcome::Unknown if depth == 0 => here.heuristic,
            Outcome::Ongoing | Outcome::Unknown => {
                let values = here.moves.iter().map(|&next| self.oracle(next, depth - 1, ply + 1));
                if here.turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
            }
        }
    }

    fn expected(&self, depth: u32) -> SearchScore {
        let value = self.oracle(0, depth, 0) * if self.places[0].turn == Player::Max { 1 } else { -1 };
        match value {
            901.. => SearchScore::Win((1_000 - value) as u32),
            ..=-901 => SearchScore::Loss((1_000 + value) as u32),
            _ => SearchScore::Value(value),
        }
    }

    fn search(
        &self,
        table: Option<&TranspositionTable>,
        techniques: Techniques,
        limits: &SearcherLimits,
    ) -> (SearchResult, Vec<Move>) {
        self.search_with(
            SearcherSettings { algorithm: Algorithm::Pvs, table, techniques, ..SearcherSettings::default() },
            limits,
        )
    }

    fn search_with(&self, settings: SearcherSettings<'_>, limits: &SearcherLimits) -> (SearchResult, Vec<Move>) {
        let mut line = Vec::new();
        let mut report = |event: SearchEvent<'_>| {
            if let SearchEvent::Iteration(iteration) = event {
                line.clone_from(&iteration.pv);
            }
        };
        let control = Control::new();
        let answer = search(&Root::new(self, &0), settings, limits, &control, &mut NoObserver, &mut report);
        (answer, line)
    }
}

impl Game for LayeredGraph {
    type State = u32;

    fn facts(&self) -> Facts {
        let mut facts = Facts { max_moves: 4, max_plies: LAYERS as u32, win: WIN, has_key: true, ..Facts::DEFAULT };
        facts.abilities.noisy = true;
        facts
    }
    fn turn(&self, state: &u32) -> Turn {
        self.places[*state as usize].turn.into()
    }
    fn play(&self, state: &mut u32, mv: Move) {
        *state = mv.0;
    }
    fn outcome(&self, state: &u32) -> Outcome {
        self.places[*state as usize].outcome
    }
    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.places[*state as usize].moves.iter().for_each(|&next| out.push(Move(next)));
    }
    fn noisy(&self, state: &u32, out: &mut Moves<'_>) {
        self.places[*state as usize].noisy.iter().for_each(|&next| out.push(Move(next)));
    }
    fn evaluate(&self, state: &u32) -> i32 {
        self.places[*state as usize].heuristic
    }
    fn key(&self, state: &u32) -> u64 {
        self.seed << 8 | u64::from(*state)
    }
}

/// Every switch alone, none, and every pair of them in all ways.
fn techniques() -> Vec<Techniques> {
    let all = Techniques::default();
    let mut sets = covering_techniques();
    let mut none = all;
    for switch in Techniques::SWITCHES {
        let mut one = all;
        (switch.set)(&mut one, !(switch.get)(&all));
        sets.push(one);
        (switch.set)(&mut none, false);
    }
    sets.push(none);
    sets
}

#[test]
fn a_finished_search_is_a_proof_with_every_switch_and_its_line_leads_to_the_value() {
    // One table for all: what is left of other games must not matter.
    let (table, experience) = (TranspositionTable::new(1).unwrap(), Experience::new());
    for seed in 0..1_500 {
        let web = LayeredGraph::random(seed);
        let expected = web.expected(u32::MAX);
        // Some of them also by several threads, which have learnt from the webs before.
        let together = (seed % 10 == 0).then_some((Some(&table), 3));
        for techniques in techniques() {
            for (table, threads) in [(None, 1), (Some(&table), 1)].into_iter().chain(together) {
                let experience = Some(&experience).filter(|_| threads > 1);
                let settings =
                    SearcherSettings { table, experience, techniques, threads, ..SearcherSettings::default() };
                let (answer, line) = web.search_with(settings, &SearcherLimits::default());
                let context = format!("seed {seed}, {techniques:?}, table {}, {threads} threads", table.is_some());
                assert_eq!((answer.score, answer.solved), (Some(expected), true), "{context}");
                let end = line.iter().fold(0, |place, mv| {
                    assert!(web.places[place as usize].moves.contains(&mv.0), "{context}: {line:?} is not legal");
                    mv.0
                });
                let (end, length) = (&web.places[end as usize], line.len() as u32);
                match (end.outcome, expected) {
                    (Outcome::Win(_), SearchScore::Win(plies) | SearchScore::Loss(plies)) => {
                        assert_eq!(length, plies, "{context}")
                    }
                    // Entries of the table may be gone, and the line shorter then; it never leads elsewhere.
                    (Outcome::Ongoing, _) => assert!(table.is_some(), "{context}"),
                    (Outcome::Utility(value), SearchScore::Value(seen)) => {
                        assert_eq!(value.abs(), seen.abs(), "{context}")
                    }
                    (Outcome::Draw, SearchScore::Value(0)) => {}
                    (outcome, _) => panic!("{context}: {line:?} leads to {outcome:?}, not {expected:?}"),
                }
            }
        }
    }
}

#[test]
fn without_shortcuts_a_search_to_a_depth_has_the_value_of_minimax() {
    let table = TranspositionTable::new(1).unwrap();
    for seed in 0..1_500 {
        let web = LayeredGraph::random(seed);
        for depth in 1..6 {
            let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
            let (answer, _) = web.search(Some(&table), Techniques::EXACT, &limits);
            assert_eq!(answer.score, Some(web.expected(depth)), "seed {seed}, depth {depth}");
        }
    }
}

#[test]
fn the_table_saves_nodes() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..200 {
        let web = LayeredGraph::random(seed);
        let table = TranspositionTable::new(1).unwrap();
        with += web.search(Some(&table), Techniques::default(), &SearcherLimits::default()).0.nodes;
        without += web.search(None, Techniques::default(), &SearcherLimits::default()).0.nodes;
    }
    assert!(with * 10 < without * 9, "{with} nodes with a table, {without} without");
}

/// A search of some of the root's moves must not store their value in the table for the whole position.
#[test]
fn what_was_found_of_some_moves_is_not_believed_of_all() {
    let mut restricted = 0;
    for seed in 0..1_500 {
        let web = LayeredGraph::random(seed);
        let table = TranspositionTable::new(1).unwrap();
        for &next in &web.places[0].moves {
            let place = &web.places[next as usize];
            if place.outcome != Outcome::Ongoing || place.moves.len() < 2 {
                continue;
            }
            // Its last move only, and then its lines one after the other.
            let limits = SearcherLimits {
                root_moves: place.moves.last().map(|&mv| vec![Move(mv)]),
                ..SearcherLimits::default()
            };
            let settings = SearcherSettings { table: Some(&table), ..SearcherSettings::default() };
            let root = Root::new(&web, &next);
            search(&root, settings, &limits, &Control::new(), &mut NoObserver, &mut |_| {});
            let settings = SearcherSettings { lines: 3, ..settings };
            search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
            restricted += 1;
        }
        let (answer, _) = web.search(Some(&table), Techniques::default(), &SearcherLimits::default());
        assert_eq!((answer.score, answer.solved), (Some(web.expected(u32::MAX)), true), "seed {seed}");
    }
    assert!(restricted > 1_000);
}
