//! Sets of search switches that cover all pairs of switches.

use crate::Random;
use plyd_search::Techniques;

/// Sets in which any two switches occur in all four combinations, because most failures are interactions of at most two
/// switches. The first sets are the default and the exact techniques.
pub fn covering_techniques() -> Vec<Techniques> {
    let count = Techniques::SWITCHES.len();
    let all_ways: Vec<Way> = (0..count)
        .flat_map(|second| (0..second).map(move |first| (first, second)))
        .flat_map(|pair| [(false, false), (false, true), (true, false), (true, true)].map(|on| (pair, on)))
        .collect();
    let mut rows = vec![Techniques::default(), Techniques::EXACT];
    let mut random = Random(1);
    loop {
        let open: Vec<&Way> = all_ways.iter().filter(|way| !rows.iter().any(|row| stands(row, way))).collect();
        if open.is_empty() {
            return rows;
        }
        // Chooses the random set that covers the most open combinations.
        let candidates = (0..100).map(|_| random_techniques(&mut random));
        let settled = |row: &Techniques| open.iter().filter(|way| stands(row, way)).count();
        rows.extend(candidates.max_by_key(settled).filter(|row| settled(row) > 0));
    }
}

/// The numbers of two switches, and their values.
type Way = ((usize, usize), (bool, bool));

fn stands(row: &Techniques, &((first, second), (first_on, second_on)): &Way) -> bool {
    let is_on = |number: usize| (Techniques::SWITCHES[number].get)(row);
    is_on(first) == first_on && is_on(second) == second_on
}

fn random_techniques(random: &mut Random) -> Techniques {
    let mut row = Techniques::default();
    for switch in Techniques::SWITCHES {
        (switch.set)(&mut row, random.below(2) == 0);
    }
    row
}
