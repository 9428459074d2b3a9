//! The arguments of `plyd match` and `plyd report`.

use super::super::farm::Farm;
use super::super::feature::POSTGRES;
use super::super::standard_output;
use super::lists::Lists;
use crate::bounded_file;
use crate::cli::paths::given_path;
use anyhow::Context;
use clap::builder::Resettable;
use clap::{Args, ValueEnum};
use plyd_arena::Transcript;
use plyd_foreign::absolute;
use plyd_record::PgnMoves;
use plyd_server::{ListenAddress, WebSettings};
use plyd_tournament::settings::{MatchPlan, Tournament};
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
    /// Tables, at the end
    Text,
    /// One JSON object, at the end
    Json,
    /// A line of JSON per game when it ends, and one for the match at the end
    Jsonl,
}

/// The progress that a match shows on standard error while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ProgressForm {
    /// With text results, a bar in a terminal and lines elsewhere; otherwise nothing
    Auto,
    /// A bar, in a terminal
    Bar,
    /// A line per game, at most one per second
    Lines,
    /// Nothing
    None,
}

/// The moves in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PgnNotation {
    /// In human notation (chess: Nf3) if the game has one, otherwise like engines
    #[value(alias = "notation")]
    San,
    /// As engines write them (chess: g1f3)
    #[value(alias = "own")]
    Engine,
}

