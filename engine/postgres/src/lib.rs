//! Match records in PostgreSQL: many matches per database, each with one writer and any number of readers.
//!
//! Architecture invariant: synchronous, like `plyd-arena`. The client has its own runtime, so a store must neither be
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
