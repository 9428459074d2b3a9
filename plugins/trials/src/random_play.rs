//! Games of a search against random moves, in which a heuristic has to prove its knowledge of the game.

use crate::search;
use plyd_plugin::Plugin;
use plyd_plugin::testing::{Random, after, legal, open};
use plyd_rules::{Game, Move, Outcome, Player, Turn};
use plyd_search::{Algorithm, Control, Root, SearcherLimits};

/// Generates a module `play` that tests the heuristic in whole games from the start position with these options.
#[macro_export]
macro_rules! play {
    ($game:ty, $options:literal) => {
        /// Tests of the heuristic in whole games.
        mod play {
            #[test]
            fn two_plies_of_search_win_all_of_a_hundred_games_against_random_moves() {
                $crate::beats_random_moves_from_start::<$game>($options);
            }
        }
    };
}

/// Runs `beats_random_moves` from the start position with these options.
pub fn beats_random_moves_from_start<P: Plugin<State: 'static>>(options: &str) {
    let (game, start) = open::<P>("", options);
    beats_random_moves(&game, &start);
}

/// Checks that `pvs` with a depth of two plies wins all of a hundred games against random moves, fifty as each player.
/// Outcomes of chance are drawn by their weights.
fn beats_random_moves<G: Game<State: 'static>>(game: &G, start: &G::State) {
    let mut random = Random(1);
    for number in 0..100 {
        let searcher = if number % 2 == 0 { Player::Max } else { Player::Min };
        let outcome = play(game, start, searcher, &mut random);
        let has_won = match outcome {
            Outcome::Win(winner) => winner == searcher,
            Outcome::Utility(value) => (value > 0) == (searcher == Player::Max) && value != 0,
            _ => false,
        };
        assert!(has_won, "game {number} of a search for {searcher:?} ended with {outcome:?}");
    }
}

/// The outcome of a game between the search and random moves.
fn play<G: Game<State: 'static>>(game: &G, start: &G::State, searcher: Player, random: &mut Random) -> Outcome {
    let mut state = start.clone();
    loop {
        let moves = legal(game, &state);
        if moves.is_empty() {
            return game.outcome(&state);
        }
        let mv = match game.turn(&state) {
            Turn::Chance => by_weight(game, &state, &moves, random),
            turn if turn == searcher => {
                let limits = SearcherLimits { depth: Some(2), ..SearcherLimits::default() };
                let root = Root::new(game, &state);
                search(&root, Algorithm::Pvs, &limits, &Control::new(), &mut |_| {}).best.expect("there are moves")
            }
            _ => *random.choose(&moves).expect("there are moves"),
        };
        state = after(game, &state, mv);
    }
}

/// A random outcome of chance, drawn by its weight.
fn by_weight<G: Game>(game: &G, state: &G::State, outcomes: &[Move], random: &mut Random) -> Move {
    let mut weights = vec![0; outcomes.len()];
    game.weights(state, outcomes, &mut weights);
    let mut ticket = random.below(weights.iter().copied().map(u64::from).sum());
    for (outcome, weight) in outcomes.iter().zip(weights) {
        match ticket.checked_sub(weight.into()) {
            Some(rest) => ticket = rest,
            None => return *outcome,
        }
    }
    unreachable!("the ticket is below the sum of all weights")
}
