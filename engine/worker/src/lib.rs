//! One library and its work, asked in one way wherever it is done, and processes with libraries.
//!
//! A [`Worker`] has one library. It is asked typed requests and says typed events; which these are, and what is done,
//! is a [`Work`]. At a time it has one question, which is answered once, and one task, which says what it finds and
//! then ends, so nothing has a number. The work is done on threads of this process, or in a child process, by the same
//! code. Only the code that starts a worker knows its place: [`Worker::here`], [`Worker::in_child`].
//!
//! In a child a library is not trusted. [`Terms`] say what an event may be, by what was asked. [`Conversation`] checks
//! the child against them; it is a state machine without input, output and clock, so a test can put any word into a
//! child's mouth. [`Worker`] joins it with the streams, for a task of a runtime. [`Blocking`] is the same for a thread
//! without one. [`MessageMemory`] bounds the memory for what children say. [`Watchdog`] decides when a child that works
//! counts as hanging, and [`Crashes`] when one library has ended too many of them. [`WorkerThreads`] has the threads
//! for work with libraries, and [`Traffic`] what is under way in each.
//!
//! Deadlines belong to the caller of a worker, and count only while it could listen ([`Attention`]): it reads first and
//! judges after.
//!
//! A [`Supervisor`] starts [`ChildProcess`] processes of one program, each with a [stream](plyd_host::child_stream) in
//! and a stream out, bounds what they have, and ends and reaps them. [`LineSplitter`] bounds how long the lines are
//! that they say. [`TrialProcesses`] tries libraries before others rely on them.
//!
//! Architecture invariant: no network, no rules of a game, no protocol. Whoever drops a [`Worker`] or a
//! [`ChildProcess`] has ended its process, with all of its group; what a worker did in this process counts as hanging
//! until it returns.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod attention;
#[cfg(unix)]
mod blocking;
#[cfg(unix)]
mod conversation;
mod crashes;
#[cfg(unix)]
mod frame;
#[cfg(unix)]
mod handed;
#[cfg(unix)]
mod here;
mod inbox;
#[cfg(unix)]
mod inside;
mod lines;
mod message;
mod order;
#[cfg(unix)]
mod output;
pub mod path;
mod pending;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod remote;
#[cfg(unix)]
mod stream;
#[cfg(unix)]
mod supervisor;
#[cfg(unix)]
pub mod testing;
mod threads;
mod traffic;
mod trial;
#[cfg(unix)]
mod unwatched;
mod watch;
#[cfg(unix)]
mod work;
#[cfg(unix)]
mod worker;
#[cfg(unix)]
mod writer;

pub use attention::{Attention, AttentionClock, LAST_LOOK, Moment, is_over, next_look};
#[cfg(unix)]
pub use blocking::{Blocking, WaitInterrupted};
#[cfg(unix)]
pub use conversation::{
    Conversation, ConversationEnd, LONG_MESSAGE, MessageSize, ReadMessage, UnreadMessage, WorkerNext,
};
pub use crashes::Crashes;
#[cfg(unix)]
pub use handed::{FromParent, ReceivedDescriptors};
pub use inbox::{Inbox, LONG_REQUEST};
#[cfg(unix)]
pub use inside::{serve, serve_unloaded};
pub use lines::{LineSplitter, SplitLine};
#[cfg(unix)]
pub use message::at_most;
pub use message::{entries, message_line};
pub use order::{ChildOrder, Role};
#[cfg(unix)]
pub use output::{EventOutput, LastEvent};
pub use pending::{
    LEAST_PENDING, LONG_ANSWER, LONG_GAME, LONG_TEXT, LONG_TREE, MessageMemory, MessagePermit, MessageShare,
    SHORT_MESSAGE, weight,
};
#[cfg(unix)]
pub use plyd_host::own_process::end;
#[cfg(unix)]
pub use process::{ChildStreams, enter};
#[cfg(unix)]
pub use remote::{StartedWorker, WorkerMessage};
#[cfg(unix)]
pub use stream::ParentStream;
#[cfg(unix)]
pub use supervisor::{ChildProcess, Errors, ProcessEnd, ProcessLimits, StartOptions, StartedProcess, Supervisor};
pub use threads::Threads;
pub use traffic::{MAX_HANGING, Stacks, Traffic, UnderWay, WorkerThreads};
#[cfg(unix)]
pub use trial::serve_trial;
pub use trial::{TrialLimits, TrialProcesses};
pub use watch::{CallDeadlines, Hang, Watchdog};
#[cfg(unix)]
pub use work::{Signal, Terms, UnaskedEvent, Work, WorkPulses};
#[cfg(unix)]
pub use worker::Worker;
