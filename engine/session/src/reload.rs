//! Taking up new builds of libraries while sessions play.

use crate::Engine;
use plyd_host::Trial;
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// So many libraries may hang where they are tried, one after the other, before a look at the folders is given up.
const MAX_HANGING: u32 = 10;

/// Looks at the plugin folders again. Changed files are loaded as new copies beside the old ones, which stay in memory: a
/// position in place and a running search keep theirs.
///
/// If it takes too long, all games are left as they are. Calls must not overlap, or the older look could
/// count in the end. `trial` is how a new library is tried before it is loaded.
pub async fn reload(engine: &Arc<Engine>, trial: Trial) {
    let patience = engine.settings.session.position_time() * MAX_HANGING;
    let scanning = Arc::clone(engine);
    let games = match timeout(patience, spawn_blocking(move || scanning.rescan(trial))).await {
        Ok(Ok(Ok(games))) => games,
        Ok(Ok(Err(reason))) => return tracing::error!("the games stay as they are: {reason}"),
        Ok(Err(_)) => return tracing::error!("the games stay as they are: loading a library failed"),
        Err(_) => {
            return tracing::error!("the games stay as they are: the plugin folders were not read within {patience:?}");
        }
    };
    let (before, loaded, refused) = (engine.games(), games.catalog.games(), games.catalog.refused().len());
    let is_old = |game| before.catalog.games().iter().any(|old| Arc::ptr_eq(old, game));
    let unchanged = loaded.iter().filter(|game| is_old(game)).count();
    let loaded = loaded.len() - unchanged;
    engine.replace_games(games);
    tracing::info!(loaded, unchanged, refused, "the plugin folders were read again");
}
