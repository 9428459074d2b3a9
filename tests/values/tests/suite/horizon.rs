//! Positions near the end of a counter, in the games that have one. The same table has seen them with the counter at 0
//! before. What is claimed of them must come true within the time that is left: alpha-beta without a table, which sees
//! the counter in each position, says so.

#[cfg(feature = "long-tests")]
use ataxx::Ataxx;
#[cfg(feature = "long-tests")]
use checkers::Checkers;
use chess::Chess;
#[cfg(feature = "long-tests")]
use morris::Morris;
use plyd_plugin::testing::Random;
use plyd_plugin::{Options, Plugin};
use plyd_search::{Algorithm, Answer, Control, Limits, NoObserver, Root, Score, Settings, Table, known, search};

/// How deep the searches are. Alpha-beta looks as deep as a claim says.
const DEPTH: u32 = if cfg!(feature = "long-tests") { 4 } else { 3 };

/// The most plies of a claim that is played out.
const MOST_PLIES: u32 = DEPTH + 1;

/// Makes the text of a random position, without its counter.
type Setup = fn(&mut Random) -> String;

fn answer<G: Plugin>((game, state): &(G, G::State), settings: Settings<'_>, limits: &Limits) -> Answer {
    search(&Root::new(game, state), settings, limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

/// The score that alpha-beta without a table gives at this depth.
fn plain<G: Plugin>(opened: &(G, G::State), depth: u32) -> i32 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    match answer(opened, Algorithm::AlphaBeta.into(), &limits).score {
        Some(Score::Value(value)) => value,
        Some(Score::Win(_)) => opened.0.facts().win,
        Some(Score::Loss(_)) => -opened.0.facts().win,
        None => panic!("no score"),
    }
}

/// Whether a claim from the view of the player to move comes true.
fn comes_true<G: Plugin>(opened: &(G, G::State), score: Option<Score>) -> bool {
    let win = opened.0.facts().win;
    match score {
        Some(Score::Win(plies)) => plies > MOST_PLIES || plain(opened, plies) == win,
        Some(Score::Loss(plies)) => plies > MOST_PLIES || plain(opened, plies) == -win,
        _ => true,
    }
}

/// Searches positions with the counter at 0, then with few plies left, and plays the claims out. `counter` writes a
/// setup with a counter; `last` is the one at which the game ends. Without the long tests there are so many positions.
fn check<G: Plugin>(name: &str, positions: u32, setup: Setup, counter: fn(&str, u32) -> String, last: u32) {
    let positions = if cfg!(feature = "long-tests") { 5_000 } else { positions };
    let (mut random, table) = (Random(0x4A0), Table::new(16).expect("there is memory"));
    let (mut searched, mut fresh_wins, mut spoilt) = (0, 0, 0);
    let by_depth = Limits { depth: Some(DEPTH), ..Limits::default() };
    let by_mate = Limits { mate_plies: Some(DEPTH), ..Limits::default() };
    let by_visits = Limits { nodes: Some(400), ..Limits::default() };
    let plans = [(Algorithm::Pvs, &by_depth), (Algorithm::Pvs, &by_mate), (Algorithm::Mcts, &by_visits)];
    let tables = [&table, &Table::new(1).expect("there is memory"), &Table::new(1).expect("there is memory")];
    while searched < positions {
        let setup = setup(&mut random);
        let open = |count: u32| G::open(&counter(&setup, count), &Options::new(&[], "")).ok();
        let left = 1 + random.below(u64::from(MOST_PLIES)) as u32;
        let (Some(fresh), Some(near)) = (open(0), open(last - left)) else { continue };
        if !fresh.0.outcome(&fresh.1).has_moves() || !near.0.outcome(&near.1).has_moves() {
            continue;
        }
        searched += 1;
        let mut is_won = false;
        for ((algorithm, limits), table) in plans.into_iter().zip(tables) {
            let settings = Settings { table: Some(table), ..algorithm.into() };
            let before = answer(&fresh, settings, limits);
            let after = answer(&near, settings, limits);
            let context =
                format!("{name}: {setup} with {left} plies left, {algorithm:?} {limits:?}: {:?}", after.score);
            assert!(comes_true(&near, after.score), "{context}");
            is_won |= matches!(before.score, Some(Score::Win(_) | Score::Loss(_)));
            if algorithm == Algorithm::Pvs && limits.depth.is_some() {
                let value = plain(&near, DEPTH);
                let win = near.0.facts().win;
                spoilt += u32::from(plain(&fresh, DEPTH).abs() == win && value.abs() != win);
                for known in known(&Root::new(&near.0, &near.1), &settings).expect("the game is sound") {
                    if known.finished || known.bound.is_some() {
                        continue;
                    }
                    let claim = match known.score {
                        Score::Win(plies) => Score::Loss(plies - 1),
                        Score::Loss(plies) => Score::Win(plies - 1),
                        Score::Value(_) => continue,
                    };
                    let mut child = near.1.clone();
                    near.0.play(&mut child, known.mv);
                    let is_same_player = near.0.turn(&child) == near.0.turn(&near.1);
                    let child =
                        (G::open(&counter(&setup, last - left), &Options::new(&[], "")).expect("as above").0, child);
                    assert!(is_same_player || comes_true(&child, Some(claim)), "{context}: {known:?}");
                }
            }
        }
        fresh_wins += u32::from(is_won);
    }
    assert!(
        fresh_wins > positions / 60 && spoilt > 0,
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

/// A board of so many ranks and files with these letters, in the notation of FEN, and a random player to move.
fn board(random: &mut Random, ranks: usize, files: usize, letters: &str) -> String {
    let mut cells = vec!['1'; ranks * files];
    let places = places(random, letters.chars().count(), cells.len() as u64);
    places.into_iter().zip(letters.chars()).for_each(|(place, letter)| cells[place] = letter);
    let ranks: Vec<String> = cells.chunks(files).map(|rank| rank.iter().collect()).collect();
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
    check::<Chess>("chess", 400, setup, at_the_end, 100);
}

#[cfg(feature = "long-tests")]
#[test]
fn claims_of_ataxx_come_true_before_its_counter_ends() {
    let setup = |random: &mut Random| {
        let stones = "P".repeat(1 + random.below(4) as usize) + &"p".repeat(1 + random.below(2) as usize);
        board(random, 7, 7, &stones)
    };
    check::<Ataxx>("ataxx", 60, setup, at_the_end, 100);
}

#[cfg(feature = "long-tests")]
#[test]
fn claims_of_morris_come_true_before_its_counter_ends() {
    let setup = |random: &mut Random| {
        let men = "W".repeat(3 + random.below(3) as usize) + &"B".repeat(3 + random.below(2) as usize);
        board(random, 3, 8, &men)
    };
    check::<Morris>("morris", 60, setup, at_the_end, 50);
}

#[cfg(feature = "long-tests")]
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
    check::<Checkers>("checkers", 200, setup, |setup, count| format!("{setup}:H{count}"), 40);
}
