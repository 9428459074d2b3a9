//! `plyd explain --worksheet` and the check of its answers.

use super::super::program::Program;
use super::super::standard_output;
use super::{ExplainCommand, ExplainPosition, NOT_JUDGED, search};
use crate::bounded_file;
use crate::errand::{Errand, ErrandResult, ErrandWorkers, Exercise, FormatName, Sheet};
use anyhow::{Context, bail, ensure};
use plyd_explain::{
    AnswerMark, AnswerTable, CheckedCodes, MOST_EXERCISES, Marks, Speech, Worksheet, WorksheetKey, answer_table,
    check_codes, course_trees,
};
use plyd_host::Library;
use plyd_search::Algorithm;
use plyd_session::Engine;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Why a game cannot have random exercises.
const NO_TREES: &str = "the exercises are random trees, which this game does not read; name no game";

/// The file for students' answers.
const ANSWERS: &str = "answers.csv";

/// The plies of the trees, unless said otherwise.
const USUAL_DEPTH: u32 = 3;

impl ExplainCommand {
    /// Writes the exercises, their answers, the key and an empty table of answers into a folder.
    pub(super) fn make_worksheet(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let extension = match self.flags.format {
            FormatName::Svg => "svg",
            FormatName::Tikz => "tex",
            FormatName::Html => "html",
            _ => bail!("a worksheet is for print; choose --format svg, tikz or html"),
        };
        let folder = self.output.as_deref().context("a worksheet needs a folder; name it with --output")?;
        ensure!(!standard_output::is_named(folder), "a worksheet is several files; name a folder with --output");
        let own = self.trees.as_deref().map(trees).transpose()?;
        let (engine, mut helpers) = program.start_helped()?;
        let request = plyd_explain::ExplainRequest { boards: false, ..self.flags.request(&search(&engine, program)) };
        ensure!(request.algorithm != Algorithm::Pvs, "a worksheet needs --algorithm minimax or alphabeta");
        let key = match own {
            Some(positions) => WorksheetKey { positions, request },
            None => self.drawn(plyd_explain::ExplainRequest { depth: None, ..request })?,
        };
        let exercises = key.positions.len();
        let mut games = self.games(&engine, &mut helpers, program, &key)?;
        let game = one_game(&mut games)?;
        ensure!(self.trees.is_some() || game.library.is_tree(), NO_TREES);
        let [sheet, answers] =
            match self.have_sheet(&engine, &mut helpers, program, &key, game, WorksheetOutput::Sheet)? {
                ErrandResult::Sheets(sheets) => sheets,
                _ => return Err(ErrandResult::unexpected()),
            };
        // Students' answers may be nowhere else.
        let table = folder.join(ANSWERS);
        let is_filled = |old: String| AnswerTable::read(&old, MOST_EXERCISES as usize).all().next().is_some();
        ensure!(
            !bounded_file::read(&table).is_ok_and(is_filled),
            "{} contains answers; choose another folder, or move this file",
            table.display()
        );
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (name, text) in [
            (format!("exercises.{extension}"), sheet),
            (format!("answers.{extension}"), answers),
            ("key.json".to_owned(), key.write()),
            (ANSWERS.to_owned(), answer_table(exercises)),
        ] {
            standard_output::save(&folder.join(name), &text)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The key of a worksheet of random trees, each of which is searched to its end.
    fn drawn(&self, request: plyd_explain::ExplainRequest) -> anyhow::Result<WorksheetKey> {
        let count = self.worksheet.unwrap_or_default();
        let depth = self.flags.depth.unwrap_or(USUAL_DEPTH);
        let worksheet = Worksheet { count, seed: self.seed, depth, branching: self.branching, cuts: self.cuts };
        Ok(WorksheetKey { positions: worksheet.trees(&request)?, request })
    }

    /// Writes a course into a file.
    pub(super) fn make_course(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let file = self.output.as_deref().context("a course is a page; name its file with --output")?;
        let (engine, mut helpers) = program.start_helped()?;
        let request = self.flags.request(&search(&engine, program));
        let request = plyd_explain::ExplainRequest { depth: None, boards: false, ..request };
        ensure!(request.algorithm == Algorithm::AlphaBeta, "--course needs --algorithm alphabeta");
        let key = WorksheetKey { positions: course_trees(self.seed, &request)?, request };
        let mut games = self.games(&engine, &mut helpers, program, &key)?;
        let game = one_game(&mut games)?;
        ensure!(game.library.is_tree(), NO_TREES);
        match self.have_sheet(&engine, &mut helpers, program, &key, game, WorksheetOutput::Course)? {
            ErrandResult::Drawn(told) => standard_output::save(file, &told.text)?,
            _ => return Err(ErrandResult::unexpected()),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Checks the codes of a file, and writes the table of points.
    pub(super) fn check_codes(&self, codes: &Path) -> anyhow::Result<ExitCode> {
        let codes = bounded_file::read(codes).with_context(|| format!("cannot read {}", codes.display()))?;
        let CheckedCodes { table, wrong } = check_codes(&codes)?;
        match &self.output {
            None => standard_output::print(&table)?,
            Some(file) => standard_output::save(file, &table)?,
        }
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Checks all answers of a file, and writes the table of marks.
    pub(super) fn grade(&self, program: &Program, key: &Path, answers: &Path) -> anyhow::Result<ExitCode> {
        let read = |file: &Path| bounded_file::read(file).with_context(|| format!("cannot read {}", file.display()));
        let (key, answers) = (read(key)?, read(answers)?);
        let (engine, mut helpers) = program.start_helped()?;
        let key = WorksheetKey::read(&key, self.flags.request(&search(&engine, program)))?;
        let answers = AnswerTable::read(&answers, key.positions.len());
        let mut marks = vec![AnswerMark { is_right: None, remark: String::new() }; answers.all().count()];
        for game in self.games(&engine, &mut helpers, program, &key)? {
            let of_game = |exercise: usize| game.exercises.iter().position(|one| one.number == exercise);
            let (places, given): (Vec<_>, Vec<_>) = (0..)
                .zip(answers.all())
                .filter_map(|(place, (exercise, answer))| Some((place, (of_game(exercise)?, answer.to_owned()))))
                .unzip();
            let marked =
                match self.have_sheet(&engine, &mut helpers, program, &key, game, WorksheetOutput::Marks(given))? {
                    ErrandResult::Marked(marked) if marked.len() == places.len() => marked,
                    _ => return Err(ErrandResult::unexpected()),
                };
            for (place, (is_right, remark)) in places.into_iter().zip(marked) {
                marks[place] = AnswerMark { is_right, remark };
            }
        }
        let Marks { table, counts } = answers.marked(&marks, &Speech::new(self.flags.lang.as_deref())?)?;
        match &self.output {
            None => standard_output::print(&table)?,
            Some(file) => standard_output::save(file, &table)?,
        }
        Ok(match counts {
            [_, 0, 0] => ExitCode::SUCCESS,
            [_, _, 0] => ExitCode::FAILURE,
            _ => ExitCode::from(NOT_JUDGED),
        })
    }

    /// The exercises of a key, by their games.
    fn games(
        &self,
        engine: &Engine,
        helpers: &mut ErrandWorkers,
        program: &Program,
        key: &WorksheetKey,
    ) -> anyhow::Result<Vec<OfGame>> {
        let mut games: Vec<OfGame> = Vec::new();
        for (number, position) in key.positions.iter().enumerate() {
            let position = ExplainPosition(position);
            let library = self.library(engine, helpers, program, position)?;
            let exercise = Exercise { number, opened: position.opened(&library, &engine.games().options)? };
            match games.iter_mut().find(|game| game.library.id() == library.id()) {
                Some(game) => game.exercises.push(exercise),
                None => games.push(OfGame { library, exercises: vec![exercise] }),
            }
        }
        Ok(games)
    }

    /// Has the exercises of one game explained, and written, or these answers to them graded.
    fn have_sheet(
        &self,
        engine: &Engine,
        helpers: &mut ErrandWorkers,
        program: &Program,
        key: &WorksheetKey,
        game: OfGame,
        drawn: WorksheetOutput,
    ) -> anyhow::Result<ErrandResult> {
        let (flags, search) = (self.flags.in_own_language()?, search(engine, program));
        let is_course = matches!(drawn, WorksheetOutput::Course);
        let answers = if let WorksheetOutput::Marks(answers) = drawn { Some(answers) } else { None };
        let sheet = Sheet { flags, search, key: key.write(), exercises: game.exercises, answers, is_course };
        helpers.run(&game.library, Errand::DrawSheet(Box::new(sheet)))
    }
}

/// The game of all exercises.
fn one_game(games: &mut Vec<OfGame>) -> anyhow::Result<OfGame> {
    if games.len() > 1 {
        let other = games.iter().find(|game| !game.library.is_tree()).and_then(|game| game.exercises.first());
        let number = other.map_or(1, |exercise| exercise.number + 1);
        bail!(
            "exercise {number} is not a tree, as others are: write it as in ((3 5) (2 9)), or name the game of all \
             exercises with --game"
        );
    }
    games.pop().context("there is no exercise")
}

/// The trees of a file: one on each line that is neither blank nor a remark.
fn trees(file: &Path) -> anyhow::Result<Vec<String>> {
    let text = bounded_file::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let trees: Vec<String> = lines.map(str::to_owned).collect();
    let (count, most) = (trees.len(), MOST_EXERCISES as usize);
    ensure!(count > 0, "{} has no trees; write one on each line, as in ((3 5) (2 9))", file.display());
    ensure!(count <= most, "{} has {count} trees; a worksheet has at most {most}", file.display());
    Ok(trees)
}

/// What is made of exercises.
enum WorksheetOutput {
    Sheet,
    Course,
    /// The marks of these answers, each with the place of its exercise.
    Marks(Vec<(usize, String)>),
}

/// The exercises of a worksheet that are of one game.
struct OfGame {
    library: Arc<Library>,
    exercises: Vec<Exercise>,
}
