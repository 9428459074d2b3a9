//! The inputs of a network: what a library declares of them, and the functions that answer about them.

use crate::LibraryFault;
use crate::declaration::{Breach, DeclarationError};
use plyd_plugin::abi::{FEATURES_EXTENSION, FeatureImageFn, FeaturesExtension, FeaturesFn, Opened};
use plyd_rules::Features;
use serde::{Deserialize, Serialize};

/// The functions of a library with inputs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FeatureFunctions {
    pub(crate) features: FeaturesFn,
    /// Of a library with symmetries.
    pub(crate) image: Option<FeatureImageFn>,
}

impl FeatureFunctions {
    /// Those of an extension; `None` if one that is required is null.
    pub(crate) fn of(FeaturesExtension { features, image, .. }: FeaturesExtension) -> Option<Self> {
        Some(Self { features: features?, image })
    }

    /// Those of an instance with these facts, whose library has these functions.
    pub(crate) fn of_instance(library: Option<Self>, facts: Features) -> Result<Option<Self>, LibraryFault> {
        let fault = |what: &str| LibraryFault::new(format!("the instance has {what}"));
        if facts.inputs == 0 {
            return Ok(None);
        }
        let functions =
            library.ok_or_else(|| fault(&format!("inputs, but the library lacks `{FEATURES_EXTENSION}`")))?;
        if facts.symmetries > 0 && functions.image.is_none() {
            return Err(fault(&format!(
                "symmetries of inputs, but `{FEATURES_EXTENSION}` has no function for their images"
            )));
        }
        Ok(Some(functions))
    }
}

/// The facts about inputs that an instance declares.
pub(crate) fn declared(opened: &Opened) -> Result<Features, DeclarationError> {
    let Opened { inputs, symmetries, sides_differ, .. } = *opened;
    if sides_differ > 1 {
        return Err(Breach::rule(", which is neither 0 nor 1").of(format!("`sides_differ` {sides_differ}")));
    }
    let features = Features { inputs, symmetries, sides_differ: sides_differ == 1 };
    check(features)?;
    Ok(features)
}

/// Checks what a library declared.
pub(crate) fn check(Features { inputs, symmetries, .. }: Features) -> Result<(), DeclarationError> {
    let within = |what: &str, found: u32, most: u32| {
        let range = Breach::Range { min: 0, max: most.into() };
        if found <= most { Ok(()) } else { Err(range.of(format!("{found} {what}"))) }
    };
    within("inputs", inputs, Features::MOST_INPUTS)?;
    within("symmetries of inputs", symmetries, Features::MOST_SYMMETRIES)?;
    if inputs == 0 && symmetries > 0 {
        return Err(Breach::rule(", but no inputs").of(format!("{symmetries} symmetries of inputs")));
    }
    Ok(())
}

/// [`Features`] as data of another process.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Features", deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FeaturesData {
    inputs: u32,
    symmetries: u32,
    sides_differ: bool,
}
