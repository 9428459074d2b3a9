//! Clients that read steadily, but more slowly than they ask.

use socket2::{Domain, Socket, Type};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// What all of them together read in a second, in bytes.
const RATE: usize = 8_000_000;

/// How often each reads.
const INTERVAL: Duration = Duration::from_millis(20);

/// As on a slow network path: the system takes little on the way, so that the rest waits in the server.
const RECEIVE_BUFFER: usize = 16 << 10;
const SEGMENT: u32 = 536;

/// So many clients, which read until then. Returns how much they have read, in bytes.
///
/// # Errors
/// A connection fails, or the server hangs up.
pub(super) async fn read_slowly(address: SocketAddr, clients: usize, until: Instant) -> io::Result<u64> {
    let mut tasks = JoinSet::new();
    for _ in 0..clients {
        tasks.spawn(read(connect(address)?, RATE / clients, until));
    }
    let mut total = 0;
    while let Some(read) = tasks.join_next().await {
        total += read.map_err(io::Error::other)??;
    }
    Ok(total)
}

fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.set_tcp_mss(SEGMENT)?;
    socket.connect(&address.into())?;
    socket.set_nonblocking(true)?;
    TcpStream::from_std(socket.into())
}

async fn read(stream: TcpStream, rate: usize, until: Instant) -> io::Result<u64> {
    let (mut reader, mut writer) = stream.into_split();
    let asking = tokio::spawn(async move {
        let questions = "uci\n".repeat(500);
        while writer.write_all(questions.as_bytes()).await.is_ok() {}
    });
    let (begun, mut total, mut part) = (Instant::now(), 0, vec![0; 64 << 10]);
    while Instant::now() < until {
        let due = (begun.elapsed().as_secs_f64() * rate as f64) as u64;
        while total < due {
            let count = reader.read(&mut part).await?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            total += count as u64;
        }
        sleep(INTERVAL).await;
    }
    asking.abort();
    Ok(total)
}
