//! Positions near the end of a counter, in the games that have one. The same table has seen them with the counter at 0
//! before. What is claimed of them must come true within the time that is left: it is played out against all answers.

use ataxx::Ataxx;
use checkers::Checkers;
use chess::Chess;
use morris::Morris;
use plyd_plugin::testing::{Random, after, legal, try_open};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_search::{
    Algorithm, Control, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable, known,
};
use plyd_trials::search;

/// How deep the searches are.
const DEPTH: u32 = 3;

/// The most plies of a claim that is played out.
const MOST_PLIES: u32 = DEPTH + 1;

/// The number of positions of each game.
const POSITIONS: u32 = if cfg!(feature = "long-tests") { 5_000 } else { 300 };

/// If this many setups in a row are refused, they are not positions of the game.
const MOST_REFUSED: u32 = 1_000;

/// Makes the text of a random position, without its counter.
type Setup = fn(&mut Random) -> String;

fn answer<G: Plugin>(
    (game, state): &(G, G::State),
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> SearchResult {
    search(&Root::new(game, state), settings, limits, &Control::new(), &mut |_| {})
}

/// Whether a player can force a win within this many plies. Every position is examined with its counter, so a draw by
/// the counter, claimed or not, is no win.
fn wins<G: Game>(game: &G, state: &G::State, player: Player, plies: u32) -> bool {
    match game.outcome(state) {
        Outcome::Win(winner) => winner == player,
        Outcome::Ongoing if plies > 0 => {
            let mut children = legal(game, state).into_iter().map(|mv| after(game, state, mv));
            if game.turn(state).player() == Some(player) {
                children.any(|child| wins(game, &child, player, plies - 1))
            } else {
                children.all(|child| wins(game, &child, player, plies - 1))
            }
        }
        _ => false,
    }
}

/// Whether a claim from the view of this player comes true.
fn comes_true<G: Game>(game: &G, state: &G::State, player: Player, score: Option<SearchScore>) -> bool {
    let (winner, plies) = match score {
        Some(SearchScore::Win(plies)) => (player, plies),
        Some(SearchScore::Loss(plies)) => (player.other(), plies),
        _ => return true,
    };
    plies > MOST_PLIES || wins(game, state, winner, plies)
}

/// Searches positions with the counter at 0, then with few plies left, and plays the claims out. `counter` writes a
/// setup with a counter; `last` is the one at which the game ends.
fn check<G: Plugin>(name: &str, setup: Setup, counter: fn(&str, u32) -> String, last: u32) {
    let (mut random, table) = (Random(0x4A0), TranspositionTable::new(16).expect("there is memory"));
    let (mut searched, mut refused, mut fresh_wins, mut spoilt) = (0, 0, 0, 0);
    let by_depth = SearcherLimits { depth: Some(DEPTH), ..SearcherLimits::default() };
    let by_mate = SearcherLimits { mate_plies: Some(DEPTH), ..SearcherLimits::default() };
    let by_visits = SearcherLimits { nodes: Some(400), ..SearcherLimits::default() };
    let plans = [(Algorithm::Pvs, &by_depth), (Algorithm::Pvs, &by_mate), (Algorithm::Mcts, &by_visits)];
    let tables = [
        &table,
        &TranspositionTable::new(1).expect("there is memory"),
        &TranspositionTable::new(1).expect("there is memory"),
    ];
    while searched < POSITIONS {
        let setup = setup(&mut random);
        let open = |count: u32| try_open::<G>(&counter(&setup, count), "");
        let left = 1 + random.below(u64::from(MOST_PLIES)) as u32;
        let (fresh, near) = match (open(0), open(last - left)) {
            (Ok(fresh), Ok(near)) => (fresh, near),
            (Err(error), _) | (_, Err(error)) => {
                refused += 1;
                assert!(refused < MOST_REFUSED, "{name}: so many setups are refused one after the other: {error}");
                continue;
            }
        };
        refused = 0;
        if !fresh.0.outcome(&fresh.1).has_moves() || !near.0.outcome(&near.1).has_moves() {
            continue;
        }
        searched += 1;
        let (mut is_won, mut is_spoilt) = (false, false);
        for ((algorithm, limits), table) in plans.into_iter().zip(tables) {
            let settings = SearcherSettings { table: Some(table), ..algorithm.into() };
            let before = answer(&fresh, settings, limits);
            let found = answer(&near, settings, limits);
            let context =
                format!("{name}: {setup} with {left} plies left, {algorithm:?} {limits:?}: {:?}", found.score);
            let player = near.0.turn(&near.1).player().expect("these games have no chance");
            assert!(comes_true(&near.0, &near.1, player, found.score), "{context}");
            let is_decided =
                |score: Option<SearchScore>| matches!(score, Some(SearchScore::Win(_) | SearchScore::Loss(_)));
            is_won |= is_decided(before.score);
            is_spoilt |= is_decided(before.score) && !is_decided(found.score);
            if algorithm == Algorithm::Pvs && limits.depth.is_some() {
                for known in known(&Root::new(&near.0, &near.1), &settings).expect("the game is sound") {
                    if known.finished || known.bound.is_some() {
                        continue;
                    }
                    // A claim of a move counts from the position before it.
                    let claim = match known.score {
                        SearchScore::Win(plies) => SearchScore::Win(plies - 1),
                        SearchScore::Loss(plies) => SearchScore::Loss(plies - 1),
                        SearchScore::Value(_) => continue,
                    };
                    let child = after(&near.0, &near.1, known.mv);
                    assert!(comes_true(&near.0, &child, player, Some(claim)), "{context}: {known:?}");
                }
            }
        }
        spoilt += u32::from(is_spoilt);
        fresh_wins += u32::from(is_won);
    }
    assert!(
        fresh_wins > POSITIONS / 60 && spoilt > 0,
        "{name}: {searched} positions, {fresh_wins} decided with the counter at 0, {spoilt} of them not later"
    );
}

/// So many different numbers below a bound.
fn places(random: &mut Random, count: usize, bound: u64) -> Vec<usize> {
    let mut places = Vec::new();
    while places.len() < count {
        let place = random.below(bound) as usize;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// A board with this many ranks and files and these letters, in the notation of FEN, and a random player to move.
fn board(random: &mut Random, ranks: usize, files: usize, letters: &str) -> String {
    let mut cells = vec![None; ranks * files];
    let places = places(random, letters.chars().count(), cells.len() as u64);
    places.into_iter().zip(letters.chars()).for_each(|(place, letter)| cells[place] = Some(letter));
    let rank = |rank: &[Option<char>]| {
        let runs = rank.chunk_by(|a, b| a.is_none() && b.is_none());
        runs.map(|run| run[0].map_or_else(|| run.len().to_string(), String::from)).collect::<String>()
    };
    let ranks: Vec<String> = cells.chunks(files).map(rank).collect();
    format!("{} {}", ranks.join("/"), if random.below(2) == 0 { 'w' } else { 'b' })
}

/// A setup that ends with the counter and the number of the move.
fn at_the_end(setup: &str, count: u32) -> String {
    format!("{setup} - - {count} 90")
}

#[test]
fn claims_of_chess_come_true_before_fifty_moves() {
    let setup = |random: &mut Random| {
        let men = ["KRk", "KQk", "KRRk", "KQRk", "KPk", "KRkp", "KQkr"][random.below(7) as usize];
        board(random, 8, 8, men)
    };
    check::<Chess>("chess", setup, at_the_end, 100);
}

#[test]
fn claims_of_ataxx_come_true_before_its_counter_ends() {
    let setup = |random: &mut Random| {
        let stones = "P".repeat(1 + random.below(4) as usize) + &"p".repeat(1 + random.below(2) as usize);
        board(random, 7, 7, &stones)
    };
    check::<Ataxx>("ataxx", setup, at_the_end, 100);
}

#[test]
fn claims_of_morris_come_true_before_its_counter_ends() {
    let setup = |random: &mut Random| {
        let men = "W".repeat(3 + random.below(3) as usize) + &"B".repeat(3 + random.below(2) as usize);
        board(random, 3, 8, &men)
    };
    check::<Morris>("morris", setup, at_the_end, 100);
}

#[test]
fn claims_of_checkers_come_true_before_its_counter_ends() {
    let setup = |random: &mut Random| {
        let (black, white) = (1 + random.below(3) as usize, 1 + random.below(2) as usize);
        let squares = places(random, black + white, 32);
        let list =
            |squares: &[usize]| squares.iter().map(|square| format!("K{}", square + 1)).collect::<Vec<_>>().join(",");
        let turn = if random.below(2) == 0 { 'B' } else { 'W' };
        format!("{turn}:W{}:B{}", list(&squares[black..]), list(&squares[..black]))
    };
    check::<Checkers>("checkers", setup, |setup, count| format!("{setup}:H{count}"), 80);
}
