//! `plyd bench`: fixed positions of all games, searched to fixed depths by the strong search.
//!
//! With one thread and an empty table for every position the nodes are the same on every machine and every run. Their
//! sum is the signature of the search: a change that should change nothing leaves it alone.

mod positions;
mod signature;

use anyhow::{Context, bail, ensure};
use plyd_host::{Catalog, Library};
use plyd_player::{root, search};
use plyd_search::{Algorithm, Control, Limits, Settings, Table, Techniques};
use plyd_session::{Engine, position};
use positions::Task;
use signature::Signature;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The size of the table in MiB that signatures are made with.
pub const DEFAULT_HASH: usize = 16;

/// The purpose of a run.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// To see how fast it is.
    Measure {
        /// Searching threads. With more than one the nodes differ from run to run.
        threads: usize,
        /// The size of the table in MiB; 0 is none.
        hash: usize,
    },
    /// To compare the nodes with this file. One thread and a table of [`DEFAULT_HASH`] search, as for the next.
    Expect(&'a Path),
    /// To keep the nodes in a file.
    Write,
}

/// Searches all positions, and prints each when it is done. Returns the text of a file with their node counts.
///
/// # Errors A game is not loaded, its library fails, the counts are not those expected, a file cannot be read, or the
/// output not be written.
pub fn bench(engine: &Engine, purpose: Purpose<'_>, output: &mut impl Write) -> anyhow::Result<String> {
    let games = engine.games();
    let techniques = games.options.search.techniques;
    let tasks = Task::all()?;
    let libraries = libraries(&tasks, &games.catalog)?;
    let expected = match purpose {
        Purpose::Expect(path) => Some(Signature::read(path, &tasks)?),
        _ => None,
    };
    let (threads, hash) = match purpose {
        Purpose::Measure { threads, hash } => (threads, hash),
        Purpose::Expect(_) | Purpose::Write => {
            ensure!(techniques == Techniques::default(), "search options are set, so these counts are not a signature");
            (1, DEFAULT_HASH)
        }
    };
    let settings = Settings { algorithm: Algorithm::Pvs, techniques, threads, ..Settings::default() };

    let mut table = match hash {
        0 => None,
        _ => Some(Table::new(hash).with_context(|| format!("there is not enough memory for a table of {hash} MiB"))?),
    };

    writeln!(output, "{:>12} {:>7} {:>11}  position", "nodes", "ms", "nodes/s")?;
    let (mut counts, mut total_time) = (Vec::with_capacity(tasks.len()), Duration::ZERO);
    for (task, library) in tasks.iter().zip(&libraries) {
        let (nodes, time) = run(task, library, table.as_mut(), settings).with_context(|| task.to_string())?;
        writeln!(output, "{nodes:>12} {:>7} {:>11}  {task}", time.as_millis(), speed(nodes, time))?;
        output.flush()?;
        counts.push(nodes);
        total_time += time;
    }
    let counted = Signature::new(counts);
    writeln!(output, "===========================")?;
    writeln!(output, "Total time (ms) : {}", total_time.as_millis())?;
    writeln!(output, "Nodes searched  : {}", counted.total())?;
    writeln!(output, "Nodes/second    : {}", speed(counted.total(), total_time))?;

    output.flush()?;

    if let Some(expected) = expected {
        counted.compare(&expected, &tasks)?;
    }
    Ok(counted.text(&tasks))
}

/// The library of each task.
fn libraries(tasks: &[Task], catalog: &Catalog) -> anyhow::Result<Vec<Arc<Library>>> {
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

/// Searches one position, with the table empty; how many nodes it took, and how long.
fn run(
    task: &Task,
    library: &Arc<Library>,
    table: Option<&mut Table>,
    settings: Settings<'_>,
) -> anyhow::Result<(u64, Duration)> {
    let position = position::open(library, &task.options, &task.parsed_position()?, &|| false)?;
    let table = table.map(|table| {
        table.clear();
        &*table
    });
    let settings = Settings { table, ..settings };
    let limits = Limits { depth: Some(task.depth), ..Limits::default() };
    let start = Instant::now();
    let answer = search(&root(&position), settings, &limits, &Control::new(), &mut |_| {});
    let time = start.elapsed();
    match answer.fault {
        Some(fault) => bail!("the game's library failed: {fault}"),
        None => Ok((answer.nodes, time)),
    }
}

/// Nodes a second.
fn speed(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}
