//! Nodes a second in chess, one thread: plyd's `pvs`, and the engines that the machine has, without their networks.

use plyd_benchmarks::{Scale, UciPeer, command_of, say, verdict};
use plyd_tests::command;
use plyd_trials::left_out;
use std::process::Command;
use std::time::Duration;

/// An opening, middle games with and without much to take, an endgame.
const POSITIONS: [&str; 5] = [
    "position startpos",
    "position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

const COMMON: [(&str, &str); 2] = [("Threads", "1"), ("Hash", "16")];
const FAIRY: &str = "fairy-stockfish";

/// An engine and the nodes a second of its best round, over all positions.
struct Player {
    name: &'static str,
    engine: UciPeer,
    best: f64,
}

impl Player {
    fn new(name: &'static str, command: Command, options: &[(&str, &str)]) -> Self {
        Self { name, engine: UciPeer::start(command, options), best: 0.0 }
    }

    fn play_round(&mut self, time: Duration) {
        let counts = POSITIONS.map(|position| self.engine.nodes_in(position, time));
        let (nodes, time) = counts.iter().fold((0, Duration::ZERO), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        self.best = self.best.max(nodes as f64 / time.as_secs_f64());
    }
}

pub(crate) fn run(scale: Scale) {
    let mut players = vec![Player::new("plyd", command(&["--game", "chess"]), &COMMON)];
    let without_network = [&COMMON[..], &[("Use NNUE", "false")]].concat();
    for name in [FAIRY, "stockfish"] {
        match command_of(name) {
            Some(file) => players.push(Player::new(name, Command::new(file), &without_network)),
            None => left_out(&format!("nodes a second of {name}"), "it is not installed"),
        }
    }
    let time = Duration::from_millis(scale.pick(200, 500));
    for _ in 0..scale.pick(2, 8) {
        players.iter_mut().for_each(|player| player.play_round(time));
    }
    let plyd = players[0].best;
    say("chess, nodes a second by the engines' own counts, one thread, no network");
    for player in &players {
        let ratio = plyd / player.best;
        let aim =
            if player.name == FAIRY { format!(" (aim: at least 1, {})", verdict(ratio >= 1.0)) } else { String::new() };
        say(&format!("  {:20} {:8.3} M/s, plyd's is {ratio:.2} times that{aim}", player.name, player.best / 1e6));
    }
    say("");
}
