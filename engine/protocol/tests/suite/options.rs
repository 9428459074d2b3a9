//! Option lines and which of them clients bear.

use plyd_protocol::{OptionFault, OptionLine, OptionValue, Reply, is_safe_option_text};

fn option(name: &str, value: OptionValue) -> OptionLine {
    OptionLine { name: name.into(), value }
}

fn combo(default: &str, choices: &[&str]) -> OptionValue {
    OptionValue::Combo { default: default.into(), choices: choices.iter().map(|&choice| choice.into()).collect() }
}

fn string(default: &str) -> OptionValue {
    OptionValue::String { default: default.into() }
}

#[test]
fn lines() {
    for (name, value, line) in [
        ("Ponder", OptionValue::Check { default: false }, "option name Ponder type check default false"),
        (
            "Move Overhead",
            OptionValue::Spin { default: 30, min: 0, max: 5000 },
            "option name Move Overhead type spin default 30 min 0 max 5000",
        ),
        (
            "UCI_Variant",
            combo("tictactoe", &["leaftree", "tictactoe"]),
            "option name UCI_Variant type combo default tictactoe var leaftree var tictactoe",
        ),
        ("Book", string("a b.bin"), "option name Book type string default a b.bin"),
        ("Book", string(""), "option name Book type string default <empty>"),
        ("Clear Hash", OptionValue::Button, "option name Clear Hash type button"),
    ] {
        let option = option(name, value);
        assert_eq!(option.check(), Ok(()), "{line}");
        assert_eq!(Reply::Option(option).to_string(), line);
    }
}

#[test]
fn safe_texts() {
    for text in ["", "Hash", "Move Overhead", "kalah.Houses", "names", "minimax", "maximum", "50%"] {
        assert!(is_safe_option_text(text), "{text:?}");
    }
    for reserved in ["name", "type", "default", "min", "max", "var", "value"] {
        for text in [reserved.to_owned(), format!("a {reserved}"), format!("{reserved} b"), reserved.to_uppercase()] {
            assert!(!is_safe_option_text(&text), "{text:?}");
        }
    }
    for text in [" ", " a", "a ", "a  b", "a\tb", "a\nb", "a\u{0}b", "a\u{a0}b", "a\u{2028}b"] {
        assert!(!is_safe_option_text(text), "{text:?}");
    }
}

#[test]
fn faults() {
    let spin = |default| OptionValue::Spin { default, min: 1, max: 9 };
    for (name, value, text) in [
        (
            "",
            OptionValue::Button,
            "the option name `` is empty, has unusual blanks, or contains a word reserved by the protocol",
        ),
        (
            "Min Depth",
            spin(1),
            "the option name `Min Depth` is empty, has unusual blanks, or contains a word reserved by the protocol",
        ),
        ("N", spin(0), "the default 0 of option `N` is not from 1 to 9"),
        ("N", spin(10), "the default 10 of option `N` is not from 1 to 9"),
        ("C", combo("c", &["a", "b"]), "the default `c` of option `C` is not one of its choices"),
        ("C", combo("a", &[]), "the default `a` of option `C` is not one of its choices"),
        (
            "C",
            combo("a", &["a", "b c"]),
            "the choice `b c` of option `C` is not a single word, or is reserved by the protocol",
        ),
        (
            "C",
            combo("a", &["a", ""]),
            "the choice `` of option `C` is not a single word, or is reserved by the protocol",
        ),
        (
            "C",
            combo("var", &["var"]),
            "the choice `var` of option `C` is not a single word, or is reserved by the protocol",
        ),
        (
            "S",
            string("my type"),
            "the default `my type` of option `S` has unusual blanks, or contains a word reserved by the protocol",
        ),
    ] {
        let fault = option(name, value).check();
        assert_eq!(fault.map_err(|fault| fault.to_string()), Err(text.to_owned()));
    }
    assert!(matches!(option("N", spin(0)).check(), Err(OptionFault::Range { default: 0, min: 1, max: 9, .. })));
}
