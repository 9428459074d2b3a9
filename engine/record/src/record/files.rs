//! The files of a record: how the record gets its name, and how SQLite opens it.

use super::fuel::Fuel;
use super::lock::WriterLock;
use super::{refused, tables};
use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, Result};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempPath;

/// The maximum time that a reader and the writer wait for each other.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum length of a value in bytes: many times the longest game, which has
/// [`MOST_MOVES`](plyd_tournament::MOST_MOVES).
const LONGEST_VALUE: i32 = 16 << 20;

/// The maximum length of a schema definition in bytes.
const LONGEST_DEFINITION: i32 = 1 << 20;

/// The maximum memory of SQLite in this process in bytes, many times the needs of a record. SQLite parses all
/// definitions before they can be checked, and a file may consist of definitions only.
const MOST_MEMORY: i64 = 256 << 20;

/// The suffixes of SQLite's files for uncommitted or unfinished changes.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Rejects a record that is not a regular file, or whose auxiliary files are not regular files with a single name.
/// Opening a pipe would wait for its writer, and a file with another name may belong to someone else and would be
/// overwritten. A missing file is left to the function that opens it.
pub(super) fn check_regular(path: &Path) -> Result<(), StoreError> {
    let irregular = |file: &Path| Err(refused(file, plyd_foreign::UnreadableFile::NotRegular));
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return irregular(path);
    }
    // SQLite follows links to the file itself, and uses the auxiliary files next to it.
    let Ok(real) = fs::canonicalize(path) else { return Ok(()) };
    for file in BESIDE.map(|suffix| beside(&real, suffix)) {
        let Ok(found) = fs::symlink_metadata(&file) else { continue };
        if !found.is_file() {
            return irregular(&file);
        }
        if names(&found) != 1 {
            let reason = "it has another name (a hard link), so it is not only of this record; move it away first";
            return Err(refused(&file, reason));
        }
    }
    check_journal(&real)
}

/// Returns the number of names (hard links) of a file.
pub(super) fn names(file: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    let names = std::os::unix::fs::MetadataExt::nlink(file);
    #[cfg(not(unix))]
    let names = {
        let _ = file;
        1
    };
    names
}

/// Rejects a file to be written that is no record, or has an auxiliary file of a third user: a user who can only create
/// files in the folder must not be able to change the record.
pub(super) fn check_before_writing(path: &Path, file: &File) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| refused(path, error);
    if !tables::is_record(file).map_err(failed)? {
        return Err(refused(path, tables::no_record()));
    }
    check_owners(path, &file.metadata().map_err(failed)?, &["-wal", "-journal"])
}

/// Rejects the record with this metadata, if a third user owns one of these auxiliary files.
fn check_owners(path: &Path, own: &fs::Metadata, suffixes: &[&str]) -> Result<(), StoreError> {
    let real = fs::canonicalize(path).map_err(|error| refused(path, error))?;
    for log in suffixes.iter().map(|suffix| beside(&real, suffix)) {
        if let Some(stranger) = fs::symlink_metadata(&log).ok().and_then(|log| stranger(&log, own)) {
            let reason = format!(
                "it belongs to user number {stranger}, to whom the record does not belong, and would change the record; \
                 move it away if it is not of the last run"
            );
            return Err(refused(&log, reason));
        }
    }
    Ok(())
}

/// Returns the owner of a file who is neither the owner of the record, nor this user, nor root.
#[cfg(unix)]
fn stranger(log: &fs::Metadata, record: &fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    Some(log.uid()).filter(|owner| ![record.uid(), own, 0].contains(owner))
}

#[cfg(not(unix))]
fn stranger(_: &fs::Metadata, _: &fs::Metadata) -> Option<u32> {
    None
}

#[cfg(unix)]
fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_administrator() -> bool {
    false
}

/// The magic number at the end of a journal that names a super-journal, the list of the databases in one transaction
/// (<https://www.sqlite.org/fileformat2.html>, 3).
const LISTED: &[u8] = &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// Rejects a record whose journal names another file, which SQLite would delete; a record is never part of such a
/// transaction.
fn check_journal(path: &Path) -> Result<(), StoreError> {
    let end = || {
        let mut end = [0; LISTED.len()];
        let mut journal = plyd_foreign::open_regular(&beside(path, "-journal")).ok()?;
        journal.seek(SeekFrom::End(-(LISTED.len() as i64))).ok()?;
        journal.read_exact(&mut end).ok()?;
        Some(end)
    };
    if end().is_some_and(|end| end == LISTED) {
        let journal = beside(path, "-journal");
        return Err(refused(&journal, "it is of several databases, and a record is one; move it away first"));
    }
    Ok(())
}

