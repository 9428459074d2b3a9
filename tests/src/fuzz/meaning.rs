//! What a line means to the client that sends it: what it is owed. Written from protocol.md, not from the parser.

/// The longest line that the program takes, in bytes.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Every command's name.
pub(super) const COMMANDS: &[&str] = &[
    "uci",
    "ugi",
    "auth",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "uginewgame",
    "position",
    "go",
    "explain",
    "stop",
    "ponderhit",
    "query",
    "d",
    "eval",
    "games",
    "help",
    "quit",
];

/// How a client is joined to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// To a server that others use too.
    Tcp,
    /// To a process of its own.
    Pipe,
}

/// What a line is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// No line that is counted. There may be an error, or silence.
    Nothing,
    /// `readyok`.
    Ready,
    /// This very line.
    Line(&'static str),
    /// An error that quotes this number, in the place of the line among all others.
    Mark(u64),
    /// `response`, or an error.
    Response,
    /// `bestmove`.
    Search,
    /// `bestmove (none)` if the last position was refused; otherwise nothing of its own.
    PonderHit,
    /// The end of a perft, or an error.
    Count,
    /// `explain done`.
    Explanation,
    /// All searches before it are to end.
    Stop,
    /// The session ends, and what comes after is not read.
    Quit,
    /// Another protocol: the same.
    Foreign,
}

/// What a line is owed, without its line feed.
pub(super) fn meaning(line: &[u8], transport: Transport) -> Meaning {
    if transport == Transport::Tcp && (is_tls(line) || is_http(line)) {
        return Meaning::Foreign;
    }
    if line.len() > LONGEST_LINE {
        return Meaning::Nothing;
    }
    let Ok(text) = std::str::from_utf8(line) else { return Meaning::Nothing };
    let text = text.trim_end_matches('\r').trim_start_matches('\u{feff}');
    let mut words = text.split_whitespace();
    let Some(command) = words.find(|word| COMMANDS.contains(word)) else { return Meaning::Nothing };
    let arguments: Vec<&str> = words.collect();
    match command {
        "isready" => Meaning::Ready,
        "uci" => Meaning::Line("uciok"),
        "ugi" => Meaning::Line("ugiok"),
        "debug" => mark(&arguments),
        "query" => query(&arguments),
        "go" => go(&arguments),
        "explain" => Meaning::Explanation,
        "ponderhit" => Meaning::PonderHit,
        "stop" => Meaning::Stop,
        "quit" => Meaning::Quit,
        _ => Meaning::Nothing,
    }
}

/// The line that [`Meaning::Mark`] is: its answer, an error, quotes the number.
pub(super) fn mark_line(number: u64) -> String {
    format!("debug mark{number}")
}

/// The number in the answer to a mark.
pub(super) fn marked(reply: &str) -> Option<u64> {
    let rest = reply.strip_prefix("info string error bad-command `debug` needs `on` or `off`, not `mark")?;
    rest.strip_suffix('`')?.parse().ok()
}

fn mark(arguments: &[&str]) -> Meaning {
    let number = arguments.first().and_then(|word| word.strip_prefix("mark")).map(str::parse);
    number.and_then(Result::ok).map_or(Meaning::Nothing, Meaning::Mark)
}

fn query(arguments: &[&str]) -> Meaning {
    let known = ["p1turn", "p2turn", "gameover", "result", "moves", "fen"];
    let is_known = arguments.first().is_some_and(|word| known.contains(word));
    if is_known { Meaning::Response } else { Meaning::Nothing }
}

/// A perft stands alone, with a depth that makes sense; all else, if it is refused too, has a `bestmove`.
fn go(arguments: &[&str]) -> Meaning {
    let is_number = |text: &str, most| text.parse::<u32>().is_ok_and(|number| number <= most);
    let is_perft = |pair: &[&str]| match pair {
        ["perft", plies] => is_number(plies, 1_024),
        // That counts as absent.
        ["movestogo", moves] => is_number(moves, 0),
        _ => false,
    };
    let counts = arguments.contains(&"perft") && arguments.chunks(2).all(is_perft);
    if counts { Meaning::Count } else { Meaning::Search }
}

/// The beginning of a handshake in TLS.
fn is_tls(line: &[u8]) -> bool {
    matches!(line, [0x16, 0x03, 0..=4, ..])
}

/// The first line of a request in HTTP ends in its version.
fn is_http(line: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(line.trim_ascii_end()) else { return false };
    let version =
        text.rsplit(|sign: char| sign.is_ascii_whitespace()).next().and_then(|word| word.strip_prefix("HTTP/"));
    version
        .is_some_and(|version| !version.is_empty() && version.chars().all(|sign| sign.is_ascii_digit() || sign == '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Meaning {
        meaning(line.as_bytes(), Transport::Tcp)
    }

    #[test]
    fn a_line_is_owed_what_its_first_command_says() {
        assert_eq!(of("  joho isready whatever\r"), Meaning::Ready);
        assert_eq!(of("\u{feff}go\tdepth 3"), Meaning::Search);
        assert_eq!(of("go depht"), Meaning::Search, "a refused search has a bestmove");
        assert_eq!(of("go perft 3"), Meaning::Count);
        assert_eq!(of("go perft 2 perft 3"), Meaning::Count);
        for refused in ["go perft -1", "go perft 1025", "go perft", "go perft 2 depth 3", "go infinite perft 2"] {
            assert_eq!(of(refused), Meaning::Search);
        }
        assert_eq!(of("explain depth x"), Meaning::Explanation);
        assert_eq!(of("query winner"), Meaning::Nothing);
        assert_eq!(of("Isready"), Meaning::Nothing);
        assert_eq!(of(&mark_line(7)), Meaning::Mark(7));
        assert_eq!(marked("info string error bad-command `debug` needs `on` or `off`, not `mark7`"), Some(7));
        assert_eq!(meaning(b"isready \xff", Transport::Tcp), Meaning::Nothing);
        assert_eq!(of(&format!("isready{}", " ".repeat(LONGEST_LINE))), Meaning::Nothing);
    }

    #[test]
    fn other_protocols_end_a_connection_and_no_pipe() {
        for line in [&b"POST /isready HTTP/1.1\r"[..], b"\x16\x03\x01\x02\0"] {
            assert_eq!(meaning(line, Transport::Tcp), Meaning::Foreign);
            assert_ne!(meaning(line, Transport::Pipe), Meaning::Foreign);
        }
    }
}
