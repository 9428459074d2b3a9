//! Tests of board games defined by data.

mod counts;
mod documents;
mod games;
mod given;
mod hostile;
mod language;
mod options;
