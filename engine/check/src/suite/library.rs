//! Tests of a library's declarations about itself.

use super::needless::{NO_ABOUT, NO_OPTIONS, absent};
use crate::examination::{Examination, TestResult};
use crate::random::CheckRandom;
use crate::report::Finding;
use crate::walk::{CheckOpening, WalkedPosition};
use crate::words::quoted_bytes;
use plyd_host::probe::{declared_again, extension_address, open_raw};
use plyd_host::{GameOption, GameOptionKind};
use plyd_plugin::abi::{BOARD_EXTENSION, EXTENSIONS};
use plyd_rules::Game;

/// The longest random game in which an option is tried.
const PLIES: u32 = 60;
/// The number of random games played with each value of an option, and their maximum number of plies, to see whether it
/// has any effect.
const IGNORED_GAMES: u32 = 20;
const FEWEST_GAMES: u32 = 3;
const LONGEST: u32 = 400;

/// The library was loaded and checked before any test runs; here it is asked again.
pub(crate) fn loads(exam: &mut Examination) -> TestResult {
    exam.doing(Finding::new("calling the entry function again"));
    let library = exam.library.clone();
    if library.known_perft().is_empty() && !library.is_tree() {
        exam.warn("the game declares no counts of leaves (perft), so its rules are not checked");
    }
    let declared = match declared_again(&library) {
        Some(Ok(declared)) => declared,
        Some(Err(error)) => return Err(Finding::new(format!("called again, the entry function's table {error}"))),
        None => return exam.skip("the game comes from a text, which is read once"),
    };
    if !declared.same_table {
        return Err(Finding::new("the entry function returns a different table at every call"));
    }
    let first = [library.id(), library.name(), library.version()];
    let again = [declared.id.as_str(), &declared.name, &declared.version];
    if first != again {
        return Err(Finding::new(format!("the table said {first:?} at first, and {again:?} later")));
    }
    let (major, minor) = library.abi_version();
    exam.note(format!("{}, a table of {} bytes, interface {major}.{minor}", library.id(), declared.size));
    Ok(())
}

pub(crate) fn extensions(exam: &mut Examination) -> TestResult {
    let library = exam.library.clone();
    let mut unknown: Vec<Vec<u8>> =
        ["", "x", "plyd", "plyd.", "plyd./1", "plyd.nothing/1", "plyd.information/1", "other.order/1"]
            .map(|id| id.as_bytes().to_vec())
            .to_vec();
    for id in EXTENSIONS {
        let name = id.trim_end_matches('1');
        unknown.extend([
            format!("{name}2").into_bytes(),
            format!("{name}01").into_bytes(),
            format!("{id}1").into_bytes(),
            format!("{id} ").into_bytes(),
            format!("{id}\0").into_bytes(),
            id.to_ascii_uppercase().into_bytes(),
            id.as_bytes()[..id.len() - 1].to_vec(),
        ]);
    }
    unknown.extend([vec![0xFF; 12], vec![b'a'; 100_000]]);
    for id in unknown {
        let shown = quoted_bytes(&id, 40);
        exam.doing(Finding::new(format!("asking for the extension {shown}")));
        if extension_address(&library, &id).is_some() {
            return Err(Finding::new(format!("there is no extension {shown}, but the library returned one")));
        }
    }
    let mut known = Vec::new();
    for id in EXTENSIONS {
        exam.doing(Finding::new(format!("asking for the extension `{id}`")));
        let found = extension_address(&library, id.as_bytes());
        if found != extension_address(&library, id.as_bytes()) {
            return Err(Finding::new(format!("the extension `{id}` has a different address at every call")));
        }
        known.extend(found.map(|_| *id));
    }
    // What makes a game of a text answers to all ids that it may need.
    let absent = absent(exam);
    for id in known {
        let name = id.trim_start_matches("plyd.").trim_end_matches("/1");
        let is_absent = absent.iter().any(|(other, _)| *other == name);
        if !(is_absent || id == BOARD_EXTENSION && library.board().is_none()) {
            exam.note(id);
        }
    }
    Ok(())
}

/// The text for people is read as plyd does that shows it. It is no reason to refuse a library, so a fault shows only
/// here.
pub(crate) fn about(exam: &mut Examination) -> TestResult {
    exam.doing(Finding::new("reading the text about the game"));
    let about = match exam.library.about() {
        Ok(Some(about)) => about,
        Ok(None) => return exam.skip(NO_ABOUT),
        Err(error) => return Err(Finding::new(format!("the text about the game {error}"))),
    };
    let fact = |name: &str, fact: Option<&str>| format!("{name} {}", fact.unwrap_or("not named"));
    exam.note([fact("author", about.author()), fact("licence", about.licence())].join(", "));
    exam.note(format!("languages {}", about.languages().collect::<Vec<_>>().join(", ")));
    Ok(())
}

