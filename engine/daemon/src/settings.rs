//! What the daemon can be told, and where it is told it.
