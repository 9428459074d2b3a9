//! Encrypted connections.

use postgres::config::SslMode;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::path::PathBuf;
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The encryption of connections, and the trusted certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseEncryption {
    None,
    /// TLS with the root certificates in this file, or with those of the system.
    Verified(Option<PathBuf>),
}

impl DatabaseEncryption {
    /// Interprets `PGSSLMODE` and `PGSSLROOTCERT`. With TLS, the server must have a certificate for its name. By
    /// default TLS is used for remote servers.
    ///
    /// # Errors
    /// A sentence: the mode is unknown.
    pub(crate) fn read(mode: Option<&str>, roots: Option<String>, is_local: bool) -> Result<Self, String> {
        let roots = roots.filter(|roots| roots != "system").map(PathBuf::from);
        match mode {
            Some("disable") => Ok(Self::None),
            None | Some("allow" | "prefer") if is_local => Ok(Self::None),
            None | Some("allow" | "prefer" | "require" | "verify-ca" | "verify-full") => Ok(Self::Verified(roots)),
            Some(other) => Err(format!("the mode of TLS is `{other:.20}`, but it can be disable or verify-full")),
        }
    }

    pub(crate) const fn mode(&self) -> SslMode {
        match self {
            Self::None => SslMode::Disable,
            Self::Verified(_) => SslMode::Require,
        }
    }

    /// Creates the TLS connector; `None` without encryption.
    ///
    /// # Errors
    /// A sentence: there are no usable root certificates.
    pub(crate) fn connector(&self) -> Result<Option<MakeRustlsConnect>, String> {
        let Self::Verified(file) = self else { return Ok(None) };
        let mut roots = RootCertStore::empty();
        match file {
            Some(file) => {
                let failed = |error: String| format!("the certificates in {}: {error}", file.display());
                let all = CertificateDer::pem_file_iter(file).map_err(|error| failed(error.to_string()))?;
                for certificate in all {
                    let certificate = certificate.map_err(|error| failed(error.to_string()))?;
                    roots.add(certificate).map_err(|error| failed(error.to_string()))?;
                }
            }
            None => _ = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs),
        }
        if roots.is_empty() {
            return Err(
                "there are no certificates that could vouch for the database; PGSSLROOTCERT=FILE names some".into()
            );
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| error.to_string())?.with_root_certificates(roots).with_no_client_auth();
        Ok(Some(MakeRustlsConnect::new(config)))
    }
}
