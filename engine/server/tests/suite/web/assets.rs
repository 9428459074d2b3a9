//! The files of the page, and the headers of every answer.

use crate::wire::ask_bytes;
use crate::{TestServer, ask, get, page_file};
use std::path::Path;

#[test]
fn the_page_and_its_files_need_no_token_and_bind_the_browser() {
    let served = TestServer::start("", |_| {});
    let (web, token) = (&served.web, &served.token);
    let page = get(web, "/", "");
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<!DOCTYPE html>"), "{page}");
    assert!(!page.contains(token), "the page itself holds no secret");
    let main = page_file(web, "main.js");
    for path in ["/", &main, "/healthz", "/no-such-file", "/session", "/pages"] {
        let answer = get(web, path, "").to_ascii_lowercase();
        let policy = "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";
        for field in [
            policy,
            "x-content-type-options: nosniff\r\n",
            "referrer-policy: no-referrer\r\n",
            "x-frame-options: deny\r\n",
            "cross-origin-opener-policy: same-origin\r\n",
            "cross-origin-resource-policy: same-origin\r\n",
        ] {
            assert!(answer.contains(field), "{path} {field} {answer}");
        }
        assert!(!answer.contains("access-control-"), "{path}: nobody else may read it");
    }
    assert!(get(web, "/healthz", "").ends_with("\r\n\r\nok\n"));
    assert!(get(web, &main, "").contains("content-type: text/javascript; charset=utf-8\r\n"));
    assert!(get(web, "/no-such-file", "").starts_with("HTTP/1.1 404 "));
    assert!(get(web, "/metrics", "").starts_with("HTTP/1.1 404 "), "the figures have an address of their own");
    let host = web.address();
    let posted = ask(web, &format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\n\r\ngo\nuci"));
    assert!(posted.starts_with("HTTP/1.1 405 "), "{posted}");
}

#[test]
fn a_file_that_a_browser_has_is_not_sent_again() {
    let served = TestServer::start("", |_| {});
    let main = page_file(&served.web, "main.js");
    let first = get(&served.web, &main, "");
    assert!(first.contains("cache-control: public, max-age=31536000, immutable\r\n"), "{first}");
    assert!(get(&served.web, "/", "").contains("cache-control: no-cache\r\n"), "the names of files change with them");
    let (_, tag) = first.split_once("etag: ").expect("it has a tag");
    let (tag, _) = tag.split_once("\r\n").expect("a line");
    let again = get(&served.web, &main, &format!("If-None-Match: {tag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304 ") && again.ends_with("\r\n\r\n"), "{again}");
    let other = get(&served.web, &main, "If-None-Match: \"0\"\r\n");
    assert!(other.starts_with("HTTP/1.1 200 ") && other.len() == first.len(), "{other}");
}

/// The browser that plays on the page reads what is packed.
#[test]
fn a_file_is_packed_for_a_browser_that_asks_for_it() {
    let served = TestServer::start("", |_| {});
    let main = page_file(&served.web, "main.js");
    let plain = get(&served.web, &main, "Accept-Encoding: br, gzipped\r\n");
    assert!(plain.contains("vary: accept-encoding\r\n") && !plain.contains("content-encoding"), "{plain}");
    let host = served.web.address();
    let request = format!("GET {main} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: br, gzip\r\n\r\n");
    let packed = ask_bytes(&served.web, &request);
    let end = packed.windows(4).position(|part| part == b"\r\n\r\n").expect("the fields end") + 4;
    let fields = String::from_utf8_lossy(&packed[..end]);
    assert!(fields.contains("content-encoding: gzip\r\n") && fields.contains("vary: accept-encoding\r\n"), "{fields}");
    assert!(fields.contains("content-type: text/javascript; charset=utf-8\r\n"), "{fields}");
    assert!(packed[end..].starts_with(&[0x1f, 0x8b]) && packed.len() < plain.len() / 2, "{} bytes", packed.len());
}

#[test]
fn no_text_of_the_page_becomes_markup() {
    let served = TestServer::start("", |_| {});
    let page = get(&served.web, "/", "");
    for word in ["<style", "onclick=", "style=\"", "http:", "https:"] {
        assert!(!page.contains(word), "{word}");
    }
    let mut scripts = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    add_scripts(&folder, &folder, &mut scripts);
    assert!(scripts.len() > 40, "{scripts:?}");
    for file in scripts {
        let script = get(&served.web, &page_file(&served.web, &file), "");
        assert!(script.starts_with("HTTP/1.1 200 "), "{file}");
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            assert!(!script.contains(word), "{file} {word}");
        }
    }
}

/// The names of all scripts in a folder of the sources, below `root`.
fn add_scripts(root: &Path, folder: &Path, scripts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources are readable").flatten() {
        let path = entry.path();
        if path.is_dir() {
            add_scripts(root, &path, scripts);
        } else if path.extension().is_some_and(|end| end == "js") {
            let name = path.strip_prefix(root).ok().and_then(Path::to_str).expect("it is text");
            scripts.push(name.to_owned());
        }
    }
}
