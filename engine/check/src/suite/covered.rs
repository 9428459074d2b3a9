//! What the library's own counts of leaves leave out: no test checks rules that no count covers.

use super::library::values_of;
use crate::examination::{EXAMINING, Examination};
use crate::report::Finding;
use crate::walk::{CheckOpening, WalkedPosition};
use plyd_host::{GameOption, GameOptionKind, KnownPerft};

/// So many random lines of each count are played.
const LINES: u32 = 40;

/// Notes the values of options that no count has, and whether no count reaches the end of a game.
pub(super) fn note_what_is_left_out(exam: &mut Examination, known: &[KnownPerft]) -> Result<(), Finding> {
    let library = exam.library.clone();
    let options: Vec<String> = library
        .options()
        .iter()
        .filter(|option| !option.is_parameter())
        .filter_map(|option| {
            let values = left_out(option, known);
            (!values.is_empty()).then(|| format!("{} {}", option.name, values.join(", ")))
        })
        .collect();
    if !options.is_empty() {
        exam.note(format!("no count has {}", options.join("; ")));
    }
    if !reaches_an_end(exam, known)? {
        exam.note("no count seems to reach the end of a game");
    }
    Ok(())
}

/// The values of an option, those at the ends of a range, that neither the default nor a count has.
fn left_out(option: &GameOption, known: &[KnownPerft]) -> Vec<String> {
    let ends = match &option.kind {
        GameOptionKind::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
        GameOptionKind::Check { .. } | GameOptionKind::Combo { .. } => values_of(option),
    };
    let has = |count: &KnownPerft, value: &String| {
        count.options.iter().any(|(name, other)| *name == option.name && other == value)
    };
    let is_left_out = |value: &String| *value != option.default_text() && !known.iter().any(|count| has(count, value));
    ends.into_iter().filter(is_left_out).collect()
}

/// Whether a random line of a count comes to the end of a game.
fn reaches_an_end(exam: &mut Examination, known: &[KnownPerft]) -> Result<bool, Finding> {
    for count in known {
        let opening = CheckOpening { setup: count.setup.clone(), options: count.options.clone() };
        let start = WalkedPosition::start(&exam.library, opening)?;
        for _ in 0..LINES {
            let mut walk = start.clone();
            for _ in 0..=count.depth {
                exam.doing(walk.finding_unasked(EXAMINING));
                let view = walk.view()?;
                if !view.is_ongoing() || !exam.has_time() {
                    return Ok(true);
                }
                let Some(&mv) = exam.random.choose(&view.moves) else { break };
                walk.play(mv)?;
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_no_count_has_are_left_out() {
        let kind = GameOptionKind::Spin { default: 8, min: 2, max: 9 };
        let option = GameOption { name: "Size".into(), kind, parameter: None };
        let count = |value: &str| KnownPerft {
            setup: String::new(),
            options: vec![("Size".into(), value.into())],
            depth: 1,
            leaves: 1,
        };
        assert_eq!(left_out(&option, &[count("5")]), ["2", "9"]);
        assert_eq!(left_out(&option, &[count("9"), count("2")]), Vec::<String>::new());
    }
}
