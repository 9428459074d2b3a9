//! `plyd explain`: a search shown as a tree.

mod choices;
mod worksheet;

use super::paths::given_path;
use super::position_file::PositionFile;
use super::program::{self, Program};
use super::{standard_output, tell_error};
use anyhow::{Context, anyhow, ensure};
use choices::{AlgorithmName, BoundsName, CutName, FailName, FormatName, OrderName, PartName, Variation};
use clap::Args;
use plyd_explain::{
    Answer, DEFAULT_MAX_NODES, DEFAULT_MOST_DRAWN, MOST_EXERCISES, Panel, Part, Request, Speech, Style, Subject,
    explain, looks_like_a_tree, write,
};
use plyd_host::Library;
use plyd_protocol::{ErrorCode, PositionText};
use plyd_search::{Algorithm, Control, Conventions};
use plyd_session::position::PositionRefused;
use plyd_session::{Engine, NO_GAME, SessionOptions, position};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// The exit code of a check of an answer that cannot be judged.
const NOT_JUDGED: u8 = 2;

/// The tree that plyd explains without further arguments: the first one of docs/explain.md.
const FIRST_TREE: &str = "((3 5 10) (2 a b) (2 7 3))";

const SEARCH: &str = "Search";
const COMPARISONS: &str = "Comparisons and answers";
const WORKSHEETS: &str = "Worksheets";
const OUTPUT: &str = "Output";

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The position: `startpos`, a setup in the game's notation, or a tree such as "((3 5) (2 9))" [default: a tree
    /// from the textbooks]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, help_heading = SEARCH)]
    position: Option<String>,
    #[command(flatten, next_help_heading = SEARCH)]
    file: PositionFile,
    /// Search to this depth, in plies [default: to the end of the game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = SEARCH)]
    depth: Option<u32>,
    /// The algorithm [default: that of --option Algorithm=NAME, else alphabeta]
    #[arg(long, value_enum, help_heading = SEARCH)]
    algorithm: Option<AlgorithmName>,
    /// The order in which minimax and alphabeta search the children of a node
    #[arg(long, value_enum, default_value_t = OrderName::Left, help_heading = SEARCH)]
    order: OrderName,
    /// When alpha-beta skips the rest of the children
    #[arg(long, value_enum, default_value_t = CutName::Equal, help_heading = SEARCH)]
    cut: CutName,
    /// The value that alpha-beta returns for a node outside its window
    #[arg(long, value_enum, default_value_t = FailName::Soft, help_heading = SEARCH)]
    fail: FailName,
    /// Give up a search that visits more nodes than this
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_NODES, help_heading = SEARCH)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_NODES))]
    nodes: u64,
    /// Show a second search next to it, which differs in this
    #[arg(long, value_enum, value_name = "VARIATION", conflicts_with = "check", help_heading = COMPARISONS)]
    compare: Option<Variation>,
    /// Check an answer to an exercise: pruned nodes, such as `1.0 1.1` or `none`, or values, such as `B=2 C<=3`
    ///
    /// It shows the first mistake. The exit code is 0 if the answer is right, 1 if it is wrong, and 2 if it cannot be
    /// judged.
    #[arg(long, value_name = "ANSWER", allow_hyphen_values = true, conflicts_with = "format")]
    #[arg(help_heading = COMPARISONS)]
    check: Option<String>,
    /// Check many answers: --check names a CSV file, and this the key of a worksheet
    ///
    /// The answers have the columns student, exercise and answer. The output is a table of marks. The exit code is 0 if
    /// all answers are right, 1 if some are wrong, and 2 if some cannot be judged.
    #[arg(long, value_name = "FILE", requires = "check", help_heading = WORKSHEETS)]
    #[arg(conflicts_with_all = ["position", "from"])]
    #[arg(value_parser = given_path())]
    key: Option<PathBuf>,
    /// Make a worksheet of so many random trees: exercises, answers, and the key by which answers are checked
    #[arg(long, value_name = "N", requires = "output")]
    #[arg(conflicts_with_all = ["position", "from", "check", "compare"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_EXERCISES)), help_heading = WORKSHEETS)]
    worksheet: Option<u32>,
    /// The seed of a worksheet's trees
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = WORKSHEETS)]
    seed: u64,
    /// The children of each node of a worksheet's trees, whose plies are those of --depth [default: 3 plies]
    #[arg(long, value_name = "B", default_value_t = 2, help_heading = WORKSHEETS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=16))]
    branching: u32,
    /// Leave these parts of a drawing blank
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',', help_heading = WORKSHEETS)]
    blank: Vec<PartName>,
    /// The form of the explanation
    #[arg(long, value_enum, default_value_t = FormatName::Text, help_heading = OUTPUT)]
    format: FormatName,
    /// Write to this file instead of standard output, which is `-`
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    #[arg(value_parser = given_path())]
    output: Option<PathBuf>,
    /// Where alpha and beta are written
    #[arg(long, value_enum, default_value_t = BoundsName::Nodes, help_heading = OUTPUT)]
    bounds: BoundsName,
    /// Draw at most so many nodes of a tree, and say how many are left out
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MOST_DRAWN as u64, help_heading = OUTPUT)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_NODES))]
    draw: u64,
    /// The beginning of the identifiers in pictures [default: one that depends on the picture]
    #[arg(long, value_name = "PREFIX", value_parser = prefix, help_heading = OUTPUT)]
    id_prefix: Option<String>,
    /// Leave out the boards of board games
    #[arg(long, help_heading = OUTPUT)]
    no_boards: bool,
    /// The language: en, it, tr or bn [default: that of the environment]
    #[arg(long, value_name = "CODE", help_heading = OUTPUT)]
    lang: Option<String>,
}

