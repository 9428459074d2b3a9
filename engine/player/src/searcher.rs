//! One search with its table and its threads.

use crate::{Quota, SearchOptions, SearchTable, Share};
use plyd_host::{LoadedGame, Position};
use plyd_plugin::Game;
use plyd_search::{Algorithm, Answer, Control, Event, Limits, NoObserver, Root, Table, search};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Searches as its options say, with a table that it keeps from one search to the next. Clones share the table.
#[derive(Clone, Debug)]
pub struct Searcher {
    /// How to search.
    pub options: SearchOptions,
    table: Arc<SearchTable>,
    threads: Arc<Quota>,
}

/// A search with what it needs. Dropped, it gives its threads back.
#[derive(Debug)]
pub struct Prepared {
    options: SearchOptions,
    table: Option<Arc<Table>>,
    lacks_table: bool,
    threads: usize,
    /// The threads beyond the first.
    _share: Share,
    remarks: Vec<String>,
}

/// The root of a search of this position.
#[must_use]
pub fn root(position: &Position) -> Root<'_, LoadedGame> {
    Root::new(position.game(), position.state()).with_history(position.history())
}

/// A seed that nobody can foresee, for a search that need not be repeated.
#[must_use]
pub fn random_seed() -> u64 {
    // A new state hashes with keys of its own.
    RandomState::new().hash_one(())
}

impl Searcher {
    /// With these options, this table, and threads from this quota beyond the one of the caller.
    #[must_use]
    pub fn new(options: SearchOptions, table: Arc<SearchTable>, threads: Arc<Quota>) -> Self {
        Self { options, table, threads }
    }

    /// The next search begins with an empty table.
    pub fn forget(&self) {
        self.table.forget();
    }

    /// Takes a table and threads for searches of this game, as far as they are of use and something is left.
    #[must_use]
    pub fn prepare(&self, game: &LoadedGame) -> Prepared {
        let options = self.options.clone();
        let uses_table = options.algorithm == Algorithm::Pvs && game.facts().has_key;
        let (table, remark) = if uses_table { self.table.get(options.hash) } else { (None, None) };
        let is_limited = options.limited_elo().is_some();
        let can_share = table.is_some() && !is_limited;
        let share = self.threads.take(if can_share { options.threads - 1 } else { 0 });
        let threads = 1 + share.size();
        let mut remarks = Vec::from_iter(remark);
        if threads < options.threads && !is_limited {
            remarks.push(fewer_threads(threads, options.threads, table.is_some()));
        }
        let lacks_table = uses_table && options.hash > 0 && table.is_none();
        Prepared { options, table, lacks_table, threads, _share: share, remarks }
    }
}

impl Prepared {
    /// The table, if the search uses one.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_deref()
    }

    /// Whether the search should have a table, and there is no memory for it.
    #[must_use]
    pub fn lacks_table(&self) -> bool {
        self.lacks_table
    }

    /// What differs from what the options ask for, in sentences for the client.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Searches on this thread, see [`plyd_search::search`]. The seed decides which moves a player below full strength gets
    /// wrong: take another one for each move.
    pub fn search(
        &self,
        position: &Position,
        limits: &Limits,
        seed: u64,
        control: &Control,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Answer {
        let settings = self.options.settings(self.table(), self.threads, seed);
        search(&root(position), settings, limits, control, &mut NoObserver, report)
    }
}

/// Why a search has not as many threads as were asked for.
fn fewer_threads(count: usize, wanted: usize, has_table: bool) -> String {
    let reason = if has_table { "no more are left" } else { "threads help each other by a table, and there is none" };
    format!("the search has {count} of {wanted} threads, as {reason}")
}
