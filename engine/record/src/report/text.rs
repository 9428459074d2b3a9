//! The report as text for users.

use super::{EngineResults, KnockoutReport, MatchReport, PairingReport, SprtReport, TieBreaks};
use crate::store::WorkerRow;
use plyd_foreign::{one_line, one_line_of};
use plyd_tournament::SideResults;
use plyd_tournament::statistics::{ResultTally, SprtVerdict};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write};

/// The maximum number of engines in a cross table, which would otherwise be too wide to read.
const MAX_CROSS_TABLE: usize = 12;

/// The maximum number of workers shown.
const MAX_WORKERS: usize = 1_000;

/// The maximum length of a table cell in characters. Column widths have a limit too.
const WIDEST: usize = 500;

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.finished { "finished" } else { "not finished" };
        let game = one_line(&self.game);
        writeln!(f, "{game}: {} of {} games, {state}, seed {}\n", self.played, self.planned, self.seed)?;
        if self.replayed > 0 {
            let times = if self.replayed == 1 { "once" } else { &format!("{} times", self.replayed) };
            writeln!(f, "Games played again because plyd was paused or lacked resources: {times}\n")?;
        }
        if self.unplayable > 0 {
            writeln!(f, "Games that could not be played, and count for nobody: {}\n", self.unplayable)?;
        }
        if let Some(knockout) = &self.knockout {
            write_bracket(f, knockout)?;
        }
        self.write_standings(f)?;
        if self.standings.len() > 2 && self.standings.len() <= MAX_CROSS_TABLE {
            self.write_cross_table(f)?;
        }
        let met = self.pairings.iter().filter(|pairing| pairing.results.games > 0);
        for pairing in met.clone() {
            write_pairing(f, pairing)?;
        }
        // For a single pairing, this line was already printed.
        if met.count() > 1 {
            writeln!(f, "All games: {}\n", by_side(self.sides))?;
        }
        self.sprt.map_or(Ok(()), |sprt| write_sprt(f, sprt))?;
        if self.workers.is_empty() { Ok(()) } else { write_workers(f, &self.workers) }
    }
}

impl MatchReport {
    fn write_standings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_swiss = self.standings.iter().any(|standing| standing.swiss.is_some());
        let mut titles = vec!["", "name", "games", "points", "score", "Elo", "+/-"];
        titles.extend(["byes", "Buchholz", "S-B"].into_iter().filter(|_| is_swiss));
        let has_algorithms = self.standings.iter().any(|standing| standing.algorithm.is_some());
        titles.extend(has_algorithms.then_some("algorithm"));
        titles.push("faults");
        let mut rows = vec![titles.into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for (place, standing) in self.standings.iter().enumerate() {
            let results = &standing.results;
            let mut row = vec![
                (place + 1).to_string(),
                standing.name.clone(),
                results.games.to_string(),
                results.points.to_string(),
                percent(results.strength.score),
                signed(results.strength.elo),
                number(results.strength.elo_error),
            ];
            if let Some(TieBreaks { byes, buchholz, sonneborn_berger }) = standing.swiss {
                row.extend([byes.to_string(), buchholz.to_string(), sonneborn_berger.to_string()]);
            }
            row.extend(has_algorithms.then(|| standing.algorithm.clone().unwrap_or_else(|| "-".to_owned())));
            row.push(counts(&standing.faults));
            rows.push(row);
        }
        write_table(f, &rows)
    }

    fn write_cross_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.standings.iter().map(|standing| standing.name.as_str()).collect();
        let mut tallies = HashMap::new();
        for PairingReport { first, second, results, .. } in &self.pairings {
            tallies.insert((first.as_str(), second.as_str()), results.tally);
            tallies.insert((second.as_str(), first.as_str()), results.tally.reversed());
        }
        let against = |name, other| {
            let tally: Option<ResultTally> = tallies.get(&(name, other)).copied().filter(|tally| tally.games() > 0);
            // Such as `+3 =2 -5` against another engine; empty if they have not met.
            tally.map_or_else(String::new, |tally| format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses))
        };
        let mut rows = vec![vec![String::new()]];
        rows[0].extend((1..=names.len()).map(|place| place.to_string()));
        for (place, &name) in names.iter().enumerate() {
            let mut row = vec![format!("{} {name}", place + 1)];
            row.extend(names.iter().map(|&other| against(name, other)));
            rows.push(row);
        }
        write_table(f, &rows)
    }
}

