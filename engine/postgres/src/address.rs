//! The address of a database in the syntax of `libpq`, and of a match in it.

use crate::passwords;
use crate::tls::DatabaseEncryption;
use percent_encoding::percent_decode_str;
use postgres::Config;
use postgres::config::Host;
use std::path::PathBuf;
use std::time::Duration;

/// The URL schemes of a database address.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The connection timeout, unless `PGCONNECT_TIMEOUT` overrides it.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The idle time before a TCP keepalive probe.
const KEEPALIVE: Duration = Duration::from_secs(20);

/// The time without acknowledgement of sent data after which a connection is considered lost.
const UNCONFIRMED: Duration = Duration::from_secs(40);

/// The maximum length of the name of a match, in characters.
const MAX_NAME: usize = 200;

/// The usual directories of a local server's socket, on Debian and elsewhere.
const SOCKET_FOLDERS: [&str; 2] = ["/var/run/postgresql", "/tmp"];

/// A database, and the match in it if one is named.
#[derive(Clone, Debug)]
pub struct Address {
    pub(crate) config: Config,
    pub(crate) encryption: DatabaseEncryption,
    pub(crate) name: Option<String>,
    pub(crate) warning: Option<String>,
    /// The address for display, without a match.
    shown: String,
}

/// The parts of an address as typed.
struct AddressParts<'a> {
    /// The URL without the extensions to `libpq` and without parameters that are interpreted here.
    url: String,
    name: Option<String>,
    ssl_mode: Option<String>,
    ssl_roots: Option<String>,
    /// The address for display, without parameters.
    shown: &'a str,
}

impl Address {
    /// Whether a text is a database address, rather than a file name.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// Parses `postgres://[USER@]HOST[:PORT]/DATABASE[?match=NAME]`. The other parameters are those of `libpq`, and
    /// missing parts are taken from its environment variables, which `variable` returns.
    ///
    /// # Errors
    /// A sentence about the problem, which never contains a password.
    pub fn read(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let typed = AddressParts::read(text)?;
        let unreadable = |error: postgres::Error| {
            let source = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            format!("the address of the database cannot be read: {source}; it has the form postgres://HOST/DATABASE")
        };
        let mut config: Config = typed.url.parse().map_err(unreadable)?;
        if config.get_password().is_some() {
            return Err(
                "the address of the database has a password, which everyone on this machine can see in the list \
                        of processes. Leave it out, and write it to the file ~/.pgpass or the one that PGPASSFILE names"
                    .into(),
            );
        }
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            let folder = SOCKET_FOLDERS.into_iter().find(|folder| PathBuf::from(folder).is_dir());
            config.host(&set("PGHOST").or(folder.map(str::to_owned)).unwrap_or_else(|| "localhost".to_owned()));
        }
        if let (true, Some(port)) = (config.get_ports().is_empty(), set("PGPORT")) {
            config.port(port.parse().map_err(|_| format!("PGPORT is `{port:.20}`, and not the number of a port"))?);
        }
        if let (None, Some(user)) = (config.get_user(), set("PGUSER").or_else(|| set("USER"))) {
            config.user(&user);
        }
        if let (None, Some(database)) = (config.get_dbname(), set("PGDATABASE")) {
            config.dbname(&database);
        }
        if config.get_connect_timeout().is_none() {
            let seconds =
                set("PGCONNECT_TIMEOUT").and_then(|seconds| seconds.parse().ok()).filter(|&seconds| seconds > 0);
            config.connect_timeout(seconds.map_or(CONNECT_TIMEOUT, Duration::from_secs));
        }
        config.keepalives_idle(KEEPALIVE).keepalives_interval(KEEPALIVE / 4).keepalives_retries(4);
        config.tcp_user_timeout(UNCONFIRMED).application_name("plyd");
        let mut warning = None;
        if let Some(password) = set("PGPASSWORD") {
            config.password(password);
        } else {
            match passwords::find(&config, &set) {
                Ok(Some(password)) => _ = config.password(password),
                Ok(None) => {}
                Err(reason) => warning = Some(reason),
            }
        }
        let mode = typed.ssl_mode.or_else(|| set("PGSSLMODE"));
        let roots = typed.ssl_roots.or_else(|| set("PGSSLROOTCERT"));
        let encryption = DatabaseEncryption::read(mode.as_deref(), roots, is_on_this_machine(&config))?;
        config.ssl_mode(encryption.mode());
        Ok(Self { config, encryption, name: typed.name, warning, shown: typed.shown.to_owned() })
    }

    /// Whether the address names a match.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.name.is_some()
    }

    /// Selects a match by name.
    ///
    /// # Errors
    /// The address names another match, or the name is invalid.
    pub fn of_match(mut self, name: Option<String>) -> Result<Self, String> {
        if let (Some(one), Some(other)) = (&self.name, &name)
            && one != other
        {
            return Err(format!("the address names the match {one}, and --match the match {other}; give one of them"));
        }
        self.name = self.name.or(name);
        if let Some(name) = &self.name
            && (name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control))
        {
            return Err(format!("the name of a match has 1 to {MAX_NAME} characters, and no control characters"));
        }
        Ok(self)
    }

    /// Formats the address of a match in the database for display.
    pub(crate) fn shown(&self, name: Option<&str>) -> String {
        name.map_or_else(|| self.shown.clone(), |name| format!("{}?match={name}", self.shown))
    }
}

