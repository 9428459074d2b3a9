//! What a client must do before it has a session: a TLS handshake and a token, if the server asks for them. A page
//! always needs a token, because every other page in the same browser can reach the server too.

use crate::connection::{Connection, ConnectionReader, ConnectionWriter, PeerAddress};
use crate::error::ServeError;
use crate::failures::Failures;
use crate::keys::{Keyring, TokenHash};
use crate::places::ClientSlot;
use crate::settings::ServerSettings;
use crate::tls::Tls;
use plyd_protocol::{ClientRights, Command, ErrorCode, Reply, Right, Secret, parse};
use plyd_session::Access;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The time for the greeting in TLS.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// The time for the line with the token.
const AUTH_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest line with a token, in bytes.
const LONGEST_AUTH_LINE: usize = 1_024;
/// The first byte of a greeting in TLS.
const TLS_HANDSHAKE: u8 = 0x16;

/// The door of a server.
#[derive(Debug)]
pub(crate) struct Authentication {
    pub(crate) keyring: Option<Arc<Keyring>>,
    pub(crate) tls: Option<Arc<Tls>>,
    /// The token of the pages of this server, and what they may do with it.
    page_token: Option<(TokenHash, Right)>,
    failures: Failures,
}

/// A client that was let in.
#[derive(Debug)]
pub(crate) struct AdmittedClient {
    pub(crate) reader: ConnectionReader,
    pub(crate) writer: ConnectionWriter,
    pub(crate) access: Access,
    /// The name of its token, if it needed one.
    pub(crate) token: Option<String>,
}

/// A client that was not let in.
#[derive(Debug)]
pub(crate) struct ClientRefusal {
    /// Why, for the log.
    pub(crate) reason: String,
    /// The reply, and the connection for it; `None` if that was closed without a message.
    pub(crate) answer: Option<RefusalReply>,
}

/// Why a token does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenDenial {
    /// There is none, or it is unknown; and the delay before the client learns that.
    Unknown(Duration),
    /// It lacks the right.
    Forbidden,
}

/// The reply to a refused client, and its connection. In a box, because nearly all clients are let in.
pub(crate) type RefusalReply = Box<(Reply, ConnectionReader, ConnectionWriter)>;

impl Authentication {
    /// The door that these settings ask for, with a token for pages if there are any.
    ///
    /// # Errors
    /// The file of tokens, the certificate or its key cannot be used, or one of the last two is missing.
    pub(crate) fn open(settings: &ServerSettings, page_token: Option<(TokenHash, Right)>) -> Result<Self, ServeError> {
        let (certificate, key) = (settings.tls_certificate.clone(), settings.tls_key.clone());
        if settings.has_tls() == key.as_os_str().is_empty() {
            return Err(ServeError::HalfOfPair);
        }
        let keyring = settings.has_tokens().then(|| Keyring::open(settings.token_file.clone())).transpose()?;
        let tls = settings.has_tls().then(|| Tls::open(certificate, key)).transpose()?.map(Arc::new);
        Ok(Self { keyring, tls, page_token, failures: Failures::default() })
    }

    /// Whether a client of this kind has to wait here at all.
    pub(crate) fn is_open(&self, connection: &Connection) -> bool {
        self.keyring.is_none() && self.tls_of(connection).is_none() && !matches!(connection, Connection::Web(_))
    }

    /// What a socket of this machine carries leaves it for no network, and needs no TLS.
    pub(crate) fn tls_of(&self, connection: &Connection) -> Option<&Tls> {
        self.tls.as_deref().filter(|_| matches!(connection, Connection::Tcp(_)))
    }

    /// Lets a client in that waits in this place, or says why not; within the times for the greeting and for the token.
    pub(crate) async fn admit(
        &self,
        connection: Connection,
        peer: PeerAddress,
        place: &ClientSlot,
    ) -> Result<AdmittedClient, ClientRefusal> {
        let connection = match (self.tls_of(&connection), connection) {
            (Some(tls), Connection::Tcp(stream)) => greet(tls, stream, place).await?,
            (_, connection) => connection,
        };
        let is_page = matches!(connection, Connection::Web(_));
        let (reader, writer) = connection.split();
        if self.keyring.is_none() && !is_page {
            return Ok(AdmittedClient { reader, writer, access: Access::FREE, token: None });
        }
        self.ask(is_page, peer.ip(), (reader, writer), place).await
    }

    /// What a client may do that sends this text as its token, and the token's name. The page's own counts for pages
    /// only.
    fn unlock(&self, text: &str, is_page: bool) -> Option<(String, Access)> {
        if let Some((token, right)) = self.page_token
            && is_page
            && token == TokenHash::of(text)
        {
            let rights = ClientRights::from(right);
            return Some(("page".to_owned(), Access { rights, revoked: Some(CancellationToken::new()) }));
        }
        let (name, mut access) = self.keyring.as_ref()?.unlock(text)?;
        // A page on which its own token only looks on lets nobody do more: those whose place it is must not wait.
        if let Some((_, Right::Watch)) = self.page_token
            && is_page
            && access.rights.allow(Right::Watch)
        {
            access.rights = Right::Watch.into();
        }
        Some((name, access))
    }

