//! Tests with setups that no sound client sends.

use crate::examination::{Examination, TestResult};
use crate::random::CheckRandom;
use crate::report::Finding;
use crate::walk::{ALL, WalkedPosition};
use crate::words::shown_bytes;
use plyd_host::LoadedGame;
use plyd_host::probe::{Probe, open_raw};
use plyd_plugin::export::PANICKED;
use plyd_rules::Game;

/// The size of over-long setups, in bytes.
const LONG: usize = 1 << 20;
/// The number of rounds in which random and mutated setups are tried.
const ROUNDS: usize = 4_000;
/// The number of positions whose texts are collected to be spoilt.
const SAMPLE: u32 = 40;
/// Room for reasons.
const ROOM: usize = 4_096;

pub(crate) fn setups(exam: &mut Examination) -> TestResult {
    let start = WalkedPosition::start(&exam.library, Default::default())?.text()?;
    for empty in ["", " ", "  \t "] {
        let game = try_setup(exam, empty.as_bytes())?;
        let text = game.and_then(|game| game.format_state(&game.root()).ok());
        if empty.is_empty() && text.as_ref() != Some(&start) {
            return Err(Finding::of_setup(
                format!("the empty setup should open the start position `{start}`, not {text:?}"),
                empty,
                "",
            ));
        }
    }
    for odd in [&b"\0"[..], b"\xff\xfe\xfd", b"\xc3", b"\n", b"%s%n%x", b"-", b"0", b"-1", b"18446744073709551616"] {
        try_setup(exam, odd)?;
    }
    let mut texts = vec![start];
    let budget = exam.until;
    exam.until = std::time::Instant::now() + budget.saturating_duration_since(std::time::Instant::now()) / 4;
    exam.visit(SAMPLE, |_, walk, _| {
        texts.push(walk.text()?);
        Ok(())
    })?;
    exam.until = budget;
    long_setups(exam, &texts)?;
    let mut opened = 0;
    for round in 0..ROUNDS {
        if round >= 50 && !exam.has_time() {
            break;
        }
        let setup = match round % 4 {
            0 => random_bytes(&mut exam.random),
            1 => random_text(&mut exam.random),
            _ => mutated(&mut exam.random, &texts),
        };
        opened += usize::from(try_setup(exam, &setup)?.is_some());
    }
    exam.note(format!("{opened} of the damaged setups opened, and their texts open the same positions"));
    Ok(())
}

fn long_setups(exam: &mut Examination, texts: &[String]) -> TestResult {
    let words = |text: &str| text.repeat(LONG / text.len().max(1) + 1);
    let mut setups =
        vec![words("a"), words("9"), words("("), words("["), words("/"), words("1 "), words(" "), words("é")];
    if let Some(text) = texts.last() {
        setups.splice(0..0, [format!("{text}{}", words("0")), words(&format!("{text} "))]);
        setups.push(format!("{}{text}", words(" ")));
    }
    for (place, setup) in setups.into_iter().enumerate() {
        if place >= 4 && !exam.has_time() {
            exam.note("some over-long setups were skipped for lack of time");
            break;
        }
        try_setup(exam, setup.as_bytes())?;
    }
    Ok(())
}

/// Opens a setup. It must be refused with a reason, or give a position whose text opens the same.
fn try_setup(exam: &mut Examination, setup: &[u8]) -> Result<Option<LoadedGame>, Finding> {
    const SHOWN: usize = 200;
    let mut shown = shown_bytes(setup, SHOWN);
    if setup.len() > SHOWN {
        shown.push_str(&format!(" ... ({} bytes)", setup.len()));
    }
    let fault = |what: String| Finding::of_setup(what, &shown, "");
    exam.doing(fault("opening a damaged setup".into()));
    let opening = open_raw(&exam.library, setup, b"", ROOM);
    if opening.overrun || opening.error.overrun {
        return Err(fault("`open` wrote beyond the memory it was given".into()));
    }
    if opening.error.length < 0 {
        return Err(fault(format!("`open` failed without a reason: {}", opening.error.length)));
    }
    let game = match opening.game {
        None => {
            check_reason(&opening.error.text, opening.error.length.unsigned_abs()).map_err(fault)?;
            return Ok(None);
        }
        Some(game) => game.map_err(|error| fault(error.to_string()))?,
    };
    let root = game.root();
    let text =
        game.format_state(&root).map_err(|error| fault(format!("the opened position has no usable text: {error}")))?;
    let again = exam.library.open(&text, &[]).map_err(|error| error.to_string());
    let again = again.and_then(|game| game.format_state(&game.root()).map_err(|error| error.to_string()));
    match again {
        Err(reason) => return Err(fault(format!("it opens `{text}`, which is refused as a setup: {reason}"))),
        Ok(again) if again != text => return Err(fault(format!("it opens `{text}`, which opens `{again}`"))),
        Ok(_) => {}
    }
    sound_root(&game).map_err(|what| fault(format!("it opens `{text}`, {what}")))?;
    Ok(Some(game))
}

