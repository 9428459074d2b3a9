//! Records of matches in PostgreSQL: many matches in one database, each with one writer and any number of readers.
//!
//! Architecture invariant: synchronous, as `plyd-arena` is. The client runs a runtime of its own, so a store must not be
//! used nor dropped on a thread that executes asynchronous code.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod address;
mod failure;
mod games;
mod link;
mod owner;
mod passwords;
mod rows;
mod store;
mod tables;
mod tls;
mod workers;

pub use address::Address;
pub use store::PostgresStore;
