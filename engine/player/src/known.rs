//! Queries of the table contents left by earlier searches.

use crate::{SearchTable, root};
use plyd_host::Position;
use plyd_search::{Algorithm, KnownMove, SearcherSettings, Techniques};

/// Returns the table's knowledge about the moves of a position, see [`plyd_search::known`]. `symmetry` is whether
/// searches store mirrored positions under a shared entry.
///
/// # Errors
/// The library failed.
pub fn known(position: &Position, symmetry: bool, table: &SearchTable) -> Result<Vec<KnownMove>, String> {
    let table = table.peek();
    let techniques = Techniques { symmetry, ..Techniques::default() };
    let settings = SearcherSettings { table: table.as_deref(), techniques, ..SearcherSettings::from(Algorithm::Pvs) };
    plyd_search::known(&root(position), &settings)
}
