//! Match plans: settled settings can be written into a record and read again.

use crate::Surroundings;
use plyd_tournament::settings::{MatchPlan, MatchSettings, MatchSettingsError};

pub(crate) fn attack(_: &Surroundings, input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let plan = match MatchPlan::from_toml(text) {
        Ok(plan) => plan,
        Err(error) => return check_refusal(&error),
    };
    // A command line may repeat the settings of a file.
    let doubled = plan.clone().or(plan.clone());
    drop(doubled.settle("tictactoe", Vec::new(), 7));
    match plan.settle("tictactoe", Vec::new(), 7) {
        Ok(settings) => {
            let written = serde_json::to_string(&settings).expect("settings can be written");
            let again = serde_json::from_str::<MatchSettings>(&written);
            let again = again.unwrap_or_else(|error| panic!("{written} cannot be read: {error}"));
            assert_eq!(again, settings);
        }
        Err(error) => check_refusal(&error),
    }
}

/// Checks that an error contains no control characters, which terminals would interpret.
fn check_refusal(error: &MatchSettingsError) {
    let text = error.to_string();
    assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'), "{text:?}");
}
