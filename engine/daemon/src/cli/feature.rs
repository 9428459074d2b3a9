//! Features of the program that it can be built without. Their commands and flags are still there, so that no one takes
//! them for misspelt, and are refused.

use clap::builder::StyledStr;

/// A feature of the program that it can do without.
#[derive(Debug)]
pub(super) struct Feature {
    /// What it is for.
    purpose: &'static str,
    is_built: bool,
}

pub(super) const BROKER: Feature =
    Feature { purpose: "matches over many machines", is_built: cfg!(feature = "broker") };

pub(super) const POSTGRES: Feature = Feature { purpose: "records in PostgreSQL", is_built: cfg!(feature = "postgres") };

impl Feature {
    /// Why this program does not do it, and how to get one that does.
    pub(super) fn refusal(&self) -> String {
        let purpose = self.purpose;
        format!(
            "this plyd was built without {purpose}; install a package of plyd, or build it with `cargo build --release \
             --features full`"
        )
    }

    /// The short help of what needs the feature.
    pub(super) fn help(&self, text: &str) -> String {
        if self.is_built { text.to_owned() } else { format!("{text} (not in this build)") }
    }

    /// Its long help, if there is something more to say.
    pub(super) fn long_help(&self, text: &str) -> Option<StyledStr> {
        let said = || format!("{text}\n\nNot in this build: {}.", self.refusal());
        (!self.is_built).then(|| said().into())
    }
}
