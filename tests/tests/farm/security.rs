//! Brokers that ask who somebody is: TLS, nkeys, and credentials files.

use crate::farm::{Farm, PLAN, Security, TIME, await_end, names, servers};
use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair as Nkey;
use plyd_tests::finish;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// An authority in `ca.pem`, and a certificate of it for this machine in `server.pem` with its key in `server.key`.
fn make_certificate(farm: &Farm) {
    let (authority_key, key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut authority = CertificateParams::new([]).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(farm.path("ca.pem"), authority.self_signed(&authority_key).unwrap().pem()).unwrap();
    let own = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    let signed = own.signed_by(&key, &Issuer::new(authority, authority_key)).unwrap();
    fs::write(farm.path("server.pem"), signed.pem()).unwrap();
    fs::write(farm.path("server.key"), key.serialize_pem()).unwrap();
}

/// Writes a file that only its owner may read: plyd refuses a secret that others can read.
fn write_secret(farm: &Farm, name: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(farm.path(name), text).unwrap();
    fs::set_permissions(farm.path(name), fs::Permissions::from_mode(0o600)).unwrap();
}

/// Writes the seed of a key into a file; its arguments.
fn seed(farm: &Farm, name: &str, key: &Nkey) -> Vec<String> {
    write_secret(farm, name, &(key.seed().unwrap() + "\n"));
    vec!["--nkey".into(), farm.text(name), "--broker-ca".into(), farm.text("ca.pem")]
}

/// The keys of a test.
pub(crate) struct Keys {
    pub(crate) coordinator: Nkey,
    /// Those of the workers w1 and w2.
    pub(crate) workers: [Nkey; 2],
}

/// The example of a broker in this repository, with keys for the test and without TLS.
pub(crate) fn example_without_tls(server: PathBuf) -> (Farm, Keys) {
    let keys = Keys { coordinator: Nkey::new_user(), workers: [Nkey::new_user(), Nkey::new_user()] };
    let farm = Farm::secured_with(server, |farm| {
        let security = of_example(farm, &keys);
        let (begin, rest) = security.config.split_once("tls {").unwrap();
        let config = format!("{begin}{}", rest.split_once('}').unwrap().1);
        let plain = |arguments: Vec<String>| arguments.into_iter().take(2).collect();
        let worker = security.worker;
        Security {
            scheme: "nats",
            config,
            coordinator: plain(security.coordinator),
            worker: Box::new(move |name| plain(worker(name))),
        }
    });
    (farm, keys)
}

/// The example of a broker in this repository, with keys and a certificate for the test.
fn as_in_the_example(farm: &Farm) -> Security {
    make_certificate(farm);
    of_example(farm, &Keys { coordinator: Nkey::new_user(), workers: [Nkey::new_user(), Nkey::new_user()] })
}

fn of_example(farm: &Farm, keys: &Keys) -> Security {
    let Keys { coordinator, workers } = keys;
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/farm/nats.conf");
    let mut config = fs::read_to_string(example).unwrap();
    let mut replace = |from: &str, to: &str| {
        assert_eq!(config.matches(from).count(), 1, "{from}");
        config = config.replace(from, to);
    };
    replace("listen: 0.0.0.0:4222\n", "");
    replace("/var/lib/nats", &farm.text("store"));
    replace("/etc/nats/server.pem", &farm.text("server.pem"));
    replace("/etc/nats/server.key", &farm.text("server.key"));
    replace("UABEOK56LEMJZLUCRBBOZGHW344LCTXLC4M3W6N2TXJKTTJW2PLPJ6VI", &coordinator.public_key());
    replace("UDF4V6TVKGWEWPLR46FH5MRA4D7G6NX4VTUUSSWDCQ2BBAUX2OLMU32N", &workers[0].public_key());
    replace("UCZARI6QGIQ2TVOM6LKSGFFS2RECX7ZPH5FNZROJRCC7TDTGAYPI3KTH", &workers[1].public_key());
    let coordinator = seed(farm, "coordinator.nk", coordinator);
    let [w1, w2] = [("w1.nk", &workers[0]), ("w2.nk", &workers[1])].map(|(name, key)| seed(farm, name, key));
    let worker = Box::new(move |name: &str| if name == "w1" { w1.clone() } else { w2.clone() });
    Security { scheme: "tls", config, coordinator, worker }
}

#[test]
fn a_broker_with_tls_and_keys_as_in_the_example() {
    for server in servers() {
        plays_as_in_the_example(&Farm::secured_with(server, as_in_the_example));
    }
}

fn plays_as_in_the_example(farm: &Farm) {
    // A file that has to travel, in several parts.
    let openings = farm.text("openings.txt");
    fs::write(&openings, "b2\n".to_owned() + &"# nothing\n".repeat(50_000)).unwrap();
    let plan = [PLAN, &["--openings", &openings]].concat();
    farm.play_alone(&plan, "one.db");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let mut run = farm.begin(farm.spread(&plan, "many.db"));
    await_end(farm, &mut run);
    farm.assert_same("one.db", "many.db");

    // Others do not get in: without the authority, without a key, with an unknown key, and as a worker.
    let (ca, url) = (farm.text("ca.pem"), farm.url());
    seed(farm, "stranger.nk", &Nkey::new_user());
    let (stranger, worker) = (farm.text("stranger.nk"), farm.text("w1.nk"));
    let refused = |access: &[&str], part: &str| {
        let mut command = farm.alone(PLAN, "refused.db");
        command.args(["--broker", &url]).args(access);
        let finished = finish(command, TIME);
        assert!(!finished.status.success() && finished.errors.contains(part), "{part}: {finished:?}");
        let _ = fs::remove_file(farm.path("refused.db"));
    };
    refused(&["--nkey", &worker], "certificate");
    refused(&["--broker-ca", &ca], "authorization");
    refused(&["--broker-ca", &ca, "--nkey", &stranger], "authorization");
    refused(&["--broker-ca", &ca, "--nkey", &worker], "the broker");
}

/// A claim that this key signs, as NATS has them: a JSON web token.
fn signed(by: &Nkey, about: &Nkey, claim: Value) -> String {
    let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let claim = json!({
        "jti": about.public_key(), "iat": 1_700_000_000, "iss": by.public_key(), "sub": about.public_key(),
        "name": "test", "nats": claim,
    });
    let text = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ed25519-nkey" })), part(claim));
    let signature = BASE64URL_NOPAD.encode(&by.sign(text.as_bytes()).unwrap());
    format!("{text}.{signature}")
}

/// A broker that knows an operator alone: accounts and users show what it has signed.
fn with_credentials(farm: &Farm) -> Security {
    let (operator, system) = (Nkey::new_operator(), Nkey::new_account());
    let (account, user) = (Nkey::new_account(), Nkey::new_user());
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
    });
    let mut with_streams = limits.clone();
    for limit in ["mem_storage", "disk_storage", "streams", "consumer"] {
        with_streams[limit] = json!(-1);
    }
    let of_account = |limits: Value| json!({ "type": "account", "version": 2, "limits": limits });
    let of_operator = json!({ "type": "operator", "version": 2, "system_account": system.public_key() });
    let config = format!(
        "jetstream {{ store_dir: '{}' }}\noperator: {}\nsystem_account: {system_key}\nresolver: MEMORY\nresolver_preload: {{\n  {system_key}: {}\n  {}: {}\n}}\n",
        farm.text("store"),
        signed(&operator, &operator, of_operator),
        signed(&operator, &system, of_account(limits)),
        account.public_key(),
        signed(&operator, &account, of_account(with_streams)),
        system_key = system.public_key(),
    );
    let of_user = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1, "pub": {}, "sub": {} });
    let credentials = format!(
        "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
        signed(&account, &user, of_user),
        user.seed().unwrap()
    );
    write_secret(farm, "user.creds", &credentials);
    let access = vec!["--creds".to_owned(), farm.text("user.creds")];
    let worker = access.clone();
    Security { scheme: "nats", config, coordinator: access, worker: Box::new(move |_| worker.clone()) }
}

#[test]
fn a_broker_that_asks_for_credentials() {
    let Some(farm) = Farm::secured(with_credentials) else { return };
    farm.play_alone(PLAN, "one.db");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
    let mut command = farm.alone(PLAN, "refused.db");
    command.args(["--broker", &farm.url()]);
    let refused = finish(command, TIME);
    assert!(!refused.status.success() && refused.errors.contains("authorization"), "{refused:?}");
    write_secret(&farm, "user.creds", "nothing");
    fs::remove_file(farm.path("refused.db")).unwrap();
    let refused = finish(farm.spread(PLAN, "refused.db"), TIME);
    assert!(!refused.status.success() && refused.errors.contains("the credentials file"), "{refused:?}");
}
