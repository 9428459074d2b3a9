//! The addresses at which a server listens.

use plyd_settings::{CrateKind, absolute};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use toml::Value;

macro_rules! expected {
    () => {
        "an address and a port, such as 127.0.0.1:7878 or [::1]:7878, or unix: and the path of a socket"
    };
}

/// The address at which a server listens, and clients find it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ListenAddress {
    /// An address and a port of TCP.
    Tcp(SocketAddr),
    /// A socket in the file system, for programs of this machine.
    Unix(PathBuf),
}

/// A text that is no such address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ListenAddress::EXPECTED)]
pub struct AddressError;

impl ListenAddress {
    /// What an address of a Unix socket begins with.
    pub const UNIX: &str = "unix:";
    /// The right texts in words.
    pub const EXPECTED: &str = expected!();

    /// Whether only programs of this machine can reach it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self {
            Self::Tcp(address) => address.ip().is_loopback(),
            Self::Unix(_) => true,
        }
    }
}

impl FromStr for ListenAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        match text.strip_prefix(Self::UNIX) {
            Some(path) if path.is_empty() || path.contains('\0') => Err(AddressError),
            Some(path) => Ok(Self::Unix(path.into())),
            None => text.parse().map(Self::Tcp).map_err(|_| AddressError),
        }
    }
}

impl TryFrom<String> for ListenAddress {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Self, AddressError> {
        text.parse()
    }
}

impl From<ListenAddress> for String {
    fn from(address: ListenAddress) -> Self {
        address.to_string()
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{}{}", Self::UNIX, path.display()),
        }
    }
}

/// The kind of settings that are an address.
pub(crate) static ADDRESS: CrateKind = CrateKind {
    expected: ListenAddress::EXPECTED,
    example: "[::1]:9000",
    accept: |value, base| match value.as_str()?.parse().ok()? {
        ListenAddress::Tcp(_) => Some(value),
        ListenAddress::Unix(path) => {
            Some(Value::String(ListenAddress::UNIX.to_owned() + &absolute(base, path.to_str()?)?))
        }
    },
    read: CrateKind::read_string,
};

/// The same, or nothing.
pub(crate) static OPTIONAL_ADDRESS: CrateKind = CrateKind {
    expected: concat!("empty, or ", expected!()),
    accept: |value, base| match value.as_str()? {
        "" => Some(value),
        _ => (ADDRESS.accept)(value, base),
    },
    ..ADDRESS
};
