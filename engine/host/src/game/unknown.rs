//! States whose outcome the game itself does not know.

use super::LoadedGame;
use crate::{LibraryFault, StateSlot};
use plyd_plugin::export::PANICKED;
use plyd_rules::Want;
use std::ptr::null_mut;

impl LoadedGame {
    /// The game's own reason why it does not know the outcome of a state ([`Outcome::Unknown`]); `None` if it knows it.
    /// A panic is no such reason, nor is an answer that breaks a rule.
    ///
    /// [`Outcome::Unknown`]: plyd_rules::Outcome::Unknown
    ///
    /// # Errors
    /// The library panicked.
    pub fn unknown(&self, state: &StateSlot) -> Result<Option<String>, LibraryFault> {
        self.check_own(state)?;
        let instance = &*self.instance;
        // SAFETY: the instance is open and the state is one of it; no moves are asked for.
        let step = unsafe {
            let want = Want::OUTCOME.0;
            (instance.functions.examine)(instance.handle.pointer, state.as_ptr(), want, null_mut(), 0)
        };
        // Asked at once: a library keeps its reason per thread, and only until the next call.
        match step.is_error().then(|| instance.library_error(state)) {
            Some(reason) if reason.starts_with(PANICKED) => Err(LibraryFault::new(reason)),
            reason => Ok(reason),
        }
    }
}
