//! The page of a match: `--web` of `plyd match` and `plyd report`.

use super::super::web_page::{self, AnnouncedPage, WebPage};
use super::feed::MatchFeed;
use super::notices::NoticePrinter;
use crate::settings::PlydSettings;
use anyhow::Context;
use plyd_server::{Addresses, Feed, GivenSockets, PageKind, Server, WebSettings};
use plyd_session::Engine;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The most clients of the page of a match.
const MOST_CLIENTS: usize = 64;
/// The time for the last answers when the match is over.
const GRACE: Duration = Duration::from_millis(500);
/// The longest time that a page has no connection while a person reloads it.
const RELOAD: Duration = Duration::from_secs(3);

/// A page that is served as long as this lives.
pub(super) struct ServedPage {
    shutdown: CancellationToken,
    serving: Option<JoinHandle<usize>>,
    feed: Arc<MatchFeed>,
    _announced: Option<AnnouncedPage>,
}

impl ServedPage {
    /// Serves a page about this at the address, on the runtime of the program.
    ///
    /// # Errors
    /// The address cannot be used, or there is no token.
    pub(super) async fn begin(
        engine: Arc<Engine>,
        settings: &PlydSettings,
        address: &str,
        feed: MatchFeed,
    ) -> anyhow::Result<Self> {
        let mut server = settings.server.clone();
        server.max_sessions = server.max_sessions.min(MOST_CLIENTS);
        let web = WebSettings { listen: address.to_owned(), ..settings.web.clone() };
        web.address().with_context(|| {
            format!("`{address}` is no address for the page; give HOST:PORT, such as {}", WebSettings::ADDRESS)
        })?;
        let (page, feed) = (WebPage::told()?, Arc::new(feed));
        let addresses = Addresses {
            lines: None,
            server: &server,
            metrics: &Default::default(),
            web: &web,
            admin: &Default::default(),
            page_token: Some(page.token.clone()),
            feed: Some(Arc::clone(&feed) as Arc<dyn Feed>),
            other_pages: web_page::others,
            given: GivenSockets::default(),
        };
        let server = Server::bind(engine, addresses).await?;
        let address = server.page_address()?;
        let announced = address.map(|address| page.announce(&address, PageKind::Match, None)).transpose()?;
        let shutdown = CancellationToken::new();
        let serving = tokio::spawn(server.run(shutdown.clone(), GRACE, Duration::ZERO));
        Ok(Self { shutdown, serving: Some(serving), feed, _announced: announced })
    }
}

impl ServedPage {
    /// Shows the end of a match, as long as a page is open.
    pub(super) async fn show_end(&self, notices: &NoticePrinter) {
        self.feed.end();
        let mut clients = self.feed.clients();
        if *clients.borrow() > 0 {
            notices.tell("the match is over; its page is served until you close it or press Ctrl-C");
        }
        while *clients.borrow() > 0 {
            // The feed outlives this receiver, so there is no error.
            let _ = clients.wait_for(|clients| *clients == 0).await;
            let _ = timeout(RELOAD, clients.wait_for(|clients| *clients > 0)).await;
        }
    }

    /// Ends, when the last answers are on their way.
    pub(super) async fn end(mut self) {
        self.shutdown.cancel();
        if let Some(serving) = self.serving.take() {
            let _ = serving.await;
        }
    }
}

impl Drop for ServedPage {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}
