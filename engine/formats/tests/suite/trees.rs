//! Go records with variations.

use plyd_formats::Text;
use plyd_formats::go::GameTree;

/// Formats the moves, each after `(` and the index of its parent.
fn told(tree: &GameTree) -> String {
    let told = tree.game.nodes.iter().map(|node| {
        let parent = node.parent.map_or("-".to_owned(), |parent| parent.to_string());
        format!("({parent} {}", node.word)
    });
    told.collect::<Vec<_>>().join(" ")
}

fn read(text: &str) -> GameTree {
    GameTree::of(&Text::of_str(text)).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

#[test]
fn variations_begin_behind_the_same_move() {
    let tree = read("(;SZ[9]KM[0];C[x](;B[aa](;W[bb];B[cc])(;C[y];W[dd]))(;B[ee]))");
    assert_eq!(told(&tree), "(- A9 (0 B8 (1 C7 (0 D6 (- E5");
    assert_eq!((tree.game.children.as_slice(), tree.game.nodes[0].children.as_slice()), (&[0, 4][..], &[1, 3][..]));
    assert_eq!((tree.game.remark.text.as_str(), tree.game.nodes[0].after.text.as_str()), ("x", "y"));
    assert_eq!(tree.start(15).to_string(), "9/9/9/9/9/9/9/9/9 b - 0 0");
    assert_eq!(tree.game.warnings.len(), 0);
}

/// A variation does not continue the main line, even if it is the first child.
#[test]
fn a_main_line_ends_at_stones() {
    for (text, line, moves) in [
        ("(;SZ[9];B[aa](;AW[bb];W[cc])(;W[dd];B[ee]))", 1, "(- A9 (0 D6 (1 E5"),
        ("(;SZ[9];B[aa](;W[bb];AW[cc])(;W[dd]))", 2, "(- A9 (0 B8 (0 D6"),
        ("(;SZ[9];B[aa];W[];B[](;W[bb])(;B[cc]))", 4, "(- A9 (0 pass (1 pass (2 B8"),
        ("(;SZ[9](;C[x])(;B[aa]))", 0, "(- A9"),
    ] {
        let tree = read(text);
        assert_eq!((tree.game.main_line().count(), told(&tree).as_str()), (line, moves), "{text}");
    }
}

#[test]
fn a_text_was_decoded_before() {
    let tree = read("(;CA[Big5]PB[\u{9ed1}\u{c7}];B[aa])");
    assert_eq!(tree.game.tags[0].value, "\u{9ed1}\u{c7}");
    assert_eq!(tree.game.warnings.len(), 0);
}

#[test]
fn rectangles_that_are_put_again_and_again_take_no_room() {
    let rectangles = "[aa:ss]".repeat(2_000);
    let tree = read(&format!("(;AB{rectangles}AE[aa:ss];AW{rectangles}AE[aa:ss];B[aa])"));
    assert_eq!((tree.start(0).stones().count(), told(&tree).as_str()), (0, "(- A19"));
}
