//! How many points of a score are one unit of the logarithm of the odds, fitted to results.
//!
//! A side whose search says `score` wins with probability `1 / (1 + exp(-score / s))`. The scale `s` is fitted by
//! maximum likelihood; a draw is half a win and half a loss. In terms of `b = 1 / s` the log loss is convex, so there
//! is one best scale, and Newton's method finds it.

/// A position of a game: the score of its search in points, from the view of the side to move, and what that side got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The points.
    pub points: f64,
    /// Half points of the result: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
}

impl Scored {
    fn result(&self) -> f64 {
        f64::from(self.half_points.min(2)) / 2.0
    }
}

/// The scale of the scores of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The points that are worth one logit.
    pub points_per_logit: f64,
    /// Its standard error. Positions of one game have one result, so games count as the independent observations.
    pub error: f64,
    /// The games with positions.
    pub games: usize,
    /// The positions.
    pub positions: usize,
    /// The mean log loss with this scale, in nats.
    pub log_loss: f64,
    /// The mean log loss of the best constant: of who says the mean result, whatever the score is.
    pub constant_log_loss: f64,
}

/// Why there is no scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScale {
    /// There is nothing to fit to.
    #[error("no game has a position that no search has decided")]
    Nothing,
    /// The better score does not win more often.
    #[error("the scores say nothing about the results")]
    Unrelated,
    /// Each score says who wins, however small it is.
    #[error("the scores foretell every result, so no scale is too small; play more games, or with fewer nodes")]
    Certain,
}

/// The most steps: each doubling or Newton step gains at least a bit.
const MOST_STEPS: usize = 200;

/// Where a step no longer changes anything, as a share of the value.
const PRECISION: f64 = 1e-12;

impl Scale {
    /// The scale that fits these games best, each given by its positions.
    ///
    /// # Errors
    /// There is none.
    pub fn fit(games: &[Vec<Scored>]) -> Result<Self, NoScale> {
        let all = || games.iter().flatten();
        let positions = all().count();
        if positions == 0 {
            return Err(NoScale::Nothing);
        }
        let largest = all().map(|position| position.points.abs()).fold(0.0, f64::max);
        if slope(games, 0.0) <= 0.0 {
            return Err(NoScale::Unrelated);
        }
        if all().all(is_foretold) {
            return Err(NoScale::Certain);
        }
        let b = best(games, 1.0 / largest);
        let curvature: f64 = all().map(|position| curvature(position, b)).sum();
        // The sandwich estimator with games as clusters.
        let spread: f64 = games.iter().map(|game| slope(std::slice::from_ref(game), b).powi(2)).sum();
        let error = spread.sqrt() / curvature;
        let mean = all().map(Scored::result).sum::<f64>() / positions as f64;
        let log_loss = all().map(|position| loss(position, b)).sum::<f64>() / positions as f64;
        Ok(Self {
            points_per_logit: 1.0 / b,
            // By the slope of 1 / b.
            error: error / (b * b),
            games: games.iter().filter(|game| !game.is_empty()).count(),
            positions,
            log_loss,
            constant_log_loss: entropy(mean) + entropy(1.0 - mean),
        })
    }
}

/// Whether the side with the better score won. Where that is so in all positions, no `b` is large enough.
fn is_foretold(position: &Scored) -> bool {
    position.points == 0.0 || position.half_points == if position.points > 0.0 { 2 } else { 0 }
}

/// Where the slope is 0: Newton's method between bounds, which begin with this one. It is positive at 0.
fn best(games: &[Vec<Scored>], mut high: f64) -> f64 {
    for _ in 0..MOST_STEPS {
        if slope(games, high) <= 0.0 {
            break;
        }
        high *= 2.0;
    }
    let (mut low, mut b) = (0.0, high / 2.0);
    for _ in 0..MOST_STEPS {
        let down = slope(games, b);
        if down > 0.0 {
            low = b
        } else {
            high = b
        }
        let curvature: f64 = games.iter().flatten().map(|position| curvature(position, b)).sum();
        let newton = b + down / curvature;
        // Also where the curvature is nothing, so that this is no number.
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let is_there = (next - b).abs() <= PRECISION * b;
        b = next;
        if is_there {
            break;
        }
    }
    b
}

fn chance(position: &Scored, b: f64) -> f64 {
    1.0 / (1.0 + (-b * position.points).exp())
}

/// How fast the log likelihood of these games grows with `b`.
fn slope(games: &[Vec<Scored>], b: f64) -> f64 {
    games.iter().flatten().map(|position| (position.result() - chance(position, b)) * position.points).sum()
}

