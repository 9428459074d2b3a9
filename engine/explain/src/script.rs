//! Modules of JavaScript as one script. A page that is one file cannot import, and a browser asks for six files at a
//! time.
//!
//! Each module becomes a block, so its names stay its own, and what it exports becomes a constant. The modules of the
//! pages are written so that this is enough: an import is a line of its own and names what it takes, an export stands
//! before a declaration or is a list, no variable is exported, and no module imports one that imports it.

use std::fmt::Write as _;

/// A module in a [`Script`].
#[derive(Debug)]
struct Module<'t> {
    path: String,
    text: &'t str,
    /// What it exports.
    exports: Vec<&'t str>,
}

/// Some modules as one.
#[derive(Debug)]
pub struct Script<'t> {
    /// Each after those that it imports. The last one is that which the page asked for.
    modules: Vec<Module<'t>>,
}

impl<'t> Script<'t> {
    /// Joins the module at this path, and all that it imports, with some that it imports only when they are needed.
    /// `find` gives the text of a module.
    ///
    /// # Panics
    /// If there is no such module, or if it is written so that it cannot be joined.
    pub fn new(path: &str, later: &[&str], find: &dyn Fn(&str) -> Option<&'t str>) -> Self {
        let mut script = Self { modules: Vec::new() };
        later.iter().chain([&path]).for_each(|path| script.add(path, find));
        script
    }

    /// Adds a module, and before it those that it imports.
    fn add(&mut self, path: &str, find: &dyn Fn(&str) -> Option<&'t str>) {
        if self.number(path).is_some() {
            return;
        }
        let text = find(path).unwrap_or_else(|| panic!("there is no module {path}"));
        let mut exports = Vec::new();
        for line in code(text) {
            let statement = Statement::of(line);
            if let Some(name) = statement.from() {
                self.add(&resolve(path, name), find);
            }
            match statement {
                Statement::Export { names, .. } => exports.extend(names.split(", ").map(str::trim)),
                Statement::Declaration { name, .. } => exports.push(name),
                Statement::Import { .. } | Statement::Other => {}
            }
        }
        self.modules.push(Module { path: path.to_owned(), text, exports });
    }

    fn number(&self, path: &str) -> Option<usize> {
        self.modules.iter().position(|module| module.path == path)
    }

    /// The path of the script.
    fn path(&self) -> &str {
        self.modules.last().map_or("", |module| &module.path)
    }

