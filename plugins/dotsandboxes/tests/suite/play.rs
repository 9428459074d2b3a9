//! The heuristic in whole games.

use crate::boards::start;
use plyd_trials::beats_random_moves;

#[test]
fn two_plies_of_search_win_all_of_a_hundred_games_against_random_moves() {
    let (game, start) = start("BoxDifference=false");
    beats_random_moves(&game, &start);
}
