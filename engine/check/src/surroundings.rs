//! What belongs to the whole process, and what a library should leave alone: the working folder, the umask, the
//! handling of signals, the environment, and how numbers are rounded.
//!
//! Each test has a process of its own, so that nothing is put back here.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::hint::black_box;
use std::path::PathBuf;

/// All of it at some time. The rounding mode is the thread's.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProcessSurroundings {
    folder: Option<PathBuf>,
    environment: BTreeMap<OsString, OsString>,
    umask: Option<String>,
    ignored: Option<u64>,
    handled: Option<u64>,
    rounding: [bool; 4],
}

impl ProcessSurroundings {
    /// As they are now.
    pub(super) fn now() -> Self {
        // Source: Linux, Documentation/filesystems/proc.rst, table 1-2. Other systems do not say.
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim());
        let signals = |name| field(name).and_then(|value| u64::from_str_radix(value, 16).ok());
        Self {
            folder: env::current_dir().ok(),
            environment: env::vars_os().collect(),
            umask: field("Umask:").map(str::to_owned),
            ignored: signals("SigIgn:"),
            handled: signals("SigCgt:"),
            rounding: rounding(),
        }
    }

    /// What is different now, one sentence each.
    pub(super) fn changes(&self) -> Vec<String> {
        self.differences(&Self::now())
    }

    fn differences(&self, now: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.folder != now.folder {
            changes.push("the working folder of the process".to_owned());
        }
        if self.umask != now.umask {
            changes.push("the umask of the process".into());
        }
        let bits = |one: Option<u64>, other: Option<u64>| one.unwrap_or(0) ^ other.unwrap_or(0);
        let signals = bits(self.ignored, now.ignored) | bits(self.handled, now.handled);
        if signals != 0 {
            let numbers: Vec<String> =
                (0..64).filter(|bit| signals >> bit & 1 == 1).map(|bit: u32| (bit + 1).to_string()).collect();
            changes.push(format!("how the process handles the signals {}", numbers.join(", ")));
        }
        let names = self.environment.keys().chain(now.environment.keys());
        let mut changed: Vec<String> = names
            .filter(|name| self.environment.get(*name) != now.environment.get(*name))
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        changed.sort_unstable();
        changed.dedup();
        if !changed.is_empty() {
            changes.push(format!("the environment: {}", changed.join(", ")));
        }
        if self.rounding != now.rounding {
            changes.push("how the processor rounds numbers".into());
        }
        changes.into_iter().map(|what| format!("the library changed {what}")).collect()
    }
}

/// Whether sums are rounded to the nearest number, and whether numbers near zero are kept.
fn rounding() -> [bool; 4] {
    let (one, little, least) = (black_box(1.0_f64), black_box(f64::EPSILON / 4.0), black_box(f64::MIN_POSITIVE));
    [one + little == one, -one - little == -one, one - little / 2.0 == one, least / 2.0 > 0.0]
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn each_change_has_its_sentence() {
        let before = ProcessSurroundings::now();
        assert!(before.folder.is_some() && before.umask.is_some() && before.handled.is_some(), "{before:?}");
        assert_eq!(before.rounding, [true; 4]);
        assert!(!before.environment.is_empty());
        let environment = [("LC_ALL", "C")].map(|(name, value)| (name.into(), value.into())).into();
        let one = ProcessSurroundings {
            folder: Some("/a".into()),
            environment,
            umask: Some("0022".into()),
            ignored: Some(0),
            handled: Some(1 << 10),
            rounding: [true; 4],
        };
        let other = ProcessSurroundings {
            folder: Some("/b".into()),
            environment: BTreeMap::new(),
            umask: Some("0077".into()),
            ignored: Some(1 << 14),
            handled: Some(0),
            rounding: [true, false, true, true],
        };
        assert_eq!(one.differences(&one), Vec::<String>::new());
        let changes = one.differences(&other);
        assert_eq!(
            changes,
            [
                "the library changed the working folder of the process",
                "the library changed the umask of the process",
                "the library changed how the process handles the signals 11, 15",
                "the library changed the environment: LC_ALL",
                "the library changed how the processor rounds numbers",
            ]
        );
    }
}
