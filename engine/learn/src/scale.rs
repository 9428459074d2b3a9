//! How points of a score become chances of the result, fitted to results.
//!
//! A side whose search says `v` points wins with probability `σ((v - d) / s)`, loses with `σ((-v - d) / s)`, and draws
//! else, where `σ(t) = 1 / (1 + exp(-t))`: the ordered logistic model. The scale `s` and the points of draws `d` are
//! fitted by maximum likelihood. In terms of `b = 1 / s` and `c = d / s` the log likelihood is concave, so there is one
//! best pair, and Newton's method finds it. If no game was drawn, `d` is 0.

use std::iter::Sum;
use std::ops::Add;

/// A position of a game: the score of its search in points, from the view of the side to move, and what that side got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The points.
    pub points: f64,
    /// Half points of the result: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
}

impl Scored {
    /// The place of its result among win, draw and loss.
    fn place(&self) -> usize {
        2 - usize::from(self.half_points.min(2))
    }

    /// The points from the view of who won; `None` of a draw.
    fn of_winner(&self) -> Option<f64> {
        [Some(self.points), None, Some(-self.points)][self.place()]
    }
}

/// The scale of the scores of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedScale {
    /// The points that are worth one logit: `s`.
    pub points_per_logit: ScaleEstimate,
    /// The points that win half of the games: `d`.
    pub draw_points: ScaleEstimate,
    /// The games with positions.
    pub games: usize,
    /// The positions.
    pub positions: usize,
    /// The mean log loss with these numbers, in nats.
    pub log_loss: f64,
    /// The mean log loss of the best constant, which predicts the shares of wins, draws and losses at any score.
    pub constant_log_loss: f64,
}

/// A number that was estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleEstimate {
    /// The number.
    pub value: f64,
    /// Its standard error. Positions of one game have one result, so games count as the independent observations.
    pub error: f64,
}

/// Why there is no scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScale {
    /// There are no positions to fit to.
    #[error("no game has a position that no search has decided")]
    Nothing,
    /// The better score does not win more often.
    #[error("the scores say nothing about the results")]
    Unrelated,
    /// Each score says the result, however small it is.
    #[error("the scores foretell every result, so no scale is too small; play more games, or with fewer nodes")]
    Certain,
}

/// The most steps. Newton's method needs about ten.
const MOST_STEPS: usize = 200;

/// How often a step is halved. After that it is lost in rounding errors.
const MOST_HALVINGS: i32 = 60;

/// The size of a step, relative to the value, that no longer changes anything.
const PRECISION: f64 = 1e-12;

impl FittedScale {
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
        if all().filter_map(Scored::of_winner).sum::<f64>() <= 0.0 {
            return Err(NoScale::Unrelated);
        }
        if are_foretold(games) {
            return Err(NoScale::Certain);
        }
        let shares = [0, 1, 2].map(|place| all().filter(|it| it.place() == place).count() as f64 / positions as f64);
        let [b, c] = best(games, shares[1]);
        let whole: Likelihood = all().map(|position| Likelihood::of(position, b, c)).sum();
        // The sandwich estimator with games as clusters. By the slopes of 1 / b and of c / b.
        let spread = |[by_b, by_c]: [f64; 2]| {
            let along = whole.newton([by_b, by_c]);
            let of_game = |game: &Vec<Scored>| {
                let slope = game.iter().map(|position| Likelihood::of(position, b, c)).sum::<Likelihood>().slope;
                (slope[0] * along[0] + slope[1] * along[1]).powi(2)
            };
            games.iter().map(of_game).sum::<f64>().sqrt()
        };
        Ok(Self {
            points_per_logit: ScaleEstimate { value: 1.0 / b, error: spread([-1.0 / (b * b), 0.0]) },
            draw_points: ScaleEstimate {
                value: c / b,
                error: if c > 0.0 { spread([-c / (b * b), 1.0 / b]) } else { 0.0 },
            },
            games: games.iter().filter(|game| !game.is_empty()).count(),
            positions,
            log_loss: -whole.log / positions as f64,
            constant_log_loss: shares.into_iter().filter(|&share| share > 0.0).map(|share| -share * share.ln()).sum(),
        })
    }
}

