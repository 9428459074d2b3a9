//! `plyd explain --worksheet` and the check of its answers.

use super::super::errand::{Answer, Errand, Helpers, Scene};
use super::super::program::Program;
use super::super::standard_output;
use super::choices::FormatName;
use super::{Explain, NOT_JUDGED, Opened, Wanted, search};
use crate::bounded_file;
use anyhow::{Context, bail, ensure};
use plyd_explain::{
    Answers, Explanation, Key, Mark, Marks, Part, Subject, Worksheet, WorksheetError, answer_table, explain, mark,
    write_sheet,
};
use plyd_host::Library;
use plyd_player::{Room, SearchOptions};
use plyd_search::Algorithm;
use plyd_session::Engine;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The plies of the trees, unless said otherwise.
const USUAL_DEPTH: u32 = 3;

impl Explain {
    /// Writes the exercises, their answers, the key and an empty table of answers into a folder.
    pub(super) fn make_worksheet(&self, program: &Program, count: u32) -> anyhow::Result<ExitCode> {
        let extension = match self.format {
            FormatName::Svg => "svg",
            FormatName::Tikz => "tex",
            FormatName::Html => "html",
            _ => bail!("a worksheet is for print; choose --format svg, tikz or html"),
        };
        let folder = self.output.as_deref().context("a worksheet needs a folder; name it with --output")?;
        ensure!(!standard_output::is_named(folder), "a worksheet is several files; name a folder with --output");
        let depth = self.depth.unwrap_or(USUAL_DEPTH);
        let positions = Worksheet { count, seed: self.seed, depth, branching: self.branching }.trees()?;
        let (engine, mut helpers) = program.start_helped()?;
        // Each tree is searched to its end.
        let request = self.request(&search(&engine, program));
        let request = plyd_explain::Request { depth: None, boards: false, ..request };
        ensure!(request.algorithm != Algorithm::Pvs, "a worksheet is about minimax or alphabeta, which have textbooks");
        let key = Key { positions, request };
        let exercises = key.positions.len();
        let mut games = self.games(&engine, &mut helpers, program, &key)?;
        let (Some(game), true) = (games.pop(), games.is_empty()) else {
            bail!("the trees are positions of several games; name the one of trees with --game");
        };
        let [sheet, answers] = match self.have_sheet(&engine, &mut helpers, program, &key, game, None)? {
            Answer::Sheets(sheets) => sheets,
            _ => return Err(Answer::unexpected()),
        };
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (name, text) in [
            (format!("exercises.{extension}"), sheet),
            (format!("answers.{extension}"), answers),
            ("key.json".to_owned(), key.write()),
            ("answers.csv".to_owned(), answer_table(exercises)),
        ] {
            standard_output::save(&folder.join(name), &text)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Checks all answers of a file, and writes the table of marks.
    pub(super) fn grade(&self, program: &Program, key: &Path, answers: &str) -> anyhow::Result<ExitCode> {
        let read = |file: &Path| bounded_file::read(file).with_context(|| format!("cannot read {}", file.display()));
        let (key, answers) = (read(key)?, read(Path::new(answers))?);
        let (engine, mut helpers) = program.start_helped()?;
        let key = Key::read(&key, self.request(&search(&engine, program)))?;
        let answers = Answers::read(&answers, key.positions.len())?;
        let mut marks = vec![Mark { is_right: None, remark: String::new() }; answers.all().len()];
        for game in self.games(&engine, &mut helpers, program, &key)? {
            let of_game = |exercise: usize| game.exercises.iter().position(|one| one.number == exercise);
            let (places, given): (Vec<_>, Vec<_>) = (0..)
                .zip(answers.all())
                .filter_map(|(place, (exercise, answer))| Some((place, (of_game(exercise)?, answer.to_owned()))))
                .unzip();
            let marked = match self.have_sheet(&engine, &mut helpers, program, &key, game, Some(given))? {
                Answer::Marked(marked) if marked.len() == places.len() => marked,
                _ => return Err(Answer::unexpected()),
            };
            for (place, (is_right, remark)) in places.into_iter().zip(marked) {
                marks[place] = Mark { is_right, remark };
            }
        }
        let Marks { table, counts } = answers.marked(&marks)?;
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
        helpers: &mut Helpers,
        program: &Program,
        key: &Key,
    ) -> anyhow::Result<Vec<OfGame>> {
        let mut games: Vec<OfGame> = Vec::new();
        for (number, position) in key.positions.iter().enumerate() {
            let position = Wanted(position);
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
        helpers: &mut Helpers,
        program: &Program,
        key: &Key,
        game: OfGame,
        answers: Option<Vec<(usize, String)>>,
    ) -> anyhow::Result<Answer> {
        let (wanted, search) = (self.in_own_language()?, search(engine, program));
        let sheet = Sheet { wanted, search, key: key.write(), exercises: game.exercises, answers };
        helpers.run(&game.library, Errand::DrawSheet(Box::new(sheet)))
    }
}

/// The exercises of a worksheet that are of one game.
struct OfGame {
    library: Arc<Library>,
    exercises: Vec<Exercise>,
}

/// An exercise.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Exercise {
    /// From 0.
    number: usize,
    /// Its options and its position.
    opened: Opened,
}

/// Exercises of a worksheet, as data for whoever has the library of their game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct Sheet {
    wanted: Explain,
    search: SearchOptions,
    /// As a file has it.
    key: String,
    exercises: Vec<Exercise>,
    /// What is to be graded: answers, each with the place of its exercise in this list.
    answers: Option<Vec<(usize, String)>>,
}

impl Sheet {
    /// What it takes.
    pub(in crate::cli) fn room(&self) -> Room {
        let request = self.request().unwrap_or_else(|_| self.wanted.request(&self.search));
        self.wanted.room(&request, self.exercises.len() as u64)
    }

    /// The kind of search that the key names.
    fn request(&self) -> Result<plyd_explain::Request, WorksheetError> {
        let usual = plyd_explain::Request { boards: false, ..self.wanted.request(&self.search) };
        Ok(Key::read(&self.key, usual)?.request)
    }

    /// Explains all exercises, and writes or grades them.
    pub(in crate::cli) fn draw(&self, scene: &Scene) -> anyhow::Result<Answer> {
        let request = self.request()?;
        let one = |Exercise { number, opened: (options, text) }: &Exercise| -> anyhow::Result<Explanation> {
            let position = scene.open(options, text)?;
            explain(&Subject { position }, &request, &scene.control())
                .with_context(|| format!("exercise {}", number + 1))
        };
        let exercises: Vec<_> = self.exercises.iter().map(one).collect::<anyhow::Result<_>>()?;
        scene.alone(|| self.write(&exercises))
    }

    /// Writes exercises, or grades the answers to them.
    fn write(&self, exercises: &[Explanation]) -> anyhow::Result<Answer> {
        let mut style = self.wanted.style()?;
        if let Some(answers) = &self.answers {
            let one = |(place, answer): &(usize, String)| {
                let exercise = exercises.get(*place).context("there is no such exercise")?;
                let Mark { is_right, remark } = mark(answer, exercise, &style.speech);
                Ok((is_right, remark))
            };
            return Ok(Answer::Marked(answers.iter().map(one).collect::<anyhow::Result<_>>()?));
        }
        if style.blank.is_empty() {
            style.blank = Part::OF_EXERCISE.to_vec();
        }
        let sheet = |is_answers| {
            let format = self.wanted.format.into();
            write_sheet(format, exercises, &style, is_answers).context("this is no format of a worksheet")
        };
        Ok(Answer::Sheets([sheet(false)?, sheet(true)?]))
    }
}
