//! The options of `plyd match` that take lists of words, with or without quotes, and the plan that may follow one.

use super::arguments::{ENDS, TOURNAMENT};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use plyd_tournament::settings::{GivenSettings, is_word};
use std::path::PathBuf;

const PLAN: &str = "plan";
const ENGINE: &str = "engine";
const ENGINES: &str = "Engines";

const EACH: &str = "each";

/// The lists that come once, what help says of them, and under which heading.
const LISTS: [(&str, &str, &str); 4] = [
    (
        "openings",
        "The openings: a file with a FEN, an EPD or moves on each line, a PGN file or a Polyglot book; or \
         file=NAME order=random start=N plies=N",
        TOURNAMENT,
    ),
    ("draw", "Adjudicate draws: movenumber=N movecount=N score=N", ENDS),
    ("resign", "Adjudicate lost games: movecount=N score=N twosided=true|false", ENDS),
    ("sprt", "Stop as soon as a test is decided: elo0=E elo1=E alpha=P beta=P model=normalized|logistic", ENDS),
];

/// The plan and the lists of a command line.
///
/// The first argument after an option always belongs to it; later arguments do as long as they are words. The first
/// other argument is the plan. It may also precede all options, or follow `--`.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) plan: Option<PathBuf>,
    pub(super) engines: Vec<GivenSettings>,
    pub(super) each: Option<GivenSettings>,
    pub(super) openings: Option<GivenSettings>,
    pub(super) draw: Option<GivenSettings>,
    pub(super) resign: Option<GivenSettings>,
    pub(super) sprt: Option<GivenSettings>,
}

