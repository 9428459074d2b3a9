//! Whose rules a table is about.

use crate::TableFileError;
use crate::score::ScoreRank;
use crate::walk::key_kind;
use plyd_host::{Library, LoadedGame, Position};
use plyd_rules::{Game, Move, Moves, Want};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The rules of a table and the position it was built from. It names no file and no version of a library: every build
/// of the same rules that gives positions the same keys can use the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableIdentity {
    /// The id of the game.
    pub game: String,
    /// The options of the game that have not their defaults.
    pub options: Vec<(String, String)>,
    /// The position in the form of a setup.
    pub setup: String,
    /// The major version of the interface, which defines keys and outcomes.
    pub interface: u16,
    /// What the rules do near that position.
    pub signature: RulesSignature,
}

/// What the rules of a game do near a position: the number of move sequences, and what they lead to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesSignature {
    /// The number of move sequences of one ply, of two plies and so on, as `perft` counts them.
    pub perft: Vec<u64>,
    /// A hash of the outcomes, the players to move and the keys at their ends, as 64 hexadecimal digits.
    pub keys: String,
}

/// The longest sequences of a signature.
const MOST_PLIES: u32 = 16;
/// No longer sequences are counted than there are so many of.
const MOST_SEQUENCES: u64 = 20_000;

impl RulesSignature {
    /// Of a game near one of its positions.
    ///
    /// # Errors
    /// The game failed; the text is its reason.
    pub fn of<G: Game>(game: &G, root: &G::State) -> Result<Self, String> {
        let mut counter = SequenceCounter { game, want: key_kind(&game.facts()), digest: Sha256::new(), sequences: 0 };
        let mut perft = Vec::new();
        for plies in 1..=MOST_PLIES {
            let (before, digest) = (counter.sequences, counter.digest.clone());
            if !counter.count(root, plies)? {
                // Of this length there are too many, and all that was added is taken back.
                counter.digest = digest;
                break;
            }
            perft.push(counter.sequences - before);
            if counter.sequences == before {
                break;
            }
        }
        let keys = counter.digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { perft, keys })
    }
}

struct SequenceCounter<'a, G> {
    game: &'a G,
    want: Want,
    digest: Sha256,
    sequences: u64,
}

impl<G: Game> SequenceCounter<'_, G> {
    /// Adds the sequences of this length; `false` if there are too many.
    fn count(&mut self, state: &G::State, plies: u32) -> Result<bool, String> {
        let mut moves = vec![Move(0); self.game.facts().max_moves as usize];
        let step = self.game.examine(state, Want::MOVES, &mut Moves::new(&mut moves));
        if step.is_error() {
            return Err(self.game.last_error(state));
        }
        if ScoreRank::of_end(step.outcome()).is_some() {
            return Ok(true);
        }
        for &mv in &moves[..step.count()] {
            let mut child = state.clone();
            let step = self.game.step(state, mv, &mut child, self.want, &mut Moves::new(&mut []));
            if step.is_error() {
                return Err(self.game.last_error(&child));
            }
            if plies > 1 {
                if !self.count(&child, plies - 1)? {
                    return Ok(false);
                }
                continue;
            }
            self.sequences += 1;
            if self.sequences > MOST_SEQUENCES {
                return Ok(false);
            }
            // No key is asked for of what is over.
            let (key, outcome) = match ScoreRank::of_end(step.outcome()) {
                None => (step.key, i64::MAX),
                Some(end) => (0, end.number()),
            };
            self.digest.update(key.to_le_bytes());
            self.digest.update(outcome.to_le_bytes());
            self.digest.update([step.turn() as u8]);
        }
        Ok(true)
    }
}

impl TableIdentity {
    /// Of a position without moves before it, as it was opened.
    ///
    /// # Errors
    /// The library failed; the text is its reason.
    pub fn of(position: &Position) -> Result<Self, String> {
        let game = position.game();
        let library = game.library();
        Ok(Self {
            game: library.id().to_owned(),
            options: game.changed_options(),
            setup: position.setup().map_err(|fault| fault.to_string())?,
            interface: library.abi_version().0,
            signature: RulesSignature::of(game, position.state())?,
        })
    }

    /// Whether it is about the game of an instance, as far as can be determined without calling its library.
    #[must_use]
    pub fn names(&self, game: &LoadedGame) -> bool {
        let library = game.library();
        self.game == library.id() && self.options == game.changed_options() && self.interface == library.abi_version().0
    }

    /// Opens the position with this library, and checks that its rules are the same.
    ///
    /// # Errors
    /// They are not.
    pub fn open(&self, library: &Arc<Library>) -> Result<Position, TableFileError> {
        let refused = |text: String| TableFileError::Rules(text);
        if self.game != library.id() {
            return Err(refused(format!("its game is `{}`", self.game)));
        }
        let major = library.abi_version().0;
        if self.interface != major {
            return Err(refused(format!("its interface is {}, and that of the library {major}", self.interface)));
        }
        let position = Position::open(library, &self.options, &self.setup);
        let position = position.map_err(|error| refused(format!("its position does not open: {error}")))?;
        let found = RulesSignature::of(position.game(), position.state()).map_err(refused)?;
        let expected = &self.signature;
        match found {
            _ if found == *expected => Ok(position),
            _ if found.perft != expected.perft => {
                let (expected, found) = (&expected.perft, &found.perft);
                Err(refused(format!("it counts {expected:?} move sequences, and the library {found:?}")))
            }
            _ => Err(refused("the library gives positions other keys or outcomes".into())),
        }
    }
}
