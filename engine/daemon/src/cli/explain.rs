//! `plyd explain`: a search shown as a tree.

mod choices;
mod worksheet;

pub(super) use worksheet::Sheet;

use super::errand::{Answer as Found, Errand, Helpers, Scene};
use super::paths::given_path;
use super::position_file::{PositionFile, Taken};
use super::program::{self, Program};
use super::{standard_output, tell_error};
use anyhow::{Context, anyhow, ensure};
use choices::{AlgorithmName, BoundsName, CutName, FailName, FormatName, OrderName, PartName, Variation};
use clap::Args;
use plyd_explain::{
    Answer, DEFAULT_MAX_NODES, DEFAULT_MOST_DRAWN, MOST_EXERCISES, Panel, Part, Request, Speech, Style, Subject,
    explain, looks_like_a_tree, memory_to_write, write,
};
use plyd_host::Library;
use plyd_player::{Room, SearchOptions};
use plyd_protocol::{ErrorCode, PositionText};
use plyd_search::{Algorithm, Conventions};
use plyd_session::position::PositionRefused;
use plyd_session::{Engine, NO_GAME, PluginIsolation, SessionOptions};
use serde::{Deserialize, Serialize};
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

/// The arguments. Serialized they lack what only the process of the command needs.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
pub(super) struct Explain {
    /// The position: `startpos`, a setup in the game's notation, or a tree such as "((3 5) (2 9))" [default: a tree
    /// from the textbooks]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, help_heading = SEARCH)]
    #[serde(skip)]
    position: Option<String>,
    #[command(flatten, next_help_heading = SEARCH)]
    #[serde(skip)]
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
    #[serde(skip)]
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
    #[serde(skip)]
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
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Told {
    pub(super) text: String,
    is_wrong: bool,
}

/// What is to be explained, as data for whoever has the library of the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Drawing {
    wanted: Explain,
    options: Vec<(String, String)>,
    text: PositionText,
    search: SearchOptions,
}

impl Drawing {
    /// What it takes.
    pub(super) fn room(&self) -> Room {
        let searches = if self.wanted.compare.is_some() { 2 } else { 1 };
        self.wanted.room(&self.wanted.request(&self.search), searches)
    }

