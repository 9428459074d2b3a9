//! A connection of HTTP: whether its client is being answered, or the server waits for it.

use crate::places::ClientSlot;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, sleep_until};

/// The time for an answer, with a client that reads slowly.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// The state of a connection, which keeps its place among the others: a newcomer may get the place of a client that the
/// server waits for, but never that of one that is being answered.
#[derive(Debug)]
pub(crate) struct Exchange {
    place: ClientSlot,
    state: Mutex<ExchangeState>,
    /// Whether its client does not take what there is for it, so that the server waits for it in the middle of an answer.
    is_stalled: AtomicBool,
}

#[derive(Clone, Copy, Debug)]
enum ExchangeState {
    /// For the head of a request.
    Waits,
    /// Since then.
    Answers(Instant),
    /// The same, and all of the answer waits to be written.
    Ends(Instant),
}

impl Exchange {
    /// A connection that has sent nothing yet.
    pub(crate) fn new(place: ClientSlot) -> Arc<Self> {
        place.fall_silent();
        Arc::new(Self { place, state: Mutex::new(ExchangeState::Waits), is_stalled: AtomicBool::new(false) })
    }

    /// Its place among the others.
    pub(crate) fn place(&self) -> &ClientSlot {
        &self.place
    }

    /// A request has come. Its answer ends when what is returned is dropped, and then all is written.
    pub(crate) fn begin(self: &Arc<Self>) -> Answering {
        self.place.speak();
        *self.state() = ExchangeState::Answers(Instant::now());
        Answering(Arc::clone(self))
    }

    /// Its answer is meant to be late, so a newcomer need not wait for it.
    pub(crate) fn give_way(&self) {
        self.place.fall_silent();
    }

    /// Waits until it has to end: a newcomer has its place, or its client does not take an answer.
    pub(crate) async fn over(&self) {
        tokio::select! {
            () = self.place.lost() => {}
            () = self.overdue() => {}
        }
    }

    async fn overdue(&self) {
        loop {
            let now = Instant::now();
            let since = match *self.state() {
                ExchangeState::Waits => now,
                ExchangeState::Answers(since) | ExchangeState::Ends(since) => since,
            };
            let due = since + ANSWER_TIMEOUT;
            if due <= now {
                return;
            }
            sleep_until(due).await;
        }
    }

    /// Whether the client takes what is written. One that does not can lose its place to a newcomer.
    fn moves(&self, is_taken: bool) {
        let was_stalled = self.is_stalled.swap(!is_taken, Relaxed);
        if is_taken && was_stalled && !matches!(*self.state(), ExchangeState::Waits) {
            self.place.speak();
        } else if !is_taken && !was_stalled {
            self.place.stall();
        }
    }

    fn flushed(&self) {
        let mut state = self.state();
        if matches!(*state, ExchangeState::Ends(_)) {
            *state = ExchangeState::Waits;
            drop(state);
            self.place.fall_silent();
        }
    }

    fn state(&self) -> MutexGuard<'_, ExchangeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer that is under way.
#[derive(Debug)]
pub(crate) struct Answering(Arc<Exchange>);

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = self.0.state();
        if let ExchangeState::Answers(since) = *state {
            *state = ExchangeState::Ends(since);
        }
    }
}

/// The body of an answer that is under way.
#[derive(Debug)]
pub(crate) struct HttpAnswer {
    pub(crate) body: Body,
    pub(crate) _answering: Answering,
}

impl HttpBody for HttpAnswer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The bytes of a connection, which tracks for its [`Exchange`] when an answer was written.
#[derive(Debug)]
pub(crate) struct TrackedStream<S> {
    pub(crate) stream: S,
    pub(crate) exchange: Arc<Exchange>,
}

impl<S: AsyncRead + Unpin> AsyncRead for TrackedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.exchange.place.has_sent();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TrackedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.exchange.moves(written.is_ready());
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.exchange.moves(flushed.is_ready());
        ready!(flushed)?;
        self.exchange.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
