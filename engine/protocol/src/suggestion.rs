use strsim::damerau_levenshtein;

/// A longer word is not a misspelling of a known one, and comparing it takes memory in proportion to its length.
const MAX_LENGTH: usize = 20;

/// The known word that was probably meant, if one is near: at most two letters differ, and fewer than half of the known
/// word's letters.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_LENGTH {
        return None;
    }
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (damerau_levenshtein(&word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= 2 && distance * 2 < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}
