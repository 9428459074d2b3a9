//! Symmetries of a game, in the form of permutations of its inputs.

use crate::model::Model;

/// The most symmetries, with all that follow from them.
const MOST: usize = 64;

/// Why permutations are no symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSymmetry {
    /// One is no permutation.
    #[error("a symmetry is no permutation of the inputs")]
    Permutation,
    /// More follow from them than a game of a board has.
    #[error("more than {MOST} symmetries follow from those that are given")]
    Many,
}

/// The group of all symmetries that follow from some.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SymmetryGroup {
    /// Where each input goes. The first one leaves all where they are.
    pub(crate) permutations: Vec<Vec<u16>>,
}

/// The number of all symmetries of `inputs` inputs that follow from these, including the identity.
///
/// # Errors
/// One is no permutation, or there are too many.
pub fn count_symmetries(inputs: usize, symmetries: &[Vec<u16>]) -> Result<usize, WrongSymmetry> {
    Ok(SymmetryGroup::of(inputs, symmetries)?.permutations.len())
}

impl SymmetryGroup {
    pub(crate) fn of(inputs: usize, generators: &[Vec<u16>]) -> Result<Self, WrongSymmetry> {
        let is_permutation = |permutation: &Vec<u16>| {
            let mut seen = vec![false; inputs];
            permutation.iter().for_each(|&to| seen.get_mut(usize::from(to)).into_iter().for_each(|seen| *seen = true));
            permutation.len() == inputs && seen.into_iter().all(|seen| seen)
        };
        if !generators.iter().all(is_permutation) {
            return Err(WrongSymmetry::Permutation);
        }
        let mut permutations: Vec<Vec<u16>> = vec![(0..inputs as u16).collect()];
        let mut next = 0;
        while next < permutations.len() {
            for generator in generators {
                let both = permutations[next].iter().map(|&to| generator[usize::from(to)]).collect();
                if !permutations.contains(&both) {
                    permutations.push(both);
                }
            }
            if permutations.len() > MOST {
                return Err(WrongSymmetry::Many);
            }
            next += 1;
        }
        Ok(Self { permutations })
    }

    /// Makes the numbers of a model, or slopes of one, alike under the symmetries.
    ///
    /// The hidden units are taken in orbits of as many units as there are symmetries. Unit `s` of an orbit looks at the
    /// image of the position under symmetry `s` with the weights that all units of the orbit share. As the symmetries
    /// are a group, an image of a position has the same units in another order, and so the same value, also when the
    /// weights are rounded. Units that fill no orbit get zeros.
    pub(crate) fn tie<const H: usize>(&self, model: &mut Model<H>) {
        let size = self.permutations.len();
        let (inputs, share) = (model.inputs, 1.0 / size as f32);
        let mut shared = vec![[0.0; H]; inputs];
        // Unit `s` of an orbit has the weights of the images, and the shared ones are in the first column.
        for side in 0..model.sides {
            shared.fill([0.0; H]);
            let rows = &mut model.rows[side * inputs..(side + 1) * inputs];
            for (number, permutation) in self.permutations.iter().enumerate() {
                for (row, &image) in rows.iter().zip(permutation) {
                    for orbit in 0..H / size {
                        shared[usize::from(image)][orbit] += share * row[orbit * size + number];
                    }
                }
            }
            for (number, permutation) in self.permutations.iter().enumerate() {
                for (row, &image) in rows.iter_mut().zip(permutation) {
                    for orbit in 0..H / size {
                        row[orbit * size + number] = shared[usize::from(image)][orbit];
                    }
                }
            }
            rows.iter_mut().for_each(|row| row[H / size * size..].fill(0.0));
        }
        for row in model.bias_row(0)..=model.output_row() {
            let row = &mut model.rows[row];
            for orbit in row.chunks_exact_mut(size) {
                let mean = orbit.iter().sum::<f32>() * share;
                orbit.fill(mean);
            }
            row[H / size * size..].fill(0.0);
        }
    }
}
