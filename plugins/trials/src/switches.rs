//! Sets of switches of the strong search that between them try each against each.

use crate::Random;
use plyd_search::Techniques;

/// Sets in which every two switches have all four combinations: interactions of two switches cause most failures. The
/// sets that a search begins with come first.
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
        // Of some random ones the one that settles most of what is open.
        let candidates = (0..100).map(|_| random_techniques(&mut random));
        let settled = |row: &Techniques| open.iter().filter(|way| stands(row, way)).count();
        rows.extend(candidates.max_by_key(settled).filter(|row| settled(row) > 0));
    }
}

/// Two switches by their numbers, and their values.
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
