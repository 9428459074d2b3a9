//! Any search of any game as a tree: what it did, event by event, which branches it cut, and why.
//!
//! [`explain`] runs the real search with an observer and returns an [`Explanation`]: the nodes, with what the search
//! found them worth, and the events, each with what caused it.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod answer;
mod board;
mod codes;
mod conventions;
mod counts;
mod course;
mod dot;
mod drawing;
mod drawn;
mod event;
mod expectation;
mod explain;
mod explanation;
mod format;
mod fraction;
mod history;
mod html;
mod json;
mod letters;
mod node;
mod order;
mod page_data;
mod picture;
mod recorder;
mod request;
mod script;
mod selection;
mod sheet;
mod speech;
mod style;
mod svg;
mod text;
mod tikz;
mod trace;
mod tree;
mod walk;
mod worksheet;

pub use answer::{AnswerError, Difference, StudentAnswer, StudentValue};
pub use codes::{CheckedCodes, check_codes};
pub use conventions::{CUTS, FAILS, ORDERS, named};
pub use counts::{Counts, UncutTree};
pub use course::{course_trees, write_course};
pub use event::{BoundSource, LeafKind, NodeId, SearchWindow, StarSide, TraceEvent, ValueRelation};
pub use expectation::Probability;
pub use explain::explain;
pub use explanation::{Explanation, Panel};
pub use format::{Format, memory_to_write, write};
pub use html::page_files;
pub use node::{NodeContent, TreeNode};
pub use request::{DEFAULT_MAX_NODES, ExplainError, ExplainRequest, ExplainSubject, MoveOrder, looks_like_a_tree};
pub use script::Script;
pub use sheet::write_sheet;
pub use speech::{LanguageError, Speech, environment_languages};
pub use style::{BoundsAt, DEFAULT_MOST_DRAWN, DrawingPart, Style, Theme};
pub use worksheet::{
    AnswerMark, AnswerTable, MOST_EXERCISES, MOST_LEAVES, MOST_PLIES, Marks, Worksheet, WorksheetError, WorksheetKey,
    answer_table, grade, mark,
};
