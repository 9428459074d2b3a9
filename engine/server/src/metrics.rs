//! The figures of a server.

use crate::figures::{FigurePage, Figures};
use crate::hall::ServerState;
use std::fmt;
use std::sync::Arc;

/// The label of refused clients that got no message.
const SILENT: &str = "none";

/// The figures of the engine behind a hall, and whether that takes clients.
#[derive(Debug)]
pub(crate) struct ServerFigures(pub(crate) Arc<ServerState>);

impl Figures for ServerFigures {
    fn write(&self, page: &mut FigurePage<'_>) -> fmt::Result {
        let engine = &self.0.engine;
        let counters = &engine.counters;
        let (open, begun) = counters.sessions();
        page.gauge("sessions_open", "Sessions that are open", open)?;
        page.counter("sessions", "Sessions that have begun", begun)?;
        page.counters(
            "sessions_refused",
            "Clients that got no session, by the code of the error they were told",
            counters
                .refused()
                .map(|(code, count)| ([("code", code.map_or(SILENT, |code| code.as_str()).into())], count)),
        )?;
        page.counters(
            "errors",
            "Errors that sessions have told their clients, by code",
            counters.errors().map(|(code, count)| ([("code", code.as_str().into())], count)),
        )?;
        page.gauge("searches_running", "Searches that run or wait for their turn", counters.searches().0)?;
        page.counters(
            "searches",
            "Searches that have begun, by game and algorithm",
            counters
                .searches_of()
                .into_iter()
                .map(|((game, algorithm), count)| ([("game", game), ("algorithm", algorithm.into())], count)),
        )?;
        page.counter("nodes", "Nodes of the searches that have ended", counters.nodes())?;
        page.histogram("isready_seconds", "The time from isready to readyok", &counters.ready)?;
        page.histogram("stop_seconds", "The time for a search to end that was told to stop", &counters.stop)?;
        let (ended, started) = counters.children();
        let all_ended = ended.iter().map(|(_, count)| count).sum();
        page.gauge("library_processes", "Processes of libraries that run", started.saturating_sub(all_ended))?;
        page.counter("library_processes_started", "Processes of libraries that were started", started)?;
        page.counters(
            "library_processes_ended",
            "Processes of libraries that have ended, by cause",
            ended.into_iter().map(|(end, count)| ([("cause", end.name().into())], count)),
        )?;
        page.counters(
            "library_crashes",
            "Processes that were lost through their library, by game",
            counters.crashes_of().into_iter().map(|(game, count)| ([("game", game)], count)),
        )?;
        let search = &engine.settings.search;
        let bytes = |mebibytes: usize| (mebibytes as u64) << 20;
        page.gauge("threads_used", "Extra threads of all searches", engine.threads.used() as u64)?;
        page.gauge("threads_limit", "The maximum of extra threads", search.total_threads as u64)?;
        page.gauge("hash_used_bytes", "Memory of all transposition tables", bytes(engine.tables.used()))?;
        page.gauge("hash_limit_bytes", "The maximum for transposition tables", bytes(search.total_hash))?;
        page.gauge("games", "Games that are loaded", engine.games().catalog.games().len() as u64)
    }

    fn unready(&self) -> Option<&'static str> {
        let Self(hall) = self;
        if hall.shutdown.is_cancelled() {
            Some("shutting down")
        } else if hall.drain.has_begun() {
            Some("draining")
        } else if hall.engine.games().catalog.games().is_empty() {
            Some("no games")
        } else if !hall.engine.has_playable_game() {
            Some("no game can start: the private copies of all libraries are gone and cannot be made again")
        } else {
            None
        }
    }
}
