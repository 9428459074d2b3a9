//! The options about how to search.

use crate::option_value::{OptionRefused, number, number_of, truth};
use crate::{NetworkFile, SearchSettings};
use plyd_host::Position;
use plyd_protocol::{OptionValue, is_safe_option_text};
use plyd_rules::Facts;
use plyd_search::{
    Algorithm, PlayingStrength, SearcherSettings, Switch, TechniqueNumber, TechniqueNumbers, Techniques,
    TranspositionTable,
};
use serde::{Deserialize, Serialize};
use std::iter::once;
use std::sync::Arc;

const ALGORITHM: &str = "Algorithm";
const THREADS: &str = "Threads";
const HASH: &str = "Hash";
const CLEAR_HASH: &str = "Clear Hash";
const MULTI_PV: &str = "MultiPV";
const LINE_COUNTERS: &str = "PerPVCounters";
const SHOW_WDL: &str = "UCI_ShowWDL";
const ANALYSE_MODE: &str = "UCI_AnalyseMode";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const USE_TABLEBASES: &str = "Use Tablebases";
const USE_NNUE: &str = "Use NNUE";
/// The option that names the file of a network.
pub const EVAL_FILE: &str = "EvalFile";

/// UCI's notation for an empty value.
const EMPTY: &str = "<empty>";

/// The default size of a table in MiB.
const DEFAULT_HASH: usize = 16;

/// The maximum value of `MultiPV`.
const MAX_LINES: usize = 500;

/// The effect of changing an option, beyond storing the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOptionEffect {
    /// No effect.
    None,
    /// Discard the results of earlier searches.
    Forget,
}

/// The search options set by a client. They are serialized as the names and values of all options, and the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "OptionsMessage", try_from = "OptionsMessage")]
pub struct SearchOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The number of threads for a search.
    pub threads: usize,
    most_threads: usize,
    /// The size of the transposition table in MiB; 0 for none.
    pub hash: usize,
    most_hash: usize,
    /// The number of lines to find.
    pub lines: usize,
    /// Whether the node count of a line includes only the nodes after its first move, if the algorithm counts these.
    pub line_counters: bool,
    /// Whether scores include the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether positions are analysed rather than played, and therefore at full strength.
    analyse_mode: bool,
    /// Whether to limit the playing strength to `elo`.
    limit_strength: bool,
    elo: u32,
    /// Whether searches use tablebases; `None` if there are none.
    use_tablebases: Option<bool>,
    /// Whether a network evaluates positions, if the game has one.
    use_nnue: bool,
    /// The network file; empty for the default location.
    eval_file: String,
    /// The network found there.
    network: Option<NetworkFile>,
    /// The switches of the search techniques.
    pub techniques: Techniques,
    /// The numeric parameters of the search techniques.
    pub numbers: TechniqueNumbers,
}

impl SearchOptions {
    /// Creates the default options, within the limits of the settings.
    #[must_use]
    pub fn new(settings: &SearchSettings) -> Self {
        Self {
            algorithm: Algorithm::default(),
            threads: 1,
            most_threads: settings.session_threads,
            hash: default_hash(settings.session_hash),
            most_hash: settings.session_hash,
            lines: 1,
            line_counters: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: PlayingStrength::MAX_ELO,
            use_tablebases: (!settings.tablebases.is_empty()).then_some(true),
            use_nnue: true,
            eval_file: String::new(),
            network: None,
            techniques: Techniques::default(),
            numbers: TechniqueNumbers::default(),
        }
    }

    /// Resolves the algorithm `Auto` to the one preferred by a game with these facts.
    #[must_use]
    pub fn resolved(&self, facts: &Facts) -> Self {
        Self { algorithm: self.algorithm.resolve(facts), ..self.clone() }
    }

