//! The tables of folders: known by their headers, and the memory for them.

use crate::tables::{build, open};
use kalah::Kalah;
use plyd_tablebase::Tablebases;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

#[test]
fn memory_is_reserved_as_far_as_there_is_any_and_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let (game, root) = open::<Kalah>("Houses=2\nSeeds=2\n");
    build(&game, &root, &folder.path().join("one.plydtb"));
    build(&game, &root, &folder.path().join("two.plydtb"));
    fs::write(folder.path().join("three.plydtb"), "no table").unwrap();
    fs::write(folder.path().join("four"), "nothing").unwrap();
    let folders = [folder.path().to_path_buf(), PathBuf::from("there/is/none")];
    let whole = Arc::new(Tablebases::open(&folders, 1 << 20));
    let names: Vec<_> = whole.tables().map(|table| table.name()).collect();
    assert_eq!(names, ["one.plydtb", "two.plydtb"]);
    let hashes: Vec<_> = whole.tables().map(|table| table.hash().clone()).collect();
    assert_eq!(hashes[0], hashes[1], "they are the same");
    let left: Vec<_> = whole.left().iter().map(|left| left.reason.as_str()).collect();
    assert_eq!(left[0], "is no table of plyd");
    assert!(left[1].starts_with("cannot be read: ") && left.len() == 2, "{left:?}");
    let needed = whole.reserve("test").bytes();
    assert!(needed > 0 && needed < 1 << 20);
    assert_eq!(whole.reserve("other").bytes(), 0);
    let little = Arc::new(Tablebases::open(&folders, needed + 7));
    let first = little.reserve("test");
    let second = little.reserve("test");
    assert_eq!((first.bytes(), second.bytes()), (needed, 7));
    drop(first);
    assert_eq!(little.reserve("test").bytes(), needed);
    drop(second);
}
