//! The descriptors that the process can have. A shortage is reported at the start, not where the first descriptor is
//! missing: a library that cannot be opened without one would just seem not to exist.

use std::io;

/// The minimum number of free descriptors. Half of them are enough to load the games and to serve one client.
const NEEDED: usize = 20;

/// Makes sure that enough descriptors are free.
///
/// # Errors
/// Too few descriptors are free.
#[cfg(unix)]
pub fn check() -> Result<(), TooFew> {
    use std::os::fd::AsFd;
    let input = io::stdin();
    let spare: io::Result<Vec<_>> = (0..NEEDED).map(|_| input.as_fd().try_clone_to_owned()).collect();
    spare.map(drop).map_err(TooFew)
}

/// Makes sure that this many more descriptors can be opened. Raises the soft limit if necessary, up to the hard limit.
/// Otherwise a start that fails without a descriptor would look like a fault of the engine.
///
/// # Errors
/// The limit is too low, and only an administrator can raise it.
#[cfg(unix)]
pub fn make_room(more: usize) -> Result<(), TooFewForAll> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let needed = (more + NEEDED) as u64;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    let limit = maximum.map_or(needed, |maximum| maximum.min(needed));
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(limit), maximum });
    if raised.is_ok() && limit == needed { Ok(()) } else { Err(TooFewForAll { needed, limit }) }
}

/// Does nothing: this system does not count descriptors.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn make_room(_more: usize) -> Result<(), TooFewForAll> {
    Ok(())
}

/// Fewer files can be open than may have to be.
#[derive(Debug, thiserror::Error)]
#[error("{needed} files may have to be open, but the limit is {limit} (`ulimit -Hn`)")]
pub struct TooFewForAll {
    needed: u64,
    limit: u64,
}

/// Makes sure that there are enough; where descriptors are no numbers, there are.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check() -> Result<(), TooFew> {
    Ok(())
}

/// Too few descriptors are free.
#[derive(Debug, thiserror::Error)]
#[error("too few files can be open: plyd needs {NEEDED} more than are open now (`ulimit -n` shows the limit)")]
pub struct TooFew(#[source] io::Error);