    /// The text of the script, for the address of the last module. Comments, which have the types, are left out. The
    /// last module may wait for something, and those that import the others must not wait for it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let last = self.modules.len().saturating_sub(1);
        for (number, Module { exports, .. }) in self.modules.iter().enumerate() {
            let body = self.body(number);
            let _ = match number == last {
                true => write!(text, "(async () => {{\n{body}}})();\n"),
                false => write!(
                    text,
                    "const ${number} = {{}};\n{{\n{body}Object.assign(${number}, {{ {} }});\n}}\n",
                    exports.join(", ")
                ),
            };
        }
        let names: Vec<String> = (0..last).map(|number| format!("${number}")).collect();
        let _ = writeln!(text, "export {{ {} }};", names.join(", "));
        text
    }

    /// The code of a module, which takes from the constants what it imports.
    fn body(&self, number: usize) -> String {
        let Module { path, text, .. } = &self.modules[number];
        let take = |names: &str, from: &str| {
            let number = self.number(&resolve(path, from)).unwrap_or_default();
            format!("const {{ {} }} = ${number};\n", names.replace(" as ", ": "))
        };
        let line = |line: &str| match Statement::of(line) {
            Statement::Import { names, from } | Statement::Export { names, from: Some(from) } => take(names, from),
            Statement::Export { from: None, .. } => String::new(),
            Statement::Declaration { declaration, .. } => declaration.to_owned() + "\n",
            Statement::Other => self.later(path, line) + "\n",
        };
        code(text).map(line).collect()
    }

    /// A line of a module, with its address, and with the imports that are made only when they are needed.
    fn later(&self, path: &str, line: &str) -> String {
        const IMPORT: &str = "import(\"";
        const OWN_ADDRESS: &str = "import.meta.url";
        let is_beside = resolve(path, "") == resolve(self.path(), "");
        assert!(is_beside || !line.contains("import(`"), "{path}: cannot join `{line}`");
        let own_address = format!("new URL(\"{}\", {OWN_ADDRESS})", relative(self.path(), path));
        let line = if is_beside { line.to_owned() } else { line.replace(OWN_ADDRESS, &own_address) };
        let mut parts = line.split(IMPORT);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("\")").unwrap_or_else(|| panic!("{path}: {line}"));
            let wanted = resolve(path, name);
            let _ = match self.number(&wanted) {
                Some(number) => write!(text, "Promise.resolve(${number}){rest}"),
                None => write!(text, "{IMPORT}{}\"){rest}", relative(self.path(), &wanted)),
            };
        }
        text
    }

    /// What is at the addresses of the other modules, by their paths: each exports what the script has of it. So
    /// whoever imports it has the same module as those in the script.
    pub fn others(&self) -> impl Iterator<Item = (&str, String)> {
        let own = self.modules.split_last().map_or(&[][..], |(_, others)| others);
        own.iter().enumerate().map(|(number, Module { path, exports, .. })| {
            let (script, names) = (relative(path, self.path()), exports.join(", "));
            (&**path, format!("import {{ ${number} }} from \"{script}\";\nexport const {{ {names} }} = ${number};\n"))
        })
    }
}

/// A line of a module.
enum Statement<'t> {
    /// The names between braces are taken from another module.
    Import {
        names: &'t str,
        from: &'t str,
    },
    /// The names between braces are exported; they may come from another module.
    Export {
        names: &'t str,
        from: Option<&'t str>,
    },
    /// What is declared is exported by this name.
    Declaration {
        name: &'t str,
        declaration: &'t str,
    },
    Other,
}

impl<'t> Statement<'t> {
    /// # Panics
    /// If it is another form of an import or export.
    fn of(line: &'t str) -> Self {
        let names = |rest: &'t str| {
            let (names, rest) = rest.strip_prefix("{ ")?.split_once(" }")?;
            Some((names, rest.strip_prefix(" from \"").and_then(|from| from.strip_suffix("\";"))))
        };
        let declared = |declaration: &'t str| {
            let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
            let rest = ["function ", "const ", "class "].iter().find_map(|word| rest.strip_prefix(word))?;
            let name = rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next()?;
            Some(Self::Declaration { name, declaration })
        };
        let statement = if let Some(rest) = line.strip_prefix("import ") {
            names(rest).and_then(|(names, from)| Some(Self::Import { names, from: from? }))
        } else if let Some(rest) = line.strip_prefix("export ") {
            names(rest).map(|(names, from)| Self::Export { names, from }).or_else(|| declared(rest))
        } else {
            Some(Self::Other)
        };
        statement.unwrap_or_else(|| panic!("cannot join `{line}`"))
    }

    /// The module that it names.
    fn from(&self) -> Option<&'t str> {
        match *self {
            Self::Import { from, .. } => Some(from),
            Self::Export { from, .. } => from,
            Self::Declaration { .. } | Self::Other => None,
        }
    }
}

/// The lines of a module without its comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut is_in_comment = false;
    text.lines().filter(move |line| {
        let line = line.trim();
        // A comment may also be a part of a line of code.
        let begins = line.starts_with("/**") && line.find("*/").is_none_or(|end| end + 2 == line.len());
        let is_comment = is_in_comment || begins;
        is_in_comment = is_comment && !line.ends_with("*/");
        !is_comment
    })
}

