//! The identity of a game for a network: its rules, and the meaning of its inputs.

use plyd_host::{ContentHash, Library, LoadedGame, Position};
use plyd_network::NetworkPurpose;
use plyd_rules::{Game, Move, Moves, Want};
use plyd_tablebase::TableIdentity;
use std::sync::Arc;

/// The number of games played to identify the inputs, and the number of plies of each.
const GAMES: u64 = 8;
const PLIES: u64 = 32;

/// Computes the identity of a library's game with these options for networks: its rules, by the identity used for
/// tablebases, and its inputs, by their values in positions of some games and by their symmetries.
///
/// # Errors
/// The game has no inputs, or the library failed; the text continues a sentence that begins with a network.
pub fn subject_of(library: &Arc<Library>, options: &[(String, String)]) -> Result<NetworkPurpose, String> {
    let failed = |reason: &dyn std::fmt::Display| format!("cannot be compared with the game: {reason}");
    let position = Position::open(library, options, "").map_err(|error| failed(&error))?;
    let game = position.game();
    let features = game.facts().features;
    if features.inputs == 0 {
        return Err("has no use, because the game has no inputs for a network".to_owned());
    }
    let identity = TableIdentity::of(&position).map_err(|reason| failed(&reason))?;
    let rules = serde_json::to_vec(&identity).map_err(|error| failed(&error))?;
    let inputs = inputs(game, &position).map_err(|reason| failed(&reason))?;
    Ok(NetworkPurpose {
        game: library.id().to_owned(),
        rules: ContentHash::of(&rules).to_string(),
        features: ContentHash::of(&inputs).to_string(),
        inputs: features.inputs as usize,
        sides_differ: features.sides_differ,
    })
}

/// Describes the inputs: their number, their symmetries, and their values in some games.
fn inputs(game: &LoadedGame, start: &Position) -> Result<Vec<u8>, String> {
    let (facts, mut said) = (game.facts(), Vec::new());
    let features = facts.features;
    said.extend(features.inputs.to_le_bytes());
    said.extend(features.symmetries.to_le_bytes());
    said.push(u8::from(features.sides_differ));
    let images = (0..features.symmetries).flat_map(|symmetry| (0..features.inputs).map(move |input| (symmetry, input)));
    images.for_each(|(symmetry, input)| said.extend(game.feature_image(symmetry, input).to_le_bytes()));
    let mut words = vec![0; features.words()];
    let mut room = vec![Move(0); facts.max_moves as usize];
    for number in 0..GAMES {
        let mut state = start.state().clone();
        for ply in 0..PLIES {
            let mut moves = Moves::new(&mut room);
            let step = game.examine(&state, Want::MOVES, &mut moves);
            if step.is_error() {
                return Err(game.last_error(&state));
            }
            let count = step.count() as u64;
            if !step.is_ongoing() || count == 0 {
                break;
            }
            words.fill(0);
            said.push(game.features(&state, &mut words) as u8);
            words.iter().for_each(|word| said.extend(word.to_le_bytes()));
            // The choice of moves is arbitrary, but must be the same on all machines.
            let mv = room[((number * PLIES + ply).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % count as usize];
            game.play(&mut state, mv);
        }
    }
    Ok(said)
}