impl From<PgnNotation> for PgnMoves {
    fn from(moves: PgnNotation) -> Self {
        match moves {
            PgnNotation::San => Self::Notation,
            PgnNotation::Engine => Self::Own,
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TournamentFormat {
    /// Every engine plays every other
    #[value(alias = "round-robin")]
    Roundrobin,
    /// The first engine plays every other
    Gauntlet,
    /// The loser of a pairing is out; engines are seeded in the given order
    Knockout,
    /// In each round, engines with similar points meet
    Swiss,
}

pub(super) const TOURNAMENT: &str = "Tournament";
pub(super) const ENDS: &str = "Ends of games and of the match";
const FAULTS: &str = "Faults";
const RECORD: &str = "Record";
const OUTPUT: &str = "Output";

const DATABASE: &str = "The database of the match: postgres://[USER@]HOST[:PORT]/DATABASE";

/// A match in a database.
#[derive(Debug, Args)]
pub(in crate::cli) struct Database {
    #[arg(long, value_name = "URL", help_heading = RECORD)]
    #[arg(help = POSTGRES.help(DATABASE), long_help = Resettable::from(POSTGRES.long_help(DATABASE)))]
    pub(super) store: Option<String>,
    /// The name of the match in the database
    #[arg(long = "match", value_name = "NAME", requires = "store", help_heading = RECORD)]
    pub(super) name: Option<String>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct MatchCommand {
    #[command(flatten)]
    lists: Lists,
    /// Who plays whom [default: roundrobin]
    #[arg(long, value_enum, help_heading = TOURNAMENT)]
    tournament: Option<TournamentFormat>,
    /// The number of rounds, each with its own opening [default: 2; for a Swiss tournament, as many as it needs]
    #[arg(long, value_name = "N", help_heading = TOURNAMENT)]
    rounds: Option<u64>,
    /// Games between two engines in a round; with 2, they swap sides [default: 2]
    #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u32).range(1..=2), overrides_with = "games")]
    #[arg(help_heading = TOURNAMENT)]
    games: Option<u32>,
    /// Play this many games at a time; 0 is one for each processor [default: 1]
    #[arg(long, value_name = "N", help_heading = TOURNAMENT)]
    pub(super) concurrency: Option<usize>,
    /// Start each round with this many random moves, after the opening
    #[arg(long, value_name = "N", help_heading = TOURNAMENT)]
    random_plies: Option<u32>,
    /// Reject the opening file before the first game if any part of it is wrong, or isn't read as it is written
    #[arg(long, help_heading = TOURNAMENT)]
    strict: bool,
    /// The seed of all random choices; the same seed repeats them [default: a new one]
    #[arg(long, value_name = "N", help_heading = TOURNAMENT)]
    seed: Option<u64>,
    /// End a game as a draw after this many moves by each side
    #[arg(long, value_name = "N", help_heading = ENDS)]
    maxmoves: Option<u32>,
    /// The longest time for a move of an engine without a clock [default: 60]
    #[arg(long, value_name = "SECONDS", help_heading = FAULTS)]
    max_think: Option<f64>,
    /// The longest time for the start of an engine [default: 20]
    #[arg(long, value_name = "SECONDS", help_heading = FAULTS)]
    max_start: Option<f64>,
    /// Stop the match, with exit code 3, as soon as an engine fails
    #[arg(long, help_heading = FAULTS)]
    no_recover: bool,
    /// Stop the match, with exit code 3, after this many faults of one engine in a row [default: 10]
    #[arg(long, value_name = "N", help_heading = FAULTS)]
    fault_limit: Option<u32>,
    /// Let engines think on the opponent's time, if they can
    #[arg(long, help_heading = TOURNAMENT)]
    ponder: bool,
    /// Record the games in this file [default: a new file, named after date and time]
    #[arg(long, value_name = "FILE", value_parser = parse_kept, conflicts_with = "store", help_heading = RECORD)]
    pub(super) record: Option<PathBuf>,
    #[command(flatten)]
    pub(super) database: Database,
    /// Continue the match in this record, or in --store, with its own plan
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = [
        "plan", "engine", "each", "tournament", "rounds", "games", "openings", "random_plies", "strict", "seed", "draw",
        "resign", "maxmoves", "max_think", "max_start", "no_recover", "fault_limit", "ponder", "sprt", "record",
    ])]
    #[arg(help_heading = RECORD)]
    #[arg(value_parser = given_path())]
    pub(super) resume: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub(super) farm: Farm,
    /// Continue even if plyd, the game's library or the program of an engine has changed, or changes during the match
    #[arg(long, help_heading = RECORD)]
    pub(super) allow_changed: bool,
    /// Append all input and output of engines to this file, with time, game, engine and direction
    #[arg(long, value_name = "FILE", value_parser = parse_kept, help_heading = OUTPUT)]
    log: Option<PathBuf>,
    /// The maximum size of the log; the oldest lines are removed first
    #[arg(long, value_name = "MIB", default_value_t = 1_024, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = OUTPUT)]
    log_limit: u32,
    /// Append each game to this file as PGN when it ends; with `-`, to standard output instead of the report
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    #[arg(value_parser = given_path())]
    pub(super) pgn: Option<PathBuf>,
    /// The moves in PGN
    #[arg(long, value_enum, default_value_t = PgnNotation::San, help_heading = OUTPUT)]
    pub(super) pgn_moves: PgnNotation,
    /// The format of the results
    #[arg(long, value_enum, default_value_t = MatchOutput::Text, help_heading = OUTPUT)]
    pub(super) output: MatchOutput,
    /// How to show the progress on standard error
    #[arg(long, value_enum, default_value_t = ProgressForm::Auto, help_heading = OUTPUT)]
    pub(super) progress: ProgressForm,
    /// Serve a page with the match in a browser while it is played [without ADDRESS: 127.0.0.1:7880]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = WebSettings::ADDRESS, help_heading = OUTPUT)]
    pub(super) web: Option<String>,
    /// Serve metrics of the match for Prometheus while it is played: /metrics, /healthz and /readyz
    #[arg(long, value_name = "ADDRESS", help_heading = OUTPUT)]
    pub(super) metrics: Option<ListenAddress>,
}

/// A record and a log are read again, which standard output cannot be.
fn parse_kept(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    if standard_output::is_named(&file) {
        return Err("this must be a file, not standard output; a file of this name is ./-".to_owned());
    }
    Ok(absolute(&file))
}

impl MatchCommand {
    /// The log of the lines of engines, if that is asked for.
    pub(super) fn transcript(&self) -> anyhow::Result<Option<Arc<Transcript>>> {
        let open = |path| Transcript::open(path, u64::from(self.log_limit) << 20);
        Ok(self.log.as_deref().map(open).transpose()?.map(Arc::new))
    }

    /// The plan: the command line over the file.
    pub(super) fn plan(&self) -> anyhow::Result<MatchPlan> {
        let Lists { plan, engines, each, openings, draw, resign, sprt } = &self.lists;
        let file = plan.as_deref().map_or_else(|| Ok(MatchPlan::default()), |plan| read_plan(&absolute(plan)))?;
        let own = MatchPlan {
            options: toml::Table::new(),
            game: None,
            tournament: self.tournament.map(|kind| match kind {
                TournamentFormat::Roundrobin => Tournament::RoundRobin,
                TournamentFormat::Gauntlet => Tournament::Gauntlet,
                TournamentFormat::Knockout => Tournament::Knockout,
                TournamentFormat::Swiss => Tournament::Swiss,
            }),
            rounds: self.rounds,
            games: self.games,
            concurrency: self.concurrency,
            seed: self.seed,
            openings: openings.clone(),
            random_plies: self.random_plies,
            strict: self.strict.then_some(true),
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

fn read_plan(path: &Path) -> anyhow::Result<MatchPlan> {
    let name = || format!("the plan {}", path.display());
    MatchPlan::from_toml(&bounded_file::read_regular(path).with_context(name)?).with_context(name)
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ReportArguments {
    /// The record of a match
    #[arg(value_name = "FILE", required_unless_present = "store", conflicts_with = "store")]
    #[arg(value_parser = given_path())]
    pub(super) record: Option<PathBuf>,
    #[command(flatten)]
    pub(super) database: Database,
    /// Skip damaged games, and list them
    #[arg(long, conflicts_with = "store")]
    pub(super) salvage: bool,
    /// The format of the results
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) output: OutputFormat,
    /// Write all games as PGN; with `-`, here and below, to standard output instead of the standings
    #[arg(long, value_name = "FILE")]
    #[arg(value_parser = given_path())]
    pub(super) pgn: Option<PathBuf>,
    /// The moves in PGN
    #[arg(long, value_enum, default_value_t = PgnNotation::San)]
    pub(super) pgn_moves: PgnNotation,
    /// Write all games as JSON, one line per game
    #[arg(long, value_name = "FILE")]
    #[arg(value_parser = given_path())]
    pub(super) jsonl: Option<PathBuf>,
    /// Write all games as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    #[arg(value_parser = given_path())]
    pub(super) csv: Option<PathBuf>,
    /// Exit with the result of the test, like `plyd match --sprt`: 0 for H1, 4 for H0, 5 for undecided
    #[arg(long)]
    pub(super) verdict: bool,
    /// Plot the score, and the likelihood ratio of the test, as SVG
    #[arg(long, value_name = "FILE")]
    #[arg(value_parser = given_path())]
    pub(super) plot: Option<PathBuf>,
    /// Serve a page with the match in a browser until it is interrupted [without ADDRESS: 127.0.0.1:7880]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = WebSettings::ADDRESS)]
    pub(super) web: Option<String>,
}
