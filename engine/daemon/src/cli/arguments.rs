//! What can be written after `plyd`.

use super::bench::Bench;
use super::explain::Explain;
use super::match_command::{Match, Report};
use super::play::Play;
use crate::settings::Overlay;
use anyhow::{Context, bail, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use plyd_check::{Job, Request, test_names};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The version, with the commit it was built from.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("PLYD_BUILD_COMMIT"), ")");

/// A game-engine daemon: loads the rules of games as libraries and finds moves by minimax or alpha-beta search.
///
/// Without a command it speaks UCI and UGI on standard input and output, as GUIs and tournament runners start engines.
#[derive(Debug, Parser)]
#[command(name = "plyd", version = VERSION, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(subcommand)]
    pub(super) task: Option<Task>,
}

/// What applies to every task.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// Read the settings from this file instead of the user's own
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Search this folder for game libraries before all others; can be given several times
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) plugin_dir: Vec<String>,
    /// Begin with this game
    #[arg(long, global = true, value_name = "NAME")]
    pub(super) game: Option<String>,
    /// Begin with this engine option, such as Algorithm=alphabeta; can be given several times
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = parse_option)]
    pub(super) option: Vec<(String, String)>,
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("an option is given as NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl Common {
    /// The settings these flags make.
    pub(super) fn overlay(&self) -> Overlay {
        let mut overlay = Overlay::default();
        if let Some(game) = &self.game {
            overlay.set("game", game.as_str());
        }
        if !self.plugin_dir.is_empty() {
            overlay.set("plugins.folders", self.plugin_dir.clone());
        }
        for (name, value) in &self.option {
            overlay.set_option(name, value.as_str());
        }
        overlay
    }
}

/// What to do instead of one session on standard input and output.
#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Listen on TCP, a session a connection
    Serve(Serve),
    /// Join standard input and output to a remote daemon, so that any GUI can use it
    Connect {
        /// Where the daemon listens, as HOST:PORT
        #[arg(value_name = "HOST:PORT")]
        address: String,
    },
    /// Search one position, print the info lines and the best move, and exit
    Go(Go),
    /// Count the leaves of the full tree to a depth, per move
    Perft(Perft),
    /// Show a search as a tree: every node, every cut and its reason, as text, a picture or a page
    Explain(Box<Explain>),
    /// Play against the engine in the terminal
    Play(Play),
    /// Search fixed positions of all games: how fast, and whether the search is what it was
    Bench(Bench),
    /// Play engines against each other, plyd's own search among them, with the game's library as the referee
    Match(Box<Match>),
    /// Print the standings and statistics of a match, also while it is played, and export its games
    Report(Report),
    /// Examine a game library: every function, in random games, with odd input, on several threads
    Check(Check),
    /// Print the effective settings
    Config,
    /// Write a small working game into a new folder, to be changed into your own
    NewPlugin(NewPlugin),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Load a library and say in a line of JSON what came of it, as plyd has done before it loads one that is new
    #[command(hide = true)]
    Try {
        /// How long the library may take, in seconds
        seconds: u64,
        /// The library
        library: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The address and port to listen on; port 0 takes a free one [default: 127.0.0.1:7878]
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<String>,
    /// Let other machines connect; there is neither encryption nor a password
    #[arg(long)]
    allow_remote: bool,
}

impl Serve {
    pub(super) fn overlay(&self, common: &Common) -> Overlay {
        let mut overlay = common.overlay();
        if let Some(listen) = &self.listen {
            overlay.set("server.listen", listen.as_str());
        }
        if self.allow_remote {
            overlay.set("server.allow-remote", true);
        }
        overlay
    }
}

/// A position as it follows the word `position`.
#[derive(Debug, Args)]
pub(super) struct PositionArgument {
    /// What follows the word `position`: `startpos` or a setup, and `moves` if there are any
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, default_value = "startpos")]
    pub(super) position: String,
}

impl PositionArgument {
    fn command(&self) -> anyhow::Result<String> {
        let text = &self.position;
        ensure!(!text.contains(['\n', '\r']), "--position must be one line");
        Ok(format!("position {text}\n"))
    }
}