/// Creates a file under a temporary name, and renames it once it is complete; `fill` writes it. Returns its writer
/// lock.
///
/// # Errors
/// The file exists, another process is creating it, or it cannot be written.
pub(super) fn create(path: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<WriterLock, StoreError> {
    let failed = |error: std::io::Error| refused(path, error);
    if path.symlink_metadata().is_ok() {
        return Err(refused(path, "the file exists; a record is never overwritten"));
    }
    // SQLite would take these files for those of the new record.
    for log in [beside(path, "-wal"), beside(path, "-journal")] {
        if log.symlink_metadata().is_ok() {
            let log = log.display();
            return Err(refused(path, format!("{log} belongs to a record that no longer exists; move it away first")));
        }
    }
    let unfinished = beside(path, "-unfinished");
    let lock = WriterLock::of_new(&unfinished, path)?;
    // If anything fails, the file is removed while it is still locked.
    let unfinished = TempPath::try_from_path(unfinished).map_err(failed)?;
    // SQLite gives its auxiliary files the same mode.
    plyd_foreign::share(lock.file()).map_err(failed)?;
    fill(&unfinished).map_err(|error| refused(path, error))?;
    declare_log(lock.file()).and_then(|()| lock.file().sync_all()).map_err(failed)?;
    unfinished.persist_noclobber(path).map_err(|error| failed(error.error))?;
    sync_folder(path).map_err(failed)?;
    Ok(lock)
}

/// Makes SQLite use write-ahead logging from the first access on. `PRAGMA journal_mode = WAL` would leave the log next
/// to the unfinished file if the program ended in the meantime, and it fails on a file that another process reads. The
/// two version bytes of the file format in the header select the log, <https://www.sqlite.org/fileformat2.html>, 1.3.3.
fn declare_log(mut file: &File) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(18))?;
    file.write_all(&[2, 2])
}

/// Has the system persist the name of a new file, if it supports this.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) {
        File::open(folder(path)).and_then(|folder| folder.sync_all())?;
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a record to be written has only one name. SQLite stores the newest games in a log next to the name that
/// it was given, and would not find the log of another name.
///
/// # Errors
/// The file has another name, or the system cannot report it.
pub(super) fn check_only_name(path: &Path, lock: &WriterLock) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| refused(path, error);
    let unfinished = beside(path, "-unfinished");
    // A run that was killed while it renamed the new record may have left the temporary name.
    if lock.names().map_err(failed)? > 1 && lock.has_name(&unfinished) {
        fs::remove_file(unfinished).map_err(failed)?;
    }
    let names = lock.names().map_err(failed)?;
    if names == 1 {
        return Ok(());
    }
    let record = path.display();
    let reason = format!(
        "it has {names} names (hard links), and its newest games may be in the log of another name; {record}-wal is \
         the log of this one. Keep the name under which the match was played, remove the others (`find FOLDER -samefile \
         {record}` finds them), and continue with it"
    );
    Err(refused(path, reason))
}

/// Returns the path with a suffix.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens a record for writing.
pub(super) fn open_to_write(path: &Path) -> Result<(Connection, Fuel)> {
    open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
}

/// Switches to write-ahead logging, so that readers need not wait. It modifies the file, which must therefore be known
/// to be a record.
pub(super) fn write_ahead(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Safe against a crash of the program; a power failure can only lose the last games.
    connection.pragma_update(None, "synchronous", "NORMAL")
}

/// Ends write-ahead logging, so that readers create no files next to the record. This fails, harmlessly, while another
/// process reads.
pub(super) fn end_log(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "journal_mode", "DELETE")
}

/// Opens a record for reading, which also works while another process writes it, and on a read-only disk.
///
/// # Errors
/// The file does not exist, or cannot be read.
pub(super) fn open_to_read(path: &Path) -> Result<(Connection, Fuel), StoreError> {
    check_regular(path)?;
    // Checked before SQLite opens these files, because under root it changes their owner to that of the record.
    if let Ok(own) = fs::metadata(path) {
        let suffixes: &[&str] = if is_administrator() { &["-wal", "-journal"] } else { &["-journal"] };
        check_owners(path, &own, suffixes)?;
    }
    let failed = |error| refused(path, error);
    let mut opened = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    if opened.as_ref().is_err_and(has_unfinished_change) {
        // The next process to open the file restores the previous pages.
        check_before_rollback(path)?;
        opened = open_to_write(path).and_then(|_| open(path, OpenFlags::SQLITE_OPEN_READ_ONLY));
    }
    match opened {
        Err(error) if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) => {
            // SQLite follows links too, and uses the auxiliary files next to the file itself.
            let Ok(file) = fs::canonicalize(path) else { return Err(failed(error)) };
            if can_be_written(folder(&file)) {
                return Err(failed(error));
            }
            for (suffix, what) in [("-wal", "its newest games are"), ("-journal", "a part of it is")] {
                let log = beside(&file, suffix);
                if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
                    let reason = format!(
                        "{what} in {}, which plyd can read only in a folder that it can write to; copy both files to \
                         such a folder, and read the copy",
                        log.display()
                    );
                    return Err(refused(path, reason));
                }
            }
            open(Path::new(&unchanging(&file)), OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI)
                .map_err(failed)
        }
        other => other.map_err(failed),
    }
}

