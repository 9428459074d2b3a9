//! Worksheets: random trees as exercises, the key by which answers are graded, and the table of marks.

use crate::answer::StudentAnswer;
use crate::conventions::{CUTS, FAILS, ORDERS, name_of, named};
use crate::drawn::RegularTree;
use crate::{ExplainRequest, Explanation, Speech};
use plyd_foreign::cell;
use plyd_scripts::plain;
use plyd_search::{Algorithm, Conventions};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The most exercises of a worksheet.
pub const MOST_EXERCISES: u32 = 200;

/// The most leaves of an exercise.
pub const MOST_LEAVES: u32 = 256;

/// The most plies of an exercise.
pub const MOST_PLIES: u32 = 16;

/// The most trees that are drawn for an exercise until one has as many cuts as wanted.
const MOST_DRAWN: u32 = 1_000;

/// The exercises of a worksheet: as many random trees as wanted, each the same for the same seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worksheet {
    /// The number of exercises, at most [`MOST_EXERCISES`].
    pub count: u32,
    /// The seed.
    pub seed: u64,
    /// The plies of each tree.
    pub depth: u32,
    /// The children of each inner node.
    pub branching: u32,
    /// How often the search cuts in each exercise; `None` for at least once, if such a search of such trees can cut.
    pub cuts: Option<u32>,
}

/// Why there is no worksheet, or no table of marks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorksheetError {
    /// The trees are too large.
    #[error(
        "a tree with {branching} children at each node and {depth} plies has more than {MOST_LEAVES} leaves; choose \
         fewer children or plies"
    )]
    TooLarge {
        /// The children of a node.
        branching: u32,
        /// The plies.
        depth: u32,
    },
    /// The trees are too deep, which those with one child at each node can be.
    #[error("a tree of {depth} plies is too deep; choose at most {MOST_PLIES} plies")]
    TooDeep {
        /// The plies.
        depth: u32,
    },
    /// No tree has so many cuts, or nearly none.
    #[error(
        "none of {MOST_DRAWN} random trees with {branching} children at each node and {depth} plies has {}; choose \
         another number of cuts, children or plies",
        wanted(.cuts)
    )]
    NoCuts {
        /// The children of a node.
        branching: u32,
        /// The plies.
        depth: u32,
        /// The cuts that were wanted.
        cuts: Option<u32>,
    },
    /// The key is not one.
    #[error("this is not the key of a worksheet, which is the file key.json made with it: {0}")]
    Key(String),
    /// The marks cannot be written.
    #[error("cannot write the table of marks: {0}")]
    Marks(String),
}

/// The positions and the kind of search of a worksheet, as its key has them.
#[derive(Clone, Debug, PartialEq)]
pub struct WorksheetKey {
    /// The trees, in the order of the exercises.
    pub positions: Vec<String>,
    /// The kind of search.
    pub request: ExplainRequest,
}

/// A table of students' answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTable {
    lines: Vec<AnswerLine>,
    /// The students with an unanswered line; they may have no other line.
    students: BTreeSet<String>,
    exercises: usize,
}

/// One of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AnswerLine {
    student: String,
    /// The number of the exercise as written.
    exercise: String,
    /// The same from 0 with the answer, or why they cannot be judged.
    given: Result<(usize, String), String>,
}

/// The mark of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerMark {
    /// Whether it is right; `None` if it cannot be judged.
    pub is_right: Option<bool>,
    /// Why it is not.
    pub remark: String,
}

/// The marks of many answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The table as CSV: student, exercise, mark and remark.
    pub table: String,
    /// The numbers of right answers, of wrong ones and exercises that were not answered, and of lines that cannot be
    /// judged.
    pub counts: [usize; 3],
}

fn wanted(cuts: &Option<u32>) -> String {
    match cuts {
        None => "a cut".into(),
        Some(1) => "exactly 1 cut".into(),
        Some(cuts) => format!("exactly {cuts} cuts"),
    }
}

impl Worksheet {
    /// The trees, by whose search with this request the cuts are counted.
    ///
    /// # Errors
    /// They are too large, or do not have as many cuts as wanted.
    pub fn trees(&self, request: &ExplainRequest) -> Result<Vec<String>, WorksheetError> {
        let &Self { count, seed, depth, branching, .. } = self;
        let leaves = branching.checked_pow(depth).filter(|&leaves| leaves <= MOST_LEAVES);
        if leaves.is_none() {
            return Err(WorksheetError::TooLarge { branching, depth });
        }
        if depth > MOST_PLIES {
            return Err(WorksheetError::TooDeep { depth });
        }
        let mut state = seed;
        (0..count).map(|_| self.tree(&mut state, request)).collect()
    }

