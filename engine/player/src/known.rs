//! What the searches before have left in the table, asked without a search.

use crate::{SearchTable, root};
use plyd_host::Position;
use plyd_search::{Algorithm, KnownMove, SearcherSettings, Techniques};

/// What the table knows of the moves of a position, see [`plyd_search::known`]. `symmetry` is whether searches let
/// mirrored positions share an entry.
///
/// # Errors
/// The library failed.
pub fn known(position: &Position, symmetry: bool, table: &SearchTable) -> Result<Vec<KnownMove>, String> {
    let table = table.peek();
    let techniques = Techniques { symmetry, ..Techniques::default() };
    let settings = SearcherSettings { table: table.as_deref(), techniques, ..SearcherSettings::from(Algorithm::Pvs) };
    plyd_search::known(&root(position), &settings)
}
