//! The arguments of `plyd`: the commands, and the arguments that several of them share.

use super::absent;
#[cfg(not(feature = "broker"))]
use super::absent::{OfManyMachines as Worker, OfManyMachines as Workers};
use super::admin::Admin;
use super::bench::Bench;
use super::check::Check;
use super::completions::Completions;
use super::config::Config;
use super::connect::Connect;
use super::examples;
use super::explain::Explain;
use super::games::Games;
use super::global_flags::{self, GlobalFlags};
use super::go::Go;
use super::gtp::Gtp;
use super::man::Man;
use super::match_command::{Match, Report, in_own_words, with_answer};
use super::new_plugin::NewPlugin;
use super::perft::Perft;
use super::play::Play;
use super::position_file::PositionFile;
use super::serve::Serve;
use super::solve::Solve;
use super::styles::HELP;
use super::token::TokenCommand;
use super::web::Web;
#[cfg(feature = "broker")]
use super::worker::Worker;
#[cfg(feature = "broker")]
use super::workers::Workers;
use anyhow::ensure;
use clap::error::ErrorKind;
use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// The version, with the commit it was built from.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("PLYD_BUILD_COMMIT"), ")");

/// A game engine for any two-player board game; the games are plugins
///
/// Without a command, plyd speaks UCI and UGI on standard input and output: that is how GUIs and tournament runners
/// start an engine.
#[derive(Debug, Parser)]
#[command(name = "plyd", version = VERSION, max_term_width = 100, styles = HELP)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) flags: GlobalFlags,
    #[command(subcommand)]
    pub(super) task: Option<Task>,
}

impl Arguments {
    /// The command line for parsing, help and documents: with the examples of each command, with a note where this build
    /// lacks something, and without the flags that have no effect there.
    pub(super) fn whole() -> Command {
        let command = examples::add_to(Self::command());
        command.mut_subcommands(|task| global_flags::hide_idle(examples::add_to(absent::note_in(task))))
    }

    /// Parses a command line.
    ///
    /// # Errors
    /// It asks for help or the version, or it is wrong.
    pub(super) fn read(line: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::whole();
        let line = in_own_words(line.into_iter().collect(), &command)
            .map_err(|answer| command.error(ErrorKind::UnknownArgument, answer))?;
        let matches = command.try_get_matches_from_mut(&line);
        let matches = matches.map_err(|error| with_answer(error, &line, &command))?;
        let arguments = Self::from_arg_matches(&matches)?;
        arguments.flags.check(&mut command, matches.subcommand_name())?;
        Ok(arguments)
    }
}

/// The command, instead of one session on standard input and output.
#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Search a position and print the best move
    ///
    /// The output is that of a UCI engine: a line `info` for each depth, and `bestmove` at the end. Without a limit the
    /// search stops after 5 seconds; it ends earlier if the position is solved.
    Go(Go),
    /// Play a game against plyd in the terminal
    Play(Play),
    /// Show a search step by step, as text, a picture or an interactive page
    ///
    /// You see the window of alpha and beta at every node, and the reason of every cut. Without --position it is the
    /// search of a small tree from the textbooks; with --game or --depth, the search of the start position.
    Explain(Box<Explain>),
    /// Play matches between engines, and measure which is stronger
    ///
    /// The library of the game is the referee. plyd's own search can play, and so can any UCI engine. docs/match.md
    /// explains engines, plans and statistics.
    Match(Box<Match>),
    /// Print the standings and statistics of a match, or export its games
    ///
    /// The match may still be running.
    Report(Report),
    /// Play games for matches of other machines
    ///
    /// A broker brings them: `plyd match --broker` gives it games to play. Ctrl-C ends the worker after the games in
    /// hand, and a second one at once. docs/farm.md explains matches over many machines.
    Worker(Worker),
    /// List the workers that are connected to a broker
    Workers(Workers),
    /// Accept clients over TCP or a Unix socket, one session per connection
    ///
    /// SIGHUP loads new builds of games while the server runs, and reads the certificate again; SIGUSR2 lets the games end
    /// and takes no new ones; SIGTERM ends it.
    Serve(Serve),
    /// Play any game on a page in your browser
    ///
    /// It serves the page on this machine and opens the browser. Ctrl-C ends it. docs/web.md explains the page.
    Web(Web),
    /// Connect standard input and output to a plyd server, so that a GUI can use it
    Connect(Connect),
    /// Speak the Go Text Protocol on standard input and output, for GUIs and servers of go
    ///
    /// The game is go unless you choose another one with --game. docs/gtp.md explains the protocol.
    Gtp(Gtp),
    /// Make, list and revoke the tokens that clients of a server need
    ///
    /// A running server notices a change of its token file within seconds. docs/server.md explains tokens.
    Token(TokenCommand),
    /// Ask a running server about its sessions and libraries, or tell it to reload or to end
    ///
    /// The server must have been started with --admin, or with the setting admin.socket. docs/operations.md explains it.
    Admin(Admin),
    /// List the loaded games, with their files, start positions and options
    Games(Games),
    /// Print a position as a picture and in the notation of its game
    D(PositionArgument),
    /// Print a position as JSON, for programs that draw it
    View(PositionArgument),
    /// Print the static evaluation of a position, without a search
    Eval(PositionArgument),
    /// Count the move sequences of a position, by first move
    Perft(Perft),
    /// Build a table with the value of every position of a small game, or check one
    ///
    /// docs/tablebases.md explains such tables.
    Solve(Solve),
    /// Measure the speed of the search, or compare its node counts with a saved signature
    Bench(Bench),
    /// Create a new game from a template, in Rust or C
    NewPlugin(NewPlugin),
    /// Test a game library: every function, with random games, bad input and several threads
    Check(Check),
    /// Print the settings in effect, or a settings file with all defaults explained
    Config(Config),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print a man page, or write all of them into a folder
    Man(Man),
}

/// A position as it follows the word `position`.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PositionArgument {
    /// The position: `startpos` or a setup in the game's notation, and `moves M1 M2 ...` if there are any
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, default_value = "startpos")]
    pub(super) position: String,
    #[command(flatten)]
    pub(super) file: PositionFile,
}

impl PositionArgument {
    /// The line that sets it up, and another one.
    pub(super) fn then(&self, line: &str) -> anyhow::Result<String> {
        let text = &self.position;
        ensure!(!text.contains(['\n', '\r']), "--position must be one line");
        Ok(format!("position {text}\n{line}\n"))
    }
}
