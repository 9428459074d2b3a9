//! Sockets that the program was started with: systemd makes them, and starts the server when somebody comes.
//!
//! `LISTEN_FDS` says how many there are, from descriptor 3 on, and `LISTEN_FDNAMES` what each is for.

#[cfg(target_os = "linux")]
mod systemd {
    use anyhow::{Context, bail, ensure};
    use listenfd::ListenFd;
    use plyd_server::{GivenSocket, GivenSockets};
    use socket2::SockRef;

    /// How the name of a socket ends to which its unit gives none.
    const UNIT: &str = ".socket";
    /// The name of a socket when no names were given.
    const UNNAMED: [&str; 2] = ["", "unknown"];

    pub(in crate::cli) fn take() -> anyhow::Result<GivenSockets> {
        let named = sd_notify::listen_fds_with_names().context("LISTEN_FDS or LISTEN_FDNAMES is wrong")?;
        let names: Vec<String> = named.map(|(_, name)| name).collect();
        let mut given = GivenSockets::default();
        if names.is_empty() {
            return Ok(given);
        }
        let mut descriptors = ListenFd::from_env();
        for (place, name) in names.iter().enumerate() {
            let slot = match name.as_str() {
                "metrics" => &mut given.metrics,
                "web" => &mut given.web,
                "admin" => &mut given.admin,
                name if name == "lines" || name.ends_with(UNIT) || UNNAMED.contains(&name) => &mut given.lines,
                name => bail!("a socket was given with the name {name:?}, but must be lines, metrics, web or admin"),
            };
            ensure!(slot.is_none(), "two sockets were given with the name {name:?}; plyd serves one of each kind");
            let socket = socket(&mut descriptors, place);
            *slot = Some(socket.with_context(|| format!("the socket that was given with the name {name:?}"))?);
        }
        Ok(given)
    }

    fn socket(descriptors: &mut ListenFd, place: usize) -> anyhow::Result<GivenSocket> {
        if let Ok(Some(listener)) = descriptors.take_unix_listener(place) {
            ensure!(SockRef::from(&listener).is_listener()?, "does not listen");
            return Ok(GivenSocket::Unix(listener));
        }
        match descriptors.take_tcp_listener(place)? {
            Some(listener) => {
                ensure!(SockRef::from(&listener).is_listener()?, "does not listen; set Accept=no");
                Ok(GivenSocket::Tcp(listener))
            }
            None => bail!("is not there"),
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use systemd::take;

/// There are no sockets from systemd here.
#[cfg(not(target_os = "linux"))]
pub(super) fn take() -> anyhow::Result<plyd_server::GivenSockets> {
    Ok(plyd_server::GivenSockets::default())
}
