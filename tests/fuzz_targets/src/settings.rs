//! Settings files: valid settings can be written, and the result parses to the same settings.

use crate::Surroundings;
use plyd::settings::{PlydSettings, SettingsError, Sources};

pub(crate) fn attack(surroundings: &Surroundings, input: &[u8]) {
    let load = |content: &[u8]| -> Result<PlydSettings, SettingsError> {
        let file = Some(surroundings.file("plyd.toml", content));
        PlydSettings::load(&Sources { file, ..Sources::default() })
    };
    match load(input) {
        Ok(settings) => {
            let written = settings.to_toml().expect("settings from a file are Unicode");
            let again = load(written.as_bytes());
            let again = again.unwrap_or_else(|error| panic!("what was written is refused: {error}\n{written}"));
            assert_eq!(again, settings, "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
