//! The laws that every game keeps, and games as files, as for the games in Rust: the library stands behind the traits
//! of the kit for tests.

use super::{SOURCES, folder};
use plyd_host::{Cache, Catalog, Library, LoadedGame, OpenError, StateSlot};
use plyd_plugin::testing::{check_features, check_playthrough, laws};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{Facts, Game, Move, Moves, Options, Outcome, Player, Plugin, SetupError, Turn, Want};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// An opened setup of the loaded library. Each question goes to the library as the host asks it.
struct Nim(LoadedGame);

/// The library as its build script makes it; `None` if there is no compiler.
fn library() -> Option<&'static Arc<Library>> {
    static LOADED: OnceLock<Option<Arc<Library>>> = OnceLock::new();
    let load = || {
        let cache = Cache::new(Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("nim-cache")));
        let catalog = Catalog::load(&[folder()?.to_path_buf()], cache);
        Some(Arc::clone(catalog.get("nim").expect("nim is loaded")))
    };
    LOADED.get_or_init(load).as_ref()
}

impl Game for Nim {
    type State = StateSlot;

    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn turn(&self, state: &StateSlot) -> Turn {
        self.0.turn(state)
    }

    fn play(&self, state: &mut StateSlot, mv: Move) {
        self.0.play(state, mv);
    }

    fn outcome(&self, state: &StateSlot) -> Outcome {
        self.0.outcome(state)
    }

    fn moves(&self, state: &StateSlot, out: &mut Moves<'_>) {
        self.0.moves(state, out);
    }

    fn evaluate(&self, state: &StateSlot) -> i32 {
        self.0.evaluate(state)
    }

    fn key(&self, state: &StateSlot) -> u64 {
        self.0.key(state)
    }

    fn symmetric_key(&self, state: &StateSlot) -> u64 {
        self.0.symmetric_key(state)
    }

    fn features(&self, state: &StateSlot, words: &mut [u64]) -> Player {
        self.0.features(state, words)
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.0.feature_image(symmetry, input)
    }

    fn is_irreversible(&self, parent: &StateSlot, mv: Move) -> bool {
        self.0.is_irreversible(parent, mv)
    }

    fn examine(&self, state: &StateSlot, want: Want, out: &mut Moves<'_>) -> plyd_plugin::Step {
        self.0.examine(state, want, out)
    }

    fn step(
        &self,
        parent: &StateSlot,
        mv: Move,
        child: &mut StateSlot,
        want: Want,
        out: &mut Moves<'_>,
    ) -> plyd_plugin::Step {
        self.0.step(parent, mv, child, want, out)
    }
}

impl Plugin for Nim {
    const ID: &'static str = "nim";
    const NAME: &'static str = "Nim";
    const VERSION: &'static str = "0";

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, StateSlot), SetupError> {
        match library().expect("there is the library").open(setup, &[]) {
            Ok(game) => {
                let root = game.root();
                Ok((Self(game), root))
            }
            Err(OpenError::Refused(reason)) => Err(SetupError::new(reason)),
            Err(OpenError::Fault(fault)) => panic!("{setup}: {fault}"),
        }
    }

    fn format_state(&self, state: &StateSlot) -> String {
        self.0.format_state(state).expect("the library answers")
    }

    fn format_move(&self, state: &StateSlot, mv: Move) -> String {
        self.0.format_move(state, mv).expect("the library answers")
    }

    fn parse_move(&self, state: &StateSlot, text: &str) -> Option<Move> {
        self.0.parse_move(state, text).expect("the library answers")
    }

    fn picture(&self, state: &StateSlot) -> String {
        self.0.picture(state).expect("the library answers").expect("nim has pictures")
    }

    fn view(&self, state: &StateSlot) -> Option<View> {
        self.0.view(state).expect("the library answers")
    }

    fn gesture(&self, state: &StateSlot, mv: Move) -> Vec<Step> {
        let text = self.0.gesture_text(state, mv).expect("the library answers").expect("nim has gestures");
        text.split(' ').map(Step::read).collect()
    }
}

#[test]
fn the_laws_hold() {
    if library().is_some() {
        laws::<Nim>(&[("", ""), ("1 0 5 b", ""), ("0", ""), ("7 7", ""), ("1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8", "")]);
    }
}

#[test]
fn inputs_are_symmetric_and_tell_positions_apart() {
    if library().is_some() {
        check_features::<Nim>(&[("5 5 5", ""), ("9 9 9 9 9 9 9 9 9 9", ""), ("7", "")], 0);
    }
}

#[test]
fn the_games_of_the_files_are_played_as_before() {
    if library().is_some() {
        for name in ["won.txt", "random.txt", "illegal.txt"] {
            check_playthrough::<Nim>(Path::new(SOURCES).join("tests/playthroughs").join(name));
        }
    }
}
