//! Checks of the inputs of a network beyond the laws: they are symmetric if the game is, and differ if positions
//! differ.

use super::{Random, after, legal, open};
use crate::{Game, Outcome, Player, Plugin, Turn};
use std::collections::HashMap;

/// Random games from each setup in which inputs are compared.
const GAMES: u64 = 12;
/// Random games of each symmetry that are played beside their images.
const IMAGED_GAMES: u64 = 4;
/// The number of plies after which a random game is abandoned.
const LONGEST: u32 = 120;

/// How a position is the image of another one.
#[derive(Clone, Copy)]
enum Image {
    /// Under a symmetry of the board.
    Symmetry(u32),
    /// The players are exchanged.
    Exchange,
}

/// Makes sure that the symmetries that a game declares for its inputs are symmetries of its rules, and that different
/// positions have different inputs. It takes setups with options, like [`open`].
///
/// A game and its image are played side by side: for each move there is one in the image that leads to the image of the
/// position after it, and both games always have the same number of legal moves, and end alike. For this a start
/// position and its image are needed, which is often the same position. So each declared symmetry should map the inputs
/// of some setup to the inputs of the same or another one with the same options.
///
/// In random games from the setups, positions with different keys have different inputs, but for `most_alike` of them:
/// a game may leave out what matters little.
///
/// # Panics
/// One of this is not so, and the text says where. Or a setup is refused.
#[track_caller]
pub fn check_features<P: Plugin>(setups: &[(&str, &str)], most_alike: usize) {
    for &(setup, options) in setups {
        let features = open::<P>(setup, options).0.facts().features;
        assert!(features.inputs > 0, "{} has no inputs in `{setup}` with the options `{options}`", P::ID);
        for symmetry in 0..features.symmetries {
            let mut others = setups.iter().filter(|other| other.1 == options);
            let is_tried = others.any(|(first, _)| {
                let mut images = setups.iter().filter(|other| other.1 == options);
                images.any(|(image, _)| play_side_by_side::<P>([first, image], options, Image::Symmetry(symmetry)))
            });
            assert!(
                is_tried,
                "{}: no setup with the options `{options}` has its image under symmetry {symmetry} among the setups",
                P::ID
            );
        }
    }
    let alike: Vec<String> = setups.iter().flat_map(|(setup, options)| alike::<P>(setup, options)).collect();
    assert!(
        alike.len() <= most_alike,
        "{}: {} positions have the inputs of another one, more than {most_alike}:\n{}",
        P::ID,
        alike.len(),
        alike[..alike.len().min(10)].join("\n")
    );
}

/// Makes sure that both players see the same in a position and in the one where they are exchanged: in chess with the
/// colours of all men and the ranks exchanged too. The games that go on from there are played side by side.
///
/// # Panics
/// The players see something else, there or later.
#[track_caller]
pub fn check_exchange<P: Plugin>(setup: &str, exchanged: &str, options: &str) {
    assert!(
        play_side_by_side::<P>([setup, exchanged], options, Image::Exchange),
        "{}: the inputs of `{setup}` and `{exchanged}` are not the same, seen by the other player",
        P::ID
    );
}

/// The player whose view it is, and the words.
pub(super) fn inputs_of<G: Game>(game: &G, state: &G::State) -> (Player, Vec<u64>) {
    let mut words = vec![0; game.facts().features.words()];
    (game.features(state, &mut words), words)
}

/// The inputs of an image.
fn image_of<G: Game>(game: &G, how: Image, (player, words): (Player, Vec<u64>)) -> (Player, Vec<u64>) {
    let Image::Symmetry(symmetry) = how else { return (player.other(), words) };
    let mut image = vec![0; words.len()];
    let inputs = 0..game.facts().features.inputs;
    for input in inputs.filter(|input| words[*input as usize / 64] >> (input % 64) & 1 == 1) {
        let moved = game.feature_image(symmetry, input);
        image[moved as usize / 64] |= 1 << (moved % 64);
    }
    (player, image)
}