/// The mean log loss, in nats, of predicting these chances of a win, a draw and a loss from the points. It is infinite
/// if one of the results had no chance, and not a number without positions.
pub fn log_loss(games: &[Vec<Scored>], chances: impl Fn(f64) -> [f64; 3]) -> f64 {
    let losses = games.iter().flatten().map(|position| -chances(position.points)[position.place()].ln());
    losses.sum::<f64>() / games.iter().map(Vec::len).sum::<usize>() as f64
}

/// Whether all positions are on the right side of some bound: wins above it, losses below its opposite, draws between.
/// Then no `b` is large enough.
fn are_foretold(games: &[Vec<Scored>]) -> bool {
    let all = || games.iter().flatten();
    let least_win = all().filter_map(Scored::of_winner).fold(f64::INFINITY, f64::min);
    let draws = all().filter(|position| position.of_winner().is_none());
    draws.map(|position| position.points.abs()).fold(0.0, f64::max) <= least_win
}

/// The `b` and `c` of the greatest likelihood, if this share of positions is drawn: Newton's method from the best
/// constant. A step that leads too far is halved.
fn best(games: &[Vec<Scored>], drawn: f64) -> [f64; 2] {
    let at = |[b, c]: [f64; 2]| games.iter().flatten().map(|position| Likelihood::of(position, b, c)).sum();
    let mut point = [0.0, ((1.0 + drawn) / (1.0 - drawn)).ln()];
    let mut here: Likelihood = at(point);
    for _ in 0..MOST_STEPS {
        let step = here.newton(here.slope);
        let halved = (0..MOST_HALVINGS).map(|times| 0.5_f64.powi(times));
        let nexts = halved.map(|share| [point[0] + share * step[0], point[1] + share * step[1]]);
        let mut nexts = nexts.filter(|&[_, c]| c > 0.0 || drawn == 0.0).map(|next| (next, at(next)));
        let Some((next, there)) = nexts.find(|(_, there)| there.log >= here.log) else { break };
        let is_there = (0..2).all(|part| (next[part] - point[part]).abs() <= PRECISION * next[part]);
        (point, here) = (next, there);
        if is_there {
            break;
        }
    }
    point
}

/// The log likelihood of positions, by `b` and `c`.
#[derive(Clone, Copy, Debug, Default)]
struct Likelihood {
    log: f64,
    /// How fast it grows with `b` and with `c`.
    slope: [f64; 2],
    /// How fast these slopes fall: for `b` with `b`, for either with the other, and for `c` with `c`.
    curvature: [f64; 3],
}

impl Likelihood {
    /// That of one position.
    fn of(position: &Scored, b: f64, c: f64) -> Self {
        let points = position.points;
        // Without draws, `c` is 0 and no parameter.
        let by_c = if c > 0.0 { -1.0 } else { 0.0 };
        let win = |sign| Self::of_logistic(sign, [points, by_c], b * points - c);
        let loss = |sign| Self::of_logistic(sign, [-points, by_c], -b * points - c);
        match position.place() {
            0 => win(1.0),
            2 => loss(1.0),
            // 1 - σ(x) - σ(y) = (1 - exp(x + y)) σ(-x) σ(-y), and x + y = -2c.
            _ => win(-1.0) + loss(-1.0) + Self::of_gap(c),
        }
    }

    /// ln σ(± logit), whose logit has this slope by `b` and by `c`. In this form it is finite for any logit.
    fn of_logistic(sign: f64, [by_b, by_c]: [f64; 2], logit: f64) -> Self {
        let logit = sign * logit;
        let small = (-logit.abs()).exp();
        let log = logit.min(0.0) - small.ln_1p();
        let (rest, curved) = (if logit > 0.0 { small } else { 1.0 } / (1.0 + small), small / (1.0 + small).powi(2));
        Self {
            log,
            slope: [sign * rest * by_b, sign * rest * by_c],
            curvature: [curved * by_b * by_b, curved * by_b * by_c, curved * by_c * by_c],
        }
    }

    /// ln(1 - exp(-2c)).
    fn of_gap(c: f64) -> Self {
        let odds = (2.0 * c).exp_m1();
        let curvature = 4.0 * (odds + 1.0) / (odds * odds);
        Self { log: (-(-2.0 * c).exp_m1()).ln(), slope: [0.0, 2.0 / odds], curvature: [0.0, 0.0, curvature] }
    }

