use super::*;
use crate::random::Random;

/// Whether a pairing of all engines exists, by exhaustive search.
fn can_pair(engines: &[usize], may_meet: &impl Fn(usize, usize) -> bool) -> bool {
    let Some((&first, others)) = engines.split_first() else { return true };
    (0..others.len()).any(|place| {
        let mut rest = others.to_vec();
        may_meet(first, rest.remove(place)) && can_pair(&rest, may_meet)
    })
}

/// Creates a field of this many engines with random points, in which each two have met with this probability.
fn field(random: &mut Random, engines: usize, chance: f64) -> SwissStandings {
    let points: Vec<_> = (0..engines).map(|_| random.below(5)).collect();
    let mut ranking: Vec<_> = (0..engines).collect();
    ranking.sort_by_key(|&engine| std::cmp::Reverse(points[engine]));
    let byes = (0..engines).map(|_| random.below(2)).collect();
    let pairs = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
    let met = pairs.map(|two| (two, if random.unit() < chance { 1 + random.below(2) } else { 0 })).collect();
    SwissStandings { ranking, points, byes, met }
}

fn times(field: &SwissStandings, [first, second]: [usize; 2]) -> u64 {
    field.met.get(&[first.min(second), first.max(second)]).copied().unwrap_or(0)
}

/// Everyone plays or has the bye, and repetitions are minimal.
#[test]
fn rounds_repeat_no_more_than_they_must() {
    let mut random = Random::new(5);
    let mut repeated = 0;
    for case in 0..2_000 {
        let engines = 2 + (case % 9);
        let chance = [0.2, 0.5, 0.8, 1.0][case % 4];
        let field = field(&mut random, engines, chance);
        let (boards, bye) = pair(&field);
        let mut everyone: Vec<_> = boards.iter().flatten().copied().chain(bye).collect();
        everyone.sort_unstable();
        assert_eq!(everyone, (0..engines).collect::<Vec<_>>());
        let fewest = field.byes.iter().copied().min().unwrap();
        assert!(bye.is_none_or(|engine| field.byes[engine] == fewest));
        let most = boards.iter().map(|&two| times(&field, two)).max().unwrap();
        if most > 0 {
            repeated += 1;
            // With fewer repetitions no pairing exists, regardless of which engine among those with the fewest byes
            // gets the bye.
            let possible = |without: Option<usize>| {
                let rest: Vec<_> = (0..engines).filter(|&engine| Some(engine) != without).collect();
                can_pair(&rest, &|a, b| times(&field, [a, b]) < most)
            };
            let is_possible = match bye {
                None => possible(None),
                Some(_) => (0..engines).filter(|&e| field.byes[e] == fewest).any(|engine| possible(Some(engine))),
            };
            assert!(!is_possible, "{field:?} {boards:?} {bye:?}");
        }
    }
    assert!(repeated > 200, "too few were hard: {repeated}");
}

#[test]
fn the_upper_half_of_equals_meets_the_lower_half() {
    let field = |points: &[u64], met: &[[usize; 2]]| SwissStandings {
        ranking: (0..points.len()).collect(),
        points: points.to_vec(),
        byes: vec![0; points.len()],
        met: met.iter().map(|&two| (two, 1)).collect(),
    };
    assert_eq!(pair(&field(&[0; 8], &[])), (vec![[0, 4], [1, 5], [2, 6], [3, 7]], None));
    assert_eq!(pair(&field(&[0; 7], &[])), (vec![[0, 3], [1, 4], [2, 5]], Some(6)));
    // An engine without equals meets the best of the others.
    assert_eq!(pair(&field(&[4, 4, 4, 2, 2, 2], &[])).0, [[0, 1], [2, 3], [4, 5]]);
    // After earlier encounters, an engine prefers the next lower opponent, then the next higher one.
    assert_eq!(pair(&field(&[0; 6], &[[0, 3]])).0, [[0, 4], [1, 3], [2, 5]]);
    assert_eq!(pair(&field(&[0; 6], &[[0, 3], [0, 4], [0, 5]])).0, [[0, 2], [1, 4], [3, 5]]);
    // An opponent with fewer points is preferred to a repetition, and a bye for a third engine to a repetition.
    assert_eq!(pair(&field(&[2, 2, 0, 0], &[[0, 1]])).0, [[0, 2], [1, 3]]);
    let with_byes = SwissStandings { byes: vec![0, 0, 1], ..field(&[4, 2, 2], &[]) };
    assert_eq!(pair(&with_byes), (vec![[0, 2]], Some(1)));
}

#[test]
fn a_thousand_engines_are_paired() {
    let mut random = Random::new(9);
    let mut field = field(&mut random, 1_000, 0.0);
    for _ in 0..12 {
        let (boards, bye) = pair(&field);
        assert_eq!((boards.len(), bye), (500, None));
        for [first, second] in boards {
            assert_eq!(field.met.insert([first.min(second), first.max(second)], 1), Some(0), "they have met");
            field.points[if random.below(2) == 0 { first } else { second }] += 2;
        }
        let points = field.points.clone();
        field.ranking.sort_by_key(|&engine| std::cmp::Reverse(points[engine]));
    }
}
