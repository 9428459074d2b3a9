//! What the clients of a run do: play on the clock, analyse, come and go, or play a game whose library fails.

use super::client::Client;
use super::stage::Stage;
use super::{Fault, Plan};
use fastrand::Rng;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::sleep;

/// How much later than its clock a move may come, beside the stalls of the machine.
const MARGIN: Duration = Duration::from_millis(250);

/// With each move a side gains this part of its first clock.
const INCREMENT_PART: u32 = 100;

/// The longest timed game, in plies.
const LONGEST_GAME: usize = 80;

/// Orders that may wait for a victim.
const MOST_ORDERS: usize = 4;

/// A position whose game has a library that fails: `GAME` or `GAME:SETUP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The id of the game.
    pub game: String,
    /// The setup; `None` for the start position.
    pub setup: Option<String>,
}

impl FromStr for Broken {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (game, setup) = match text.split_once(':') {
            Some((game, setup)) => (game, Some(setup.trim().to_owned())),
            None => (text, None),
        };
        let is_id = !game.is_empty() && game.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_id.then(|| Self { game: game.into(), setup }).ok_or_else(|| "GAME or GAME:SETUP is meant".into())
    }
}

/// What chaos does to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Its connection is reset.
    Reset,
    /// It neither reads nor sends for this time.
    Freeze(Duration),
}

/// A client of the run.
#[derive(Debug)]
pub(super) struct Role {
    kind: Kind,
    /// Of a victim.
    orders: Option<Receiver<Order>>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Plays both sides of games on the clock.
    Timed,
    /// Searches without an end, and stops.
    Analyst,
    /// Comes for a short time, again and again.
    Visitor,
    /// Searches a position whose library fails.
    Broken(Broken),
}

impl Role {
    /// The role of the client with this number, and how it is given orders if it is a victim.
    pub(super) fn of(number: usize, plan: &Plan) -> (Self, Option<Sender<Order>>) {
        let is_victim = plan.chaos && number % 2 == 1;
        let broken = plan.broken.get(number / 8 % plan.broken.len().max(1)).filter(|_| is_victim && number % 8 == 7);
        let place = if plan.chaos { number / 2 } else { number };
        let kind = match (broken, place % 4) {
            (Some(broken), _) => Kind::Broken(broken.clone()),
            (None, 1) => Kind::Analyst,
            (None, 2) => Kind::Visitor,
            (None, _) => Kind::Timed,
        };
        let (sender, orders) = channel(MOST_ORDERS);
        (Self { kind, orders: is_victim.then_some(orders) }, is_victim.then_some(sender))
    }
}

/// Is this client until the end of the phase.
pub(super) async fn run(mut role: Role, stage: Arc<Stage>, mut random: Rng, end: Instant) -> Result<(), Fault> {
    while Instant::now() < end {
        let mut visit = Visit {
            is_victim: role.orders.is_some(),
            client: Client::connect(&stage, role.orders.is_some()).await?,
            stage: Arc::clone(&stage),
            random: random.fork(),
            end,
        };
        stage.sessions.fetch_add(1, Relaxed);
        let order = match &mut role.orders {
            None => {
                visit.act(&role.kind).await?;
                None
            }
            Some(orders) => tokio::select! {
                done = visit.act(&role.kind) => { done?; None }
                Some(order) = orders.recv() => Some(order),
            },
        };
        match order {
            None => visit.client.quit().await?,
            Some(Order::Reset) => visit.client.vanish()?,
            // What it was doing is given up in the middle; the answers wait for it meanwhile.
            Some(Order::Freeze(time)) => {
                sleep(time).await;
                visit.client.quit().await?;
            }
        }
    }
    Ok(())
}

/// One session.
struct Visit {
    client: Client,
    stage: Arc<Stage>,
    random: Rng,
    end: Instant,
    is_victim: bool,
}

