//! Files of other programs: parse results satisfy their invariants for any bytes.

use crate::Surroundings;
use plyd_formats::pgn::{AnnotatedGame, PgnFile};
use plyd_formats::{LinesFile, Text, Variant, Warnings, is_null, resolve, setups, sgf};

/// The maximum length of a message about a text, which includes an excerpt.
const LONGEST: usize = 300;

/// The maximum number of spellings of a word to try on a game.
const SPELLINGS: usize = 16;

/// Encoding names that a text may declare.
const NAMES: [&str; 6] = ["UTF-8", "Shift_JIS", "Big5", "GBK", "ISO-8859-1", "none"];

/// Decodes bytes as text. The first byte selects the declared encoding.
pub(crate) fn decode(_: &Surroundings, input: &[u8]) {
    let Some((&first, bytes)) = input.split_first() else { return };
    let name = NAMES.get(usize::from(first) % (NAMES.len() + 1));
    let text = Text::decode_named(bytes.to_vec(), name.copied());
    let is_alone = |(place, _): (usize, &str)| !text.as_str()[place + 1..].starts_with('\n');
    assert!(!text.as_str().match_indices('\r').any(is_alone), "{:?}", text.as_str());
    assert!(text.note().is_none_or(|note| is_message(&note)), "{:?}", text.note());
    // Decoded text is UTF-8, so decoding it again must not change it.
    let again = Text::decode(text.as_str().as_bytes().to_vec());
    let is_same = again.as_str() == text.as_str();
    assert!(is_same || text.as_str().contains(['\0', '\u{feff}']), "{:?} and {:?}", text.as_str(), again.as_str());
}

/// Reads games with their variations.
pub(crate) fn pgn(input: &[u8]) {
    let games = PgnFile::read(input.to_vec());
    check(games.warnings());
    for index in 0..games.len() {
        match games.game(index) {
            Ok(game) => tree(&game),
            Err(fault) => assert!(is_message(&fault.to_string()), "{fault}"),
        }
    }
}

fn tree(game: &AnnotatedGame) {
    check(&game.warnings);
    for (index, node) in game.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < index), "{node:?}");
        assert_eq!(game.after(node.parent).iter().filter(|&&child| child == index).count(), 1, "{node:?}");
        assert!(!is_null(&node.word) && !node.word.is_empty(), "{node:?}");
        let mut asked = 0;
        let found = resolve(&node.word, |_| {
            asked += 1;
            Ok::<_, ()>(None::<()>)
        });
        assert!(found == Ok(None) && (1..=SPELLINGS).contains(&asked), "{} spellings of {node:?}", asked);
    }
    let children = game.nodes.iter().map(|node| node.children.len()).sum::<usize>() + game.children.len();
    assert_eq!(children, game.nodes.len());
    game.tags.iter().for_each(|tag| drop(Variant::of(&tag.value)));
}

/// Reads lines of positions and moves.
pub(crate) fn lines(input: &[u8]) {
    let lines = LinesFile::read(input.to_vec());
    for index in 0..lines.len() {
        let (line, _) = lines.line(index);
        let setups = setups(line);
        assert_eq!(setups.first().map(|setup| setup.text.as_str()), Some(line));
        assert!(setups.iter().skip(1).all(|setup| !setup.text.is_empty()), "{setups:?}");
    }
}

/// Reads a record as a tree of nodes.
pub(crate) fn record(input: &[u8]) {
    match sgf::SgfGame::read(input.to_vec()) {
        Ok(game) => {
            check(&game.warnings);
            assert!(game.note.as_deref().is_none_or(is_message), "{:?}", game.note);
            for (index, node) in game.nodes.iter().enumerate() {
                assert!(node.parent.is_none_or(|parent| parent < index), "{node:?}");
                assert!(node.children.iter().all(|&child| game.nodes[child].parent == Some(index)), "{node:?}");
                let is_property = |property: &sgf::Property| {
                    property.name.bytes().all(|byte| byte.is_ascii_uppercase()) && !property.values.is_empty()
                };
                assert!(node.properties.iter().all(is_property), "{node:?}");
            }
        }
        Err(fault) => assert!(is_message(&fault.to_string()), "{fault}"),
    }
}

fn check(warnings: &Warnings) {
    assert!(warnings.kept().iter().all(|warning| is_message(&warning.to_string())), "{warnings:?}");
}

fn is_message(text: &str) -> bool {
    !text.is_empty() && text.chars().count() < LONGEST && !text.contains(|sign: char| sign.is_control())
}
