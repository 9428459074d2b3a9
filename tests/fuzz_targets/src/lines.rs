//! Lines of clients: each is a command, which can be written and read again, or a one-line error.

use crate::Surroundings;
use plyd_protocol::{ClientRequest, Mode, parse};

/// The maximum length of an error, which lists the known words and quotes at most 80 characters.
const LONGEST_ERROR: usize = 300;

pub(crate) fn attack(_: &Surroundings, input: &[u8]) {
    let Ok(line) = std::str::from_utf8(input) else { return };
    match parse(line) {
        Ok(Some(command)) => {
            for mode in [Mode::Uci, Mode::Ugi] {
                let written = ClientRequest { command: &command, mode }.to_string();
                assert_eq!(parse(&written), Ok(Some(command.clone())), "{line:?} was written as {written:?}");
            }
        }
        Ok(None) => assert!(line.trim_start_matches('\u{feff}').trim().is_empty(), "{line:?} is not blank"),
        Err(error) => {
            assert!(is_one_line(&error.text), "{line:?} has the error {:?}", error.text);
            assert!(error.text.chars().count() < LONGEST_ERROR, "{line:?} has the error {:?}", error.text);
        }
    }
}

/// Whether clients read a text as a single line.
pub(crate) fn is_one_line(text: &str) -> bool {
    !text.chars().any(|sign| sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}'))
}
