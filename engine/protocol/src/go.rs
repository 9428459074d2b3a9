use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::line_text::quote;
use crate::suggestion::nearest;
use crate::words::WordReader;
use crate::{LineWords, ParseError};

/// The deepest `go perft`, in plies; no search goes deeper either.
pub const MAX_PERFT_DEPTH: u32 = 1024;

const KEYWORDS: &[&str] = &[
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The limits of a search. The default is a bare `go`.
///
/// If a keyword is repeated, the last one applies. Times are whole milliseconds up to the largest `u64`: add them to an
/// instant with care.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoLimits {
    /// `depth`: plies, at least 1.
    pub depth: Option<u32>,
    /// `nodes`: 0 is allowed and means as little as possible.
    pub nodes: Option<u64>,
    /// `mate`: look for a win in so many moves (plies in UGI), at least 1.
    pub mate: Option<u32>,
    /// `movetime`: zero is allowed and means as little as possible.
    pub movetime: Option<Duration>,
    /// `wtime` or `p1time`, `btime` or `p2time`: what is left on the clock of the first and of the second player. A
    /// clock that has run below zero counts as zero.
    pub time: [Option<Duration>; 2],
    /// `winc` or `p1inc`, `binc` or `p2inc`: what the clocks gain with each move.
    pub increment: [Option<Duration>; 2],
    /// `movestogo`: moves until the clocks are filled again; a zero, which some clients send, counts as absent.
    pub moves_to_go: Option<u32>,
    /// `infinite`: answer no sooner than at `stop`.
    pub infinite: bool,
    /// `ponder`: answer no sooner than at `stop` or `ponderhit`.
    pub ponder: bool,
    /// `searchmoves`: consider these moves only; never empty.
    pub searchmoves: Option<LineWords>,
}

impl GoLimits {
    /// Reads what follows the word `go`: the limits, and the depth of a `perft`, which has none.
    pub(crate) fn parse(text: &str) -> Result<(Self, Option<u32>), ParseError> {
        let mut go = Self::default();
        let mut perft = None;
        let mut words = WordReader::new(text);
        while let Some(keyword) = words.next() {
            let mut argument = Argument { keyword, words: &mut words };
            match keyword {
                "depth" => go.depth = Some(argument.count(1..=u32::MAX)?),
                "nodes" => go.nodes = Some(argument.number(0..=u64::MAX)?),
                "mate" => go.mate = Some(argument.count(1..=u32::MAX)?),
                "movetime" => go.movetime = Some(argument.time()?),
                "wtime" | "p1time" => go.time[0] = Some(argument.time()?),
                "btime" | "p2time" => go.time[1] = Some(argument.time()?),
                "winc" | "p1inc" => go.increment[0] = Some(argument.time()?),
                "binc" | "p2inc" => go.increment[1] = Some(argument.time()?),
                "movestogo" => go.moves_to_go = Some(argument.count(0..=u32::MAX)?).filter(|&moves| moves > 0),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => go.searchmoves = Some(argument.moves()?),
                "perft" => perft = Some(argument.count(0..=MAX_PERFT_DEPTH)?),
                unknown => return Err(ParseError::bad_go(unknown_keyword(unknown))),
            }
        }
        if perft.is_some() && go != Self::default() {
            return Err(ParseError::bad_go("`perft` stands alone, without other limits".to_owned()));
        }
        Ok((go, perft))
    }
}

/// A keyword and the words after it. It takes those that belong to it.
struct Argument<'a, 'b> {
    keyword: &'a str,
    words: &'b mut WordReader<'a>,
}

impl Argument<'_, '_> {
    fn count(&mut self, range: RangeInclusive<u32>) -> Result<u32, ParseError> {
        let (least, most) = range.into_inner();
        let number = self.number(least.into()..=most.into())?;
        Ok(u32::try_from(number).unwrap_or(most))
    }

    fn number(&mut self, range: RangeInclusive<u64>) -> Result<u64, ParseError> {
        let number = self.words.peek().and_then(|word| word.parse().ok()).filter(|number| range.contains(number));
        let needed = format!("a whole number from {} to {}", range.start(), range.end());
        self.take(number, &needed)
    }

    fn time(&mut self) -> Result<Duration, ParseError> {
        let time = self.words.peek().and_then(milliseconds).map(Duration::from_millis);
        self.take(time, &format!("whole milliseconds, at most {}", u64::MAX))
    }

    /// Moves past the word that gave the value, or says what was needed in its place.
    fn take<T>(&mut self, value: Option<T>, needed: &str) -> Result<T, ParseError> {
        let keyword = self.keyword;
        match (self.words.next(), value) {
            (Some(_), Some(value)) => Ok(value),
            (Some(found), None) => Err(ParseError::bad_go(format!("`{keyword}` needs {needed}, not {}", quote(found)))),
            (None, _) => Err(ParseError::bad_go(format!("`{keyword}` needs {needed}, but nothing follows it"))),
        }
    }

    /// All words up to the next keyword.
    fn moves(&mut self) -> Result<LineWords, ParseError> {
        let moves = LineWords::of(self.words.take_until(|word| KEYWORDS.contains(&word)));
        if moves.is_empty() {
            return Err(ParseError::bad_go("`searchmoves` needs at least one move after it".to_owned()));
        }
        Ok(moves)
    }
}

/// Clients do send clocks that have run below zero; however far is of no interest.
fn milliseconds(word: &str) -> Option<u64> {
    match word.strip_prefix('-') {
        Some(digits) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(0),
        _ => word.parse().ok(),
    }
}

fn unknown_keyword(word: &str) -> String {
    let quoted = quote(word);
    match nearest(word, KEYWORDS.iter().copied()) {
        Some(keyword) => format!("`go` has no limit {quoted}; did you mean `{keyword}`?"),
        None => format!("`go` has no limit {quoted}; the limits are {}", KEYWORDS.join(", ")),
    }
}
