//! Boards of all sizes, whose sets of points use as few machine words as possible.

use plyd_board::{Cells, Geometry, words};

/// The maximum number of files and of ranks.
pub(crate) const MOST: u32 = 19;
/// The number of machine words in a set of points on the largest board.
pub(crate) const WORDS: usize = words(MOST * MOST);
/// An upper bound on the numbers of points.
pub(crate) const POINTS: usize = (MOST * MOST) as usize;

/// A set of points on a board of any size.
pub(crate) type Points = Cells<WORDS>;

/// A board geometry, by the row length used to number its points: 8, 9, 13 or 19. In a set of points, the words that
/// the geometry does not use are always zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Eight(Geometry<8>),
    Nine(Geometry<9, 2>),
    Thirteen(Geometry<13, 3>),
    Nineteen(Geometry<19, WORDS>),
}

/// Evaluates an expression with the geometry of any [`Layout`].
macro_rules! on_layout {
    ($layout:expr, $geometry:ident => $result:expr) => {
        match $layout {
            $crate::layout::Layout::Eight($geometry) => $result,
            $crate::layout::Layout::Nine($geometry) => $result,
            $crate::layout::Layout::Thirteen($geometry) => $result,
            $crate::layout::Layout::Nineteen($geometry) => $result,
        }
    };
}
pub(crate) use on_layout;

/// Converts a set of the largest board to the width of a smaller one.
#[inline]
pub(crate) fn narrowed<const W: usize>(set: Points) -> Cells<W> {
    let (all, mut kept) = (set.words(), [0; W]);
    kept.copy_from_slice(&all[..W]);
    Cells::of_words(kept)
}

/// Converts a set to the width of the largest board.
#[inline]
pub(crate) fn widened<const W: usize>(set: Cells<W>) -> Points {
    let mut all = [0; WORDS];
    all[..W].copy_from_slice(&set.words());
    Points::of_words(all)
}

impl Layout {
    /// The layout of a board with 1 to 19 files and ranks.
    pub(crate) fn new(files: u32, ranks: u32) -> Self {
        match files.max(ranks) {
            ..=8 => Self::Eight(Geometry::new(files, ranks)),
            9 => Self::Nine(Geometry::new(files, ranks)),
            10..=13 => Self::Thirteen(Geometry::new(files, ranks)),
            _ => Self::Nineteen(Geometry::new(files, ranks)),
        }
    }

    /// The numbers of files and ranks.
    pub(crate) fn size(&self) -> (u32, u32) {
        on_layout!(self, geometry => (geometry.files(), geometry.ranks()))
    }

    /// The number of points.
    pub(crate) fn count(&self) -> u32 {
        let (files, ranks) = self.size();
        files * ranks
    }

    /// The file and rank of a point, counted from 0.
    pub(crate) fn place(&self, point: u32) -> (u32, u32) {
        on_layout!(self, geometry => geometry.place(point))
    }

    /// The number of the point on a file and a rank.
    pub(crate) fn point(&self, file: u32, rank: u32) -> u32 {
        on_layout!(self, geometry => geometry.cell(file, rank))
    }

    /// The images of all points under each symmetry except the identity, indexed by the number of the point.
    pub(crate) fn images(&self) -> Vec<[u16; POINTS]> {
        on_layout!(self, geometry => {
            let table = |symmetry| {
                let mut images = [0; POINTS];
                for point in geometry.cells() {
                    images[point as usize] = geometry.image_of_cell(symmetry, point) as u16;
                }
                images
            };
            geometry.symmetries().iter().copied().map(table).collect()
        })
    }
}
