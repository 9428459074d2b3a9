//! `plyd explain --worksheet` and the check of its answers.

use super::super::program::Program;
use super::super::standard_output;
use super::{Explain, NOT_JUDGED, Wanted, search};
use crate::bounded_file;
use crate::errand::{Answer, Errand, Exercise, FormatName, Helpers, Sheet};
use anyhow::{Context, bail, ensure};
use plyd_explain::{Answers, Key, Mark, Marks, Worksheet, answer_table};
use plyd_host::Library;
use plyd_search::Algorithm;
use plyd_session::Engine;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The plies of the trees, unless said otherwise.
const USUAL_DEPTH: u32 = 3;

impl Explain {
    /// Writes the exercises, their answers, the key and an empty table of answers into a folder.
    pub(super) fn make_worksheet(&self, program: &Program, count: u32) -> anyhow::Result<ExitCode> {
        let extension = match self.flags.format {
            FormatName::Svg => "svg",
            FormatName::Tikz => "tex",
            FormatName::Html => "html",
            _ => bail!("a worksheet is for print; choose --format svg, tikz or html"),
        };
        let folder = self.output.as_deref().context("a worksheet needs a folder; name it with --output")?;
        ensure!(!standard_output::is_named(folder), "a worksheet is several files; name a folder with --output");
        let depth = self.flags.depth.unwrap_or(USUAL_DEPTH);
        let (engine, mut helpers) = program.start_helped()?;
        // Each tree is searched to its end.
        let request = self.flags.request(&search(&engine, program));
        let request = plyd_explain::Request { depth: None, boards: false, ..request };
        ensure!(request.algorithm != Algorithm::Pvs, "--worksheet needs --algorithm minimax or alphabeta");
        let worksheet = Worksheet { count, seed: self.seed, depth, branching: self.branching, cuts: self.cuts };
        let key = Key { positions: worksheet.trees(&request)?, request };
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
    pub(super) fn grade(&self, program: &Program, key: &Path, answers: &Path) -> anyhow::Result<ExitCode> {
        let read = |file: &Path| bounded_file::read(file).with_context(|| format!("cannot read {}", file.display()));
        let (key, answers) = (read(key)?, read(answers)?);
        let (engine, mut helpers) = program.start_helped()?;
        let key = Key::read(&key, self.flags.request(&search(&engine, program)))?;
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
        let (flags, search) = (self.flags.in_own_language()?, search(engine, program));
        let sheet = Sheet { flags, search, key: key.write(), exercises: game.exercises, answers };
        helpers.run(&game.library, Errand::DrawSheet(Box::new(sheet)))
    }
}

/// The exercises of a worksheet that are of one game.
struct OfGame {
    library: Arc<Library>,
    exercises: Vec<Exercise>,
}