/// The path of what a module names.
fn resolve(module: &str, name: &str) -> String {
    let mut path: Vec<&str> = module.split('/').collect();
    path.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

/// How a module names a path.
fn relative(module: &str, path: &str) -> String {
    let folder: Vec<&str> = module.rsplit('/').skip(1).collect();
    let shared = folder.iter().rev().zip(path.split('/')).take_while(|(one, other)| *one == other).count();
    let up = folder.len() - shared;
    let down: Vec<&str> = path.split('/').skip(shared).collect();
    (if up == 0 { "./".to_owned() } else { "../".repeat(up) }) + &down.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULES: [(&str, &str); 5] = [
        (
            "page/main.js",
            "import { One, two as second } from \"./parts/one.js\";\nimport { three } from \"../other/three.js\";\n\
             /** @type {import(\"./types.js\").Type} */\nawait import(\"./parts/one.js\");\nimport(\"./parts/late.js\");\n",
        ),
        (
            "page/parts/one.js",
            "/** A comment\n * of two lines. */\nimport { three } from \"../../other/three.js\";\nexport class One {}\n\
             export async function two() { return three; }\nimport(\"./late.js\");\nfetch(import.meta.url);\n",
        ),
        ("other/three.js", "const three = 3, four = 4;\nexport { three, four };\n"),
        ("page/parts/late.js", "export const LATE = 1;\n"),
        ("page/again.js", "export { three } from \"../other/three.js\";\nexport const FIVE = 5;\n"),
    ];

    fn find(path: &str) -> Option<&'static str> {
        MODULES.iter().find_map(|&(name, text)| (name == path).then_some(text))
    }

    #[test]
    fn a_script_has_each_module_once_after_those_that_it_imports() {
        let expected = "const $0 = {};\n{\nconst three = 3, four = 4;\nObject.assign($0, { three, four });\n}\n\
                        const $1 = {};\n{\nconst { three } = $0;\nclass One {}\nasync function two() { return three; }\n\
                        import(\"./parts/late.js\");\nfetch(new URL(\"./parts/one.js\", import.meta.url));\n\
                        Object.assign($1, { One, two });\n}\n\
                        (async () => {\nconst { One, two: second } = $1;\nconst { three } = $0;\n\
                        await Promise.resolve($1);\nimport(\"./parts/late.js\");\n})();\nexport { $0, $1 };\n";
        assert_eq!(Script::new("page/main.js", &[], &find).text(), expected);
        let late = Script::new("page/main.js", &["page/parts/late.js"], &find).text();
        assert!(
            late.starts_with("const $0 = {};\n{\nconst LATE = 1;\n")
                && late.ends_with("resolve($0);\n})();\nexport { $0, $1, $2 };\n"),
            "{late}"
        );
        let again = Script::new("page/again.js", &[], &find).text();
        assert!(again.contains("(async () => {\nconst { three } = $0;\nconst FIVE = 5;\n})();\n"), "{again}");
    }

    #[test]
    fn the_others_export_what_the_script_has_of_them() {
        let script = Script::new("page/main.js", &[], &find);
        let others: Vec<_> = script.others().collect();
        let expected = [
            ("other/three.js", "import { $0 } from \"../page/main.js\";\nexport const { three, four } = $0;\n"),
            ("page/parts/one.js", "import { $1 } from \"../main.js\";\nexport const { One, two } = $1;\n"),
        ];
        assert_eq!(others, expected.map(|(path, text)| (path, text.to_owned())));
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        for line in [
            "import * as all from \"./x.js\";",
            "import all from \"./x.js\";",
            "export let x = 1;",
            "export default x;",
        ] {
            let refused = std::panic::catch_unwind(|| Script::new("x.js", &[], &|_| Some(line)));
            assert!(refused.is_err(), "{line}");
        }
        assert!(std::panic::catch_unwind(|| Script::new("none.js", &[], &find)).is_err());
    }
}
