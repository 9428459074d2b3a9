//! `plyd explain --worksheet` and the check of its answers.

use super::super::errand::{Answer, Errand, Helpers, Scene};
use super::super::program::Program;
use super::super::standard_output;
use super::choices::FormatName;
use super::{Explain, NOT_JUDGED, Opened, Wanted, search};
use crate::bounded_file;
use anyhow::{Context, bail, ensure};
use plyd_explain::{Explanation, Key, Marks, Part, Subject, Worksheet, answer_table, explain, grade, write_sheet};
use plyd_host::Library;
use plyd_player::{Room, SearchOptions};
use plyd_search::Algorithm;
use plyd_session::{Engine, position};
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
        let [sheet, answers] = match self.have_sheet(&engine, &mut helpers, program, &key, None)? {
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
        let (table, counts) = match self.have_sheet(&engine, &mut helpers, program, &key, Some(answers))? {
            Answer::Marked { table, counts } => (table, counts),
            _ => return Err(Answer::unexpected()),
        };
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

    /// Has all trees of a key explained, and written, or these answers graded.
    fn have_sheet(
        &self,
        engine: &Engine,
        helpers: &mut Helpers,
        program: &Program,
        key: &Key,
        answers: Option<String>,
    ) -> anyhow::Result<Answer> {
        let (mut game, mut positions) = (None::<Arc<Library>>, Vec::new());
        for (number, position) in (1..).zip(&key.positions) {
            let position = Wanted(position);
            let library = self.library(engine, helpers, program, position)?;
            let game = game.get_or_insert_with(|| Arc::clone(&library));
            ensure!(
                game.id() == library.id(),
                "exercise {number} is of the game {}, and those before it of {}; a worksheet is of one game",
                library.id(),
                game.id()
            );
            positions.push(position.opened(&library, &engine.games().options)?);
        }
        let game = game.context("the key has no exercise")?;
        let (wanted, search) = (self.in_own_language()?, search(engine, program));
        let sheet = Sheet { wanted, search, key: key.write(), positions, answers };
        helpers.run(&game, Errand::DrawSheet(Box::new(sheet)))
    }
}

/// The exercises of a worksheet, as data for whoever has the library of the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct Sheet {
    wanted: Explain,
    search: SearchOptions,
    /// As a file has it.
    key: String,
    /// The options and the positions of its exercises.
    positions: Vec<Opened>,
    /// Those that are to be graded.
    answers: Option<String>,
}

impl Sheet {
    /// What it takes.
    pub(in crate::cli) fn room(&self) -> Room {
        Room { hash: self.search.hash, threads: 1 }
    }

    /// Explains all exercises, and writes or grades them.
    pub(in crate::cli) fn draw(&self, scene: &Scene) -> anyhow::Result<Answer> {
        let usual = plyd_explain::Request { boards: false, ..self.wanted.request(&self.search) };
        let key = Key::read(&self.key, usual)?;
        let one = |(number, (options, text)): (usize, &Opened)| -> anyhow::Result<Explanation> {
            let position = position::open(&scene.library, options, text, &|| false)?;
            explain(&Subject { position }, &key.request, &scene.control()).with_context(|| format!("exercise {number}"))
        };
        let exercises: Vec<_> = (1..).zip(&self.positions).map(one).collect::<anyhow::Result<_>>()?;
        let mut style = self.wanted.style()?;
        if let Some(answers) = &self.answers {
            let Marks { table, counts } = grade(answers, &exercises, &style.speech)?;
            return Ok(Answer::Marked { table, counts });
        }
        if style.blank.is_empty() {
            style.blank = Part::OF_EXERCISE.to_vec();
        }
        let sheet = |is_answers| {
            let format = self.wanted.format.into();
            write_sheet(format, &exercises, &style, is_answers).context("this is no format of a worksheet")
        };
        Ok(Answer::Sheets([sheet(false)?, sheet(true)?]))
    }
}
