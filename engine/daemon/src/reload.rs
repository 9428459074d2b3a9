//! Taking up new builds of libraries while sessions play.

use crate::engine::Engine;
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Looks at the plugin folders again. Changed files are loaded as new copies beside the old ones, which stay in memory: a
/// board in place and a running search keep theirs.
///
/// A library that does not come back in time leaves all games as they are. Calls must not overlap, or the older look could
/// count in the end.
pub async fn reload(engine: &Arc<Engine>) {
    let patience = engine.settings.session.position_time();
    let scanning = Arc::clone(engine);
    let games = match timeout(patience, spawn_blocking(move || scanning.rescan())).await {
        Ok(Ok(Ok(games))) => games,
        Ok(Ok(Err(reason))) => return tracing::error!("the games stay as they are: {reason:#}"),
        Ok(Err(_)) => return tracing::error!("the games stay as they are: loading a library failed"),
        Err(_) => {
            return tracing::error!("the games stay as they are: a library did not come back within {patience:?}");
        }
    };
    let (before, loaded, refused) = (engine.games(), games.catalog.games(), games.catalog.refused().len());
    let is_old = |game| before.catalog.games().iter().any(|old| Arc::ptr_eq(old, game));
    let unchanged = loaded.iter().filter(|game| is_old(game)).count();
    let loaded = loaded.len() - unchanged;
    engine.replace_games(games);
    tracing::info!(loaded, unchanged, refused, "the plugin folders were read again");
}