    /// The curvature's inverse, applied to this: Newton's step, of a slope.
    fn newton(&self, [by_b, by_c]: [f64; 2]) -> [f64; 2] {
        let [bb, bc, cc] = self.curvature;
        if cc == 0.0 {
            return [by_b / bb, 0.0];
        }
        let determinant = bb * cc - bc * bc;
        [(cc * by_b - bc * by_c) / determinant, (bb * by_c - bc * by_b) / determinant]
    }
}

impl Add for Likelihood {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            log: self.log + other.log,
            slope: std::array::from_fn(|part| self.slope[part] + other.slope[part]),
            curvature: std::array::from_fn(|part| self.curvature[part] + other.curvature[part]),
        }
    }
}

impl Sum for Likelihood {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::Random;

    fn unit(random: &mut Random) -> f64 {
        random.below(1 << 53) as f64 / (1_u64 << 53) as f64
    }

    fn chances(points: f64, (scale, draws): (f64, f64)) -> [f64; 3] {
        let wins = |points: f64| 1.0 / (1.0 + ((draws - points) / scale).exp());
        [wins(points), 1.0 - wins(points) - wins(-points), wins(-points)]
    }

    /// Games of ten positions, each with a result of its own that is drawn by its score at this scale.
    fn games(true_ones: (f64, f64), seed: u64) -> Vec<Vec<Scored>> {
        let mut random = Random::new(seed);
        let game = |_| {
            let position = |_| {
                let points = (unit(&mut random) * 6.0 - 3.0) * true_ones.0;
                let [win, draw, _] = chances(points, true_ones);
                let drawn = unit(&mut random);
                let half_points = if drawn < win {
                    2
                } else if drawn < win + draw {
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
            for share in [0.0, 0.04, 1.15, 3.0] {
                let draws = share * scale;
                let games = games((scale, draws), number as u64);
                let found = FittedScale::fit(&games).unwrap();
                for (estimate, truth) in [(found.points_per_logit, scale), (found.draw_points, draws)] {
                    let off = (estimate.value - truth).abs();
                    assert!(off <= 3.0 * estimate.error && estimate.error < scale / 20.0, "{scale} {draws}: {found:?}");
                    assert!(estimate.error > scale / 500.0 || truth == 0.0, "{scale} {draws}: {found:?}");
                }
                assert!(found.log_loss < found.constant_log_loss - 0.02, "{scale} {draws}: {found:?}");
                assert_eq!((found.games, found.positions), (2_000, 20_000));
                let again = (found.points_per_logit.value, found.draw_points.value);
                let by_chances = log_loss(&games, |points| chances(points, again));
                assert!((by_chances - found.log_loss).abs() < 1e-9, "{scale} {draws}: {by_chances}, {found:?}");
            }
        }
    }

    /// Around the best values each other one is worse.
    #[test]
    fn no_other_values_fit_better() {
        let games = games((50.0, 40.0), 3);
        let found = FittedScale::fit(&games).unwrap();
        for (more, wider) in [(1.02, 1.0), (0.98, 1.0), (1.0, 1.02), (1.0, 0.98), (1.02, 1.02), (0.98, 0.98)] {
            let other = (found.points_per_logit.value * more, found.draw_points.value * wider);
            assert!(log_loss(&games, |points| chances(points, other)) > found.log_loss, "{other:?}: {found:?}");
        }
    }

    /// Positions that repeat each other add no information.
    #[test]
    fn the_error_is_that_of_games() {
        let once = games((50.0, 40.0), 4);
        let repeated: Vec<_> = once.iter().map(|game| [game.clone(), game.clone()].concat()).collect();
        let (once, repeated) = (FittedScale::fit(&once).unwrap(), FittedScale::fit(&repeated).unwrap());
        for (once, repeated) in
            [(once.points_per_logit, repeated.points_per_logit), (once.draw_points, repeated.draw_points)]
        {
            assert!((once.value - repeated.value).abs() < 1e-6, "{once:?} {repeated:?}");
            assert!((once.error - repeated.error).abs() < 1e-6, "{once:?} {repeated:?}");
        }
    }

    /// The spread of the estimates from many samples is their error.
    #[test]
    fn the_error_is_the_spread_of_the_estimates() {
        let found: Vec<_> = (100..140).map(|seed| FittedScale::fit(&games((50.0, 40.0), seed)).unwrap()).collect();
        for of in [|it: &FittedScale| it.points_per_logit, |it: &FittedScale| it.draw_points] {
            let mean = |of: &dyn Fn(&FittedScale) -> f64| found.iter().map(of).sum::<f64>() / found.len() as f64;
            let middle = mean(&|it| of(it).value);
            let spread = mean(&|it| (of(it).value - middle).powi(2)).sqrt();
            let told = mean(&|it| of(it).error);
            assert!((0.65..1.5).contains(&(spread / told)), "{spread} {told}");
        }
    }

    /// By hand: at s = 100 / ln 3 a score of 100 wins three times in four.
    #[test]
    fn a_fit_by_hand() {
        let position = |half_points| vec![Scored { points: 100.0, half_points }];
        let found = FittedScale::fit(&[position(2), position(2), position(2), position(0)]).unwrap();
        assert!((found.points_per_logit.value - 100.0 / 3_f64.ln()).abs() < 1e-6, "{found:?}");
        assert!(found.draw_points.value.abs() < 1e-12 && found.draw_points.error.abs() < 1e-12, "{found:?}");
        let loss = -(0.75 * 0.75_f64.ln() + 0.25 * 0.25_f64.ln());
        assert!((found.log_loss - loss).abs() < 1e-9 && (found.constant_log_loss - loss).abs() < 1e-9, "{found:?}");
    }

    /// By hand: where 100 points win half of the games and lose a fifth, they are the points of draws, and twice as
    /// many are ln 4 logits.
    #[test]
    fn a_fit_with_draws_by_hand() {
        let position = |half_points| vec![Scored { points: 100.0, half_points }];
        let found = FittedScale::fit(&[2, 2, 2, 2, 2, 1, 1, 1, 0, 0].map(position)).unwrap();
        assert!((found.points_per_logit.value - 200.0 / 4_f64.ln()).abs() < 1e-5, "{found:?}");
        assert!((found.draw_points.value - 100.0).abs() < 1e-5, "{found:?}");
        let loss = -(0.5 * 0.5_f64.ln() + 0.3 * 0.3_f64.ln() + 0.2 * 0.2_f64.ln());
        assert!((found.log_loss - loss).abs() < 1e-9 && (found.constant_log_loss - loss).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn where_there_is_no_scale_the_reason_is_said() {
        let position = |points, half_points| vec![Scored { points, half_points }];
        assert_eq!(FittedScale::fit(&[]), Err(NoScale::Nothing));
        assert_eq!(FittedScale::fit(&[Vec::new()]), Err(NoScale::Nothing));
        assert_eq!(FittedScale::fit(&[position(0.0, 2), position(0.0, 0)]), Err(NoScale::Unrelated));
        assert_eq!(FittedScale::fit(&[position(5.0, 1)]), Err(NoScale::Unrelated));
        assert_eq!(FittedScale::fit(&[position(5.0, 0), position(-5.0, 2)]), Err(NoScale::Unrelated));
        assert_eq!(FittedScale::fit(&[position(5.0, 2), position(-3.0, 0)]), Err(NoScale::Certain));
        assert_eq!(FittedScale::fit(&[position(5.0, 2), position(-3.0, 1)]), Err(NoScale::Certain));
        assert!(FittedScale::fit(&[position(5.0, 2), position(5.0, 0), position(5.0, 2), position(-6.0, 1)]).is_ok());
        assert!(FittedScale::fit(&[position(1e6, 2), position(1e6, 0), position(1e6, 2)]).is_ok());
    }

    #[test]
    fn a_result_without_a_chance_is_an_infinite_loss() {
        let drawn = [vec![Scored { points: 0.0, half_points: 1 }]];
        assert!(log_loss(&drawn, |_| [0.5, 0.0, 0.5]).is_infinite() && log_loss(&[], |_| [1.0, 0.0, 0.0]).is_nan());
    }
}