pub(crate) fn options(exam: &mut Examination) -> TestResult {
    let library = exam.library.clone();
    if library.options().is_empty() {
        return exam.skip(NO_OPTIONS);
    }
    let defaults: Vec<_> =
        library.options().iter().map(|option| (option.name.clone(), option.default_text())).collect();
    let plain = WalkedPosition::start(&library, CheckOpening::default())?.text()?;
    let set = WalkedPosition::start(&library, CheckOpening { setup: String::new(), options: defaults })?;
    if set.text()? != plain {
        return Err(set.finding(format!("with all options at their defaults the start position should be `{plain}`")));
    }
    for option in library.options() {
        let mut refused = Vec::new();
        for value in values_of(option) {
            let options = vec![(option.name.clone(), value.clone())];
            let opening = CheckOpening { setup: String::new(), options };
            exam.doing(Finding::of_setup("opening the start position", "", &opening.options_text()));
            match opening.open(&library) {
                Ok(_) => play_out(exam, opening)?,
                // Not every value goes with the defaults of the others, but a panic is no answer.
                Err(plyd_host::OpenError::Refused(reason)) if !reason.starts_with(plyd_plugin::export::PANICKED) => {
                    refused.push(format!("{value} ({reason})"));
                }
                Err(error) => return Err(Finding::of_setup(error.to_string(), "", &opening.options_text())),
            }
        }
        if !refused.is_empty() {
            exam.note(format!(
                "{} was refused with the other options at their defaults: {}",
                option.name,
                refused.join("; ")
            ));
        }
        if option.parameter.is_none()
            && refused.is_empty()
            && let Some(games) = equal_games(exam, option)?.filter(|&games| games >= FEWEST_GAMES)
        {
            exam.warn(format!(
                "no value of {} changes a text, a move, a fact or a result of {games} games: is it ignored?",
                option.name
            ));
        }
        // Values that the host never sends must not crash it either; any answer will do.
        for value in ["", "-1", "99999999999999999999", "maybe", "\u{fffd}"] {
            let line = format!("{}={value}\n", option.name);
            exam.doing(Finding::of_setup("opening the start position", "", &line));
            drop(open_raw(&library, b"", line.as_bytes(), 200));
        }
    }
    for lines in ["no such option=1\n", "=\n", "\n", "words without a sign", "a=b=c\n"] {
        exam.doing(Finding::of_setup("opening the start position", "", lines));
        drop(open_raw(&library, b"", lines.as_bytes(), 200));
    }
    Ok(())
}

/// The values of an option that are tried: all, or those at the ends of its range.
pub(super) fn values_of(option: &GameOption) -> Vec<String> {
    match &option.kind {
        GameOptionKind::Check { .. } => vec!["false".into(), "true".into()],
        GameOptionKind::Combo { choices, .. } => choices.clone(),
        GameOptionKind::Spin { default, min, max } => {
            let mut values = vec![*min, min.saturating_add(1).min(*max), *default, *max];
            values.dedup();
            values.iter().map(ToString::to_string).collect()
        }
    }
}

/// How many random games are the same with all values of an option, in the time there is; `None` if one is not.
fn equal_games(exam: &mut Examination, option: &GameOption) -> Result<Option<u32>, Finding> {
    let library = exam.library.clone();
    let seed = exam.random.next();
    let values = values_of(option);
    for number in 0..IGNORED_GAMES {
        let mut first = None;
        for value in &values {
            let mut random = CheckRandom::new(seed, &number.to_string());
            let opening = CheckOpening { setup: String::new(), options: vec![(option.name.clone(), value.clone())] };
            let mut walk = WalkedPosition::start(&library, opening)?;
            let mut account = vec![format!("{:?}", walk.game.facts())];
            for _ in 0..LONGEST {
                exam.doing(walk.finding_unasked("examining the position after these moves"));
                let view = walk.view()?;
                account.push(format!("{} {view:?}", walk.text()?));
                let Some(&mv) = random.choose(&view.moves) else { break };
                walk.play(mv)?;
                if !exam.has_time() {
                    return Ok(Some(number));
                }
            }
            if *first.get_or_insert_with(|| account.clone()) != account {
                return Ok(None);
            }
        }
    }
    Ok(Some(IGNORED_GAMES))
}

/// A random game with these options, in which every position opens again with the same options.
fn play_out(exam: &mut Examination, opening: CheckOpening) -> TestResult {
    let library = exam.library.clone();
    let mut walk = WalkedPosition::start(&library, opening)?;
    for _ in 0..PLIES {
        let view = walk.view()?;
        let (text, again) = (walk.text()?, walk.reopened(&library)?.text()?);
        if text != again {
            return Err(walk.finding(format!("opened with the same options, its text gives `{again}`")));
        }
        let Some(&mv) = exam.random.choose(&view.moves) else { break };
        walk.play(mv)?;
        if !exam.has_time() {
            break;
        }
    }
    Ok(())
}
