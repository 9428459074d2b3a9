//! Whoever shows how far a build is, and writes its files. What the build says of them is not relied on: a library may
//! have said it.

use super::told::BuildProgressOutput;
use crate::errand::{ErrandEvent, ErrandResult, SolveEvent, TableBuild, Word};
use anyhow::{Context, bail, ensure};
use plyd_tablebase::{BuildEstimate, BuildFile, BuildProgress, BuiltTable, NewFile};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// An upper bound for the bytes of a file besides its positions: its header.
const MOST_AROUND: u64 = 16 << 20;

/// Writes the files of a build.
pub(super) struct Keeper<'a> {
    told: &'a BuildProgressOutput,
    /// Called when the build has a plan.
    begin: &'a dyn Fn(),
    table: PathBuf,
    /// The memory for the positions, in MiB.
    memory: u64,
    /// The most bytes of a file.
    most: u64,
    /// What an earlier build has left.
    unfinished: Option<PathBuf>,
    has_plan: bool,
    new: Option<NewTableFile>,
    /// Whether the file of what is unfinished is there.
    is_kept: bool,
    /// The bytes of the table, once it is in its place.
    built: Option<u64>,
}

/// A file that is being written.
struct NewTableFile {
    which: BuildFile,
    file: NewFile,
    bytes: u64,
    /// It is said when the file should be put in its place.
    fault: Option<io::Error>,
}

/// What there is after a build.
#[derive(Debug)]
pub(super) enum BuildOutcome {
    Table(BuiltTable),
    /// So many positions were found, and are kept beside the place of the table.
    Unfinished {
        positions: u64,
    },
}

impl<'a> Keeper<'a> {
    pub(super) fn new(told: &'a BuildProgressOutput, begin: &'a dyn Fn(), table: PathBuf, build: &TableBuild) -> Self {
        let TableBuild { memory, unfinished, .. } = build;
        let most = build.position_bytes().saturating_add(MOST_AROUND);
        let (unfinished, is_kept) = (unfinished.clone(), unfinished.is_some());
        Self { told, begin, table, memory: *memory, most, unfinished, has_plan: false, new: None, is_kept, built: None }
    }

    pub(super) fn hear(&mut self, event: ErrandEvent) -> anyhow::Result<Option<Word>> {
        let ErrandEvent::Solving(solving) = event else { return Ok(None) };
        ensure!(
            self.has_plan != matches!(solving, SolveEvent::Plan { .. }),
            "the build says its plan at the wrong time"
        );
        match solving {
            SolveEvent::Plan { most, moves, step, has_cycles } => {
                self.has_plan = true;
                (self.begin)();
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                self.told.plan(most, self.memory, &BuildEstimate { moves, step, has_cycles });
                if let Some(part) = &self.unfinished {
                    self.told.say(&format!("the build continues from {}", part.display()));
                }
            }
            SolveEvent::Progress { positions, done, sweep } => {
                self.told.progress(BuildProgress { positions, done, sweep });
            }
            SolveEvent::File(which) => return self.open(which).map(Some),
            SolveEvent::Bytes(bytes) => self.write(&bytes)?,
            SolveEvent::Put => return self.put().map(Some),
            SolveEvent::Remove => {
                ensure!(self.built.is_some(), "the build has no table, and wants to remove what was found");
                // If it stays, the next build of this name finds the table finished at once.
                let _ = fs::remove_file(BuildFile::Unfinished.path(&self.table));
            }
        }
        Ok(None)
    }

    fn open(&mut self, which: BuildFile) -> anyhow::Result<Word> {
        ensure!(self.new.is_none() && self.built.is_none(), "the build begins a file at the wrong time");
        Ok(Word::Saved(match NewFile::new(&which.path(&self.table)) {
            Ok(file) => {
                self.new = Some(NewTableFile { which, file, bytes: 0, fault: None });
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }))
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(new) = &mut self.new else { bail!("the build writes a file without a beginning") };
        new.bytes += bytes.len() as u64;
        // The process of a library must not fill the disk.
        ensure!(new.bytes <= self.most, "the build writes more than {} bytes, which no such table has", self.most);
        if new.fault.is_none() {
            new.fault = new.file.write_all(bytes).err();
        }
        Ok(())
    }

    fn put(&mut self) -> anyhow::Result<Word> {
        let Some(NewTableFile { which, file, bytes, fault }) = self.new.take() else { bail!("the build ends no file") };
        let put = fault.map_or_else(|| file.put(), Err);
        match which {
            _ if put.is_err() => {}
            BuildFile::Table => self.built = Some(bytes),
            BuildFile::Unfinished => self.is_kept = true,
        }
        Ok(Word::Saved(put.map_err(|error| error.to_string())))
    }

    /// What there is now that the build has ended with this answer; it may have been stopped.
    pub(super) fn end(&self, answer: ErrandResult, must_stop: bool) -> anyhow::Result<BuildOutcome> {
        match answer {
            ErrandResult::Solved(solved) => {
                let bytes = self.built.context("the build has ended without a table")?;
                Ok(BuildOutcome::Table(solved.built(bytes)))
            }
            ErrandResult::Stopped { positions } => {
                ensure!(must_stop && self.is_kept, "the build has stopped without a file of what it has found");
                Ok(BuildOutcome::Unfinished { positions })
            }
            _ => Err(ErrandResult::unexpected()),
        }
    }
}

#[cfg(test)]
mod tests;
