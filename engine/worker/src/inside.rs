//! A child process, from the inside: what comes before its work, and the thread that reads what the parent says.

use crate::frame::{FromWorker, WorkerCall};
use crate::{ChildOrder, ChildStreams, EventOutput, Inbox, ParentStream, ReceivedDescriptors, Work};
use plyd_confine::{ConfineError, MissingLimit};
use plyd_host::own_process::end;
use plyd_host::{Library, LoadError, keep_little_memory};
use std::io::Read;
use std::sync::Arc;

/// Why a child does not do its work.
#[derive(Debug, thiserror::Error)]
enum UnableChild {
    /// Its process cannot be limited.
    #[error("its process cannot be limited: {0}")]
    Unlimited(ConfineError),
    /// Its library is not loaded.
    #[error("it {0}")]
    Unloadable(LoadError),
}

/// Loads the library of this order, and does this work with it for the parent until that ends, which is the end of this
/// process. `confined` is what became of the [limits](ChildOrder::limit) of this process: without them the library is
/// not loaded.
pub fn serve<W: Work>(
    streams: ChildStreams,
    order: &ChildOrder,
    confined: Result<Vec<MissingLimit>, ConfineError>,
    make: impl FnOnce(Arc<Library>, &ReceivedDescriptors, EventOutput<W::Event>) -> W,
) -> ! {
    let handed = streams.input.handed();
    let _output = serve_made(streams, confined, |output| {
        keep_little_memory();
        let library = order.load().map_err(UnableChild::Unloadable)?;
        Ok(make(library, &handed, output))
    });
    end()
}

/// The same for a work that loads the library itself, because loading it is part of what is asked. Returns when the
/// parent says no more. A process that goes on keeps the returned stream: when the stream ends, the parent takes the
/// process as ended.
#[must_use]
pub fn serve_unloaded<W: Work>(
    streams: ChildStreams,
    confined: Result<Vec<MissingLimit>, ConfineError>,
    make: impl FnOnce(EventOutput<W::Event>) -> W,
) -> ParentStream {
    serve_made(streams, confined, |output| Ok(make(output)))
}

fn serve_made<W: Work>(
    streams: ChildStreams,
    confined: Result<Vec<MissingLimit>, ConfineError>,
    make: impl FnOnce(EventOutput<W::Event>) -> Result<W, UnableChild>,
) -> ParentStream {
    let ChildStreams { input, output } = streams;
    let limited = confined.map_err(UnableChild::Unlimited).map(|lacks| {
        // Also if there are none: a library must not be the first to say it.
        output.say(&FromWorker::<W::Event>::Lacks(lacks.iter().map(ToString::to_string).collect()));
    });
    match limited.and_then(|()| make(EventOutput::to_parent(output.clone()))) {
        Ok(work) => attend(input, work, &output),
        Err(reason) => output.say(&FromWorker::<W::Event>::Unloadable(reason.to_string())),
    }
    output
}

/// Says that the work can begin, and reads what the parent says until it says no more. It never calls the library, so
/// it answers pings.
pub(crate) fn attend<W: Work>(mut input: Inbox<impl Read>, mut work: W, output: &ParentStream) {
    output.say(&FromWorker::<W::Event>::Loaded);
    // The parent is the same program, so it says nothing but messages.
    while let Ok(Some(asked)) = input.message() {
        match asked {
            WorkerCall::Do(request) => work.take(request),
            WorkerCall::Signal(signal) => work.signal(signal),
            WorkerCall::Ping => output.say(&FromWorker::<W::Event>::Pulses(work.pulses())),
        }
    }
}
