//! The report for people.

use super::{Isolated, Memory};
use crate::print::write_fault;
use std::fmt::{self, Display, Formatter};

impl Display for Isolated {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.game {
            Some(game) => writeln!(f, "{}: {game}", self.file)?,
            None => writeln!(f, "{}: no game", self.file)?,
        }
        writeln!(f, "\nWithin the limits, on this system, a library")?;
        for held in &self.wall {
            let by = if held.by.is_empty() { "not held here".to_owned() } else { held.by.join(", ") };
            let verdict = if held.by.is_empty() { "OPEN" } else { "held" };
            writeln!(f, "{verdict:<8} {:<13} {}: {by}", held.name, held.what)?;
        }
        for lack in &self.lacks {
            writeln!(f, "         {lack}")?;
        }
        writeln!(f, "\nThis library")?;
        for beyond in &self.beyond {
            let verdict = if beyond.needed { "NEEDS" } else { "tries" };
            writeln!(f, "{verdict:<8} {:<13} beyond the limits: a library {}", beyond.name, beyond.what)?;
            write_fault(f, &beyond.finding)?;
        }
        if let Some(Memory { taken, allowed }) = self.memory {
            let [taken, allowed] = [taken, allowed].map(|bytes| bytes.div_ceil(1 << 20));
            writeln!(f, "takes    {:<13} {taken} MiB of address space, of {allowed} MiB", "memory")?;
        }
        match (&self.fault_without, &self.fault_within) {
            (Some(fault), _) => {
                writeln!(f, "FAULT    works neither within the limits nor without; `plyd check` says more")?;
                write_fault(f, fault)?;
            }
            (None, Some(fault)) => {
                writeln!(f, "FAULT    does not work within the limits")?;
                write_fault(f, fault)?;
            }
            (None, None) if self.beyond.is_empty() => writeln!(f, "ok       works within the limits")?,
            (None, None) => writeln!(f, "ok       works within the limits, without what it tries")?,
        }
        writeln!(f, "\nseed {}", self.seed)
    }
}