/// Rejects the rollback of a file that may also be used under another name.
fn check_before_rollback(path: &Path) -> Result<(), StoreError> {
    let file = plyd_foreign::open_regular(path).map_err(|error| refused(path, error))?;
    if file.metadata().is_ok_and(|found| names(&found) != 1) {
        let reason = "it has another name (a hard link), and a change of it was not finished; give the record one name";
        return Err(refused(path, reason));
    }
    check_before_writing(path, &file)
}

/// Whether a program was killed during a change of the file, and left the previous pages in a journal. This can happen
/// at the end of a match, when SQLite ends write-ahead logging.
fn has_unfinished_change(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}

/// Returns the URI of a file that does not change while it is open, so that SQLite needs no other file and no lock.
fn unchanging(file: &Path) -> String {
    let bytes = file.as_os_str().as_encoded_bytes();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let letter = |&byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    format!("file:{}?immutable=1", bytes.iter().map(letter).collect::<String>())
}

#[cfg(unix)]
fn can_be_written(folder: &Path) -> bool {
    // The system is asked because permissions do not show a read-only disk.
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(not(unix))]
fn can_be_written(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|folder| !folder.permissions().readonly())
}

fn open(path: &Path, flags: OpenFlags) -> Result<(Connection, Fuel)> {
    let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A damaged page is reported before anything is read from it.
    connection.pragma_update(None, "cell_size_check", true)?;
    // The file may be untrusted. Its definitions are checked, see `schema`; these settings are a second line of
    // defence.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.pragma_update(None, "hard_heap_limit", MOST_MEMORY)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_DEFINITION)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    let fuel = Fuel::of(&mut connection, [path.to_owned(), beside(path, "-wal")])?;
    // Opens the auxiliary files, so that a failure occurs here.
    connection.pragma_query_value(None, "schema_version", |_| Ok(()))?;
    Ok((connection, fuel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_database_has_a_log_whoever_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let fill = |file: &Path| Connection::open(file)?.execute_batch("CREATE TABLE t (a)");
        let _lock = create(&path, fill).unwrap();
        let (reader, _) = open_to_read(&path).unwrap();
        let reading = reader.unchecked_transaction().unwrap();
        reading.query_row("SELECT count(*) FROM t", [], |_| Ok(())).unwrap();
        let (writer, _) = open_to_write(&path).unwrap();
        write_ahead(&writer).unwrap();
        writer.execute("INSERT INTO t VALUES (1)", []).unwrap();
        // Otherwise each commit would wait for the disk.
        assert_eq!(writer.pragma_query_value(None, "synchronous", |row| row.get(0)), Ok(1));
        assert!(beside(&path, "-wal").exists());
    }

    /// Copies the files of a database during a change, which is the state that a killed program leaves.
    fn killed(folder: &Path) -> PathBuf {
        let (whole, path) = (folder.join("whole"), folder.join("x"));
        let writer = Connection::open(&whole).unwrap();
        // The mark of a record.
        writer.pragma_update(None, "application_id", 0x706c_7964).unwrap();
        writer.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = 1").unwrap();
        writer.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES ('before')").unwrap();
        writer.execute_batch("BEGIN; UPDATE t SET a = 'after'; CREATE TABLE u (a)").unwrap();
        writer.execute("INSERT INTO u VALUES (zeroblob(1000000))", []).unwrap();
        writer.cache_flush().unwrap();
        fs::copy(&whole, &path).unwrap();
        fs::copy(beside(&whole, "-journal"), beside(&path, "-journal")).unwrap();
        path
    }

    #[test]
    fn a_file_whose_change_was_cut_off_is_read_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = killed(folder.path());
        let error = open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap_err();
        assert!(has_unfinished_change(&error), "{error:?}");
        let (reader, _) = open_to_read(&path).unwrap();
        assert_eq!(reader.query_row("SELECT a FROM t", [], |row| row.get(0)), Ok("before".to_owned()));
    }

    #[test]
    fn nothing_is_put_back_into_what_is_no_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = killed(folder.path());
        let before = fs::read(&path).unwrap();
        let refused = || {
            let lock = WriterLock::of(&path).unwrap();
            let written = check_before_writing(&path, lock.file()).err().map(|error| error.to_string());
            drop(lock);
            (open_to_read(&path).unwrap_err().to_string(), written)
        };
        let text = "precious ".repeat(before.len() / 9);
        let mut other_database = before.clone();
        other_database[68..72].fill(0);
        for other in [text.as_bytes(), &other_database] {
            fs::write(&path, other).unwrap();
            let (read, written) = refused();
            assert!(read.contains("not a record of a match") || read.contains("not a database"), "{read}");
            assert!(written.unwrap().contains("not a record of a match"));
            assert_eq!(fs::read(&path).unwrap(), other);
        }
        fs::write(&path, &before).unwrap();
        // The other name may belong to anyone.
        fs::hard_link(&path, folder.path().join("link")).unwrap();
        let (read, _) = refused();
        assert!(read.contains("another name (a hard link)"), "{read}");
        fs::remove_file(folder.path().join("link")).unwrap();
        #[cfg(unix)]
        if std::os::unix::fs::chown(beside(&path, "-journal"), Some(65_533), None).is_ok() {
            let (read, written) = refused();
            let written = written.unwrap();
            for refused in [read, written] {
                assert!(refused.contains("x-journal: it belongs to user number 65533"), "{refused}");
            }
            std::os::unix::fs::chown(&path, Some(65_533), None).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), before);
        open_to_read(&path).unwrap();
        assert_ne!(fs::read(&path).unwrap(), before);
    }

    /// SQLite would write into the file.
    #[cfg(unix)]
    #[test]
    fn a_file_beside_a_record_that_has_another_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("x"), folder.path().join("precious"));
        let _lock = create(&path, |file| Connection::open(file)?.execute_batch("CREATE TABLE t (a)")).unwrap();
        fs::write(&other, "of somebody else").unwrap();
        for suffix in BESIDE {
            let name = beside(&path, suffix);
            let _ = fs::remove_file(&name);
            for is_hard in [true, false] {
                if is_hard {
                    fs::hard_link(&other, &name).unwrap();
                } else {
                    std::os::unix::fs::symlink(&other, &name).unwrap();
                }
                let refused = open_to_read(&path).unwrap_err().to_string();
                let reason = if is_hard { "another name (a hard link)" } else { "not a regular file" };
                assert!(refused.contains(&format!("x{suffix}: ")) && refused.contains(reason), "{refused}");
                fs::remove_file(&name).unwrap();
            }
        }
        assert_eq!(fs::read_to_string(&other).unwrap(), "of somebody else");
        open_to_read(&path).unwrap();
    }

    #[test]
    fn the_memory_of_databases_has_a_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let _lock = create(&path, |file| Connection::open(file)?.execute_batch("CREATE TABLE t (a)")).unwrap();
        let (reader, _) = open_to_read(&path).unwrap();
        assert_eq!(reader.pragma_query_value(None, "hard_heap_limit", |row| row.get(0)), Ok(MOST_MEMORY));
    }

    /// SQLite would delete the file named in the journal.
    #[test]
    fn a_journal_that_names_another_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = killed(folder.path());
        let other = folder.path().join("precious");
        fs::write(&other, "of somebody else").unwrap();
        let name = other.to_str().unwrap().as_bytes();
        let sum = name.iter().fold(0_u32, |sum, &byte| sum.wrapping_add(u32::from(byte)));
        let mut journal = File::options().append(true).open(beside(&path, "-journal")).unwrap();
        let length = u32::try_from(name.len()).unwrap();
        // A page number that no database has.
        let page = 0x4000_0000_u32 / 4_096 + 1;
        for part in [&page.to_be_bytes(), name, &length.to_be_bytes(), &sum.to_be_bytes(), LISTED] {
            journal.write_all(part).unwrap();
        }
        let refused = open_to_read(&path).unwrap_err().to_string();
        assert!(refused.contains("x-journal") && refused.contains("several databases"), "{refused}");
        assert!(other.exists());
    }

    #[test]
    fn a_file_that_comes_meanwhile_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let fill = |file: &Path| {
            fs::write(&path, "another's").unwrap();
            Connection::open(file)?.execute_batch("CREATE TABLE t (a)")
        };
        assert!(create(&path, fill).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "another's");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the unfinished file is left");
    }

    #[test]
    fn a_name_alone_is_one_in_the_current_folder() {
        assert_eq!(["r.db", "a/r.db", "/r.db"].map(|path| folder(Path::new(path))), [".", "a", "/"].map(Path::new));
    }

    #[test]
    fn any_name_can_be_an_address() {
        assert_eq!(unchanging(Path::new("/a b/ü?#%.db")), "file:/a%20b/%C3%BC%3F%23%25.db?immutable=1");
    }
}