impl Args for Lists {
    fn augment_args(command: Command) -> Command {
        let plan = Arg::new(PLAN).value_name("PLAN").value_parser(value_parser!(PathBuf));
        let plan = plan.help("A plan in a TOML file; flags override it");
        let list = |name, help, heading| {
            Arg::new(name).long(name).value_name("WORDS").num_args(1..).help(help).help_heading(heading)
        };
        let engine = list(
            ENGINE,
            "An engine, such as name=A builtin depth=6, or cmd=./engine tc=10+0.1 option.Hash=64; repeat it for each",
            ENGINES,
        );
        let each = list(EACH, "Settings of all engines, such as tc=10+0.1; several lists are combined", ENGINES);
        let command = command.arg(plan).arg(engine.action(ArgAction::Append)).arg(each.action(ArgAction::Append));
        command.args(LISTS.map(|(name, help, heading)| list(name, help, heading)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Lists {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut plans: Vec<PathBuf> = matches.get_one(PLAN).cloned().into_iter().collect();
        let mut lists = |name| -> Vec<Vec<String>> {
            let occurrences = matches.get_occurrences::<String>(name).into_iter().flatten();
            occurrences.map(|arguments| own(arguments.cloned(), &mut plans)).collect()
        };
        let engines = lists(ENGINE).into_iter().map(GivenSettings::Arguments).collect();
        // Of a word that is repeated the last value counts, here as in one list.
        let each = Some(lists(EACH).concat()).filter(|words| !words.is_empty()).map(GivenSettings::Arguments);
        let [openings, draw, resign, sprt] = LISTS.map(|(name, ..)| lists(name).pop().map(GivenSettings::Arguments));
        if let [plan, other, ..] = plans.as_slice() {
            let (plan, other) = (plan.display(), other.display());
            let reason = format!(
                "unexpected argument '{other}' found: it does not have the form KEY=VALUE, and the plan is already '{plan}'"
            );
            let mut command = Self::augment_args(Command::new("plyd match"));
            return Err(Error::raw(ErrorKind::UnknownArgument, reason).format(&mut command));
        }
        Ok(Self { plan: plans.pop(), engines, each, openings, draw, resign, sprt })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The arguments of one list; what is none of its words is a plan.
fn own(arguments: impl Iterator<Item = String>, plans: &mut Vec<PathBuf>) -> Vec<String> {
    let mut words = Vec::new();
    for argument in arguments {
        if words.is_empty() || is_word(&argument) {
            words.push(argument);
        } else {
            plans.push(argument.into());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct ListArguments {
        #[command(flatten)]
        lists: Lists,
        #[arg(long)]
        rounds: Option<u64>,
    }

    fn read(line: &[&str]) -> Result<Lists, Error> {
        ListArguments::try_parse_from([&["match"], line].concat()).map(|line| line.lists)
    }

    fn words(given: &GivenSettings) -> Vec<&str> {
        let GivenSettings::Arguments(words) = given else { panic!("{given:?}") };
        words.iter().map(String::as_str).collect()
    }

    #[test]
    fn words_belong_to_the_option_before_them() {
        let line = ["--engine", "name=A", "builtin", "depth=3", "--engine", "name=B builtin", "--each", "tc=1", "st=2"];
        let lists = read(&line).unwrap();
        let engines: Vec<_> = lists.engines.iter().map(words).collect();
        assert_eq!(engines, [vec!["name=A", "builtin", "depth=3"], vec!["name=B builtin"]]);
        assert_eq!(words(&lists.each.unwrap()), ["tc=1", "st=2"]);
        assert_eq!(lists.plan, None);
    }

    #[test]
    fn lists_for_all_engines_add_up() {
        let lists = read(&["--each", "tc=1", "st=2", "--engine", "name=A", "--each", "tc=3", "plan.toml"]).unwrap();
        assert_eq!(words(&lists.each.unwrap()), ["tc=1", "st=2", "tc=3"]);
        assert_eq!(lists.plan, Some("plan.toml".into()));
    }

    #[test]
    fn the_plan_stands_anywhere() {
        for line in [
            &["plan.toml", "--engine", "name=A", "builtin", "--openings", "book.epd", "order=random"][..],
            &["--engine", "name=A", "builtin", "plan.toml", "--openings", "book.epd", "order=random"],
            &["--engine", "name=A", "builtin", "--openings", "book.epd", "order=random", "plan.toml"],
            &["--engine", "name=A", "builtin", "--openings", "book.epd", "plan.toml", "order=random"],
            &["--openings", "book.epd", "order=random", "--engine", "name=A", "builtin", "--rounds", "3", "plan.toml"],
            &["--openings", "book.epd", "order=random", "--engine", "name=A", "builtin", "--", "plan.toml"],
        ] {
            let lists = read(line).unwrap();
            assert_eq!(lists.plan, Some("plan.toml".into()), "{line:?}");
            assert_eq!(words(&lists.engines[0]), ["name=A", "builtin"], "{line:?}");
            assert_eq!(words(&lists.openings.unwrap()), ["book.epd", "order=random"], "{line:?}");
        }
    }

    #[test]
    fn the_first_argument_of_an_option_is_its_own() {
        assert_eq!(words(&read(&["--openings", "book.epd"]).unwrap().openings.unwrap()), ["book.epd"]);
        let lists = read(&["--openings", "book.epd", "plan.toml"]).unwrap();
        assert_eq!((words(&lists.openings.unwrap()), lists.plan), (vec!["book.epd"], Some("plan.toml".into())));
        let lists = read(&["--engine", "plan.toml"]).unwrap();
        assert_eq!((words(&lists.engines[0]), lists.plan), (vec!["plan.toml"], None));
    }

    #[test]
    fn mistakes_are_told() {
        for (line, part) in [
            (&["--engine"][..], "a value is required for '--engine <WORDS>...'"),
            (&["--engine", "--each", "tc=1"], "a value is required for '--engine <WORDS>...'"),
            (
                &["--draw", "score=1", "--draw", "score=2"],
                "the argument '--draw <WORDS>...' cannot be used multiple times",
            ),
            (&["--engin", "name=A"], "a similar argument exists: '--engine'"),
            (&["a.toml", "b.toml"], "unexpected argument 'b.toml' found"),
            (&["--engine", "name=A", "a.toml", "b.toml"], "unexpected argument 'b.toml' found"),
            (
                &["a.toml", "--engine", "name=A", "b.toml"],
                "'b.toml' found: it does not have the form KEY=VALUE, and the plan is already 'a.toml'",
            ),
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(part), "{line:?}: {error}");
        }
    }
}
