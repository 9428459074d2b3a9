//! A system whose limits plyd does not know.

use crate::{ConfineError, Lack, Limits, Protection};

pub(crate) fn apply(_: &Limits) -> Result<Vec<Lack>, ConfineError> {
    Ok(vec![Lack::Everything])
}

pub(crate) fn held() -> Vec<Protection> {
    crate::protection::all(|_| None)
}
