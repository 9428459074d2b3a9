//! The games of the server, and who plays which: victims play others than the rest, so that the processes that the
//! server starts for them are known by their names, which are those of the libraries.

use super::{Fault, Plan};
use fastrand::Rng;
use std::env::consts::DLL_PREFIX;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long the server may take to list them.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most bytes that the system keeps of the name of a process.
const LONGEST_NAME: usize = 15;

/// The ids of games.
#[derive(Debug, Default)]
pub(super) struct Games {
    calm: Vec<String>,
    victims: Vec<String>,
    /// The names of the processes for their games.
    names: Vec<String>,
}

impl Games {
    /// Asks the server.
    pub(super) async fn of(address: SocketAddr, plan: &Plan) -> Result<Self, Fault> {
        let asking = async {
            let mut stream = TcpStream::connect(address).await?;
            stream.write_all(b"games\nquit\n").await?;
            let (mut reader, mut lines) = (BufReader::new(stream).lines(), Vec::new());
            while let Some(line) = reader.next_line().await? {
                lines.push(line);
            }
            Ok::<_, std::io::Error>(lines)
        };
        let lines = timeout(PATIENCE, asking).await.map_err(|_| Fault::Server("`games` is not answered".into()))??;
        let files = lines.iter().filter_map(|line| line.strip_prefix("game ")?.split_once(" file "));
        let mut games = Self::default();
        for (number, (id, file)) in files.enumerate() {
            let is_broken = plan.broken.iter().any(|broken| broken.game == id);
            if plan.chaos && (is_broken || number % 2 == 1) {
                games.names.push(name_of_process(Path::new(file)));
                if !is_broken {
                    games.victims.push(id.to_owned());
                }
            } else if !is_broken {
                games.calm.push(id.to_owned());
            }
        }
        if games.calm.is_empty() || (plan.chaos && games.victims.is_empty()) {
            return Err(Fault::Server(format!("the server has too few games: {}", lines.join("; "))));
        }
        Ok(games)
    }

    /// One of them.
    pub(super) fn choose(&self, is_victim: bool, random: &mut Rng) -> &str {
        let games = if is_victim { &self.victims } else { &self.calm };
        &games[random.usize(..games.len())]
    }

    /// Whether a process with this name works for victims.
    pub(super) fn is_of_victims(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }
}

/// The name of a process that has loaded this library: that of the file, in the 15 bytes that the system keeps.
fn name_of_process(library: &Path) -> String {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.strip_prefix(DLL_PREFIX).unwrap_or(&stem);
    String::from_utf8_lossy(&name.as_bytes()[..name.len().min(LONGEST_NAME)]).into_owned()
}
