//! The inputs of a network, as reported by a library.

use super::{FOREIGN, LoadedGame};
use crate::StateSlot;
use plyd_plugin::abi::{FAILED, TURN_MAX, TURN_MIN};
use plyd_rules::Player;

impl LoadedGame {
    /// Answers as [`Game::features`](plyd_rules::Game::features). If the library fails, all words are 0 and there is no
    /// player.
    #[inline]
    pub(crate) fn read_features(&self, state: &StateSlot, words: &mut [u64]) -> Option<Player> {
        let instance = &*self.instance;
        let functions = instance.features.as_ref()?;
        let facts = &instance.facts.features;
        if !state.belongs_to(instance.number) || words.len() != facts.words() {
            self.note_no_features(state, words, None);
            return None;
        }
        // SAFETY: the instance is open, the state is one of it, and there are as many words as the instance declared.
        let code = unsafe {
            (functions.features)(instance.handle.pointer, state.as_ptr(), words.as_mut_ptr(), words.len() as u32)
        };
        if let Some(last) = words.last_mut() {
            *last &= facts.last_word();
        }
        match code.cast_unsigned() {
            TURN_MAX => Some(Player::Max),
            TURN_MIN => Some(Player::Min),
            _ => {
                self.note_no_features(state, words, Some(code));
                None
            }
        }
    }

    /// Keeps the reason why there are no inputs: the state or the words are not of this instance, or the library
    /// returned this.
    #[cold]
    #[inline(never)]
    fn note_no_features(&self, state: &StateSlot, words: &mut [u64], code: Option<i32>) {
        words.fill(0);
        let instance = &*self.instance;
        instance.remember(match code {
            None if !state.belongs_to(instance.number) => FOREIGN.into(),
            None => format!("there are {} words for {} inputs", words.len(), instance.facts.features.inputs),
            Some(FAILED) => instance.library_error(state),
            Some(code) => {
                format!("the inputs of a position are those that player {code} sees, who is neither 0 nor 1")
            }
        });
    }

