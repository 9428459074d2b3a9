//! The Go Text Protocol: each command has one answer, which a client understands as intended; and game records in SGF.

use crate::{Surroundings, formats};
use plyd_formats::Text;
use plyd_formats::go::{Colour, GameRecord, GameTree, GoSetup, MAX_SIZE, RecordStep, Vertex};
use plyd_gtp::{
    Analysis, AnswerListener, EngineLineKind, GtpFailure, GtpFrontend, GtpGameFacts, GtpLine, GtpReply, GtpSession,
    LineOutcome, MoveLimits, SessionEnded,
};
use plyd_protocol::{Command, Query};
use std::collections::VecDeque;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// The maximum length of an error, which quotes a part of its line.
const LONGEST_ERROR: usize = 300;

/// Executes the lines of a controller. The first one names the game: `go`, or any other.
pub(crate) fn attack(_: &Surroundings, input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    read_words(&text);
    listen(&text);
    let (game, lines) = text.split_once('\n').unwrap_or(("go", &text));
    let is_go = game.trim() == "go";
    let facts = GtpGameFacts {
        id: if is_go { "go" } else { "hex" }.to_owned(),
        first_side: if game.contains('w') { "White" } else { "Red" }.to_owned(),
        board: (!game.contains('s')).then_some((11, 11)),
        has_size: game.contains('s'),
        rules: Vec::new(),
        is_ko_chosen: false,
    };
    let resign = game.contains('r').then_some(50);
    let limits = MoveLimits { default_time: Duration::from_secs(1), resign, ..MoveLimits::default() };
    let session = Pretended { is_go, setup: None, moves: Vec::new(), lines: VecDeque::new() };
    let mut front = at_once(GtpFrontend::new(session, facts, limits)).expect("the pretended session refuses no start");
    for line in lines.lines() {
        // This command would read a file.
        if GtpLine::read(line).is_some_and(|line| line.words.first().is_some_and(|name| name == "loadsgf")) {
            continue;
        }
        match at_once(front.execute(line)) {
            LineOutcome::Nothing => assert!(GtpLine::read(line).is_none(), "{line:?} has no answer"),
            LineOutcome::Reply(reply) => check_reply(line, &reply),
            LineOutcome::Last(reply) => return check_reply(line, &reply),
            LineOutcome::Analysis(analysis) => check_analysis(line, &analysis, &mut front),
        }
    }
}

/// Checks that the parts of the answer to an analysis form one answer.
fn check_analysis(line: &str, analysis: &Analysis, front: &mut GtpFrontend<Pretended>) {
    let mut text = analysis.opening.clone();
    let mut has_ended = false;
    while !has_ended {
        text += &front.news().unwrap_or_default();
        has_ended = analysis.ends_with_input || at_once(front.listen()).expect("the session does not end");
    }
    text += &at_once(front.end_analysis());
    let mut listener = AnswerListener::default();
    let answers = text.lines().filter(|part| matches!(listener.take(part.trim()), EngineLineKind::Answer(_))).count();
    assert!(answers == 1 && text.ends_with("\n\n"), "{line:?} is answered by {text:?}");
}

/// Checks that writing and reading a line returns the same line, and the same for each word that is a point, a colour
/// or a setup.
fn read_words(text: &str) {
    for line in text.lines() {
        if let Some(setup) = GoSetup::read(line) {
            assert_eq!(GoSetup::read(&setup.to_string()), Some(setup), "{line:?}");
        }
        let Some(read) = GtpLine::read(line).filter(|line| !line.has_bad_id) else { continue };
        let id = read.id.map(|id| id.to_string());
        let written = id.into_iter().chain(read.words.iter().cloned()).collect::<Vec<_>>().join(" ");
        assert_eq!(GtpLine::read(&written), Some(read.clone()), "{line:?} was written as {written:?}");
        for word in &read.words {
            if let Ok(vertex) = word.parse::<Vertex>() {
                assert_eq!(vertex.to_string().parse(), Ok(vertex), "{word:?}");
            }
            if let Ok(colour) = word.parse::<Colour>() {
                assert_eq!(colour.letter().to_string().parse(), Ok(colour), "{word:?}");
            }
        }
    }
}

