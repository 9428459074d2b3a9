//! A command line with the words of fastchess and cutechess-cli: those that plyd has are taken, the others answered.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plyd_tournament::settings::runners::{RunnerWord, WordMeaning, find};
use std::ffi::OsString;

/// The command that has these words.
const MATCH: &str = "match";

/// The word that may be followed by a number, instead of the one that it implies.
const REPEAT: &str = "repeat";

/// The same line of `plyd match` in plyd's own words; any other line as it is. An option of another runner has one dash
/// there. With two dashes it is one of plyd's own, if plyd has that.
///
/// # Errors
/// What plyd has for a word that it does not take.
pub(super) fn in_own_words(line: Vec<OsString>, command: &Command) -> Result<Vec<OsString>, String> {
    let Some(place) = place_of_command(&line, command, MATCH) else { return Ok(line) };
    let known = command.find_subcommand(MATCH).into_iter().chain([command]).flat_map(Command::get_arguments);
    let known: Vec<_> = known.filter_map(|argument| argument.get_long()).collect();
    let (before, arguments) = line.split_at(place + 1);
    let mut own = before.to_vec();
    let mut arguments = arguments.iter().peekable();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            own.push(argument.clone());
            break;
        }
        let Some((word, value)) = argument.to_str().and_then(|text| word_of(text, &known)) else {
            own.push(argument.clone());
            continue;
        };
        if let Some(answer) = word.answer() {
            return Err(answer);
        }
        let mut words: Vec<OsString> = match word.here {
            WordMeaning::Called(words, _) => words.iter().map(|&word| OsString::from(word)).collect(),
            WordMeaning::Same | WordMeaning::Like(_) => vec![format!("--{}", word.word).into()],
            WordMeaning::Always(_) | WordMeaning::Otherwise(_) => Vec::new(),
        };
        let is_number = |text: &OsString| text.to_str().is_some_and(|text| text.parse::<u32>().is_ok());
        let number = if word.word == REPEAT { arguments.next_if(|next| is_number(next)).cloned() } else { None };
        if let Some(value) = number.or_else(|| value.map(OsString::from).filter(|_| !words.is_empty())) {
            // The value that the word implies is replaced, or there is none yet.
            words.truncate(1);
            words.push(value);
        }
        own.extend(words);
    }
    own.extend(arguments.cloned());
    Ok(own)
}

/// The refusal of a line of `plyd match`. If it is of a value of a word whose values differ, it says how.
pub(super) fn with_answer(mut error: clap::Error, line: &[OsString], command: &Command) -> clap::Error {
    let is_of_value = matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation);
    if !is_of_value || place_of_command(line, command, MATCH).is_none() {
        return error;
    }
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    // As in `--tournament <TOURNAMENT>`. An empty value is a missing one.
    let name = text(ContextKind::InvalidArg).strip_prefix("--").and_then(|name| name.split(' ').next());
    let word = name.filter(|_| !text(ContextKind::InvalidValue).is_empty()).and_then(|name| find("", name));
    if let Some(answer) = word.and_then(RunnerWord::answer_to_value) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![answer.into()]));
    }
    error
}

/// The word of another runner that this argument is, and the value behind a `=`.
fn word_of<'a>(argument: &'a str, known: &[&str]) -> Option<(&'static RunnerWord, Option<&'a str>)> {
    let (name, has_one_dash) = match argument.strip_prefix("--") {
        Some(name) => (name, false),
        None => (argument.strip_prefix('-')?, true),
    };
    let (name, value) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
    let word = find("", name)?;
    (has_one_dash || !known.contains(&name)).then_some((word, value))
}

