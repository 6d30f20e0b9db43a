//! Transports: WebSockets and local sockets that last, and HTTP that asks each time.
mod channel;
mod duplex;
mod http;
mod messages;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::{Semaphore, mpsc, oneshot};

use self::duplex::{Command, Keeper, Request};
use self::http::Http;
use crate::discover::Target;
use crate::error::Error;

/// How much may be under way, and how often a lost connection is tried again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub max_in_flight: usize,
    pub max_queued: usize,
    pub reconnect_ms: u64,
}

impl Limits {
    /// None before the first attempt.
    pub(crate) fn delay(self, failures: u32) -> Duration {
        match failures {
            0 => Duration::ZERO,
            _ => Duration::from_millis((self.reconnect_ms << (failures - 1).min(10)).min(2000)),
        }
    }
}

/// What a transport asks and tells the client.
pub(crate) trait Hooks: Send + Sync {
    /// Adds the name and the signature; called each time a request is sent, because a signature is good once.
    fn dress(&self, method: &str, params: Map<String, Value>) -> Map<String, Value>;
    /// What is sent first on a connection that takes the place of a lost one.
    fn hello(&self) -> Option<(&'static str, Map<String, Value>)>;
    fn pushed(&self, method: &str, params: Map<String, Value>);
    fn lost(&self);
}

enum Kind {
    Lasting(mpsc::UnboundedSender<Command>),
    Http(Http),
}

pub(crate) struct Transport {
    kind: Kind,
    hooks: Arc<dyn Hooks>,
    limits: Limits,
    slots: Semaphore,
    waiting: AtomicUsize,
    reached: AtomicBool,
}

impl Transport {
    /// Needs a running tokio.
    pub(crate) fn new(target: Target, limits: Limits, hooks: Arc<dyn Hooks>) -> Result<Self, Error> {
        let kind = match target.url.split(':').next() {
            Some("http") => Kind::Http(Http::new(target)?),
            Some("ws" | "unix") => Kind::Lasting(Keeper::start(target, limits, Arc::clone(&hooks))),
            Some("wss") if cfg!(feature = "tls") => Kind::Lasting(Keeper::start(target, limits, Arc::clone(&hooks))),
            Some("wss") => {
                return Err(Error::Invalid(
                    "wss: needs the feature \"tls\" of gatehouse-sdk.".to_owned(),
                ));
            }
            _ => {
                let message = format!("{} must begin with ws:, wss:, http: or unix:.", target.url);
                return Err(Error::Invalid(message));
            }
        };
        let slots = Semaphore::new(limits.max_in_flight);
        Ok(Self {
            kind,
            hooks,
            limits,
            slots,
            waiting: AtomicUsize::new(0),
            reached: AtomicBool::new(false),
        })
    }

    /// Whether the engine can send what was not asked for.
    pub(crate) fn pushes(&self) -> bool {
        matches!(self.kind, Kind::Lasting(_))
    }

    pub(crate) async fn open(&self) -> Result<(), Error> {
        match &self.kind {
            Kind::Http(http) => http.open().await,
            Kind::Lasting(commands) => {
                let (opened, open) = oneshot::channel();
                commands.send(Command::Open(opened)).map_err(|_| closed())?;
                open.await.map_err(|_| closed())?
            }
        }
    }

    pub(crate) async fn request(
        &self,
        method: &'static str,
        params: Map<String, Value>,
        timeout: Duration,
        again: bool,
    ) -> Result<Value, Error> {
        let _place = self.place().await?;
        let late = || {
            Error::Timeout(format!(
                "Gatehouse did not answer {method} within {} s.",
                timeout.as_secs_f64()
            ))
        };
        match &self.kind {
            Kind::Http(http) => {
                let dress = || self.hooks.dress(method, params.clone());
                let again = again && self.reached.load(Ordering::Relaxed);
                let answer = http.request(method, &dress, again, self.limits);
                let answer = tokio::time::timeout(timeout, answer).await.map_err(|_| late())?;
                if matches!(answer, Ok(_) | Err(Error::Refused(_))) {
                    self.reached.store(true, Ordering::Relaxed);
                }
                answer
            }
            Kind::Lasting(commands) => {
                let (sender, answer) = oneshot::channel();
                let request = Request {
                    method,
                    params,
                    again,
                    answer: sender,
                };
                commands.send(Command::Request(request)).map_err(|_| closed())?;
                tokio::time::timeout(timeout, answer)
                    .await
                    .map_err(|_| late())?
                    .map_err(|_| closed())?
            }
        }
    }

    /// Backpressure: so many requests at a time, others wait in order, and beyond a limit a call fails at once.
    async fn place(&self) -> Result<tokio::sync::SemaphorePermit<'_>, Error> {
        if let Ok(place) = self.slots.try_acquire() {
            return Ok(place);
        }
        let waiting = Waiting::begin(&self.waiting);
        if waiting.before >= self.limits.max_queued {
            let message = format!(
                "{} requests wait already. Send fewer at a time.",
                self.limits.max_queued
            );
            return Err(Error::Overloaded(message));
        }
        self.slots.acquire().await.map_err(|_| closed())
    }
}

/// Counts who waits, also when the waiting is given up.
struct Waiting<'count> {
    count: &'count AtomicUsize,
    before: usize,
}

impl<'count> Waiting<'count> {
    fn begin(count: &'count AtomicUsize) -> Self {
        Self {
            count,
            before: count.fetch_add(1, Ordering::Relaxed),
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}

fn closed() -> Error {
    Error::Unreachable("The client was closed.".to_owned())
}
