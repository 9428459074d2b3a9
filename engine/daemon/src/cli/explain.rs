//! `plyd explain`: a search shown as a tree.

mod worksheet;

use super::command::{CliCommand, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::paths::given_path;
use super::position_file::{FilePosition, PositionFile};
use super::program::{self, Program};
use super::standard_error::tell_error;
use super::standard_output;
use super::subject::SubjectArgument;
use crate::errand::{
    Errand, ErrandResult as Found, ErrandWorkers, ExplainFlags, ExplanationOrder, ExplanationText, OUTPUT,
    OptionsAndPosition, SEARCH, WORKSHEETS,
};
use anyhow::{Context, anyhow};
use clap::{ArgGroup, Args};
use plyd_explain::{MOST_EXERCISES, Speech, looks_like_a_tree};
use plyd_host::Library;
use plyd_player::SearchOptions;
use plyd_protocol::{ErrorCode, PositionText};
use plyd_search::Algorithm;
use plyd_session::position::PositionRefused;
use plyd_session::{Engine, NO_GAME, PluginIsolation, SessionOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The exit code of a check of an answer that cannot be judged.
const NOT_JUDGED: u8 = 2;

/// The tree that is explained if no position, depth or game is asked for: the first one of docs/explain.md.
const FIRST_TREE: &str = "((3 5 10) (2 a b) (2 7 3))";

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "explain",
    group: CommandGroup::Search,
    summary: "Show a search step by step, as text, a picture or an interactive page",
    details: "You see the window of alpha and beta at every node, and the reason for every cut. By default, the search \
              is of a small tree from the textbooks; with --game or --depth, of the start position.",
    document: Some(("Searches explained", "explain.md")),
    examples: &[
        example("plyd explain", "a tree from the textbooks, by alpha-beta"),
        example("plyd explain '((3 5 10) (2 a b) (2 7 3))' --format walk", "your own tree, in sentences"),
        example("plyd explain --format html --output tree.html", "a page that steps through the search"),
        example("plyd explain tictactoe --depth 2", "the first plies of a game"),
        example("plyd explain --game leaftree --compare minimax", "two searches side by side"),
    ],
    idle: &["tablebases"],
    ..CliCommand::of::<ExplainCommand>()
};

#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("answers").args(["check", "grade"]))]
#[command(group = ArgGroup::new("random").args(["worksheet", "course"]))]
pub(super) struct ExplainCommand {
    /// The position: `startpos`, a setup in the game's notation, or a tree such as "((3 5) (2 9))" [default: a tree
    /// from the textbooks]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, help_heading = SEARCH)]
    position: Option<String>,
    #[command(flatten)]
    subject: SubjectArgument,
    #[command(flatten, next_help_heading = SEARCH)]
    file: PositionFile,
    #[command(flatten)]
    flags: ExplainFlags,
    /// Check many answers to a worksheet, from this CSV file, against the key of the worksheet
    ///
    /// The answers have the columns student, exercise and answer. The output is a table of marks. The exit code is 0 if
    /// all answers are right, 1 if some are wrong or missing, and 2 if some lines cannot be judged.
    #[arg(long, value_name = "FILE", requires = "key", help_heading = WORKSHEETS)]
    #[arg(conflicts_with_all = ["position", "from", "check", "compare", "format", "worksheet", "trees"])]
    #[arg(value_parser = given_path())]
    grade: Option<PathBuf>,
    /// The key of the worksheet, which plyd wrote together with it
    // Formerly the answers were the file that --check named.
    #[arg(long, value_name = "FILE", requires = "answers", help_heading = WORKSHEETS)]
    #[arg(conflicts_with_all = ["position", "from"])]
    #[arg(value_parser = given_path())]
    key: Option<PathBuf>,
    /// Make a worksheet with N random trees: exercises, answers, and a key to check answers with
    #[arg(long, value_name = "N", requires = "output")]
    #[arg(conflicts_with_all = ["position", "from", "check", "compare"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_EXERCISES)), help_heading = WORKSHEETS)]
    worksheet: Option<u32>,
    /// Make a worksheet with the trees in this file, one per line, instead of random ones
    #[arg(long, value_name = "FILE", requires = "output", help_heading = WORKSHEETS)]
    #[arg(conflicts_with_all = ["position", "from", "check", "compare", "worksheet", "seed", "branching", "cuts"])]
    #[arg(value_parser = given_path())]
    trees: Option<PathBuf>,
    /// Make a page with twenty examples, a hundred exercises, a quiz and worksheets, which doesn't need a server
    #[arg(long, requires = "output", help_heading = WORKSHEETS)]
    #[arg(conflicts_with_all = ["position", "from", "check", "compare", "format", "worksheet", "grade", "depth", "branching"])]
    course: bool,
    /// Check the codes in this CSV file, which the quiz shows after ten trees
    ///
    /// The file has the columns student and code. The output is a table of points. The exit code is 0 if all codes are
    /// right, and 1 if some are not.
    #[arg(long, value_name = "FILE", help_heading = WORKSHEETS, value_parser = given_path())]
    #[arg(conflicts_with_all = ["position", "from", "check", "compare", "format", "worksheet", "grade", "course"])]
    check_codes: Option<PathBuf>,
    /// The seed of the trees of a worksheet or a course
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random", help_heading = WORKSHEETS)]
    seed: u64,
    /// The number of children of each node in a worksheet's trees; --depth sets the number of plies (3 by default)
    #[arg(long, value_name = "B", default_value_t = 2, requires = "worksheet", help_heading = WORKSHEETS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=16))]
    branching: u32,
    /// The number of cuts in each tree of a worksheet, 0 for none [default: at least one]
    #[arg(long, value_name = "N", requires = "worksheet", help_heading = WORKSHEETS)]
    cuts: Option<u32>,
    /// Write to this file instead of standard output (`-`)
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT, display_order = 0)]
    #[arg(value_parser = given_path())]
    output: Option<PathBuf>,
}

