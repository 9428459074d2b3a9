//! Reads the options that a library declares, and the numbers of its heuristic.

use super::{LONGEST_TEXT, null_function};
use crate::declaration::{Breach, DeclarationError};
use crate::option::{GameOption, GameOptionKind, LONGEST_MEANING, MOST_CHOICES, MOST_OPTIONS};
use crate::text::declared;
use plyd_plugin::abi::{
    OK, OPTION_CHECK, OPTION_COMBO, OPTION_SPIN, OPTIONS_EXTENSION, OptionItem, OptionsExtension, PARAMETERS_EXTENSION,
    ParameterItem, ParametersExtension, Str,
};
use std::ptr::null;

/// # Safety
/// The function of the structure keeps the interface.
pub(super) unsafe fn read_options(extension: &OptionsExtension) -> Result<Vec<GameOption>, DeclarationError> {
    let all = || format!("{} options", extension.count);
    if extension.count as usize > MOST_OPTIONS {
        return Err(Breach::TooMany(MOST_OPTIONS).of(all()));
    }
    let fetch = extension.item.ok_or_else(|| null_function(OPTIONS_EXTENSION))?;
    let mut options = Vec::new();
    for index in 0..extension.count {
        let mut item = OptionItem {
            size: size_of::<OptionItem>() as u32,
            kind: u32::MAX,
            name: Str { data: null(), len: 0 },
            default: Str { data: null(), len: 0 },
            default_number: 0,
            min: 0,
            max: 0,
            choice_count: 0,
            reserved: 0,
            choice: None,
        };
        // SAFETY: the item is ours and says how long it is.
        if unsafe { fetch(index, &raw mut item) } != OK {
            return Err(Breach::NotReturned(index).of(all()));
        }
        // SAFETY: the library filled in the item.
        options.push(unsafe { read_option(index, &item)? });
    }
    Ok(options)
}

/// # Safety
/// The function of the structure keeps the interface.
pub(super) unsafe fn read_parameters(extension: &ParametersExtension) -> Result<Vec<GameOption>, DeclarationError> {
    let all = || format!("{} parameters", extension.count);
    if extension.count as usize > MOST_OPTIONS {
        return Err(Breach::TooMany(MOST_OPTIONS).of(all()));
    }
    let fetch = extension.item.ok_or_else(|| null_function(PARAMETERS_EXTENSION))?;
    let mut parameters = Vec::new();
    for index in 0..extension.count {
        let nothing = Str { data: null(), len: 0 };
        let mut item = ParameterItem {
            size: size_of::<ParameterItem>() as u32,
            reserved: 0,
            name: nothing,
            meaning: nothing,
            default_number: 0,
            min: 0,
            max: 0,
        };
        // SAFETY: the item is ours and says how long it is.
        if unsafe { fetch(index, &raw mut item) } != OK {
            return Err(Breach::NotReturned(index).of(all()));
        }
        // SAFETY: the library filled in the item, whose texts are readable for ever.
        let (name, meaning) = unsafe {
            let name = declared(item.name, LONGEST_TEXT);
            let name = name.map_err(|breach| breach.of(format!("parameter {index} under a name")))?;
            let meaning =
                if item.meaning.len == 0 { Ok(String::new()) } else { declared(item.meaning, LONGEST_MEANING) };
            let of = |breach: Breach| breach.of(format!("the parameter `{name}` with a meaning"));
            (name.clone(), meaning.map_err(of)?)
        };
        let kind = GameOptionKind::Spin { default: item.default_number, min: item.min, max: item.max };
        parameters.push(GameOption { name, kind, parameter: Some(meaning) });
    }
    Ok(parameters)
}

/// # Safety
/// The item was filled in by a library that keeps the interface, as its option number `index`.
unsafe fn read_option(index: u32, item: &OptionItem) -> Result<GameOption, DeclarationError> {
    let text = |what: &str, text: Str| {
        // SAFETY: the texts of an item are readable for ever.
        let text = unsafe { declared(text, LONGEST_TEXT) };
        text.map_err(|breach| breach.of(what))
    };
    let name = text(&format!("option {index} under a name"), item.name)?;
    let kind = match item.kind {
        OPTION_CHECK => match text(&format!("the option `{name}` with a default"), item.default)?.as_str() {
            "true" => GameOptionKind::Check { default: true },
            "false" => GameOptionKind::Check { default: false },
            other => {
                let rule = Breach::rule(", not `true` or `false`");
                return Err(rule.of(format!("the option `{name}` with the default `{other}`")));
            }
        },
        OPTION_SPIN => GameOptionKind::Spin { default: item.default_number, min: item.min, max: item.max },
        OPTION_COMBO => {
            if item.choice_count as usize > MOST_CHOICES {
                let count = item.choice_count;
                return Err(Breach::TooMany(MOST_CHOICES).of(format!("the option `{name}` with {count} choices")));
            }
            let missing = || Breach::rule(" without a function for its choices").of(format!("the option `{name}`"));
            let choice = item.choice.ok_or_else(missing)?;
            let choices = (0..item.choice_count)
                // SAFETY: the function takes any number.
                .map(|number| text(&format!("the option `{name}` with a choice"), unsafe { choice(index, number) }))
                .collect::<Result<_, _>>()?;
            GameOptionKind::Combo {
                default: text(&format!("the option `{name}` with a default"), item.default)?,
                choices,
            }
        }
        other => return Err(Breach::Rule(format!(" of the unknown kind {other}")).of(format!("the option `{name}`"))),
    };
    Ok(GameOption { name, kind, parameter: None })
}
