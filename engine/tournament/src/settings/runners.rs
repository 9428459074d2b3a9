//! The words of fastchess and cutechess-cli with their equivalents in plyd. The responses to these words and the table
//! in docs/match-reference.md are both generated from this list.

mod list;

pub use list::WORDS;

use super::MatchSettingsError;
use std::fmt::Write as _;

/// A word of another runner.
#[derive(Clone, Copy, Debug)]
pub struct RunnerWord {
    /// The list to which the word belongs, named as in plyd's errors; empty for a command-line option.
    pub list: &'static str,
    /// The word without dashes.
    pub word: &'static str,
    /// Whether fastchess and cutechess-cli support the word.
    pub runners: [bool; 2],
    /// The equivalent in plyd.
    pub here: WordMeaning,
}

/// The equivalent in plyd of another runner's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordMeaning {
    /// The same word.
    Same,
    /// The same word with different values. The text describes the difference.
    Like(&'static str),
    /// Other words with the same meaning; plyd accepts the other runner's word too. The text may add details.
    Called(&'static [&'static str], &'static str),
    /// None, because plyd always behaves this way: the word is accepted and ignored. The text describes the behaviour.
    Always(&'static str),
    /// None, or a feature that is used differently, which the text describes.
    Otherwise(&'static str),
}

impl RunnerWord {
    /// Returns the response to a user of the word, if plyd does not accept it.
    #[must_use]
    pub fn answer(&self) -> Option<String> {
        let WordMeaning::Otherwise(text) = self.here else { return None };
        Some(format!("{}; {text}", self.origin()))
    }

    /// Returns the response to a value that plyd does not accept, if the values of the word differ.
    #[must_use]
    pub fn answer_to_value(&self) -> Option<String> {
        let WordMeaning::Like(text) = self.here else { return None };
        Some(format!("{}; in plyd: {text}", self.origin()))
    }

    /// Names the runners that support the word.
    fn origin(&self) -> String {
        let runners = match self.runners {
            [true, true] => "fastchess and cutechess-cli",
            [true, false] => "fastchess",
            _ => "cutechess-cli",
        };
        format!("`{}` is an option of {runners}", self.written())
    }

    /// Returns the word in the usual notation.
    fn written(&self) -> String {
        let Self { list, word, .. } = self;
        if list.is_empty() { format!("-{word}") } else { (*word).to_owned() }
    }
}

/// Finds a word of a list, or of the command line if the list name is empty.
#[must_use]
pub fn find(list: &str, word: &str) -> Option<&'static RunnerWord> {
    WORDS.iter().find(|known| known.list == list && known.word == word)
}

/// Creates the error for an invalid value of a word.
pub(super) fn refused_value(list: &str, word: &str, value: &str) -> MatchSettingsError {
    let answer = find(list, word).and_then(RunnerWord::answer_to_value);
    MatchSettingsError::new(format!(
        "`{word}={value}`: {}",
        answer.unwrap_or_else(|| format!("{list} does not take it"))
    ))
}

/// Whether another runner has this word as an engine setting without a value. Without this check the word would be read
/// as a plan.
pub(super) fn is_switch(word: &str) -> bool {
    list::SWITCHES.contains(&word)
}

/// Returns the table of all words for docs/match-reference.md.
#[must_use]
pub fn table() -> String {
    let mut text = "| word | fastchess | cutechess-cli | plyd |\n|---|---|---|---|\n".to_owned();
    for word in WORDS {
        let [fastchess, cutechess] = word.runners.map(|has| if has { "yes" } else { "" });
        let place = if word.list.is_empty() { String::new() } else { format!(", of {}", word.list) };
        let here = match word.here {
            WordMeaning::Same => "the same".to_owned(),
            WordMeaning::Like(text) => format!("the same; {text}"),
            WordMeaning::Called(words, more) => {
                let more = if more.is_empty() { String::new() } else { format!("; {more}") };
                format!("`{}`; accepted as an alias{more}", words.join(" "))
            }
            WordMeaning::Always(text) => format!("always on: {text}; accepted and ignored"),
            WordMeaning::Otherwise(text) => text.to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| `{}`{place} | {fastchess} | {cutechess} | {} |",
            word.written(),
            here.replace('|', "\\|")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::engine::ENGINE;
    use crate::settings::key_values::KeyValues;
    use crate::settings::openings::OPENINGS;
    use crate::settings::rules::{DRAW, RESIGN};
    use crate::settings::{EngineSettings, OpeningSettings, SPRT, SettingWords};

    /// The words in the manual and the source of fastchess 1.8.2.
    const FASTCHESS: &[(&str, &str)] = &[
        (
            "",
            "engine each pgnout epdout openings sprt draw resign maxmoves tb tbpieces tbignore50 tbadjudicate \
             autosaveinterval log config report output concurrency crc32 force-concurrency event site games rounds wait \
             noswap reverse ratinginterval scoreinterval srand seeds version help recover repeat variant tournament quick \
             use-affinity check-mate-pvs show-latency debug testEnv strict startup-ms ucinewgame-ms ping-ms compliance",
        ),
        ("an engine", "cmd name tc st timemargin nodes plies depth dir args restart proto option.NAME"),
        ("openings", "file format order plies start policy"),
        ("sprt", "elo0 elo1 alpha beta model"),
        ("draw", "movenumber movecount score"),
        ("resign", "movecount score twosided"),
    ];

    /// The words in the manual of cutechess-cli 1.4.0.
    const CUTECHESS: &[(&str, &str)] = &[
        (
            "",
            "engine each variant concurrency draw resign maxmoves tb tbpieces tbignore50 tournament event games rounds \
             sprt ratinginterval outcomeinterval debug openings bookmode pgnout epdout recover repeat noswap reverse seeds \
             site srand wait resultformat version help engines",
        ),
        (
            "an engine",
            "conf name cmd dir stderr proto tc option.NAME arg initstr restart trust st timemargin book bookdepth \
             whitepov ponder depth nodes tscale debug",
        ),
        ("openings", "file format order plies start policy"),
        ("sprt", "elo0 elo1 alpha beta"),
        ("draw", "movenumber movecount score"),
        ("resign", "movecount score twosided"),
    ];

    #[test]
    fn every_word_of_both_is_listed_once_and_no_other() {
        let mut wanted: Vec<(&str, &str, [bool; 2])> = Vec::new();
        for (place, lists) in [FASTCHESS, CUTECHESS].into_iter().enumerate() {
            for &(list, words) in lists {
                for word in words.split_whitespace() {
                    match wanted.iter_mut().find(|(other, known, _)| (*other, *known) == (list, word)) {
                        Some((_, _, runners)) => runners[place] = true,
                        None => wanted.push((list, word, [place == 0, place == 1])),
                    }
                }
            }
        }
        let mut listed: Vec<_> = WORDS.iter().map(|word| (word.list, word.word, word.runners)).collect();
        wanted.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, wanted);
    }

    #[test]
    fn what_is_called_the_same_is_a_word_here_and_nothing_else_is() {
        for words in [ENGINE, OPENINGS, DRAW, RESIGN, SPRT] {
            let SettingWords { about, keys, .. } = words;
            for known in WORDS.iter().filter(|known| known.list == about) {
                let is_same = matches!(known.here, WordMeaning::Same | WordMeaning::Like(_));
                assert_eq!(keys.contains(&known.word), is_same, "{known:?}");
            }
        }
    }

    /// This includes a word used alone, so that a required engine or file is missing.
    #[test]
    fn every_word_of_a_list_is_answered_if_it_stands_alone() {
        for word in WORDS.iter().filter(|word| ["an engine", "openings"].contains(&word.list)) {
            let Some(answer) = word.answer() else { continue };
            let text = format!("{}=x", word.word);
            let told = if word.list == "openings" {
                OpeningSettings::read(KeyValues::parse(&[text], &OPENINGS).unwrap()).unwrap_err()
            } else {
                EngineSettings::read(KeyValues::parse(&[text], &ENGINE).unwrap(), 1).unwrap_err()
            };
            assert!(told.to_string().ends_with(&answer), "{told}");
        }
    }

    #[test]
    fn the_document_has_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/match-reference.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (begin, end) = ("<!-- The table of words: begin -->\n", "<!-- The table of words: end -->\n");
        let (before, rest) = text.split_once(begin).unwrap();
        let (found, after) = rest.split_once(end).unwrap();
        let wanted = format!("\n{}\n", table());
        if std::env::var_os("PLYD_WRITE_WORDS").is_some() {
            std::fs::write(path, format!("{before}{begin}{wanted}{end}{after}")).unwrap();
            return;
        }
        assert_eq!(
            found, wanted,
            "write it anew with PLYD_WRITE_WORDS=1 cargo test -p plyd-tournament the_document_has"
        );
    }

    #[test]
    fn an_answer_names_the_word_and_who_has_it() {
        let answer = |list, word| find(list, word).and_then(RunnerWord::answer);
        let restart = answer("an engine", "restart").unwrap();
        assert!(restart.starts_with("`restart` is an option of fastchess and cutechess-cli; "), "{restart}");
        assert!(answer("", "quick").unwrap().starts_with("`-quick` is an option of fastchess; "));
        assert_eq!((answer("", "engine"), answer("", "srand"), answer("", "recover")), (None, None, None));
        assert!(find("", "restart").is_none());
        assert_eq!(
            refused_value("sprt", "model", "bayesian").to_string(),
            "`model=bayesian`: `model` is an option of fastchess; in plyd: `normalized` or `logistic`; \
             `bayesian` is not supported"
        );
    }
}
