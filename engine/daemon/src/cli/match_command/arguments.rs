//! What can be written after `plyd match` and `plyd report`.

use super::super::standard_output;
use super::lists::Lists;
use crate::bounded_file;
use anyhow::Context;
use clap::{Args, ValueEnum};
use plyd_match::Transcript;
use plyd_match::settings::{Plan, Tournament};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OutputFormat {
    /// Tables for people
    Text,
    /// One JSON object for programs
    Json,
}

/// The output of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MatchOutput {
    /// At the end tables for people
    Text,
    /// At the end one JSON object for programs
    Json,
    /// A line of JSON for each game as soon as it is recorded, and at the end one for the match
    Jsonl,
}

/// The progress that a match shows on standard error while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Progress {
    /// With `--output text` a bar on a terminal, and lines elsewhere; nothing with other output
    Auto,
    /// A bar, where there is a terminal
    Bar,
    /// A line for a game, at most one a second, and one for the last
    Lines,
    /// Nothing
    None,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Everyone meets everyone
    Roundrobin,
    /// The first engine meets everyone else
    Gauntlet,
    /// Who loses is out; the engines are seeded in their order
    Knockout,
    /// In each round everyone meets one of about as many points
    Swiss,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Match {
    #[command(flatten)]
    lists: Lists,
    /// Who meets whom [default: roundrobin]
    #[arg(long, value_enum)]
    tournament: Option<Kind>,
    /// How many rounds, each on an opening of its own [default: 2; of a Swiss tournament as many as it needs]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// Games of each two engines in a round; 2 are played with sides swapped [default: 2]
    #[arg(long, value_name = "1|2")]
    games: Option<u32>,
    /// How many games are played at a time; 0 for one on each processor [default: 1]
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<usize>,
    /// Begin each round with so many random moves, after the opening
    #[arg(long, value_name = "N")]
    random_plies: Option<u32>,
    /// What decides all that is random, so that the same plan can be played again [default: a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Call a game drawn after so many moves of each side
    #[arg(long, value_name = "N")]
    maxmoves: Option<u32>,
    /// How long an engine without a clock may think about a move [default: 60]
    #[arg(long, value_name = "SECONDS")]
    max_think: Option<f64>,
    /// How long an engine may take to start and to get ready [default: 20]
    #[arg(long, value_name = "SECONDS")]
    max_start: Option<f64>,
    /// End the run, with exit code 3, as soon as an engine fails
    #[arg(long)]
    no_recover: bool,
    /// End the run in the same way after so many faults of one engine in a row, whatever their reasons [default: 10]
    #[arg(long, value_name = "N")]
    fault_limit: Option<u32>,
    /// Let engines think on the other's time, if they can
    #[arg(long)]
    ponder: bool,
    /// Where to record the games [default: a new file named by date, time and a random number]
    #[arg(long, value_name = "FILE", value_parser = parse_record)]
    pub(super) record: Option<PathBuf>,
    /// Go on with this record, whose plan it is
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "plan", "engine", "each", "tournament", "rounds", "games", "openings", "random_plies", "seed", "draw", "resign",
        "maxmoves", "max_think", "max_start", "no_recover", "fault_limit", "ponder", "sprt", "record",
    ])]
    pub(super) resume: Option<PathBuf>,
    /// Go on also if plyd, the library of the game or the program of an engine is another than before, or if a program is
    /// replaced while the match is played
    #[arg(long)]
    pub(super) allow_changed: bool,
    /// Keep every line to and from engines, with time, game, engine and direction, in this file, which is added to
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// How much of the newest lines the log keeps at most
    #[arg(long, value_name = "MIB", default_value_t = 1_024, value_parser = clap::value_parser!(u32).range(1..))]
    log_limit: u32,
    /// Append each game to this file as PGN as soon as it is recorded; `-` is standard output, in place of the report
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Print as games end, or at the end: tables, or JSON
    #[arg(long, value_enum, default_value_t = MatchOutput::Text)]
    pub(super) output: MatchOutput,
    /// Show on standard error, while it is played: a bar, lines, or nothing
    #[arg(long, value_enum, default_value_t = Progress::Auto)]
    pub(super) progress: Progress,
}

/// A record is read again, which standard output cannot be.
fn parse_record(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    if standard_output::is_named(&file) {
        return Err("a record is a file, not standard output; a file of this name is ./-".to_owned());
    }
    Ok(file)
}

impl Match {
    /// The log of the lines of engines, if that is asked for.
    pub(super) fn transcript(&self) -> anyhow::Result<Option<Arc<Transcript>>> {
        let open = |path| Transcript::open(path, u64::from(self.log_limit) << 20);
        Ok(self.log.as_deref().map(open).transpose()?.map(Arc::new))
    }

    /// The plan: the command line over the file.
    pub(super) fn plan(&self) -> anyhow::Result<Plan> {
        let Lists { plan, engines, each, openings, draw, resign, sprt } = &self.lists;
        let file = plan.as_deref().map_or_else(|| Ok(Plan::default()), read_plan)?;
        let own = Plan {
            game: None,
            tournament: self.tournament.map(|kind| match kind {
                Kind::Roundrobin => Tournament::RoundRobin,
                Kind::Gauntlet => Tournament::Gauntlet,
                Kind::Knockout => Tournament::Knockout,
                Kind::Swiss => Tournament::Swiss,
            }),
            rounds: self.rounds,
            games: self.games,
            concurrency: self.concurrency,
            seed: self.seed,
            openings: openings.clone(),
            random_plies: self.random_plies,
            draw: draw.clone(),
            resign: resign.clone(),
            maxmoves: self.maxmoves,
            max_think: self.max_think,
            max_start: self.max_start,
            recover: self.no_recover.then_some(false),
            fault_limit: self.fault_limit,
            ponder: self.ponder.then_some(true),
            sprt: sprt.clone(),
            each: each.clone(),
            engine: engines.clone(),
        };
        Ok(own.or(file))
    }
}

fn read_plan(path: &Path) -> anyhow::Result<Plan> {
    let name = || format!("the plan {}", path.display());
    Plan::from_toml(&bounded_file::read(path).with_context(name)?).with_context(name)
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Report {
    /// The record of a match, which may still be played
    #[arg(value_name = "FILE")]
    pub(super) record: PathBuf,
    /// Leave out games that are damaged, and say which they are
    #[arg(long)]
    pub(super) salvage: bool,
    /// Print at the end: tables, or one JSON object
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) output: OutputFormat,
    /// Write all games as PGN; a file called `-`, here and below, is standard output, in place of the standings
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Write all games as JSON, a line each
    #[arg(long, value_name = "FILE")]
    pub(super) jsonl: Option<PathBuf>,
    /// Write all games as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// End with the exit code of the test, as `plyd match --sprt` does: 0 for H1, 4 for H0, 5 if it stayed undecided
    #[arg(long)]
    pub(super) verdict: bool,
    /// Draw the score, and the ratio of the test, as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
}
