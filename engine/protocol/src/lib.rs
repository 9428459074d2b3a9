//! plyd-protocol
