//! One cause, one fault: which faults of several tests are the same one.

/// A sentence that is shorter says too little to be recognised.
const SHORTEST: usize = 12;

/// What several tests say of one cause, each in its own words.
const KINDS: [(&str, &[&str]); 2] = [
    (
        "the text of a position opens another one",
        &[
            "that its text opens is another one",
            "its text gives `",
            "the text of the position opens another one",
            "but in another instance it is",
            "but opened by its text",
            "played on from its text",
        ],
    ),
    ("the library gives two answers", &["asked twice, the library gives two answers", "but asked again it is"]),
];

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
    // Whatever the difference is, the key leaves it out.
    let what = what.split(", but they differ").next().unwrap_or(what);
    let plain = without_details(what);
    let after_colons = plain.match_indices(": ").map(|(place, _)| plain[place + 2..].to_owned());
    let mut causes: Vec<String> = after_colons.collect();
    causes.push(plain);
    causes.retain(|cause| cause.len() >= SHORTEST);
    let kinds = KINDS.iter().filter(|(_, words)| words.iter().any(|words| what.contains(words)));
    causes.extend(kinds.map(|(kind, _)| (*kind).to_owned()));
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
        let keys = "two positions have one key: `position fen a w` and `position fen a b`, but they differ: ";
        assert!(is_same(&format!("{keys}outcome: a draw, but unknown"), &format!("{keys}after `b1` key: 1, but 2")));
        assert!(is_same("`a1`, the text of the move 3, is read", "`b`, the text of the move 4, is read"));
    }

    #[test]
    fn tests_that_meet_one_cause_in_their_own_words_are_recognised() {
        let of_text = "the position that its text opens is another one: key: 0x1a, but 0x2b";
        assert!(is_same(of_text, "its key is 0x1a, but opened by its text 0x2b"));
        assert!(is_same(of_text, "the heuristic value is 5, but in another instance it is 15"));
        let twice = "asked twice, the library gives two answers: heuristic value: -5, but 5";
        assert!(is_same(twice, "the heuristic value is -5, but asked again it is 5"));
        assert!(!is_same(of_text, twice));
    }

    #[test]
    fn other_sentences_are_other_causes() {
        assert!(!is_same("an unfinished position has no moves", "asked twice, the game gives two margins"));
        assert!(!is_same("`order` fails: -1", "`noisy` fails: -1"));
    }
}
