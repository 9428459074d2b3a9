//! A minimal WebSocket client. It uses no library, so that client and server cannot share a mistake.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;

/// A received event.
#[derive(Debug, PartialEq, Eq)]
pub enum Came {
    /// A text message.
    Line(String),
    /// The end of the connection, with its code.
    Closed(u16),
}

/// An open WebSocket over a stream whose waits have deadlines.
pub struct WebSocket<S>(S);

/// Requests a WebSocket at this path over a stream and returns the head of the response.
///
/// # Panics
/// Panics if the server does not read or respond.
pub fn ask_for_web_socket(stream: &mut (impl Read + Write), path: &str, host: &str, fields: &str) -> String {
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
    String::from_utf8(head).expect("a head is text")
}

/// A text frame in the form that the page sends. Frames of a client must have a mask; a mask of zeros changes no byte.
#[must_use]
pub fn text_frame(content: &[u8]) -> Vec<u8> {
    frame(TEXT, content)
}

fn frame(kind: u8, content: &[u8]) -> Vec<u8> {
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
    frame
}

impl<S: Read + Write> WebSocket<S> {
    /// Opens a WebSocket at this path like the page at this address.
    ///
    /// # Panics
    /// Panics if the server refuses the request.
    pub fn open(mut stream: S, path: &str, address: SocketAddr) -> Self {
        let fields = format!("Origin: http://{address}\r\n");
        let head = ask_for_web_socket(&mut stream, path, &address.to_string(), &fields);
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        // The key in the request and its response are the example in RFC 6455, section 1.3.
        assert!(head.to_ascii_lowercase().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
        Self(stream)
    }

    /// Opens a WebSocket and authenticates with this token.
    ///
    /// # Panics
    /// Panics if the server refuses the request or the token.
    pub fn enter(stream: S, path: &str, address: SocketAddr, token: &str) -> Self {
        let mut socket = Self::open(stream, path, address);
        socket.send(&format!("auth {token}"));
        assert_eq!(socket.receive(), Came::Line("authok".into()));
        socket
    }

    /// The underlying connection.
    pub fn stream(&self) -> &S {
        &self.0
    }

    /// Sends a text.
    ///
    /// # Panics
    /// Panics if the server does not read it.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(&text_frame(line.as_bytes()));
    }

    /// Sends a close frame.
    ///
    /// # Panics
    /// Panics if the server does not read it.
    pub fn close(&mut self) {
        self.send_bytes(&frame(CLOSE, &1000_u16.to_be_bytes()));
    }

    /// Sends a text that the server may refuse before it is complete.
    ///
    /// # Errors
    /// The server refused the text.
    pub fn try_send(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(&text_frame(line.as_bytes()))
    }

    /// Sends bytes as a binary message.
    ///
    /// # Panics
    /// Panics if the server does not read it.
    pub fn send_binary(&mut self, bytes: &[u8]) {
        self.send_bytes(&frame(BINARY, bytes));
    }

    /// Sends raw bytes.
    ///
    /// # Panics
    /// Panics if the server does not read them.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).expect("it reads");
    }

    /// The next line, or the end of the connection.
    ///
    /// # Panics
    /// Panics if neither arrives in time.
    pub fn receive(&mut self) -> Came {
        loop {
            match self.next_message() {
                Ok((TEXT, content)) => return Came::Line(String::from_utf8(content).expect("it is text")),
                Ok((CLOSE, content)) if content.len() >= 2 => {
                    return Came::Closed(u16::from_be_bytes([content[0], content[1]]));
                }
                Ok((CLOSE, _)) => return Came::Closed(1005),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                    panic!("nothing came: {error}");
                }
                // RFC 6455 reserves this code for a connection that ends without a close frame.
                Err(_) => return Came::Closed(1006),
            }
        }
    }

    /// The next line.
    ///
    /// # Panics
    /// Panics if no line arrives.
    pub fn line(&mut self) -> String {
        match self.receive() {
            Came::Line(line) => line,
            Came::Closed(code) => panic!("it was closed with {code}"),
        }
    }

    /// All lines up to and including the first one that begins with `beginning`.
    ///
    /// # Panics
    /// Panics if no such line arrives.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            lines.push(self.line());
        }
        lines
    }

    /// The next message, which may consist of several frames.
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
