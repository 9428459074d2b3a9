//! Setups that no game leads to: small changes to the texts of positions, if the game opens them.

use crate::changed::changed;
use crate::examination::Examination;
use crate::report::Finding;
use crate::walk::{CheckOpening, WalkedPosition};
use plyd_plugin::export::PANICKED;

/// The maximum number of texts tried to find a setup.
const TRIES: u32 = 40;
/// After this many attempts in a row without a setup that opens, a game is not asked for more.
const PATIENCE: u32 = 8;
/// The maximum number of texts of an opening that are kept to be changed.
const KEPT: usize = 200;
/// A longer text is not changed.
const LONGEST: usize = 1_000;

/// The texts to be changed.
pub(super) struct ChangedTexts {
    /// Of each opening.
    texts: Vec<PositionTexts>,
    next: usize,
    in_vain: u32,
}

struct PositionTexts {
    options: Vec<(String, String)>,
    texts: Vec<String>,
}

impl ChangedTexts {
    /// Changes of these openings, and of the positions after each of their moves.
    pub(super) fn of(openings: &[WalkedPosition]) -> Result<Self, Finding> {
        let mut texts = Vec::new();
        for walk in openings {
            let mut texts_here = vec![walk.text()?];
            // The first moves say how it looks if the other player is to move.
            for &mv in walk.view()?.moves.iter().take(4) {
                let mut child = walk.clone();
                child.play(mv)?;
                texts_here.push(child.text()?);
            }
            texts_here.retain(|text| text.len() <= LONGEST);
            texts.push(PositionTexts { options: walk.opening().options.clone(), texts: texts_here });
        }
        Ok(Self { texts, next: 0, in_vain: 0 })
    }

    /// Keeps the text of a position of this opening, to be changed too.
    pub(super) fn add(&mut self, opening: usize, text: String) {
        let kept = &mut self.texts[opening].texts;
        if kept.len() < KEPT && text.len() <= LONGEST && !kept.contains(&text) {
            kept.push(text);
        }
    }

    /// A position that a changed text opens, if one is found that the library can judge.
    ///
    /// # Errors
    /// The library panicked, which is no refusal.
    pub(super) fn next(&mut self, exam: &mut Examination) -> Result<Option<WalkedPosition>, Finding> {
        if self.in_vain >= PATIENCE {
            return Ok(None);
        }
        let number = self.next % self.texts.len();
        self.next += 1;
        let PositionTexts { options, texts } = &self.texts[number];
        for _ in 0..TRIES {
            if texts.is_empty() {
                break;
            }
            let setup = changed(&mut exam.random, texts);
            if setup.len() > LONGEST || texts.contains(&setup) {
                continue;
            }
            if let Some(walk) = opened(exam, CheckOpening { setup, options: options.clone() })? {
                self.in_vain = 0;
                if let Ok(text) = walk.text() {
                    self.add(number, text);
                }
                return Ok(Some(walk));
            }
        }
        self.in_vain += 1;
        Ok(None)
    }
}

/// The position that a setup opens, if it does and the library can judge it.
///
/// # Errors
/// The library panicked, which is no refusal.
pub(super) fn opened(exam: &mut Examination, opening: CheckOpening) -> Result<Option<WalkedPosition>, Finding> {
    exam.doing(opening.finding("opening a setup"));
    match WalkedPosition::start(&exam.library, opening) {
        Ok(walk) => Ok(Some(walk).filter(WalkedPosition::is_judged)),
        Err(fault) if fault.what.contains(PANICKED) => Err(fault),
        Err(_) => Ok(None),
    }
}
