//! The headers of every answer, which bind what the page can do in a browser.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Scripts, styles and connections of this server only, no other page around this one, no form, nothing else.
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
    // A browser asks again each time, if nothing else was said.
    fields.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
}