impl Visit {
    async fn act(&mut self, kind: &Kind) -> Result<(), Fault> {
        match kind {
            Kind::Timed => self.play_timed_games().await,
            Kind::Analyst => self.analyse().await,
            Kind::Visitor => self.drop_in().await,
            Kind::Broken(broken) => self.break_library(broken).await,
        }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    async fn choose_game(&mut self) -> Result<(), Fault> {
        let game = self.stage.games.choose(self.is_victim, &mut self.random).to_owned();
        self.client.set(&format!("setoption name UCI_Variant value {game}")).await?;
        self.client.set("ucinewgame").await
    }

    async fn play_timed_games(&mut self) -> Result<(), Fault> {
        for _ in 0..self.random.usize(1..4) {
            if self.is_over() {
                break;
            }
            self.choose_game().await?;
            self.play_timed_game().await?;
        }
        Ok(())
    }

    /// Both sides of a game, each with a clock.
    async fn play_timed_game(&mut self) -> Result<(), Fault> {
        let increment = self.stage.clock / INCREMENT_PART;
        let (mut clocks, mut moves) = ([self.stage.clock; 2], Vec::new());
        while moves.len() < LONGEST_GAME && !self.is_over() {
            self.client.set(&format!("position startpos moves {}", moves.join(" "))).await?;
            if self.answer("query gameover").await? != Some(false) {
                break;
            }
            let Some(is_second) = self.answer("query p2turn").await? else { break };
            let time_left = clocks[usize::from(is_second)];
            let [white, black] = clocks.map(|clock| clock.as_millis());
            let (stalled, each) = (self.stage.stalls.total(), increment.as_millis());
            let go = format!("go wtime {white} btime {black} winc {each} binc {each}");
            let (best, time) = self.client.go(&go).await?;
            let stalled = self.stage.stalls.total().saturating_sub(stalled);
            self.check_clock(time_left, time, stalled)?;
            clocks[usize::from(is_second)] = time_left.saturating_sub(time) + increment;
            let Some(best) = best else { break };
            moves.push(best);
        }
        self.stage.timed_games.fetch_add(1, Relaxed);
        Ok(())
    }

    /// Yes or no; `None` if the library of a victim has failed instead.
    async fn answer(&mut self, question: &str) -> Result<Option<bool>, Fault> {
        let answer = self.client.ask(question).await?;
        match answer.as_deref() {
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            None if self.client.has_failed() => Ok(None),
            _ => Err(self.client.fail(&format!("`{question}` has no answer"))),
        }
    }

    /// A move that comes after its time loses the game; what a victim suffers is not held against the server.
    fn check_clock(&self, clock: Duration, time: Duration, stalled: Duration) -> Result<(), Fault> {
        let late = time.saturating_sub(clock);
        if late.is_zero() || self.is_victim {
            return Ok(());
        }
        if late > MARGIN + stalled {
            let what = format!(
                "a timed game was lost: a move took {time:.1?} with {clock:.1?} on the clock, and the machine stalled for \
                 {stalled:.1?} meanwhile"
            );
            return Err(self.client.fail(&what));
        }
        self.stage.note_late_move(late);
        Ok(())
    }

    async fn analyse(&mut self) -> Result<(), Fault> {
        self.choose_game().await?;
        let hash = self.random.u32(1..=64);
        self.client.set(&format!("setoption name Hash value {hash}")).await?;
        self.client.set(&format!("setoption name MultiPV value {}", self.random.u32(1..=3))).await?;
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..self.random.usize(3..12) {
            if self.is_over() {
                break;
            }
            self.client.set(&format!("position startpos moves {}", moves.join(" "))).await?;
            self.client.send("go infinite").await?;
            sleep(Duration::from_millis(self.random.u64(50..2_000))).await;
            self.client.send("stop").await?;
            let best = self.client.best_move().await?;
            self.client.note_stopped();
            let Some(best) = best else { break };
            moves.push(best);
        }
        Ok(())
    }

    async fn drop_in(&mut self) -> Result<(), Fault> {
        self.client.send("uci").await?;
        self.client.until("uciok").await?;
        self.choose_game().await?;
        for _ in 0..self.random.usize(..4) {
            match self.random.u8(..4) {
                0 => drop(self.client.go(&format!("go depth {}", self.random.u32(1..5))).await?),
                1 => drop(self.client.go(&format!("go nodes {}", self.random.u32(1..50_000))).await?),
                2 => drop(self.client.go(&format!("go movetime {}", self.random.u32(1..300))).await?),
                _ => self.client.set("view").await?,
            }
        }
        // Some stay for a while, and do nothing.
        sleep(Duration::from_millis(self.random.u64(..3_000))).await;
        Ok(())
    }

    /// A search that has its `bestmove`, whatever the library does.
    async fn break_library(&mut self, broken: &Broken) -> Result<(), Fault> {
        self.client.set(&format!("setoption name UCI_Variant value {}", broken.game)).await?;
        let position =
            broken.setup.as_ref().map_or_else(|| "position startpos".into(), |it| format!("position fen {it}"));
        self.client.set(&position).await?;
        let limit = if self.random.bool() { "movetime 500" } else { "depth 30" };
        self.client.go(&format!("go {limit}")).await?;
        if self.client.has_failed() {
            // As a person who sees an error.
            sleep(Duration::from_millis(self.random.u64(100..1_000))).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_position_is_a_game_and_perhaps_a_setup() {
        let broken =
            |game: &str, setup: Option<&str>| Ok(Broken { game: game.into(), setup: setup.map(str::to_owned) });
        assert_eq!("heap".parse(), broken("heap", None));
        assert_eq!("heap:9 w panics".parse(), broken("heap", Some("9 w panics")));
        assert!("".parse::<Broken>().is_err() && "9 w".parse::<Broken>().is_err());
    }
}
