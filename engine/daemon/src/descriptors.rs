//! The descriptors that the process can have. Too few are told at once, not where the first one is missing: a library
//! that cannot be opened for want of one would just not be there.

use std::io;

/// So many have to be free. Half of them are enough to load the games and to serve one client.
const NEEDED: usize = 20;

/// Makes sure that there are enough.
///
/// # Errors
/// There are too few.
#[cfg(unix)]
pub fn check() -> Result<(), TooFew> {
    use std::os::fd::AsFd;
    let input = io::stdin();
    let spare: io::Result<Vec<_>> = (0..NEEDED).map(|_| input.as_fd().try_clone_to_owned()).collect();
    spare.map(drop).map_err(TooFew)
}

/// Makes sure that there are enough; where descriptors are no numbers, there are.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check() -> Result<(), TooFew> {
    Ok(())
}

/// There are too few descriptors.
#[derive(Debug, thiserror::Error)]
#[error("too few files can be open: plyd needs {NEEDED} beside those that are (`ulimit -n` tells the limit)")]
pub struct TooFew(#[source] io::Error);
