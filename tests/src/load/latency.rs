//! How much later a server answers `isready` that also serves its figures.

use crate::figures::{figures, metrics_address};
use crate::load::Ready;
use crate::{Daemon, binary, command_of};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// Questions without a pause, to one server and then to the other. Short turns, so that both meet the same machine.
const TURN: usize = 200;

/// How often the figures are read meanwhile: ten times as often as usual.
const READ_INTERVAL: Duration = Duration::from_secs(1);

/// The latencies of one server compared with another's.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The median without figures.
    pub without: Duration,
    /// The median with figures.
    pub with: Duration,
    /// The median over all turns of how many times as long the answers took with figures.
    pub ratio: f64,
}

/// Asks two servers in turns, of which one has its figures read.
///
/// # Errors
/// A server does not answer.
///
/// # Panics
/// It does not start.
pub fn compare(program: Option<PathBuf>, turns: usize) -> io::Result<Compared> {
    let program = program.unwrap_or_else(binary);
    let serve = |more: &[&str]| {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], more].concat();
        Daemon::spawn(command_of(&program, &arguments))
    };
    let (plain, watched) = (serve(&[]), serve(&["--metrics", "127.0.0.1:0"]));
    let address = metrics_address(&watched);
    let is_over = Arc::<AtomicBool>::default();
    let over = Arc::clone(&is_over);
    let reading = thread::spawn(move || {
        while !over.load(Relaxed) {
            figures(address)?;
            thread::sleep(READ_INTERVAL);
        }
        io::Result::Ok(())
    });
    let mut sessions = [Ready::open(plain.address())?, Ready::open(watched.address())?];
    let (mut all, mut ratios) = ([Vec::new(), Vec::new()], Vec::new());
    for turn in 0..turns {
        let mut medians = [Duration::ZERO; 2];
        // Who is first changes too.
        for place in [turn % 2, 1 - turn % 2] {
            let taken = ask(&mut sessions[place])?;
            medians[place] = median(&taken);
            all[place].push(medians[place]);
        }
        ratios.push(medians[1].as_secs_f64() / medians[0].as_secs_f64());
    }
    is_over.store(true, Relaxed);
    reading.join().expect("the thread that reads has no way to fail")?;
    ratios.sort_by(f64::total_cmp);
    Ok(Compared { without: median(&all[0]), with: median(&all[1]), ratio: ratios[ratios.len() / 2] })
}

fn ask(session: &mut Ready) -> io::Result<Vec<Duration>> {
    let mut taken = Vec::with_capacity(TURN);
    for _ in 0..TURN {
        let asked = Instant::now();
        session.ask()?;
        taken.push(asked.elapsed());
    }
    Ok(taken)
}

fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}
