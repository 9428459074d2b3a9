//! What a run of `plyd learn` asks of the library of its game.

mod positions;

pub(crate) use positions::{PlayedPosition, TrainingPositionReader};

use super::work::ErrandContext;
use anyhow::anyhow;
use plyd_host::{Library, Position};
use plyd_learn::Samples;
use plyd_network::{NetworkPurpose, USUAL_POINTS_PER_LOGIT};
use plyd_player::{NetworkFile, subject_of};
use plyd_rules::Game;
use plyd_tournament::{PlayedGame, Random};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of random games that are played to estimate the length of games, and the most plies of each.
const MEASURED_GAMES: u64 = 16;
const LONGEST_MEASURED: u32 = 1_000;
/// Their seed: the estimate does not depend on the seed of the run.
const SEED: u64 = 1;

/// What a run must know of a game with its options.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LearningFacts {
    /// What its networks are for.
    pub(crate) subject: NetworkPurpose,
    /// Where each symmetry moves each input.
    pub(crate) symmetries: Vec<Vec<u16>>,
    /// The points of a logit in the values of its networks.
    pub(crate) points_per_logit: u32,
    /// The mean length of random games, in plies.
    pub(crate) random_length: u32,
    /// Whether the game's own value of any position of these is not 0.
    pub(crate) has_heuristic: bool,
}

/// Games to take positions from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lesson {
    /// The options of the game.
    pub(crate) options: Vec<(String, String)>,
    /// Whose points the scores of the games are; `None` for the game's heuristic.
    pub(crate) network: Option<NetworkFile>,
    pub(crate) subject: NetworkPurpose,
    pub(crate) games: Vec<PlayedGame>,
}

impl LearningFacts {
    /// Asks the library.
    ///
    /// # Errors
    /// The game has no inputs for a network, or its library fails.
    pub(super) fn of(scene: &ErrandContext, options: &[(String, String)]) -> anyhow::Result<Self> {
        let library = &scene.library;
        let subject = subject_of(library, options)
            .map_err(|reason| anyhow!("{} has no network: a network for it {reason}", library.id()))?;
        scene.go_on();
        let game = library.open("", options)?;
        let facts = game.facts();
        let (inputs, count) = (facts.features.inputs, facts.features.symmetries);
        let image = |symmetry| (0..inputs).map(|input| game.feature_image(symmetry, input) as u16).collect();
        let (random_length, has_heuristic) = survey(library, options, &|| scene.go_on())?;
        let (symmetries, points_per_logit) = ((0..count).map(image).collect(), points_per_logit(facts.win));
        Ok(Self { subject, symmetries, points_per_logit, random_length, has_heuristic })
    }
}

impl Lesson {
    /// The bytes of the [`Samples`] of the games.
    ///
    /// # Errors
    /// The library fails, or the games are none of it.
    pub(super) fn positions(&self, scene: &ErrandContext) -> anyhow::Result<Vec<u8>> {
        let reader = TrainingPositionReader::new(&scene.library, &self.options, self.network.as_ref())?;
        let mut samples = Samples::new(self.subject.clone())?;
        for game in &self.games {
            scene.go_on();
            samples.push_game(reader.positions(game)?.iter().map(PlayedPosition::sample))?;
        }
        Ok(samples.to_bytes())
    }
}

/// The points of a logit in a network for a game with this value of a win. Where results are differences, these are
/// points too; a won game is worth many logits.
fn points_per_logit(win: i32) -> u32 {
    /// The logits of a win at least.
    const LOGITS: i32 = 20;
    (win / LOGITS).clamp(1, USUAL_POINTS_PER_LOGIT as i32) as u32
}

/// The mean length of random games, in plies, and whether the game values any of their positions.
fn survey(library: &Arc<Library>, options: &[(String, String)], go_on: &dyn Fn()) -> anyhow::Result<(u32, bool)> {
    let (mut plies, mut has_heuristic) = (0, false);
    for number in 0..MEASURED_GAMES {
        go_on();
        let mut random = Random::for_part(SEED, number);
        let mut position = Position::open(library, options, "")?;
        for _ in 0..LONGEST_MEASURED {
            let moves = position.legal_moves()?;
            if moves.is_empty() || position.ending()?.is_some() {
                break;
            }
            has_heuristic = has_heuristic || position.evaluate()? != 0;
            position.play(moves[random.below(moves.len() as u64) as usize])?;
            plies += 1;
        }
    }
    Ok((plies / MEASURED_GAMES as u32, has_heuristic))
}
