//! Boards of cells in rows.

use super::{Shape, Spot, View};

/// The distance between the rows of hexagons whose neighbours in a row are 1 apart: half the root of 3, rounded.
const HEX_ROW: f64 = 0.866;

impl View {
    /// A board of `files` times `ranks` spots without tokens. File 0 is to the left, rank 0 at the bottom; the spots
    /// are listed as one reads them, from the top left. The upper left corner of the board is at `[0, 0]`.
    ///
    /// [`Shape::Point`] comes with the lines between the points. Each row of [`Shape::Hex`] is half a cell farther to
    /// the right than the row above, as in hex.
    pub fn grid(shape: Shape, files: u32, ranks: u32, name: impl Fn(u32, u32) -> String) -> Self {
        let mut view = Self::default();
        for rank in (0..ranks).rev() {
            let spots =
                (0..files).map(|file| Spot::new(name(file, rank), centre(shape, file, ranks - 1 - rank), shape));
            view.spots.extend(spots);
        }
        if shape == Shape::Point {
            let (right, bottom) = (f64::from(files) - 0.5, f64::from(ranks) - 0.5);
            view.lines.extend((0..ranks).map(|row| f64::from(row) + 0.5).map(|y| [0.5, y, right, y]));
            view.lines.extend((0..files).map(|file| f64::from(file) + 0.5).map(|x| [x, 0.5, x, bottom]));
        }
        view
    }
}

/// The centre of a cell, rows being counted from the top.
fn centre(shape: Shape, file: u32, row: u32) -> [f64; 2] {
    let (x, y) = (f64::from(file) + 0.5, f64::from(row));
    if shape == Shape::Hex { [x + y / 2.0, rounded(y * HEX_ROW + 0.5)] } else { [x, y + 0.5] }
}

/// Rounds to three decimal places, because more would only be noise in the JSON.
fn rounded(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}
