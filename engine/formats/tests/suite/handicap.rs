//! Handicap points.

use plyd_formats::go::{GoPoint, fixed_handicap, free_handicap};

/// The answer of GNU Go 3.8 to `fixed_handicap` with the maximum number of stones, by board size; smaller numbers are
/// below. On 12x12 GNU Go takes the fourth line, but section 4.1.1 of the specification requires it only from 13x13 on.
const MOST: [(u8, &str); 13] = [
    (7, "C5 E5 C3 E3"),
    (8, "C6 F6 C3 F3"),
    (9, "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
    (10, "C8 H8 C3 H3"),
    (11, "C9 F9 J9 C6 F6 J6 C3 F3 J3"),
    (12, "C10 K10 C3 K3"),
    (13, "D10 G10 K10 D7 G7 K7 D4 G4 K4"),
    (14, "D11 L11 D4 L4"),
    (15, "D12 H12 M12 D8 H8 M8 D4 H4 M4"),
    (16, "D13 N13 D4 N4"),
    (17, "D14 J14 O14 D9 J9 O9 D4 J4 O4"),
    (18, "D15 P15 D4 P4"),
    (19, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
];

/// The points of smaller handicaps, as indices into the list of nine points, which is ordered by rows from the top.
const OF_NINE: [&[usize]; 8] = [
    &[2, 6],
    &[0, 2, 6],
    &[0, 2, 6, 8],
    &[0, 2, 4, 6, 8],
    &[0, 2, 3, 5, 6, 8],
    &[0, 2, 3, 4, 5, 6, 8],
    &[0, 1, 2, 3, 5, 6, 7, 8],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8],
];

/// The points of smaller handicaps, as indices into the list of four points.
const OF_FOUR: [&[usize]; 3] = [&[1, 2], &[0, 1, 2], &[0, 1, 2, 3]];

fn sorted(points: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut points: Vec<String> = points.into_iter().collect();
    points.sort();
    points
}

fn names(points: &[GoPoint]) -> Vec<String> {
    sorted(points.iter().map(GoPoint::to_string))
}

#[test]
fn fixed_handicap_is_where_the_specification_has_it() {
    for (size, most) in MOST {
        let points: Vec<&str> = most.split(' ').collect();
        let table: &[&[usize]] = if points.len() == 9 { &OF_NINE } else { &OF_FOUR };
        for (places, stones) in table.iter().zip(2..) {
            let expected = sorted(places.iter().map(|&place| points[place].to_owned()));
            assert_eq!(fixed_handicap(size, stones).map(|points| names(&points)), Some(expected), "{stones} on {size}");
        }
        for stones in [0, 1, points.len() + 1, 100] {
            assert_eq!(fixed_handicap(size, stones), None, "{stones} on {size}");
        }
    }
    for size in 1..7 {
        assert!((0..10).all(|stones| fixed_handicap(size, stones).is_none()), "{size}");
    }
}

#[test]
fn free_handicap_has_any_number_of_stones() {
    for size in 1..=19_u8 {
        let all = usize::from(size) * usize::from(size);
        for stones in
            [2, 3, 5, 9, 10, 20, all.saturating_sub(1)].into_iter().filter(|&stones| stones >= 2 && stones < all)
        {
            let points = free_handicap(size, stones).unwrap();
            let mut different = names(&points);
            different.dedup();
            assert_eq!(different.len(), stones, "{stones} on {size}");
            assert!(points.iter().all(|point| point.file < size && point.row < size), "{stones} on {size}");
        }
        assert_eq!((free_handicap(size, 1), free_handicap(size, all)), (None, None), "{size}");
    }
    assert_eq!(names(&free_handicap(19, 4).unwrap()), names(&fixed_handicap(19, 4).unwrap()));
}
