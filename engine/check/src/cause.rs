//! One cause, one fault: which faults of several tests are the same one.

/// A sentence that is shorter says too little to be recognised.
const SHORTEST: usize = 12;

/// Whether two sentences tell of one cause.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let own = causes(other);
    causes(one).iter().any(|cause| own.contains(cause))
}

/// The parts of a sentence that may be the reason: all of it, and what stands after each colon; without the activity
/// during which a process ended, or an output.
fn causes(what: &str) -> Vec<String> {
    let what = what.split(" while ").next().unwrap_or(what);
    let what = what.split(", which begin").next().unwrap_or(what);
    let plain = without_details(what);
    let after_colons = plain.match_indices(": ").map(|(place, _)| plain[place + 2..].to_owned());
    let mut causes: Vec<String> = after_colons.collect();
    causes.push(plain);
    causes.retain(|cause| cause.len() >= SHORTEST);
    causes
}

/// A text with one sign for each number and for each text in backquotes.
fn without_details(text: &str) -> String {
    let mut plain = String::new();
    for (place, part) in text.split('`').enumerate() {
        if place % 2 == 1 {
            plain.push('`');
            continue;
        }
        for letter in part.chars() {
            if !letter.is_ascii_digit() {
                plain.push(letter);
            } else if !plain.ends_with('#') {
                plain.push('#');
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_texts_and_what_led_there_make_no_other_cause() {
        let limit = "a position has more than the 60 moves that were declared";
        assert!(is_same(limit, &limit.replace("60", "110")));
        assert!(is_same(limit, &format!("after the move `a1`: {limit}")));
        assert!(is_same("crashed with SIGSEGV while opening", "crashed with SIGSEGV while examining the position"));
        let printed = "the library wrote 8 bytes to standard output, which begin \"a\"";
        assert!(is_same(printed, &printed.replace("8", "4000").replace("\"a\"", "\"b\"")));
        assert!(is_same("`a1`, the text of the move 3, is read", "`b`, the text of the move 4, is read"));
    }

    #[test]
    fn other_sentences_are_other_causes() {
        assert!(!is_same("an unfinished position has no moves", "asked twice, the game gives two margins"));
        assert!(!is_same("`order` fails: -1", "`noisy` fails: -1"));
    }
}
