//! Parameters as they are typed.

use anyhow::{Context, bail, ensure};
use plyd_host::Catalog;
use plyd_learn::Parameter;
use plyd_protocol::OptionValue;
use plyd_session::SessionOptions;

/// What a parameter looks like, for errors.
const FORM: &str = "NAME[:FROM..TO][=START]";

/// A parameter as it was typed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParameterArgument {
    pub(super) name: String,
    range: Option<(i64, i64)>,
    start: Option<i64>,
    c_end: Option<f64>,
    r_end: Option<f64>,
}

impl ParameterArgument {
    /// The parameters of these words: each begins with its name, and end values follow.
    pub(super) fn read_all(words: &[String]) -> anyhow::Result<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for word in words {
            let end =
                ["c_end", "r_end"].into_iter().find_map(|key| Some((key, word.strip_prefix(key)?.strip_prefix('=')?)));
            match (end, all.last_mut()) {
                (None, _) => all.push(Self::read(word)?),
                (Some((key, value)), Some(last)) => {
                    let value = value.parse().ok().with_context(|| format!("`{key}` needs a number, not `{value}`"))?;
                    if key == "c_end" { last.c_end = Some(value) } else { last.r_end = Some(value) }
                }
                (Some((key, _)), None) => {
                    bail!("`{key}` follows the parameter that it belongs to: {FORM} {key}=NUMBER")
                }
            }
        }
        let (first, rest) = (all.iter().map(|typed| &typed.name), &all);
        let twice = first.enumerate().find(|(place, name)| rest[..*place].iter().any(|other| other.is(name)));
        if let Some((_, name)) = twice {
            bail!("the parameter `{name}` is given twice");
        }
        Ok(all)
    }

    fn read(word: &str) -> anyhow::Result<Self> {
        let number = |text: &str| {
            let number = text.trim().parse::<i64>().ok();
            number.with_context(|| format!("`{word}`: `{}` is no whole number; a parameter is {FORM}", text.trim()))
        };
        let (rest, start) = match word.rsplit_once('=') {
            Some((rest, start)) => (rest, Some(number(start)?)),
            None => (word, None),
        };
        let (name, range) = match rest.rsplit_once(':') {
            Some((name, range)) => {
                let ends = range.split_once("..");
                let (from, to) = ends.with_context(|| format!("`{word}`: a range is FROM..TO, not `{range}`"))?;
                (name, Some((number(from)?, number(to)?)))
            }
            None => (rest, None),
        };
        let name = name.trim().to_owned();
        ensure!(!name.is_empty(), "`{word}` has no name; a parameter is {FORM}");
        Ok(Self { name, range, start, c_end: None, r_end: None })
    }

    /// Whether it has this name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The parameter of an engine that declares these options. What was not typed the engine says.
    pub(super) fn of_builtin(&self, options: &SessionOptions, catalog: &Catalog) -> anyhow::Result<Parameter> {
        let line = options.all_lines(catalog).into_iter().find(|line| self.is(&line.name));
        let Some(line) = line else {
            // It says what is nearest.
            match options.clone().set(catalog, &self.name, "") {
                Err(refused) => bail!("{}", refused.text),
                Ok(_) => bail!("`{}` cannot be tuned", self.name),
            }
        };
        let OptionValue::Spin { default, min, max } = line.value else {
            let known = options.all_lines(catalog).into_iter();
            let spins: Vec<_> =
                known.filter(|line| matches!(line.value, OptionValue::Spin { .. })).map(|line| line.name).collect();
            bail!(
                "the option `{}` has no range, so it cannot be tuned; the options with a range are {}",
                line.name,
                spins.join(", ")
            );
        };
        let (from, to) = self.range.unwrap_or((min, max));
        let name = line.name;
        ensure!(
            from >= min && to <= max,
            "the range {from}..{to} of `{name}` is not within {min}..{max}, which the engine accepts"
        );
        self.settled(&name, (from, to), self.start.unwrap_or(default))
    }

    /// The same of any other engine.
    pub(super) fn of_other(&self) -> anyhow::Result<Parameter> {
        let (Some(range), Some(start)) = (self.range, self.start) else {
            bail!(
                "`{}`: of an engine that is not built in give the range and the start: NAME:FROM..TO=START",
                self.name
            );
        };
        self.settled(&self.name, range, start)
    }

    fn settled(&self, name: &str, (from, to): (i64, i64), start: i64) -> anyhow::Result<Parameter> {
        let usual = Parameter::new(name, from, to, start);
        let (c_end, r_end) = (self.c_end.unwrap_or(usual.c_end), self.r_end.unwrap_or(usual.r_end));
        let parameter = Parameter { c_end, r_end, ..usual };
        parameter.check()?;
        Ok(parameter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Vec<ParameterArgument>, String> {
        let words: Vec<_> = words.iter().map(|&word| word.to_owned()).collect();
        ParameterArgument::read_all(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn every_part_is_read() {
        let typed = |name: &str, range, start| ParameterArgument {
            name: name.to_owned(),
            range,
            start,
            c_end: None,
            r_end: None,
        };
        assert_eq!(
            read(&["Move Overhead:-5..20=3", "Hash", "c_end=2.5", "r_end=0.01", "a:b:1..2", "x=7"]).unwrap(),
            [
                typed("Move Overhead", Some((-5, 20)), Some(3)),
                ParameterArgument { c_end: Some(2.5), r_end: Some(0.01), ..typed("Hash", None, None) },
                typed("a:b", Some((1, 2)), None),
                typed("x", None, Some(7)),
            ]
        );
    }

    #[test]
    fn mistakes_are_told() {
        for (words, told) in [
            (&["Hash:1..x=3"][..], "`Hash:1..x=3`: `x` is no whole number; a parameter is NAME[:FROM..TO][=START]"),
            (&["Hash:1-4"], "`Hash:1-4`: a range is FROM..TO, not `1-4`"),
            (&["Hash=16.5"], "`16.5` is no whole number"),
            (&[":1..4=2"], "`:1..4=2` has no name"),
            (&["c_end=2"], "`c_end` follows the parameter"),
            (&["Hash", "c_end=x"], "`c_end` needs a number, not `x`"),
            (&["Hash", "a", "HASH"], "the parameter `HASH` is given twice"),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(told), "{words:?}: {error}");
        }
        let hash = read(&["Hash:1..4"]).unwrap().remove(0);
        assert!(hash.of_other().unwrap_err().to_string().contains("give the range and the start"));
        let start = read(&["Hash:1..4=9"]).unwrap().remove(0);
        assert!(
            start.of_other().unwrap_err().to_string().contains("the start 9 of `Hash` is outside of its range 1..4")
        );
    }
}
