//! `plyd bench`: fixed positions of all games, searched to fixed depths by the strong search.
//!
//! With one thread and an empty table for every position the nodes are the same on every machine and every run. Their
//! sum is the signature of the search: a change that should change nothing leaves it alone.

mod positions;
mod signature;

use anyhow::{Context, bail, ensure};
use plyd_host::{Catalog, Library};
use plyd_player::{SearchOptions, SearchRoom, root, search};
use plyd_protocol::PositionText;
use plyd_search::{
    Algorithm, Control, SearcherLimits, SearcherSettings, TechniqueNumbers, Techniques, TranspositionTable,
};
use plyd_session::{Engine, position};
use positions::BenchTask;
use serde::{Deserialize, Serialize};
use signature::BenchSignature;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The size of the table in MiB that signatures are made with.
pub const DEFAULT_HASH: usize = 16;

/// The purpose of a run.
#[derive(Clone, Copy, Debug)]
pub enum BenchPurpose<'a> {
    /// To see how fast it is.
    Measure {
        /// Searching threads. With more than one the nodes differ from run to run.
        threads: usize,
        /// The size of the table in MiB; 0 is none.
        hash: usize,
    },
    /// To compare the node counts with this file. One thread searches, with a table of [`DEFAULT_HASH`], as for the
    /// next variant.
    Expect(&'a Path),
    /// To keep the nodes in a file.
    Write,
}

/// Searches a position of this library's game; how many nodes it took, and how long.
pub type BenchSearch<'a> = dyn FnMut(&Arc<Library>, Measure) -> anyhow::Result<(u64, Duration)> + 'a;

/// Has all positions searched, and prints each when it is done. Returns the text of a file with their node counts.
///
/// # Errors
/// A game is not loaded, its library fails, the counts differ from the expected ones, a file cannot be read, or the
/// output cannot be written.
pub fn bench(
    engine: &Engine,
    purpose: BenchPurpose<'_>,
    search: &mut BenchSearch<'_>,
    output: &mut impl Write,
) -> anyhow::Result<String> {
    let games = engine.games();
    let SearchOptions { techniques, numbers, .. } = games.options.search;
    let tasks = BenchTask::all()?;
    let libraries = libraries(&tasks, &games.catalog)?;
    let expected = match purpose {
        BenchPurpose::Expect(path) => Some(BenchSignature::read(path, &tasks)?),
        _ => None,
    };
    let (threads, hash) = match purpose {
        BenchPurpose::Measure { threads, hash } => (threads, hash),
        BenchPurpose::Expect(_) | BenchPurpose::Write => {
            ensure!(
                techniques == Techniques::default() && numbers == TechniqueNumbers::default(),
                "--write and --expect need the default search options: others change the node counts"
            );
            (1, DEFAULT_HASH)
        }
    };
    writeln!(output, "{:>12} {:>7} {:>11}  position", "nodes", "ms", "nodes/s")?;
    let (mut counts, mut total_time) = (Vec::with_capacity(tasks.len()), Duration::ZERO);
    let measure = |task: &BenchTask, search: SearchOptions| {
        let (options, text, depth) = (task.options.clone(), task.parsed_position()?, task.depth);
        anyhow::Ok(Measure { options, text, depth, threads, hash, search })
    };
    for (task, library) in tasks.iter().zip(&libraries) {
        let measure = measure(task, games.options.search.clone())?;
        let (nodes, time) = search(library, measure).with_context(|| task.to_string())?;
        writeln!(output, "{nodes:>12} {:>7} {:>11}  {task}", time.as_millis(), speed(nodes, time))?;
        output.flush()?;
        counts.push(nodes);
        total_time = total_time.saturating_add(time);
    }
    let counted = BenchSignature::new(counts);
    writeln!(output, "===========================")?;
    writeln!(output, "Total time (ms) : {}", total_time.as_millis())?;
    writeln!(output, "Nodes searched  : {}", counted.total())?;
    writeln!(output, "Nodes/second    : {}", speed(counted.total(), total_time))?;
    if let BenchPurpose::Measure { .. } = purpose {
        let (mut nodes, mut positions) = (0, 0);
        for (task, library) in tasks.iter().zip(&libraries) {
            let options = games.options.search.clone();
            let Some(network) = engine.networks.find(library, &options).map_err(anyhow::Error::msg)? else { continue };
            let measure = measure(task, options.with_network(Some(network)))?;
            nodes += search(library, measure).with_context(|| task.to_string())?.0;
            positions += 1;
        }
        if positions > 0 {
            writeln!(output, "With networks   : {nodes} in {positions} positions")?;
        }
    }
    output.flush()?;

    if let Some(expected) = expected {
        counted.compare(&expected, &tasks)?;
    }
    Ok(counted.text(&tasks))
}

