//! The keys to the server: tokens, the file that lists them, and what a server knows of that file.

mod keyring;
mod token;
mod token_file;

pub(crate) use keyring::Keyring;
pub use token::{Token, TokenHash};
pub use token_file::{LineFault, TokenEntry, TokenFile, TokenFileError, WrongChange, WrongLine};
