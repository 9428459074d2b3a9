//! All kinds of stores behave alike, and a database survives the failures specific to databases.

mod database;
mod laws;
mod samples;
mod server;