    /// Returns the settings of a search except for its limits.
    pub(crate) fn settings<'a>(
        &self,
        table: Option<&'a TranspositionTable>,
        threads: usize,
        seed: u64,
    ) -> SearcherSettings<'a> {
        let strength = self.limited_elo().map(|elo| PlayingStrength::new(elo, seed));
        let &Self { algorithm, techniques, numbers, lines, .. } = self;
        SearcherSettings {
            algorithm,
            table,
            techniques,
            numbers,
            threads,
            lines,
            strength,
            ..SearcherSettings::default()
        }
    }

    /// Returns the size in MiB of the table for a search in a game with or without keys; `None` if it does not use a
    /// table.
    #[must_use]
    pub fn wanted_hash(&self, has_key: bool) -> Option<usize> {
        self.algorithm.uses_table(has_key).then_some(self.hash)
    }

    /// Returns the number of additional threads of a search with or without a table.
    #[must_use]
    pub fn wanted_threads(&self, has_table: bool) -> usize {
        if has_table && self.algorithm.shares_work() && self.limited_elo().is_none() { self.threads - 1 } else { 0 }
    }

    /// Returns the target rating if the strength is limited.
    #[must_use]
    pub fn limited_elo(&self) -> Option<u32> {
        (self.limit_strength && !self.analyse_mode).then_some(self.elo)
    }

    /// Whether a search uses tablebases. With limited strength it does not.
    #[must_use]
    pub fn uses_tablebases(&self) -> bool {
        self.use_tablebases == Some(true) && self.algorithm.uses_tablebases() && self.limited_elo().is_none()
    }

    /// Returns the network file for evaluation, empty for the default location; `None` if the game's own heuristic is
    /// used.
    #[must_use]
    pub fn wanted_network(&self) -> Option<&str> {
        (self.use_nnue && self.algorithm.uses_network()).then_some(&self.eval_file)
    }

    /// Replaces the algorithm.
    #[must_use]
    pub fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Sets the network that was found.
    #[must_use]
    pub fn with_network(self, network: Option<NetworkFile>) -> Self {
        Self { network, ..self }
    }

    /// Returns the network for evaluation, if there is one.
    #[must_use]
    pub fn network(&self) -> Option<&NetworkFile> {
        self.wanted_network().and(self.network.as_ref())
    }

    /// Prepares a position for a search with these options, and returns the network that evaluates it, if any.
    ///
    /// # Errors
    /// The network is for another game; the text is a sentence.
    pub fn valued(&self, position: Position) -> Result<(Position, Option<&NetworkFile>), String> {
        let Some(file) = self.network() else { return Ok((position, None)) };
        file.fits(position.game())?;
        Ok((position.valued_by(Arc::clone(file.network())), Some(file)))
    }

    /// Iterates over the names of options with non-default values that the algorithm ignores. Threads are not included,
    /// because a search itself reports why it uses fewer.
    pub(crate) fn unused(&self) -> impl Iterator<Item = &'static str> {
        let algorithm = self.algorithm;
        let is_set = |switch: &&Switch| (switch.get)(&self.techniques) != switch.default;
        let switches = Techniques::SWITCHES.iter().filter(is_set);
        let unused_switches = switches.filter(move |switch| !switch.users.contains(&algorithm));
        let is_set = |number: &TechniqueNumber| (number.get)(&self.numbers) != number.default;
        let unused_numbers =
            TechniqueNumbers::ALL.into_iter().filter(is_set).filter(move |_| algorithm != Algorithm::Pvs);
        [
            (HASH, self.hash != default_hash(self.most_hash) && !algorithm.uses_table(true)),
            (LIMIT_STRENGTH, self.limited_elo().is_some() && !algorithm.uses_strength()),
            (USE_TABLEBASES, self.use_tablebases == Some(false) && !algorithm.uses_tablebases()),
            (USE_NNUE, !self.use_nnue && !algorithm.uses_network()),
            (EVAL_FILE, !self.eval_file.is_empty() && !algorithm.uses_network()),
        ]
        .into_iter()
        .filter_map(|(name, is_unused)| is_unused.then_some(name))
        .chain(unused_switches.map(|switch| switch.name))
        .chain(unused_numbers.map(|number| number.name))
    }

    /// Iterates over all option lines, including the tuning parameters, which lists omit.
    pub fn all_lines(&self) -> impl Iterator<Item = (&'static str, OptionValue)> {
        let numbers = self.numbers;
        let line = move |number: TechniqueNumber| {
            let (min, max) = (number.min.into(), number.max.into());
            (number.name, spin((number.get)(&numbers).into(), min, max))
        };
        self.lines().chain(TechniqueNumbers::ALL.into_iter().map(line))
    }

    /// Iterates over the option lines in display order; the defaults are the current values.
    pub fn lines(&self) -> impl Iterator<Item = (&'static str, OptionValue)> {
        let choices = Algorithm::ALL.map(|algorithm| algorithm.name().to_owned()).to_vec();
        let algorithm = OptionValue::Combo { default: self.algorithm.name().to_owned(), choices };
        let check = |default| OptionValue::Check { default };
        let techniques = self.techniques;
        let switches = Techniques::SWITCHES.into_iter();
        once((ALGORITHM, algorithm))
            .chain([
                (THREADS, spin(self.threads, 1, self.most_threads)),
                (HASH, spin(self.hash, 0, self.most_hash)),
                (CLEAR_HASH, OptionValue::Button),
                (MULTI_PV, spin(self.lines, 1, MAX_LINES)),
                (LINE_COUNTERS, check(self.line_counters)),
                (SHOW_WDL, check(self.show_wdl)),
                (ANALYSE_MODE, check(self.analyse_mode)),
                (LIMIT_STRENGTH, check(self.limit_strength)),
                (ELO, spin(self.elo as usize, PlayingStrength::MIN_ELO as usize, PlayingStrength::MAX_ELO as usize)),
            ])
            .chain(self.use_tablebases.map(|uses| (USE_TABLEBASES, check(uses))))
            .chain([
                (USE_NNUE, check(self.use_nnue)),
                (EVAL_FILE, OptionValue::String { default: self.eval_file.clone() }),
            ])
            .chain(switches.map(move |switch| (switch.name, check((switch.get)(&techniques)))))
    }

    /// Sets an option; `None` if the name is not a search option.
    ///
    /// # Errors
    /// The value is invalid; the option is unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<SearchOptionEffect, OptionRefused>> {
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        let outcome = if is(ALGORITHM) {
            algorithm(value).map(|found| self.algorithm = found)
        } else if is(THREADS) {
            number(THREADS, value, 1..=self.most_threads).map(|found| self.threads = found)
        } else if is(HASH) {
            number_of(" of MiB", HASH, value, 0..=self.most_hash).map(|found| self.hash = found)
        } else if is(CLEAR_HASH) {
            return Some(Ok(SearchOptionEffect::Forget));
        } else if is(MULTI_PV) {
            number(MULTI_PV, value, 1..=MAX_LINES).map(|found| self.lines = found)
        } else if is(LINE_COUNTERS) {
            truth(LINE_COUNTERS, value).map(|found| self.line_counters = found)
        } else if is(SHOW_WDL) {
            truth(SHOW_WDL, value).map(|found| self.show_wdl = found)
        } else if is(ANALYSE_MODE) {
            truth(ANALYSE_MODE, value).map(|found| self.analyse_mode = found)
        } else if is(LIMIT_STRENGTH) {
            truth(LIMIT_STRENGTH, value).map(|found| self.limit_strength = found)
        } else if is(ELO) {
            number(ELO, value, PlayingStrength::MIN_ELO..=PlayingStrength::MAX_ELO).map(|found| self.elo = found)
        } else if is(USE_TABLEBASES)
            && let Some(before) = self.use_tablebases
        {
            let outcome = truth(USE_TABLEBASES, value).map(|found| self.use_tablebases = Some(found));
            // The table may contain values from tablebases.
            let effect =
                if self.use_tablebases == Some(before) { SearchOptionEffect::None } else { SearchOptionEffect::Forget };
            return Some(outcome.map(|()| effect));
        } else if is(USE_NNUE) {
            let before = self.use_nnue;
            let outcome = truth(USE_NNUE, value).map(|found| self.use_nnue = found);
            // The table contains values of the other evaluation.
            let effect = if self.use_nnue == before { SearchOptionEffect::None } else { SearchOptionEffect::Forget };
            return Some(outcome.map(|()| effect));
        } else if is(EVAL_FILE) {
            if !is_safe_option_text(value) {
                let right =
                    "the name of a file without blanks in a row and without words of the protocol, such as `value`";
                return Some(Err(OptionRefused::bad_value(EVAL_FILE, value, right)));
            }
            let found = if value == EMPTY { "" } else { value };
            let effect = if self.eval_file == found { SearchOptionEffect::None } else { SearchOptionEffect::Forget };
            found.clone_into(&mut self.eval_file);
            return Some(Ok(effect));
        } else if let Some(known) = TechniqueNumbers::ALL.iter().find(|number| is(number.name)) {
            let before = self.numbers;
            let outcome = number(known.name, value, known.min..=known.max);
            let outcome = outcome.map(|found| (known.set)(&mut self.numbers, found));
            // The same as for a switch.
            let effect = if self.numbers == before { SearchOptionEffect::None } else { SearchOptionEffect::Forget };
            return Some(outcome.map(|()| effect));
        } else {
            let switch = Techniques::SWITCHES.iter().find(|switch| is(switch.name))?;
            let before = self.techniques;
            let outcome = truth(switch.name, value).map(|found| (switch.set)(&mut self.techniques, found));
            // The values in the table were computed differently, and may differ at equal depth.
            let effect = if self.techniques == before { SearchOptionEffect::None } else { SearchOptionEffect::Forget };
            return Some(outcome.map(|()| effect));
        };
        Some(outcome.map(|()| SearchOptionEffect::None))
    }
}

