//! A client of the broker that says what no plyd says.

use crate::farm::Farm;
use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair as Nkey;
use plyd_tests::PATIENCE;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A connection to a broker.
pub(crate) struct Raw {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    inboxes: usize,
    inbox: String,
}

/// What came.
#[derive(Debug)]
pub(crate) enum Came {
    /// A message: its subject and what it says.
    Message(String, Vec<u8>),
    /// The broker refuses something.
    Refused(String),
}

impl Raw {
    /// With this key, if the broker asks for one. Answers come below this subject.
    pub(crate) fn connect(farm: &Farm, key: Option<&Nkey>, inbox: &str) -> Self {
        let url = farm.url();
        let stream = TcpStream::connect(url.split_once("://").unwrap().1).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        let mut raw = Self { stream, reader, inboxes: 0, inbox: inbox.to_owned() };
        let deadline = Instant::now() + PATIENCE;
        let info = raw.line(deadline).unwrap();
        let mut about = json!({ "verbose": false, "headers": true, "lang": "test", "version": "1" });
        if let Some(key) = key {
            let info: Value = serde_json::from_str(info.strip_prefix("INFO ").unwrap()).unwrap();
            let signed = key.sign(info["nonce"].as_str().unwrap().as_bytes()).unwrap();
            about["nkey"] = key.public_key().into();
            about["sig"] = BASE64URL_NOPAD.encode(&signed).into();
        }
        raw.send(format!("CONNECT {about}\r\nPING\r\n").as_bytes());
        assert_eq!(raw.line(deadline).as_deref(), Some("PONG"));
        raw
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    pub(crate) fn subscribe(&mut self, subject: &str) {
        self.inboxes += 1;
        let number = self.inboxes;
        self.send(format!("SUB {subject} {number}\r\n").as_bytes());
    }

    pub(crate) fn publish(&mut self, subject: &str, bytes: &[u8]) {
        self.publish_for(subject, "", bytes);
    }

    /// Publishes, and asks for an answer on this subject.
    pub(crate) fn publish_for(&mut self, subject: &str, inbox: &str, bytes: &[u8]) {
        self.send(format!("PUB {subject} {inbox} {}\r\n", bytes.len()).as_bytes());
        self.send(bytes);
        self.send(b"\r\n");
    }

    /// Publishes, and waits for the answer.
    pub(crate) fn ask(&mut self, subject: &str, bytes: &[u8]) -> Came {
        let inbox = format!("{}.{}", self.inbox, self.inboxes);
        self.subscribe(&inbox);
        self.publish_for(subject, &inbox, bytes);
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.next(deadline) {
                Some(Came::Message(subject, _)) if subject != inbox => {}
                Some(came) => return came,
                None => panic!("no answer to {subject}"),
            }
        }
    }

    /// Waits until a run is open.
    pub(crate) fn await_run(&mut self, run: &str) {
        let deadline = Instant::now() + PATIENCE;
        let entry = json!({ "last_by_subj": format!("$KV.plyd_runs.{run}") }).to_string();
        while !matches!(self.ask("$JS.API.STREAM.MSG.GET.KV_plyd_runs", entry.as_bytes()),
            Came::Message(_, text) if !String::from_utf8_lossy(&text).contains("error"))
        {
            assert!(Instant::now() < deadline, "the run {run} is not open");
            sleep(Duration::from_millis(10));
        }
    }

    /// A line, if one comes until then.
    fn line(&mut self, deadline: Instant) -> Option<String> {
        let mut line = Vec::new();
        loop {
            match self.reader.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) if line.ends_with(b"\n") => return Some(String::from_utf8(line).unwrap().trim_end().to_owned()),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("{error}"),
            }
            if Instant::now() > deadline {
                return None;
            }
        }
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        let mut read = 0;
        while read < count {
            match self.reader.read(&mut bytes[read..]) {
                Ok(more) => read += more,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("{error}"),
            }
        }
        bytes
    }

    /// The next thing that comes until then.
    pub(crate) fn next(&mut self, deadline: Instant) -> Option<Came> {
        loop {
            let line = self.line(deadline)?;
            let words: Vec<_> = line.split(' ').collect();
            let length = || words.last().unwrap().parse::<usize>().unwrap();
            match words[0] {
                "PING" => self.send(b"PONG\r\n"),
                "-ERR" => return Some(Came::Refused(line)),
                "MSG" => {
                    let text = self.bytes(length() + 2);
                    return Some(Came::Message(words[1].to_owned(), text[..length()].to_vec()));
                }
                "HMSG" => {
                    let head: usize = words[words.len() - 2].parse().unwrap();
                    let text = self.bytes(length() + 2);
                    return Some(Came::Message(words[1].to_owned(), text[head..length()].to_vec()));
                }
                _ => {}
            }
        }
    }

    /// All messages within this time.
    pub(crate) fn all_within(&mut self, time: Duration) -> Vec<(String, Vec<u8>)> {
        let deadline = Instant::now() + time;
        let mut all = Vec::new();
        while let Some(came) = self.next(deadline) {
            match came {
                Came::Message(subject, text) => all.push((subject, text)),
                Came::Refused(reason) => panic!("{reason}"),
            }
        }
        all
    }

    /// The first message for which this is something.
    pub(crate) fn until<T>(&mut self, mut found: impl FnMut(&str, &[u8]) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        while let Some(came) = self.next(deadline) {
            match came {
                Came::Message(subject, text) => {
                    if let Some(found) = found(&subject, &text) {
                        return found;
                    }
                }
                Came::Refused(reason) => panic!("{reason}"),
            }
        }
        panic!("what was waited for did not come")
    }
}

/// A length, as LZ4 has it behind a token that says 15.
fn more(length: usize) -> Vec<u8> {
    let rest = length - 15;
    let mut bytes = vec![255; rest / 255];
    bytes.push((rest % 255) as u8);
    bytes
}

/// A text as LZ4 with its length before it, and without compression.
pub(crate) fn packed(text: &str) -> Vec<u8> {
    assert!(text.len() >= 15);
    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
    [&length[..], &[0xf0], &more(text.len()), text.as_bytes()].concat()
}

/// The text before, of which the last letters, so many, come again until so many more have come, and the text after it,
/// in few bytes.
pub(crate) fn bomb(before: &str, letters: u8, times: usize, after: &str) -> Vec<u8> {
    assert!(before.len() >= 15 && after.len() >= 15);
    let length = u32::try_from(before.len() + times + after.len()).unwrap().to_le_bytes();
    // Repeated from this many bytes before; a match is 4 bytes longer than it says.
    let repeat = [&[letters, 0][..], &more(times - 4)].concat();
    [
        &length[..],
        &[0xff],
        &more(before.len()),
        before.as_bytes(),
        &repeat,
        &[0xf0],
        &more(after.len()),
        after.as_bytes(),
    ]
    .concat()
}
