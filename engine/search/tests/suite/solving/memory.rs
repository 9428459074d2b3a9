//! The memory that a search takes beside its table: 32 MiB at most.

use super::values::reported;
use allocation_counter::measure;
use plyd_plugin::testing::open;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Turn};
use plyd_search::{Algorithm, Root, SearcherLimits, SearcherSettings, TranspositionTable};

const MOST: u64 = 32 << 20;

/// The algorithms that prove, and the one whose tree is in the table.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::Solve, Algorithm::Dfpn, Algorithm::Mcts];

/// Every position has as many moves, and every game as many plies, as `solve` accepts. All are drawn, which is known
/// only at the end.
struct Wide;

const MOVES: u32 = 1_024;
const PLIES: u32 = 1_024;

impl Game for Wide {
    /// The ply, and a number that distinguishes the positions there.
    type State = (u32, u64);

    fn facts(&self) -> Facts {
        Facts { max_moves: MOVES, max_plies: PLIES, has_key: true, ..Facts::DEFAULT }
    }

    fn turn(&self, &(ply, _): &Self::State) -> Turn {
        if ply.is_multiple_of(2) { Player::Max.into() } else { Player::Min.into() }
    }

    fn play(&self, (ply, number): &mut Self::State, Move(mv): Move) {
        *ply += 1;
        *number = (*number ^ u64::from(mv)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
    }

    fn outcome(&self, &(ply, _): &Self::State) -> Outcome {
        if ply == PLIES { Outcome::Draw } else { Outcome::Ongoing }
    }

    fn moves(&self, _: &Self::State, out: &mut Moves<'_>) {
        (0..MOVES).for_each(|mv| out.push(Move(mv)));
    }

    fn key(&self, &(ply, number): &Self::State) -> u64 {
        number ^ u64::from(ply) << 50
    }
}

/// The most memory of a search of this many nodes at a time.
fn memory<G: Game<State: 'static>>(game: &G, root: &G::State, algorithm: Algorithm, nodes: u64) -> u64 {
    let table = TranspositionTable::new(4).unwrap();
    let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
    let settings = SearcherSettings { table: Some(&table), ..algorithm.into() };
    let measured = measure(|| drop(reported(&Root::new(game, root), settings, &limits)));
    measured.bytes_max
}

#[test]
fn the_longest_lines_of_the_most_moves_fit_into_it() {
    let bytes = memory(&Wide, &(0, 0), Algorithm::Solve, 5_000);
    // The search was at the end of a line: not a word less than its moves themselves take.
    assert!((u64::from(MOVES * PLIES) * 4..=MOST).contains(&bytes), "{bytes} bytes");
    // The tree of `mcts` has room for few of these positions, and throws away most of it again and again.
    for (algorithm, nodes) in [(Algorithm::Dfpn, 50_000), (Algorithm::Mcts, 2_000)] {
        let bytes = memory(&Wide, &(0, 0), algorithm, nodes);
        assert!(bytes <= MOST, "{algorithm:?}: {bytes} bytes");
    }
}

#[test]
fn games_as_they_are_played_take_a_fraction_of_it() {
    for algorithm in ALGORITHMS {
        let (game, root) = open::<flipello::Flipello>("", "");
        let othello = memory(&game, &root, algorithm, 30_000);
        let (game, root) = open::<breakthrough::Breakthrough>("", "");
        let breakthrough = memory(&game, &root, algorithm, 30_000);
        assert!(othello.max(breakthrough) <= MOST / 8, "{algorithm:?}: {othello} and {breakthrough} bytes");
    }
}
