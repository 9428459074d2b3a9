//! plyd-host
