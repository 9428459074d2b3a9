//! What an idle client costs.

use super::tls::connect;
use super::{Keys, strings};
use std::io::{Read, Write};

/// The maximum for an idle session over TLS, in KiB.
const MOST_KIB: u64 = 64;
const SESSIONS: u64 = 200;

#[test]
fn an_idle_session_over_tls_takes_little_memory() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&strings(&keys.tls()));
    let enter = || {
        let mut stream = connect(&keys, &daemon);
        stream.write_all(format!("auth {token}\nisready\n").as_bytes()).expect("the daemon reads");
        let mut said = [0; 15];
        stream.read_exact(&mut said).expect("the daemon answers");
        assert_eq!(&said, b"authok\nreadyok\n");
        stream
    };
    // What the first ones bring, such as threads, is for all.
    let mut streams: Vec<_> = (0..20).map(|_| enter()).collect();
    let Some(before) = daemon.process.usage() else { return };
    streams.extend((0..SESSIONS).map(|_| enter()));
    let after = daemon.process.usage().expect("it runs");
    let each = after.resident_kib.saturating_sub(before.resident_kib) / SESSIONS;
    assert!(each <= MOST_KIB, "{each} KiB a session");
}
