//! What a game does not have. The tests of it need no process.

use crate::examination::Examination;
use crate::report::Finding;
use crate::walk::WalkedPosition;
use plyd_host::probe::extension_address;
use plyd_plugin::abi::NOTATION_EXTENSION;
use plyd_rules::{Abilities, Game};

pub(super) const NO_OPTIONS: &str = "the game declares no options";
pub(super) const NO_PARAMETERS: &str = "the game declares no numbers of its heuristic";
pub(super) const NO_ABOUT: &str = "the library has no text about the game";
pub(super) const NO_CHANCE: &str = "the game has no chance";
pub(super) const NO_KEYS: &str = "the game has no keys";
pub(super) const NO_HORIZON: &str = "the game declares no counter that ends it";
pub(super) const NO_REPETITION: &str = "the game declares no rule of repetition";
pub(super) const NO_ORDER: &str = "the game does not rate moves";
pub(super) const NO_NOISY: &str = "the game declares no noisy moves";
pub(super) const NO_CHECK: &str = "the game does not tell checks";
pub(super) const NO_NULL_MOVE: &str = "the game has no null move";
pub(super) const NO_SYMMETRY: &str = "the game declares no symmetry";
pub(super) const NO_FUTILITY: &str = "the game declares no margin of quiet moves";
pub(super) const NO_WINNABLE: &str = "the game does not know who can still win";
pub(super) const NO_PLAYOUT: &str = "the game plays no random games";
pub(super) const NO_FEATURES: &str = "the game has no inputs of a network";
pub(super) const NO_PICTURE: &str = "the game draws no picture";
pub(super) const NO_VIEW: &str = "the game has no views";
pub(super) const NO_NOTATION: &str = "the game has no notation of its own";
pub(super) const NO_COUNTS: &str = "the library declares no counts";

/// What the openings of a game lack, by the names of the tests that examine it, with the reason for which these are
/// skipped.
pub(super) fn absent(exam: &mut Examination) -> Vec<(&'static str, &'static str)> {
    // What does not open is for the tests to say.
    let Ok(openings) = exam.openings() else { return Vec::new() };
    exam.doing(Finding::new("asking what the game has"));
    let library = exam.library.clone();
    let any = |has: &dyn Fn(&WalkedPosition) -> bool| openings.iter().any(has);
    let able = |has: fn(&Abilities) -> bool| any(&|walk| has(&walk.game.facts().abilities));
    let rows = [
        ("options", NO_OPTIONS, !library.options().is_empty()),
        ("parameters", NO_PARAMETERS, library.options().iter().any(|option| option.is_parameter())),
        ("about", NO_ABOUT, !matches!(library.about(), Ok(None))),
        ("chance", NO_CHANCE, any(&|walk| walk.game.facts().chance.is_some())),
        ("keys", NO_KEYS, any(&|walk| walk.game.facts().has_key)),
        ("irreversible", NO_KEYS, any(&|walk| walk.game.facts().has_key)),
        ("horizon", NO_HORIZON, able(|abilities| abilities.horizon)),
        ("repetition", NO_REPETITION, any(&|walk| walk.game.facts().repetition.is_some())),
        ("order", NO_ORDER, able(|abilities| abilities.order)),
        ("noisy", NO_NOISY, able(|abilities| abilities.noisy)),
        ("in-check", NO_CHECK, able(|abilities| abilities.check)),
        ("null-move", NO_NULL_MOVE, able(|abilities| abilities.null_move)),
        ("symmetry", NO_SYMMETRY, able(|abilities| abilities.symmetry)),
        ("futility", NO_FUTILITY, able(|abilities| abilities.futility)),
        ("winnable", NO_WINNABLE, able(|abilities| abilities.winnable)),
        ("playout", NO_PLAYOUT, able(|abilities| abilities.playout)),
        ("features", NO_FEATURES, any(&|walk| walk.game.facts().features.inputs > 0)),
        ("picture", NO_PICTURE, any(&|walk| !matches!(walk.game.picture(&walk.state), Ok(None)))),
        ("view", NO_VIEW, any(&|walk| !matches!(walk.game.view(&walk.state), Ok(None)))),
        ("notation", NO_NOTATION, extension_address(&library, NOTATION_EXTENSION.as_bytes()).is_some()),
        ("perft", NO_COUNTS, !library.known_perft().is_empty()),
    ];
    rows.into_iter().filter(|(.., has)| !has).map(|(name, reason, _)| (name, reason)).collect()
}

/// The tests that have nothing to examine, with the reason. `horizon` is none of them: it may find that a game has a
/// counter that it does not declare.
pub(crate) fn needless(exam: &mut Examination) -> Vec<(String, String)> {
    let absent = absent(exam).into_iter().filter(|(name, _)| *name != "horizon");
    absent.map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect()
}
