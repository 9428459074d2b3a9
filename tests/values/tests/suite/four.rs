//! Middle games of connect four, solved by the strong search through the library: value, distance and move.

use crate::four_oracle::{Four, Solver, Verdict};
use crate::libraries::library;
use plyd_player::search;
use plyd_plugin::testing::Random as SplitMix;
use plyd_search::{Control, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};

/// Numbers of stones, and of random positions with that many.
const POSITIONS: [(usize, usize); 4] = if cfg!(feature = "long-tests") {
    [(20, 4), (22, 8), (24, 16), (27, 40)]
} else {
    [(20, 1), (22, 2), (24, 8), (27, 40)]
};

#[test]
fn middle_games_of_connect_four_are_solved_with_the_right_distance_and_move() {
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    let mut random = SplitMix(6);
    let mut solver = Solver::default();
    for (stones, count) in POSITIONS {
        for _ in 0..count {
            let four = Four::without_win(stones, &mut random);
            let verdict = solver.solve(four);
            let expected = match verdict {
                Verdict::Win(plies) => SearchScore::Win(plies),
                Verdict::Loss(plies) => SearchScore::Loss(plies),
                Verdict::Draw => SearchScore::Value(0),
            };
            let counted = match verdict {
                Verdict::Win(_) => &mut wins,
                Verdict::Loss(_) => &mut losses,
                Verdict::Draw => &mut draws,
            };
            *counted += 1;

            let setup = four.setup();
            let game = library("cfour").open(&setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error}"));
            let (root, table) = (game.root(), TranspositionTable::new(16).expect("there is memory"));
            let settings = SearcherSettings { table: Some(&table), ..SearcherSettings::default() };
            let limits = SearcherLimits::default();
            let mut ignore = |_: plyd_search::SearchEvent<'_>| {};
            let answer = search(&Root::new(&game, &root), settings, &limits, &Control::new(), &mut ignore);
            assert_eq!(answer.score, Some(expected), "{setup}");
            assert!(answer.solved, "{setup}");
            let best = answer.best.unwrap_or_else(|| panic!("{setup}: no move"));
            let text = game.format_move(&root, best).expect("the move has a text");
            let file = text.as_bytes().get(2).map_or(0, |letter| usize::from(letter - b'a'));
            assert_eq!(solver.solve_after(four, file), verdict, "{setup}: {text} is not the best move");
        }
    }
    // The players move in turn, so each of them is asked; and no kind of end is missing.
    assert!(wins > 5 && losses > 5 && draws > 2, "{wins} wins, {losses} losses, {draws} draws");
}
