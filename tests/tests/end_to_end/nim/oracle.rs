//! The rules of nim once more, in another language and on another representation.

/// Heaps in their order, and whether the second player is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heaps {
    pub(crate) sizes: Vec<u32>,
    pub(crate) second: bool,
}

/// A move: the heap, from 0, and how many objects are taken.
pub(crate) type Move = (usize, u32);

impl Heaps {
    /// Reads a setup as the data file writes it.
    pub(crate) fn read(setup: &str) -> Self {
        let setup = if setup.is_empty() { "3 4 5" } else { setup };
        let sizes = setup.trim_end_matches('b').split_whitespace().map(|size| size.parse().expect("a number"));
        Self { sizes: sizes.collect(), second: setup.ends_with('b') }
    }

    /// The text of the state.
    pub(crate) fn text(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
        sizes.join(" ") + if self.second { " b" } else { "" }
    }

    /// The legal moves in the game's order.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let sizes = self.sizes.iter().enumerate();
        sizes.flat_map(|(heap, &size)| (1..=size).map(move |taken| (heap, taken))).collect()
    }

    /// The position after a move.
    pub(crate) fn after(&self, (heap, taken): Move) -> Self {
        let mut after = Self { second: !self.second, ..self.clone() };
        after.sizes[heap] -= taken;
        after
    }

    /// The leaves at a depth.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// The exclusive or of the heaps; the player to move loses exactly when it is 0 (Charles Bouton, 1901).
    pub(crate) fn nim_sum(&self) -> u32 {
        self.sizes.iter().fold(0, |sum, size| sum ^ size)
    }
}

/// The text of a move.
pub(crate) fn text((heap, taken): Move) -> String {
    format!("{}{taken}", char::from(b'a' + heap as u8))
}

/// Random heaps with a few objects, so that the same seed gives the same.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 to `bound - 1`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Up to `heaps` heaps, with at least one object and at most `objects` in all. The nim sum of about half of them is
    /// 0, which is rare by chance.
    pub(crate) fn heaps(&mut self, heaps: usize, objects: usize) -> Heaps {
        loop {
            let count = 1 + self.below(heaps);
            let largest = 1 + objects * 2 / count;
            let mut sizes: Vec<u32> = (0..count).map(|_| self.below(largest) as u32).collect();
            if self.below(2) == 0 {
                sizes[count - 1] = sizes[..count - 1].iter().fold(0, |sum, size| sum ^ size);
            }
            if (1..=objects as u32).contains(&sizes.iter().sum()) {
                return Heaps { sizes, second: self.below(2) == 0 };
            }
        }
    }
}
