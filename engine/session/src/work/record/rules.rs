//! The rules by which a record of go is read.

use plyd_formats::go::looser_rules;
use plyd_host::Library;

/// The options of go that say which moves are legal.
const RULES: [&str; 2] = ["Ko", "Suicide"];

/// Reads a record of go by the rules of these options, or else by the first looser ones that allow its moves, as `loadsgf`
/// does. Returns, beside what `read` makes of it, what is to be said if these are other rules.
///
/// # Errors
/// The last one of `read`; at once if it is none about an illegal move.
pub fn by_looser_rules<T, E>(
    library: &Library,
    options: &[(String, String)],
    mut read: impl FnMut(Vec<(String, String)>) -> Result<T, E>,
    is_illegal: impl Fn(&E) -> bool,
) -> Result<(T, Option<String>), E> {
    let own: Vec<(String, String)> = RULES.iter().filter_map(|name| value(library, options, name)).collect();
    let mut last = read(options.to_vec()).map(|record| (record, None));
    for rules in looser_rules(&own) {
        match &last {
            Err(error) if is_illegal(error) => {}
            _ => break,
        }
        let changed: Vec<_> = rules.into_iter().filter(|rule| !own.contains(rule)).collect();
        let is_changed = |name: &str| changed.iter().any(|(other, _)| other == name);
        let mut options: Vec<_> = options.iter().filter(|(name, _)| !is_changed(name)).cloned().collect();
        options.extend(changed.iter().cloned());
        last = read(options).map(|record| {
            let used: Vec<_> = changed.iter().map(|(name, value)| format!("{}.{name}={value}", library.id())).collect();
            let text = format!("the record has moves that need {}, and is read with that", used.join(" and "));
            (record, Some(text))
        });
    }
    last
}

/// The value of an option of the game.
fn value(library: &Library, options: &[(String, String)], name: &str) -> Option<(String, String)> {
    let option = library.option(name)?;
    let set = options.iter().find(|(set, _)| *set == option.name);
    Some((option.name.clone(), set.map_or_else(|| option.default_text(), |(_, value)| value.clone())))
}
