//! Sample settings and players of a match, for tests of stores.

use super::InMemory;
use crate::identity::{EngineIdentity, LibraryIdentity, MatchIdentity};
use plyd_host::ContentHash;
use plyd_tournament::settings::{MatchPlan, MatchSettings};

pub(crate) fn settings() -> MatchSettings {
    let text = "engine = ['name=A builtin depth=1', 'name=\"B, the \\\"2nd\\\"\" builtin depth=1']";
    let plan = MatchPlan::from_toml(&text.replace("\\\"", "")).unwrap();
    plan.settle("tictactoe", Vec::new(), 0).unwrap()
}

pub(crate) fn identity() -> MatchIdentity {
    let library =
        LibraryIdentity { id: "tictactoe".into(), version: "1.2".into(), hash: ContentHash::of(b"a library") };
    let engines = vec![EngineIdentity::default(); 2];
    MatchIdentity { plyd: "1.0 (abc)".into(), library, engines, tablebases: Vec::new() }
}

/// Creates a store without games.
pub(crate) fn in_memory(settings: MatchSettings) -> InMemory {
    InMemory::new("a match", settings, identity())
}
