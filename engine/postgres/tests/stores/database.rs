//! Tests specific to a database: many matches, many clients, restarts.

use super::laws::{StoreKind, address, assert_refused, games, told};
use super::samples::{game, identity, result, settings};
use super::server::{DatabaseServer, Proxy};
use plyd_postgres::{Address, PostgresStore};
use plyd_record::Store;
use std::thread;

#[test]
fn matches_in_a_database_survive_restarts_and_have_one_writer_each() {
    let Some(server) = DatabaseServer::start("matches in PostgreSQL") else { return };
    assert_refused(server.read("one"), &["no matches of plyd"]);
    let mut one = PostgresStore::create(&address(&server, "one"), &settings(), "none", &identity(), 3).unwrap();
    let mut two = server.create("two").unwrap();
    one.add(&[game(0), game(1)]).unwrap();
    two.add(&[game(2)]).unwrap();

    // A second coordinator is rejected with the name of the first; readers are admitted.
    let me = format!("is being written by another plyd match (process {} on ", std::process::id());
    assert_refused(server.resume("one"), &["match=one", &me, "wrote last at"]);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(games(&*server.read("one").unwrap()), [game(0), game(1)]));
        }
    });
    assert_refused(server.read("three"), &["no match of this name", "--match NAME", "two, one"]);
    let unnamed = Address::read(&server.address(None), &|_| None).unwrap();
    assert_refused(PostgresStore::read(&unnamed), &["not exactly one match"]);

    // The server restarts between two writes, and the writer reconnects for writes and reads.
    server.end();
    server.run();
    one.add(&[game(4)]).unwrap();
    let arrivals = one.receive(&[result("w", 2, vec![game(4), game(5)])], true).unwrap();
    assert_eq!((arrivals[0].new.as_slice(), arrivals[0].duplicates), (&[1][..], 1));
    assert_eq!(one.played().unwrap(), [0..2, 4..6]);

    // While the server is down, the writer waits.
    server.end();
    let waiting = thread::spawn(move || {
        one.receive(&[result("w", 3, vec![game(6), game(7)])], true).map(|arrivals| (arrivals, one))
    });
    thread::sleep(std::time::Duration::from_millis(600));
    server.run();
    let (arrivals, one) = waiting.join().unwrap().unwrap();
    assert_eq!(arrivals[0].new, [0, 1]);

    // An unconfirmed commit is not repeated, and its games are reported as new.
    assert_eq!(one.workers().unwrap()[0].games, 3);
    drop(one);
    let mut one = server.resume("one").unwrap();
    commits_without_an_answer(&server, &mut *one);

    // A process that takes over a match while the writer is disconnected remains its writer.
    server.execute("games", "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
    let mut next = server.resume("one").unwrap();
    next.add(&[game(20)]).unwrap();
    assert_refused(one.add(&[game(21)]), &[&me]);
    assert_eq!(next.played().unwrap(), [0..2, 4..8, 14..16, 20..21]);
    drop(two);

    damage_and_versions(&server, &*next);
}

/// Cuts off the writer's connection before and after a commit, so that it receives no answer.
fn commits_without_an_answer(server: &DatabaseServer, store: &mut dyn Store) {
    let sql = "CREATE FUNCTION plyd.cut() RETURNS trigger LANGUAGE plpgsql AS $$
                   BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
               CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON plyd.unit DEFERRABLE INITIALLY DEFERRED
                   FOR EACH ROW EXECUTE FUNCTION plyd.cut()";
    server.execute("games", sql);
    let uncut = thread::spawn({
        let mut client = server.client("games");
        move || {
            thread::sleep(std::time::Duration::from_millis(500));
            client.batch_execute("DROP TRIGGER cut ON plyd.unit; DROP FUNCTION plyd.cut()").unwrap();
        }
    });
    let arrivals = store.receive(&[result("w", 7, vec![game(14), game(15)])], true).unwrap();
    uncut.join().unwrap();
    assert_eq!((arrivals[0].new.as_slice(), arrivals[0].duplicates), (&[0, 1][..], 0));
    assert_eq!(store.workers().unwrap()[0].games, 5, "it was written twice");

    let proxy = Proxy::to(server);
    let mut cut = PostgresStore::create(&proxy.address("cut"), &settings(), "", &identity(), 1).unwrap();
    for (time, number) in [(0, 0), (1, 2)] {
        proxy.cut_next_commit();
        let arrivals = cut.receive(&[result("w", time, vec![game(number), game(number + 1)])], true).unwrap();
        assert_eq!((arrivals[0].new.as_slice(), arrivals[0].duplicates), (&[0, 1][..], 0));
        assert_eq!((proxy.cuts(), cut.workers().unwrap()[0].games), (time + 1, number + 2));
    }
    drop(cut);
    assert_eq!(games(&*server.read("cut").unwrap()), [0, 1, 2, 3].map(game));
}

/// Reports damage, tables of other versions, missing permissions and a wrong encoding by name.
fn damage_and_versions(server: &DatabaseServer, store: &dyn Store) {
    let before = told(store);
    assert_eq!(told(&*server.read("one").unwrap()), before);
    let damaged = |sql: &str, parts: &[&str]| {
        server.execute("games", sql);
        assert_refused(server.read("one"), parts);
    };
    damaged("UPDATE plyd.game SET half_points = 2 WHERE number = 0", &["game 1 (number 0 in the table) is damaged"]);
    damaged("DELETE FROM plyd.game WHERE number = 0", &["9 games were written, but 8 are there"]);
    damaged("UPDATE plyd.progress SET games = 8", &["the number of its games is damaged"]);
    damaged("UPDATE plyd.match SET openings = 'x' WHERE name = 'one'", &["its plan is damaged"]);

    server.execute("games", "CREATE ROLE guest LOGIN");
    let guest = server.address(Some("two")).replace("plyd@", "guest@");
    let guest = Address::read(&guest, &|_| None).unwrap();
    assert_refused(PostgresStore::read(&guest), &["permission denied", "lacks a right"]);
    server.execute("games", "GRANT USAGE ON SCHEMA plyd TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA plyd TO guest");
    server.execute("games", "UPDATE plyd.progress SET games = 1 WHERE match = 2");
    server.execute("games", "DELETE FROM plyd.match WHERE name = 'one'");
    let two = PostgresStore::read(&guest).unwrap();
    assert_eq!(games(&two), [game(2)]);
    assert_refused(PostgresStore::resume(&guest), &["permission denied", "lacks a right"]);

    server.execute("games", "INSERT INTO plyd.migration (version, name) VALUES (7, 'later')");
    assert_refused(server.read("two"), &["version 7", "version 1"]);
    assert_refused(server.create("three"), &["version 7", "version 1"]);

    server.execute("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    let latin = server.address(Some("x")).replace("/games?", "/latin?");
    let latin = Address::read(&latin, &|_| None).unwrap();
    assert_refused(PostgresStore::read(&latin), &["encoding LATIN1", "createdb --encoding UTF8"]);
    let nowhere = server.address(Some("x")).replace("/games?", "/nowhere?");
    let nowhere = Address::read(&nowhere, &|_| None).unwrap();
    assert_refused(PostgresStore::create(&nowhere, &settings(), "", &identity(), 1), &["nowhere", "createdb"]);
}
