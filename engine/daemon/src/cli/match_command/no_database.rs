//! The database of a program that was built without one: an address is refused, so there is no match in it.

use super::super::feature::POSTGRES;
use plyd_record::{MatchIdentity, MatchRecord, StoreError};
use plyd_tournament::settings::MatchSettings;

/// The address of a match in a database: there is none.
#[derive(Clone, Debug)]
pub(super) enum Address {}

impl Address {
    pub(super) fn read(_: &str, _: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        Err(POSTGRES.refusal())
    }

    pub(super) fn of_match(self, _: Option<String>) -> Result<Self, String> {
        match self {}
    }

    pub(super) fn is_named(&self) -> bool {
        match *self {}
    }

    pub(super) fn is_one(_: &str) -> bool {
        false
    }
}

/// What would open a match there.
pub(super) enum PostgresStore {}

impl PostgresStore {
    pub(super) fn create(
        address: &Address,
        _: &MatchSettings,
        _: &str,
        _: &MatchIdentity,
        _: usize,
    ) -> Result<MatchRecord, StoreError> {
        match *address {}
    }

    pub(super) fn resume(address: &Address) -> Result<MatchRecord, StoreError> {
        match *address {}
    }

    pub(super) fn read(address: &Address) -> Result<MatchRecord, StoreError> {
        match *address {}
    }
}
