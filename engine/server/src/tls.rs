//! TLS: the certificate and its key, and the greeting of clients.

use plyd_foreign::{HAND_WRITTEN, NeededAccess, UnreadableFile, bytes_of, open_private, read as read_file};
use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::NoServerSessionStorage;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_rustls::TlsAcceptor;

/// A certificate with its key, in the files from which they are read again.
#[derive(Debug)]
pub(crate) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    config: Mutex<Arc<ServerConfig>>,
}

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot use {}: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: UnreadableFile,
    },
    /// A file is no PEM, or has no certificate or key.
    #[error("{}: {reason}; it must have {needed} in PEM", path.display())]
    Pem {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: pem::Error,
        /// What must be in it.
        needed: &'static str,
    },
    /// There is no certificate in the file.
    #[error("{} has no certificate in PEM, `-----BEGIN CERTIFICATE-----`", path.display())]
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// The certificate and the key do not work, or do not belong together.
    #[error("the certificate of {} does not work with the key of {}: {reason}", certificate.display(), key.display())]
    Pair {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// Why not.
        reason: rustls::Error,
    },
}

impl Tls {
    /// Reads a certificate, with those that vouch for it, and its key.
    ///
    /// # Errors
    /// A file cannot be read, is no PEM, or the two do not belong together.
    pub(crate) fn open(certificate: PathBuf, key: PathBuf) -> Result<Self, TlsError> {
        let config = Mutex::new(read(&certificate, &key)?);
        Ok(Self { certificate, key, config })
    }

    /// Reads the files again. If that fails, the old pair stays.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        // Keep the lock meanwhile: of two calls at the same time, the later one must not be overtaken.
        let mut config = self.config();
        match read(&self.certificate, &self.key) {
            Ok(new) => {
                *config = new;
                tracing::info!("the certificate and its key were read again");
                Ok(())
            }
            Err(error) => {
                tracing::error!("the old certificate stays: {error}");
                Err(error)
            }
        }
    }

    /// Greets clients with the present certificate.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config()))
    }

    fn config(&self) -> MutexGuard<'_, Arc<ServerConfig>> {
        self.config.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let unusable = |path: &Path| {
        let path = path.to_owned();
        move |reason| TlsError::Unusable { path, reason }
    };
    let wrong = |path: &Path, needed| {
        let path = path.to_owned();
        move |reason| TlsError::Pem { path, reason, needed }
    };
    let chain = read_file(certificate, HAND_WRITTEN).map_err(unusable(certificate))?;
    let chain = CertificateDer::pem_slice_iter(&chain).collect::<Result<Vec<_>, _>>();
    let chain = chain.map_err(wrong(certificate, "certificates"))?;
    if chain.is_empty() {
        return Err(TlsError::NoCertificate { path: certificate.to_owned() });
    }
    let secret = open_private(key, NeededAccess::Secret).and_then(|file| bytes_of(file, HAND_WRITTEN));
    let secret = secret.map_err(unusable(key))?;
    let private = PrivateKeyDer::from_pem_slice(&secret).map_err(wrong(key, "a private key"))?;
    let pair = |reason| TlsError::Pair { certificate: certificate.to_owned(), key: key.to_owned(), reason };
    let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(pair)?;
    let mut config = builder.with_no_client_auth().with_single_cert(chain, private).map_err(pair)?;
    // Clients stay for long. To resume a session later would save them little, and cost memory and secrets here.
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    Ok(Arc::new(config))
}
