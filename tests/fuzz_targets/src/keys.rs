//! Tokens from clients and token files, neither of which may ever be echoed.

use crate::Surroundings;
use crate::lines::is_one_line;
use plyd_protocol::{TOKEN_MARK, for_log, parse};
use plyd_server::{TokenFile, sent_token};

/// The minimum length in bytes of a fragment that counts as an echo; a shorter one may be part of the error message.
const LONG: usize = 24;

/// Parses the first line of a client. Its token is one of its words, and appears in no log and no error.
pub(crate) fn auth(_: &Surroundings, input: &[u8]) {
    let token = sent_token(input);
    let Ok(line) = std::str::from_utf8(input) else { return assert!(token.is_none()) };
    let logged = for_log(line);
    assert!(!logged.contains(TOKEN_MARK), "{line:?} is logged as {logged:?}");
    if let Err(error) = parse(line) {
        assert!(!error.text.contains(TOKEN_MARK), "{line:?} has the error {:?}", error.text);
    }
    let Some(token) = token else { return };
    let token = token.reveal();
    let is_word = |word: &str| word.split_whitespace().eq([word]);
    assert!(is_word(token) && line.split_whitespace().any(|word| word == token), "{token:?} of {line:?}");
    // A shorter token may coincide with another word of the line.
    let is_repeated = token.len() >= LONG && logged.contains(token);
    assert!(!is_repeated || line.matches(token).count() > 1, "{line:?} is logged as {logged:?}");
}

/// Parses a token file. Valid content can be written again, and an error quotes none of it.
pub(crate) fn tokens(surroundings: &Surroundings, input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input) {
        match TokenFile::parse(text) {
            Ok(file) => {
                assert_eq!(TokenFile::parse(&file.to_string()), Ok(file.clone()), "{text:?}");
                let names: std::collections::HashSet<_> = file.entries().iter().map(|entry| &entry.name).collect();
                assert_eq!(names.len(), file.entries().len(), "{text:?} has a name twice");
            }
            Err(error) => {
                let said = error.to_string();
                assert!(is_one_line(&said), "{text:?} has the error {said:?}");
                let repeated = text.split_whitespace().find(|word| word.len() >= LONG && said.contains(word));
                assert_eq!(repeated, None, "{text:?} has the error {said:?}");
            }
        }
    }
    // This file is readable by everyone, so it must be rejected.
    let path = surroundings.file("tokens", input);
    assert!(cfg!(not(unix)) || TokenFile::read(&path).is_err());
}
