//! The page: a board for every game in a browser.
//!
//! The page is a client like any other. [`Site`] serves its files, which are part of the program, and lets its
//! WebSocket in, over which it speaks the lines of the protocol: a [`Connection`](crate::connection::Connection) of its
//! messages. So limits, isolation and errors are those of every session.
//!
//! A browser runs pages of many owners, and any of them can send requests to this machine. [`guard`] refuses what does
//! not come from a page of this server, and the door asks for a token.

mod files;
mod guard;
mod hosts;
mod site;

pub(crate) use guard::is_foreign;
pub(crate) use hosts::is_nobodys;
pub(crate) use site::Site;
