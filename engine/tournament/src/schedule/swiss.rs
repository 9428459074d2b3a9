use super::swiss_round::{SwissStandings, pair};
use super::table::Encounter;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// A tournament in which every engine plays each round against an opponent with a similar number of points.
///
/// A round is paired once all games of the previous one are played. Each round has the same number of encounters. With
/// an odd number of engines one of them has a bye, which counts as an encounter with all games won.
#[derive(Clone, Debug)]
pub struct Swiss {
    engines: usize,
    rounds: u64,
    games: u64,
    paired: Vec<SwissRound>,
}

/// A paired round.
#[derive(Clone, Debug)]
struct SwissRound {
    /// The two engines of each board; the first one begins if an encounter is a single game.
    boards: Vec<[usize; 2]>,
    bye: Option<usize>,
    /// The half points of both engines for each board.
    half_points: Vec<[u64; 2]>,
    played: u64,
}

/// The standing of an engine in a Swiss tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwissStanding {
    /// The index in the list of engines.
    pub engine: usize,
    /// The points: 1 for a win and for each game of a bye, a half for a draw.
    pub points: f64,
    /// The number of byes.
    pub byes: u64,
    /// The Buchholz score: the points of all opponents. A bye counts as an opponent with the engine's own points.
    pub buchholz: f64,
    /// The Sonneborn-Berger score: the sum of the opponents' points, each weighted with the share won in that
    /// encounter.
    pub sonneborn_berger: f64,
}

/// The integer sums that determine the order.
#[derive(Clone, Copy, Debug, Default)]
struct SwissSums {
    half_points: u64,
    byes: u64,
    /// The Buchholz score in half points.
    buchholz: u64,
    /// The Sonneborn-Berger score in half points, multiplied by the half points of an encounter.
    sonneborn_berger: u64,
}

impl Swiss {
    /// Creates a Swiss tournament between this many engines, at least two.
    pub(super) fn new(engines: usize, rounds: u64, games: u64) -> Self {
        let mut swiss = Self { engines, rounds, games, paired: Vec::new() };
        swiss.pair_next();
        swiss
    }

    pub(super) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the total number of encounters.
    pub(super) fn len(&self) -> u64 {
        self.rounds * self.boards()
    }

    pub(super) fn known(&self) -> Range<u64> {
        0..self.paired.len() as u64 * self.boards()
    }

    pub(super) fn encounter(&self, encounter: u64) -> Option<Encounter> {
        let round = encounter / self.boards();
        let boards = &self.paired.get(usize::try_from(round).ok()?)?.boards;
        Some((round, boards[(encounter % self.boards()) as usize], false))
    }

    /// Adds a game of the plan; `half_points` returns the result of an engine.
    pub(super) fn played(&mut self, encounter: u64, half_points: impl Fn(usize) -> u8) -> Option<Range<u64>> {
        let (boards, games) = (self.boards(), self.games);
        let round = self.paired.get_mut(usize::try_from(encounter / boards).ok()?)?;
        let board = (encounter % boards) as usize;
        let (sums, engines) = (&mut round.half_points[board], round.boards[board]);
        sums.iter_mut().zip(engines).for_each(|(sum, engine)| *sum += u64::from(half_points(engine)));
        round.played += 1;
        let is_last = self.paired.len() as u64 == self.rounds;
        if is_last || self.paired.last().is_none_or(|round| round.played < boards * games) {
            return None;
        }
        let start = self.known().end;
        self.pair_next();
        Some(start..self.known().end)
    }

    /// Returns all engines, the best first: by points, Buchholz, Sonneborn-Berger, then the order of the list.
    #[must_use]
    pub fn standings(&self) -> Vec<SwissStanding> {
        let sums = self.sums();
        let per_encounter = (2 * self.games) as f64;
        let standing = |engine: usize| SwissStanding {
            engine,
            points: sums[engine].half_points as f64 / 2.0,
            byes: sums[engine].byes,
            buchholz: sums[engine].buchholz as f64 / 2.0,
            sonneborn_berger: sums[engine].sonneborn_berger as f64 / 2.0 / per_encounter,
        };
        ranking(&sums).into_iter().map(standing).collect()
    }

    fn boards(&self) -> u64 {
        (self.engines / 2) as u64
    }

    /// Returns the half points of a bye.
    fn bye(&self) -> u64 {
        2 * self.games
    }

    fn sums(&self) -> Vec<SwissSums> {
        let mut sums = vec![SwissSums::default(); self.engines];
        for round in &self.paired {
            for (&engines, &half_points) in round.boards.iter().zip(&round.half_points) {
                engines.into_iter().zip(half_points).for_each(|(engine, part)| sums[engine].half_points += part);
            }
            if let Some(engine) = round.bye {
                sums[engine].half_points += self.bye();
                sums[engine].byes += 1;
            }
        }
        let points: Vec<_> = sums.iter().map(|sums| sums.half_points).collect();
        let mut meet = |engine: usize, opponent: usize, taken: u64| {
            sums[engine].buchholz += points[opponent];
            sums[engine].sonneborn_berger += taken * points[opponent];
        };
        for round in &self.paired {
            for (&[first, second], &[of_first, of_second]) in round.boards.iter().zip(&round.half_points) {
                meet(first, second, of_first);
                meet(second, first, of_second);
            }
            if let Some(engine) = round.bye {
                meet(engine, engine, self.bye());
            }
        }
        sums
    }

    fn pair_next(&mut self) {
        let sums = self.sums();
        let mut met = BTreeMap::new();
        // For each engine, the number of encounters that it began minus those that it did not.
        let mut begun = vec![0_i64; self.engines];
        for &[first, second] in self.paired.iter().flat_map(|round| &round.boards) {
            *met.entry([first.min(second), first.max(second)]).or_default() += 1;
            begun[first] += 1;
            begun[second] -= 1;
        }
        let field = SwissStandings {
            ranking: ranking(&sums),
            points: sums.iter().map(|sums| sums.half_points).collect(),
            byes: sums.iter().map(|sums| sums.byes).collect(),
            met,
        };
        let (mut boards, bye) = pair(&field);
        let round = self.paired.len();
        for (board, two) in boards.iter_mut().enumerate() {
            // The engine that has begun less often begins. If equal, the better one begins on every other board.
            let is_second = begun[two[0]].cmp(&begun[two[1]]).then((board + round).rem_euclid(2).cmp(&0)).is_gt();
            if is_second {
                two.reverse();
            }
        }
        self.paired.push(SwissRound { half_points: vec![[0; 2]; boards.len()], boards, bye, played: 0 });
    }
}

/// Returns the engines, the best first.
fn ranking(sums: &[SwissSums]) -> Vec<usize> {
    let mut ranking: Vec<_> = (0..sums.len()).collect();
    // The sort is stable: among equals, the engine listed first comes first.
    ranking.sort_by_key(|&engine| {
        let SwissSums { half_points, buchholz, sonneborn_berger, .. } = sums[engine];
        Reverse((half_points, buchholz, sonneborn_berger))
    });
    ranking
}

#[cfg(test)]
mod tests;
