//! Games as built libraries, and searches of them.

use plyd_host::{Cache, Catalog, LoadedGame};
use plyd_rules::Game;
use plyd_search::{
    Control, NoObserver, Root, SearchEvent, SearchResult, SearcherLimits, SearcherSettings, TranspositionTable, search,
};
use plyd_tests::built_folder;
use std::sync::LazyLock;
use std::time::Duration;

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::load(&[built_folder()], Cache::new(None)));

/// A position of the library of the game with this id.
///
/// # Panics
/// The libraries were not built, or the setup is wrong.
#[must_use]
pub fn loaded(id: &str, setup: &str) -> LoadedGame {
    let library = CATALOG.get(id).expect("the library was built");
    library.open(setup, &[]).unwrap_or_else(|error| panic!("{id}: {setup}: {error}"))
}

/// An empty table of this many MiB, in memory that the system has already provided: getting it would take longer than
/// many a search, and a session does that once.
///
/// # Panics
/// There is no memory.
#[must_use]
pub fn empty_table(mebibytes: usize) -> TranspositionTable {
    let mut table = TranspositionTable::new(mebibytes).expect("there is memory");
    table.clear();
    table
}

/// The strong search to a depth, or to the end of the game, with one thread and an empty table of so many MiB, which is
/// made before it. `reached` hears when each iteration is done, counted from the start of the search.
///
/// # Panics
/// There is no memory, or the game fails.
pub fn strong_search<G: Game>(
    game: &G,
    root: &G::State,
    depth: Option<u32>,
    mebibytes: usize,
    reached: &mut dyn FnMut(u32, Duration),
) -> (u64, Duration) {
    let table = empty_table(mebibytes);
    search_with(game, root, SearcherSettings { table: Some(&table), ..SearcherSettings::default() }, depth, reached)
}

/// The same with these settings.
///
/// # Panics
/// The game fails.
pub fn search_with<G: Game>(
    game: &G,
    root: &G::State,
    settings: SearcherSettings<'_>,
    depth: Option<u32>,
    reached: &mut dyn FnMut(u32, Duration),
) -> (u64, Duration) {
    let control = Control::new();
    let limits = SearcherLimits { depth, ..SearcherLimits::default() };
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            reached(iteration.depth, iteration.time);
        }
    };
    let answer = search(&Root::new(game, root), settings, &limits, &control, &mut NoObserver, &mut report);
    let time = control.elapsed();
    assert_eq!(answer.fault, None);
    (answer.nodes, time)
}

/// Solves a position; the table is used as it is.
///
/// # Panics
/// The game fails, or is not solved.
pub fn solve_with<G: Game>(game: &G, root: &G::State, table: &TranspositionTable) -> (SearchResult, Duration) {
    let settings = SearcherSettings { table: Some(table), ..SearcherSettings::default() };
    let control = Control::new();
    let root = Root::new(game, root);
    let answer = search(&root, settings, &SearcherLimits::default(), &control, &mut NoObserver, &mut |_| {});
    let time = control.elapsed();
    assert!(answer.solved, "not solved: {answer:?}");
    (answer, time)
}