/// [`SearchOptions`] in a message.
#[derive(Serialize, Deserialize)]
struct OptionsMessage {
    options: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<NetworkFile>,
}

impl From<SearchOptions> for OptionsMessage {
    fn from(options: SearchOptions) -> Self {
        // The network is included regardless of the algorithm, which an explanation of a search can change.
        let network = options.network.clone().filter(|_| options.use_nnue);
        let value = |value| match value {
            OptionValue::Check { default } => Some(default.to_string()),
            OptionValue::Spin { default, .. } => Some(default.to_string()),
            OptionValue::Combo { default, .. } | OptionValue::String { default } => Some(default),
            OptionValue::Button => None,
        };
        let lines = options.all_lines().filter_map(|(name, line)| Some((name.to_owned(), value(line)?)));
        Self { options: lines.collect(), network }
    }
}

impl TryFrom<OptionsMessage> for SearchOptions {
    type Error = String;

    fn try_from(OptionsMessage { options: values, network }: OptionsMessage) -> Result<Self, String> {
        let settings = SearchSettings { session_hash: usize::MAX, ..SearchSettings::default() };
        let mut options = Self::new(&settings);
        options.use_tablebases = values.iter().any(|(name, _)| name == USE_TABLEBASES).then_some(true);
        for (name, value) in &values {
            match options.set(name, value) {
                Some(Ok(_)) => {}
                Some(Err(refused)) => return Err(refused.text),
                None => return Err(format!("there is no option `{name}`")),
            }
        }
        Ok(options.with_network(network))
    }
}

