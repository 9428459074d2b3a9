//! What a page can ask for that is no session: questions about something that goes on in this process, such as a match.
//!
//! A client asks, a line a question, and hears a line for each. It asks again when it wants to know more, so that nothing
//! gathers for one that is slow, and that nothing is done for one that has gone.

use crate::connection::{ConnectionReader, PeerAddress};
use crate::door::AdmittedClient;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The longest question, in bytes.
const LONGEST_QUESTION: usize = 256;
/// The pause after each answer: so often at most a client is answered.
const PAUSE: Duration = Duration::from_millis(10);
/// A client that asks nothing for so long is sent away; a page asks every second.
const IDLE: Duration = Duration::from_secs(300);
/// The time for an answer to reach the client.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);

/// Answers questions. Its answers cost little, and change nothing.
pub trait Feed: fmt::Debug + Send + Sync {
    /// The answer to a question of one line: one line of JSON, of bounded length. It may block, for files.
    /// Many clients may have one answer.
    fn answer(&self, question: &str) -> Arc<str>;

    /// A client has come, or has left. Called once each for every client.
    fn count(&self, change: ClientChange);
}

/// What happens to the number of clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientChange {
    /// There is one more.
    Came,
    /// There is one fewer.
    Left,
}

/// Counts a client as long as this lives.
struct CountedClient<'a>(&'a dyn Feed);

impl<'a> CountedClient<'a> {
    fn new(feed: &'a dyn Feed) -> Self {
        feed.count(ClientChange::Came);
        Self(feed)
    }
}

impl Drop for CountedClient<'_> {
    fn drop(&mut self) {
        self.0.count(ClientChange::Left);
    }
}

/// Answers a client until it leaves, or has to: because its token was revoked, or the server ends.
pub(crate) async fn serve(
    feed: Arc<dyn Feed>,
    entered: AdmittedClient,
    peer: PeerAddress,
    shutdown: &CancellationToken,
) {
    let AdmittedClient { mut reader, mut writer, access, token: _ } = entered;
    tracing::debug!(%peer, "looks on");
    let _counted = CountedClient::new(&*feed);
    let revoked = access.revoked.unwrap_or_default();
    tokio::select! {
        _ = converse(&feed, &mut reader, &mut writer) => {}
        () = ends(&revoked, shutdown) => {}
    }
    let _ = timeout(PAUSE, writer.shutdown()).await;
}

async fn ends(revoked: &CancellationToken, shutdown: &CancellationToken) {
    tokio::select! {
        () = revoked.cancelled() => {}
        () = shutdown.cancelled() => {}
    }
}

async fn converse(
    feed: &Arc<dyn Feed>,
    reader: &mut ConnectionReader,
    writer: &mut (impl AsyncWriteExt + Unpin),
) -> io::Result<()> {
    loop {
        let Some(question) = timeout(IDLE, reader.line(LONGEST_QUESTION, || ())).await?? else { return Ok(()) };
        let question = String::from_utf8_lossy(&question).into_owned();
        let feed = Arc::clone(feed);
        let answer = tokio::task::spawn_blocking(move || feed.answer(question.trim()));
        say(writer, &answer.await.map_err(io::Error::other)?).await?;
        sleep(PAUSE).await;
    }
}

async fn say(writer: &mut (impl AsyncWriteExt + Unpin), line: &str) -> io::Result<()> {
    let sending = async {
        writer.write_all(line.as_bytes()).await?;
        writer.write_all(b"\n").await?;
        writer.flush().await
    };
    timeout(WRITE_TIMEOUT, sending).await?
}
