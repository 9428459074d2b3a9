//! Games that break what they declared: values beyond their bounds, and keys that change from call to call.

use plyd_rules::{Abilities, Chance, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn, Verdict};
use plyd_search::{
    Algorithm, Control, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable,
};
use plyd_trials::observed::search;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A state is the number of plies, and three bits for each move.
#[derive(Clone, Copy, Debug, Hash)]
struct ChanceState {
    plies: u32,
    moves: u64,
}

const START: ChanceState = ChanceState { plies: 0, moves: 0 };

/// The players and, if there are declared bounds, chance have three moves each in turn, for six plies or without an
/// end.
struct FaultyChanceGame {
    chance: Option<Chance>,
    repetition: Option<Repetition>,
    /// The worth of a game whose moves are all the first ones, and the value of positions on the way there.
    odd: [i32; 2],
    calls: AtomicU64,
}

impl Game for FaultyChanceGame {
    type State = ChanceState;

    fn facts(&self) -> Facts {
        let Self { chance, repetition, .. } = *self;
        let has_key = repetition.is_some();
        let abilities = Abilities { no_selectivity: true, ..Abilities::NONE };
        Facts { max_moves: 3, win: 1_000, has_key, repetition, chance, abilities, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &ChanceState) -> Turn {
        match state.plies % 4 {
            0 => Turn::Max,
            2 => Turn::Min,
            _ if self.chance.is_some() => Turn::Chance,
            1 => Turn::Min,
            _ => Turn::Max,
        }
    }
    fn play(&self, state: &mut ChanceState, mv: Move) {
        state.plies += 1;
        state.moves = state.moves << 3 | u64::from(mv.0);
    }
    fn outcome(&self, state: &ChanceState) -> Outcome {
        match state.plies {
            6 if self.repetition.is_none() && state.moves == 0 => Outcome::Utility(self.odd[0]),
            6 if self.repetition.is_none() => Outcome::Utility((state.moves % 7) as i32),
            _ => Outcome::Ongoing,
        }
    }
    fn moves(&self, _: &ChanceState, out: &mut Moves<'_>) {
        (0..3).for_each(|number| out.push(Move(number)));
    }
    fn weights(&self, _: &ChanceState, _: &[Move], weights: &mut [u32]) {
        weights.copy_from_slice(&[1, 2, 3]);
    }
    fn evaluate(&self, state: &ChanceState) -> i32 {
        if state.moves == 0 { self.odd[1] } else { (state.moves % 7) as i32 }
    }
    fn is_irreversible(&self, _: &ChanceState, _: Move) -> bool {
        self.repetition.is_none()
    }
    /// One of five, which the number of the call mixes (SplitMix64).
    fn key(&self, _: &ChanceState) -> u64 {
        let call = self.calls.fetch_add(1, Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (call ^ call >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) % 5
    }
}

fn answer(
    game: &FaultyChanceGame,
    algorithm: Algorithm,
    table: Option<&TranspositionTable>,
    limits: SearcherLimits,
) -> SearchResult {
    let settings = SearcherSettings { table, ..algorithm.into() };
    search(&Root::new(game, &START), settings, &limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

#[test]
fn a_value_beyond_the_declared_bounds_ends_the_search_with_a_fault() {
    let chance = Some(Chance { max_outcomes: 3, low: 0, high: 6 });
    let game = |odd| FaultyChanceGame { chance, repetition: None, odd, calls: AtomicU64::new(0) };
    for algorithm in Algorithm::BY_DEPTH {
        for (depth, odd, told) in [
            (6, [6, 0], None),
            (6, [7, 0], Some("a position is worth 7, which is not within the declared 0 to 6")),
            (6, [-1, 0], Some("a position is worth -1, which is not within the declared 0 to 6")),
            (3, [0, 6], None),
            (3, [0, 7], Some("a position is worth 7, which is not within the declared 0 to 6")),
            (3, [0, -1], Some("a position is worth -1, which is not within the declared 0 to 6")),
        ] {
            let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
            let answer = answer(&game(odd), algorithm, None, limits);
            assert_eq!(answer.fault.as_deref(), told, "{algorithm:?}, depth {depth}, {odd:?}");
            assert!(answer.best.is_some(), "{algorithm:?}: there is a move to play");
        }
    }
}

#[test]
fn keys_that_change_take_all_moves_away_and_end_the_search_with_a_fault() {
    let mut faults = [0; 3];
    let table = TranspositionTable::new(1).expect("a mebibyte is there");
    for (call, chance) in (0..300).zip([None, Some(Chance { max_outcomes: 3, low: -9, high: 9 })].into_iter().cycle()) {
        let repetition = Some(Repetition { verdict: Verdict::Forbidden { stuck: Some(0) }, ..Repetition::draw(2) });
        for (algorithm, faults) in Algorithm::BY_DEPTH.into_iter().zip(&mut faults) {
            let game = FaultyChanceGame { chance, repetition, odd: [0; 2], calls: AtomicU64::new(call * 1_000) };
            let limits = SearcherLimits { depth: Some(5), nodes: Some(100_000), ..SearcherLimits::default() };
            let answer = answer(&game, algorithm, Some(&table), limits);
            assert!(answer.nodes < 100_000, "{algorithm:?} would go on for ever");
            let is_value = |score| matches!(score, SearchScore::Value(-9..=9));
            assert!(answer.score.is_none_or(is_value), "{algorithm:?}, from call {call}: {:?}", answer.score);
            if let Some(fault) = answer.fault {
                assert!(fault.starts_with("the keys of the positions after ply "), "{algorithm:?}: {fault}");
                *faults += 1;
            }
        }
    }
    assert!(faults.iter().all(|&faults| faults > 20), "too few faults: {faults:?}");
}

#[test]
fn the_game_of_these_tests_is_sound_without_its_faults() {
    let game = FaultyChanceGame { chance: None, repetition: None, odd: [0; 2], calls: AtomicU64::new(0) };
    assert_eq!(game.turn(&START), Player::Max);
    let values: Vec<_> = Algorithm::BY_DEPTH
        .into_iter()
        .map(|algorithm| {
            answer(&game, algorithm, None, SearcherLimits { depth: Some(6), ..SearcherLimits::default() }).score
        })
        .collect();
    assert!(values.iter().all(|value| *value == values[0] && value.is_some()), "{values:?}");
}