impl RunCommand for ExplainCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        match self.explain(program).map_err(|error| self.retold(error)) {
            Err(error) if self.flags.check.is_some() || self.grade.is_some() => {
                tell_error(&error);
                Ok(ExitCode::from(NOT_JUDGED))
            }
            explained => explained,
        }
    }
}

impl ExplainCommand {
    /// An error in the language of the explanation. The words of a game that are not known there stay as they are, and
    /// are told to be the game's.
    fn retold(&self, error: anyhow::Error) -> anyhow::Error {
        let Ok(speech) = Speech::new(self.flags.lang.as_deref()) else { return error };
        let text = format!("{error:#}");
        let told = speech.retold(&text);
        if told != text {
            return anyhow!(told);
        }
        let of_game = format!("the game says: {text}");
        let told = speech.retold(&of_game);
        if is_bad_position(&error) && told != of_game { anyhow!(told) } else { error }
    }

    fn explain(&self, program: &Program) -> anyhow::Result<ExitCode> {
        if let Some(codes) = &self.check_codes {
            return self.check_codes(codes);
        }
        if self.course {
            return self.make_course(program);
        }
        if self.worksheet.is_some() || self.trees.is_some() {
            return self.make_worksheet(program);
        }
        if let Some(key) = &self.key {
            let answers = self.grade.as_deref().or(self.flags.check.as_ref().map(Path::new));
            return self.grade(program, key, answers.context("no file with answers is named")?);
        }
        let told = self.have_told(program)?;
        match &self.output {
            None => standard_output::print(&told.text)?,
            Some(file) => standard_output::save(file, &told.text)?,
        }
        Ok(if told.is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Finds the games and what is to be explained, and has it explained.
    fn have_told(&self, program: &Program) -> anyhow::Result<ExplanationText> {
        if let Some(written) = self.file.read()? {
            let (_, engine, mut helpers, FilePosition { library, options, text }) = program.start_written(written)?;
            return self.have_drawn(&mut helpers, &engine, &library, program, (options, text));
        }
        let settings = program.settings()?;
        // With a depth, or a game of the user's own, the start position has always been explained.
        let position = self.position.as_deref().or(self.subject.position());
        let asks_for_nothing = position.is_none() && self.flags.depth.is_none() && settings.game.is_empty();
        let position = match position {
            Some(position) => position,
            None if asks_for_nothing => FIRST_TREE,
            None => "startpos",
        };
        let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
        let (_, engine) = program::start(settings, 0, isolation)?;
        let mut helpers = ErrandWorkers::new(&engine);
        let position = ExplainPosition(position);
        let library = self.library(&engine, &mut helpers, program, position)?;
        let refused = |error| position.refused(error, &library, program.flags.game().is_some());
        let opened = position.opened(&library, &engine.games().options)?;
        let told = self.have_drawn(&mut helpers, &engine, &library, program, opened).map_err(refused)?;
        if asks_for_nothing {
            program.hint("plyd: this is an example; choose a position with --position, or a game with --game");
        }
        Ok(told)
    }

    /// Has this position explained.
    fn have_drawn(
        &self,
        helpers: &mut ErrandWorkers,
        engine: &Engine,
        library: &Arc<Library>,
        program: &Program,
        (options, text): OptionsAndPosition,
    ) -> anyhow::Result<ExplanationText> {
        let (flags, mut search) = (self.flags.in_own_language()?, search(engine, program));
        for wanted in flags.searches(&search) {
            if let Some(network) = engine.networks.find(library, &wanted).map_err(anyhow::Error::msg)? {
                search = search.with_network(Some(network));
            }
        }
        let drawing = ExplanationOrder { flags, options, text, search };
        match helpers.run(library, Errand::Draw(Box::new(drawing)))? {
            Found::Drawn(told) => Ok(told),
            _ => Err(Found::unexpected()),
        }
    }

    /// The game of the position: with no game on the command line, a tree that is no position of the default game is
    /// one of the game of trees.
    fn library(
        &self,
        engine: &Engine,
        helpers: &mut ErrandWorkers,
        program: &Program,
        position: ExplainPosition<'_>,
    ) -> anyhow::Result<Arc<Library>> {
        let games = engine.games();
        let default = games.options.game.clone();
        let mut opens = |library: &Arc<Library>| {
            let opened = position.opened(library, &games.options);
            opened.and_then(|(options, text)| helpers.run(library, Errand::Open { options, text })).is_ok()
        };
        let may_be_tree = program.flags.game().is_none() && position.tree().is_some();
        let is_open = may_be_tree && !default.as_ref().is_some_and(&mut opens);
        if is_open {
            let tree = games.catalog.games().iter().find(|library| library.is_tree());
            if position.tree().is_some_and(looks_like_a_tree) {
                return tree.cloned().context("no loaded game reads trees; name the game with --game");
            }
            if let Some(tree) = tree.filter(|tree| opens(tree)) {
                return Ok(Arc::clone(tree));
            }
        }
        default.context(NO_GAME)
    }
}

/// The options of searches that are explained.
fn search(engine: &Engine, program: &Program) -> SearchOptions {
    let mut search = engine.games().options.search.clone();
    // Sessions begin with the strong search, which is not what beginners want to see.
    if !program.flags.set_option("Algorithm") {
        search.algorithm = Algorithm::AlphaBeta;
    }
    search
}

/// Whether a game refused a setup.
fn is_bad_position(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(|refused: &PositionRefused| refused.code == ErrorCode::BadPosition)
}

/// The position to explain, as written by the user.
#[derive(Clone, Copy)]
struct ExplainPosition<'a>(&'a str);

impl<'a> ExplainPosition<'a> {
    /// The setup as written, without the word that may precede it; `None` for the start position.
    fn tree(self) -> Option<&'a str> {
        let text = self.0.trim_start();
        match text.split_whitespace().next() {
            Some("startpos") | None => None,
            Some("fen") => Some(&text["fen".len()..]),
            Some(_) => Some(text),
        }
    }