/// Plays random games of the first setup, and their images in the second one; `false` if the second setup is not the
/// image of the first.
#[track_caller]
fn play_side_by_side<P: Plugin>([first, second]: [&str; 2], options: &str, how: Image) -> bool {
    let ((game, root), (other, image)) = (open::<P>(first, options), open::<P>(second, options));
    if !is_image(&game, &root, (&other, &image), how) {
        return false;
    }
    for seed in 1..=IMAGED_GAMES {
        let mut random = Random(seed);
        let (mut state, mut mirrored, mut line) = (root.clone(), image.clone(), String::new());
        for _ in 0..LONGEST {
            // Ended games look alike, whatever is on the board.
            if game.outcome(&state) != Outcome::Ongoing {
                break;
            }
            let (moves, replies) = (legal(&game, &state), legal(&other, &mirrored));
            let context = || {
                let options = if options.is_empty() { String::new() } else { format!(" with the options `{options}`") };
                let how = match how {
                    Image::Symmetry(number) => format!("symmetry {number} of"),
                    Image::Exchange => "the exchange of players in".into(),
                };
                format!("{}: {how} `{first}`{options}, after{line}", P::ID)
            };
            assert_eq!(moves.len(), replies.len(), "{}: the image has another number of moves", context());
            let Some(&mv) = random.choose(&moves) else { break };
            let text = game.format_move(&state, mv);
            state = after(&game, &state, mv);
            let children = replies.into_iter().map(|reply| after(&other, &mirrored, reply));
            let found = children.into_iter().find(|child| is_image(&game, &state, (&other, child), how));
            mirrored = found.unwrap_or_else(|| {
                panic!("{}: no move in the image leads to the image of the position after `{text}`", context())
            });
            line = format!("{line} {text}");
        }
    }
    true
}

/// Whether a position of the same game looks as the image of a state.
fn is_image<G: Game>(game: &G, state: &G::State, (other, image): (&G, &G::State), how: Image) -> bool {
    let (outcome, turn) = (game.outcome(state), game.turn(state));
    let expected = match how {
        Image::Symmetry(_) => (outcome, turn),
        Image::Exchange => exchanged(outcome, turn),
    };
    if expected != (other.outcome(image), other.turn(image)) {
        return false;
    }
    let compares_keys = matches!(how, Image::Symmetry(_)) && game.facts().abilities.symmetry;
    if compares_keys && game.symmetric_key(state) != other.symmetric_key(image) {
        return false;
    }
    outcome != Outcome::Ongoing || image_of(game, how, inputs_of(game, state)) == inputs_of(other, image)
}

fn exchanged(outcome: Outcome, turn: Turn) -> (Outcome, Turn) {
    let outcome = match outcome {
        Outcome::Win(player) => Outcome::Win(player.other()),
        Outcome::Utility(value) => Outcome::Utility(-value),
        other => other,
    };
    (outcome, turn.player().map_or(turn, |player| player.other().into()))
}

/// The positions of random games that have the same inputs as another position, as texts.
fn alike<P: Plugin>(setup: &str, options: &str) -> Vec<String> {
    let (game, root) = open::<P>(setup, options);
    let mut known: HashMap<(Player, Vec<u64>), (u64, String)> = HashMap::new();
    let mut alike = Vec::new();
    for seed in 1..=GAMES {
        let (mut random, mut state) = (Random(seed), root.clone());
        for _ in 0..LONGEST {
            if game.outcome(&state) != Outcome::Ongoing {
                break;
            }
            let (key, text) = (game.key(&state), game.format_state(&state));
            let (first, other) = known.entry(inputs_of(&game, &state)).or_insert_with(|| (key, text.clone()));
            if *first != key {
                alike.push(format!("`{text}` and `{other}`"));
            }
            let Some(&mv) = random.choose(&legal(&game, &state)) else { break };
            game.play(&mut state, mv);
        }
    }
    alike
}
