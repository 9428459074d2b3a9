//! Many browsers behind one address, with a network between them and the page.

use super::PAGE;
use crate::network::again_in_network;
use plyd_tests::{Daemon, PATIENCE, command};
use socket2::{Domain, Socket, Type};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const NAME: &str = "web::classroom::browsers_behind_one_address_load_the_page";

/// The connections of a browser.
const LANES: usize = 6;
/// The time for a packet to come and its answer to go.
const LATENCY: Duration = Duration::from_millis(100);

/// The files that the page names, which a browser loads before the first board is there.
const FILES: usize = 6;

/// The paths of the files that the page names, of which a browser loads all.
fn paths(to: SocketAddr) -> Vec<String> {
    let mut stream = TcpStream::connect(to).expect("it accepts");
    let request = format!("GET / HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    let named = [" src=\"", " href=\""].iter().flat_map(|name| page.split(name).skip(1));
    let paths: BTreeSet<_> =
        named.filter_map(|rest| Some(rest.split_once('"')?.0)).filter(|path| !path.starts_with('#')).collect();
    paths.into_iter().map(|path| format!("/{path}")).collect()
}

/// A connection of a browser, which stays open as long as the server lets it.
struct Lane {
    from: Ipv4Addr,
    to: SocketAddr,
    open: Option<BufReader<TcpStream>>,
}

impl Lane {
    fn connect(&mut self) -> io::Result<BufReader<TcpStream>> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        socket.bind(&SocketAddr::from((self.from, 0)).into())?;
        socket.connect_timeout(&self.to.into(), PATIENCE)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        thread::sleep(LATENCY);
        Ok(BufReader::new(socket.into()))
    }

    /// The length of a file. Like a browser it asks once more if a connection that it used before was closed meanwhile.
    fn get(&mut self, path: &str) -> io::Result<usize> {
        if let Some(open) = self.open.take()
            && let Ok(length) = self.ask(open, path)
        {
            return Ok(length);
        }
        let new = self.connect()?;
        self.ask(new, path)
    }

    fn ask(&mut self, mut stream: BufReader<TcpStream>, path: &str) -> io::Result<usize> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.to);
        stream.get_mut().write_all(request.as_bytes())?;
        thread::sleep(LATENCY);
        let (mut length, mut stays, mut line) = (None, true, String::new());
        stream.read_line(&mut line)?;
        if !line.starts_with("HTTP/1.1 200 ") {
            return Err(io::Error::other(format!("{path} is answered {line:?}")));
        }
        while line != "\r\n" {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let field = line.to_ascii_lowercase();
            if let Some(value) = field.strip_prefix("content-length: ") {
                length = value.trim().parse().ok();
            }
            stays &= field != "connection: close\r\n";
        }
        let mut content = vec![0; length.ok_or_else(|| io::Error::other("no length"))?];
        stream.read_exact(&mut content)?;
        self.open = stays.then_some(stream);
        Ok(content.len())
    }
}

/// Makes this many browsers load the page at the same time. Returns what went wrong.
fn load(browsers: usize, from: Ipv4Addr, to: SocketAddr, paths: &[String]) -> Vec<String> {
    let faults = Arc::<Mutex<Vec<String>>>::default();
    let lanes: Vec<_> = (0..browsers)
        .flat_map(|_| {
            let left = Arc::new(Mutex::new(paths.to_vec()));
            (0..LANES).map(move |_| Arc::clone(&left)).collect::<Vec<_>>()
        })
        .map(|left| {
            let (faults, mut lane) = (Arc::clone(&faults), Lane { from, to, open: None });
            thread::spawn(move || {
                while let Some(path) = { left.lock().expect("nobody panics").pop() } {
                    if let Err(error) = lane.get(&path) {
                        faults.lock().expect("nobody panics").push(format!("{path}: {error}"));
                    }
                }
            })
        })
        .collect();
    lanes.into_iter().for_each(|lane| lane.join().expect("it ends"));
    std::mem::take(&mut *faults.lock().expect("nobody panics"))
}

/// A page at all addresses, with these settings; and its port.
fn serve(settings: &[(&str, &str)]) -> (Daemon, u16) {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--allow-remote=no-tls", "--web", "0.0.0.0:0"]);
    let state = tempfile::tempdir().expect("a folder for the state");
    serve.env("XDG_STATE_HOME", state.path()).envs(settings.iter().copied());
    let daemon = Daemon::spawn(serve);
    let line = daemon.log_until(PAGE).pop().expect("it is the last one");
    let port = line.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
    (daemon, port.expect("it says where"))
}

fn assert_loaded(port: u16, browsers: usize, from: Ipv4Addr) {
    let to = SocketAddr::new(IpAddr::V4(from), port);
    let paths = paths(to);
    assert_eq!(paths.len(), FILES, "{paths:?}");
    let faults = load(browsers, from, to, &paths);
    let all = browsers * paths.len();
    assert!(faults.is_empty(), "{browsers} browsers: {} of {all} requests failed: {:?}", faults.len(), &faults[0]);
}

#[test]
fn a_classroom_behind_a_proxy_of_this_machine_loads_the_page() {
    let (_daemon, port) = serve(&[]);
    for browsers in [10, 30, 60] {
        assert_loaded(port, browsers, Ipv4Addr::LOCALHOST);
    }
}

#[test]
fn browsers_behind_one_address_load_the_page() {
    if again_in_network(NAME, "browsers behind one address").is_some() {
        return;
    }
    let address = Ipv4Addr::new(192, 0, 2, 1);
    let (_daemon, port) = serve(&[]);
    for browsers in [10, 30] {
        assert_loaded(port, browsers, address);
    }
    // Six connections each are more than the default for one address.
    let (_daemon, port) = serve(&[("PLYD_WEB_MAX_PER_ADDRESS", "512")]);
    assert_loaded(port, 60, address);
}
