//! There is nothing in this crate: see its `Cargo.toml`.
