//! Reading ends on any input, and its result satisfies the invariants.

use plyd_formats::pgn::{AnnotatedGame, MAX_DEPTH, PgnFile};
use plyd_formats::polyglot::Book;
use plyd_formats::{LinesFile, Text, Variant, is_null, resolve, setups, sgf, spellings};
use proptest::prelude::*;

/// Fragments of files, valid and damaged.
const PIECES: [&str; 64] = [
    "[Event \"x\"]",
    "[Event \"a \"b\" c\"]",
    "[FEN \"8/8 w - - 0 1;\"]",
    "[Site \"x",
    "[",
    "]",
    "\n",
    "\n\n",
    "\r",
    " ",
    "1. e4 ",
    "1... ",
    "e5 ",
    "Nf3! ",
    "-- ",
    "Z0 ",
    "± ",
    "$5",
    "$999 ",
    "{",
    "}",
    "{x} ",
    "{[%clk 0:01]}",
    "(",
    ")",
    "(=) ",
    "; x\n",
    "%y\n",
    "1-0",
    "½-½ ",
    "*",
    "0–0 ",
    "♘f3 ",
    "e8=Q+ ",
    "24/18(2) ",
    "10 ",
    ".f5 ",
    "…",
    "N ",
    "(;",
    ";",
    "B[ee]",
    "W[cc]",
    "AB[aa:bb]",
    "C[\\]]",
    "CA[Big5]",
    "KM[375]",
    "SZ[9]",
    "\\",
    "\u{feff}",
    "é",
    "対",
    "\u{5c}",
    "#",
    "[%x]",
    ":",
    "-",
    "+",
    "/",
    "8/8 w - -",
    "hmvc 3;",
    "fmvn 4;",
    "moves e2e4",
    "position fen ",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60).prop_map(|pieces| pieces.concat())
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![text().prop_map(String::into_bytes), prop::collection::vec(any::<u8>(), 0..300)]
}

/// Checks the tree invariant: each node comes after its parent, and is exactly once a child of it.
fn check(game: &AnnotatedGame) {
    for (index, node) in game.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < index));
        assert_eq!(game.after(node.parent).iter().filter(|&&child| child == index).count(), 1);
        assert!(!node.word.is_empty() && !node.word.contains(char::is_whitespace), "{:?}", node.word);
    }
    let children: usize = game.nodes.iter().map(|node| node.children.len()).sum();
    assert_eq!(children + game.children.len(), game.nodes.len());
    assert!(game.main_line().count() <= game.nodes.len());
}

proptest! {
    #[test]
    fn pgn_ends(bytes in bytes()) {
        let games = PgnFile::read(bytes);
        for index in 0..games.len() {
            if let Ok(game) = games.game(index) {
                check(&game);
                for node in &game.nodes {
                    prop_assert!(!is_null(&node.word));
                    prop_assert!(spellings(&node.word).contains(&node.word));
                }
            }
        }
    }

    #[test]
    fn sgf_ends(bytes in bytes()) {
        match sgf::SgfGame::read(bytes) {
            Ok(game) => {
                for (index, node) in game.nodes.iter().enumerate() {
                    prop_assert!(node.parent.is_none_or(|parent| parent < index));
                    prop_assert!(node.children.iter().all(|&child| game.nodes[child].parent == Some(index)));
                    prop_assert!(node.properties.iter().all(|property| !property.name.is_empty() && !property.values.is_empty()));
                }
                prop_assert!(game.main_line().count() <= game.nodes.len());
            }
            Err(fault) => prop_assert!(!fault.to_string().contains('\n')),
        }
    }

    #[test]
    fn other_files_end(bytes in bytes(), name in "[a-zA-Z0-9_-]{0,12}", key in any::<u64>()) {
        let lines = LinesFile::read(bytes.clone());
        for index in 0..lines.len() {
            let setups = setups(lines.line(index).0);
            prop_assert!(!setups.is_empty() && setups[0].text == lines.line(index).0);
        }
        let text = Text::decode_named(bytes.clone(), Some(&name));
        prop_assert!(text.note().is_none_or(|note| !note.contains('\n')));
        drop(Variant::of(text.as_str()));
        if let Ok(book) = Book::read(bytes) {
            prop_assert!(book.entries(key).all(|entry| entry.weight > 0 && entry.number > 0));
        }
    }

    #[test]
    fn utf_16_is_the_same_text(text in text(), is_little in any::<bool>()) {
        prop_assume!(!text.contains('\u{feff}'));
        let mark: &[u8] = if is_little { b"\xff\xfe" } else { b"\xfe\xff" };
        let units = text.encode_utf16().flat_map(|unit| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() });
        let bytes: Vec<u8> = mark.iter().copied().chain(units).collect();
        let (one, other) = (Text::decode(bytes), Text::of_str(&text));
        prop_assert_eq!(one.as_str(), other.as_str());
    }

    #[test]
    fn a_word_is_asked_for_in_few_spellings(word in "\\PC{0,40}") {
        let mut asked = Vec::new();
        let found = resolve(&word, |spelling| {
            asked.push(spelling.to_owned());
            Ok::<_, ()>(None::<()>)
        });
        prop_assert_eq!(found, Ok(None));
        prop_assert!(asked.len() <= 12 && asked[0] == word);
    }
}

#[test]
fn depth_costs_no_stack() {
    for piece in ["(", "(e4 ", "{", "[", "(;", "(;B[aa]"] {
        let games = PgnFile::read(piece.repeat(200_000).into_bytes());
        for index in 0..games.len().min(3) {
            drop(games.game(index).map(|game| assert!(game.nodes.len() <= 200_000 && MAX_DEPTH < 200_000)));
        }
        drop(sgf::SgfGame::read(piece.repeat(200_000).into_bytes()));
    }
}
