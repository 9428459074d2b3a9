//! Sessions with games, in this process: see docs/testing.md.

mod experience;
mod explain;
mod library_calls;
mod many_searches;
mod protocol;
mod ready_networks;
mod ready_tables;
mod repetition;
mod tablebases;
mod views;
