//! The games of the project, whose positions never come again: every value against plain minimax.

use crate::tables::{build, open, read};
use cfour::ConnectFour;
use kalah::Kalah;
use plyd_plugin::testing::{after, legal};
use plyd_plugin::{Game, Outcome, Player, Plugin, UTILITY_LIMIT};
use plyd_tablebase::{SolvedPosition, SolvedScore, SolvedTable, verify};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use tictactoe::TicTacToe;

/// A value from MAX's view, and the plies to the end.
type OracleWorth = (i32, u32);

const WIN: i32 = UTILITY_LIMIT + 1;

/// Which of two ends a player likes better: that with the better value; of good ones the sooner, of bad ones the later.
fn compare(player: Player, a: OracleWorth, b: OracleWorth) -> Ordering {
    let own = |value: i32| if player == Player::Max { value } else { -value };
    own(a.0).cmp(&own(b.0)).then_with(|| match own(a.0).signum() {
        1 => b.1.cmp(&a.1),
        -1 => a.1.cmp(&b.1),
        _ => Ordering::Equal,
    })
}

/// Plain minimax, which remembers what it has seen by the game's own keys.
fn minimax<G: Game>(game: &G, state: &G::State, seen: &mut HashMap<u64, OracleWorth>) -> OracleWorth {
    match game.outcome(state) {
        Outcome::Win(Player::Max) => return (WIN, 0),
        Outcome::Win(Player::Min) => return (-WIN, 0),
        Outcome::Draw => return (0, 0),
        Outcome::Utility(value) => return (value, 0),
        other => assert_eq!(other, Outcome::Ongoing),
    }
    if let Some(&worth) = seen.get(&game.key(state)) {
        return worth;
    }
    let player = game.turn(state).player().unwrap();
    let children = legal(game, state).into_iter().map(|mv| minimax(game, &after(game, state, mv), seen));
    let best = children.collect::<Vec<_>>().into_iter().max_by(|&a, &b| compare(player, a, b)).unwrap();
    let worth = (best.0, if best.0 == 0 { 0 } else { best.1 + 1 });
    seen.insert(game.key(state), worth);
    worth
}

/// Compares every value of the table with the oracle's, and returns the number of positions compared.
fn compare_all<G: Game>(game: &G, root: &G::State, table: &SolvedTable) -> usize {
    let mut worths = HashMap::new();
    minimax(game, root, &mut worths);
    let (mut seen, mut kept) = (HashSet::new(), HashSet::new());
    let mut left = vec![root.clone()];
    while let Some(state) = left.pop() {
        if game.outcome(&state) != Outcome::Ongoing || !seen.insert(game.key(&state)) {
            continue;
        }
        let key = if game.facts().abilities.symmetry { game.symmetric_key(&state) } else { game.key(&state) };
        kept.insert(key);
        let SolvedPosition { value, distance } = table.probe(key).expect("every position is there");
        let value = match value {
            SolvedScore::Win(Player::Max) => WIN,
            SolvedScore::Win(Player::Min) => -WIN,
            SolvedScore::Utility(value) => value,
        };
        assert_eq!((value, distance), worths[&game.key(&state)]);
        left.extend(legal(game, &state).into_iter().map(|mv| after(game, &state, mv)));
    }
    assert_eq!(table.positions(), kept.len(), "the table has all of them, and no more");
    for key in (1..10_000_u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
        assert_eq!(table.probe(key).is_some(), kept.contains(&key), "the key {key}");
    }
    seen.len()
}

fn check<P: Plugin>(options: &str) -> (usize, SolvedScore) {
    let (game, root) = open::<P>(options);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let built = build(&game, &root, &file);
    let table = read(&file).unwrap();
    assert_eq!(built.positions, table.positions() as u64);
    assert_eq!(std::fs::metadata(&file).unwrap().len(), built.bytes);
    assert_eq!(built.sweeps, 1, "no position comes again");
    assert!(verify(&table, &game, &root, &mut |_| true).unwrap());
    (compare_all(&game, &root, &table), built.root.value)
}

#[test]
fn tic_tac_toe() {
    // 5,478 positions, of which 958 are finished.
    assert_eq!(check::<TicTacToe>(""), (4_520, SolvedScore::Utility(0)));
}

#[test]
fn connect_four_on_small_boards() {
    // In .ci/full up to five files.
    let most = std::env::var("PLYD_TEST_FILES").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    for files in 4..=most {
        assert_eq!(check::<ConnectFour>(&format!("Files={files}\nRanks=4\n")).1, SolvedScore::Utility(0));
    }
}

#[test]
fn kalah_with_few_seeds() {
    for (options, value) in [
        ("Houses=2\nSeeds=4\nEmptyCapture=false\n", -10),
        ("Houses=2\nSeeds=4\nEmptyCapture=true\n", -12),
        ("Houses=3\nSeeds=3\nEmptyCapture=false\n", 2),
        ("Houses=3\nSeeds=3\nEmptyCapture=true\n", 2),
    ] {
        assert_eq!(check::<Kalah>(options).1, SolvedScore::Utility(value), "{options}");
    }
}
