//! The games that come with plyd, found by their folders. A test compares them with what is installed.

use plyd_trials::Shipped;
use std::sync::LazyLock;

/// Their ids, in alphabetical order.
pub static GAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| Shipped::all().iter().map(|game| game.id.as_str()).collect());
