//! A system whose limits plyd does not know.

use crate::{ConfineError, Denial, MissingLimit, Protection, ProtectionKind, SandboxLimits};

pub(crate) fn apply(_: &SandboxLimits) -> Result<Vec<MissingLimit>, ConfineError> {
    Ok(vec![MissingLimit::Everything])
}

pub(crate) fn apply_only(_: &SandboxLimits, _: ProtectionKind, _: Denial) -> Result<bool, ConfineError> {
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
