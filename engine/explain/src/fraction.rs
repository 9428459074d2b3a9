//! Expectations as the fractions that they are.

use std::fmt;

/// The largest denominator of a fraction: four dice need 1,296.
const MOST: f64 = 9_999.0;

/// The most decimals that a value is shown with in place of a fraction, if it is exact with them: 2.1 rather than
/// 21/10.
const FEW_DECIMALS: f64 = 1e4;

/// A fraction in its lowest terms, whose value is not whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fraction {
    top: f64,
    bottom: f64,
}

impl Fraction {
    /// The fraction that a value is; `None` of one that few decimals show, or whose denominator is too large.
    ///
    /// Two fractions with such denominators differ by more than a search rounds, so there is at most one. It is the
    /// first convergent of the continued fraction that is near enough (A. Khinchin, "Continued Fractions", theorem 19).
    pub(crate) fn of(value: f64) -> Option<Self> {
        let error = 32.0 * f64::EPSILON * value.abs().max(1.0);
        let is_near = |other: f64| (value - other).abs() <= error;
        if !value.is_finite() || is_near((value * FEW_DECIMALS).round() / FEW_DECIMALS) {
            return None;
        }
        let (mut before, mut now) = ([0.0, 1.0], [1.0, 0.0]);
        let mut rest = value;
        loop {
            let whole = rest.floor();
            (before, now) = (now, [whole * now[0] + before[0], whole * now[1] + before[1]]);
            let [top, bottom] = now;
            if bottom.is_nan() || bottom > MOST {
                return None;
            }
            if is_near(top / bottom) {
                return Some(Self { top, bottom });
            }
            rest = (rest - whole).recip();
        }
    }
}

/// As programs read it: `-2/3`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.top, self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_come_back_from_rounded_sums() {
        for (top, bottom) in [(2, 3), (-1, 3), (1, 7), (-22, 7), (1_295, 1_296), (2_999_999, 3), (1, 9_999)] {
            let sum: f64 = (0..9).map(|_| f64::from(top) / f64::from(bottom) / 9.0).sum();
            let fraction = Fraction::of(sum).map(|fraction| fraction.to_string());
            assert_eq!(fraction, Some(format!("{top}/{bottom}")));
        }
        for value in [0.0, 3.0, -2.1, 0.0625, 1.0 / 10_007.0, f64::INFINITY, std::f64::consts::PI] {
            assert_eq!(Fraction::of(value), None, "{value}");
        }
    }
}
