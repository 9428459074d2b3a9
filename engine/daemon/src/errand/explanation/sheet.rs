//! The exercises of a worksheet, and the answers to them.

use super::{ExplainFlags, ExplanationText, OptionsAndPosition, of_flags};
use crate::errand::{ErrandContext, ErrandResult};
use anyhow::Context;
use plyd_explain::{
    AnswerMark, DrawingPart, ExplainSubject, Explanation, WorksheetError, WorksheetKey, explain, mark, write_course,
    write_sheet,
};
use plyd_player::{SearchOptions, SearchRoom};
use serde::{Deserialize, Serialize};

/// An exercise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Exercise {
    /// From 0.
    pub(crate) number: usize,
    /// Its options and its position.
    pub(crate) opened: OptionsAndPosition,
}

/// Exercises of a worksheet, for the process that has the library of their game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sheet {
    pub(crate) flags: ExplainFlags,
    pub(crate) search: SearchOptions,
    /// As a file has it.
    pub(crate) key: String,
    pub(crate) exercises: Vec<Exercise>,
    /// What is to be graded: answers, each with the place of its exercise in this list.
    pub(crate) answers: Option<Vec<(usize, String)>>,
    /// The trees come from a course.
    pub(crate) is_course: bool,
}

impl Sheet {
    /// What it takes.
    pub(crate) fn room(&self) -> SearchRoom {
        let request = self.request().unwrap_or_else(|_| self.flags.request(&self.search));
        self.flags.room(&request, self.exercises.len() as u64)
    }

    /// The kind of search that the key names.
    fn request(&self) -> Result<plyd_explain::ExplainRequest, WorksheetError> {
        let usual = plyd_explain::ExplainRequest { boards: false, ..self.flags.request(&self.search) };
        Ok(WorksheetKey::read(&self.key, usual)?.request)
    }

    /// Explains all exercises, and writes or grades them.
    pub(crate) fn draw(&self, scene: &ErrandContext) -> anyhow::Result<ErrandResult> {
        let request = self.request()?;
        let one = |Exercise { number, opened: (options, text) }: &Exercise| -> anyhow::Result<Explanation> {
            let whose = || format!("exercise {}", number + 1);
            let position = scene.open(options, text).with_context(whose)?;
            explain(&ExplainSubject::from(position), &request, &scene.control()).map_err(of_flags).with_context(whose)
        };
        let exercises: Vec<_> = self.exercises.iter().map(one).collect::<anyhow::Result<_>>()?;
        scene.alone(|| self.write(&exercises))
    }

    /// Writes exercises, or grades the answers to them.
    fn write(&self, exercises: &[Explanation]) -> anyhow::Result<ErrandResult> {
        let mut style = self.flags.style()?;
        if let Some(answers) = &self.answers {
            let one = |(place, answer): &(usize, String)| {
                let exercise = exercises.get(*place).context("there is no such exercise")?;
                let AnswerMark { is_right, remark } = mark(answer, exercise, &style.speech);
                Ok((is_right, remark))
            };
            return Ok(ErrandResult::Marked(answers.iter().map(one).collect::<anyhow::Result<_>>()?));
        }
        if self.is_course {
            return Ok(ErrandResult::Drawn(ExplanationText { text: write_course(exercises, &style), is_wrong: false }));
        }
        if style.blank.is_empty() {
            style.blank = DrawingPart::OF_EXERCISE.to_vec();
        }
        let sheet = |is_answers| {
            let format = self.flags.format.into();
            write_sheet(format, exercises, &style, is_answers).context("this is no format of a worksheet")
        };
        Ok(ErrandResult::Sheets([sheet(false)?, sheet(true)?]))
    }
}
