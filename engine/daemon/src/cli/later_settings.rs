//! Settings that have changed since a server was started: it reads them once, and says so when it is asked to reload.

use crate::settings::{PlydSettings, Sources};
use plyd_session::ReloadChange;

/// The settings that a server was started with, and where they came from.
#[derive(Clone, Debug)]
pub(super) struct LaterSettings {
    sources: Sources,
    at_start: PlydSettings,
}

impl LaterSettings {
    pub(super) fn new(sources: Sources, at_start: &PlydSettings) -> Self {
        Self { sources, at_start: at_start.clone() }
    }

    /// The settings that would be others now; nothing if they are the same, or came through a pipe.
    pub(super) fn change(&self) -> Option<ReloadChange> {
        // To read a pipe again is to wait for somebody who writes into it, perhaps for ever.
        if self.sources.file.as_deref().is_some_and(|file| file.metadata().is_ok_and(|data| !data.is_file())) {
            return None;
        }
        let reason = match PlydSettings::load(&self.sources) {
            Err(error) => format!("{error}; the server goes on with those of its start, and would not start again"),
            Ok(now) => {
                let changed = self.at_start.differences(&now).unwrap_or_default().join(", ");
                if changed.is_empty() {
                    return None;
                }
                format!("others since the start: {changed}; the server reads them only then, so restart it")
            }
        };
        Some(ReloadChange::Failed { what: "settings".to_owned(), reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn changed_settings_are_named_and_broken_ones_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plyd.toml");
        fs::write(&file, "[admin]\nsocket = \"/run/one\"\n").unwrap();
        let sources = Sources { file: Some(file.clone()), ..Sources::default() };
        let later = LaterSettings::new(sources.clone(), &PlydSettings::load(&sources).unwrap());
        assert_eq!(later.change(), None);
        let told = |text: &str| {
            fs::write(&file, text).unwrap();
            match later.change() {
                Some(ReloadChange::Failed { what, reason }) if what == "settings" => reason,
                other => panic!("{text:?}: {other:?}"),
            }
        };
        let changed = told("[admin]\nsocket = \"/run/two\"\n[options]\nHash = 7\n");
        assert_eq!(
            changed,
            "others since the start: admin.socket, options; the server reads them only then, so restart it"
        );
        assert!(told("").starts_with("others since the start: admin.socket; "));
        let broken = told("[admin]\nsockte = 1\n");
        assert!(broken.contains("sockte") && broken.ends_with("and would not start again"), "{broken}");
        assert!(!broken.contains('\n'), "{broken}");
    }
}
