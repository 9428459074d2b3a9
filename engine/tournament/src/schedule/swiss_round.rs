//! Pairing of a round of a Swiss tournament.
//!
//! From the top of the table, each remaining engine meets the first engine in its order of preference that still allows
//! all others to be paired. No two engines meet again while a pairing without a repetition exists.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;
use std::collections::BTreeMap;

/// The state of a tournament before the round.
#[derive(Clone, Debug)]
pub(super) struct SwissStandings {
    /// The engines, the best first.
    pub(super) ranking: Vec<usize>,
    /// The half points of each engine.
    pub(super) points: Vec<u64>,
    /// The number of byes of each engine.
    pub(super) byes: Vec<u64>,
    /// The number of encounters between two engines, the lower one first.
    pub(super) met: BTreeMap<[usize; 2], u64>,
}

/// Returns the boards, with the better engine first, and the engine with a bye if the number of engines is odd. The bye
/// goes to the last engine in the table among those with the fewest byes for which the others can be paired.
pub(super) fn pair(field: &SwissStandings) -> (Vec<[usize; 2]>, Option<usize>) {
    // Eventually everyone may meet everyone again, so a pairing exists.
    for most in 0.. {
        let allowed = AllowedPairings::new(field, most);
        if field.ranking.len().is_multiple_of(2) {
            if allowed.can_pair(&field.ranking) {
                return (allowed.boards(field, field.ranking.clone()), None);
            }
            continue;
        }
        let fewest = field.byes.iter().min();
        for (place, &engine) in field.ranking.iter().enumerate().rev().filter(|&(_, &e)| Some(&field.byes[e]) == fewest)
        {
            let mut rest = field.ranking.clone();
            rest.remove(place);
            if allowed.can_pair(&rest) {
                return (allowed.boards(field, rest), Some(engine));
            }
        }
    }
    unreachable!("the numbers of meetings are finite")
}

/// The permitted pairings.
struct AllowedPairings {
    /// For each engine, the opponents that it has met too often.
    barred: Vec<Vec<usize>>,
}

impl AllowedPairings {
    /// Permits pairings of engines that have met at most this often.
    fn new(field: &SwissStandings, most: u64) -> Self {
        let mut barred = vec![Vec::new(); field.ranking.len()];
        for (&[first, second], _) in field.met.iter().filter(|&(_, &times)| times > most) {
            barred[first].push(second);
            barred[second].push(first);
        }
        Self { barred }
    }

    fn may_meet(&self, first: usize, second: usize) -> bool {
        !self.barred[first].contains(&second)
    }

    /// Whether a perfect pairing of these engines exists.
    fn can_pair(&self, engines: &[usize]) -> bool {
        let most_barred = engines.iter().map(|&engine| self.barred[engine].len()).max().unwrap_or(0);
        // If everyone may meet at least half of all, there is a Hamiltonian cycle (Dirac, 1952), and every other edge
        // of it is a pair. So only the last few engines ever need the exact check.
        if engines.len().saturating_sub(1 + most_barred) * 2 >= engines.len() {
            return true;
        }
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<_> = engines.iter().map(|_| graph.add_node(())).collect();
        for (place, &first) in engines.iter().enumerate() {
            for (other, &second) in engines.iter().enumerate().skip(place + 1) {
                if self.may_meet(first, second) {
                    graph.add_edge(nodes[place], nodes[other], ());
                }
            }
        }
        maximum_matching(&graph).is_perfect()
    }

    /// Pairs these engines, the best first, for which a pairing must exist.
    fn boards(&self, field: &SwissStandings, mut rest: Vec<usize>) -> Vec<[usize; 2]> {
        let mut boards = Vec::with_capacity(rest.len() / 2);
        while rest.len() > 1 {
            let best = rest.remove(0);
            let mut wishes = wishes(field, best, &rest);
            wishes.retain(|&place| self.may_meet(best, rest[place]));
            // Prefers opponents met least often.
            wishes.sort_by_key(|&place| field.met.get(&[best.min(rest[place]), best.max(rest[place])]).unwrap_or(&0));
            let without = |place: usize| {
                let mut others = rest.clone();
                let opponent = others.remove(place);
                self.can_pair(&others).then_some((opponent, others))
            };
            let found = wishes.into_iter().find_map(without);
            let (opponent, others) = found.expect("all that are left can be paired, the best one with one of them");
            boards.push([best, opponent]);
            rest = others;
        }
        boards
    }
}

/// Returns the indices of all others in the best engine's order of preference: among those with equal points, the lower
/// half from its top down, then the upper half from its bottom up; then all with fewer points.
fn wishes(field: &SwissStandings, best: usize, rest: &[usize]) -> Vec<usize> {
    let equals = rest.iter().take_while(|&&other| field.points[other] == field.points[best]).count();
    // The half is computed without the best engine.
    let half = equals.div_ceil(2);
    let lower_half = half.saturating_sub(1)..equals;
    lower_half.clone().chain((0..lower_half.start).rev()).chain(equals..rest.len()).collect()
}

#[cfg(test)]
mod tests;
