//! What clients send as tokens, and files that list tokens: neither is ever repeated to anybody.

use crate::Surroundings;
use crate::lines::is_one_line;
use plyd_protocol::{TOKEN_MARK, for_log, parse};
use plyd_server::{TokenFile, sent_token};

/// The shortest part of a text that counts as repeated, in bytes: shorter ones are words of the error.
const LONG: usize = 24;

/// The first line of a client. Its token is one word of it, and no log and no error has that.
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
    // A shorter one may be a word of the line for another reason too.
    let is_repeated = token.len() >= LONG && logged.contains(token);
    assert!(!is_repeated || line.matches(token).count() > 1, "{line:?} is logged as {logged:?}");
}

/// A token file: what is read can be written, and an error repeats nothing of it.
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
    // Everybody can read this one.
    let path = surroundings.file("tokens", input);
    assert!(cfg!(not(unix)) || TokenFile::read(&path).is_err());
}
