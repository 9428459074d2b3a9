//! Drives the built binary for the end-to-end tests.
