//! What a run must know of the game that it teaches.

use anyhow::anyhow;
use plyd_host::Library;
use plyd_network::{Subject, USUAL_POINTS_PER_LOGIT};
use plyd_player::subject_of;
use plyd_rules::Game;
use std::sync::Arc;

/// What a run must know of a game with its options.
#[derive(Clone, Debug)]
pub(super) struct Taught {
    /// What its networks are for.
    pub(super) subject: Subject,
    /// Where each symmetry moves each input.
    pub(super) symmetries: Vec<Vec<u16>>,
    /// The points of a logit in the values of its networks.
    pub(super) points_per_logit: u32,
}

impl Taught {
    /// Asks the library.
    ///
    /// # Errors
    /// The game has no inputs for a network, or its library fails.
    pub(super) fn of(library: &Arc<Library>, options: &[(String, String)]) -> anyhow::Result<Self> {
        let subject = subject_of(library, options)
            .map_err(|reason| anyhow!("{} has no network: a network for it {reason}", library.id()))?;
        let game = library.open("", options)?;
        let facts = game.facts();
        let (inputs, count) = (facts.features.inputs, facts.features.symmetries);
        let image = |symmetry| (0..inputs).map(|input| game.feature_image(symmetry, input) as u16).collect();
        Ok(Self { subject, symmetries: (0..count).map(image).collect(), points_per_logit: points_per_logit(facts.win) })
    }
}

/// The points of a logit in a network for a game whose win is worth so much. Where results are differences, these are points
/// too; a won game is worth many logits.
fn points_per_logit(win: i32) -> u32 {
    /// The logits of a win at least.
    const LOGITS: i32 = 20;
    (win / LOGITS).clamp(1, USUAL_POINTS_PER_LOGIT as i32) as u32
}
