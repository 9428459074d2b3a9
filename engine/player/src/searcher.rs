//! A search with its table, its experience and its threads.

use crate::tablebases::GameTablebases;
use crate::{ClientTablebases, Quota, QuotaShare, SearchOptions, SearchTable, TreeSampler};
use plyd_host::{LoadedGame, Position};
use plyd_rules::{Facts, Game};
use plyd_search::{
    Algorithm, Control, Experience, NoObserver, Root, SearchEvent, SearchResult, SearcherLimits, SearcherSettings,
    TranspositionTable,
};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Runs [`plyd_search::search`] for a game from a library, without an observer. The generic code is instantiated here
/// once for all callers.
pub fn search<'a>(
    root: &Root<'a, LoadedGame>,
    settings: impl Into<SearcherSettings<'a>>,
    limits: &SearcherLimits,
    control: &'a Control,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    fn loaded<'a>(
        root: &Root<'a, LoadedGame>,
        settings: SearcherSettings<'a>,
        limits: &SearcherLimits,
        control: &'a Control,
        report: &'a mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchResult {
        plyd_search::search(root, settings, limits, control, &mut NoObserver, report)
    }
    loaded(root, settings.into(), limits, control, report)
}

/// Searches with options, a table and experience that persist between searches. Clones share the table and the
/// experience.
#[derive(Clone, Debug)]
pub struct GameSearcher {
    /// The options of the search.
    pub options: SearchOptions,
    table: Arc<SearchTable>,
    threads: Arc<Quota>,
    tablebases: Arc<ClientTablebases>,
}

/// A search with its resources. On drop its threads are returned: they wait for the next search, or end.
#[derive(Debug)]
pub struct PreparedSearch {
    options: SearchOptions,
    table: Option<Arc<TranspositionTable>>,
    lacks_table: bool,
    experience: Arc<Experience>,
    /// The owner of the table and of the experience.
    kept: Arc<SearchTable>,
    threads: usize,
    quota: Arc<Quota>,
    /// The additional threads.
    _share: QuotaShare,
    tablebases: Arc<ClientTablebases>,
    shelf: GameTablebases,
    /// The game evaluated by a network, if there is one.
    valued: Option<LoadedGame>,
    /// The reason why the available network does not fit the game.
    misfit: Option<String>,
    remarks: Vec<String>,
    /// Whether the algorithm was selected by the game.
    is_auto: bool,
}

/// Returns the search root for a position.
#[must_use]
pub fn root(position: &Position) -> Root<'_, LoadedGame> {
    root_in(position.game(), position)
}

/// Returns the search root for a position in a game with another evaluation.
fn root_in<'a>(game: &'a LoadedGame, position: &'a Position) -> Root<'a, LoadedGame> {
    Root::new(game, position.state()).with_history(position.history())
}

/// Returns an unpredictable seed, for a search that need not be reproducible.
#[must_use]
pub fn random_seed() -> u64 {
    // A new `RandomState` has random keys.
    RandomState::new().hash_one(())
}

impl GameSearcher {
    /// Creates a searcher with these options and this table, and with a quota for threads in addition to the caller's.
    #[must_use]
    pub fn new(options: SearchOptions, table: Arc<SearchTable>, threads: Arc<Quota>) -> Self {
        Self { options, table, threads, tablebases: Arc::default() }
    }

    /// Sets the tablebases.
    #[must_use]
    pub fn with_tablebases(self, tablebases: Arc<ClientTablebases>) -> Self {
        Self { tablebases, ..self }
    }

    /// Discards the table contents and the experience before the next search.
    pub fn forget(&self) {
        self.table.forget();
    }

    /// Does the preparations that the next search of this game would otherwise do on its clock: [makes its
    /// table](Self::make_table), and compares its network with the game. Problems with the network are reported by that
    /// search.
    pub fn make_ready(&self, game: &LoadedGame, must_stop: &dyn Fn() -> bool) {
        let facts = game.facts();
        self.make_table(&facts, must_stop);
        // The result is cached.
        let _ = self.valued(&self.options.resolved(&facts), game);
    }