impl<'a> AddressParts<'a> {
    fn read(text: &'a str) -> Result<Self, String> {
        let (shown, parameters) = text.split_once('?').unwrap_or((text, ""));
        let mut typed = Self { url: shown.to_owned(), name: None, ssl_mode: None, ssl_roots: None, shown };
        let mut others = Vec::new();
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = || {
                let decoded = percent_decode_str(value).decode_utf8();
                decoded.map(String::from).map_err(|_| format!("the parameter {key} of the address is not UTF-8"))
            };
            match key {
                "match" => typed.name = Some(value()?),
                "sslmode" => typed.ssl_mode = Some(value()?),
                "sslrootcert" => typed.ssl_roots = Some(value()?),
                _ => others.push(parameter),
            }
        }
        if !others.is_empty() {
            typed.url += &format!("?{}", others.join("&"));
        }
        Ok(typed)
    }
}

/// Whether all hosts of the address are local.
fn is_on_this_machine(config: &Config) -> bool {
    let is_local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() {
        config.get_hosts().iter().all(is_local)
    } else {
        addresses.iter().all(|it| it.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<Address, String> {
        let find = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Address::read(text, &find)
    }

    #[test]
    fn an_address_names_the_database_and_the_match() {
        let address = read("postgres://me@db.example:6543/games?match=a%20b&sslmode=disable", &[]).unwrap();
        assert_eq!(address.name.as_deref(), Some("a b"));
        assert_eq!(address.config.get_hosts(), [Host::Tcp("db.example".into())]);
        assert_eq!((address.config.get_ports(), address.config.get_user()), (&[6543][..], Some("me")));
        assert_eq!(address.config.get_dbname(), Some("games"));
        assert_eq!(address.shown(Some("x")), "postgres://me@db.example:6543/games?match=x");
        assert!(address.clone().of_match(Some("a b".into())).is_ok());
        assert!(address.of_match(Some("c".into())).unwrap_err().contains("the match a b"));
    }

    #[test]
    fn the_environment_says_the_rest() {
        let variables = [
            ("PGHOST", "db.example"),
            ("PGPORT", "6543"),
            ("PGUSER", "me"),
            ("PGDATABASE", "games"),
            ("PGPASSWORD", "secret"),
            ("PGCONNECT_TIMEOUT", "3"),
            ("PGSSLMODE", "disable"),
        ];
        let config = read("postgres://", &variables).unwrap().config;
        assert_eq!((config.get_hosts(), config.get_ports()), (&[Host::Tcp("db.example".into())][..], &[6543][..]));
        assert_eq!((config.get_user(), config.get_dbname()), (Some("me"), Some("games")));
        assert_eq!(config.get_password(), Some(&b"secret"[..]));
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(3)));
        assert!(read("postgres://", &[("PGPORT", "x")]).unwrap_err().contains("PGPORT"));
    }

    #[test]
    fn a_password_in_the_address_is_refused_and_not_repeated() {
        for text in ["postgres://me:hush@db/games", "postgres://db/games?password=hush", "postgresql://me:hush@[::1]/x"]
        {
            let reason = read(text, &[]).unwrap_err();
            assert!(reason.contains("PGPASSFILE") && !reason.contains("hush"), "{reason}");
        }
        for text in ["postgres://db:hush:1/games", "postgres://db/games?nothing=hush"] {
            let reason = read(text, &[]).unwrap_err();
            assert!(reason.contains("cannot be read"), "{reason}");
        }
    }

    #[test]
    fn connections_to_other_machines_are_encrypted_unless_that_is_waived() {
        use postgres::config::SslMode;
        let mode = |text: &str| read(text, &[]).map(|address| address.config.get_ssl_mode());
        assert_eq!(mode("postgres://db.example/x"), Ok(SslMode::Require));
        assert_eq!(mode("postgres://db.example/x?sslmode=disable"), Ok(SslMode::Disable));
        assert_eq!(mode("postgres://localhost/x"), Ok(SslMode::Disable));
        assert_eq!(mode("postgres:///x?host=/run/postgresql"), Ok(SslMode::Disable));
        assert_eq!(mode("postgres://127.0.0.1/x?sslmode=verify-full"), Ok(SslMode::Require));
        assert!(mode("postgres://db/x?sslmode=maybe").unwrap_err().contains("verify-full"));
    }
}
