//! The comparison of a network with the game, which `isready` has made, so that the first search need not do it on the
//! clock.

use plyd_host::testing::{catalog, linked};
use plyd_linked::{Engine, Server};
use plyd_network::{FirstLayer, Network, NetworkFacts, TrainingOrigin, Weights};
use plyd_plugin::{Facts, Features, Game, Move, Moves, Options, Outcome, Player, Plugin, SetupError, Turn};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The moves that were played in the library, by whomever.
static PLAYED: AtomicU64 = AtomicU64::new(0);

/// The plies of the game. It has 2,046 sequences of moves, and a comparison plays them all.
const PLIES: u32 = 10;

/// Two players take one or two in turn. No one wins.
struct CountingGame;

/// The plies so far, and what was taken.
#[derive(Clone, Copy, Default, Hash)]
struct CountingState {
    plies: u32,
    count: u32,
}

impl Game for CountingGame {
    type State = CountingState;

    fn facts(&self) -> Facts {
        let features = Features { inputs: 1, ..Features::NONE };
        Facts { max_moves: 2, max_plies: PLIES, win: 1_000, has_key: true, features, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &CountingState) -> Turn {
        if state.plies.is_multiple_of(2) { Player::Max.into() } else { Player::Min.into() }
    }

    fn play(&self, state: &mut CountingState, mv: Move) {
        PLAYED.fetch_add(1, Relaxed);
        state.plies += 1;
        state.count += mv.0;
    }

    fn outcome(&self, state: &CountingState) -> Outcome {
        if state.plies < PLIES { Outcome::Ongoing } else { Outcome::Draw }
    }

    fn moves(&self, _state: &CountingState, out: &mut Moves<'_>) {
        [1, 2].into_iter().for_each(|take| out.push(Move(take)));
    }

    fn features(&self, state: &CountingState, words: &mut [u64]) -> Player {
        words.iter_mut().for_each(|word| *word |= u64::from(state.count % 2));
        self.turn(state).player().unwrap_or(Player::Max)
    }
}

impl Plugin for CountingGame {
    const ID: &'static str = "counting";
    const NAME: &'static str = "Counting";
    const VERSION: &'static str = "0.1.0";

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, CountingState), SetupError> {
        let mut numbers = setup.split_whitespace().map(str::parse);
        match (numbers.next(), numbers.next()) {
            (None, None) => Ok((Self, CountingState::default())),
            (Some(Ok(plies)), Some(Ok(count))) => Ok((Self, CountingState { plies, count })),
            _ => Err(SetupError::new("a setup is two numbers")),
        }
    }

    fn format_state(&self, state: &CountingState) -> String {
        format!("{} {}", state.plies, state.count)
    }

    fn format_move(&self, _state: &CountingState, mv: Move) -> String {
        mv.0.to_string()
    }
}

/// Writes a network for the game, or one for another version of its rules.
fn write_network(folder: &Path, of_other_rules: bool) {
    let mut subject = plyd_player::subject_of(&linked::<CountingGame>(), &[]).unwrap();
    if of_other_rules {
        subject.rules = "others".to_owned();
    }
    let about = NetworkFacts {
        subject,
        hidden: 32,
        most_on: 1,
        points_per_logit: 200,
        scale: None,
        origin: TrainingOrigin::default(),
    };
    let first = vec![FirstLayer { biases: vec![0; 32], weights: vec![0; 32] }];
    let network = Network::new(about, &Weights { first, output: vec![0; 32], output_bias: 0 }).unwrap();
    let path = folder.join("counting.plydnet");
    // A new file, even if it has the same content.
    let _ = fs::remove_file(&path);
    fs::write(path, network.to_bytes()).unwrap();
}

#[test]
fn a_network_is_compared_by_isready_and_not_by_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_games(catalog([linked::<CountingGame>()]), |settings| {
        CountingGame::ID.clone_into(&mut settings.game);
        settings.search.networks = vec![folder.path().to_owned()];
    });
    let played_by = |work: &mut dyn FnMut()| {
        let before = PLAYED.load(Relaxed);
        work();
        PLAYED.load(Relaxed) - before
    };
    let (few, many) = (200, 2_000);
    let compares = |client: &mut Engine, lines: &str, of_other_rules: bool| {
        write_network(folder.path(), of_other_rules);
        let ready = played_by(&mut || assert!(client.ask(lines).iter().all(|line| !line.contains("network"))));
        assert!(ready > many, "{lines}: {ready}");
        // As in a message to a child: the same network, of which nothing is known but its content.
        write_network(folder.path(), of_other_rules);
        let mut told = Vec::new();
        let search = played_by(&mut || told = client.go("go depth 1"));
        assert!(search < few, "{lines}: {search}");
        told.iter().any(|line| line.contains("is for other rules of the game"))
    };
    let mut client = server.client();
    assert!(!compares(&mut client, "setoption name UCI_Variant value counting", false));
    assert!(compares(&mut client, "ucinewgame", true), "the search says what is wrong");
    assert!(!compares(&mut client, "setoption name Use NNUE value false\nsetoption name Use NNUE value true", false));
    // Its first wish.
    let mut other = server.client();
    assert!(compares(&mut other, "setoption name EvalFile value counting.plydnet", true));
    let again = played_by(&mut || drop(other.ask("ucinewgame")));
    assert!(again < few, "it was compared already: {again}");
}