    /// Answers as [`Game::feature_image`](plyd_rules::Game::feature_image). If the library fails, the input is its own
    /// image.
    pub(crate) fn read_feature_image(&self, symmetry: u32, input: u32) -> u32 {
        let instance = &*self.instance;
        let facts = instance.facts.features;
        let Some(image) = instance.features.and_then(|functions| functions.image) else { return input };
        if symmetry >= facts.symmetries || input >= facts.inputs {
            return input;
        }
        // SAFETY: the instance is open.
        let found = unsafe { image(instance.handle.pointer, symmetry, input) };
        if found < facts.inputs {
            return found;
        }
        instance.remember(format!(
            "symmetry {symmetry} moves input {input} to input {found}, but there are {} inputs",
            facts.inputs
        ));
        input
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::declared;
    use crate::test_game::changed;
    use plyd_plugin::abi::{FEATURES_EXTENSION, FeaturesExtension, Opened, Str};
    use plyd_rules::{Features, Game as _};
    use std::ffi::c_void;

    fn open(setup: &str) -> Result<LoadedGame, String> {
        changed(|_| {}).unwrap().open(setup, &[]).map_err(|error| error.to_string())
    }

    #[test]
    fn inputs_come_from_the_library_without_the_bits_beyond_them() {
        let game = open("4 b inputs").unwrap();
        assert_eq!(game.facts().features, Features { inputs: 70, symmetries: 1, sides_differ: true });
        let mut words = [0; 2];
        assert_eq!(game.features(&game.root(), &mut words), Player::Min);
        assert_eq!((words, game.fault()), ([1 << 4, 1 << 5], None), "input 70 is none");
        let images = [0, 1, 69].map(|input| game.feature_image(0, input));
        assert_eq!(images, [69, 68, 0]);
        assert_eq!((game.feature_image(1, 3), game.feature_image(0, 70)), (3, 70), "not declared");
        let plain = open("4 b").unwrap();
        assert_eq!((plain.facts().features, plain.features(&plain.root(), &mut [])), (Features::NONE, Player::Max));
    }

    #[test]
    fn a_failure_leaves_no_inputs_and_is_remembered() {
        let failure = |setup: &str| {
            let game = open(setup).unwrap();
            let mut words = [0; 2];
            assert_eq!((game.features(&game.root(), &mut words), words), (Player::Max, [0; 2]), "{setup}");
            game.fault().unwrap().to_string()
        };
        assert_eq!(failure("3 b inputs-panic"), "the library panicked: blind");
        let game = open("4 b inputs").unwrap();
        let foreign = open("4 b inputs").unwrap().root();
        for (state, count, reason) in [
            (&foreign, 2, "the state belongs to another instance"),
            (&game.root(), 1, "there are 1 words for 70 inputs"),
            (&game.root(), 3, "there are 3 words for 70 inputs"),
        ] {
            let mut words = vec![7; count];
            assert_eq!(game.features(state, &mut words), Player::Max);
            assert_eq!((words, game.last_error(&game.root())), (vec![0; count], reason.to_owned()));
        }
        let lost = open("3 b inputs-lost").unwrap();
        assert_eq!(lost.feature_image(0, 7), 7);
        assert_eq!(lost.fault().unwrap().to_string(), "symmetry 0 moves input 7 to input 70, but there are 70 inputs");
    }

    #[test]
    fn an_answer_that_is_no_player_is_a_failure() {
        unsafe extern "C" fn features(_: *const c_void, _: *const c_void, words: *mut u64, _: u32) -> i32 {
            // SAFETY: there is a word for the declared inputs.
            unsafe { words.write(1) };
            2
        }
        unsafe extern "C" fn find(id: Str) -> *const c_void {
            static FOUND: FeaturesExtension = FeaturesExtension {
                size: size_of::<FeaturesExtension>() as u32,
                reserved: 0,
                features: Some(features),
                image: None,
            };
            // SAFETY: the host passes a readable id.
            let id = unsafe { std::slice::from_raw_parts(id.data, id.len) };
            if id == FEATURES_EXTENSION.as_bytes() { (&raw const FOUND).cast() } else { std::ptr::null() }
        }
        let library = changed(|table| table.extension = Some(find)).unwrap();
        let game = library.open("4 b inputs-plain", &[]).unwrap();
        let mut words = [0; 2];
        assert_eq!((game.features(&game.root(), &mut words), words), (Player::Max, [0; 2]));
        let reason = "the inputs of a position are those that player 2 sees, who is neither 0 nor 1";
        assert_eq!(game.last_error(&game.root()), reason);
        assert_eq!(
            library.open("4 b inputs", &[]).unwrap_err().to_string(),
            "the instance has symmetries of inputs, but `plyd.features/1` has no function for their images"
        );
    }

    #[test]
    fn inputs_need_functions_and_keep_their_bounds() {
        unsafe extern "C" fn find(_: Str) -> *const c_void {
            std::ptr::null()
        }
        let library = changed(|table| table.extension = Some(find)).unwrap();
        assert_eq!(
            library.open("4 b inputs-plain", &[]).unwrap_err().to_string(),
            "the instance has inputs, but the library lacks `plyd.features/1`"
        );
        let refusal = |inputs, symmetries, sides_differ| {
            let opened = Opened { inputs, symmetries, sides_differ, ..crate::instance::unfilled() };
            declared(&opened).unwrap_err().to_string()
        };
        assert_eq!(refusal(4_097, 0, 0), "4097 inputs, which is not from 0 to 4096");
        assert_eq!(refusal(1, 65, 0), "65 symmetries of inputs, which is not from 0 to 64");
        assert_eq!(refusal(0, 1, 0), "1 symmetries of inputs, but no inputs");
        assert_eq!(refusal(1, 0, 2), "`sides_differ` 2, which is neither 0 nor 1");
        let most = Opened { inputs: 4_096, symmetries: 64, sides_differ: 1, ..crate::instance::unfilled() };
        assert_eq!(declared(&most), Ok(Features { inputs: 4_096, symmetries: 64, sides_differ: true }));
    }
}
