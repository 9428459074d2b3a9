//! Measures the steps per second of a game in Python, by a count of leaves with the functions that a search uses for
//! moves and values.
//!
//! `cargo run --release -p python-loader --example speed -- FILE.py [THREADS]`
#![expect(clippy::print_stdout, reason = "it is a program for the terminal")]

use plyd_plugin::{Game, Move, Moves, Want};
use python_loader::{PythonGame, Script, State};
use std::time::{Duration, Instant};

/// The duration of a measurement.
const TIME: Duration = Duration::from_secs(3);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a file")?;
    let threads: usize = arguments.next().map_or(Ok(1), |threads| threads.parse())?;
    let begin = Instant::now();
    let (script, loaded) = Script::load(&std::fs::read_to_string(file)?)?.ok_or("the file is no game")?;
    let (game, root) = script.open("", "")?;
    println!("{} after {:?}", loaded.name, begin.elapsed());
    let begin = Instant::now();
    let counted = std::thread::scope(|scope| {
        let walks: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| Walk { game: &game, begin, steps: 0 }.run(&root))).collect();
        walks.into_iter().map(|walk| walk.join().unwrap_or(0)).sum::<u64>()
    });
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:.0} steps a second in {threads} threads", counted as f64 / seconds);
    Ok(())
}

/// A walk down to the leaves, until time runs out.
struct Walk<'a> {
    game: &'a PythonGame,
    begin: Instant,
    steps: u64,
}

impl Walk<'_> {
    fn run(mut self, root: &State) -> u64 {
        while self.begin.elapsed() < TIME {
            for depth in 1..=3 {
                self.below(root, depth);
            }
        }
        self.steps
    }

    fn below(&mut self, state: &State, depth: u32) {
        let mut room = vec![Move(0); self.game.facts().max_moves as usize];
        let mut moves = Moves::new(&mut room);
        self.game.examine(state, Want::MOVES, &mut moves);
        for &mv in moves.as_slice() {
            let mut child = *state;
            let (want, mut none) = if depth == 1 { (Want::VALUE, vec![]) } else { (Want::MOVES, vec![Move(0); 512]) };
            self.steps += 1;
            let step = self.game.advance(&mut child, mv, want.and(Want::KEY), &mut Moves::new(&mut none));
            if step.is_error() || self.begin.elapsed() >= TIME {
                return;
            }
            if depth > 1 && step.is_ongoing() {
                self.below(&child, depth - 1);
            }
        }
    }
}