    /// The next tree of a generator that has as many cuts as wanted.
    fn tree(&self, state: &mut u64, request: &ExplainRequest) -> Result<String, WorksheetError> {
        let &Self { depth, branching, cuts, .. } = self;
        let can_cut = request.algorithm == Algorithm::AlphaBeta && branching > 1 && depth > 1;
        let fits = |tree: &RegularTree| match cuts {
            None => !can_cut || tree.cuts(request) > 0,
            Some(cuts) => tree.cuts(request) == cuts,
        };
        let tree = (0..MOST_DRAWN).map(|_| RegularTree::next(state, branching, depth)).find(fits);
        Ok(tree.ok_or(WorksheetError::NoCuts { branching, depth, cuts })?.text())
    }
}

impl WorksheetKey {
    /// The key as text, to be kept in a file.
    #[must_use]
    pub fn write(&self) -> String {
        format!("{:#}\n", self.to_json())
    }

    /// The same as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let ExplainRequest { algorithm, conventions, order, depth, .. } = self.request;
        json!({
            "worksheet": 1,
            "algorithm": algorithm.name(),
            "depth": depth,
            "cut": name_of(&CUTS, conventions.cut),
            "fail": name_of(&FAILS, conventions.fail),
            "order": name_of(&ORDERS, order),
            "exercises": self.positions,
        })
    }

    /// Reads the text of a key. What it does not say is as in `usual`.
    ///
    /// # Errors
    /// It is no key; the error says what is wrong.
    pub fn read(text: &str, usual: ExplainRequest) -> Result<Self, WorksheetError> {
        let wrong = |text: &str| WorksheetError::Key(text.to_owned());
        let key: Value =
            serde_json::from_str(text).map_err(|error| WorksheetError::Key(format!("it is not JSON ({error})")))?;
        if key["worksheet"] != 1 {
            return Err(wrong("its field worksheet must be 1"));
        }
        let exercises =
            key["exercises"].as_array().ok_or_else(|| wrong("its field exercises must be a list of trees"))?;
        if exercises.len() > MOST_EXERCISES as usize {
            return Err(WorksheetError::Key(format!("it has more than {MOST_EXERCISES} exercises")));
        }
        let position = |tree: &Value| tree.as_str().map(str::to_owned);
        let positions: Option<Vec<String>> = exercises.iter().map(position).collect();
        let algorithm = key["algorithm"]
            .as_str()
            .and_then(|name| Algorithm::BY_DEPTH.into_iter().find(|algorithm| algorithm.name() == name));
        let depth = match &key["depth"] {
            Value::Null => None,
            depth => {
                let number = depth.as_u64().and_then(|depth| u32::try_from(depth).ok()).filter(|&depth| depth > 0);
                Some(number.ok_or_else(|| wrong("its field depth must be null or a whole number from 1"))?)
            }
        };
        let chosen = |field: &str| key[field].as_str().unwrap_or_default();
        let request = ExplainRequest {
            algorithm: algorithm.ok_or_else(|| wrong("its field algorithm must be minimax, alphabeta or pvs"))?,
            conventions: Conventions {
                cut: named(&CUTS, chosen("cut")).ok_or_else(|| wrong("its field cut must be equal or strict"))?,
                fail: named(&FAILS, chosen("fail")).ok_or_else(|| wrong("its field fail must be soft or hard"))?,
            },
            order: named(&ORDERS, chosen("order"))
                .ok_or_else(|| wrong("its field order must be left, right or best"))?,
            depth,
            ..usual
        };
        Ok(Self { positions: positions.ok_or_else(|| wrong("each of its exercises must be a text"))?, request })
    }
}

/// The table that students' answers are written into: a line for each exercise.
#[must_use]
pub fn answer_table(exercises: usize) -> String {
    let lines: String = (1..=exercises).map(|number| format!(",{number},\n")).collect();
    format!("student,exercise,answer\n{lines}")
}

