//! Examines the library of a game the way a strict user would: the tests of `plyd check`.
//!
//! Each test of the list runs in a child process with a deadline, so that a library that crashes, hangs or exits fails
//! one test. [`check()`] has these processes started by a supervisor; the program calls [`serve_test`] in each, which loads
//! the library, does the test, and says what came of it. [`check_isolation`] and [`serve_wall`] do the same within the
//! limits of a process that is not trusted.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod cause;
mod changed;
mod check;
mod elsewhere;
mod error;
mod examination;
mod exchanged;
mod inside;
mod isolation;
mod ledger;
#[cfg(test)]
mod planted;
mod print;
mod process;
mod processor_time;
mod random;
mod report;
mod spent;
mod subject;
mod suite;
mod surroundings;
mod twins;
mod visit;
mod walk;
mod words;

pub use check::{CheckRequest, CheckResult, check, test_names};
pub use error::CheckError;
pub use inside::serve_test;
pub use isolation::{Isolated, WallRequest, check_isolation, serve_wall};
pub use subject::CheckSubject;
