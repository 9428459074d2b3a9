//! Random lines, and how they are delivered. All follows from one seed.

use super::setups::{GAMES, OPTIONS};
use super::vocabulary::{
    BROKEN_OPTIONS, EXPLANATIONS, LIMITS, MOVES, ODD_NUMBERS, PERFTS, PLAIN, QUERIES, SMALL_NUMBERS, TOKENS, VALUES,
};
use fastrand::Rng;
use std::time::Duration;

/// How the bytes of a burst reach the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// All at once.
    Whole,
    /// In pieces that end anywhere, with pauses between some.
    Pieces,
    /// All at once, while the client reads slowly.
    ReadSlowly,
}

/// How a client leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Departure {
    Quit,
    EndOfInput,
    /// Without a word, and without reading what comes.
    Vanish,
    /// By speaking HTTP or TLS.
    Foreign(&'static [u8]),
}

/// What is sent in one go.
#[derive(Clone, Debug)]
pub(super) struct Burst {
    pub(super) bytes: Vec<u8>,
    pub(super) delivery: Delivery,
    /// How long the client waits then.
    pub(super) pause: Duration,
    /// Whether the client waits for all that it is owed then.
    pub(super) settles: bool,
}

/// Makes the lines of one session.
#[derive(Debug)]
pub(super) struct Generator {
    random: Rng,
    /// The game that was chosen last, as most lines are to make sense.
    game: usize,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let game = random.usize(..GAMES.len());
        Self { random, game }
    }

    /// How many bursts the session has.
    pub(super) fn length(&mut self) -> usize {
        self.random.usize(1..120)
    }

    /// How it ends.
    pub(super) fn departure(&mut self) -> Departure {
        match self.random.u8(..10) {
            0..3 => Departure::Quit,
            3..6 => Departure::EndOfInput,
            6..9 => Departure::Vanish,
            _ => Departure::Foreign(self.pick(&[
                b"GET / HTTP/1.1\r\nHost: x\r\n\r\ngo depth 1\n",
                b"POST /isready HTTP/1.0\r\n\r\ngo movetime 300\r\n",
                b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03go depth 1\n",
            ])),
        }
    }

    /// The first lines of a session, which choose a game.
    pub(super) fn opening(&self) -> Vec<u8> {
        format!("setoption name UCI_Variant value {}\n", GAMES[self.game].id).into_bytes()
    }

    pub(super) fn burst(&mut self) -> Burst {
        let mut bytes = Vec::new();
        let is_flood = self.chance(0.02);
        if is_flood {
            self.flood(&mut bytes);
        } else {
            for _ in 0..self.pick(&[1, 2, 3, 5, 8]) {
                self.ended_line(&mut bytes);
            }
        }
        let delivery = match self.random.u8(..20) {
            0 | 1 if !is_flood => Delivery::Pieces,
            2 => Delivery::ReadSlowly,
            _ => Delivery::Whole,
        };
        let pause = Duration::from_millis(if self.chance(0.3) { self.random.u64(..40) } else { 0 });
        Burst { bytes, delivery, pause, settles: self.chance(0.5) }
    }

    /// A line with its end.
    fn ended_line(&mut self, bytes: &mut Vec<u8>) {
        let mut line = if self.chance(0.003) { self.long_line() } else { self.line().into_bytes() };
        if self.chance(0.3) {
            self.mutate(&mut line);
        }
        bytes.extend(line);
        bytes.extend_from_slice(if self.chance(0.2) { b"\r\n" } else { b"\n" });
    }

    /// The same line so often that answers or lines pile up.
    fn flood(&mut self, bytes: &mut Vec<u8>) {
        let (line, most) = self.pick(&[
            ("uci", 300),
            ("help", 300),
            ("isready", 3_000),
            ("query moves", 300),
            ("d", 300),
            ("go depth 1", 100),
            ("go nodes 0", 100),
            ("explain depth 1", 50),
            ("go infinite\nstop", 100),
            ("go infinite\nstop\nisready", 100),
            ("explain\ngo infinite\nstop\nisready", 20),
            ("", 5_000),
        ]);
        let count = self.random.usize(1..=most);
        bytes.extend(format!("{line}\n").repeat(count).into_bytes());
    }

    fn line(&mut self) -> String {
        match self.random.u8(..100) {
            0..26 => self.position(),
            26..53 => self.go(),
            53..59 => self.explain(),
            59..75 => self.setoption(),
            75..83 => format!("query {}", self.pick(QUERIES)),
            _ => self.pick(PLAIN).to_owned(),
        }
    }

    fn position(&mut self) -> String {
        let game = if self.chance(0.15) { self.random.usize(..GAMES.len()) } else { self.game };
        let mut line = if self.chance(0.25) {
            "position startpos".to_owned()
        } else {
            let (prefix, setups) = (self.pick(&["fen ", "fen ", "fen ", ""]), &GAMES[game].setups);
            format!("position {prefix}{}", setups[self.random.usize(..setups.len())])
        };
        if self.chance(0.5) {
            line.push_str(" moves");
            for _ in 0..self.pick(&[0, 1, 2, 3, 5, 40]) {
                line.push(' ');
                line.push_str(self.pick(MOVES));
            }
        }
        line
    }

    fn number(&mut self) -> &'static str {
        if self.chance(0.4) { self.pick(ODD_NUMBERS) } else { self.pick(SMALL_NUMBERS) }
    }

    fn go(&mut self) -> String {
        if self.chance(0.1) {
            return format!("go perft {}", self.pick(PERFTS));
        }
        let mut line = "go".to_owned();
        for _ in 0..self.pick(&[0, 1, 1, 1, 2, 3, 5]) {
            let limit = self.pick(LIMITS);
            line.push(' ');
            line.push_str(limit);
            let (count, is_moves) = match limit {
                "infinite" | "ponder" => (0, false),
                "searchmoves" => (self.random.usize(..4), true),
                _ => (1, false),
            };
            for _ in 0..count {
                line.push(' ');
                line.push_str(if is_moves { self.pick(MOVES) } else { self.number() });
            }
        }
        line
    }

    fn explain(&mut self) -> String {
        let mut line = "explain".to_owned();
        for _ in 0..self.random.usize(..4) {
            line.push(' ');
            line.push_str(self.pick(EXPLANATIONS));
        }
        line
    }

    fn setoption(&mut self) -> String {
        if self.chance(0.03) {
            return self.pick(BROKEN_OPTIONS).to_owned();
        }
        if self.chance(0.2) {
            self.game = self.random.usize(..GAMES.len());
            return format!("setoption name UCI_Variant value {}", GAMES[self.game].id);
        }
        let name = self.pick(&OPTIONS);
        let value = if self.chance(0.7) { self.pick(VALUES) } else { self.pick(ODD_NUMBERS) };
        format!("setoption name {name} value {value}")
    }

    /// A line about as long as a line may be, or longer.
    fn long_line(&mut self) -> Vec<u8> {
        let (begin, word) = self.pick(&[
            ("setoption name ", "a "),
            ("setoption name UCI_Variant value ", "b"),
            ("position startpos moves ", "e2e4 "),
            ("position fen ", "1 "),
            ("position fen b=65536 ", "1 "),
            ("position fen ", "["),
            ("go searchmoves ", "0 "),
            ("go searchmoves ", "e2e4 "),
            ("go depth ", "9"),
            ("explain format ", "x"),
            ("query ", "fen"),
            ("debug ", "on"),
            ("register ", "a "),
            ("isready ", "a "),
            ("", "a "),
            ("", "\u{feff}"),
            ("go infinite ", "\u{2003}"),
        ]);
        let bytes = self.pick(&[2_000, 20_000, 200_000, 1_040_000, 1_200_000]);
        format!("{begin}{}", word.repeat((bytes - begin.len()) / word.len())).into_bytes()
    }

    /// Spoils a line.
    fn mutate(&mut self, line: &mut Vec<u8>) {
        for _ in 0..self.pick(&[1, 1, 2, 3, 6]) {
            let at = self.random.usize(..=line.len());
            match self.random.u8(..7) {
                0 if at < line.len() => line[at] = self.random.u8(..),
                1 => drop(line.drain(at..line.len().min(at + self.random.usize(1..20)))),
                2 if at < line.len() => {
                    let copied = line[at..line.len().min(at + 12)].to_vec();
                    let times = self.pick(&[1, 1, 2, 50]);
                    line.splice(at..at, copied.repeat(times));
                }
                3 if at < line.len() => line[at] ^= 1 << self.random.u8(..8),
                4 => self.shuffle_words(line),
                5 => self.replace_word(line),
                _ => drop(line.splice(at..at, self.pick(TOKENS).iter().copied())),
            }
        }
    }

    fn shuffle_words(&mut self, line: &mut Vec<u8>) {
        let mut words: Vec<Vec<u8>> = line.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
        self.random.shuffle(&mut words);
        *line = words.join(&b' ');
    }

    fn replace_word(&mut self, line: &mut Vec<u8>) {
        let mut words: Vec<Vec<u8>> = line.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
        let index = self.random.usize(..words.len());
        words[index] = self.pick(ODD_NUMBERS).as_bytes().to_vec();
        *line = words.join(&b' ');
    }

    /// The places at which the bytes of a burst are cut.
    pub(super) fn cuts(&mut self, length: usize) -> Vec<usize> {
        let mut cuts: Vec<_> = (0..self.random.usize(1..12)).map(|_| self.random.usize(..=length)).collect();
        cuts.sort_unstable();
        cuts
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.random.f64() < probability
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.usize(..from.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::super::meaning::COMMANDS;
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_session() {
        let bytes = |seed| {
            let mut generator = Generator::new(seed);
            (0..50).flat_map(|_| generator.burst().bytes).collect::<Vec<_>>()
        };
        assert_eq!(bytes(7), bytes(7));
        assert_ne!(bytes(7), bytes(8));
    }

    #[test]
    fn every_command_and_every_game_is_among_the_lines() {
        let mut generator = Generator::new(1);
        let bytes: Vec<u8> = (0..3_000).flat_map(|_| generator.burst().bytes).collect();
        let text = String::from_utf8_lossy(&bytes);
        for &command in COMMANDS.iter().filter(|&&command| command != "quit") {
            assert!(text.lines().any(|line| line.split(' ').next() == Some(command)), "no {command}");
        }
        for game in GAMES.iter() {
            assert!(text.contains(&format!("value {}", game.id)), "no {}", game.id);
        }
    }
}
