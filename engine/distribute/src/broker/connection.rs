//! Connections to the broker.

use super::{Broker, of_client};
use crate::error::DistributeError;
use crate::names::WorkerName;
use async_nats::{ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use plyd_foreign::{HAND_WRITTEN, NeededAccess, UnreadableFile, open_private, read, text_of};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The timeout of the first connection.
const FIRST_TIME: Duration = Duration::from_secs(10);

/// The minimum time for retrying requests that a restarting broker rejects, and the minimum number of attempts. A
/// request sent just before the end of the broker is not rejected, and takes the whole [`ANSWER_TIME`].
const PATIENCE: Duration = Duration::from_secs(5);
const LEAST_ATTEMPTS: u32 = 3;

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(200);

/// The timeout for an answer of the broker.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// The maximum number of unread messages per subscription. Further messages are lost, and sent again.
const WAITING_MESSAGES: usize = 512;

/// The minimum interval between two log lines about lost messages.
const FULL_PAUSE: Duration = Duration::from_secs(60);

/// The maximum size of a file with a secret in bytes.
const LONGEST_SECRET: u64 = 64 << 10;

/// The address of a broker, and the files with its credentials.
#[derive(Clone, Debug, Default)]
pub struct BrokerOptions {
    /// The URL `nats://HOST:PORT` or `tls://HOST:PORT` without a password; several are separated by commas.
    pub url: String,
    /// A credentials file, which contains a JWT and the seed of its key.
    pub creds: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A file with the password of the user in the address.
    pub password: Option<PathBuf>,
    /// A file with trusted certificates in addition to those of the system.
    pub ca: Option<PathBuf>,
}

impl BrokerOptions {
    /// Parses the addresses.
    ///
    /// # Errors
    /// An address is invalid, or contains a password, which others would see in the list of processes.
    fn addresses(&self) -> Result<Vec<ServerAddr>, DistributeError> {
        let mut addresses = Vec::new();
        for text in self.url.split(',') {
            let address: ServerAddr = text.trim().parse().map_err(|error| {
                DistributeError::Refused(format!("`{}` is no address of a broker: {error}", without_secrets(text)))
            })?;
            if address.password().is_some() {
                return Err(DistributeError::Refused(format!(
                    "the address {} has a password, which everybody on this machine could read in the list of \
                     processes; put it into a file, and give that by --password-file FILE, or use --creds FILE",
                    without_secrets(text)
                )));
            }
            addresses.push(address);
        }
        Ok(addresses)
    }

    /// Connects, and keeps the connection alive. A broker that cannot be reached may be about to start, so the attempts
    /// continue for a few seconds.
    ///
    /// # Errors
    /// The address is invalid, a file cannot be read, or the broker cannot be reached or rejects the connection.
    pub async fn connect(&self, name: &str) -> Result<Broker, DistributeError> {
        self.connect_as(name, None).await
    }

    /// Connects, optionally as a worker. Answers to a worker are sent on subjects that begin with its name, so that a
    /// broker with users can hide them from others.
    pub(crate) async fn connect_as(&self, name: &str, worker: Option<&WorkerName>) -> Result<Broker, DistributeError> {
        let addresses = self.addresses()?;
        let url = without_secrets(&self.url);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(ANSWER_TIME)
            .request_timeout(Some(ANSWER_TIME))
            .subscription_capacity(WAITING_MESSAGES)
            .ping_interval(Duration::from_secs(10))
            .reconnect_delay_callback(|attempts| Duration::from_millis((50 * attempts.min(40)) as u64))
            .event_callback({
                let (url, full) = (url.clone(), Arc::new(Mutex::new(None)));
                move |event| {
                    let (url, full) = (url.clone(), Arc::clone(&full));
                    async move { log(&url, &event, &full) }
                }
            });
        if let Some(worker) = worker {
            options = options.custom_inbox_prefix(format!("_INBOX.{worker}"));
        }
        if let Some(file) = &self.ca {
            // Checked first, because the client library would wait for a pipe, and read a device forever.
            let failed = |reason: UnreadableFile| DistributeError::system(file.display().to_string(), reason.into());
            read(file, HAND_WRITTEN).map_err(failed)?;
            options = options.add_root_certificates(file.clone());
        }
        if let Some(file) = &self.creds {
            let failed = |error| DistributeError::system(format!("the credentials file {}", file.display()), error);
            // The parser detects the end of a part by the line after it.
            options = options.credentials(&(secret(file)? + "\n")).map_err(failed)?;
        }
        if let Some(file) = &self.nkey {
            options = options.nkey(secret(file)?);
        }
        if let Some(file) = &self.password {
            let user = addresses.iter().find_map(ServerAddr::username).ok_or_else(|| {
                DistributeError::Refused(format!("--password-file needs the user in the address: nats://USER@{url}"))
            })?;
            options = options.user_and_password(user.to_owned(), secret(file)?);
        }
        let failed = |reason: String| DistributeError::Broker { url: url.clone(), what: "cannot connect", reason };
        let client = patiently(async || {
            let connected = tokio::time::timeout(FIRST_TIME, options.clone().connect(&addresses)).await;
            match connected.map_err(|_| failed("it does not answer".into()))? {
                Err(error) if matches!(error.kind(), ConnectErrorKind::Io | ConnectErrorKind::TimedOut) => {
                    Err(failed(reason(&error)))
                }
                // More time would not help.
                last => Ok(last.map_err(|error| failed(reason(&error)))),
            }
        });
        let client = client.await??;
        let broker = of_client(url, client);
        if worker.is_none() {
            return Ok(broker);
        }
        patiently(async || broker.clone().for_worker().await).await
    }
}

/// Retries an operation while the broker may be restarting.
///
/// # Errors
/// The operation failed for a reason unrelated to the broker, or still fails after [`PATIENCE`] and [`LEAST_ATTEMPTS`].
pub(crate) async fn patiently<T>(
    mut attempt: impl AsyncFnMut() -> Result<T, DistributeError>,
) -> Result<T, DistributeError> {
    let begun = Instant::now();
    let mut attempts = 0;
    loop {
        attempts += 1;
        match attempt().await {
            Err(error @ DistributeError::Broker { .. }) if attempts < LEAST_ATTEMPTS || begun.elapsed() < PATIENCE => {
                if attempts == 1 {
                    tracing::warn!("{error}; it is tried again for {} s", PATIENCE.as_secs());
                }
                tokio::time::sleep(PAUSE).await;
            }
            ended => return ended,
        }
    }
}

/// Describes why a connection failed. The source is included, because the error itself names neither the certificate
/// nor the port.
fn reason(error: &ConnectError) -> String {
    let source = std::error::Error::source(error).map_or_else(String::new, |source| format!(": {source}"));
    format!("{error}{source}")
}

/// Removes the user and the password from an address.
fn without_secrets(url: &str) -> String {
    let each = |text: &str| match text.rsplit_once('@') {
        Some((before, host)) => {
            let scheme = before.split_once("://").map_or("", |(scheme, _)| scheme);
            if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
        }
        None => text.to_owned(),
    };
    url.split(',').map(each).collect::<Vec<_>>().join(",")
}

/// Reads the only line of a file that no other user can read, or its whole content if it has several.
fn secret(file: &Path) -> Result<String, DistributeError> {
    let content = open_private(file, NeededAccess::Secret).and_then(|open| text_of(open, LONGEST_SECRET));
    let failed = |reason: UnreadableFile| DistributeError::system(file.display().to_string(), reason.into());
    Ok(content.map_err(failed)?.trim_end().to_owned())
}

/// Logs an event. `full` is the time of the last report of lost messages, so that a sender of too many messages cannot
/// fill the log.
fn log(url: &str, event: &Event, full: &Mutex<Option<Instant>>) {
    match event {
        Event::SlowConsumer(_) => {
            let mut full = full.lock().unwrap_or_else(PoisonError::into_inner);
            if full.is_none_or(|said| said.elapsed() >= FULL_PAUSE) {
                *full = Some(Instant::now());
                tracing::warn!("the broker {url}: messages come faster than they are read, and some are lost");
            }
        }
        Event::Connected => tracing::info!("connected to the broker {url}"),
        Event::Disconnected => tracing::warn!("the connection to the broker {url} is lost; it is made again"),
        // Caused by this program itself.
        Event::Closed | Event::Draining => tracing::debug!("the connection to the broker {url} is closed"),
        other => tracing::warn!("the broker {url}: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_a_password_is_refused_and_not_repeated() {
        for url in ["nats://me:secret@host:4222", "nats://a:4222,nats://me:secret@b:4222"] {
            let options = BrokerOptions { url: url.into(), ..BrokerOptions::default() };
            let error = options.addresses().unwrap_err().to_string();
            assert!(error.contains("--password-file") && !error.contains("secret"), "{error}");
        }
        let options = BrokerOptions { url: "nats://me@host:4222, tls://b".into(), ..BrokerOptions::default() };
        assert_eq!(options.addresses().unwrap().len(), 2);
        let error = BrokerOptions { url: "ftp://x".into(), ..options }.addresses().unwrap_err().to_string();
        assert!(error.contains("`ftp://x` is no address of a broker"), "{error}");
    }

    #[test]
    fn an_address_is_told_without_secrets() {
        assert_eq!(without_secrets("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_secrets("me:secret@host,nats://other"), "host,nats://other");
    }
}
