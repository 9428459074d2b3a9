//! `plyd explain --worksheet` and the check of its answers.

use super::super::program::Program;
use super::super::standard_output;
use super::choices::FormatName;
use super::{Explain, NOT_JUDGED, Wanted};
use crate::bounded_file;
use anyhow::{Context, bail, ensure};
use plyd_explain::{Explanation, Key, Part, Worksheet, answer_table, explain, grade, write_sheet};
use plyd_search::{Algorithm, Control};
use plyd_session::Engine;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

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
        let (_, engine) = program.start()?;
        // Each tree is searched to its end.
        let mut request = plyd_explain::Request { depth: None, ..self.request(&engine.games().options, program) };
        request.boards = false;
        ensure!(request.algorithm != Algorithm::Pvs, "a worksheet is about minimax or alphabeta, which have textbooks");
        let key = Key { positions, request };
        let exercises = self.explain_all(&engine, program, &key)?;
        let mut style = self.style()?;
        if style.blank.is_empty() {
            style.blank = Part::OF_EXERCISE.to_vec();
        }
        let sheet = |is_answers| {
            write_sheet(self.format.into(), &exercises, &style, is_answers).context("this is no format of a worksheet")
        };
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (name, text) in [
            (format!("exercises.{extension}"), sheet(false)?),
            (format!("answers.{extension}"), sheet(true)?),
            ("key.json".to_owned(), key.write()),
            ("answers.csv".to_owned(), answer_table(exercises.len())),
        ] {
            standard_output::save(&folder.join(name), &text)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Checks all answers of a file, and writes the table of marks.
    pub(super) fn grade(&self, program: &Program, key: &Path, answers: &str) -> anyhow::Result<ExitCode> {
        let read = |file: &Path| bounded_file::read(file).with_context(|| format!("cannot read {}", file.display()));
        let (key, answers) = (read(key)?, read(Path::new(answers))?);
        let (_, engine) = program.start()?;
        let key = Key::read(&key, self.request(&engine.games().options, program))?;
        let exercises = self.explain_all(&engine, program, &key)?;
        let marks = grade(&answers, &exercises, &self.style()?.speech)?;
        match &self.output {
            None => standard_output::print(&marks.table)?,
            Some(file) => standard_output::save(file, &marks.table)?,
        }
        Ok(match marks.counts {
            [_, 0, 0] => ExitCode::SUCCESS,
            [_, _, 0] => ExitCode::FAILURE,
            _ => ExitCode::from(NOT_JUDGED),
        })
    }

    fn explain_all(&self, engine: &Engine, program: &Program, key: &Key) -> anyhow::Result<Vec<Explanation>> {
        let options = engine.games().options.clone();
        let one = |(number, position): (usize, &String)| {
            let position = Wanted(position);
            let library = self.library(engine, program, position)?;
            let subject = position.subject(&library, &options)?;
            explain(&subject, &key.request, &Control::new()).with_context(|| format!("exercise {number}"))
        };
        (1..).zip(&key.positions).map(one).collect()
    }
}
