//! The text before the tree in a setup that is pasted from a program: `int arr[] = `.

use crate::names::is_word;
use crate::tokens::is_numeric_start;

/// The byte at which the tree begins if the setup assigns it to a variable: behind the `=` of `int[] scores = {3, 5, 2,
/// 9};`, `vector<int> v = {3, 5}` or `tree = [[3, 5], [2, 9]]`, and behind the type in `new int[] {3, 5}`.
///
/// Settings such as `b=3` and `low=-2` have no bracket behind their `=`, so they are not variables.
pub(super) fn end(setup: &str) -> Option<usize> {
    let equals = setup.find('=')?;
    // `<=` and `>=` belong to the bound of a leaf.
    if setup[..equals].ends_with(['<', '>']) || !is_variable(setup[..equals].trim()) {
        return None;
    }
    let value = setup[equals + 1..].trim_start();
    let tree = match value.strip_prefix("new") {
        Some(made) if made.starts_with(|sign: char| sign.is_whitespace() || sign == '[') => {
            after_dimensions(&made[made.find(']')? + 1..])
        }
        _ => value,
    };
    let before = tree[..tree.find(['(', '[', '{'])?].trim();
    let is_tree = before.split(':').map(str::trim).all(is_word) && !is_numeric_start(before);
    is_tree.then(|| setup.len() - tree.len())
}

/// Removes empty brackets from the beginning of a text, such as the second pair in `int[][]`.
fn after_dimensions(mut text: &str) -> &str {
    while let Some(rest) = text.trim_start().strip_prefix('[').and_then(|inner| inner.trim_start().strip_prefix(']')) {
        text = rest;
    }
    text
}

/// Whether a text declares a variable: words and the signs that occur in types. A colon followed by a bracket names a
/// node instead.
fn is_variable(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_whitespace() || "[]<>:*&.".contains(sign);
    let mut colons = text.split(':').skip(1);
    text.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
        && text.split(is_sign).all(is_word)
        && !colons.any(|after| after.trim_start().starts_with('['))
}
