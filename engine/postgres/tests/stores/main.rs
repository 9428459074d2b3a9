//! Stores of all kinds keep the same, and a database survives what a file need not fear.

mod database;
mod laws;
mod samples;
mod server;
