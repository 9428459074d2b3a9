//! A game whose positions come again, against an oracle that plays it for longer and longer.

use crate::tables::{build, read};
use plyd_plugin::{Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn};
use plyd_tablebase::{SolvedPosition, SolvedScore, verify};

/// Places, and moves between them that may lead in circles. A repetition is a draw.
pub(crate) struct Circles {
    pub(crate) places: Vec<CircleNode>,
    pub(crate) rule: Option<Repetition>,
}

pub(crate) struct CircleNode {
    turn: Player,
    outcome: Outcome,
    moves: Vec<u32>,
}

impl Circles {
    /// A random one with this many places. One in `ends` is the end of the game.
    pub(crate) fn random(mut seed: u64, count: u32, ends: u32) -> Self {
        let mut below = |bound: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % u64::from(bound)) as u32
        };
        let mut places: Vec<_> = (0..count)
            .map(|number| {
                let outcome = match below(6) {
                    _ if number == 0 || below(ends) > 0 => Outcome::Ongoing,
                    0 => Outcome::Win(Player::Max),
                    1 => Outcome::Win(Player::Min),
                    2 => Outcome::Draw,
                    _ => Outcome::Utility(below(7) as i32 - 3),
                };
                let turn = if below(2) == 0 { Player::Max } else { Player::Min };
                let mut moves: Vec<_> = (0..1 + below(3)).map(|_| below(count)).collect();
                moves.sort_unstable();
                moves.dedup();
                CircleNode { turn, outcome, moves }
            })
            .collect();
        // A long way that can be gone back, so that the end of it is told through many sweeps.
        for number in 1..count / 4 {
            if places[number as usize].outcome == Outcome::Ongoing {
                places[number as usize].moves = vec![number - 1, number + 1];
            }
        }
        Self { places, rule: Some(Repetition::draw(3)) }
    }

    /// What each place is worth to a game that ends in a draw after so many plies, for more and more plies, until
    /// nothing changes any more for as many as there are places: from MAX's view, with the plies to the end.
    fn worths(&self) -> Vec<(i64, u32)> {
        let ended = |outcome| match outcome {
            Outcome::Win(Player::Max) => Some(1_000),
            Outcome::Win(Player::Min) => Some(-1_000),
            Outcome::Utility(value) => Some(i64::from(value)),
            Outcome::Draw => Some(0),
            _ => None,
        };
        let mut worths: Vec<_> = self.places.iter().map(|place| (ended(place.outcome).unwrap_or(0), 0)).collect();
        let mut same = 0;
        while same < 10 {
            let next: Vec<_> = self
                .places
                .iter()
                .map(|place| {
                    if let Some(value) = ended(place.outcome) {
                        return (value, 0);
                    }
                    let children = place.moves.iter().map(|&child| worths[child as usize]);
                    // For MAX the better one first: by value, then soon if it is good and late if it is bad.
                    let of_max = |(value, plies): (i64, u32)| (value, -value.signum() * i64::from(plies));
                    let best = if place.turn == Player::Max {
                        children.max_by_key(|&worth| of_max(worth))
                    } else {
                        children.min_by_key(|&worth| of_max(worth))
                    };
                    let (value, plies) = best.unwrap();
                    (value, if value == 0 { 0 } else { plies + 1 })
                })
                .collect();
            same = if next == worths { same + 1 } else { 0 };
            worths = next;
        }
        worths
    }
}

impl Game for Circles {
    type State = u32;

    fn facts(&self) -> Facts {
        Facts { max_moves: 4, win: 1_000, has_key: true, repetition: self.rule, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &u32) -> Turn {
        self.places[*state as usize].turn.into()
    }

    fn play(&self, state: &mut u32, mv: Move) {
        *state = mv.0;
    }

    fn outcome(&self, state: &u32) -> Outcome {
        self.places[*state as usize].outcome
    }

    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.places[*state as usize].moves.iter().for_each(|&mv| out.push(Move(mv)));
    }

    fn key(&self, state: &u32) -> u64 {
        u64::from(*state) + 1
    }

    fn is_irreversible(&self, _: &u32, _: Move) -> bool {
        false
    }
}

/// Checks every place that is in the table, and returns how many are.
fn check(game: &Circles) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    build(game, &0, &file);
    let table = read(&file).unwrap();
    let mut count = 0;
    for (place, worth) in (0_u32..).zip(game.worths()) {
        let Some(SolvedPosition { value, distance }) = table.probe(u64::from(place) + 1) else { continue };
        let value = match value {
            SolvedScore::Win(Player::Max) => 1_000,
            SolvedScore::Win(Player::Min) => -1_000,
            SolvedScore::Utility(value) => i64::from(value),
        };
        assert_eq!((value, distance), worth, "place {place}");
        count += 1;
    }
    assert_eq!(count, table.positions(), "and nothing else");
    assert!(verify(&table, game, &0, &mut |_| true).unwrap());
    count
}

#[test]
fn circles_have_the_values_of_longer_and_longer_games() {
    let counts: Vec<_> = (1..250).map(|seed| check(&Circles::random(seed, 12 + seed as u32 % 60, 6))).collect();
    assert!(counts.iter().any(|&count| count > 40) && counts.iter().sum::<usize>() > 2_000, "{counts:?}");
}

#[test]
fn circles_of_many_places_are_longer_than_the_first_paths() {
    // More places in a row than the first sweep's paths have plies.
    let mut game = Circles::random(5, 20_000, 40);
    for place in &mut game.places[..3_000] {
        place.outcome = Outcome::Ongoing;
    }
    for number in 1..3_000 {
        game.places[number].moves = vec![number as u32 - 1, number as u32 + 1];
    }
    game.places[0].moves = vec![1];
    assert!(check(&game) > 3_000);
}