/// Parses the text as answers of an engine, each of which ends with an empty line.
fn listen(text: &str) {
    let mut listener = AnswerListener::default();
    let lines = text.lines().map(str::trim);
    let answers = lines.clone().filter(|line| matches!(listener.take(line), EngineLineKind::Answer(_))).count();
    assert!(answers <= lines.filter(|line| line.is_empty()).count(), "{text:?}");
}

/// Checks that a client reads one answer, with the id of the command and the intended words.
fn check_reply(line: &str, reply: &GtpReply) {
    let text = reply.to_string();
    assert!(text.ends_with("\n\n"), "{line:?} is answered by {text:?}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| !line.contains(|sign: char| sign.is_control() && sign != '\t')), "{text:?}");
    let mut listener = AnswerListener::default();
    let mut answers = Vec::new();
    for (number, part) in lines.iter().enumerate() {
        match listener.take(part.trim()) {
            EngineLineKind::Answer(answer) => answers.push((number, answer)),
            EngineLineKind::Part => {}
            EngineLineKind::Stray => panic!("{line:?} is answered by {text:?}, of which {part:?} is no part"),
        }
    }
    let [(number, answer)] = &answers[..] else { panic!("{line:?} is answered by {text:?}, in {answers:?}") };
    assert_eq!((*number + 1, answer.id), (lines.len(), reply.id), "{line:?} is answered by {text:?}");
    let words = |text: &str| text.split_whitespace().map(visible).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let meant = reply.outcome.as_ref().map_err(GtpFailure::to_string);
    let (heard, meant) = match (&answer.outcome, &meant) {
        (Ok(heard), Ok(meant)) => (words(heard), words(meant)),
        (Err(heard), Err(meant)) => (words(heard), words(meant)),
        _ => panic!("{line:?} is answered by {text:?}, which is not {meant:?}"),
    };
    assert_eq!(heard, meant, "{line:?} is answered by {text:?}");
}

fn visible(word: &str) -> String {
    word.chars().filter(|sign| !sign.is_control()).collect()
}

/// Returns the output of a future that never waits.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("it waits, although the session answers at once"),
    }
}

/// A simulated session with a few rules: players move in turn, no word is played twice, and two passes end a game of
/// go. It always finds the point A1, and then passes.
#[derive(Debug)]
struct Pretended {
    is_go: bool,
    setup: Option<String>,
    moves: Vec<String>,
    /// Lines not yet requested.
    lines: VecDeque<String>,
}

/// The start position of go.
const START: &str = "9/9/9/9/9/9/9/9/9 b - 0 7.5";

impl Pretended {
    fn start(&self) -> &str {
        self.setup.as_deref().unwrap_or(START)
    }

    fn has_played(&self, text: &str) -> bool {
        self.moves.iter().any(|mv| mv == text)
    }

    /// Answers a command with lines.
    fn answer(&mut self, command: &Command, lines: &mut Vec<String>) {
        match command {
            Command::Position(position) => {
                let moves: Vec<String> = position.moves.iter().map(str::to_owned).collect();
                let is_twice = |(place, mv): (usize, &String)| mv != "pass" && moves[..place].contains(mv);
                if moves.iter().enumerate().any(is_twice) {
                    return lines.push("info string error illegal-move it was played before".into());
                }
                (self.setup, self.moves) = (position.setup.clone(), moves);
            }
            Command::Query(Query::Turn) => {
                let is_second = self.is_go && self.start().split(' ').nth(1) == Some("w");
                let is_first = self.moves.len().is_multiple_of(2) != is_second;
                lines.push(format!("response {}", if is_first { "first" } else { "second" }));
            }
            Command::Query(Query::GameOver) => {
                let is_over = self.is_go && self.moves.iter().rev().take_while(|mv| *mv == "pass").count() >= 2;
                lines.push(format!("response {is_over}"));
            }
            Command::Query(Query::Moves) => lines.push("response A1 B2 pass".into()),
            Command::Show => {
                lines.push("7  . X \u{7}".into());
                lines.push(format!("Fen: {}", self.start()));
                lines.push("Outcome: p1 wins".into());
            }
            Command::SetOption { name, value }
                if name.ends_with("Size") && value.as_deref().is_some_and(|value| value.len() > 2) =>
            {
                lines.push("info string error bad-option there is no such value".into());
            }
            Command::Go(_) => {
                let best = if self.has_played("A1") { "pass" } else { "A1" };
                lines.push(format!("info depth 1 score cp 0 wdl {} 0 0 pv {best}", self.moves.len() * 300));
                lines.push(format!("bestmove {best}"));
            }
            _ => {}
        }
    }
}

