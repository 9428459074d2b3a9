//! The options of go that say which moves are legal, for records that need other ones.

/// Options of go that allow more moves than other values of theirs. A record is loaded with the first that allow its own.
const LOOSER: [&[(&str, &str)]; 5] = [
    &[("Ko", "situational")],
    &[("Ko", "simple")],
    &[("Suicide", "true")],
    // Only so there is the suicide of a single stone.
    &[("Ko", "situational"), ("Suicide", "true")],
    &[("Ko", "simple"), ("Suicide", "true")],
];

/// Values of the options of go that say which moves are legal, which allow more than these, in the order in which a record
/// is tried with them.
#[must_use]
pub fn looser_rules(rules: &[(String, String)]) -> Vec<Vec<(String, String)>> {
    // These rules may be as loose.
    LOOSER.iter().map(|options| looser(rules, options)).filter(|looser| looser != rules).collect()
}

/// These rules with looser ones of ko, the strictest first.
#[must_use]
pub fn looser_ko(rules: &[(String, String)]) -> Vec<Vec<(String, String)>> {
    let of_ko = LOOSER.iter().filter(|options| options.iter().all(|&(name, _)| name == "Ko"));
    of_ko.map(|options| looser(rules, options)).filter(|looser| looser != rules).collect()
}

/// Rules with these options, where they allow more.
fn looser(rules: &[(String, String)], options: &[(&str, &str)]) -> Vec<(String, String)> {
    // The simple rule of ko allows all that the situational one does.
    let is_looser = |old: &str, new: &str| old != new && !matches!(old, "simple" | "true");
    let value = |name: &str, old: &str| {
        let new = options.iter().find(|&&(option, value)| option == name && is_looser(old, value));
        new.map_or(old, |&(_, value)| value).to_owned()
    };
    rules.iter().map(|(name, old)| (name.clone(), value(name, old))).collect()
}
