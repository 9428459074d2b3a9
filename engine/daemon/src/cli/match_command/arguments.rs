//! What can be written after `plyd match` and `plyd report`.

use anyhow::Context;
use clap::{Args, ValueEnum};
use plyd_match::settings::{Given, Plan, Tournament};
use std::fs;
use std::path::PathBuf;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OutputFormat {
    /// Tables for people
    Text,
    /// One JSON object for programs
    Json,
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
    /// A plan as a TOML file; what is given beside it overrides it
    #[arg(value_name = "PLAN")]
    plan: Option<PathBuf>,
    /// An engine, such as "name=A builtin depth=6" or "cmd=./engine tc=10+0.1 option.Hash=64"; once for each
    #[arg(long, value_name = "WORDS")]
    engine: Vec<String>,
    /// What all engines have in common, such as "tc=10+0.1"
    #[arg(long, value_name = "WORDS")]
    each: Option<String>,
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
    concurrency: Option<usize>,
    /// Where games begin: a file with a FEN, an EPD or moves on each line, or "file=NAME order=random start=N"
    #[arg(long, value_name = "WORDS")]
    openings: Option<String>,
    /// Begin each round with so many random moves, after the opening
    #[arg(long, value_name = "N")]
    random_plies: Option<u32>,
    /// What decides all that is random, so that the same plan can be played again [default: a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Adjudicate draws: "movenumber=N movecount=N score=N"
    #[arg(long, value_name = "WORDS")]
    draw: Option<String>,
    /// Adjudicate lost games: "movecount=N score=N twosided=true|false"
    #[arg(long, value_name = "WORDS")]
    resign: Option<String>,
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
    /// End the run in the same way after so many like faults of an engine in a row [default: 10]
    #[arg(long, value_name = "N")]
    fault_limit: Option<u32>,
    /// Stop as soon as a test is decided: "elo0=E elo1=E alpha=P beta=P model=normalized|logistic"
    #[arg(long, value_name = "WORDS")]
    sprt: Option<String>,
    /// Where to record the games [default: a new file named by the date]
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
    /// Go on with this record, whose plan it is
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "plan", "engine", "each", "tournament", "rounds", "games", "openings", "random_plies", "seed", "draw", "resign",
        "maxmoves", "max_think", "max_start", "no_recover", "fault_limit", "sprt", "record",
    ])]
    pub(super) resume: Option<PathBuf>,
    /// What to print at the end
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) output: OutputFormat,
}

impl Match {
    /// The plan: the command line over the file.
    pub(super) fn plan(&self) -> anyhow::Result<Plan> {
        let file = match &self.plan {
            None => Plan::default(),
            Some(path) => {
                let name = || path.display().to_string();
                Plan::from_toml(&fs::read_to_string(path).with_context(name)?).with_context(name)?
            }
        };
        let text = |text: &Option<String>| text.clone().map(Given::Text);
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
            openings: text(&self.openings),
            random_plies: self.random_plies,
            draw: text(&self.draw),
            resign: text(&self.resign),
            maxmoves: self.maxmoves,
            max_think: self.max_think,
            max_start: self.max_start,
            recover: self.no_recover.then_some(false),
            fault_limit: self.fault_limit,
            sprt: text(&self.sprt),
            each: text(&self.each),
            engine: self.engine.iter().cloned().map(Given::Text).collect(),
        };
        Ok(own.or(file))
    }

    /// How many games are played at a time.
    pub(super) fn concurrency(&self) -> usize {
        self.concurrency.unwrap_or(1)
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Report {
    /// The record of a match, which may still be played
    #[arg(value_name = "FILE")]
    pub(super) record: PathBuf,
    /// What to print
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
    /// Draw the score, and the ratio of the test, as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
}
