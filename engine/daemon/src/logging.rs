//! The log: records on standard error, as text or as JSON.
