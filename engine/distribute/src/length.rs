//! Limits on the size of games in a result.
//!
//! The record stores games as they are, and a result may be compressed to a hundredth of its size. Without limits one
//! worker could fill a disk with few messages.

use plyd_tournament::PlayedGame;

/// The maximum total size of all texts in a game without moves in bytes, such as its setup and the description of its
/// end.
const MOST_TEXT: usize = 64 << 10;

/// The additional permitted size of texts per move in bytes, many times that of a move in any game.
const MOST_TEXT_OF_MOVE: usize = 200;

/// Checks that a game has no more than the permitted number of moves, and that its texts are within the limit for its
/// moves.
///
/// # Errors
/// A description of the part that is too long.
pub(crate) fn check(game: &PlayedGame, most_moves: usize) -> Result<(), String> {
    let (number, moves) = (game.number + 1, game.moves.len());
    if moves > most_moves {
        return Err(format!("game {number} has {moves} moves, and a game of this match has at most {most_moves}"));
    }
    let of_moves = game.moves.iter().map(|mv| {
        let of_opening: usize = mv.opening.iter().map(|(name, value)| name.len() + value.len()).sum();
        mv.text.len() + mv.notation.as_ref().map_or(0, String::len) + of_opening
    });
    let of_game = game.setup.len() + game.detail.len() + game.standard_error.len();
    let (bytes, most) = (of_game + of_moves.sum::<usize>(), MOST_TEXT + moves * MOST_TEXT_OF_MOVE);
    if bytes > most {
        return Err(format!("game {number} has {bytes} bytes of text, and with {moves} moves it has at most {most}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::settings::MatchPlan;
    use plyd_tournament::{PlayedMove, Schedule};

    #[test]
    fn a_game_has_as_many_moves_and_texts_as_one_can_have() {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']";
        let schedule = Schedule::new(&MatchPlan::from_toml(text).unwrap().settle("x", Vec::new(), 0).unwrap());
        let game = |moves: usize, letters: usize, setup: usize| {
            let (notation, evaluation, opening) = (None, None, Vec::new());
            let mv = PlayedMove { text: "x".repeat(letters), notation, player: 0, evaluation, opening };
            let void = PlayedGame::void(&schedule.game(0).unwrap(), "", plyd_record::now());
            PlayedGame { moves: vec![mv; moves], setup: "x".repeat(setup), ..void }
        };
        assert_eq!(check(&game(9, 1_024, 1_000), 9), Ok(()));
        assert_eq!(check(&game(10_000, 100, 1_000), 10_000), Ok(()));
        let error = check(&game(10, 2, 0), 9).unwrap_err();
        assert_eq!(error, "game 1 has 10 moves, and a game of this match has at most 9");
        let error = check(&game(1_990, 1_000, 0), 2_000).unwrap_err();
        assert_eq!(error, "game 1 has 1990000 bytes of text, and with 1990 moves it has at most 463536");
        for long in ["detail", "standard error", "notation", "opening"] {
            let (mut bad, text) = (game(1, 2, 0), "x".repeat(70_000));
            match long {
                "detail" => bad.detail = text,
                "standard error" => bad.standard_error = text,
                "notation" => bad.moves[0].notation = Some(text),
                _ => bad.moves[0].opening = vec![("Event".to_owned(), text)],
            }
            assert!(check(&bad, 9).unwrap_err().contains("bytes of text"), "{long}");
        }
        assert!(check(&game(1, 2, 70_000), 9).is_err());
    }
}
