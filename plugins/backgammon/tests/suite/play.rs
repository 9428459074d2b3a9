//! Games against a player who plays at random.

use crate::boards::start;
use plyd_plugin::testing::{Random, legal};
use plyd_plugin::{Game, Move, Outcome, Player, Turn};
use plyd_search::{Algorithm, Control, Limits, NoObserver, Root, Settings, search};

/// A roll by its weights.
fn rolled<G: Game>(game: &G, state: &G::State, outcomes: &[Move], random: &mut Random) -> Move {
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

#[test]
fn a_search_of_a_play_and_a_roll_beats_random_play() {
    for side in [Player::Max, Player::Min] {
        let mut won = 0;
        for seed in 1..=50 {
            let (game, mut state) = start("");
            let mut random = Random(seed);
            let value = loop {
                if let Outcome::Utility(value) = game.outcome(&state) {
                    break value;
                }
                let moves = legal(&game, &state);
                let mv = match game.turn(&state) {
                    Turn::Chance => rolled(&game, &state, &moves, &mut random),
                    turn if turn == side => {
                        let limits = Limits { depth: Some(2), ..Limits::default() };
                        let settings = Settings::from(Algorithm::Pvs);
                        let root = Root::new(&game, &state);
                        search(&root, settings, &limits, &Control::new(), &mut NoObserver, &mut |_| {}).best.unwrap()
                    }
                    _ => *random.choose(&moves).unwrap(),
                };
                game.play(&mut state, mv);
            };
            won += u32::from((value > 0) == (side == Player::Max));
        }
        assert_eq!(won, 50, "{side:?}");
    }
}
