//! An error says what is wrong, and repeats only as much of a line as it takes to find it.

use plyd_tests::{Client, Daemon, GAMES};

/// The most that an error repeats of a line.
const LONGEST_QUOTE: usize = 200;

/// What a line begins with, and the words that follow.
const LINES: &[(&str, &[&str])] = &[
    ("", &["such", "words", "are", "no", "command"]),
    ("setoption name ", &["Hash", "Threads", "Game", "Order", "x"]),
    ("setoption name Hash value ", &["9", "x"]),
    ("setoption name Algorithm value ", &["pvs", "x"]),
    ("setoption name UCI_Variant value ", &["chess", "x"]),
    ("setoption name UCI_LimitStrength value ", &["true", "x"]),
    ("debug ", &["on", "x"]),
    ("query ", &["fen", "x"]),
    ("go ", &["dept", "x"]),
    ("go depth ", &["9"]),
    ("go movetime ", &["9", "x"]),
    ("go perft ", &["9", "x"]),
    ("go searchmoves ", &["a1", "P@b2", "e2e4", "x"]),
    ("explain ", &["dept", "x"]),
    ("explain depth ", &["9", "x"]),
    ("explain algorithm ", &["pvs", "x"]),
    ("explain format ", &["text", "x"]),
    ("position ", &["x", "y"]),
    ("position startpos ", &["x", "y"]),
    ("position startpos moves ", &["x", "e2e4", "P@b2", "9"]),
    ("position fen ", &["8/8/8/8/8/8/8/8", "w", "-", "x"]),
    ("position fen ", &["p", "P", "/", "8"]),
    ("position fen ", &["3", "?", "[", "]", "(", ")", ",", "a:"]),
    ("position fen random b=2 depth=", &["9"]),
    ("position fen b=", &["9", "x"]),
    ("position fen ", &["4,", "4/", "w"]),
    ("position fen 3/3/3[", &["P", "p"]),
    ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ", &["w", "KQkq", "x"]),
];

/// Pseudo-random numbers: the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn line(&mut self, begin: &str, words: &[&str], bytes: usize) -> String {
        let mut line = begin.to_owned();
        // As one word, or as many.
        let blank = if self.below(2) == 0 { "" } else { " " };
        while line.len() < bytes {
            line.push_str(words[self.below(words.len())]);
            line.push_str(blank);
        }
        line
    }
}

/// The longest text that both have, or at least more than may be.
fn is_repeated(reply: &str, line: &str) -> bool {
    let starts = reply.char_indices().map(|(start, _)| start);
    let mut parts = starts.filter_map(|start| reply.get(start..start + LONGEST_QUOTE + 1));
    parts.any(|part| line.contains(part))
}

fn assert_errors_are_short(client: &mut Client, line: &str) {
    let replies = client.ask(line);
    let shown = &line[..line.len().min(100)];
    for reply in replies {
        assert!(!is_repeated(&reply, line), "`{shown}...`, {} bytes, is answered by {reply}", line.len());
    }
    client.ask("stop");
}

#[test]
fn no_error_repeats_more_than_a_little_of_a_line() {
    let daemon = Daemon::start(&[]);
    let mut random = Random(1);
    for game in GAMES.iter() {
        let mut client = daemon.client();
        client.ask(&format!("setoption name UCI_Variant value {game}"));
        for &(begin, words) in LINES {
            for bytes in [500, 20_000] {
                let line = random.line(begin, words, bytes);
                assert_errors_are_short(&mut client, &line);
            }
        }
    }
}

#[test]
fn a_long_repetition_is_found() {
    let line = format!("debug {}", "x".repeat(999));
    assert!(is_repeated(&format!("not `{}`", "x".repeat(201)), &line));
    assert!(!is_repeated(&format!("not `{}`", "x".repeat(200)), &line));
}
