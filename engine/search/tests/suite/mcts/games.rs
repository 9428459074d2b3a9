//! Positions of the games: what is proven agrees with the other searches, and what is played is better than chance.

use super::reported::{reported, settings, visits};
use crate::random::SeededRandom;
use plyd_plugin::Plugin;
use plyd_plugin::testing::open;
use plyd_rules::{Game, Move, Moves, Outcome, Player, Turn};
use plyd_search::{Algorithm, Root, SearchScore, SearcherLimits, SearcherSettings, Techniques, TranspositionTable};

fn sign(score: Option<SearchScore>) -> i32 {
    match score.expect("a score") {
        SearchScore::Win(_) => 1,
        SearchScore::Loss(_) => -1,
        SearchScore::Value(value) => value.signum(),
    }
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<Move> {
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    game.moves(state, &mut moves);
    moves.as_slice().to_vec()
}

/// A position after some random moves, with moves.
fn random_position<P: Plugin>(random: &mut SeededRandom, game: &P, start: &P::State, most: u64) -> P::State {
    loop {
        let mut state = start.clone();
        let plies = random.below(most);
        for _ in 0..plies {
            if game.outcome(&state) != Outcome::Ongoing {
                break;
            }
            let moves = moves(game, &state);
            game.play(&mut state, moves[random.below(moves.len() as u64) as usize]);
        }
        if game.outcome(&state) == Outcome::Ongoing {
            return state;
        }
    }
}

/// Compares `count` proofs with the strong search's. Positions that are not solved within the limit of visits do not
/// count; there may be as many of them as of the others.
fn compare<P: Plugin<State: 'static>>(options: &str, count: u64, plies: u64, most: u64) {
    let (game, start) = open::<P>("", options);
    let tables = [1, 1].map(|size| TranspositionTable::new(size).unwrap());
    let mut random = SeededRandom(7);
    let (mut solved, mut number) = (0, 0);
    while solved < count {
        number += 1;
        assert!(number <= 2 * count, "{} {options}: only {solved} of {number} are solved", P::ID);
        let state = random_position(&mut random, &game, &start, plies);
        let root = Root::new(&game, &state);
        let (answer, _) = reported(&root, settings(&tables[0]), &visits(most));
        if !answer.solved {
            continue;
        }
        solved += 1;
        let strong = SearcherSettings { table: Some(&tables[1]), ..Algorithm::Pvs.into() };
        let (truth, _) = reported(&root, strong, &SearcherLimits::default());
        let context = format!("{} {options}, position {number}: {answer:?}, {truth:?}", P::ID);
        assert_eq!(sign(answer.score), sign(truth.score), "{context}");
        if let (Some(SearchScore::Value(one)), Some(SearchScore::Value(other))) = (answer.score, truth.score) {
            assert_eq!(one, other, "{context}");
        }
        let mut after = state.clone();
        game.play(&mut after, answer.best.expect("a move"));
        if game.outcome(&after) == Outcome::Ongoing {
            let (reply, _) = reported(&Root::new(&game, &after), strong, &SearcherLimits::default());
            let same = game.turn(&after) == game.turn(&state);
            assert_eq!(sign(reply.score), if same { sign(truth.score) } else { -sign(truth.score) }, "{context}");
        }
    }
}

#[test]
fn proofs_agree_with_the_strong_search_on_two_thousand_positions() {
    compare::<tictactoe::TicTacToe>("", 600, 8, 4_000);
    compare::<cfour::ConnectFour>("Files=4 Ranks=4", 500, 14, 4_000);
    compare::<kalah::Kalah>("Houses=2 Seeds=3", 350, 8, 4_000);
    compare::<breakthrough::Breakthrough>("Files=3 Ranks=4", 250, 8, 4_000);
    // Its positions are valued by games that it plays with itself.
    compare::<hex::Hex>("Size=3", 300, 6, 4_000);
}

