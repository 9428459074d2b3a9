//! plyd-search