    /// Returns the game with the evaluation of the options' network, if there is one.
    ///
    /// # Errors
    /// The network is for another game; the text is a sentence.
    fn valued(&self, options: &SearchOptions, game: &LoadedGame) -> Result<Option<LoadedGame>, String> {
        let Some(file) = options.network() else { return Ok(None) };
        let file = self.table.known_network(file);
        file.fits(game).map(|()| Some(game.valued_by(Arc::clone(file.network()))))
    }

    /// Allocates or clears the table for the next search of a game with these facts, and has the system supply its
    /// memory until `must_stop`.
    pub fn make_table(&self, facts: &Facts, must_stop: &dyn Fn() -> bool) {
        let options = self.options.resolved(facts);
        if let (Some(table), _) = self.take_table(&options, facts) {
            table.supply(must_stop);
        }
    }

    /// Returns the table for a search with these options, see [`SearchTable::get`].
    fn take_table(&self, options: &SearchOptions, facts: &Facts) -> (Option<Arc<TranspositionTable>>, Option<String>) {
        let get = if options.algorithm.keeps_tree() { SearchTable::get_alone } else { SearchTable::get };
        options.wanted_hash(facts.has_key).map_or((None, None), |wanted| get(&self.table, wanted))
    }

    /// Acquires a table and threads for searches of this game, as far as they are useful and available.
    #[must_use]
    pub fn prepare(&self, game: &LoadedGame) -> PreparedSearch {
        let mut prepared = self.prepare_for(&game.facts());
        match self.valued(&prepared.options, game) {
            Ok(valued) => prepared.valued = valued,
            Err(reason) => {
                prepared.remarks.extend(self.table.once(reason.clone()));
                prepared.misfit = Some(reason);
            }
        }
        prepared
    }

    fn prepare_for(&self, facts: &Facts) -> PreparedSearch {
        let options = self.options.resolved(facts);
        let wanted = options.wanted_hash(facts.has_key);
        let (table, remark) = self.take_table(&options, facts);
        let is_limited = options.limited_elo().is_some();
        let share = self.threads.take(options.wanted_threads(table.is_some()));
        let threads = 1 + share.size();
        let mut remarks = Vec::from_iter(remark);
        if options.algorithm != self.options.algorithm && options.algorithm != Algorithm::Pvs {
            remarks.push(format!("algorithm {}", options.algorithm.name()));
        }
        for name in options.unused() {
            remarks.extend(self.table.unused(options.algorithm, name));
        }
        if threads < options.threads && !is_limited {
            remarks.push(fewer_threads(threads, &options, table.is_some()));
        }
        let lacks_table = wanted.is_some_and(|wanted| wanted > 0) && table.is_none();
        PreparedSearch {
            options,
            table,
            lacks_table,
            experience: self.table.experience(),
            kept: Arc::clone(&self.table),
            threads,
            quota: Arc::clone(&self.threads),
            _share: share,
            tablebases: Arc::clone(&self.tablebases),
            shelf: GameTablebases::default(),
            valued: None,
            misfit: None,
            remarks,
            is_auto: self.options.algorithm == Algorithm::Auto,
        }
    }
}

impl PreparedSearch {
    /// Returns the table, if the search uses one.
    #[must_use]
    pub fn table(&self) -> Option<&TranspositionTable> {
        self.table.as_deref()
    }

    /// Whether the search would use a table, but there is no memory for it.
    #[must_use]
    pub fn lacks_table(&self) -> bool {
        self.lacks_table
    }

    /// Loads the tablebases of this game on the thread of the search, if the options request them. Unread files are
    /// read until the search must stop. Returns a sentence for each unused file, once per client.
    pub fn take_tablebases(&mut self, game: &LoadedGame, control: &Control) -> Vec<String> {
        if !self.options.uses_tablebases() {
            return Vec::new();
        }
        let (shelf, remarks) = self.tablebases.of(game, &|| !control.must_stop());
        self.shelf = shelf;
        remarks
    }

    /// Returns the facts of the game, with the scale that converts the scores of this search to results.
    #[must_use]
    pub fn measured_facts(&self, position: &Position) -> Facts {
        self.game(position).measured_facts()
    }

    /// Returns the game of a position with the evaluation of this search.
    fn game<'a>(&'a self, position: &'a Position) -> &'a LoadedGame {
        self.valued.as_ref().unwrap_or_else(|| position.game())
    }

