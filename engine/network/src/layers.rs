//! The arithmetic, for one size of the hidden layer.

use crate::weights::{FirstLayer, INPUT_SCALE, OUTPUT_SCALE, Weights};

/// What 1 is in the sum of the output.
const ONE: i64 = INPUT_SCALE as i64 * INPUT_SCALE as i64 * OUTPUT_SCALE as i64;

/// The inputs in a word.
const WORD: usize = u64::BITS as usize;

/// A number for each hidden unit, aligned to a line of the cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct HiddenRow<const H: usize>([i16; H]);

/// A first layer.
#[derive(Clone, Debug)]
struct SideLayer<const H: usize> {
    biases: HiddenRow<H>,
    /// The weights of each input. There are rows of zeros up to a whole number of words, so that each bit of a word has
    /// a row.
    rows: Vec<HiddenRow<H>>,
}

/// A network with `H` hidden units.
#[derive(Clone, Debug)]
pub(crate) struct Layers<const H: usize> {
    first: SideLayer<H>,
    /// That of the second player, if it differs.
    second: Option<SideLayer<H>>,
    output: HiddenRow<H>,
    output_bias: i32,
    points_per_logit: u32,
    inputs: usize,
}

impl<const H: usize> HiddenRow<H> {
    /// Of the numbers that there are; the others are 0.
    fn of(numbers: impl IntoIterator<Item = i16>) -> Self {
        let mut row = [0; H];
        row.iter_mut().zip(numbers).for_each(|(to, from)| *to = from);
        Self(row)
    }
}

impl<const H: usize> SideLayer<H> {
    fn of(layer: &FirstLayer) -> Self {
        let mut rows: Vec<_> = layer.weights.chunks(H).map(|row| HiddenRow::of(row.iter().copied())).collect();
        rows.resize_with(rows.len().next_multiple_of(WORD), || HiddenRow([0; H]));
        Self { biases: HiddenRow::of(layer.biases.iter().copied()), rows }
    }

    fn layer(&self, inputs: usize) -> FirstLayer {
        let weights = self.rows.iter().take(inputs).flat_map(|row| row.0).collect();
        FirstLayer { biases: self.biases.0.to_vec(), weights }
    }

    /// The rows of each word.
    #[inline(always)]
    fn words(&self) -> &[[HiddenRow<H>; WORD]] {
        self.rows.as_chunks().0
    }
}

/// Adds the rows of these bits. The order of additions that wrap around does not matter, so all instructions agree.
#[inline(always)]
fn add<const H: usize>(sums: &mut [i16; H], rows: &[HiddenRow<H>; WORD], mut bits: u64) {
    while bits != 0 {
        let row = &rows[bits.trailing_zeros() as usize % WORD];
        for (sum, weight) in sums.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
        bits &= bits - 1;
    }
}

impl<const H: usize> Layers<H> {
    /// Of weights that were checked.
    pub(crate) fn of(weights: &Weights, points_per_logit: u32) -> Option<Self> {
        let first = weights.first.first()?;
        Some(Self {
            first: SideLayer::of(first),
            second: weights.first.get(1).map(SideLayer::of),
            output: HiddenRow::of(weights.output.iter().map(|&weight| weight.into())),
            output_bias: weights.output_bias,
            points_per_logit,
            inputs: first.weights.len() / H,
        })
    }

    pub(crate) fn weights(&self) -> Weights {
        let sides = [Some(&self.first), self.second.as_ref()].into_iter().flatten();
        Weights {
            first: sides.map(|side| side.layer(self.inputs)).collect(),
            // They were made of as many bits.
            output: self.output.0.iter().map(|&weight| weight as i8).collect(),
            output_bias: self.output_bias,
        }
    }

    #[inline(always)]
    fn side(&self, second: bool) -> &SideLayer<H> {
        match &self.second {
            Some(side) if second => side,
            _ => &self.first,
        }
    }

    /// The points of a position.
    #[inline(always)]
    pub(crate) fn value(&self, words: &[u64], second: bool) -> i32 {
        let side = self.side(second);
        let mut sums = side.biases.0;
        // A long closure would be compiled separately, without the instructions of this processor.
        for (&word, rows) in words.iter().zip(side.words()) {
            add(&mut sums, rows, word);
        }
        self.points(&sums)
    }

    /// Squared clipped rectified sums, weighted.
    #[inline(always)]
    fn points(&self, sums: &[i16; H]) -> i32 {
        let mut sum = 0;
        for (&sum_of_unit, &weight) in sums.iter().zip(&self.output.0) {
            let clipped = sum_of_unit.clamp(0, INPUT_SCALE);
            // 255 times -128 has 16 bits, and 256 times 255 times that has 32.
            sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(weight));
        }
        let points = (i64::from(sum) + i64::from(self.output_bias)) * i64::from(self.points_per_logit) / ONE;
        // Below 2^32 times 100,000 points, divided by 4,161,600.
        points as i32
    }
}
