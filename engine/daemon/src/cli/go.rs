//! `plyd go`: a search of one position.

use super::command::{CliCommand, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::position_argument::{PositionArgument, TimeLimit};
use super::program::Program;
use anyhow::ensure;
use clap::Args;
use std::process::ExitCode;
use std::time::Duration;

/// For a search without a limit: most games are never solved, and a person who tries the program should see it end.
const USUAL_LIMIT: TimeLimit = TimeLimit {
    time: Duration::from_secs(5),
    hint: "plyd: stopped after 5 seconds. Set another limit with --movetime, --depth, --nodes or --mate, or none with \
           --infinite.",
};

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "go",
    group: CommandGroup::Search,
    summary: "Search a position and print the best move",
    details: "The output is that of a UCI engine: an `info` line for each depth, and `bestmove` at the end. Without a \
              limit, the search stops after 5 seconds, or earlier if the position is solved.",
    examples: &[
        example("plyd go", "search the start position of chess for 5 seconds"),
        example("plyd go --depth 12 --position 'startpos moves e2e4 e7e5'", "after two moves, 12 plies deep"),
        example("plyd go --from game.pgn --ply 20", "after 20 moves of a game from another program"),
        example("plyd go tictactoe --option Algorithm=minimax", "solve a game as in the textbooks"),
        example("plyd go --infinite", "until Ctrl-C"),
    ],
    interrupted: Some(0),
    ..CliCommand::of::<GoCommand>()
};

#[derive(Debug, Args)]
pub(super) struct GoCommand {
    #[command(flatten)]
    position: PositionArgument,
    /// Search to this depth, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Search for this long, in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Visit at most this many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Look for a win in this many moves
    #[arg(long, value_name = "N")]
    mate: Option<u32>,
    /// Search until Ctrl-C, even when the position is solved; other limits have no effect
    #[arg(long)]
    infinite: bool,
    /// Consider only these moves
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    searchmoves: Vec<String>,
}

impl RunCommand for GoCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let has_limit = self.infinite || self.numbers().iter().any(|(_, number)| number.is_some());
        program.run_script(&self.position, &self.line()?, (!has_limit).then_some(USUAL_LIMIT))
    }
}

impl GoCommand {
    fn numbers(&self) -> [(&'static str, Option<u64>); 4] {
        [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
            ("mate", self.mate.map(u64::from)),
        ]
    }

    /// The line that a client would send.
    fn line(&self) -> anyhow::Result<String> {
        let mut go = "go".to_owned();
        for (word, number) in self.numbers() {
            if let Some(number) = number {
                go.push_str(&format!(" {word} {number}"));
            }
        }
        if self.infinite {
            go.push_str(" infinite");
        }
        if !self.searchmoves.is_empty() {
            let moves = self.searchmoves.join(" ");
            ensure!(!moves.contains(['\n', '\r']), "--searchmoves must be one line");
            go.push_str(&format!(" searchmoves {moves}"));
        }
        Ok(go)
    }
}