    /// Returns a sentence about limits that the search ignores, once per algorithm and client.
    #[must_use]
    pub fn unused_limits(&self, limits: &SearcherLimits) -> Option<String> {
        let algorithm = self.options.algorithm;
        let is_unused = limits.depth.is_some() && !algorithm.uses_depth();
        is_unused.then(|| self.kept.unused(algorithm, "depth")).flatten()
    }

    /// Returns a sentence on why the requested network does not fit the game. The remarks include it once per client.
    #[must_use]
    pub fn misfit(&self) -> Option<&str> {
        self.misfit.as_deref()
    }

    /// Returns sentences about deviations from the options.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Searches on this thread, see [`plyd_search::search`]. The seed selects the errors of a player with limited
    /// strength; use a different one for each move.
    pub fn search(
        &self,
        position: &Position,
        limits: &SearcherLimits,
        seed: u64,
        control: &Control,
        report: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchResult {
        let settings = self.settings(seed);
        let algorithm = if self.is_auto { Algorithm::Auto } else { settings.algorithm };
        let root = root_in(self.game(position), position);
        search(&root, SearcherSettings { algorithm, ..settings }, limits, control, report)
    }

    /// Returns the algorithm of the search.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.options.algorithm
    }

    /// Returns a sentence on why the search cannot be observed; `None` if it can.
    #[must_use]
    pub fn lack_of_tree(&self) -> Option<String> {
        let algorithm = self.options.algorithm;
        let has_none = !Algorithm::BY_DEPTH.contains(&algorithm);
        has_none.then(|| format!("the algorithm {} has no tree to watch", algorithm.name()))
    }

