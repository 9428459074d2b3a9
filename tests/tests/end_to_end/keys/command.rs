//! `plyd token`, and the files that it makes.

use super::{Keys, run, set_mode};
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn tokens_are_made_listed_and_revoked() {
    let keys = Keys::new();
    let tokens: HashSet<String> =
        [("laptop", "play"), ("board", "watch"), ("graphs", "metrics,watch"), ("root", "admin")]
            .iter()
            .map(|(name, rights)| keys.new_token(name, rights))
            .collect();
    assert_eq!(tokens.len(), 4, "no two are the same");
    let file = fs::read_to_string(keys.path("tokens")).expect("it is made");
    assert_eq!(fs::metadata(keys.path("tokens")).expect("it is there").permissions().mode() & 0o777, 0o600);
    for token in &tokens {
        let digits = token.strip_prefix("plyd_token_").expect("tokens are known by their beginning");
        assert!(digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()), "{token}");
        assert!(!file.contains(digits), "the token itself is in the file");
    }
    let list = |keys: &Keys| keys.token_command(&["list"]).output;
    assert_eq!(list(&keys), "laptop  play\nboard   watch\ngraphs  watch,metrics\nroot    admin\n");
    keys.revoke("board");
    assert_eq!(list(&keys), "laptop  play\ngraphs  watch,metrics\nroot    admin\n");
}

#[test]
fn a_token_can_go_into_a_file_of_its_own() {
    let keys = Keys::new();
    let made = keys.token_command(&["new", "laptop", "--output", &keys.text("token")]);
    assert!(made.status.success() && made.output.is_empty(), "{}", made.errors);
    assert_eq!(fs::metadata(keys.path("token")).expect("it is there").permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(keys.path("token")).expect("it is text").starts_with("plyd_token_"));
    // What is there already stays, and then no one has the token.
    let refused = keys.token_command(&["new", "other", "--output", &keys.text("token")]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(keys.token_command(&["list"]).output, "laptop  play\n");
}

#[test]
fn wrong_changes_say_what_would_be_right() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    for (arguments, code, said) in [
        (&["new", "laptop"][..], 1, "there is a token `laptop`"),
        (&["new", "lap top"], 1, "letters, digits, dots, dashes and underscores"),
        (&["new", ""], 1, "letters, digits, dots, dashes and underscores"),
        (&["new", "x", "--rights", "root"], 2, "`watch`, `play`, `metrics` and `admin`"),
        (&["revoke", "desktop"], 1, "there is no token `desktop`; `plyd token list` lists all"),
        (&["revoke", &token], 1, "letters, digits, dots, dashes and underscores"),
    ] {
        let refused = keys.token_command(arguments);
        assert_eq!(refused.status.code(), Some(code), "{arguments:?}");
        assert!(refused.errors.contains(said), "{}", refused.errors);
        assert!(code == 2 || !refused.errors.contains(&token), "{}", refused.errors);
    }
    let refused = run(&["token", "list"]);
    assert!(refused.errors.contains("give --tokens FILE, or the setting server.token-file"), "{}", refused.errors);
    assert_eq!(keys.token_command(&["list"]).output, "laptop  play\n");
}

#[test]
fn a_file_that_others_can_read_is_refused_everywhere() {
    let keys = Keys::new();
    keys.new_token("laptop", "play");
    let tokens = keys.text("tokens");
    for mode in [0o644, 0o640, 0o602] {
        set_mode(&keys.path("tokens"), mode);
        for arguments in [
            &["token", "list", "--tokens", &tokens][..],
            &["token", "new", "x", "--tokens", &tokens],
            &["serve", "--listen", "127.0.0.1:0", "--tokens", &tokens],
            &["connect", "127.0.0.1:9", "--token", &tokens],
        ] {
            let refused = run(arguments);
            assert_eq!(refused.status.code(), Some(1), "{arguments:?}");
            assert!(refused.errors.contains("other users can read or change it"), "{}", refused.errors);
            assert!(refused.output.is_empty(), "{}", refused.output);
        }
    }
}

#[test]
fn wrong_files_are_refused_without_a_word_of_them() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let file = fs::read_to_string(keys.path("tokens")).expect("it is made");
    for (text, said) in [
        (format!("{token}\n"), "line 1: a line must be NAME SHA256 RIGHTS"),
        (format!("{file}laptop2 {token} play\n"), "line 3: the second word must be the SHA-256"),
        (format!("{file}{file}"), "line 4: an earlier line has the same name"),
    ] {
        let path = keys.private("wrong", &text);
        let refused = run(&["serve", "--listen", "127.0.0.1:0", "--tokens", &path]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(refused.errors.contains(said) && !refused.errors.contains(&token), "{}", refused.errors);
    }
    // The list of a server is no token of a client.
    let refused = run(&["connect", "127.0.0.1:9", "--token", &keys.text("tokens")]);
    assert!(refused.errors.contains("as `plyd token new` prints it"), "{}", refused.errors);
}

#[test]
fn settings_show_no_secret() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    keys.make_certificate(&["localhost"]);
    let key = fs::read_to_string(keys.path("key.pem")).expect("it is made");
    let settings = format!(
        "[server]\ntoken-file = {:?}\ntls-certificate = {:?}\ntls-key = {:?}\nallow-remote = ['no-tls']\n",
        keys.path("tokens"),
        keys.path("cert.pem"),
        keys.path("key.pem")
    );
    let shown = run(&["config", "--config", &keys.private("plyd.toml", &settings)]);
    assert!(shown.status.success(), "{}", shown.errors);
    assert!(shown.output.contains(&format!("token-file = {:?}", keys.path("tokens"))), "{}", shown.output);
    assert!(shown.output.contains("allow-remote = [\"no-tls\"]"), "{}", shown.output);
    let hash = fs::read_to_string(keys.path("tokens")).expect("it is made");
    let hash = hash.lines().last().and_then(|line| line.split(' ').nth(1)).expect("a line with a hash");
    for secret in [&token, hash, key.lines().nth(1).expect("the key has lines")] {
        assert!(!shown.output.contains(secret), "{}", shown.output);
    }
}
