//! `explain worksheet` and `explain grade`: exercises of random trees, and answers to them.

use super::explain::{ExplainRefusal, bad};
use crate::position::{self, PositionRefused};
use plyd_explain::{
    DrawingPart, ExplainRequest, ExplainSubject, Explanation, Format, Speech, Style, Worksheet, WorksheetError,
    WorksheetKey, answer_table, explain, grade as mark, write_sheet,
};
use plyd_host::Position;
use plyd_protocol::{ErrorCode, Exercises, PositionText};
use plyd_search::{Algorithm, Control};
use serde_json::{Value, json};

/// The plies of an exercise, unless said otherwise.
const USUAL_DEPTH: u32 = 3;

/// The most exercises of one answer.
const MOST_EXERCISES: u32 = 50;

/// The most nodes of all exercises together, as all are kept until the sheets are written.
const MOST_NODES: usize = 4_000;

/// A worksheet: JSON with the pages of its exercises and answers, its key, and the table for answers.
pub(super) fn make(
    position: &Position,
    wanted: Exercises,
    request: &ExplainRequest,
    speech: Speech,
    control: &Control,
) -> Result<String, ExplainRefusal> {
    let Exercises { count, seed, branching, cuts } = wanted;
    if count > MOST_EXERCISES {
        return Err(bad(format!("a worksheet has at most {MOST_EXERCISES} exercises, not {count}")).into());
    }
    if request.algorithm == Algorithm::Pvs {
        return Err(bad("a worksheet is about `minimax` or `alphabeta`".into()).into());
    }
    let worksheet = Worksheet { count, seed, depth: request.depth.unwrap_or(USUAL_DEPTH), branching, cuts };
    // Each tree is searched to its end.
    let whole = ExplainRequest { depth: None, boards: false, ..*request };
    let key = WorksheetKey { positions: worksheet.trees(&whole)?, request: whole };
    let exercises = explain_all(position, &key, control)?;
    let style = Style { blank: DrawingPart::OF_EXERCISE.to_vec(), ..Style::new(speech) };
    let sheet = |is_answers| write_sheet(Format::Html, &exercises, &style, is_answers);
    let answer = json!({
        "exercises": sheet(false),
        "answers": sheet(true),
        "key": key.to_json(),
        "table": answer_table(exercises.len()),
    });
    Ok(answer.to_string())
}

/// The marks of answers: JSON with the table, and how many are right, wrong, or cannot be judged. `text` is JSON with the
/// key of a worksheet and the table of answers to it.
pub(super) fn grade(
    position: &Position,
    text: &str,
    request: &ExplainRequest,
    speech: &Speech,
    control: &Control,
) -> Result<String, ExplainRefusal> {
    let asked: Value = serde_json::from_str(text).map_err(|error| bad(format!("`grade` needs JSON: {error}")))?;
    let answers =
        asked["answers"].as_str().ok_or_else(|| bad("`answers` must be a text, the table of answers".into()))?;
    let key = WorksheetKey::read(&asked["key"].to_string(), ExplainRequest { boards: false, ..*request })?;
    let exercises = explain_all(position, &key, control)?;
    let marks = mark(answers, &exercises, speech)?;
    let [right, wrong, unjudged] = marks.counts;
    Ok(json!({ "table": marks.table, "right": right, "wrong": wrong, "unjudged": unjudged }).to_string())
}

/// The searches of all exercises, in the game of the position.
fn explain_all(position: &Position, key: &WorksheetKey, control: &Control) -> Result<Vec<Explanation>, ExplainRefusal> {
    let library = position.game().library();
    if !library.is_tree() {
        let text = "worksheets are of trees: choose a game of trees first, as with `setoption name UCI_Variant value leaftree`";
        return Err(bad(text.into()).into());
    }
    let mut explanations = Vec::new();
    let mut room = MOST_NODES;
    for (number, tree) in (1..).zip(&key.positions) {
        let wrong = |refusal: ExplainRefusal| match refusal {
            ExplainRefusal::Error(mut refused) => {
                refused.text = format!("exercise {number}: {}", refused.text);
                ExplainRefusal::Error(refused)
            }
            stopped => stopped,
        };
        let setup = PositionText { setup: Some(tree.clone()), ..PositionText::default() };
        let position =
            position::open(library, &[], &setup, &|| control.must_stop()).map_err(|error| wrong(error.into()))?;
        let request = ExplainRequest { most_nodes: room as u64, ..key.request };
        let explanation =
            explain(&ExplainSubject::from(position), &request, control).map_err(|error| wrong(error.into()))?;
        room = room.checked_sub(explanation.nodes.len()).filter(|&room| room > 0).ok_or_else(|| {
            let text = format!("the exercises have more than {MOST_NODES} nodes together");
            PositionRefused { code: ErrorCode::TooLarge, text }
        })?;
        explanations.push(explanation);
    }
    Ok(explanations)
}

impl From<WorksheetError> for ExplainRefusal {
    fn from(error: WorksheetError) -> Self {
        bad(error.to_string()).into()
    }
}
