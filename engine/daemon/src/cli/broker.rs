//! What the commands for many machines share: how the broker is reached, and how a machine shows that it plays as others.

use super::match_game::match_of;
use super::paths::given_path;
use anyhow::{Context, ensure};
use clap::Args;
use plyd_arena::{BuiltinOptions, Heartbeat, Interrupt, MatchSurroundings};
use plyd_distribute::BrokerOptions;
use plyd_host::Library;
use plyd_player::{SearchOptions, SearchSettings};
use plyd_search::Algorithm;
use plyd_session::Engine;
use plyd_tournament::settings::{EngineSettings, MatchPlan, MatchSettings};
use plyd_tournament::{EncounterUnits, PlayedGame, Take};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub(super) const BROKER: &str = "Broker";

/// How the broker is reached.
#[derive(Clone, Debug, Args)]
pub(super) struct BrokerArguments {
    /// The broker: nats://HOST:PORT or tls://HOST:PORT; separate several with commas
    #[arg(long, value_name = "URL", help_heading = BROKER)]
    pub(super) broker: Option<String>,
    /// A credentials file for the broker, as created by `nsc`
    #[arg(long, value_name = "FILE", requires = "broker", help_heading = BROKER)]
    #[arg(value_parser = given_path())]
    creds: Option<PathBuf>,
    /// A file with the seed of an nkey for the broker
    #[arg(long, value_name = "FILE", requires = "broker", conflicts_with = "creds", help_heading = BROKER)]
    #[arg(value_parser = given_path())]
    nkey: Option<PathBuf>,
    /// A file with the password of the user in the broker's address
    #[arg(long, value_name = "FILE", requires = "broker", conflicts_with_all = ["creds", "nkey"], help_heading = BROKER)]
    #[arg(value_parser = given_path())]
    password_file: Option<PathBuf>,
    /// A file with the certificate of the authority that issued the broker's certificate
    #[arg(long = "broker-ca", value_name = "FILE", requires = "broker", help_heading = BROKER)]
    #[arg(value_parser = given_path())]
    ca: Option<PathBuf>,
}

impl BrokerArguments {
    /// The broker that is named, if one is.
    pub(super) fn options(&self) -> Option<BrokerOptions> {
        let Self { broker, creds, nkey, password_file, ca } = self.clone();
        broker.map(|url| BrokerOptions { url, creds, nkey, password: password_file, ca })
    }

    /// The broker of a command that needs one.
    pub(super) fn needed(&self) -> anyhow::Result<BrokerOptions> {
        self.options().context("no broker is named; try --broker nats://127.0.0.1:4222")
    }
}

/// What a machine makes of a short game of plyd against itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct MachineSignature {
    /// The start of the digest of the game, with the nodes of each move: the same on every machine.
    pub(super) digest: u64,
    /// Nodes that were searched in a second, which differ.
    pub(super) speed: f64,
}

/// The nodes that are searched for each of its moves.
const NODES: u32 = 2_000;

/// Its most moves of each side.
const MOVES: u32 = 10;

/// How often the game is played where its speed counts: other work on the machine makes it slower, but never quicker.
const MEASURES: u32 = 8;

/// Has plyd play a short game against itself with this library, and returns what it was. Two machines with the same
/// program and the same library play the same game; if they do not, a compiler, a processor or a library that counts in
/// floats is to blame, and their results must not be mixed. Clocks are scaled by its speed: with them, the speed is that of
/// the quickest of some games.
pub(super) fn signature(
    engine: &Engine,
    library: &Arc<Library>,
    game_options: &[(String, String)],
    has_clocks: bool,
) -> anyhow::Result<MachineSignature> {
    let mut first = played_signature(engine, library, game_options)?;
    if has_clocks {
        for _ in 1..MEASURES {
            first.speed = first.speed.max(played_signature(engine, library, game_options)?.speed);
        }
    }
    Ok(first)
}

fn played_signature(
    engine: &Engine,
    library: &Arc<Library>,
    game_options: &[(String, String)],
) -> anyhow::Result<MachineSignature> {
    let plan = format!(
        "engine = ['name=A builtin nodes={NODES}', 'name=B builtin nodes={NODES}']\nrounds = 1\ngames = 1\n\
         maxmoves = {MOVES}\nrandom-plies = 2"
    );
    let settings = MatchPlan::from_toml(&plan)?.settle(library.id(), game_options.to_vec(), 1)?;
    // Whatever this machine is set to.
    let read = |_: &EngineSettings| {
        let mut search = SearchOptions::new(&SearchSettings::default());
        search.algorithm = Algorithm::Pvs;
        Ok(BuiltinOptions { search, hash_is_wanted: false, move_overhead: Duration::ZERO, parameters: Vec::new() })
    };
    let played = play_one(engine, settings, library, &read)?;
    let searched = played.moves.iter().filter_map(|mv| mv.evaluation.as_ref());
    let nodes: u64 = searched.clone().filter_map(|evaluation| evaluation.nodes).sum();
    let micros: u64 = searched.map(|evaluation| evaluation.micros).sum();
    let digest = u64::from_le_bytes(*played.digest().0.first_chunk().context("a digest has 32 bytes")?);
    Ok(MachineSignature { digest, speed: nodes as f64 * 1e6 / micros.max(1) as f64 })
}

fn play_one(
    engine: &Engine,
    settings: MatchSettings,
    library: &Arc<Library>,
    read: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, plyd_tournament::settings::MatchSettingsError>,
) -> anyhow::Result<PlayedGame> {
    let game = match_of(engine, settings, library, read)?.within(MatchSurroundings::default());
    let Take::Unit(unit) = EncounterUnits::new(game.schedule()).take() else { anyhow::bail!("the plan has no game") };
    let (interrupt, heartbeat) = (Interrupt::default(), Heartbeat::start()?);
    let mut all = Vec::new();
    let mut player = game.plays(&interrupt, &heartbeat);
    let played = player.play(&unit, &mut |game| {
        all.push(game);
        ControlFlow::Continue(())
    });
    player.part();
    let _ = played?;
    ensure!(all.len() == 1, "the game that shows how this machine plays did not end");
    all.pop().context("there is a game")
}