/// How fast that slope falls, for one position.
fn curvature(position: &Scored, b: f64) -> f64 {
    let chance = chance(position, b);
    chance * (1.0 - chance) * position.points.powi(2)
}

/// `-ln` of the chance of the result. In this form it is finite whatever the score is.
fn loss(position: &Scored, b: f64) -> f64 {
    let logit = b * position.points;
    // ln(1 + exp(-logit)) + (1 - result) * logit
    let of_win = (-logit.abs()).exp().ln_1p() + (-logit).max(0.0);
    of_win + (1.0 - position.result()) * logit
}

fn entropy(chance: f64) -> f64 {
    if chance > 0.0 { -chance * chance.ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::Random;

    fn unit(random: &mut Random) -> f64 {
        random.below(1 << 53) as f64 / (1_u64 << 53) as f64
    }

    /// Games of ten positions, each with a result of its own that is drawn by its score at this scale. Where there are
    /// draws, close positions have most of them.
    fn games(scale: f64, draws: bool, seed: u64) -> Vec<Vec<Scored>> {
        let mut random = Random::new(seed);
        let game = |_| {
            let position = |_| {
                let points = (unit(&mut random) * 6.0 - 3.0) * scale;
                let wins = 1.0 / (1.0 + (-points / scale).exp());
                // Half of the smaller chance is taken from both sides: then the mean result stays the chance.
                let draw = if draws { wins.min(1.0 - wins) } else { 0.0 };
                let drawn = unit(&mut random);
                let half_points = if drawn < wins - draw / 2.0 {
                    2
                } else if drawn < wins + draw / 2.0 {
                    1
                } else {
                    0
                };
                Scored { points, half_points }
            };
            (0..10).map(position).collect()
        };
        (0..2_000).map(game).collect()
    }

    #[test]
    fn a_known_scale_is_found_again() {
        for (number, scale) in [0.25, 25.0, 87.0, 900.0, 1.0e6].into_iter().enumerate() {
            for draws in [false, true] {
                let found = Scale::fit(&games(scale, draws, number as u64)).unwrap();
                let off = (found.points_per_logit - scale).abs();
                assert!(off < 3.0 * found.error && found.error < scale / 25.0, "{scale}: {found:?}");
                assert!(found.error > scale / 200.0, "{scale}: {found:?}");
                assert!(found.log_loss < found.constant_log_loss - 0.02, "{scale}: {found:?}");
                assert_eq!((found.games, found.positions), (2_000, 20_000));
            }
        }
    }

    /// Positions that repeat each other tell nothing new.
    #[test]
    fn the_error_is_that_of_games() {
        let once = games(50.0, true, 4);
        let repeated: Vec<_> = once.iter().map(|game| [game.clone(), game.clone()].concat()).collect();
        let (once, repeated) = (Scale::fit(&once).unwrap(), Scale::fit(&repeated).unwrap());
        assert!((once.points_per_logit - repeated.points_per_logit).abs() < 1e-6);
        assert!((once.error - repeated.error).abs() < 1e-6, "{once:?} {repeated:?}");
    }

    /// By hand: at s = 100 / ln 3 a score of 100 wins three times in four.
    #[test]
    fn a_fit_by_hand() {
        let position = |half_points| vec![Scored { points: 100.0, half_points }];
        let found = Scale::fit(&[position(2), position(2), position(2), position(0)]).unwrap();
        assert!((found.points_per_logit - 100.0 / 3_f64.ln()).abs() < 1e-6, "{found:?}");
        let loss = -(0.75 * 0.75_f64.ln() + 0.25 * 0.25_f64.ln());
        assert!((found.log_loss - loss).abs() < 1e-9 && (found.constant_log_loss - loss).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn where_there_is_no_scale_the_reason_is_said() {
        let position = |points, half_points| vec![Scored { points, half_points }];
        assert_eq!(Scale::fit(&[]), Err(NoScale::Nothing));
        assert_eq!(Scale::fit(&[Vec::new()]), Err(NoScale::Nothing));
        assert_eq!(Scale::fit(&[position(0.0, 2), position(0.0, 0)]), Err(NoScale::Unrelated));
        assert_eq!(Scale::fit(&[position(5.0, 1)]), Err(NoScale::Unrelated));
        assert_eq!(Scale::fit(&[position(5.0, 0), position(-5.0, 2)]), Err(NoScale::Unrelated));
        assert_eq!(Scale::fit(&[position(5.0, 2), position(-3.0, 0)]), Err(NoScale::Certain));
        assert!(Scale::fit(&[position(1e6, 2), position(1e6, 0), position(1e6, 2)]).is_ok());
    }
}
