//! The page: its transport and its defences.

mod assets;
mod attacks;
mod floods;
mod load;
mod proxies;
mod sessions;
mod socket;
mod watch;

use plyd_linked::web_socket::Came;