impl AnswerTable {
    /// Reads a table of answers to so many exercises: CSV with the columns student, exercise (its number from 1) and
    /// answer. A line that is none of that gets a remark in place of a mark; an empty answer is none.
    #[must_use]
    pub fn read(table: &str, exercises: usize) -> Self {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(table.as_bytes());
        let mut answered = BTreeSet::new();
        let (mut lines, mut students) = (Vec::new(), BTreeSet::new());
        for (number, record) in (1..).zip(reader.records()) {
            let record = record.unwrap_or_default();
            let at = record.position().map_or(number, csv::Position::line);
            let [student, exercise] = [0, 1].map(|column| record.get(column).unwrap_or_default().to_owned());
            if number == 1 && exercise.trim().eq_ignore_ascii_case("exercise") {
                continue;
            }
            // An answer that was not put in quotes has commas of its own.
            let answer = record.iter().skip(2).collect::<Vec<_>>().join(",");
            let place = plain(exercise.trim()).parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let given = match place.filter(|&place| place < exercises) {
                // The empty table has lines that were not filled in.
                Some(_) if answer.trim().is_empty() => {
                    if !student.trim().is_empty() {
                        students.insert(student);
                    }
                    continue;
                }
                Some(place) if answered.insert((student.clone(), place)) => Ok((place, answer)),
                Some(place) => {
                    Err(format!("line {at}: exercise {} is answered a second time; the first answer counts", place + 1))
                }
                None if record.len() < 2 => {
                    Err(format!("line {at}: write a student, the number of an exercise, and an answer"))
                }
                None => Err(format!("line {at}: there is no exercise {exercise}; they are 1 to {exercises}")),
            };
            lines.push(AnswerLine { student, exercise, given });
        }
        Self { lines, students, exercises }
    }

    /// The answers that can be judged, each with the number of its exercise from 0.
    pub fn all(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().filter_map(|line| line.given.as_ref().ok().map(|(place, answer)| (*place, answer.as_str())))
    }

    /// The table with the marks of [all](Self::all) answers, in their order. A mark is 1 for a right answer, 0 for a
    /// wrong one, and empty for a line that cannot be judged; the remark says why. Then each student has a 0 for each
    /// exercise that he did not answer, and the sum.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn marked(&self, marks: &[AnswerMark], speech: &Speech) -> Result<Marks, WorksheetError> {
        let unwritten = |error: String| WorksheetError::Marks(error);
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut counts = [0; 3];
        let mut row = |cells: [&str; 4]| {
            let cells = cells.map(|text| cell(text).into_owned());
            writer.write_record(cells).map_err(|error| unwritten(error.to_string()))
        };
        row(["student", "exercise", "mark", "remark"])?;
        let unanswered = self.students.iter().map(|student| (student.as_str(), (0, BTreeSet::new())));
        let mut students: BTreeMap<&str, (usize, BTreeSet<usize>)> = unanswered.collect();
        let mut marks = marks.iter();
        for AnswerLine { student, exercise, given } in &self.lines {
            let (is_right, remark) = match given {
                Err(wrong) => (None, speech.retold(wrong)),
                Ok(_) => marks.next().map_or((None, String::new()), |mark| (mark.is_right, mark.remark.clone())),
            };
            let (which, text) = match is_right {
                Some(true) => (0, "1"),
                Some(false) => (1, "0"),
                None => (2, ""),
            };
            counts[which] += 1;
            row([student, exercise, text, &remark])?;
            if let Ok((place, _)) = given {
                let (right, answered) = students.entry(student).or_default();
                *right += usize::from(which == 0);
                answered.insert(*place);
            }
        }
        for (student, (right, answered)) in &students {
            for place in (0..self.exercises).filter(|place| !answered.contains(place)) {
                counts[1] += 1;
                row([student, &(place + 1).to_string(), "0", &speech.retold("not answered")])?;
            }
            row([student, "all", &right.to_string(), &format!("{right} / {}", self.exercises)])?;
        }
        let bytes = writer.into_inner().map_err(|error| unwritten(error.to_string()))?;
        Ok(Marks { table: String::from_utf8_lossy(&bytes).into_owned(), counts })
    }
}

/// Grades a table of [answers](AnswerTable) to these exercises.
///
/// # Errors
/// The marks cannot be written. A line that cannot be read is no error.
pub fn grade(answers: &str, exercises: &[Explanation], speech: &Speech) -> Result<Marks, WorksheetError> {
    let answers = AnswerTable::read(answers, exercises.len());
    let marks: Vec<_> = answers.all().map(|(number, answer)| mark(answer, &exercises[number], speech)).collect();
    answers.marked(&marks, speech)
}

/// The mark of an answer to an exercise. It is right if it says which leaves are never read, or, if the search skips
/// nothing by its nature, what the root is worth, and if all that it says is right.
#[must_use]
pub fn mark(answer: &str, exercise: &Explanation, speech: &Speech) -> AnswerMark {
    let (is_right, remark) = match StudentAnswer::read(answer, exercise) {
        Err(error) => (None, speech.retold(&error.to_string())),
        Ok(answer) => match (answer.difference(exercise), answer.missing(exercise)) {
            (Some(difference), _) => (Some(false), difference.tell(exercise, speech)),
            (None, Some(missing)) => (Some(false), speech.retold(missing)),
            (None, None) => (Some(true), String::new()),
        },
    };
    AnswerMark { is_right, remark }
}
