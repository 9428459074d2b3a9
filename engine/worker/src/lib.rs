//! Processes with libraries.
//!
//! A [`Supervisor`] starts [`Child`] processes of one program, each with a [stream](plyd_host::child_stream) in and a
//! stream out, bounds what they have, and ends and reaps them. [`Lines`] bounds how long the lines are that they say.
//!
//! A child of a session or of a match begins with [`enter`] and its [`Order`], and ends with [`end`]. What else they
//! say to each other is not known here; [`Watch`] decides when a child that works counts as hanging, by the time in
//! which its parent paid [`Attention`], and [`Crashes`] when one library has ended too many of them. [`Pending`]
//! bounds the memory for what children say. [`TrialProcesses`] tries libraries before others rely on them.
//!
//! Architecture invariant: no network, no runtime, no rules of a game. Whoever drops a [`Child`] has ended its process,
//! with all of its group.
#![forbid(unsafe_code)]

mod attention;
mod crashes;
mod inbox;
mod lines;
mod message;
mod order;
mod pending;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod supervisor;
mod trial;
mod watch;

pub use attention::{Attention, AttentionClock, LAST_LOOK, Moment, is_over, next_look};
pub use crashes::Crashes;
pub use inbox::{Inbox, LONG_REQUEST};
pub use lines::{Found, Lines};
pub use message::{entries, message_line};
pub use order::Order;
pub use pending::{
    LEAST_PENDING, LONG_ANSWER, LONG_GAME, LONG_TEXT, LONG_TREE, Pending, Place, SHORT_MESSAGE, Share, weight,
};
#[cfg(unix)]
pub use plyd_host::own_process::end;
#[cfg(unix)]
pub use process::{Output, Streams, enter};
#[cfg(unix)]
pub use supervisor::{Child, Ended, Errors, Most, Progress, Start, Started, Supervisor};
pub use trial::{TrialProcesses, answer_trial};
pub use watch::{Hang, Limits, Watch};
