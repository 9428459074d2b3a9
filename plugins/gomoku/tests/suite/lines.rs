//! Rows that a search has to find.

use crate::boards::open;
use plyd_search::{Control, Root, SearchScore, SearcherLimits, SearcherSettings};
use plyd_trials::search;

#[test]
fn open_threes_and_double_fours_are_wins() {
    // An open three becomes an open four; a stone makes two fours at once. Either way five come two plies later.
    for setup in ["9/9/9/2O6/3XXX3/9/3O5/5O3/9 b", "9/1O7/1X7/1X7/1X7/2XXX4/1O7/5O3/4OO3 b"] {
        let (game, state) = open(setup, "").unwrap();
        let limits = SearcherLimits { depth: Some(3), ..SearcherLimits::default() };
        let root = Root::new(&game, &state);
        let answer = search(&root, SearcherSettings::default(), &limits, &Control::new(), &mut |_| {});
        assert_eq!(answer.score, Some(SearchScore::Win(3)), "{setup}");
    }
}
