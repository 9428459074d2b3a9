//! The connection to a daemon: over TCP, in TLS if that is asked for, or over a Unix socket.

use anyhow::{Context, ensure};
use plyd_foreign::HAND_WRITTEN;
use plyd_server::ListenAddress;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// How a connection is encrypted, and whom it trusts.
#[derive(Clone)]
pub(super) struct ConnectionEncryption {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

/// A stream of bytes both ways.
pub(super) trait DialStream: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> DialStream for S {}

impl ConnectionEncryption {
    /// For the server at this address, which must have a certificate of this name, or of the host. It is vouched for by
    /// the certificates in the file, or the system's.
    ///
    /// # Errors
    /// The address has no name, or there are no certificates to trust.
    pub(super) fn new(address: &str, name: Option<&str>, ca: Option<&Path>) -> anyhow::Result<Self> {
        ensure!(!address.starts_with(ListenAddress::UNIX), "a Unix socket has no TLS; leave --tls out");
        let name = name.unwrap_or_else(|| host(address));
        let name = ServerName::try_from(name.to_owned())
            .with_context(|| format!("`{name}` is neither the name nor the address of a server"))?;
        let roots = match ca {
            Some(file) => roots_of(file).with_context(|| format!("cannot use {}", file.display()))?,
            None => roots_of_system()?,
        };
        let builder = ClientConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_safe_default_protocol_versions()?;
        let config = Arc::new(builder.with_root_certificates(roots).with_no_client_auth());
        Ok(Self { config, name })
    }
}

/// The host of an address, without its port and without the brackets of IPv6.
fn host(address: &str) -> &str {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// Whether the text of the address shows that it is one of this machine.
pub(super) fn is_local(address: &str) -> bool {
    let host = host(address);
    let is_loopback = |host: &str| host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    address.starts_with(ListenAddress::UNIX) || host == "localhost" || is_loopback(host)
}

fn roots_of(file: &Path) -> anyhow::Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&plyd_foreign::read(file, HAND_WRITTEN)?) {
        roots.add(certificate?)?;
    }
    ensure!(!roots.is_empty(), "it has no certificate in PEM, `-----BEGIN CERTIFICATE-----`");
    Ok(roots)
}

fn roots_of_system() -> anyhow::Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    ensure!(!roots.is_empty(), "the system has no certificates to trust; --ca FILE names some");
    Ok(roots)
}

/// Connects.
///
/// # Errors
/// Those of the system, and of a server whose certificate is not to be trusted.
pub(super) async fn dial(address: &str, encryption: Option<ConnectionEncryption>) -> io::Result<Box<dyn DialStream>> {
    if let Some(path) = address.strip_prefix(ListenAddress::UNIX) {
        return dial_socket(path).await;
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let Some(ConnectionEncryption { config, name }) = encryption else { return Ok(Box::new(stream)) };
    let greeted = TlsConnector::from(config).connect(name, stream).await;
    Ok(Box::new(greeted.map_err(explained)?))
}

#[cfg(unix)]
async fn dial_socket(path: &str) -> io::Result<Box<dyn DialStream>> {
    Ok(Box::new(tokio::net::UnixStream::connect(path).await?))
}

#[cfg(not(unix))]
async fn dial_socket(_: &str) -> io::Result<Box<dyn DialStream>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no such sockets"))
}

/// The error, with the way out where there is one.
fn explained(error: io::Error) -> io::Error {
    use rustls::{CertificateError, Error};
    let advice = match error.get_ref().and_then(|inner| inner.downcast_ref()) {
        Some(Error::InvalidMessage(_)) => "the server does not speak TLS; leave --tls out",
        Some(Error::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature)) => {
            "nobody whom you trust vouches for the server; --ca FILE names whom you trust"
        }
        Some(Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        )) => "the server's certificate is for another name; --server-name NAME expects that",
        Some(Error::InvalidCertificate(CertificateError::Expired | CertificateError::ExpiredContext { .. })) => {
            "the server's certificate has expired; its operator must renew it"
        }
        Some(Error::InvalidCertificate(
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. },
        )) => "the server's certificate is not valid yet; is the clock of this machine right?",
        Some(Error::InvalidCertificate(CertificateError::Other(_))) => {
            "a server needs a certificate that is not an authority's (basicConstraints CA:FALSE)"
        }
        _ => return error,
    };
    io::Error::new(error.kind(), format!("{advice} ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_to_check_is_that_of_the_host() {
        for (address, name) in [
            ("example.org:7878", "example.org"),
            ("[::1]:7878", "::1"),
            ("192.0.2.1:1", "192.0.2.1"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(host(address), name);
            assert!(ServerName::try_from(name).is_ok());
        }
    }
}