/// The index of the command in the line, if it is this word. Options of all commands may precede it.
pub(super) fn place_of_command(line: &[OsString], command: &Command, name: &str) -> Option<usize> {
    let takes_value = |name: &str| {
        let known = command.get_arguments().find(|argument| argument.get_long() == Some(name));
        known.is_some_and(|argument| argument.get_action().takes_values())
    };
    let mut place = 1;
    loop {
        let text = line.get(place)?.to_str()?;
        match text.strip_prefix("--") {
            Some(name) if takes_value(name) => place += 2,
            _ if text.starts_with('-') => place += 1,
            _ => return (text == name).then_some(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;
    use crate::cli::arguments::{CommandLine, whole};
    use plyd_tournament::settings::runners::WORDS;

    fn read(line: &[&str]) -> Result<Vec<String>, String> {
        let line = line.iter().map(|&word| OsString::from(word)).collect();
        let own = in_own_words(line, &whole(COMMANDS))?;
        Ok(own.into_iter().map(|word| word.into_string().unwrap()).collect())
    }

    #[test]
    fn words_that_mean_the_same_are_taken() {
        let theirs = "plyd -q --game chess match -engine cmd=a -engine cmd=b -each tc=10+0.1 -rounds 200 -repeat -recover \
                      -concurrency 4 -srand 7 --srand=8 -force-concurrency --rounds 3";
        let ours = "plyd -q --game chess match --engine cmd=a --engine cmd=b --each tc=10+0.1 --rounds 200 --games 2 \
                    --concurrency 4 --seed 7 --seed 8 --rounds 3";
        let words = |line: &'static str| line.split_whitespace().collect::<Vec<_>>();
        assert_eq!(read(&words(theirs)).unwrap(), words(ours));
        assert_eq!(read(&words("plyd match -repeat 1 plan.toml")).unwrap(), words("plyd match --games 1 plan.toml"));
        // Nothing of other commands, of plyd's own options and of what follows `--` is changed.
        for line in [
            "plyd check -engine",
            "plyd --game match",
            "plyd",
            "plyd match --output json --log x.log -v -q --help",
            "plyd match -- -engine",
            "plyd report -srand 3",
        ] {
            assert_eq!(read(&words(line)).unwrap(), words(line));
        }
    }

    #[test]
    fn a_value_that_only_others_have_is_answered() {
        for (line, told) in [
            (
                "plyd match --tournament pyramid",
                "tip: `-tournament` is an option of fastchess and cutechess-cli; in plyd: `round",
            ),
            ("plyd match -tournament pyramid", "`pyramid` is not supported"),
            (
                "plyd match -games 100 -repeat",
                "tip: `-games` is an option of fastchess and cutechess-cli; in plyd: 1 or 2 (the default)",
            ),
            ("plyd match --games=3", "; for more games, increase `--rounds`"),
            (
                "plyd match -concurrency all",
                "tip: `-concurrency` is an option of fastchess and cutechess-cli; in plyd: 0 plays one",
            ),
        ] {
            let error =
                CommandLine::read(COMMANDS, line.split_whitespace().map(OsString::from)).unwrap_err().to_string();
            assert!(error.contains("invalid value") && error.contains(told), "{error}");
        }
        for line in ["plyd match --tournament", "plyd match --max-think x", "plyd serve --tournament x"] {
            let error =
                CommandLine::read(COMMANDS, line.split_whitespace().map(OsString::from)).unwrap_err().to_string();
            assert!(!error.contains("fastchess"), "{error}");
        }
    }

    /// Each word of both runners, with one dash and, where plyd has no such option, with two.
    #[test]
    fn every_word_is_taken_or_answered() {
        let command = whole(COMMANDS);
        let of_match = command.find_subcommand(MATCH).unwrap();
        let has = |name: &str| {
            of_match.get_arguments().chain(command.get_arguments()).any(|argument| argument.get_long() == Some(name))
        };
        for word in WORDS.iter().filter(|word| word.list.is_empty()) {
            let told = read(&["plyd", "match", &format!("-{}", word.word)]);
            match (word.here, word.answer()) {
                (WordMeaning::Otherwise(text), Some(answer)) => {
                    assert_eq!(told, Err(answer));
                    if !has(word.word) {
                        let told = read(&["plyd", "match", &format!("--{}", word.word)]).unwrap_err();
                        assert!(told.ends_with(text), "{told}");
                    }
                }
                _ => {
                    let own = told.unwrap();
                    let options = own[2..].iter().filter_map(|option| option.strip_prefix("--"));
                    assert!(options.into_iter().all(has), "{own:?}");
                }
            }
        }
    }
}
