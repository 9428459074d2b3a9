//! The server: many clients on TCP, a socket of this machine or a page in a browser, a session a connection.
//!
//! [`Server::bind`] listens at the address of [`ServerSettings`], and [`Server::run`] serves until it is asked to shut
//! down. [`TokenFile`] lists the tokens that clients need.
//!
//! Architecture invariant: the session handles the lines of a client. This crate handles how clients arrive and who may
//! enter, how many there may be, and how connections end without losing the last lines.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod admin;
mod connection;
mod door;
mod drain;
mod error;
mod exchange;
mod failures;
mod feed;
mod figures;
mod folder_lock;
mod given;
mod hall;
mod http;
mod keys;
mod listen_address;
mod listener;
mod metrics;
mod other_pages;
mod places;
mod proxies;
mod renewal;
mod roster;
mod server;
mod settings;
#[cfg(unix)]
mod socket_file;
mod sockets;
mod throttle;
mod tls;
mod waivers;
mod web;

pub use admin::{AdminCommand, DrainRecord, ServedGame, SessionRecord};
pub use door::sent_token;
pub use drain::Drain;
pub use error::ServeError;
pub use feed::{ClientChange, Feed};
pub use figures::{FigurePage, FigureServer, Figures, LabelledCounts};
pub use given::{GivenSocket, GivenSockets, MemoryListener, MemoryPort};
pub use keys::{LineFault, Token, TokenEntry, TokenFile, TokenFileError, TokenHash, WrongChange, WrongLine};
pub use listen_address::{AddressError, ListenAddress};
pub use other_pages::{OtherPage, PageKind};
pub use proxies::{ProxiesError, TrustedProxies};
pub use server::{Server, ServerPulse};
pub use settings::{AdminSettings, MetricsSettings, ServerSettings, WebSettings};
pub use sockets::Addresses;
pub use tls::TlsError;
pub use waivers::Waivers;
