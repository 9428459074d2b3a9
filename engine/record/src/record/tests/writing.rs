//! Creation and naming of a record, and its writer lock.

use super::*;

#[test]
fn what_a_killed_program_left_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.db");
    let unfinished = folder.path().join("r.db-unfinished");
    fs::write(&unfinished, "SQLite format 3").unwrap();
    let mut record = create(&path).unwrap();
    record.add(&[game(0)]).unwrap();
    drop(record);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "files are left");
    // The state between two names, which a file has for a moment on some file systems.
    fs::hard_link(&path, &unfinished).unwrap();
    assert_refused(create(&path), &["exists"]);
    let other = folder.path().join("s.db");
    fs::hard_link(&path, folder.path().join("s.db-unfinished")).unwrap();
    drop(create(&other).unwrap());
    assert_eq!(games(&MatchRecord::read(&path).unwrap()), [game(0)]);
    assert_eq!(games(&MatchRecord::read(&other).unwrap()), []);
}

#[test]
fn a_file_of_someone_else_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, unfinished) = (folder.path().join("r.db"), folder.path().join("r.db-unfinished"));
    let database = folder.path().join("theirs");
    execute(&database, "CREATE TABLE game (number)", []);
    for theirs in [b"a letter".to_vec(), b"SQLite format 4 and so on".to_vec(), fs::read(&database).unwrap()] {
        fs::write(&unfinished, &theirs).unwrap();
        assert_refused(create(&path), &["r.db-unfinished", "move it away"]);
        assert_eq!(fs::read(&unfinished).unwrap(), theirs);
        assert!(!path.exists());
    }
    // A record of this program, partially written.
    let (_folder, ours) = finished();
    let ours = fs::read(ours).unwrap();
    for length in [1, 16, 40, 71, 72, 4_096] {
        fs::write(&unfinished, &ours[..length]).unwrap();
        drop(create(&path).unwrap());
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_record_that_is_finished_is_one_file_also_when_it_is_read() {
    let (folder, mut record) = record();
    record.add(&[game(0)]).unwrap();
    record.finish();
    drop(record);
    let count = || fs::read_dir(folder.path()).unwrap().count();
    let path = folder.path().join("r.db");
    assert_eq!(games(&MatchRecord::read(&path).unwrap()), [game(0)]);
    assert_eq!(count(), 1, "files are left");
    // It can still be continued.
    let mut record = MatchRecord::resume(&path).unwrap();
    record.add(&[game(1)]).unwrap();
    assert_eq!(games(&MatchRecord::read(&path).unwrap()), [game(0), game(1)]);
    assert!(folder.path().join("r.db-wal").exists(), "readers and the writer would wait for each other");
}

#[test]
fn the_log_of_a_record_that_is_gone_does_not_become_the_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.db");
    fs::write(folder.path().join("r.db-wal"), "games, perhaps").unwrap();
    assert_refused(create(&path), &["r.db-wal", "move it away"]);
    assert!(!path.exists());
}

#[test]
fn one_at_a_time_writes_a_record_by_whatever_name() {
    let (folder, mut record) = record();
    let names = ["r.db", "link", "second"].map(|name| folder.path().join(name));
    fs::hard_link(&names[0], &names[2]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&names[0], &names[1]).unwrap();
    let in_use = |name: &Path| {
        let own = format!("{} is being written by another plyd match (process {})", name.display(), std::process::id());
        assert_refused(MatchRecord::resume(name), &[&own]);
    };
    names.iter().for_each(|name| in_use(name));
    // Readers and the writer continue.
    record.add(&[game(0)]).unwrap();
    assert_eq!(games(&MatchRecord::read(&names[1]).unwrap()), [game(0)]);
    drop(record);
    assert_refused(MatchRecord::resume(&names[0]), &["has 2 names"]);
    fs::remove_file(&names[2]).unwrap();
    let mut record = MatchRecord::resume(&names[1]).unwrap();
    in_use(&names[0]);
    record.add(&[game(1)]).unwrap();
    drop(record);
    assert_eq!(games(&MatchRecord::read(&names[0]).unwrap()), [game(0), game(1)]);
}
