//! What other machines need: tokens and TLS, or the word of the user who starts the server.

use super::{Keys, run};
use plyd_tests::{Daemon, command};

/// The complaint of a server that is to listen at all addresses.
fn complaint(arguments: &[&str]) -> String {
    let refused = run(&[&["serve", "--listen", "0.0.0.0:0"], arguments].concat());
    assert_eq!(refused.status.code(), Some(1), "{arguments:?}");
    refused.errors
}

#[test]
fn both_are_needed_or_waived_each_by_name() {
    let keys = Keys::new();
    keys.new_token("laptop", "play");
    keys.make_certificate(&["localhost"]);
    let tokens = ["--token-file".to_owned(), keys.text("tokens")];
    let tls = keys.tls();
    for has_tokens in [false, true] {
        for has_tls in [false, true] {
            for waived in ["", "no-token", "no-tls", "no-tls,no-token"] {
                let mut arguments: Vec<&str> = Vec::new();
                arguments.extend(has_tokens.then_some(&tokens).into_iter().flatten().map(String::as_str));
                arguments.extend(has_tls.then_some(&tls).into_iter().flatten().map(String::as_str));
                let flag = format!("--insecure={waived}");
                arguments.extend((!waived.is_empty()).then_some(&*flag));
                let lacks_token = !has_tokens && !waived.contains("no-token");
                let lacks_tls = !has_tls && !waived.contains("no-tls");
                let waiver = match (lacks_token, lacks_tls) {
                    (true, true) => "--insecure=no-token,no-tls ",
                    (true, false) => "--insecure=no-token ",
                    (false, true) => "--insecure=no-tls ",
                    (false, false) => {
                        let mut serve = command(&["serve", "--listen", "0.0.0.0:0"]);
                        serve.args(&arguments);
                        assert!(Daemon::spawn(serve).address().ip().is_unspecified());
                        continue;
                    }
                };
                let said = complaint(&arguments);
                assert!(said.contains("can be reached from other machines") && said.contains(waiver), "{said}");
                assert_eq!(said.contains("plyd token new"), lacks_token, "{said}");
                assert_eq!(said.contains("server.tls-certificate"), lacks_tls, "{said}");
            }
        }
    }
}

#[test]
fn every_address_but_those_of_this_machine_is_remote() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "[::ffff:192.0.2.1]:0"] {
        let refused = run(&["serve", "--listen", address]);
        assert!(refused.errors.contains("can be reached from other machines"), "{}", refused.errors);
    }
}

#[test]
fn what_allowed_all_once_is_refused_with_the_words_of_today() {
    let words = "must be false, or a list of the words no-token (clients from other machines need no token) and no-tls \
                 (nothing is encrypted)";
    let named = |said: &str, value: &str| said.contains(&format!("command line: `--insecure` is {value}, but {words}"));
    for (flag, value) in [("--insecure", "\"\""), ("--allow-remote", "\"\""), ("--insecure=true", "true")] {
        let said = complaint(&[flag]);
        assert!(named(&said, value) && !said.contains("server.allow-remote"), "{said}");
    }
    for wrong in ["true", "no-token,all", ""] {
        let said = complaint(&[&format!("--insecure={wrong}")]);
        assert!(said.contains(words), "{said}");
    }
    let keys = Keys::new();
    let settings = keys.private("plyd.toml", "server.allow-remote = true\n");
    let said = complaint(&["--config", &settings]);
    assert!(said.contains("line 1: `server.allow-remote` is true, but ") && said.contains(words), "{said}");
}