    /// Whether a client that sends this text as its token has this right. Where clients need no token, all have it.
    pub(crate) fn check(&self, token: Option<&str>, right: Right, address: IpAddr) -> Result<(), TokenDenial> {
        let Some(keyring) = &self.keyring else { return Ok(()) };
        let token = token.ok_or(TokenDenial::Unknown(Duration::ZERO))?;
        match keyring.unlock(token) {
            Some((_, access)) if access.rights.allow(right) => Ok(()),
            Some(_) => Err(TokenDenial::Forbidden),
            None => Err(TokenDenial::Unknown(self.failures.count(address, Instant::now()))),
        }
    }

    async fn ask(
        &self,
        is_page: bool,
        address: IpAddr,
        (mut reader, mut writer): (ConnectionReader, ConnectionWriter),
        place: &ClientSlot,
    ) -> Result<AdmittedClient, ClientRefusal> {
        let refused = |code, text: String, reader, writer| {
            Err(ClientRefusal {
                reason: text.clone(),
                answer: Some(Box::new((Reply::Error { code, text }, reader, writer))),
            })
        };
        let required = |why: &str| format!("{why}; the first line must be `auth TOKEN`, see `plyd connect --token`");
        let line = match timeout(AUTH_TIMEOUT, reader.line(LONGEST_AUTH_LINE, || place.has_sent())).await {
            Err(_) => {
                let text = required(&format!("no token came within {} seconds", AUTH_TIMEOUT.as_secs()));
                return refused(ErrorCode::AuthRequired, text, reader, writer);
            }
            Ok(Err(error)) => return Err(ClientRefusal { reason: error.to_string(), answer: None }),
            Ok(Ok(line)) => line,
        };
        let Some(token) = line.as_deref().and_then(sent_token) else {
            return refused(ErrorCode::AuthRequired, required("this server needs a token"), reader, writer);
        };
        match self.unlock(token.reveal(), is_page) {
            // It could only take a place from those that can do something here.
            Some((_, access)) if !access.rights.allow(Right::Watch) => {
                let rights = access.rights;
                let text = format!("a session needs the right `watch` or `play`, and this token has `{rights}`");
                refused(ErrorCode::Forbidden, text, reader, writer)
            }
            Some((name, access)) => {
                reader.enter();
                let answer = format!("{}\n", Reply::AuthOk);
                if let Err(error) = tell(&mut writer, &answer).await {
                    return Err(ClientRefusal { reason: error.to_string(), answer: None });
                }
                Ok(AdmittedClient { reader, writer, access, token: Some(name) })
            }
            None => {
                sleep(self.failures.count(address, Instant::now())).await;
                refused(ErrorCode::AuthFailed, "the server does not know this token".into(), reader, writer)
            }
        }
    }
}

/// The token that the first line of a client sends, `auth TOKEN`.
#[must_use]
pub fn sent_token(line: &[u8]) -> Option<Secret> {
    match parse(std::str::from_utf8(line).ok()?) {
        Ok(Some(Command::Auth(token))) => Some(token),
        _ => None,
    }
}

/// The greeting in TLS, of a client in this place.
pub(crate) async fn greet(
    tls: &Tls,
    stream: tokio::net::TcpStream,
    place: &ClientSlot,
) -> Result<Connection, ClientRefusal> {
    let silent = |reason: String| ClientRefusal { reason, answer: None };
    let late = || silent(format!("no greeting in TLS came within {} seconds", HANDSHAKE_TIMEOUT.as_secs()));
    let deadline = tokio::time::Instant::now() + HANDSHAKE_TIMEOUT;
    let mut first = [0];
    match tokio::time::timeout_at(deadline, stream.peek(&mut first)).await {
        Err(_) => return Err(late()),
        Ok(Err(error)) => return Err(silent(error.to_string())),
        Ok(Ok(0)) => return Err(silent("the client has left".into())),
        Ok(Ok(_)) if first == [TLS_HANDSHAKE] => place.has_sent(),
        Ok(Ok(_)) => {
            let text = "this server speaks TLS only, see `plyd connect --tls`; the connection is closed".to_owned();
            let (reader, writer) = Connection::Tcp(stream).split();
            let reply = Reply::Error { code: ErrorCode::WrongProtocol, text: text.clone() };
            return Err(ClientRefusal { reason: text, answer: Some(Box::new((reply, reader, writer))) });
        }
    }
    match tokio::time::timeout_at(deadline, tls.acceptor().accept(stream)).await {
        Err(_) => Err(late()),
        Ok(Err(error)) => Err(silent(format!("the greeting in TLS failed: {error}"))),
        Ok(Ok(stream)) => Ok(Connection::Tls(Box::new(stream))),
    }
}

/// Sends a line to a client that may not read.
async fn tell(writer: &mut ConnectionWriter, line: &str) -> io::Result<()> {
    let sending = async {
        writer.write_all(line.as_bytes()).await?;
        writer.flush().await
    };
    timeout(AUTH_TIMEOUT, sending).await?
}
