//! The processes that a process has started.

use std::collections::HashMap;
use std::{fs, io};

/// A process below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relative {
    pub(super) process: u32,
    /// Whether it has ended, and nobody has asked how.
    pub(super) is_zombie: bool,
}

/// All processes below this one, in the order of their numbers.
///
/// # Errors
/// There is no `/proc`.
pub(super) fn descendants(ancestor: u32) -> io::Result<Vec<Relative>> {
    let mut parents = HashMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        // It may end meanwhile.
        let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else { continue };
        if let Some((parent, is_zombie)) = parent(&stat) {
            parents.insert(process, (parent, is_zombie));
        }
    }
    let is_below = |mut process: u32| {
        while let Some(&(parent, _)) = parents.get(&process) {
            if parent == ancestor {
                return true;
            }
            process = parent;
        }
        false
    };
    let below = parents.iter().filter(|&(&process, _)| is_below(process));
    let mut found: Vec<_> = below.map(|(&process, &(_, is_zombie))| Relative { process, is_zombie }).collect();
    found.sort_unstable_by_key(|relative| relative.process);
    Ok(found)
}

/// The parent of a process, and whether it is a zombie, from `PID (NAME) STATE PARENT ...`. The name may be anything.
fn parent(stat: &str) -> Option<(u32, bool)> {
    let mut words = stat.rsplit_once(')')?.1.split_whitespace();
    let state = words.next()?;
    Some((words.next()?.parse().ok()?, state == "Z"))
}

/// The memory of a process in KiB, where shared pages count in parts.
pub(super) fn proportional_kib(process: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Process;
    use std::process::{Command, Stdio};

    #[test]
    fn names_of_programs_may_have_parentheses() {
        assert_eq!(parent("12 (a) b) R 7 12 0"), Some((7, false)));
        assert_eq!(parent("12 (plyd) Z 1 12 0"), Some((1, true)));
        assert_eq!(parent("12"), None);
    }

    #[test]
    fn children_and_their_memory_are_found() {
        let child = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().expect("there is a `sleep`");
        let child = Process::new(child);
        let own = std::process::id();
        let expected = Relative { process: child.id(), is_zombie: false };
        assert!(descendants(own).unwrap().contains(&expected));
        assert!(proportional_kib(own).is_some_and(|memory| memory > 0));
        drop(child);
        assert!(!descendants(own).unwrap().contains(&expected));
    }
}
