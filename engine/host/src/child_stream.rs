//! The streams between this process and a child with a library.
//!
//! They are pairs of sockets and no pipes. The two ends of a pipe share one lock, and a writer keeps it while the
//! kernel copies from the writer's memory. A library can make that copy last as long as it likes, and everybody who
//! reads, writes or closes the other end waits as long, even where the call shall not block. The two ends of a pair of
//! sockets share only locks that are not held while the kernel copies.

use std::io;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Stdio;

/// A stream to a child: the end that this process writes to, and the child's standard input.
///
/// The command that takes the child's end keeps a copy of it, and must be dropped before the end of the child can be
/// seen.
///
/// # Errors
/// The system has no descriptors for it.
pub fn to_child() -> io::Result<(UnixStream, Stdio)> {
    one_way(Shutdown::Read)
}

/// A stream from a child: the end that this process reads, and the child's standard output. The rest as for
/// [`to_child`].
///
/// # Errors
/// The system has no descriptors for it.
pub fn from_child() -> io::Result<(UnixStream, Stdio)> {
    one_way(Shutdown::Write)
}

/// A pair of which our end cannot do this.
fn one_way(not_ours: Shutdown) -> io::Result<(UnixStream, Stdio)> {
    let (ours, theirs) = UnixStream::pair()?;
    // Data sent the other way would wait in the kernel, and never be read.
    ours.shutdown(not_ours)?;
    Ok((ours, OwnedFd::from(theirs).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::process::Command;

    #[test]
    fn a_child_has_sockets_each_in_one_direction() {
        let ((mut input, their_input), (mut output, their_output)) = (to_child().unwrap(), from_child().unwrap());
        let mut command = Command::new("sh");
        // What is written into the standard input is refused, and nothing comes out of the standard output.
        let script = "test -S /proc/self/fd/0 && test -S /proc/self/fd/1 && echo sockets; read word; echo $word
                      (echo lost >&0) 2>/dev/null || echo refused; read word <&1 || echo ended";
        command.args(["-c", script]).stdin(their_input).stdout(their_output);
        let mut child = command.spawn().unwrap();
        drop(command);
        input.write_all(b"word\n").unwrap();
        let mut said = String::new();
        output.read_to_string(&mut said).unwrap();
        child.wait().unwrap();
        let wanted = "word\nrefused\nended\n";
        assert_eq!(said.strip_prefix("sockets\n").unwrap_or(&said), wanted);
        assert!(!cfg!(target_os = "linux") || said.starts_with("sockets"), "{said}");
        assert_eq!(input.write_all(b"more").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
