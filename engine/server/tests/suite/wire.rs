//! A client's end of a stream in memory. Each of its waits has a deadline.

use crate::HERE;
use plyd_linked::{Client, PATIENCE};
use plyd_server::MemoryPort;
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, split};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_util::io::SyncIoBridge;

/// Where all clients wait.
static CLIENTS: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_multi_thread().worker_threads(1).enable_time().build().expect("the system gives a thread")
});

/// A new connection of a client that has this address.
fn connect(port: &MemoryPort, address: &str) -> DuplexStream {
    let address: IpAddr = address.parse().expect("an address");
    let client = port.connect(SocketAddr::new(address, 50_000));
    CLIENTS.block_on(async { timeout(PATIENCE, client).await }).expect("it accepts in time").expect("it listens")
}

/// A client of lines that has this address.
pub(crate) fn client(port: &MemoryPort, address: &str) -> Client {
    let (reader, writer) = split(connect(port, address));
    let clients = CLIENTS.handle();
    let reader = SyncIoBridge::new_with_handle(reader, clients.clone());
    Client::new(reader, Sending(Some(SyncIoBridge::new_with_handle(writer, clients.clone()))))
}

/// The sending side of a client, which is shut down when it is dropped.
struct Sending<S: AsyncWrite + Unpin>(Option<SyncIoBridge<S>>);

impl<S: AsyncWrite + Unpin> Write for Sending<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_mut().expect("it is open").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_mut().expect("it is open").flush()
    }
}

impl<S: AsyncWrite + Unpin> Drop for Sending<S> {
    fn drop(&mut self) {
        if let Some(mut writer) = self.0.take() {
            // The server may have closed it.
            let _ = writer.shutdown();
        }
    }
}

/// A connection, or one direction of it.
pub(crate) struct Wire<S = DuplexStream>(S);

impl Wire {
    /// One of a client that has this address.
    pub(crate) fn to(port: &MemoryPort, address: &str) -> Self {
        Self(connect(port, address))
    }

    /// Its two directions.
    pub(crate) fn split(self) -> (Wire<ReadHalf<DuplexStream>>, Wire<WriteHalf<DuplexStream>>) {
        let (reader, writer) = split(self.0);
        (Wire(reader), Wire(writer))
    }

    /// Says that no more comes.
    pub(crate) fn end_input(&mut self) {
        CLIENTS.block_on(async { timeout(PATIENCE, self.0.shutdown()).await }).expect("in time").expect("it is open");
    }

    /// All that comes until the server closes the connection.
    pub(crate) fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes).expect("the server closes the connection");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl<S: AsyncRead + Unpin> Read for Wire<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        CLIENTS.block_on(async { timeout(PATIENCE, self.0.read(bytes)).await? })
    }
}

impl<S: AsyncWrite + Unpin> Write for Wire<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        CLIENTS.block_on(async { timeout(PATIENCE, self.0.write(bytes)).await? })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The whole answer to a request, which also asks that the connection is closed behind it.
pub(crate) fn ask_bytes(port: &MemoryPort, request: &str) -> Vec<u8> {
    let mut wire = Wire::to(port, HERE);
    // It may answer, and close, before all was sent.
    let request = request.replacen("\r\n", "\r\nConnection: close\r\n", 1);
    let _ = wire.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = wire.read_to_end(&mut answer);
    answer
}

/// The same, which is text.
pub(crate) fn ask(port: &MemoryPort, request: &str) -> String {
    String::from_utf8(ask_bytes(port, request)).expect("it is text")
}

/// The answer to a request for a path.
pub(crate) fn get(port: &MemoryPort, path: &str, fields: &str) -> String {
    ask(port, &format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{fields}\r\n", port.address()))
}

/// The address of a file of the page by its name: it has a hash of all files in it.
pub(crate) fn page_file(port: &MemoryPort, name: &str) -> String {
    let page = get(port, "/", "");
    let (before, _) = page.split_once("/main.js\"").expect("the page has its scripts");
    let (_, folder) = before.rsplit_once('"').expect("an address");
    format!("/{folder}/{name}")
}