/// Returns the default size of a table, given the maximum in MiB.
fn default_hash(most: usize) -> usize {
    DEFAULT_HASH.min(most)
}

fn spin(default: usize, min: usize, max: usize) -> OptionValue {
    let number = |number| i64::try_from(number).unwrap_or(i64::MAX);
    OptionValue::Spin { default: number(default), min: number(min), max: number(max) }
}

fn algorithm(value: &str) -> Result<Algorithm, OptionRefused> {
    let found = Algorithm::ALL.into_iter().find(|algorithm| value.eq_ignore_ascii_case(algorithm.name()));
    let right = Algorithm::ALL.map(Algorithm::name).join(", ");
    found.ok_or_else(|| OptionRefused::bad_value(ALGORITHM, value, &format!("one of {right}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> SearchOptions {
        SearchOptions::new(&SearchSettings::default())
    }

    #[test]
    fn the_document_has_the_numbers_for_tuning() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tune.md");
        let document = std::fs::read_to_string(path).unwrap();
        let rows: Vec<_> = TechniqueNumbers::ALL
            .iter()
            .map(|number| format!("| `{}` | {} | {}..{} | ", number.name, number.default, number.min, number.max))
            .collect();
        let section = document.split("## Numbers of the search").nth(1).unwrap().split("\n## ").next().unwrap();
        let found: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(found.len(), rows.len());
        for (row, line) in rows.iter().zip(found) {
            assert!(line.starts_with(row.as_str()), "{row}: {line}");
        }
    }

    #[test]
    fn a_number_is_kept_and_makes_searches_forget() {
        let mut options = options();
        assert_eq!(options.set("null move base", "4"), Some(Ok(SearchOptionEffect::Forget)));
        assert_eq!(options.set("Null Move Base", "4"), Some(Ok(SearchOptionEffect::None)));
        assert_eq!(options.numbers, TechniqueNumbers { null_move_base: 4, ..TechniqueNumbers::default() });
        assert!(options.set("Null Move Base", "7").unwrap().is_err());
        assert_eq!(options.settings(None, 1, 0).numbers, options.numbers);
        assert!(options.lines().all(|(name, _)| name != "Null Move Base"));
        let sent = OptionsMessage::from(options.clone());
        assert_eq!(SearchOptions::try_from(sent).unwrap().numbers, options.numbers, "to another process");
        options.algorithm = Algorithm::Pvs;
        assert_eq!(options.unused().count(), 0);
        options.algorithm = Algorithm::Minimax;
        assert_eq!(options.unused().collect::<Vec<_>>(), ["Null Move Base"]);
    }
}
