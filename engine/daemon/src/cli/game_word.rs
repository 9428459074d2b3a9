//! The name of a game where it cannot be: in the place of a command, as in `plyd cfour`, or in several words, as in
//! `plyd play connect four`.

use super::arguments::whole;
use super::command::CliCommand;
use super::global_flags::GlobalFlags;
use super::program;
use super::subject::can_be_game;
use crate::settings::{PlydSettings, Sources};
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plyd_session::{PluginIsolation, find_game};
use std::ffi::OsString;

/// The refusal of a line. If the words that are wrong there are the name of a game, it says how to write that.
pub(super) fn with_answer(mut error: clap::Error, line: &[OsString], commands: &[CliCommand]) -> clap::Error {
    let wrong = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(wrong) else { return error };
    let answer = if wrong == ContextKind::InvalidSubcommand {
        game_of(word, line, commands).map(|id| format!("`{word}` is a game; play it by `plyd play {id}`"))
    } else {
        words_of_game(word, line, commands)
    };
    if let Some(answer) = answer {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![answer.into()]));
        // A command with a similar name is not meant.
        error.remove(ContextKind::SuggestedSubcommand);
    }
    error
}

/// What to write instead of the name of a game in several words, the second of which is this one.
fn words_of_game(second: &str, line: &[OsString], commands: &[CliCommand]) -> Option<String> {
    let place = line.iter().position(|word| word == second).filter(|&place| place > 1)?;
    let words = line[place - 1..].iter().map_while(|word| word.to_str().filter(|word| !word.starts_with('-')));
    let name = words.collect::<Vec<_>>().join(" ");
    let id = game_of(&name, &line[..place], commands)?;
    Some(format!("the name of a game is one word, `{id}`, or has quotation marks, \"{name}\""))
}

/// The id of the game that has this name, if the flags of this line have it loaded. Only an error is worth the time to
/// look at the libraries for that.
fn game_of(name: &str, line: &[OsString], commands: &[CliCommand]) -> Option<String> {
    if !can_be_game(name) {
        return None;
    }
    let matches = whole(commands).allow_external_subcommands(true).try_get_matches_from(line).ok()?;
    let mut flags = GlobalFlags::from_arg_matches(&matches).ok()?;
    flags.read_settings(&matches);
    let settings = PlydSettings::load(&Sources::of_process(flags.config.clone(), flags.overlay())).ok()?;
    let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
    let (_, engine) = program::load(program::without_game(settings), 0, isolation).ok()?;
    Some(find_game(&engine.games().catalog, name).ok()?.id().to_owned())
}
