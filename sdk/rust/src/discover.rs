//! Finds the engine that runs for this user: its addresses and the owner's token, from the data directory.
use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::error::Error;

/// Where an engine listens, as its `address.json` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// For HTTP.
    pub http: String,
    /// For WebSockets.
    pub ws: String,
    /// The local socket.
    pub agent_socket: Option<String>,
    /// Its process.
    pub pid: u64,
}

pub(crate) struct Target {
    pub url: String,
    pub token: Option<String>,
}

/// `GATEHOUSE_HOME`, else where the desktop app puts its data. The platform is as Node names it: `linux`, `darwin`, `win32`.
pub fn data_directory(platform: &str, environment: &HashMap<String, String>, home: &str) -> String {
    let given = |name: &str| environment.get(name).filter(|value| !value.is_empty()).cloned();
    if let Some(explicit) = given("GATEHOUSE_HOME") {
        return explicit;
    }
    match platform {
        "win32" => {
            let base = given("APPDATA").unwrap_or_else(|| format!("{home}\\AppData\\Roaming"));
            format!("{base}\\Gatehouse")
        }
        "darwin" => format!("{home}/Library/Application Support/Gatehouse"),
        _ => format!(
            "{}/Gatehouse",
            given("XDG_CONFIG_HOME").unwrap_or_else(|| format!("{home}/.config"))
        ),
    }
}

/// None when the text is no address file.
pub fn parse_address(text: &str) -> Option<Address> {
    let said: Value = serde_json::from_str(text).ok()?;
    let member = |name: &str| said.get(name)?.as_str().map(str::to_owned);
    Some(Address {
        http: member("http")?,
        ws: member("ws")?,
        agent_socket: member("agent_socket"),
        pid: said.get("pid")?.as_u64()?,
    })
}

/// The token in the text of the token file.
pub fn parse_token(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|token| !token.is_empty())
}

/// The owner's token belongs to the engine it was made for; no other address gets to see it.
pub fn gets_token(url: &str, engine: &Address) -> bool {
    let host = authority(url);
    host.is_some() && (host == authority(&engine.http) || host == authority(&engine.ws))
}

/// Host and port of an address.
pub(crate) fn authority(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    rest.split(['/', '?']).next()
}

pub(crate) fn choose_target(url: Option<&str>, token: Option<&str>) -> Result<Target, Error> {
    let found = find_engine();
    let url = match (url, &found) {
        (Some(url), _) if url != "unix:" => url.to_owned(),
        (_, None) => {
            return Err(Error::Unreachable(
                "No running Gatehouse was found. Start it, or name its address.".to_owned(),
            ));
        }
        (None, Some((engine, _))) => engine.ws.clone(),
        (Some(_), Some((engine, _))) => match &engine.agent_socket {
            Some(socket) => format!("unix:{socket}"),
            None => return Err(Error::Unreachable("The running Gatehouse has no socket.".to_owned())),
        },
    };
    let given = token
        .map(str::to_owned)
        .or_else(|| std::env::var("GATEHOUSE_TOKEN").ok().filter(|text| !text.is_empty()));
    let own = found.and_then(|(engine, token)| if gets_token(&url, &engine) { token } else { None });
    Ok(Target {
        url,
        token: given.or(own),
    })
}

fn find_engine() -> Option<(Address, Option<String>)> {
    let platform = match std::env::consts::OS {
        "windows" => "win32",
        "macos" => "darwin",
        other => other,
    };
    let home = std::env::var(if platform == "win32" { "USERPROFILE" } else { "HOME" }).unwrap_or_default();
    let directory = data_directory(platform, &std::env::vars().collect(), &home);
    let read = |name: &str| std::fs::read_to_string(Path::new(&directory).join(name)).unwrap_or_default();
    let address = parse_address(&read("address.json")).filter(|address| is_running(address.pid))?;
    Some((address, parse_token(&read("token"))))
}

/// A crash leaves the file behind, and another program may have the port by now. Elsewhere the address is tried.
fn is_running(pid: u64) -> bool {
    !cfg!(target_os = "linux") || Path::new(&format!("/proc/{pid}")).exists()
}
