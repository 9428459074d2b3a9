//! Checks of the engine's lines with a third-party UCI parser.
//!
//! Its grammar only knows chess moves: it parses `pv P@b2`, `pv 1 0 0` and `currmove P@b2` as keyword and text, and
//! cannot parse `bestmove`, which consists of moves. It does not know `wdl` either. Everything else is compared with
//! the line word by word.

use vampirc_uci::{UciInfoAttribute, UciMessage, UciOptionConfig, parse_strict};

/// Checks an `id`, `option` or `info` line. All other lines are ignored, including lines of GTP about moves.
///
/// # Panics
/// Panics if the parser fails or misreads the line, or if a score has no `multipv` number.
pub(crate) fn check(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    if words[0] == "info" && words.get(1) != Some(&"string") && words.contains(&"score") {
        assert!(
            words.windows(3).any(|words| words[0] == "multipv" && words[2] == "score"),
            "of which line is `{line}`?"
        );
    }
    let is_for_the_parser = ["id ", "option ", "info "].iter().any(|kind| line.starts_with(kind));
    let is_of_gtp = line.starts_with("info move ");
    if !is_for_the_parser || is_of_gtp || is_beyond_the_parser(line) {
        return;
    }
    let messages = parse_strict(&format!("{line}\n"));
    let messages = messages.unwrap_or_else(|error| panic!("a UCI parser does not understand `{line}`: {error}"));
    let read: Vec<_> = messages.iter().map(written).collect();
    assert_eq!(read, [line], "a UCI parser misunderstands the line");
}

/// Whether a line triggers a defect of the parser. It reads a default of `minimax` as the keyword `min`, stores depths
/// and mates in a byte, fails at a move that is not chess-like after one that is (`pv a1a1 P@b4`), and drops `<empty>`.
fn is_beyond_the_parser(line: &str) -> bool {
    let number = |keyword: &str| -> i64 {
        let after = line.split_once(keyword).map_or("", |(_, rest)| rest);
        after.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_default()
    };
    let is_large = number(" depth ") > 255 || number(" seldepth ") > 255 || number(" mate ").abs() > 127;
    let is_result = line.starts_with("info ") && !line.starts_with("info string ");
    line.ends_with(" default <empty>")
        || line.contains(" default minimax ")
        || is_result && (is_large || mixes_moves(line))
}

/// Whether a `pv` or `currmove` begins like a chess move and continues in a way that no chess move does.
fn mixes_moves(line: &str) -> bool {
    let begins_as_in_chess = |word: &str| {
        let is_square = |pair: &[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]);
        word.as_bytes().get(..4).is_some_and(|squares| squares.chunks(2).all(is_square))
    };
    let is_of_chess = |word: &str| {
        begins_as_in_chess(word) && matches!(&word.as_bytes()[4..], b"" | b"n" | b"b" | b"r" | b"q" | b"k")
    };
    let after = |keyword: &str| line.split_once(keyword).map_or("", |(_, moves)| moves);
    let mut line_of_play = after(" pv ").split(' ');
    let current = after(" currmove ").split(' ').next().unwrap_or_default();
    let mixes_line = line_of_play
        .next()
        .is_some_and(|first| begins_as_in_chess(first) && !(is_of_chess(first) && line_of_play.all(is_of_chess)));
    mixes_line || begins_as_in_chess(current) && !is_of_chess(current)
}

/// The line rebuilt from the result of the parser.
fn written(message: &UciMessage) -> String {
    match message {
        UciMessage::Id { name: Some(name), .. } => format!("id name {name}"),
        UciMessage::Id { author: Some(author), .. } => format!("id author {author}"),
        UciMessage::Option(option) => written_option(option),
        UciMessage::Info(attributes) => {
            let words: Vec<_> = attributes.iter().map(written_attribute).collect();
            format!("info {}", words.join(" "))
        }
        other => panic!("neither id, option nor info: {other:?}"),
    }
}

