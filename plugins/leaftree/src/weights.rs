//! The weights of the children of chance nodes.

use crate::tokens::plain_number;

/// The maximum number of digits after a decimal point.
const MAX_DECIMALS: usize = 9;

/// A weight that a setup writes before a child of a chance node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// A whole number of parts; the sum of all parts is 100 %.
    Parts(u32),
    /// A fraction or a decimal: its numerator and denominator.
    Probability(u32, u32),
}

impl Weight {
    /// Parses `9`, `9/10` or `0.9`. The error text continues a sentence that begins with the word.
    pub(crate) fn read(word: &str) -> Result<Self, &'static str> {
        let wrong = "is no weight: write a fraction such as 9/10, a decimal such as 0.9, or a whole number of parts, \
                     up to 4294967295";
        let weight = if let Some((top, bottom)) = word.split_once('/') {
            Some(Self::Probability(number(top).ok_or(wrong)?, number(bottom).ok_or(wrong)?))
        } else if let Some((whole, decimals)) = word.split_once('.') {
            let whole = if whole.is_empty() { "0" } else { whole };
            let bottom = (decimals.len() <= MAX_DECIMALS).then(|| 10_u32.pow(decimals.len() as u32));
            let top = number(decimals).zip(bottom).zip(number(whole));
            let top = top.and_then(|((top, bottom), whole)| whole.checked_mul(bottom)?.checked_add(top));
            top.zip(bottom).map(|(top, bottom)| Self::Probability(top, bottom))
        } else {
            number(word).map(Self::Parts)
        };
        match weight {
            None | Some(Self::Probability(_, 0)) => Err(wrong),
            Some(Self::Parts(0) | Self::Probability(0, _)) => Err("is a weight of 0: every child of chance can happen"),
            Some(weight) => Ok(weight),
        }
    }
}

fn number(word: &str) -> Option<u32> {
    plain_number(word).filter(|_| !word.is_empty())
}

/// Converts the weights of all children of a node to whole numbers without a common divisor. Their sum fits in a `u32`.
/// Fractions and decimals are probabilities, and so are whole numbers next to them.
///
/// # Errors
/// The probabilities do not add up to 1, or the weights are too large. The error text continues a sentence that begins
/// with the node.
pub(crate) fn common(written: &[Weight]) -> Result<Vec<u32>, String> {
    let are_probabilities = written.iter().any(|weight| matches!(weight, Weight::Probability(..)));
    let fraction = |weight: &Weight| match *weight {
        Weight::Parts(parts) => (u64::from(parts), 1),
        Weight::Probability(top, bottom) => {
            let divisor = gcd(top.into(), bottom.into());
            (u64::from(top) / divisor, u64::from(bottom) / divisor)
        }
    };
    let fractions: Vec<(u64, u64)> = written.iter().map(fraction).collect();
    let most = u64::from(u32::MAX);
    let bottom = fractions.iter().try_fold(1, |common: u64, &(_, bottom)| {
        Some(common / gcd(common, bottom) * bottom).filter(|&common| common <= most)
    });
    let bottom = bottom.ok_or_else(|| format!("has probabilities whose common denominator is above {most}"))?;
    let mut weights: Vec<u64> = fractions.into_iter().map(|(top, own)| top * (bottom / own)).collect();
    let sum: u128 = weights.iter().copied().map(u128::from).sum();
    if are_probabilities && sum != u128::from(bottom) {
        return Err(format!("has probabilities that add up to {}, not to 1", ratio(sum, bottom.into())));
    }
    if sum > most.into() {
        return Err(format!("has weights that add up to {sum}; at most {most} is allowed"));
    }
    let divisor = weights.iter().copied().fold(0, gcd).max(1);
    weights.iter_mut().for_each(|weight| *weight /= divisor);
    Ok(weights.into_iter().map(|weight| weight as u32).collect())
}

/// The sum of the weights of the children of a node.
pub(crate) fn total(weights: &[u32]) -> u64 {
    weights.iter().copied().map(u64::from).sum()
}

/// The probability of a child with this weight, written as a fraction in lowest terms. `total` is the sum of all
/// weights.
pub(crate) fn probability(weight: u32, total: u64) -> String {
    ratio(weight.into(), total.into())
}

fn ratio(mut top: u128, mut bottom: u128) -> String {
    let (mut divisor, mut rest) = (top, bottom);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (top, bottom) = (top / divisor, bottom / divisor);
    if bottom == 1 { top.to_string() } else { format!("{top}/{bottom}") }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::{Weight, common, probability, total};

    #[test]
    fn weights_are_exact() {
        let read = |words: &str| {
            let weights: Result<Vec<Weight>, _> = words.split(' ').map(Weight::read).collect();
            common(&weights.map_err(str::to_owned)?)
        };
        for (words, weights) in [
            ("9/10 1/10", vec![9, 1]),
            ("0.9 .1", vec![9, 1]),
            ("9 1", vec![9, 1]),
            ("2/4 50/100", vec![1, 1]),
            ("1/2 1/3 1/6", vec![3, 2, 1]),
            ("0.25 3/4", vec![1, 3]),
            ("18 36", vec![1, 2]),
            ("1", vec![1]),
            ("1/1", vec![1]),
            ("4294967294 1", vec![4_294_967_294, 1]),
            ("0.999999999 0.000000001", vec![999_999_999, 1]),
        ] {
            assert_eq!(read(words), Ok(weights), "{words}");
        }
        for (words, error) in [
            ("9/10 2/10", "has probabilities that add up to 11/10, not to 1"),
            ("0.5 1", "has probabilities that add up to 3/2, not to 1"),
            ("1/2 1/3", "has probabilities that add up to 5/6, not to 1"),
            ("4294967295 1", "has weights that add up to 4294967296; at most 4294967295 is allowed"),
            ("1/65537 1/65539", "has probabilities whose common denominator is above 4294967295"),
            ("0 1", "is a weight of 0: every child of chance can happen"),
            ("0.0 1", "is a weight of 0: every child of chance can happen"),
        ] {
            assert_eq!(read(words), Err(error.to_owned()), "{words}");
        }
        for word in ["", ".", "1/", "/2", "1/0", "-1", "1e3", "4294967296", "0.1234567890", "1/2/3", "½"] {
            assert!(Weight::read(word).is_err_and(|error| error.starts_with("is no weight")), "{word}");
        }
    }

    #[test]
    fn probabilities_are_in_their_lowest_terms() {
        assert_eq!([3, 2, 1].map(|weight| probability(weight, total(&[3, 2, 1]))), ["1/2", "1/3", "1/6"]);
        assert_eq!(probability(7, 7), "1");
    }
}
