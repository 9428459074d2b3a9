//! The built program from end to end: its command line, its connections, its libraries, its documents. One program, as linking
//! many takes longer than running them.

mod bench;
mod bridge;
mod broken_libraries;
mod check;
mod command_line;
mod departures;
mod dialogue;
mod library_cache;
mod match_command;
mod new_plugin;
mod plugin_guide;
mod python;
mod signals;
mod stdio;
mod tcp;
mod third_party;
mod transcripts;
