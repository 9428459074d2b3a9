//! The games of the server, and who plays which: victims play others than the rest, so that the processes that the
//! server starts for them are known by the libraries in them.

use super::{Fault, Plan};
use fastrand::Rng;
use plyd_host::ContentHash;
use std::fs::File;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long the server may take to list them.
const PATIENCE: Duration = Duration::from_secs(60);

/// The ids of games.
#[derive(Debug, Default)]
pub(super) struct Games {
    calm: Vec<String>,
    victims: Vec<String>,
    /// What the name of a copy of a victim's library contains.
    marks: Vec<String>,
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
                games.marks.push(ContentHash::of_reader(File::open(file)?)?.to_string());
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

    /// Whether a process with these files in its memory, as `/proc/PID/maps` lists them, works for victims.
    pub(super) fn is_of_victims(&self, maps: &str) -> bool {
        self.marks.iter().any(|mark| maps.contains(mark.as_str()))
    }
}
