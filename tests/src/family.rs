//! The processes that a process has started.

use std::collections::HashMap;
use std::{fs, io};

/// A process below another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relative {
    /// Its number.
    pub process: u32,
    /// As it calls itself, in 15 bytes at most.
    pub name: String,
    /// Whether it has ended but has not been reaped.
    pub is_zombie: bool,
}

/// All processes below this one, in the order of their numbers.
///
/// # Errors
/// There is no `/proc`.
pub fn descendants(ancestor: u32) -> io::Result<Vec<Relative>> {
    let mut parents: HashMap<u32, (u32, Relative)> = HashMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        // It may end meanwhile.
        let Ok(stat) = fs::read(format!("/proc/{process}/stat")) else { continue };
        if let Some((parent, name, is_zombie)) = read(&String::from_utf8_lossy(&stat)) {
            parents.insert(process, (parent, Relative { process, name, is_zombie }));
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
    let below = parents.values().filter(|(_, relative)| is_below(relative.process));
    let mut found: Vec<_> = below.map(|(_, relative)| relative.clone()).collect();
    found.sort_unstable_by_key(|relative| relative.process);
    Ok(found)
}

/// The parent of a process, its name, and whether it is a zombie, from `PID (NAME) STATE PARENT ...`. The name may be
/// anything.
fn read(stat: &str) -> Option<(u32, String, bool)> {
    let (start, rest) = stat.rsplit_once(')')?;
    let (_, name) = start.split_once('(')?;
    let mut words = rest.split_whitespace();
    let state = words.next()?;
    Some((words.next()?.parse().ok()?, name.to_owned(), state == "Z"))
}

/// The memory of a process in KiB, where shared pages count in parts.
pub(crate) fn proportional_kib(process: u32) -> Option<u64> {
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
        assert_eq!(read("12 (a) (b) R 7 12 0"), Some((7, "a) (b".to_owned(), false)));
        assert_eq!(read("12 (plyd) Z 1 12 0"), Some((1, "plyd".to_owned(), true)));
        assert_eq!(read("12"), None);
    }

    #[test]
    fn children_and_their_memory_are_found() {
        let child = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().expect("there is a `sleep`");
        let child = Process::new(child);
        let own = std::process::id();
        let expected = Relative { process: child.id(), name: "sleep".into(), is_zombie: false };
        assert!(descendants(own).unwrap().contains(&expected));
        assert!(proportional_kib(own).is_some_and(|memory| memory > 0));
        drop(child);
        assert!(!descendants(own).unwrap().contains(&expected));
    }
}