#[derive(Debug, Args)]
pub(super) struct Go {
    #[command(flatten)]
    position: PositionArgument,
    /// Search to this depth, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Visit at most so many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search for so many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Look for a win in so many moves
    #[arg(long, value_name = "N")]
    mate: Option<u32>,
    /// Search until interrupted, even when all is known
    #[arg(long)]
    infinite: bool,
    /// Consider these moves only
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    searchmoves: Vec<String>,
}

impl Go {
    /// The lines a client would send.
    pub(super) fn script(&self) -> anyhow::Result<String> {
        let mut script = self.position.command()?;
        script.push_str("go");
        let numbers = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
            ("mate", self.mate.map(u64::from)),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                script.push_str(&format!(" {word} {number}"));
            }
        }
        if self.infinite {
            script.push_str(" infinite");
        }
        if !self.searchmoves.is_empty() {
            let moves = self.searchmoves.join(" ");
            ensure!(!moves.contains(['\n', '\r']), "--searchmoves must be one line");
            script.push_str(&format!(" searchmoves {moves}"));
        }
        Ok(script + "\n")
    }
}

#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgument,
    /// The depth, in plies
    #[arg(long, value_name = "N")]
    depth: u32,
}

impl Perft {
    /// The lines a client would send.
    pub(super) fn script(&self) -> anyhow::Result<String> {
        Ok(format!("{}go perft {}\n", self.position.command()?, self.depth))
    }
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The library to examine
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object instead of text for people
    #[arg(long)]
    pub(super) json: bool,
    /// Make the same random choices as the check that printed this seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Take at most so long for all tests together
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Do this test only; can be given several times
    #[arg(long, value_name = "TEST", value_parser = PossibleValuesParser::new(test_names()))]
    only: Vec<String>,
    /// Do the test in this process, for so many milliseconds
    #[arg(long, hide = true, requires = "result")]
    inside: Option<u64>,
    /// Where to leave the result
    #[arg(long, hide = true, requires = "inside")]
    result: Option<PathBuf>,
}

impl Check {
    pub(super) fn request(&self) -> Request {
        Request {
            file: self.file.clone(),
            seed: self.seed,
            time: Duration::from_secs(self.seconds),
            only: self.only.clone(),
        }
    }

    /// Starts this program for one test, with the settings of this process: the flags that [`job`](Self::job) reads.
    pub(super) fn command(common: &Common) -> anyhow::Result<impl Fn(&Job<'_>) -> Command> {
        let program = std::env::current_exe().context("the program's own file is not known")?;
        Ok(move |job: &Job<'_>| {
            let mut command = Command::new(&program);
            if let Some(file) = &common.config {
                command.arg("--config").arg(file);
            }
            command.arg("check").arg(job.file).args(["--only", job.test, "--seed", &job.seed.to_string()]);
            command.args(["--inside", &job.time.as_millis().to_string()]).arg("--result").arg(job.folder);
            command
        })
    }

    /// The test, if this is the process of one.
    pub(super) fn job(&self) -> anyhow::Result<Option<Job<'_>>> {
        let (Some(folder), Some(milliseconds)) = (&self.result, self.inside) else { return Ok(None) };
        let (Some(seed), [test]) = (self.seed, self.only.as_slice()) else {
            bail!("a test needs its name and a seed");
        };
        Ok(Some(Job { file: &self.file, test, seed, time: Duration::from_millis(milliseconds), folder }))
    }
}

#[derive(Debug, Args)]
pub(super) struct NewPlugin {
    /// The id that clients choose the game by: a-z, 0-9 and `-`, beginning with a letter
    #[arg(value_name = "NAME")]
    pub(super) id: String,
    /// The language to write it in
    #[arg(long, value_enum, default_value_t = Language::Rust)]
    pub(super) lang: Language,
    /// The folder to make [default: NAME, in the current folder]
    #[arg(long, value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// The folder of the crate plyd-plugin, for Rust [default: plugins/sdk of the sources this program was built in]
    #[arg(long, value_name = "DIR")]
    pub(super) sdk: Option<PathBuf>,
}

/// A language that a game can be begun in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Against the traits of the crate plyd-plugin
    Rust,
    /// Against the header plyd_plugin.h
    C,
}
