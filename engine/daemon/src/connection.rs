//! Bytes to lines and lines to bytes, over whatever carries a session: standard input and output, TCP, or memory.

mod bridge;
mod lines;
mod output;
mod server;
mod stdio;

pub use bridge::{BridgeError, connect};
pub use lines::{Line, LineReader};
pub use output::Output;
pub use server::{ServeError, Server};
pub use stdio::ProtocolOutput;
