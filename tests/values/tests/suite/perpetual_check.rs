//! Perpetual check: the player who gives it need not show all of it.

use chess::Chess;
use plyd_plugin::testing::try_open;
use plyd_search::{
    Algorithm, Control, Root, SearchEvent, SearchScore, SearcherLimits, SearcherSettings, Techniques,
    TranspositionTable,
};
use plyd_trials::search;

/// White is two queens down and draws from here on by checks on e8 and h5.
const POSITION: &str = "6k1/6p1/8/4Q3/8/8/qq6/7K w - - 0 1";

/// The first depth that sees the draw, and whether any iteration or the answer called it solved.
fn first_seen(techniques: Techniques) -> (u32, bool) {
    let (game, state) = try_open::<Chess>(POSITION, "").expect("a sound position");
    let table = TranspositionTable::new(1).expect("there is memory");
    let settings = SearcherSettings { table: Some(&table), techniques, ..Algorithm::Pvs.into() };
    let limits = SearcherLimits { depth: Some(10), ..SearcherLimits::default() };
    let (mut first, mut solved) = (None, false);
    let found = search(&Root::new(&game, &state), settings, &limits, &Control::new(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            let is_draw = iteration.score == SearchScore::Value(0);
            assert!(is_draw || first.is_none(), "the draw is lost again at depth {}", iteration.depth);
            if is_draw && first.is_none() {
                first = Some(iteration.depth);
            }
            solved |= iteration.solved;
        }
    });
    (first.expect("the draw is seen"), solved || found.solved)
}

#[test]
fn a_perpetual_check_is_seen_when_a_position_comes_for_the_second_time_and_nothing_is_proved_by_it() {
    let all = Techniques::default();
    // Checks are extended, so an iteration of depth 3 sees five plies of them.
    assert_eq!(first_seen(all), (3, false));
    assert_eq!(first_seen(Techniques { twofold_repetition: false, ..all }), (5, false));
}
