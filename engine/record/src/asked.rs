//! Validation of games played by another process against the request.

use plyd_host::WORD_LIMIT;
use plyd_tournament::{CHANCE, Pairing, PlayedGame, PlayedMove};

/// The maximum length in bytes of a text in a game, such as a setup or a detail.
const LONGEST_TEXT: usize = 1 << 20;

/// The maximum number of tags for the opening of a game.
const MOST_TAGS: usize = 32;

/// Whether this game is a valid answer of another process that was asked to play `pairing`. The result itself is
/// trusted, because the library is the referee.
#[must_use]
pub fn is_asked(game: &PlayedGame, pairing: &Pairing) -> bool {
    let PlayedGame { number, round, players, setup, moves, half_points, detail, standard_error, .. } = game;
    let is_text = |text: &String| text.len() <= LONGEST_TEXT && !text.contains(plyd_foreign::is_forbidden);
    let is_word = |text: &String| text.len() <= WORD_LIMIT && is_text(text);
    let is_move = |(place, mv): (usize, &PlayedMove)| {
        let most_tags = if place == 0 { MOST_TAGS } else { 0 };
        let mut tags = mv.opening.iter().flat_map(|(name, value)| [name, value]);
        mv.player <= CHANCE
            && is_word(&mv.text)
            && mv.notation.iter().all(is_word)
            && mv.opening.len() <= most_tags
            && tags.all(is_word)
    };
    (*number, *round, *players) == (pairing.number, pairing.round, pairing.players)
        && *half_points <= 2
        && [setup, detail].into_iter().all(is_text)
        && standard_error.len() <= LONGEST_TEXT
        && moves.iter().enumerate().all(is_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::testing::game;

    #[test]
    fn a_game_that_was_not_asked_for_is_refused() {
        let played = game(3);
        let PlayedGame { number, round, players, .. } = played;
        let pairing = Pairing { number, round, encounter: 1, players };
        assert!(is_asked(&played, &pairing));
        let mut tagged = game(3);
        tagged.moves[0].opening = vec![("Event".into(), "x".into()); MOST_TAGS];
        assert!(is_asked(&tagged, &pairing));
        let others = [
            PlayedGame { number: 4, ..game(3) },
            PlayedGame { round: 9, ..game(3) },
            PlayedGame { players: [players[1], players[0]], ..game(3) },
            PlayedGame { half_points: 3, ..game(3) },
            PlayedGame { setup: "a\nb".into(), ..game(3) },
            PlayedGame { detail: "x".repeat(LONGEST_TEXT + 1), ..game(3) },
        ];
        others.iter().for_each(|other| assert!(!is_asked(other, &pairing), "{other:?}"));
        for spoil in [
            |game: &mut PlayedGame| game.moves[0].player = CHANCE + 1,
            |game: &mut PlayedGame| game.moves[0].text = "\u{1b}[2J".into(),
            |game: &mut PlayedGame| game.moves[0].notation = Some("\u{7}".into()),
            |game: &mut PlayedGame| game.moves[0].text = "x".repeat(WORD_LIMIT + 1),
            |game: &mut PlayedGame| game.moves[0].notation = Some("x".repeat(WORD_LIMIT + 1)),
            |game: &mut PlayedGame| game.moves[0].opening = vec![("Event".into(), "a\u{1b}[2J".into())],
            |game: &mut PlayedGame| game.moves[0].opening = vec![("a\nb".into(), "x".into())],
            |game: &mut PlayedGame| game.moves[0].opening = vec![("Event".into(), "x".into()); MOST_TAGS + 1],
            |game: &mut PlayedGame| game.moves[1].opening = vec![("Event".into(), "x".into())],
        ] {
            let mut other = game(3);
            spoil(&mut other);
            assert!(!is_asked(&other, &pairing), "{other:?}");
        }
    }
}
