//! The linear algebra for ratings: symmetric positive definite matrices with some hundred rows.

/// A symmetric matrix; each row contains the elements up to the diagonal.
#[derive(Clone, Debug)]
pub(super) struct Symmetric(Vec<Vec<f64>>);

/// A Cholesky factor: a lower triangular matrix L with L Lᵀ equal to the matrix.
#[derive(Debug)]
pub(super) struct Cholesky(Vec<Vec<f64>>);

impl Symmetric {
    /// Creates a zero matrix.
    pub(super) fn zero(size: usize) -> Self {
        Self((1..=size).map(|length| vec![0.0; length]).collect())
    }

    /// Adds to an element and to its mirror image.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.0[row.max(column)][row.min(column)] += value;
    }

    /// Adds the same value to each element.
    pub(super) fn plus(mut self, value: f64) -> Self {
        self.0.iter_mut().flatten().for_each(|element| *element += value);
        self
    }

    /// Returns the mean of the diagonal.
    pub(super) fn mean_of_diagonal(&self) -> f64 {
        self.0.iter().filter_map(|row| row.last()).sum::<f64>() / self.0.len() as f64
    }

    /// Factorises the matrix; `None` if it is not positive definite within the precision of its numbers.
    pub(super) fn cholesky(self) -> Option<Cholesky> {
        let mut rows = self.0;
        for row in 0..rows.len() {
            let (above, below) = rows.split_at_mut(row);
            let current = &mut below[0];
            for (column, other) in above.iter().enumerate() {
                current[column] = (current[column] - dot(&current[..column], other)) / other[column];
            }
            let pivot = current[row] - dot(&current[..row], &current[..row]);
            // Not the negation of `<=`, so that NaN is rejected too.
            current[row] = Some(pivot.sqrt()).filter(|root| *root > 0.0)?;
        }
        Some(Cholesky(rows))
    }
}

impl Cholesky {
    /// Solves the linear system for the right-hand side `right`.
    pub(super) fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        for (row, factors) in self.0.iter().enumerate() {
            right[row] = (right[row] - dot(factors, &right[..row])) / factors[row];
        }
        for (row, factors) in self.0.iter().enumerate().rev() {
            let value = right[row] / factors[row];
            right[row] = value;
            right.iter_mut().zip(&factors[..row]).for_each(|(other, factor)| *other -= value * factor);
        }
        right
    }

    /// Returns the diagonal of the inverse matrix.
    pub(super) fn diagonal_of_inverse(&self) -> Vec<f64> {
        let size = self.0.len();
        let mut column = vec![0.0; size];
        let of = |first: usize| {
            // A column of the inverse of the triangle; the elements above the diagonal are zero.
            column[first] = 1.0 / self.0[first][first];
            for row in first + 1..size {
                let factors = &self.0[row];
                column[row] = -dot(&factors[first..row], &column[first..row]) / factors[row];
            }
            dot(&column[first..], &column[first..])
        };
        (0..size).map(of).collect()
    }
}

/// Returns the scalar product of two vectors, up to the length of the shorter one.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix [[4, 2, 1], [2, 5, 3], [1, 3, 6]] with determinant 67.
    fn example() -> Symmetric {
        let mut matrix = Symmetric::zero(3);
        for (row, column, value) in
            [(0, 0, 4.0), (1, 1, 5.0), (2, 2, 6.0), (0, 1, 2.0), (2, 0, 1.0), (1, 2, 2.0), (2, 1, 1.0)]
        {
            matrix.add(row, column, value);
        }
        matrix
    }

    #[test]
    fn equations_are_solved() {
        let solution = example().cholesky().unwrap().solve(vec![11.0, 21.0, 25.0]);
        assert!(solution.iter().zip([1.0, 2.0, 3.0]).all(|(found, right)| (found - right).abs() < 1e-12));
    }

    #[test]
    fn the_inverse_has_the_diagonal_of_the_minors() {
        let diagonal = example().cholesky().unwrap().diagonal_of_inverse();
        let minors = [21.0 / 67.0, 23.0 / 67.0, 16.0 / 67.0];
        assert!(diagonal.iter().zip(minors).all(|(found, right)| (found - right).abs() < 1e-12), "{diagonal:?}");
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        assert!(Symmetric::zero(2).cholesky().is_none());
        assert!(example().plus(-4.5).cholesky().is_none());
        assert!(example().plus(f64::NAN).cholesky().is_none());
        assert!((example().plus(1.0).mean_of_diagonal() - 6.0).abs() < 1e-12);
    }
}
