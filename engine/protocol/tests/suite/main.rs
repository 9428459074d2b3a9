//! Lines read and lines written.

mod commands;
mod errors;
mod laws;
mod options;
mod replies;