/// The library of each task.
fn libraries(tasks: &[BenchTask], catalog: &Catalog) -> anyhow::Result<Vec<Arc<Library>>> {
    let mut missing: Vec<_> = tasks.iter().map(|task| &*task.game).filter(|id| catalog.get(id).is_none()).collect();
    missing.dedup();
    if !missing.is_empty() {
        let loaded: Vec<_> = catalog.games().iter().map(|game| game.id()).collect();
        let loaded =
            if loaded.is_empty() { "no game is".to_owned() } else { format!("loaded are {}", loaded.join(", ")) };
        bail!("not loaded, but needed: {}; {loaded}", missing.join(", "));
    }
    Ok(tasks.iter().filter_map(|task| catalog.get(&task.game)).cloned().collect())
}

/// A position to search, whose nodes are counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measure {
    options: Vec<(String, String)>,
    text: PositionText,
    /// The depth in plies.
    depth: u32,
    /// Searching threads.
    threads: usize,
    /// The size of the table in MiB; 0 is none.
    hash: usize,
    /// For the techniques, and the network that values positions.
    search: SearchOptions,
}

impl Measure {
    /// What it takes.
    #[must_use]
    pub fn room(&self) -> SearchRoom {
        SearchRoom { hash: self.hash, threads: self.threads }
    }
}

/// Searches positions, with a table that it keeps from one to the next.
#[derive(Debug, Default)]
pub struct Bench {
    /// With its size in MiB.
    table: Option<(usize, TranspositionTable)>,
}

impl Bench {
    /// Searches one position, with the table empty; how many nodes it took, and how long.
    ///
    /// # Errors
    /// There is no memory for the table, or the library failed.
    pub fn measure(
        &mut self,
        measure: &Measure,
        library: &Arc<Library>,
        control: &Control,
    ) -> anyhow::Result<(u64, Duration)> {
        let Measure { options, text, depth, threads, hash, search: of_search } = measure;
        let SearchOptions { techniques, numbers, .. } = of_search;
        let mut position = position::open(library, options, text, &|| false)?;
        if let Some(file) = of_search.network().filter(|file| file.fits(position.game()).is_ok()) {
            position = position.valued_by(Arc::clone(file.network()));
        }
        let table = self.table_of(*hash)?;
        let settings = SearcherSettings {
            algorithm: Algorithm::Pvs,
            table,
            techniques: *techniques,
            numbers: *numbers,
            threads: *threads,
            ..SearcherSettings::default()
        };
        let limits = SearcherLimits { depth: Some(*depth), ..SearcherLimits::default() };
        let start = Instant::now();
        let answer = search(&root(&position), settings, &limits, control, &mut |_| {});
        let time = start.elapsed();
        match answer.fault {
            Some(fault) => bail!("the game's library failed: {fault}"),
            None => Ok((answer.nodes, time)),
        }
    }

    /// The table of this size, empty.
    fn table_of(&mut self, hash: usize) -> anyhow::Result<Option<&TranspositionTable>> {
        if hash == 0 {
            return Ok(None);
        }
        if self.table.as_ref().is_none_or(|(size, _)| *size != hash) {
            // Never two at a time.
            self.table = None;
            let table = TranspositionTable::new(hash);
            self.table =
                Some((hash, table.with_context(|| format!("there is not enough memory for a table of {hash} MiB"))?));
        }
        Ok(self.table.as_mut().map(|(_, table)| {
            table.clear();
            &*table
        }))
    }
}

/// Nodes a second.
fn speed(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}