fn write_pairing(f: &mut fmt::Formatter<'_>, pairing: &PairingReport) -> fmt::Result {
    let EngineResults { tally, strength, draw_ratio, pentanomial, pair_ratio, .. } = pairing.results;
    writeln!(f, "{} against {}: +{} ={} -{}", pairing.first, pairing.second, tally.wins, tally.draws, tally.losses)?;
    write!(f, "  Elo {} +/- {}", signed(strength.elo), number(strength.elo_error))?;
    write!(f, ", normalised {} +/- {}", signed(strength.normalized_elo), number(strength.normalized_elo_error))?;
    writeln!(f, ", superior with {}, draws {}", percent(strength.superiority), percent(draw_ratio))?;
    if pentanomial.pairs() > 0 {
        let ratio = pair_ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
        writeln!(f, "  pairs by half points, 0 to 4: {:?}, won for each lost: {ratio}", pentanomial.0)?;
    }
    writeln!(f, "  {}", by_side(pairing.sides))?;
    writeln!(f, "  ended by {}\n", counts(&pairing.terminations))
}

/// Formats results by side: `first player +12 =3 -5, 67.5 %`.
fn by_side(sides: SideResults) -> String {
    let SideResults { first_wins, draws, second_wins } = sides;
    let share = (sides.games() > 0).then(|| (first_wins as f64 + draws as f64 / 2.0) / sides.games() as f64);
    format!("first player +{first_wins} ={draws} -{second_wins}, {}", percent(share))
}

/// Writes a table of the workers with their delivered and rejected games.
fn write_workers(f: &mut fmt::Formatter<'_>, workers: &[WorkerRow]) -> fmt::Result {
    let titles = ["", "worker", "games", "conflicts", "withdrawn", "quarantined"];
    let mut rows = vec![titles.map(str::to_owned)];
    rows.extend(workers.iter().take(MAX_WORKERS).enumerate().map(|(place, worker)| {
        let WorkerRow { name, games, conflicts, withdrawn, quarantined, .. } = worker;
        let numbers = [*games, *conflicts, *withdrawn].map(|number| number.to_string());
        let [games, conflicts, withdrawn] = numbers;
        let quarantined = quarantined.clone().unwrap_or_else(|| "-".to_owned());
        [(place + 1).to_string(), name.clone(), games, conflicts, withdrawn, quarantined]
    }));
    writeln!(f)?;
    write_table(f, &rows)?;
    match workers.len().saturating_sub(MAX_WORKERS) {
        0 => Ok(()),
        more => writeln!(f, "... and {more} more workers\n"),
    }
}

fn write_bracket(f: &mut fmt::Formatter<'_>, knockout: &KnockoutReport) -> fmt::Result {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "-".to_owned());
    let titles = ["stage", "first", "points", "second", "points", "tie-breaks", "goes on"];
    let mut rows = vec![titles.map(str::to_owned)];
    rows.extend(knockout.bracket.iter().map(|duel| {
        [
            duel.stage.clone(),
            name(&duel.first),
            duel.first_points.to_string(),
            name(&duel.second),
            duel.second_points.to_string(),
            duel.tie_breaks.to_string(),
            name(&duel.winner),
        ]
    }));
    write_table(f, &rows)?;
    knockout.winner.as_ref().map_or(Ok(()), |winner| writeln!(f, "{winner} has won\n"))
}

fn write_sprt(f: &mut fmt::Formatter<'_>, SprtReport { test, state }: SprtReport) -> fmt::Result {
    let verdict = match state.verdict {
        SprtVerdict::Continue => "undecided",
        SprtVerdict::H0 => "H0 accepted: no improvement",
        SprtVerdict::H1 => "H1 accepted",
    };
    let model = format!("{:?}", test.model).to_lowercase();
    let (elo0, elo1) = (test.elo0, test.elo1);
    let (llr, lower, upper) = (state.llr, state.lower, state.upper);
    writeln!(f, "SPRT of {model} Elo {elo0} and {elo1}: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}")
}

/// Writes a table with minimal column widths; the second column, of names, is left-aligned, all others right-aligned.
fn write_table<Row: AsRef<[String]>>(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    let shown = |row: &Row| row.as_ref().iter().map(|cell| one_line_of(cell, WIDEST)).collect::<Vec<_>>();
    let rows: Vec<_> = rows.iter().map(shown).collect();
    let mut widths = Vec::new();
    for row in &rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let is_text = cell.parse::<f64>().is_err() && (column < 2 || column + 1 == row.len());
            if is_text {
                write!(line, "{cell:<width$}  ")?;
            } else {
                write!(line, "{cell:>width$}  ")?;
            }
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    writeln!(f)
}

fn counts(counts: &BTreeMap<&'static str, u64>) -> String {
    counts.iter().map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", ")
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"))
}

fn signed(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.1}"))
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.1} %", value * 100.0))
}
