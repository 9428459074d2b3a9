//! Which requests are answered at all, and the headers of every answer, which limit what the page can do in a browser.

use super::site::SharedSite;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Refuses a request for another host, and one that a page of another owner has sent. Adds the headers that bind the
/// page to every answer.
pub(crate) async fn guard(State(shared): State<SharedSite>, request: Request, next: Next) -> Response {
    let fields = request.headers();
    // With an address in the request line, HTTP has the host there; browsers send none.
    let is_known = request.uri().authority().is_none() && host(fields).is_some_and(|host| shared.hosts.know(host));
    let mut answer = if !is_known {
        let text = "this name does not lead to the page; add it to the setting web.hosts, or use the address that \
                    plyd prints\n";
        (StatusCode::MISDIRECTED_REQUEST, text).into_response()
    } else if is_foreign(fields) {
        (StatusCode::FORBIDDEN, "another page must not ask for this\n").into_response()
    } else {
        next.run(request).await
    };
    add_to(answer.headers_mut());
    answer
}

/// The one host that a request names.
fn host(fields: &HeaderMap) -> Option<&str> {
    let mut hosts = fields.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    hosts.next().is_none().then_some(host)
}

/// Whether a browser says that a page of another owner asks. A person may follow a link to the page from anywhere.
pub(crate) fn is_foreign(fields: &HeaderMap) -> bool {
    let says = |name: &HeaderName| fields.get(name).map(|value| value.as_bytes());
    let is_own = matches!(says(&SITE), None | Some(b"same-origin" | b"none"));
    let is_link = matches!((says(&MODE), says(&DESTINATION)), (Some(b"navigate"), Some(b"document")));
    !is_own && !is_link
}

/// Whether a WebSocket is asked for by a page that this server has served, under the name by which it is asked. A
/// browser always sends the origin, and no page can change it.
pub(crate) fn is_own_page(fields: &HeaderMap) -> bool {
    let mut origins = fields.get_all(header::ORIGIN).iter();
    let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
    let (Some(host), Ok(origin)) = (host(fields), origin.to_str()) else { return false };
    // Behind a proxy the browser may use TLS although the server does not.
    ["http://", "https://"]
        .iter()
        .any(|scheme| origin.strip_prefix(scheme).is_some_and(|origin| origin.eq_ignore_ascii_case(host)))
}

/// The content security policy: scripts, styles, images and connections of this server only, no frame around the page,
/// and no form.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds them.
pub(crate) fn add_to(fields: &mut HeaderMap) {
    for (name, value) in HEADERS {
        fields.insert(name, HeaderValue::from_static(value));
    }
    // By default, a browser checks each time whether its copy is still valid.
    fields.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
}