/// A reason is a text; a panic is none.
fn check_reason(reason: &[u8], length: usize) -> Result<(), String> {
    // A cut may fall inside a character.
    let reason = match std::str::from_utf8(reason) {
        Ok(reason) => reason,
        Err(error) if length > ROOM && error.error_len().is_none() => "cut off",
        Err(_) => return Err("the reason of the refusal is not UTF-8".into()),
    };
    if reason.trim().is_empty() {
        return Err("the setup is refused without a reason".into());
    }
    if reason.starts_with(PANICKED) { Err(reason.into()) } else { Ok(()) }
}

/// The game may be unable to judge the position that an odd setup opens, but the position must keep the rules of the
/// interface.
fn sound_root(game: &LoadedGame) -> Result<(), String> {
    let (root, most) = (game.root(), game.facts().max_moves);
    let probe = Probe::new(game);
    let answer = probe.examine(&root, ALL, most);
    if answer.overrun {
        return Err("whose moves are written beyond the room".into());
    }
    if answer.step.is_error() {
        let reason = String::from_utf8_lossy(&probe.last_error(&root, ROOM).text).into_owned();
        let is_sound = !reason.starts_with(PANICKED) && !reason.contains("moves that were declared");
        return if is_sound { Ok(()) } else { Err(format!("about which: {reason}")) };
    }
    game.legal_moves(&root).map(|_| ()).map_err(|error| format!("about which: {error}"))
}

fn random_bytes(random: &mut CheckRandom) -> Vec<u8> {
    (0..random.below(40)).map(|_| random.next() as u8).collect()
}

fn random_text(random: &mut CheckRandom) -> Vec<u8> {
    const SIGNS: [&str; 24] = [
        " ",
        "/",
        "-",
        "[",
        "]",
        "0",
        "1",
        "9",
        "99999999999",
        "w",
        "b",
        "p",
        "P",
        "K",
        "é",
        "@",
        "?",
        ",",
        "{",
        "=",
        "moves",
        "\t",
        "\u{1f600}",
        ".5",
    ];
    (0..random.below(60)).flat_map(|_| SIGNS[random.below(SIGNS.len())].bytes()).collect()
}

/// The text of a position after a few small changes.
fn mutated(random: &mut CheckRandom, texts: &[String]) -> Vec<u8> {
    let mut text = texts[random.below(texts.len())].clone().into_bytes();
    for _ in 0..=random.below(3) {
        let place = random.below(text.len() + 1);
        match random.below(8) {
            6 => text = part_changed(random, &text),
            0 => text.truncate(place),
            1 => text.insert(place, b' ' + random.below(95) as u8),
            2 if place < text.len() => drop(text.remove(place)),
            3 if place < text.len() => text[place] = b' ' + random.below(95) as u8,
            4 if place < text.len() => {
                let other = random.below(text.len());
                text.swap(place, other);
            }
            5 => {
                let from = random.below(place + 1);
                let piece = text[from..place].to_vec();
                text.extend(piece);
            }
            _ => {
                let digits: &[&[u8]] = &[b"0", b"-1", b"255", b"65536", b"4294967296", b"99999999999999999999"];
                let number = digits[random.below(digits.len())];
                text.splice(place..place, number.iter().copied());
            }
        }
    }
    text
}

/// A text without one of its rows or words, or with one of them twice.
fn part_changed(random: &mut CheckRandom, text: &[u8]) -> Vec<u8> {
    let sign = if random.below(2) == 0 && text.contains(&b'/') { b'/' } else { b' ' };
    let mut parts: Vec<&[u8]> = text.split(|byte| *byte == sign).collect();
    let place = random.below(parts.len());
    if random.below(2) == 0 {
        parts.remove(place);
    } else {
        parts.insert(place, parts[place]);
    }
    parts.join(&sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_or_a_word_comes_or_goes() {
        let mut random = CheckRandom::new(1, "");
        let found: Vec<Vec<u8>> = (0..100).map(|_| part_changed(&mut random, b"ab/c w")).collect();
        for expected in ["c w", "ab", "ab/ab/c w", "ab/c w w", "w", "ab/c"] {
            assert!(found.iter().any(|text| text == expected.as_bytes()), "{expected}");
        }
        assert_eq!(part_changed(&mut random, b"").iter().filter(|byte| **byte != b' ').count(), 0);
    }
}
