//! There is nothing in this crate: see its `Cargo.toml` and its README.md.