impl GtpSession for Pretended {
    async fn ask(&mut self, commands: &[Command]) -> Result<Vec<String>, SessionEnded> {
        let mut lines = Vec::new();
        commands.iter().for_each(|command| self.answer(command, &mut lines));
        Ok(lines)
    }

    async fn send(&mut self, command: &Command) -> Result<(), SessionEnded> {
        let mut lines = Vec::new();
        self.answer(command, &mut lines);
        self.lines.extend(lines);
        Ok(())
    }

    async fn line(&mut self) -> Result<String, SessionEnded> {
        self.lines.pop_front().ok_or(SessionEnded)
    }
}

/// Checks that a record stays the same when it is written and read again, or is rejected in one short line.
pub(crate) fn sgf(_: &Surroundings, input: &[u8]) {
    formats::record(input);
    let text = String::from_utf8_lossy(input);
    if let Ok(tree) = GameTree::of(&Text::of_str(&text)) {
        assert!(tree.start(0).size().is_some(), "{text:?}");
        for (index, node) in tree.game.nodes.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| parent < index), "{text:?}");
            assert!(node.word.parse::<Vertex>().is_ok(), "{text:?} has the move {:?}", node.word);
        }
    }
    match GameRecord::read(input.to_vec()) {
        Ok(record) => {
            assert!((1..=MAX_SIZE).contains(&record.size), "{text:?}");
            assert!(record.steps.iter().flat_map(points).all(|(file, row)| file.max(row) < record.size), "{text:?}");
            let written = written(&record);
            let again =
                GameRecord::read(written.clone().into_bytes()).unwrap_or_else(|fault| panic!("{fault}: {written}"));
            let facts = |record: &GameRecord| (record.size, record.komi, record.steps.clone());
            assert_eq!(facts(&again), facts(&record), "{text:?} was written as {written:?}");
        }
        Err(fault) => {
            let said = fault.to_string();
            assert!(said.chars().count() < LONGEST_ERROR && !said.contains('\n'), "{text:?} has the error {said:?}");
        }
    }
}

/// Returns the points of a step.
fn points(step: &RecordStep) -> Vec<(u8, u8)> {
    match step {
        RecordStep::Put(points) => points.iter().map(|(point, _)| (point.file, point.row)).collect(),
        RecordStep::Move(_, Vertex::Point(point)) => vec![(point.file, point.row)],
        RecordStep::Move(_, Vertex::Pass) | RecordStep::Turn(_) => Vec::new(),
    }
}

/// Writes the record with one node per step.
fn written(record: &GameRecord) -> String {
    let letters = |file: u8, row: u8| format!("{}{}", letter(file), letter(record.size - 1 - row));
    let komi = record.komi.map_or(String::new(), |komi| format!("KM[{}]", GoSetup::empty(1, komi).komi_text()));
    let mut text = format!("(;GM[1]SZ[{}]{komi}", record.size);
    for step in &record.steps {
        text.push(';');
        match step {
            RecordStep::Put(points) => {
                for (point, stone) in points {
                    let name = stone.map_or("AE", |stone| if stone == Colour::Black { "AB" } else { "AW" });
                    text.push_str(&format!("{name}[{}]", letters(point.file, point.row)));
                }
            }
            RecordStep::Turn(colour) => text.push_str(&format!("PL[{}]", colour.letter())),
            RecordStep::Move(colour, vertex) => {
                let place = match vertex {
                    Vertex::Pass => String::new(),
                    Vertex::Point(point) => letters(point.file, point.row),
                };
                text.push_str(&format!("{}[{place}]", colour.letter().to_ascii_uppercase()));
            }
        }
    }
    text + ")"
}

fn letter(place: u8) -> char {
    char::from(b'a' + place)
}
