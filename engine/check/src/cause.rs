//! One cause, one fault: which faults of several tests are the same one.

/// A sentence that is shorter says too little to be recognised.
const SHORTEST: usize = 12;

/// What several tests say of one cause, each in its own words.
const KINDS: [(&str, &[&str]); 3] = [
    (
        "the text of a position opens another one",
        &[
            "that its text opens is another one",
            "its text gives `",
            "the text of the position opens another one",
            "but in another instance it is",
            "but opened by its text",
            "played on from its text",
            "`, which opens `",
        ],
    ),
    (
        "the key is wrong",
        &[
            "opens is another one: key: ",
            "its key is ",
            "two positions have one key: ",
            "positions with one key should have one symmetric key",
        ],
    ),
    (TWO_ANSWERS, &["asked twice, the library gives two answers", "but asked again it is"]),
];

/// The kind of faults of a library that does not answer by the position alone.
const TWO_ANSWERS: &str = "the library gives two answers";

/// The faults from which others follow, the one from which most do first: what the sentence has, and whether only those
/// follow that were reached from a setup. While answers depend on what was asked before, or on another instance, any
/// comparison may fail. If a text opens another position, or a setup opens that should be refused, anything that begins
/// there may fail.
const ROOTS: [(&[&str], bool); 3] = [
    (KINDS[2].1, false),
    (&["in another instance of the same setup, the same moves", "played in turn with another game, the same"], false),
    (KINDS[0].1, true),
];

/// The rank of a fault from which others may follow, the first one 0; `None` if none follow.
pub(super) fn rank(what: &str) -> Option<usize> {
    ROOTS.iter().position(|(words, _)| words.iter().any(|words| what.contains(words)))
}

/// Whether a fault may follow from one of this rank. `from_setup` is whether it was reached from a setup. The end of a
/// process has a cause of its own.
pub(super) fn may_follow(rank: usize, what: &str, from_setup: bool) -> bool {
    let is_end = what.starts_with("the library ") && what.contains(" while ");
    let is_later = self::rank(what).is_none_or(|own| own > rank);
    !is_end && is_later && (from_setup || !ROOTS[rank].1)
}

/// Whether two sentences report the same cause.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let own = causes(other);
    causes(one).iter().any(|cause| own.contains(cause))
}

/// The parts of a sentence that may be the reason: the whole sentence, and the text after each colon; without the
/// activity during which a process ended, or an output.
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
    fn one_wrong_key_is_one_cause() {
        let of_two = "two positions have one key: `position fen a w` and `position fen b w`, but they differ: outcome";
        assert!(is_same(of_two, "positions with one key should have one symmetric key"));
        assert!(!is_same("the text of the position opens another one, `b`", of_two));
        assert!(is_same("it opens `a`, which opens `b`", "the text of the position opens another one, `b`"));
    }

    #[test]
    fn what_may_follow_is_of_a_later_rank_and_no_end_of_the_process() {
        let (twice, instances) = (0, 1);
        let disturbed = "in another instance of the same setup, the same moves give a different result: key: 1, but 2";
        assert_eq!(rank("the heuristic value is 5, but asked again it is 7"), Some(twice));
        assert_eq!(rank(disturbed), Some(instances));
        let of_text = "the text of the position opens another one, `b`";
        assert_eq!((rank(of_text), rank("an unfinished position has no moves")), (Some(2), None));
        assert!(may_follow(twice, disturbed, false) && may_follow(instances, of_text, false));
        assert!(!may_follow(instances, "the heuristic value is 5, but asked again it is 7", true));
        assert!(may_follow(2, "an unfinished position has no moves", true));
        assert!(!may_follow(2, "an unfinished position has no moves", false));
        assert!(!may_follow(twice, "the library crashed with SIGSEGV (signal 11) while opening", true));
    }

    #[test]
    fn other_sentences_are_other_causes() {
        assert!(!is_same("an unfinished position has no moves", "asked twice, the game gives two margins"));
        assert!(!is_same("`order` fails: -1", "`noisy` fails: -1"));
    }
}
