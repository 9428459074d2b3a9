//! Placement of handicap stones.

use super::GoPoint;

/// The least board size with fixed handicap, and the least size with handicap stones on the fourth line instead of the
/// third.
const LEAST_SIZE: u8 = 7;
const FOURTH_LINE: u8 = 13;

/// Returns the points for a number of fixed handicap stones on a square board, by section 4.1.1 of the GTP
/// specification; `None` if there is no such handicap. Boards of even size and of size 7 have at most four stones,
/// others nine.
///
/// GNU Go 3.8 uses the same points, except on 12x12, where it takes the fourth line.
#[must_use]
pub fn fixed_handicap(size: u8, stones: usize) -> Option<Vec<GoPoint>> {
    let most = if size < LEAST_SIZE {
        0
    } else if size.is_multiple_of(2) || size == LEAST_SIZE {
        4
    } else {
        9
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let low = if size < FOURTH_LINE { 2 } else { 3 };
    let (middle, high) = (size / 2, size - 1 - low);
    let (corners, sides) = (
        [(low, low), (high, high), (low, high), (high, low)],
        [(low, middle), (high, middle), (middle, low), (middle, high)],
    );
    // For an odd number of at least five stones, the last one is in the centre.
    let has_centre = stones >= 5 && stones % 2 == 1;
    let around = stones - usize::from(has_centre);
    let centre = has_centre.then_some((middle, middle));
    let points = corners.into_iter().chain(sides).take(around).chain(centre);
    Some(points.map(|(file, row)| GoPoint { file, row }).collect())
}

/// Returns points for a number of handicap stones, from two to one less than the points of the board: the fixed
/// handicap points if possible, then others, each as far as possible from all previous ones. `None` for any other
/// number.
#[must_use]
pub fn free_handicap(size: u8, stones: usize) -> Option<Vec<GoPoint>> {
    if stones < 2 || stones >= usize::from(size) * usize::from(size) {
        return None;
    }
    let fixed = (2..=stones).rev().find_map(|stones| fixed_handicap(size, stones));
    let mut points = fixed.unwrap_or_else(|| vec![GoPoint { file: size / 2, row: size / 2 }]);
    let all = || (0..size).flat_map(|row| (0..size).map(move |file| GoPoint { file, row }));
    // The distance from each point to its nearest stone.
    let mut distances: Vec<u8> = all().map(|point| nearest(point, &points)).collect();
    while points.len() < stones {
        let to_edge = |point: GoPoint| point.file.min(point.row).min(size - 1 - point.file).min(size - 1 - point.row);
        // Prefers points far from other stones, then far from the edge; among equal points, the last.
        let best = all().zip(&distances).max_by_key(|&(point, distance)| (*distance, to_edge(point)));
        let Some((best, _)) = best.filter(|(_, distance)| **distance > 0) else { break };
        points.push(best);
        for (point, distance) in all().zip(&mut distances) {
            *distance = (*distance).min(apart(point, best));
        }
    }
    Some(points)
}

fn nearest(point: GoPoint, stones: &[GoPoint]) -> u8 {
    stones.iter().map(|&stone| apart(point, stone)).min().unwrap_or(u8::MAX)
}

/// The Manhattan distance between two points.
fn apart(one: GoPoint, other: GoPoint) -> u8 {
    one.file.abs_diff(other.file) + one.row.abs_diff(other.row)
}
