//! Any search of any game as a tree: what it did, event by event, which branches it cut, and why.
//!
//! [`explain`] runs the real search with an observer and returns an [`Explanation`]: the nodes, with what the search
//! found them worth, and the events, each with what caused it.
#![forbid(unsafe_code)]

mod answer;
mod counts;
mod dot;
mod drawing;
mod event;
mod expectation;
mod explain;
mod explanation;
mod format;
mod html;
mod json;
mod node;
mod order;
mod picture;
mod recorder;
mod request;
mod speech;
mod svg;
mod text;
mod tikz;
mod trace;
mod tree;
mod walk;

pub use answer::{Answer, AnswerError, Difference, Said};
pub use counts::{Counts, Whole};
pub use event::{Bound, Bounds, Event, LeafKind, NodeId, Source, StarSide};
pub use expectation::Probability;
pub use explain::explain;
pub use explanation::Explanation;
pub use format::{BoundsAt, Format, Panel, Style, write};
pub use node::{Content, Node};
pub use order::Order;
pub use request::{DEFAULT_MAX_NODES, ExplainError, Request, Subject, looks_like_a_tree};
pub use speech::{LanguageError, Speech};
