//! Games that are linked statically, as loaded libraries. For tests, which then need no file and no other process.
//!
//! The entry function of a file returns a table. Here the table is the one that the SDK makes in this process, and from
//! there on nothing differs: the same checks, the same calls.

use crate::{Catalog, ContentHash, Library};
use plyd_plugin::{Plugin, export};
use std::path::Path;
use std::sync::Arc;

/// The game `G` as a library that passed all checks. Its path is the id of the game: there is no such file, so no other
/// process can load it.
///
/// # Panics
/// It does not pass a check.
#[must_use]
pub fn linked<G: Plugin>() -> Arc<Library> {
    let (content, table) = (ContentHash::of(G::ID.as_bytes()), Box::leak(Box::new(export::table::<G>())));
    // SAFETY: the table is one of the SDK, whose functions keep the interface for every `Plugin`, and is kept for ever.
    let library = unsafe { Library::from_table(Path::new(G::ID), content, table) };
    library.unwrap_or_else(|error| panic!("the library of `{}` {error}", G::ID))
}

/// A catalog of these games.
///
/// # Panics
/// Two of them have the same id.
#[must_use]
pub fn catalog(games: impl IntoIterator<Item = Arc<Library>>) -> Catalog {
    let mut catalog = Catalog::default();
    for game in games {
        catalog.add(game.path().to_path_buf(), Ok(game), &[]);
    }
    assert!(catalog.refused().is_empty(), "{:?}", catalog.refused());
    catalog
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoadError;
    use crate::test_game::{Heap, declared};
    use plyd_plugin::{Facts, Game, Move, Moves, Options, Outcome, Player, SetupError, Turn};
    use std::panic::catch_unwind;

    /// A game with any id whose start position has a text that does not open.
    struct UnopenableGame;

    impl Game for UnopenableGame {
        type State = u32;

        fn facts(&self) -> Facts {
            Facts { max_moves: 1, max_plies: 1, ..Facts::DEFAULT }
        }

        fn turn(&self, _state: &u32) -> Turn {
            Player::Max.into()
        }

        fn play(&self, state: &mut u32, _mv: Move) {
            *state = 0;
        }

        fn outcome(&self, state: &u32) -> Outcome {
            if *state == 0 { Outcome::Draw } else { Outcome::Ongoing }
        }

        fn moves(&self, _state: &u32, out: &mut Moves<'_>) {
            out.push(Move(0));
        }
    }

    impl Plugin for UnopenableGame {
        const ID: &'static str = "faulty";
        const NAME: &'static str = "Faulty";
        const VERSION: &'static str = "1";

        fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, u32), SetupError> {
            if setup.is_empty() { Ok((Self, 1)) } else { Err(SetupError::new("nothing else opens")) }
        }

        fn format_state(&self, state: &u32) -> String {
            state.to_string()
        }

        fn format_move(&self, _state: &u32, mv: Move) -> String {
            mv.0.to_string()
        }
    }

    #[test]
    fn a_linked_game_is_a_loaded_library() {
        let library = linked::<Heap>();
        assert_eq!((library.id(), library.path(), library.start_position()), ("heap", Path::new("heap"), "7 w good"));
        assert!(library.is_loaded());
        assert!(matches!(library.restore_copy(), Err(LoadError::CopyGone)));
        let game = library.open("2 b", &[]).expect("it opens");
        assert_eq!(game.legal_moves(&game.root()), Ok(vec![Move(1), Move(2)]));
    }

    #[test]
    fn a_linked_game_passes_the_checks_of_a_file() {
        let panic = catch_unwind(linked::<UnopenableGame>).expect_err("its start position does not open again");
        let text = panic.downcast_ref::<String>().expect("a panic has a text");
        assert!(text.contains("its text `1` does not open: nothing else opens"), "{text}");
    }

    #[test]
    fn a_catalog_has_each_linked_game_once() {
        // SAFETY: a table of the SDK, kept for ever.
        let other = unsafe { Library::from_table(Path::new("nim"), ContentHash::of(b""), declared("nim", "Nim", "1")) };
        let games = catalog([other.expect("it is sound"), linked::<Heap>()]);
        assert_eq!(games.games().iter().map(|game| game.id()).collect::<Vec<_>>(), ["heap", "nim"]);
        assert!(catch_unwind(|| catalog([linked::<Heap>(), linked::<Heap>()])).is_err());
    }
}