/// Beyond this many nodes a drawing would need more memory than is sensible.
const MAX_NODES: u64 = 1_000_000;

/// The output: a text, and whether it says that an answer is wrong.
#[derive(Debug)]
struct Told {
    text: String,
    is_wrong: bool,
}

impl Explain {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        match self.explain(program).map_err(|error| self.retold(error)) {
            Err(error) if self.check.is_some() => {
                tell_error(&error);
                Ok(ExitCode::from(NOT_JUDGED))
            }
            explained => explained,
        }
    }

    /// An error in the language of the explanation. The words of a game that are not known there stay as they are, and
    /// are told to be the game's.
    fn retold(&self, error: anyhow::Error) -> anyhow::Error {
        let Ok(speech) = Speech::new(self.lang.as_deref()) else { return error };
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
        if let Some(count) = self.worksheet {
            return self.make_worksheet(program, count);
        }
        if let (Some(key), Some(answers)) = (&self.key, &self.check) {
            return self.grade(program, key, answers);
        }
        let (engine, subject) = self.begin(program)?;
        let told = self.tell(&engine, program, &subject)?;
        match &self.output {
            None => standard_output::print(&told.text)?,
            Some(file) => standard_output::save(file, &told.text)?,
        }
        Ok(if told.is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Loads the games, and finds what is to be explained.
    fn begin(&self, program: &Program) -> anyhow::Result<(Arc<Engine>, Subject)> {
        if let Some(written) = self.file.read()? {
            let (_, engine, taken) = program.start_written(written)?;
            return Ok((engine, Subject { position: taken.open()? }));
        }
        let settings = program.settings()?;
        // With a depth, or a game of the user's own, the start position has always been explained.
        let asks_for_nothing = self.position.is_none() && self.depth.is_none() && settings.game.is_empty();
        let position = match &self.position {
            Some(position) => position,
            None if asks_for_nothing => FIRST_TREE,
            None => "startpos",
        };
        let (_, engine) = program::start_here(settings)?;
        if asks_for_nothing {
            program.hint("plyd: this is an example; choose a position with --position, or a game with --game");
        }
        let subject = self.subject(&engine, program, Wanted(position))?;
        Ok((engine, subject))
    }

    /// The position that the user has written.
    fn subject(&self, engine: &Engine, program: &Program, position: Wanted<'_>) -> anyhow::Result<Subject> {
        let games = engine.games();
        let library = self.library(engine, program, position)?;
        let is_chosen = program.flags.game.is_some() || library.is_tree();
        let refused = |error| if is_chosen { error } else { of_default_game(error, library.id()) };
        position.subject(&library, &games.options).map_err(refused)
    }

    /// Searches and explains.
    fn tell(&self, engine: &Engine, program: &Program, subject: &Subject) -> anyhow::Result<Told> {
        let style = self.style()?;
        let options = engine.games().options.clone();
        let request = || self.request(&options, program);
        let explanation = explain(subject, &request(), &Control::new())?;
        if let Some(answer) = &self.check {
            let wrong = Answer::read(answer, &explanation)?.difference(&explanation);
            let text = match wrong {
                Some(difference) => difference.tell(&explanation, &style.speech),
                None => style.speech.label("answer-right"),
            };
            return Ok(Told { text: text + "\n", is_wrong: wrong.is_some() });
        }
        let text = match self.compare {
            None => write(self.format.into(), &[Panel { title: "", explanation: &explanation }], &style),
            Some(variation) => {
                let (request, other) = (request(), variation.apply(request()));
                ensure!(request != other, "--compare names the search that is shown anyway; choose another variation");
                let second = explain(subject, &other, &Control::new())?;
                let [first_title, second_title] =
                    [&request, &other].map(|request| style.speech.label(variation.title(request)));
                let panels = [
                    Panel { title: &first_title, explanation: &explanation },
                    Panel { title: &second_title, explanation: &second },
                ];
                write(self.format.into(), &panels, &style)
            }
        };
        Ok(Told { text, is_wrong: false })
    }

    /// The game of the position: with no game on the command line, a tree that is no position of the default game is one
    /// of the game of trees.
    fn library(&self, engine: &Engine, program: &Program, position: Wanted<'_>) -> anyhow::Result<Arc<Library>> {
        let games = engine.games();
        let default = games.options.game.clone();
        let opens = |library: &Arc<Library>| position.subject(library, &games.options).is_ok();
        let is_open = program.flags.game.is_none() && position.tree().is_some() && !default.as_ref().is_some_and(opens);
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

    /// The style of drawings.
    fn style(&self) -> anyhow::Result<Style> {
        Ok(Style {
            bounds: self.bounds.into(),
            boards: !self.no_boards,
            blank: self.blank.iter().copied().map(Part::from).collect(),
            most_nodes: self.draw as usize,
            id_prefix: self.id_prefix.clone(),
            ..Style::new(Speech::new(self.lang.as_deref())?)
        })
    }

    fn request(&self, options: &SessionOptions, program: &Program) -> Request {
        // Sessions begin with the strong search, which is not what beginners want to see.
        let is_chosen = program.flags.option.iter().any(|(name, _)| name.eq_ignore_ascii_case("Algorithm"));
        let usual = if is_chosen { options.search.algorithm } else { Algorithm::AlphaBeta };
        Request {
            algorithm: self.algorithm.map_or(usual, Algorithm::from),
            depth: self.depth,
            conventions: Conventions { cut: self.cut.into(), fail: self.fail.into() },
            order: self.order.into(),
            most_nodes: self.nodes,
            techniques: options.search.techniques,
            hash: options.search.hash,
            boards: !self.no_boards && matches!(self.format, FormatName::Svg | FormatName::Tikz | FormatName::Html),
        }
    }
}

/// Whether a game refused a setup.
fn is_bad_position(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(|refused: &PositionRefused| refused.code == ErrorCode::BadPosition)
}

/// The refusal by a game that nobody chose: the text may be a position of another one, or a tree that is none.
fn of_default_game(error: anyhow::Error, game: &str) -> anyhow::Error {
    if !is_bad_position(&error) {
        return error;
    }
    anyhow!(
        "the game {game} does not read this: {error}; choose another game with --game, or write a tree, as in \
         ((3 5) (2 9))"
    )
}

/// The beginning of an identifier: letters, digits, `-` and `_`, a letter first.
fn prefix(text: &str) -> Result<String, String> {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
    if text.len() <= 64 && text.starts_with(|sign: char| sign.is_ascii_alphabetic()) && text.chars().all(is_sign) {
        Ok(text.to_owned())
    } else {
        Err("it must begin with a letter, and have only letters, digits, `-` and `_`, at most 64".into())
    }
}

/// The position to explain, as written by the user.
#[derive(Clone, Copy)]
struct Wanted<'a>(&'a str);

impl<'a> Wanted<'a> {
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

    fn subject(self, library: &Arc<Library>, options: &SessionOptions) -> anyhow::Result<Subject> {
        let mut text = PositionText::parse(self.0)?;
        if library.is_tree()
            && let Some(setup) = self.setup()
        {
            text.setup = Some(setup);
        }
        let position = position::open(library, &options.of_game(library), &text, &|| false)?;
        Ok(Subject { position })
    }
}
