//! Lines read and lines written.

mod client;
mod commands;
mod document;
mod errors;
mod laws;
mod options;
mod replies;
