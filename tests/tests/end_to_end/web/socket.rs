//! A client of a WebSocket, as small as it can be: no library here helps the server to be right.

use plyd_tests::PATIENCE;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

const TEXT: u8 = 1;
const CLOSE: u8 = 8;

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Came {
    Line(String),
    /// The end, with its code.
    Closed(u16),
}

/// An open WebSocket.
pub(super) struct Socket(TcpStream);

/// The answer to a request that asks for a WebSocket at this path, with the connection it came over.
pub(super) fn ask_for(path: &str, address: SocketAddr, host: &str, fields: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).expect("it accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{fields}\r\n"
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).expect("it answers") == 1 {
        head.push(byte[0]);
    }
    (String::from_utf8(head).expect("a head is text"), stream)
}

impl Socket {
    /// As the page opens it.
    pub(super) fn open(address: SocketAddr) -> Self {
        Self::open_at("/session", address)
    }

    /// The same at this path.
    pub(super) fn open_at(path: &str, address: SocketAddr) -> Self {
        let (head, stream) = ask_for(path, address, &address.to_string(), &format!("Origin: http://{address}\r\n"));
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        // The answer to the key above is an example of RFC 6455, section 1.3.
        assert!(head.to_ascii_lowercase().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
        Self(stream)
    }

    /// Opened, and let in by this token.
    pub(super) fn enter(address: SocketAddr, token: &str) -> Self {
        Self::enter_at("/session", address, token)
    }

    /// The same at this path.
    pub(super) fn enter_at(path: &str, address: SocketAddr, token: &str) -> Self {
        let mut socket = Self::open_at(path, address);
        socket.send(&format!("auth {token}"));
        assert_eq!(socket.receive(), Came::Line("authok".into()));
        socket
    }

    pub(super) fn send(&mut self, line: &str) {
        self.frame(TEXT, line.as_bytes()).expect("it reads");
    }

    /// Its connection.
    pub(super) fn stream(&self) -> &TcpStream {
        &self.0
    }

    /// Sends a text that may be refused before it is whole.
    pub(super) fn try_send(&mut self, line: &str) -> io::Result<()> {
        self.frame(TEXT, line.as_bytes())
    }

    /// A frame of a client has a mask; that of zeros changes nothing.
    fn frame(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        let mut frame = vec![0x80 | kind];
        match content.len() {
            length @ 0..=125 => frame.push(0x80 | length as u8),
            length @ 126..=0xffff => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(content);
        self.0.write_all(&frame)
    }

    /// The next line, or the end.
    pub(super) fn receive(&mut self) -> Came {
        loop {
            match self.next_message() {
                Ok((TEXT, content)) => return Came::Line(String::from_utf8(content).expect("it is text")),
                Ok((CLOSE, content)) if content.len() >= 2 => {
                    return Came::Closed(u16::from_be_bytes([content[0], content[1]]));
                }
                Ok((CLOSE, _)) => return Came::Closed(1005),
                Ok(_) => {}
                // The number that RFC 6455 keeps for an end without a word.
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Came::Closed(1006),
                Err(error) => panic!("nothing came: {error}"),
            }
        }
    }

    /// The next line.
    pub(super) fn line(&mut self) -> String {
        match self.receive() {
            Came::Line(line) => line,
            Came::Closed(code) => panic!("it was closed with {code}"),
        }
    }

    /// All lines up to the first that begins so.
    pub(super) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            lines.push(self.line());
        }
        lines
    }

    /// The next message, which may come in pieces.
    fn next_message(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let (mut is_last, kind, mut content) = self.next()?;
        while !is_last {
            let (is_end, continues, piece) = self.next()?;
            assert_eq!(continues, 0, "nothing is sent between the pieces");
            content.extend(piece);
            is_last = is_end;
        }
        Ok((kind, content))
    }

    fn next(&mut self) -> io::Result<(bool, u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head)?;
        assert_eq!(head[1] & 0x80, 0, "a server's frame has no mask");
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.0.read_exact(&mut length)?;
                u64::from(u16::from_be_bytes(length))
            }
            127 => {
                let mut length = [0; 8];
                self.0.read_exact(&mut length)?;
                u64::from_be_bytes(length)
            }
            length => length.into(),
        };
        let mut content = vec![0; usize::try_from(length).expect("it fits")];
        self.0.read_exact(&mut content)?;
        Ok((head[0] & 0x80 != 0, head[0] & 0x0f, content))
    }
}
