//! Standard output, kept for the protocol alone.

use std::fs::File;
use std::io;

/// The process's standard output as the protocol's own.
///
/// A library's `println!` would land among the replies. So the protocol writes to a private duplicate of the
/// descriptor, and standard output itself leads to standard error from then on.
#[derive(Debug)]
pub struct ProtocolOutput {
    file: File,
}

impl ProtocolOutput {
    /// Takes standard output over. Must be called before the first library is loaded.
    ///
    /// # Errors
    /// The descriptors cannot be duplicated.
    #[cfg(unix)]
    pub fn take() -> io::Result<Self> {
        use std::os::fd::AsFd;
        let private = io::stdout().as_fd().try_clone_to_owned()?;
        rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
        Ok(Self { file: private.into() })
    }

    /// Duplicates standard output; on this system the output of libraries goes there too.
    ///
    /// # Errors
    /// The handle cannot be duplicated.
    #[cfg(windows)]
    pub fn take() -> io::Result<Self> {
        use std::os::windows::io::AsHandle;
        let private = io::stdout().as_handle().try_clone_to_owned()?;
        Ok(Self { file: private.into() })
    }

    /// The output of a session.
    #[must_use]
    pub fn into_writer(self) -> tokio::fs::File {
        tokio::fs::File::from_std(self.file)
    }

    /// The output of a command that is not a session.
    #[must_use]
    pub fn into_file(self) -> File {
        self.file
    }
}
