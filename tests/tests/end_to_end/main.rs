//! The built program from end to end: its command line, its sessions, its connections, its libraries, its documents.
//! One program, as linking many takes longer than running them.

mod about;
mod attacks;
mod bench;
mod bridge;
mod broken_libraries;
mod check;
mod command_line;
mod cpp;
mod cute_chess;
mod departures;
// It sets limits by a Unix shell.
#[cfg(unix)]
mod descriptors;
mod dialogue;
mod documents;
mod early_signals;
// One of them is about the page.
#[cfg(unix)]
mod examples;
#[cfg(target_os = "linux")]
mod experience;
// Signals end it.
#[cfg(unix)]
mod gtp;
mod hostile_files;
mod install;
// Its games are built by programs of Unix.
#[cfg(unix)]
mod installed_games;
// The limits are those of Linux, and the hostile library is for it.
#[cfg(target_os = "linux")]
mod isolated_commands;
#[cfg(target_os = "linux")]
mod isolation;
#[cfg(target_os = "linux")]
mod isolation_check;
// Files have owners and modes, and sockets have paths, where Unix is.
#[cfg(unix)]
mod keys;
mod layers;
// Its tests send signals.
#[cfg(unix)]
mod learn;
mod library_cache;
// It counts the threads of a process.
#[cfg(target_os = "linux")]
mod library_calls;
mod loaders;
mod many_searches;
mod match_command;
mod names;
#[cfg(target_os = "linux")]
mod network;
mod new_plugin;
#[cfg(target_os = "linux")]
mod operations;
// Its build script is one of a Unix shell.
#[cfg(unix)]
mod nim;
mod one_build;
mod other_build;
// systemd is a part of Linux.
#[cfg(target_os = "linux")]
mod packaging;
mod play;
mod plugin_guide;
mod processor;
mod protocol;
mod python;
// Its tests send signals, and connect to Unix sockets.
#[cfg(unix)]
mod python_package;
// It is asked for by a signal.
#[cfg(unix)]
mod reload;
mod signals;
mod solve;
mod standard_output;
mod stdio;
// What a library leaves behind is put back on Linux.
#[cfg(target_os = "linux")]
mod surroundings;
mod tablebases;
mod tcp;
mod third_party;
// It counts the threads of a process.
#[cfg(target_os = "linux")]
mod threads;
// Its commands are for a Unix shell.
#[cfg(unix)]
mod tour;
mod transcripts;
// Nothing is tried elsewhere.
#[cfg(unix)]
mod trial;
// Its runs are interrupted by a signal.
#[cfg(unix)]
mod tune;
mod views;
// Its state has owners and modes.
#[cfg(unix)]
mod web;
// It reads /proc.
#[cfg(target_os = "linux")]
mod where_games_run;