    /// Searches and explains.
    pub(super) fn draw(&self, scene: &Scene) -> anyhow::Result<Told> {
        let position = scene.open(&self.options, &self.text)?;
        self.wanted.tell(&self.search, &Subject { position }, scene)
    }
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
        let told = self.have_told(program)?;
        match &self.output {
            None => standard_output::print(&told.text)?,
            Some(file) => standard_output::save(file, &told.text)?,
        }
        Ok(if told.is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Finds the games and what is to be explained, and has it explained.
    fn have_told(&self, program: &Program) -> anyhow::Result<Told> {
        if let Some(written) = self.file.read()? {
            let (_, engine, mut helpers, Taken { library, options, text }) = program.start_written(written)?;
            return self.have_drawn(&mut helpers, &engine, &library, program, (options, text));
        }
        let settings = program.settings()?;
        // With a depth, or a game of the user's own, the start position has always been explained.
        let asks_for_nothing = self.position.is_none() && self.depth.is_none() && settings.game.is_empty();
        let position = match &self.position {
            Some(position) => position,
            None if asks_for_nothing => FIRST_TREE,
            None => "startpos",
        };
        let isolation = settings.plugins.isolation.or(PluginIsolation::None);
        let (settings, engine) = program::start(settings, 0, isolation)?;
        let mut helpers = Helpers::new(&settings, &engine)?;
        if asks_for_nothing {
            program.hint("plyd: this is an example; choose a position with --position, or a game with --game");
        }
        let position = Wanted(position);
        let library = self.library(&engine, &mut helpers, program, position)?;
        let is_chosen = program.flags.game.is_some() || library.is_tree();
        let refused = |error| if is_chosen { error } else { of_default_game(error, library.id()) };
        let opened = position.opened(&library, &engine.games().options)?;
        self.have_drawn(&mut helpers, &engine, &library, program, opened).map_err(refused)
    }

    /// Has this position explained.
    fn have_drawn(
        &self,
        helpers: &mut Helpers,
        engine: &Engine,
        library: &Arc<Library>,
        program: &Program,
        (options, text): Opened,
    ) -> anyhow::Result<Told> {
        let (wanted, search) = (self.in_own_language()?, search(engine, program));
        let drawing = Drawing { wanted, options, text, search };
        match helpers.run(library, Errand::Draw(Box::new(drawing)))? {
            Found::Drawn(told) => Ok(told),
            _ => Err(Found::unexpected()),
        }
    }

    /// The same with the language named: a child does not know that of the environment.
    fn in_own_language(&self) -> anyhow::Result<Self> {
        let speech = Speech::new(self.lang.as_deref())?;
        Ok(Self { lang: Some(speech.language().to_owned()), ..self.clone() })
    }

    /// Searches and explains.
    fn tell(&self, search: &SearchOptions, subject: &Subject, scene: &Scene) -> anyhow::Result<Told> {
        let style = self.style()?;
        let request = || self.request(search);
        let explanation = explain(subject, &request(), &scene.control())?;
        if let Some(answer) = &self.check {
            return scene.alone(|| {
                let wrong = Answer::read(answer, &explanation)?.difference(&explanation);
                let text = match wrong {
                    Some(difference) => difference.tell(&explanation, &style.speech),
                    None => style.speech.label("answer-right"),
                };
                Ok(Told { text: text + "\n", is_wrong: wrong.is_some() })
            });
        }
        let write = |panels: &[Panel<'_>]| scene.alone(|| write(self.format.into(), panels, &style));
        let text = match self.compare {
            None => write(&[Panel { title: "", explanation: &explanation }]),
            Some(variation) => {
                let (request, other) = (request(), variation.apply(request()));
                ensure!(request != other, "--compare names the search that is shown anyway; choose another variation");
                let second = explain(subject, &other, &scene.control())?;
                let [first_title, second_title] =
                    [&request, &other].map(|request| style.speech.label(variation.title(request)));
                let panels = [
                    Panel { title: &first_title, explanation: &explanation },
                    Panel { title: &second_title, explanation: &second },
                ];
                write(&panels)
            }
        };
        Ok(Told { text, is_wrong: false })
    }

    /// The game of the position: with no game on the command line, a tree that is no position of the default game is one
    /// of the game of trees.
    fn library(
        &self,
        engine: &Engine,
        helpers: &mut Helpers,
        program: &Program,
        position: Wanted<'_>,
    ) -> anyhow::Result<Arc<Library>> {
        let games = engine.games();
        let default = games.options.game.clone();
        let mut opens = |library: &Arc<Library>| {
            let opened = position.opened(library, &games.options);
            opened.and_then(|(options, text)| helpers.run(library, Errand::Open { options, text })).is_ok()
        };
        let may_be_tree = program.flags.game.is_none() && position.tree().is_some();
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

    /// What so many explanations take together, and what is written of them.
    fn room(&self, request: &Request, explanations: u64) -> Room {
        let bytes = request.memory().saturating_add(memory_to_write(self.draw)).saturating_mul(explanations);
        Room { hash: usize::try_from(bytes.div_ceil(1 << 20)).unwrap_or(usize::MAX), threads: 1 }
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

    fn request(&self, search: &SearchOptions) -> Request {
        Request {
            algorithm: self.algorithm.map_or(search.algorithm, Algorithm::from),
            depth: self.depth,
            conventions: Conventions { cut: self.cut.into(), fail: self.fail.into() },
            order: self.order.into(),
            most_nodes: self.nodes,
            techniques: search.techniques,
            hash: search.hash,
            boards: !self.no_boards && matches!(self.format, FormatName::Svg | FormatName::Tikz | FormatName::Html),
        }
    }
}

/// The options of searches that are explained.
fn search(engine: &Engine, program: &Program) -> SearchOptions {
    let mut search = engine.games().options.search.clone();
    // Sessions begin with the strong search, which is not what beginners want to see.
    if !program.flags.option.iter().any(|(name, _)| name.eq_ignore_ascii_case("Algorithm")) {
        search.algorithm = Algorithm::AlphaBeta;
    }
    search
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

    /// The options and the text by which a game of this library opens it.
    fn opened(self, library: &Library, options: &SessionOptions) -> anyhow::Result<Opened> {
        let mut text = PositionText::parse(self.0)?;
        if library.is_tree()
            && let Some(setup) = self.setup()
        {
            text.setup = Some(setup);
        }
        Ok((options.of_game(library), text))
    }
}

/// The options of a game, and a position of it.
type Opened = (Vec<(String, String)>, PositionText);
