//! JSON-RPC over HTTP: one POST for each request, on a connection of its own. Nothing can be pushed.
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Limits;
use super::messages::{parse_message, request_text, result_of};
use crate::discover::{Target, authority};
use crate::error::Error;

const LARGEST_ANSWER: u64 = 16 << 20;

pub(crate) struct Http {
    authority: String,
    path: String,
    token: Option<String>,
}

/// A failure after which the same request may be sent again.
enum Failure {
    Again(String),
    Final(Error),
}

impl Http {
    pub(crate) fn new(target: Target) -> Result<Self, Error> {
        let authority = authority(&target.url).filter(|host| !host.is_empty());
        let authority = authority
            .ok_or_else(|| Error::Invalid(format!("{} names no host.", target.url)))?
            .to_owned();
        let path = target
            .url
            .split_once("://")
            .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        let path = path.filter(|path| *path != "/").unwrap_or("/rpc").to_owned();
        Ok(Self {
            authority,
            path,
            token: target.token,
        })
    }

    pub(crate) async fn open(&self) -> Result<(), Error> {
        self.connect().await.map(drop).map_err(|failure| self.error(failure))
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        dress: &(dyn Fn() -> Map<String, Value> + Send + Sync),
        again: bool,
        limits: Limits,
    ) -> Result<Value, Error> {
        let mut failures = 0;
        loop {
            let body = request_text(method, dress(), 1);
            match self.post(&body).await {
                Ok(answer) => return read(&answer),
                Err(failure @ Failure::Final(_)) => return Err(self.error(failure)),
                Err(failure) if !again => return Err(self.error(failure)),
                Err(Failure::Again(_)) => {
                    tokio::time::sleep(limits.delay(failures)).await;
                    failures += 1;
                }
            }
        }
    }

    fn error(&self, failure: Failure) -> Error {
        match failure {
            Failure::Final(error) => error,
            Failure::Again(why) => {
                let message = format!(
                    "Gatehouse cannot be reached at http://{}. Is it running? ({why})",
                    self.authority
                );
                Error::Unreachable(message)
            }
        }
    }

    async fn connect(&self) -> Result<TcpStream, Failure> {
        let address = match self.authority.rsplit_once(':') {
            Some((_, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => self.authority.clone(),
            _ => format!("{}:80", self.authority),
        };
        TcpStream::connect(address)
            .await
            .map_err(|error| Failure::Again(error.to_string()))
    }

    async fn post(&self, body: &str) -> Result<String, Failure> {
        let mut stream = self.connect().await?;
        let token = self
            .token
            .as_ref()
            .map(|token| format!("Authorization: Bearer {token}\r\n"))
            .unwrap_or_default();
        let request = format!(
            "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n{token}\r\n{body}",
            self.path,
            self.authority,
            body.len(),
        );
        let again = |error: std::io::Error| Failure::Again(error.to_string());
        stream.write_all(request.as_bytes()).await.map_err(again)?;
        let mut bytes = Vec::new();
        // The connection ends with the answer, because that was asked for.
        stream
            .take(LARGEST_ANSWER)
            .read_to_end(&mut bytes)
            .await
            .map_err(again)?;
        response(&bytes)
    }
}

fn read(answer: &str) -> Result<Value, Error> {
    let message = parse_message(answer)
        .filter(|message| matches!(message.get("id"), None | Some(Value::Null)) || message["id"] == 1)
        .ok_or_else(|| Error::Unreachable("The answer is no JSON-RPC response.".to_owned()))?;
    result_of(message)
}

fn response(bytes: &[u8]) -> Result<String, Failure> {
    let unreadable = || Failure::Final(Error::Unreachable("The answer is no HTTP response.".to_owned()));
    let cut = || Failure::Again("the answer was cut off".to_owned());
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").ok_or_else(|| {
        if bytes.is_empty() || bytes.starts_with(b"HTTP/1.") {
            cut()
        } else {
            unreadable()
        }
    })?;
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let body = &bytes[end + 4..];
    let mut lines = head.lines();
    let status = lines
        .next()
        .filter(|line| line.starts_with("http/1."))
        .and_then(|line| line.split(' ').nth(1));
    let status: u16 = status.and_then(|text| text.parse().ok()).ok_or_else(unreadable)?;
    let headers: Vec<(&str, &str)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect();
    let header = |name: &str| headers.iter().find(|(each, _)| *each == name).map(|(_, value)| *value);
    let whole = if header("transfer-encoding") == Some("chunked") {
        chunks(body).ok_or_else(cut)?
    } else if let Some(length) = header("content-length") {
        let length: usize = length.parse().map_err(|_| unreadable())?;
        body.get(..length).ok_or_else(cut)?.to_vec()
    } else {
        body.to_vec()
    };
    let text = String::from_utf8(whole).map_err(|_| unreadable())?;
    match status {
        200 => Ok(text),
        // Too many at once, or it is stopping: the same request may be answered later.
        429 | 503 => Err(Failure::Again(format!("it answered {status}"))),
        _ => Err(Failure::Final(Error::Unreachable(format!(
            "The engine answered {status}: {text}"
        )))),
    }
}

/// None when it ends too early.
fn chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?.split(';').next()?.trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(end + 2..)?.get(..size)?);
        rest = rest.get(end + 2 + size + 2..)?;
    }
}
