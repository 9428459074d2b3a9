//! What a network is for, and how it was made.

use serde::{Deserialize, Serialize};

/// The most inputs that a game may have.
pub const MOST_INPUTS: usize = 4_096;

/// The sizes that the hidden layer may have. Each is compiled of its own, so that its loops are unrolled.
pub const HIDDEN: [usize; 4] = [32, 64, 128, 256];

/// The points that one logit is usually worth.
pub const USUAL_POINTS_PER_LOGIT: u32 = 200;

/// The most points that one logit may be worth.
pub const MOST_POINTS_PER_LOGIT: u32 = 100_000;

/// The longest name of a game, the longest identity of rules and of features, and the longest text of an origin, in
/// bytes.
const LONGEST_NAME: usize = 256;
const LONGEST_TEXT: usize = 4_096;

/// What a network is for. The texts are the caller's, and are only compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NetworkPurpose {
    /// The id of the game.
    pub game: String,
    /// The identity of its rules, such as a hash.
    pub rules: String,
    /// The identity of its features: what each input means. Such as a hash.
    pub features: String,
    /// The number of inputs, from 1 to [`MOST_INPUTS`].
    pub inputs: usize,
    /// Whether the first and the second player have first layers of their own.
    pub sides_differ: bool,
}

/// How a network was made, for people and for records. Nothing depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrainingOrigin {
    /// The version of plyd that made it.
    pub version: String,
    /// The seed of games and training.
    pub seed: u64,
    /// The rounds of games and training.
    pub rounds: u32,
    /// The games it learnt from.
    pub games: u64,
    /// The positions it learnt from.
    pub positions: u64,
    /// What the match against the value before it has shown.
    pub result: String,
}

/// All that is known of a network but its weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NetworkFacts {
    /// What it is for.
    pub subject: NetworkPurpose,
    /// The units of the hidden layer, one of [`HIDDEN`].
    pub hidden: usize,
    /// The most inputs that were on at once in its training. The weights are small enough that no sum of this many
    /// leaves 16 bits. With more inputs on, sums may wrap around: then the value is meaningless, but the same
    /// everywhere.
    pub most_on: usize,
    /// The points that it gives for one logit, from 1 to [`MOST_POINTS_PER_LOGIT`].
    pub points_per_logit: u32,
    /// What points of searches with it are worth by the results of games; `None` if that was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<ResultScale>,
    /// How it was made.
    pub origin: TrainingOrigin,
}

/// What points of searches are worth by the results of games. A search sees more than the network alone, so its points
/// are mostly surer than the network's. The chances that plyd shows follow from it. The search itself goes by the scale
/// of the network's values, and so does the training of later networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResultScale {
    /// The points that make a win e times as likely, from 1 to [`MOST_POINTS_PER_LOGIT`].
    pub points_per_logit: u32,
    /// The points that win half of the games, at most [`MOST_POINTS_PER_LOGIT`].
    pub draw_points: u32,
}

/// Why there is no such network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Too few or too many inputs.
    #[error("the inputs are not 1 to {MOST_INPUTS}")]
    Inputs,
    /// A hidden layer of another size.
    #[error("the units of the hidden layer are not 32, 64, 128 or 256")]
    Hidden,
    /// Fewer or more inputs that can be on.
    #[error("the most inputs that are on at once are not 1 to all")]
    MostOn,
    /// Points out of range.
    #[error("the points of a logit are not 1 to {MOST_POINTS_PER_LOGIT}")]
    PointsPerLogit,
    /// A text too long, or with signs that a terminal would obey.
    #[error("a text is too long or has control characters")]
    Text,
    /// More or fewer weights than the shape has.
    #[error("the weights are not as many as the shape has")]
    Count,
    /// A sum could leave 16 bits.
    #[error("a weight of the first layer is too large for the inputs that are on at once")]
    Overflow,
}

/// Why a network is not one of a game. The text continues a sentence that begins with the network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// Another game.
    #[error("is for the game {0}")]
    Game(String),
    /// Another version or other options of it.
    #[error("is for other rules of the game")]
    Rules,
    /// Inputs with another meaning.
    #[error("is for other features of the game")]
    Features,
    /// Other inputs.
    #[error("has {of_network} inputs, and the game has {of_game}")]
    Inputs {
        /// Those of the network.
        of_network: usize,
        /// Those of the game.
        of_game: usize,
    },
    /// One first layer instead of two, or two instead of one.
    #[error("takes both players for {}, and the game does not", if *.0 { "different" } else { "alike" })]
    Sides(bool),
}

impl NetworkPurpose {
    /// Whether a network for `self` serves the game that is `game`.
    ///
    /// # Errors
    /// The first difference.
    pub fn fits(&self, game: &Self) -> Result<(), Misfit> {
        if self.game != game.game {
            return Err(Misfit::Game(self.game.clone()));
        }
        if self.rules != game.rules {
            return Err(Misfit::Rules);
        }
        if self.features != game.features {
            return Err(Misfit::Features);
        }
        if self.inputs != game.inputs {
            return Err(Misfit::Inputs { of_network: self.inputs, of_game: game.inputs });
        }
        if self.sides_differ != game.sides_differ {
            return Err(Misfit::Sides(self.sides_differ));
        }
        Ok(())
    }

    /// Whether all of it is within its bounds.
    ///
    /// # Errors
    /// The first thing that is not.
    pub fn check(&self) -> Result<(), Invalid> {
        if ![&self.game, &self.rules, &self.features].into_iter().all(|name| is_short(name, LONGEST_NAME)) {
            Err(Invalid::Text)
        } else if !(1..=MOST_INPUTS).contains(&self.inputs) {
            Err(Invalid::Inputs)
        } else {
            Ok(())
        }
    }

    /// The words that a position has.
    #[must_use]
    pub fn words(&self) -> usize {
        self.inputs.div_ceil(64)
    }

    /// The first layers.
    #[must_use]
    pub fn sides(&self) -> usize {
        1 + usize::from(self.sides_differ)
    }
}

impl NetworkFacts {
    /// Whether all of it is within its bounds.
    ///
    /// # Errors
    /// The first thing that is not.
    pub fn check(&self) -> Result<(), Invalid> {
        let Self { subject, hidden, most_on, points_per_logit, scale, origin } = self;
        subject.check()?;
        if !is_short(&origin.version, LONGEST_NAME) || !is_short(&origin.result, LONGEST_TEXT) {
            Err(Invalid::Text)
        } else if !HIDDEN.contains(hidden) {
            Err(Invalid::Hidden)
        } else if !(1..=subject.inputs).contains(most_on) {
            Err(Invalid::MostOn)
        } else if !(1..=MOST_POINTS_PER_LOGIT).contains(points_per_logit) || !scale.is_none_or(ResultScale::is_valid) {
            Err(Invalid::PointsPerLogit)
        } else {
            Ok(())
        }
    }
}

impl ResultScale {
    fn is_valid(self) -> bool {
        (1..=MOST_POINTS_PER_LOGIT).contains(&self.points_per_logit) && self.draw_points <= MOST_POINTS_PER_LOGIT
    }
}

/// Whether a text has at most `most` bytes, and no characters that control a terminal.
fn is_short(text: &str, most: usize) -> bool {
    text.len() <= most && !text.contains(char::is_control)
}
