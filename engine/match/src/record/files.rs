//! The files of a record: how it comes to its name, and how SQLite opens it.

use super::fuel::Fuel;
use super::lock::WriterLock;
use super::refused;
use crate::MatchError;
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

/// The longest value of a row, in bytes: many times the longest game.
const LONGEST_VALUE: i32 = 64 << 20;

/// The longest definition, in bytes.
const LONGEST_DEFINITION: i32 = 1 << 20;

/// Refuses a record that is no file, or has something else than files beside it: to open a pipe would wait for somebody
/// who writes to it. That there is no such file is left to those who open it.
pub(super) fn check_regular(path: &Path) -> Result<(), MatchError> {
    let beside = ["-wal", "-shm", "-journal"].map(|suffix| beside(path, suffix));
    for file in [path].into_iter().chain(beside.iter().map(PathBuf::as_path)) {
        if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
            let reason = plyd_foreign::Unread::NotRegular.to_string();
            return Err(refused(file, reason));
        }
    }
    // SQLite follows links too, and has its files beside the file itself.
    fs::canonicalize(path).map_or(Ok(()), |file| check_journal(&file))
}

/// The last bytes of a journal that names another file, the list of the databases of one transaction
/// (<https://www.sqlite.org/fileformat2.html>, 3).
const LISTED: &[u8] = &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// Refuses a record whose journal names another file: SQLite would remove that, and a record is always alone.
fn check_journal(path: &Path) -> Result<(), MatchError> {
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

/// Creates a file under a temporary name and gives it its own name when it is complete; `fill` writes it. The creator
/// holds its lock.
///
/// # Errors
/// The file exists already, another process creates it, or it cannot be written.
pub(super) fn create(path: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<WriterLock, MatchError> {
    let failed = |error: std::io::Error| refused(path, error);
    if path.symlink_metadata().is_ok() {
        return Err(refused(path, "the file exists; a record is never overwritten"));
    }
    // SQLite would take them for those of the new record.
    for log in [beside(path, "-wal"), beside(path, "-journal")] {
        if log.symlink_metadata().is_ok() {
            let log = log.display();
            return Err(refused(path, format!("{log} belongs to a record that no longer exists; move it away first")));
        }
    }
    let unfinished = beside(path, "-unfinished");
    let lock = WriterLock::of_new(&unfinished, path)?;
    // It is removed, still locked, if anything fails.
    let unfinished = TempPath::try_from_path(unfinished).map_err(failed)?;
    // SQLite gives the files beside it the same mode.
    plyd_foreign::share(lock.file()).map_err(failed)?;
    fill(&unfinished).map_err(|error| refused(path, error))?;
    declare_log(lock.file()).and_then(|()| lock.file().sync_all()).map_err(failed)?;
    unfinished.persist_noclobber(path).map_err(|error| failed(error.error))?;
    sync_folder(path).map_err(failed)?;
    Ok(lock)
}

/// Makes SQLite write a new database through a log from its first reader on. `PRAGMA journal_mode = WAL` would leave
/// the log next to the unfinished file if the program ended in the meantime, and fails on a file that another process
/// reads. The two versions of the file format in the header select the log, <https://www.sqlite.org/fileformat2.html>,
/// 1.3.3.
fn declare_log(mut file: &File) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(18))?;
    file.write_all(&[2, 2])
}

/// Has the system write down the name of a file that was made, where it can be asked to.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) {
        File::open(folder(path)).and_then(|folder| folder.sync_all())?;
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that a record that will be written has only one name. SQLite keeps the newest games in a log next to the
/// name that it was given, and would not find the log of another name.
///
/// # Errors
/// The file has another name, or the system cannot say.
pub(super) fn check_only_name(path: &Path, lock: &WriterLock) -> Result<(), MatchError> {
    let failed = |error: std::io::Error| refused(path, error);
    let unfinished = beside(path, "-unfinished");
    // A run that was killed while it gave the new record its name may have left the first one.
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

/// The file that has this name and a suffix.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens a record to write it.
pub(super) fn open_to_write(path: &Path) -> Result<(Connection, Fuel)> {
    open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
}

/// Has a record written in such a way that readers need not wait. Only once it is known to be one, as it changes the
/// file.
pub(super) fn write_ahead(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Safe against the end of the program; a power failure can cost the last games, never more.
    connection.pragma_update(None, "synchronous", "NORMAL")
}

/// Makes SQLite write a record without a log, so that readers create no files next to it. This fails while another
/// process reads, which does no harm.
pub(super) fn end_log(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "journal_mode", "DELETE")
}

/// Opens a record to read it, also while another process writes it, and on a disk that cannot be written.
///
/// # Errors
/// It is not there or cannot be read.
pub(super) fn open_to_read(path: &Path) -> Result<(Connection, Fuel), MatchError> {
    check_regular(path)?;
    let failed = |error| refused(path, error);
    let mut opened = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    if opened.as_ref().is_err_and(has_unfinished_change) {
        // Whoever opens the file next puts the pages back that were there before.
        opened = open_to_write(path).and_then(|_| open(path, OpenFlags::SQLITE_OPEN_READ_ONLY));
    }
    match opened {
        Err(error) if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) => {
            // SQLite follows links too, and has its files beside the file itself.
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

/// Whether a program was killed while it changed the file, and has left the pages that were there before in a journal, as
/// at the end of a match, when SQLite gives up the log.
fn has_unfinished_change(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}

/// The address of a file that does not change while it is open, so that SQLite needs no other file and no lock.
fn unchanging(file: &Path) -> String {
    let bytes = file.as_os_str().as_encoded_bytes();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let letter = |&byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    format!("file:{}?immutable=1", bytes.iter().map(letter).collect::<String>())
}

#[cfg(unix)]
fn can_be_written(folder: &Path) -> bool {
    // The system is asked, as permissions say nothing of a disk that is read-only.
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(not(unix))]
fn can_be_written(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|folder| !folder.permissions().readonly())
}

fn open(path: &Path, flags: OpenFlags) -> Result<(Connection, Fuel)> {
    let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A damaged page is an error before anything is read of it.
    connection.pragma_update(None, "cell_size_check", true)?;
    // The file may come from anywhere. What it defines is checked, see `schema`; this is a second wall.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_DEFINITION)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    let fuel = Fuel::of(&mut connection, [path.to_owned(), beside(path, "-wal")])?;
    // Opens the files beside it, which fails here or nowhere.
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
        // Each commit would wait for the disk otherwise.
        assert_eq!(writer.pragma_query_value(None, "synchronous", |row| row.get(0)), Ok(1));
        assert!(beside(&path, "-wal").exists());
    }

    /// Copies the files of a database in the middle of a change, as a program leaves them that is killed.
    fn killed(folder: &Path) -> PathBuf {
        let (whole, path) = (folder.join("whole"), folder.join("x"));
        let writer = Connection::open(&whole).unwrap();
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

    /// SQLite would remove the file that it names.
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
        // The number of a page that no database has.
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
