//! What a build may say of its files, and what becomes of them.

use super::*;
use crate::errand::{Solved, Worth};
use plyd_protocol::PositionText;
use std::cell::Cell;
use std::path::Path;

const MOVES: Solving = Solving::Plan { most: 9, moves: 2.0, step: 1e-6, has_cycles: false };

/// A keeper of a table in this folder, and how often it was begun.
fn keep(folder: &Path, unfinished: bool, work: impl FnOnce(&mut Keeper<'_>, &Cell<u32>)) {
    let (told, begun) = (Told::quiet(), Cell::new(0));
    let begin = || begun.set(begun.get() + 1);
    let table = folder.join("t.plydtb");
    let unfinished = unfinished.then(|| Which::Unfinished.path(&table));
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

fn say(keeper: &mut Keeper<'_>, solving: Solving) -> anyhow::Result<Option<Word>> {
    keeper.hear(Event::Solving(solving))
}

fn write(keeper: &mut Keeper<'_>, which: Which, bytes: &[u8]) {
    assert_eq!(say(keeper, Solving::File(which)).unwrap(), Some(Word::Saved(Ok(()))));
    assert_eq!(say(keeper, Solving::Bytes(bytes.to_vec())).unwrap(), None);
    assert_eq!(say(keeper, Solving::Put).unwrap(), Some(Word::Saved(Ok(()))));
}

fn solved() -> Answer {
    Answer::Solved(Solved { positions: 7, sweeps: 1, root: Worth { win: None, utility: 0, distance: 3 } })
}

fn stopped() -> Answer {
    Answer::Stopped { positions: 7 }
}

#[test]
fn a_build_in_order_has_its_files() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), false, |keeper, begun| {
        say(keeper, MOVES).unwrap();
        assert_eq!(begun.get(), 1);
        write(keeper, Which::Unfinished, b"some");
        assert_eq!(names(folder.path()), ["t.plydtb.part"]);
        assert!(matches!(keeper.end(stopped(), true).unwrap(), Kept::Unfinished { positions: 7 }));
        write(keeper, Which::Table, b"all of it");
        say(keeper, Solving::Remove).unwrap();
        assert_eq!(names(folder.path()), ["t.plydtb"]);
        // The bytes that were written.
        assert!(matches!(keeper.end(solved(), false).unwrap(), Kept::Table(Built { positions: 7, bytes: 9, .. })));
    });
}

#[test]
fn nothing_is_said_at_the_wrong_time() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = || Solving::Bytes(vec![0]);
    keep(folder.path(), false, |keeper, begun| {
        for early in [Solving::File(Which::Table), bytes(), Solving::Put, Solving::Remove] {
            assert!(say(keeper, early).is_err());
        }
        assert_eq!(begun.get(), 0);
        say(keeper, MOVES).unwrap();
        for late in [MOVES, bytes(), Solving::Put] {
            assert!(say(keeper, late).is_err());
        }
        say(keeper, Solving::File(Which::Table)).unwrap();
        assert!(say(keeper, Solving::File(Which::Unfinished)).is_err());
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
        assert!(say(keeper, Solving::Remove).is_err());
        // It may be stopped while it reads.
        assert!(keeper.end(stopped(), true).is_ok() && keeper.end(stopped(), false).is_err());
        assert_eq!(names(folder.path()), ["t.plydtb.part"]);
        write(keeper, Which::Table, b"x");
        assert!(say(keeper, Solving::File(Which::Unfinished)).is_err(), "there is nothing more to write");
        say(keeper, Solving::Remove).unwrap();
        assert_eq!(names(folder.path()), ["t.plydtb"]);
    });
}

#[test]
fn an_end_without_its_file_is_none() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), false, |keeper, _| {
        say(keeper, MOVES).unwrap();
        assert!(keeper.end(solved(), false).is_err() && keeper.end(stopped(), true).is_err());
        write(keeper, Which::Unfinished, b"x");
        assert!(keeper.end(solved(), true).is_err() && keeper.end(stopped(), false).is_err());
        assert!(keeper.end(Answer::Opened, true).is_err());
    });
}

#[test]
fn a_file_has_a_most() {
    let folder = tempfile::tempdir().unwrap();
    keep(folder.path(), false, |keeper, _| {
        say(keeper, MOVES).unwrap();
        say(keeper, Solving::File(Which::Table)).unwrap();
        let piece = || Solving::Bytes(vec![0; 1 << 20]);
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
        let Some(Word::Saved(Err(reason))) = say(keeper, Solving::File(Which::Table)).unwrap() else {
            panic!("there is no folder")
        };
        assert!(reason.contains("No such file"), "{reason}");
        assert!(say(keeper, Solving::Bytes(vec![0])).is_err());
    });
}