    /// Runs [`PreparedSearch::search`] with an observer that samples the tree. With several threads it observes the
    /// first.
    ///
    /// # Panics
    /// The algorithm [has no tree](Self::lack_of_tree).
    pub fn search_watched(
        &self,
        position: &Position,
        limits: &SearcherLimits,
        seed: u64,
        (control, sample): (&Control, &mut TreeSampler<'_>),
        report: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchResult {
        let root = root_in(self.game(position), position);
        plyd_search::search_by_depth(&root, self.settings(seed), limits, control, sample, report)
    }

    fn settings(&self, seed: u64) -> SearcherSettings<'_> {
        let mut settings = self.options.settings(self.table(), self.threads, seed);
        settings.experience = Some(&self.experience);
        if !self.shelf.is_empty() {
            settings.tablebase = Some(&self.shelf);
        }
        settings
    }
}

impl Drop for PreparedSearch {
    fn drop(&mut self) {
        self.kept.park(&self.experience, &self.quota);
    }
}

/// Describes why a search has fewer threads than requested.
fn fewer_threads(count: usize, options: &SearchOptions, has_table: bool) -> String {
    let reason = match has_table {
        true if options.algorithm.shares_work() => "no more are available",
        true => "this algorithm uses one thread",
        false => "threads need a table to help each other, and there is none",
    };
    format!("the search has {count} of {} threads, because {reason}", options.threads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SearchSettings, TableMemory};
    use plyd_rules::Abilities;

    const KEYED: Facts = Facts { has_key: true, ..Facts::DEFAULT };

    /// Creates a searcher with these options, and with this much shared memory and this number of shared threads.
    fn searcher(set: &[(&str, &str)], memory: usize, threads: usize) -> GameSearcher {
        let mut options = SearchOptions::new(&SearchSettings::default());
        for (name, value) in set {
            options.set(name, value).expect("there is such an option").expect("it takes the value");
        }
        GameSearcher::new(options, SearchTable::new(&TableMemory::new(memory)), Quota::new(threads))
    }

    #[test]
    fn a_table_that_was_made_is_empty_and_is_the_one_of_the_next_search() {
        use plyd_search::{Bound, TableEntry};
        for set in [&[("Hash", "2")][..], &[("Hash", "6")], &[("Hash", "2"), ("Algorithm", "mcts")]] {
            let searcher = searcher(set, 8, 8);
            searcher.make_table(&KEYED, &|| false);
            let made = searcher.table.peek().expect("it was made");
            let entry = TableEntry { value: 5, bound: Bound::EXACT, proven: false, depth: 3, best: None };
            made.store(7, entry);
            let address = Arc::as_ptr(&made);
            drop(made);
            assert_eq!(searcher.prepare_for(&KEYED).table().map(std::ptr::from_ref), Some(address), "{set:?}");
            searcher.forget();
            assert!(searcher.table.peek().is_none());
            searcher.make_table(&KEYED, &|| false);
            assert_eq!(searcher.table.peek().map(|table| table.probe(7)), Some(None), "{set:?}");
        }
        let without = searcher(&[("Algorithm", "minimax")], 8, 8);
        without.make_table(&KEYED, &|| false);
        assert!(without.table.peek().is_none(), "it has no use for one");
    }

    #[test]
    fn a_search_has_what_its_options_ask_for() {
        let prepared = searcher(&[("Threads", "3"), ("Hash", "2")], 8, 8).prepare_for(&KEYED);
        assert_eq!((prepared.threads, prepared.table().map(TranspositionTable::mebibytes)), (3, Some(2)));
        assert!(prepared.remarks().is_empty() && !prepared.lacks_table(), "{prepared:?}");
    }

    #[test]
    fn without_a_use_for_a_table_none_is_taken_and_no_threads_either() {
        let remark =
            "the search has 1 of 3 threads, because threads need a table to help each other, and there is none";
        for (set, has_key) in [
            (("Algorithm", "alphabeta"), true),
            (("Algorithm", "minimax"), true),
            (("Hash", "0"), true),
            (("Hash", "2"), false),
        ] {
            let prepared = searcher(&[("Threads", "3"), set], 8, 8).prepare_for(&Facts { has_key, ..Facts::DEFAULT });
            assert_eq!((prepared.threads, prepared.table().is_none()), (1, true), "{set:?}");
            assert_eq!(prepared.remarks(), [remark], "{set:?}");
            assert!(!prepared.lacks_table(), "{set:?}");
        }
    }

    #[test]
    fn an_algorithm_of_one_thread_takes_no_more_and_says_so() {
        let prepared = searcher(&[("Threads", "3"), ("Algorithm", "dfpn"), ("Hash", "2")], 8, 8).prepare_for(&KEYED);
        assert_eq!((prepared.threads, prepared.table().map(TranspositionTable::mebibytes)), (1, Some(2)));
        assert_eq!(prepared.remarks(), ["the search has 1 of 3 threads, because this algorithm uses one thread"]);
        let prepared = searcher(&[("Threads", "3"), ("Algorithm", "solve"), ("Hash", "2")], 8, 8).prepare_for(&KEYED);
        assert_eq!((prepared.threads, prepared.remarks()), (3, &[][..]));
    }

    #[test]
    fn a_game_chooses_the_algorithm_unless_the_client_does() {
        let abilities = Abilities { monte_carlo: true, ..Abilities::NONE };
        let wishing = Facts { abilities, ..KEYED };
        for (set, facts, algorithm, remark) in [
            (&[][..], &KEYED, Algorithm::Pvs, None),
            (&[], &wishing, Algorithm::Mcts, Some("algorithm mcts")),
            (&[("Algorithm", "auto")], &wishing, Algorithm::Mcts, Some("algorithm mcts")),
            (&[("Algorithm", "pvs")], &wishing, Algorithm::Pvs, None),
            (&[("Algorithm", "mcts")], &KEYED, Algorithm::Mcts, None),
        ] {
            let prepared = searcher(set, 64, 8).prepare_for(facts);
            assert_eq!(
                (prepared.options.algorithm, prepared.remarks().first().map(String::as_str)),
                (algorithm, remark)
            );
        }
    }

    #[test]
    fn what_an_algorithm_does_not_look_at_is_told_once() {
        let of_options = |options: &[_]| searcher(options, 64, 8);
        let mut searcher = of_options(&[("Algorithm", "mcts"), ("Null Move", "false"), ("Game Order", "false")]);
        let remark = |name: &str, algorithm: &str| format!("{name} is not used by {algorithm}");
        assert_eq!(searcher.prepare_for(&KEYED).remarks(), [remark("Null Move", "mcts")]);
        assert!(searcher.prepare_for(&KEYED).remarks().is_empty());
        for (name, value, remarks) in [
            ("Algorithm", "pvs", vec![]),
            ("MCTS Playouts", "true", vec![remark("MCTS Playouts", "pvs")]),
            ("Algorithm", "solve", vec![remark("Null Move", "solve"), remark("MCTS Playouts", "solve")]),
            ("Algorithm", "mcts", vec![]),
        ] {
            searcher.options.set(name, value).expect("there is such an option").expect("it takes the value");
            assert_eq!(searcher.prepare_for(&KEYED).remarks(), remarks, "{name}");
        }
        let mut searcher = of_options(&[("Algorithm", "alphabeta"), ("Hash", "2"), ("UCI_LimitStrength", "true")]);
        let unused = |algorithm| ["Hash", "UCI_LimitStrength"].map(|name| remark(name, algorithm));
        assert_eq!(searcher.prepare_for(&KEYED).remarks(), unused("alphabeta"));
        assert!(searcher.prepare_for(&KEYED).remarks().is_empty());
        for (algorithm, remarks) in [("minimax", &unused("minimax")[..]), ("dfpn", &unused("dfpn")[1..]), ("pvs", &[])]
        {
            searcher.options.set("Algorithm", algorithm).expect("there is such an option").expect("it takes the value");
            assert_eq!(searcher.prepare_for(&KEYED).remarks(), remarks, "{algorithm}");
        }
        let deep = SearcherLimits { depth: Some(3), ..SearcherLimits::default() };
        assert_eq!(searcher.prepare_for(&KEYED).unused_limits(&deep), None);
        searcher.options.set("Algorithm", "dfpn").expect("there is such an option").expect("it takes the value");
        let prepared = searcher.prepare_for(&KEYED);
        assert_eq!(prepared.unused_limits(&deep), Some(remark("depth", "dfpn")));
        assert_eq!(prepared.unused_limits(&deep), None);
    }

    #[test]
    fn a_tree_grows_in_memory_that_no_other_search_has() {
        let searcher = searcher(&[("Algorithm", "mcts"), ("Hash", "2")], 64, 8);
        let first = searcher.prepare_for(&KEYED);
        let second = searcher.prepare_for(&KEYED);
        assert!(!Arc::ptr_eq(first.table.as_ref().unwrap(), second.table.as_ref().unwrap()), "both write there");
        let kept = Arc::as_ptr(second.table.as_ref().unwrap());
        drop((first, second));
        assert_eq!(Arc::as_ptr(searcher.prepare_for(&KEYED).table.as_ref().unwrap()), kept, "the tree is lost");
    }

    #[test]
    fn what_is_missing_is_told() {
        let prepared = searcher(&[("Threads", "4"), ("Hash", "4")], 3, 1).prepare_for(&KEYED);
        assert_eq!(
            prepared.remarks(),
            [
                "the table has 3 MiB instead of 4, because no more memory is available",
                "the search has 2 of 4 threads, because no more are available"
            ]
        );
        let prepared = searcher(&[("Hash", "4")], 0, 0).prepare_for(&KEYED);
        assert!(prepared.lacks_table());
        assert_eq!(prepared.remarks(), ["there is not enough memory for a table of 4 MiB, so the search has none"]);
    }

    #[test]
    fn threads_come_back_when_the_search_is_over() {
        let searcher = searcher(&[("Threads", "3")], 16, 2);
        let first = searcher.prepare_for(&KEYED);
        assert_eq!((first.threads, searcher.prepare_for(&KEYED).threads), (3, 1));
        drop(first);
        assert_eq!(searcher.prepare_for(&KEYED).threads, 3);
    }

    #[test]
    fn a_player_below_full_strength_thinks_alone_and_nothing_is_said_of_it() {
        let prepared = searcher(&[("Threads", "3"), ("UCI_LimitStrength", "true")], 16, 8).prepare_for(&KEYED);
        assert_eq!((prepared.threads, prepared.remarks().len()), (1, 0));
        let analysing = [("Threads", "3"), ("UCI_LimitStrength", "true"), ("UCI_AnalyseMode", "true")];
        assert_eq!(searcher(&analysing, 16, 8).prepare_for(&KEYED).threads, 3);
    }
}