#[test]
fn known_values_are_proven() {
    let table = TranspositionTable::new(16).unwrap();
    let (game, state) = open::<tictactoe::TicTacToe>("", "");
    let (answer, lines) = reported(&Root::new(&game, &state), settings(&table), &SearcherLimits::default());
    assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(0)), true));
    assert!(lines[0].pv.len() >= 2, "{lines:?}");
    // The little memory of its own is enough, too.
    let (answer, _) = reported(&Root::new(&game, &state), Algorithm::Mcts.into(), &SearcherLimits::default());
    assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(0)), true));
    let (game, state) = open::<kalah::Kalah>("", "Houses=2 Seeds=4");
    let (answer, _) = reported(&Root::new(&game, &state), settings(&table), &SearcherLimits::default());
    assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(-10)), true));
}

#[test]
fn mates_of_chess_are_found() {
    for (setup, plies) in [("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 1), ("7k/8/5K2/6R1/8/8/8/8 w - - 0 1", 3)] {
        let (game, state) = open::<chess::Chess>(setup, "");
        let table = TranspositionTable::new(16).unwrap();
        let (answer, _) = reported(&Root::new(&game, &state), settings(&table), &visits(100_000));
        let Some(SearchScore::Win(found)) = answer.score else { panic!("{setup}: {answer:?}") };
        assert!(answer.solved && found >= plies, "{setup}: {answer:?}");
    }
}

/// Plays against random moves; says how many games were won, of so many with each side.
fn wins_against_chance<P: Plugin<State: 'static>>(techniques: Techniques, games: u64) -> u64 {
    let mut wins = 0;
    for number in 0..2 * games {
        let (game, mut state) = open::<P>("", "");
        let own = if number < games { Turn::Max } else { Turn::Min };
        let mut random = SeededRandom(number);
        let table = TranspositionTable::new(1).unwrap();
        while game.outcome(&state) == Outcome::Ongoing {
            let mv = if game.turn(&state) == own {
                let settings = SearcherSettings { techniques, ..settings(&table) };
                reported(&Root::new(&game, &state), settings, &visits(60)).0.best.expect("a move")
            } else {
                let moves = moves(&game, &state);
                moves[random.below(moves.len() as u64) as usize]
            };
            game.play(&mut state, mv);
        }
        let winner = if own == Turn::Max { Player::Max } else { Player::Min };
        wins += u64::from(game.outcome(&state) == Outcome::Win(winner));
    }
    wins
}

#[test]
fn sixty_visits_a_move_beat_random_moves_in_every_game() {
    for playouts in [false, true] {
        let techniques = Techniques { playouts, ..Techniques::default() };
        assert_eq!(wins_against_chance::<cfour::ConnectFour>(techniques, 50), 100, "playouts: {playouts}");
        assert_eq!(wins_against_chance::<flipello::Flipello>(techniques, 50), 100, "playouts: {playouts}");
    }
}

#[test]
fn a_win_is_proven_where_positions_are_valued_by_random_games() {
    let table = TranspositionTable::new(1).unwrap();
    // Red joins top and bottom by one stone.
    let (game, mut state) = open::<hex::Hex>("", "Size=5 Swap=false");
    for text in ["c1", "a5", "c2", "a4", "b4", "b1", "b5", "e1"] {
        let mv = game.parse_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    let (answer, _) = reported(&Root::new(&game, &state), settings(&table), &visits(200));
    assert_eq!((answer.solved, answer.score), (true, Some(SearchScore::Win(1))), "{answer:?}");
}

#[test]
fn the_same_search_with_random_games_has_the_same_result() {
    let search = |techniques| {
        let (game, state) = open::<hex::Hex>("", "Size=7");
        let table = TranspositionTable::new(1).unwrap();
        let settings = SearcherSettings { techniques, ..settings(&table) };
        let (answer, lines) = reported(&Root::new(&game, &state), settings, &visits(3_000));
        (answer.score, answer.nodes, lines[0].pv.clone(), lines[0].seldepth)
    };
    let on = Techniques::default();
    let off = Techniques { game_playouts: false, ..on };
    assert_eq!(search(on), search(on));
    assert_eq!(search(off), search(off));
    assert_ne!(search(on).0, search(off).0, "the switch changes nothing");
}
