//! A socket in the file system, for programs of one user.

use crate::folder_lock::FolderLock;
use socket2::{Domain, SockAddr, Socket, Type};
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

/// Connections that may wait to be accepted.
const BACKLOG: i32 = 1_024;
/// Only its owner, and root, may connect.
const MODE: u32 = 0o600;

/// The file of a socket; removed when it is dropped, if it is still there.
#[derive(Debug)]
pub(crate) struct SocketFile {
    path: PathBuf,
    /// The number of its device and of the file there, by which it is known again.
    identity: (u64, u64),
}

impl SocketFile {
    /// Listens there. The file of a server that has ended without removing it is replaced.
    ///
    /// # Errors
    /// A server answers there, the path is that of something else, or the system refuses.
    pub(crate) fn bind(path: &Path) -> io::Result<(UnixListener, Self)> {
        // Of two servers that start at the same time, the second one finds the first.
        let _lock = FolderLock::of(path)?;
        remove_stale(path)?;
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.set_nonblocking(true)?;
        socket.bind(&SockAddr::unix(path)?)?;
        let file = Self { path: path.to_owned(), identity: identity(path)? };
        // No one can connect before this.
        fs::set_permissions(path, Permissions::from_mode(MODE))?;
        socket.listen(BACKLOG)?;
        Ok((socket.into(), file))
    }

    /// Whether it is still in place. It may have been removed or moved, and another server may have its place.
    pub(crate) fn is_in_place(&self) -> bool {
        identity(&self.path).is_ok_and(|identity| identity == self.identity)
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if self.is_in_place() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let metadata = fs::symlink_metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Removes a socket at which no server answers.
fn remove_stale(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(metadata) if metadata.file_type().is_socket() => {}
        Ok(_) => return Err(io::Error::new(ErrorKind::AlreadyExists, "there is a file, and it is no socket")),
    }
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    // A server that is busy must not keep this one waiting.
    socket.set_nonblocking(true)?;
    match socket.connect(&SockAddr::unix(path)?) {
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(error),
        Ok(()) | Err(_) => Err(io::Error::new(ErrorKind::AddrInUse, "another server answers there")),
    }
}
