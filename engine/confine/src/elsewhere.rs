//! A system whose limits plyd does not know.

use crate::{ConfineError, Denial, Kind, Lack, Limits, Protection};

pub(crate) fn apply(_: &Limits) -> Result<Vec<Lack>, ConfineError> {
    Ok(vec![Lack::Everything])
}

pub(crate) fn apply_only(_: &Limits, _: Kind, _: Denial) -> Result<bool, ConfineError> {
    Ok(false)
}

pub(crate) fn go_first_in_a_shortage() {}

pub(crate) fn survive_long_files() -> std::io::Result<()> {
    Ok(())
}

pub(crate) fn hide() {}

pub(crate) fn held() -> Vec<Protection> {
    crate::protection::all(|_| None)
}