    /// The setup of a tree with all blanks as typed, and blanks in place of a leading `fen`, so that places in errors
    /// are those of what was typed; `None` if moves follow.
    fn setup(self) -> Option<String> {
        let tree = self.tree().filter(|tree| tree.split_whitespace().all(|word| word != "moves"))?;
        let before = self.0[..self.0.len() - tree.len()].chars();
        Some(before.map(|_| ' ').chain(tree.chars()).collect())
    }

    /// The refusal of the text by a game. It may be a tree, or a position of a game that was not chosen.
    fn refused(self, error: anyhow::Error, library: &Library, is_chosen: bool) -> anyhow::Error {
        let game = library.id();
        if !is_bad_position(&error) || library.is_tree() {
            error
        } else if !is_chosen {
            anyhow!(
                "the game {game} does not read this: {error}; choose another game with --game, or write a tree, as in \
                 ((3 5) (2 9))"
            )
        } else if self.tree().is_some_and(looks_like_a_tree) {
            anyhow!("the game {game} does not read this: {error}; to explain a tree, name no game")
        } else {
            error
        }
    }

    /// The options and the text by which a game of this library opens it.
    fn opened(self, library: &Library, options: &SessionOptions) -> anyhow::Result<OptionsAndPosition> {
        let mut text = PositionText::parse(self.0)?;
        if library.is_tree()
            && let Some(setup) = self.setup()
        {
            text.setup = Some(setup);
        }
        Ok((options.of_game(library), text))
    }
}
