//! What a build may say of its files, and what becomes of them.

use super::*;
use crate::errand::{SolvedSummary, WorthJson};
use plyd_protocol::PositionText;
use std::cell::Cell;
use std::path::Path;

const MOVES: SolveEvent = SolveEvent::Plan { most: 9, moves: 2.0, step: 1e-6, has_cycles: false };

/// A keeper of a table in this folder, and how often it was begun.
fn keep(folder: &Path, unfinished: bool, work: impl FnOnce(&mut Keeper<'_>, &Cell<u32>)) {
    let (told, begun) = (BuildProgressOutput::quiet(), Cell::new(0));
    let begin = || begun.set(begun.get() + 1);
    let table = folder.join("t.plydtb");
    let unfinished = unfinished.then(|| BuildFile::Unfinished.path(&table));
    let text = PositionText::parse("startpos").unwrap();
    let build = TableBuild { options: Vec::new(), text, memory: 1, unfinished };
    work(&mut Keeper::new(&told, &begin, table, &build), &begun);
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

fn say(keeper: &mut Keeper<'_>, solving: SolveEvent) -> anyhow::Result<Option<Word>> {
    keeper.hear(ErrandEvent::Solving(solving))
}

fn write(keeper: &mut Keeper<'_>, which: BuildFile, bytes: &[u8]) {
    assert_eq!(say(keeper, SolveEvent::File(which)).unwrap(), Some(Word::Saved(Ok(()))));
    assert_eq!(say(keeper, SolveEvent::Bytes(bytes.to_vec())).unwrap(), None);
    assert_eq!(say(keeper, SolveEvent::Put).unwrap(), Some(Word::Saved(Ok(()))));
}

fn solved() -> ErrandResult {
    ErrandResult::Solved(SolvedSummary {
        positions: 7,
        sweeps: 1,
        root: WorthJson { win: None, utility: 0, distance: 3 },
    })
}

fn stopped() -> ErrandResult {
    ErrandResult::Stopped { positions: 7 }
}

#[test]
fn a_build_in_order_has_its_files() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), false, |keeper, begun| {
        say(keeper, MOVES).unwrap();
        assert_eq!(begun.get(), 1);
        write(keeper, BuildFile::Unfinished, b"some");
        assert_eq!(names(folder.path()), ["t.plydtb.part"]);
        assert!(matches!(keeper.end(stopped(), true).unwrap(), BuildOutcome::Unfinished { positions: 7 }));
        write(keeper, BuildFile::Table, b"all of it");
        say(keeper, SolveEvent::Remove).unwrap();
        assert_eq!(names(folder.path()), ["t.plydtb"]);
        // The bytes that were written.
        assert!(matches!(
            keeper.end(solved(), false).unwrap(),
            BuildOutcome::Table(BuiltTable { positions: 7, bytes: 9, .. })
        ));
    });
}

#[test]
fn nothing_is_said_at_the_wrong_time() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = || SolveEvent::Bytes(vec![0]);
    keep(folder.path(), false, |keeper, begun| {
        for early in [SolveEvent::File(BuildFile::Table), bytes(), SolveEvent::Put, SolveEvent::Remove] {
            assert!(say(keeper, early).is_err());
        }
        assert_eq!(begun.get(), 0);
        say(keeper, MOVES).unwrap();
        for late in [MOVES, bytes(), SolveEvent::Put] {
            assert!(say(keeper, late).is_err());
        }
        say(keeper, SolveEvent::File(BuildFile::Table)).unwrap();
        assert!(say(keeper, SolveEvent::File(BuildFile::Unfinished)).is_err());
        assert_eq!(begun.get(), 1);
    });
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_earlier_build_keeps_its_file_until_the_table_is_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.plydtb.part"), "found before").unwrap();
    keep(folder.path(), true, |keeper, _| {
        say(keeper, MOVES).unwrap();
        assert!(say(keeper, SolveEvent::Remove).is_err());
        // It may be stopped while it reads.
        assert!(keeper.end(stopped(), true).is_ok() && keeper.end(stopped(), false).is_err());
        assert_eq!(names(folder.path()), ["t.plydtb.part"]);
        write(keeper, BuildFile::Table, b"x");
        assert!(say(keeper, SolveEvent::File(BuildFile::Unfinished)).is_err(), "there is nothing more to write");
        say(keeper, SolveEvent::Remove).unwrap();
        assert_eq!(names(folder.path()), ["t.plydtb"]);
    });
}

#[test]
fn an_end_without_its_file_is_none() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), false, |keeper, _| {
        say(keeper, MOVES).unwrap();
        assert!(keeper.end(solved(), false).is_err() && keeper.end(stopped(), true).is_err());
        write(keeper, BuildFile::Unfinished, b"x");
        assert!(keeper.end(solved(), true).is_err() && keeper.end(stopped(), false).is_err());
        assert!(keeper.end(ErrandResult::Opened, true).is_err());
    });
}

#[test]
fn a_file_has_a_most() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), false, |keeper, _| {
        say(keeper, MOVES).unwrap();
        say(keeper, SolveEvent::File(BuildFile::Table)).unwrap();
        let piece = || SolveEvent::Bytes(vec![0; 1 << 20]);
        for _ in 0..(MOST_AROUND >> 20) + 1 {
            say(keeper, piece()).unwrap();
        }
        let refused = say(keeper, piece()).unwrap_err().to_string();
        assert!(refused.contains("more than 17825792 bytes"), "{refused}");
    });
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_file_that_cannot_be_made_is_said_before_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder.path().join("missing"), false, |keeper, _| {
        say(keeper, MOVES).unwrap();
        let Some(Word::Saved(Err(reason))) = say(keeper, SolveEvent::File(BuildFile::Table)).unwrap() else {
            panic!("there is no folder")
        };
        assert!(reason.contains("No such file"), "{reason}");
        assert!(say(keeper, SolveEvent::Bytes(vec![0])).is_err());
    });
}
