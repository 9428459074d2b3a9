//! Letters for the inner nodes of a tree that have no name: a sentence about node B reads better than one about 1.0.

use crate::TreeNode;
use plyd_rules::Turn;
use std::collections::HashSet;

/// The most letters that are given: A to ZZ. Letters are no help in a larger tree.
const MOST: usize = 26 + 26 * 26;

/// Gives each inner node below the root a letter, level by level from the left. Names of the tree are no letters. A
/// tree with more inner nodes than there are letters gets none.
pub(crate) fn give(nodes: &mut [TreeNode]) {
    let is_inner = |node: &TreeNode| node.parent.is_some() && !node.is_leaf() && node.name.is_none();
    if nodes.iter().filter(|node| is_inner(node)).count() > MOST {
        return;
    }
    let taken: HashSet<String> = nodes.iter().filter_map(|node| node.name.clone()).collect();
    let players = [Turn::Max, Turn::Min, Turn::Chance].map(crate::speech::side);
    let mut letters = (0..).map(letter).filter(|letter| !taken.contains(letter) && !players.contains(&letter.as_str()));
    let mut level = vec![0];
    while !level.is_empty() {
        level = level.iter().flat_map(|&id| nodes[id].children.clone()).collect();
        for &id in &level {
            if is_inner(&nodes[id]) {
                nodes[id].letter = letters.next();
            }
        }
    }
}

/// A, B, ..., Z, AA, AB and so on.
fn letter(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        rest => letter(rest - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_are_counted_as_columns_of_a_table_are() {
        let cases = [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")];
        for (number, text) in cases {
            assert_eq!(letter(number), text);
        }
    }
}
