//! A page behind a proxy that the settings name. The rest is tested in memory, in `engine/server/tests`.

use plyd_tests::{PATIENCE, command, finish};

#[test]
fn a_name_is_no_proxy() {
    let mut config = command(&["config"]);
    config.env("PLYD_WEB_TRUSTED_PROXIES", "proxy.example.org");
    let finished = finish(config, PATIENCE);
    assert!(!finished.status.success());
    assert!(finished.errors.contains("a list of addresses and networks, such as 127.0.0.1"), "{}", finished.errors);
}
