//! Relaxed rule options of go, for records that contain moves illegal under the current rules.

/// Option values of go that allow more moves than their alternatives. A record is loaded with the first set that
/// accepts all its moves.
const LOOSER: [&[(&str, &str)]; 5] = [
    &[("Ko", "situational")],
    &[("Ko", "simple")],
    &[("Suicide", "true")],
    // The suicide of a single stone needs both options.
    &[("Ko", "situational"), ("Suicide", "true")],
    &[("Ko", "simple"), ("Suicide", "true")],
];

/// Lists variations of these rule options that allow more moves, in the order in which to try them on a record.
#[must_use]
pub fn looser_rules(rules: &[(String, String)]) -> Vec<Vec<(String, String)>> {
    // The given rules may already be as permissive.
    LOOSER.iter().map(|options| looser(rules, options)).filter(|looser| looser != rules).collect()
}

/// Lists variations of these rules with a more permissive ko rule, the strictest first.
#[must_use]
pub fn looser_ko(rules: &[(String, String)]) -> Vec<Vec<(String, String)>> {
    let of_ko = LOOSER.iter().filter(|options| options.iter().all(|&(name, _)| name == "Ko"));
    of_ko.map(|options| looser(rules, options)).filter(|looser| looser != rules).collect()
}

/// Applies those of the options that make the rules more permissive.
fn looser(rules: &[(String, String)], options: &[(&str, &str)]) -> Vec<(String, String)> {
    // The simple ko rule allows every move that the situational one does.
    let is_looser = |old: &str, new: &str| old != new && !matches!(old, "simple" | "true");
    let value = |name: &str, old: &str| {
        let new = options.iter().find(|&&(option, value)| option == name && is_looser(old, value));
        new.map_or(old, |&(_, value)| value).to_owned()
    };
    rules.iter().map(|(name, old)| (name.clone(), value(name, old))).collect()
}