fn written_option(option: &UciOptionConfig) -> String {
    let number = |number: &Option<i64>| number.expect("every number is there").to_string();
    match option {
        UciOptionConfig::Check { name, default: Some(default) } => {
            format!("option name {name} type check default {default}")
        }
        UciOptionConfig::Spin { name, default, min, max } => {
            let [default, min, max] = [default, min, max].map(number);
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        UciOptionConfig::Combo { name, default: Some(default), var } => {
            let choices: String = var.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        UciOptionConfig::String { name, default: Some(default) } => {
            format!("option name {name} type string default {default}")
        }
        UciOptionConfig::Button { name } => format!("option name {name} type button"),
        UciOptionConfig::Check { .. } | UciOptionConfig::Combo { .. } | UciOptionConfig::String { .. } => {
            panic!("an option without default: {option:?}")
        }
    }
}

fn written_attribute(attribute: &UciInfoAttribute) -> String {
    match attribute {
        UciInfoAttribute::Depth(depth) => format!("depth {depth}"),
        UciInfoAttribute::SelDepth(depth) => format!("seldepth {depth}"),
        UciInfoAttribute::Time(time) => format!("time {}", time.num_milliseconds()),
        UciInfoAttribute::Nodes(nodes) => format!("nodes {nodes}"),
        UciInfoAttribute::Nps(nps) => format!("nps {nps}"),
        UciInfoAttribute::HashFull(permille) => format!("hashfull {permille}"),
        UciInfoAttribute::MultiPv(line) => format!("multipv {line}"),
        &UciInfoAttribute::Score { cp, mate, lower_bound, upper_bound } => {
            let score = match (cp, mate) {
                (Some(cp), None) => format!("cp {cp}"),
                (None, Some(mate)) => format!("mate {mate}"),
                other => panic!("a score of one kind, not {other:?}"),
            };
            let bound = match (lower_bound, upper_bound) {
                (Some(true), None | Some(false)) => " lowerbound",
                (None | Some(false), Some(true)) => " upperbound",
                (None | Some(false), None | Some(false)) => "",
                both => panic!("one bound at most, not {both:?}"),
            };
            format!("score {score}{bound}")
        }
        UciInfoAttribute::CurrMove(mv) => format!("currmove {mv}"),
        UciInfoAttribute::CurrMoveNum(number) => format!("currmovenum {number}"),
        UciInfoAttribute::String(text) => format!("string {text}"),
        UciInfoAttribute::Any(keyword, text) if ["pv", "currmove", "wdl"].contains(&keyword.as_str()) => {
            format!("{keyword} {text}")
        }
        UciInfoAttribute::Pv(moves) => {
            let moves: String = moves.iter().map(|mv| format!(" {mv}")).collect();
            format!("pv{moves}")
        }
        other => panic!("not expected from this engine: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use std::panic::catch_unwind;

    #[test]
    fn lines_as_they_should_be_are_understood() {
        check("info depth 3 seldepth 3 multipv 1 score cp 12 nodes 14 nps 9000 time 0 pv 1 0 0");
        check("info depth 1 multipv 1 score mate 1 nodes 23 pv a1a8 e7e8q");
        check("info depth 8 seldepth 9 multipv 2 score cp -3 nodes 23 pv a1a8");
        check("info depth 8 multipv 1 score cp -3 lowerbound nodes 23 pv a1a8");
        check("info depth 8 multipv 1 score mate 3 upperbound nodes 23 pv P@a1");
        check("info depth 8 currmove e2e4 currmovenum 12");
        check("info depth 8 currmove P@b2 currmovenum 12");
        check("info depth 8 multipv 1 score cp 12 wdl 240 520 240 nodes 23 pv a1a8");
        check("info depth 2 multipv 1 score cp 2 nodes 9 pv d1a1,a1b1 a4a5,a5b5");
        check("info depth 2 currmove d1a1,a1b1 currmovenum 3");
        check("option name Move Overhead type spin default 10 min 0 max 5000");
        check("bestmove P@b2");
        check("info move D4 visits 161 winrate 5085 lcb 4313 order 1 pv D4 C2");
    }

    #[test]
    fn lines_with_mistakes_are_not() {
        for line in [
            "info depth three multipv 1 score cp 12",
            "info depth 3 multipv 1 score 12",
            "info depth 3 seldepth 3 score cp 12",
            "info depth",
            "option name Ponder type tick default true",
            "option name Move Overhead type spin default ten min 0 max 5000",
            "id engine plyd",
        ] {
            assert!(catch_unwind(|| check(line)).is_err(), "`{line}` was taken");
        }
    }
}
