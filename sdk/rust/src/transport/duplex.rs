//! JSON-RPC over one lasting connection: answers in any order, pushes in between, and resuming after a break.
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};

use super::channel::{self, Lost, Receiver, Sender};
use super::messages::{parse_message, request_text, result_of};
use super::{Hooks, Limits};
use crate::discover::Target;
use crate::error::Error;

pub(crate) type Answer = Result<Value, Error>;

pub(crate) struct Request {
    pub method: &'static str,
    pub params: Map<String, Value>,
    /// Whether it is sent again after a lost connection.
    pub again: bool,
    pub answer: oneshot::Sender<Answer>,
}

pub(crate) enum Command {
    /// Answered when the connection is open.
    Open(oneshot::Sender<Result<(), Error>>),
    Request(Request),
}

/// Holds the connection; ends when the last sender of commands is gone.
pub(crate) struct Keeper {
    target: Target,
    limits: Limits,
    hooks: Arc<dyn Hooks>,
    commands: mpsc::UnboundedReceiver<Command>,
    /// In the order in which they were first sent, which is the order in which they are sent again.
    entries: BTreeMap<u64, Request>,
    /// Which entry a JSON-RPC id is about, on this connection.
    by_id: HashMap<u64, u64>,
    openers: Vec<oneshot::Sender<Result<(), Error>>>,
    last_entry: u64,
    last_id: u64,
    was_open: bool,
}

/// Why a connection was given up.
enum End {
    Lost,
    Closed,
}

impl Keeper {
    pub(crate) fn start(target: Target, limits: Limits, hooks: Arc<dyn Hooks>) -> mpsc::UnboundedSender<Command> {
        let (sender, commands) = mpsc::unbounded_channel();
        let keeper = Self {
            target,
            limits,
            hooks,
            commands,
            entries: BTreeMap::new(),
            by_id: HashMap::new(),
            openers: Vec::new(),
            last_entry: 0,
            last_id: 0,
            was_open: false,
        };
        tokio::spawn(keeper.run());
        sender
    }

    async fn run(mut self) {
        let mut failures = 0;
        loop {
            if !self.was_open && self.entries.is_empty() && self.openers.is_empty() {
                match self.commands.recv().await {
                    Some(command) => self.take(command),
                    None => return,
                }
            }
            match channel::open(&self.target.url, self.target.token.as_deref()).await {
                Ok((sender, receiver)) => {
                    failures = 0;
                    if matches!(self.serve(sender, receiver).await, End::Closed) {
                        return;
                    }
                    self.hooks.lost();
                }
                Err(Lost(why)) if !self.was_open => self.give_up(&why),
                Err(_) => {
                    failures += 1;
                    if self.pause(self.limits.delay(failures)).await {
                        return;
                    }
                }
            }
        }
    }

    /// Waits; true when the client was closed meanwhile.
    async fn pause(&mut self, time: Duration) -> bool {
        let over = tokio::time::sleep(time);
        tokio::pin!(over);
        loop {
            tokio::select! {
                () = &mut over => return false,
                command = self.commands.recv() => match command {
                    Some(command) => self.take(command),
                    None => return true,
                },
            }
        }
    }

    fn take(&mut self, command: Command) {
        match command {
            Command::Open(opened) => self.openers.push(opened),
            Command::Request(request) => {
                self.last_entry += 1;
                self.entries.insert(self.last_entry, request);
            }
        }
    }

    /// Nobody has ever answered there: waiting would not help.
    fn give_up(&mut self, why: &str) {
        while let Ok(command) = self.commands.try_recv() {
            self.take(command);
        }
        let message = format!(
            "Gatehouse cannot be reached at {}. Is it running? ({why})",
            self.target.url
        );
        for opened in self.openers.drain(..) {
            let _ = opened.send(Err(Error::Unreachable(message.clone())));
        }
        for request in std::mem::take(&mut self.entries).into_values() {
            let _ = request.answer.send(Err(Error::Unreachable(message.clone())));
        }
    }

    /// Until the connection is lost or the client is closed.
    async fn serve(&mut self, mut sender: Sender, mut receiver: Receiver) -> End {
        self.by_id.clear();
        let end = match self.resume(&mut sender).await {
            Ok(()) => self.exchange(&mut sender, &mut receiver).await,
            Err(Lost(_)) => End::Lost,
        };
        sender.close().await;
        let single: Vec<u64> = self
            .by_id
            .values()
            .copied()
            .filter(|entry| self.entries.get(entry).is_some_and(|each| !each.again))
            .collect();
        for entry in single {
            if let Some(request) = self.entries.remove(&entry) {
                let message = "The connection to Gatehouse was lost before it answered.".to_owned();
                let _ = request.answer.send(Err(Error::Unreachable(message)));
            }
        }
        end
    }

    async fn resume(&mut self, sender: &mut Sender) -> Result<(), Lost> {
        if self.was_open
            && let Some((method, params)) = self.hooks.hello()
        {
            self.last_id += 1;
            sender
                .feed(request_text(method, self.hooks.dress(method, params), self.last_id))
                .await?;
        }
        self.was_open = true;
        // Who asked for them may have given up.
        self.entries.retain(|_, request| !request.answer.is_closed());
        let numbers: Vec<u64> = self.entries.keys().copied().collect();
        for number in numbers {
            self.feed(sender, number).await?;
        }
        sender.flush().await?;
        for opened in self.openers.drain(..) {
            let _ = opened.send(Ok(()));
        }
        Ok(())
    }

    async fn exchange(&mut self, sender: &mut Sender, receiver: &mut Receiver) -> End {
        loop {
            tokio::select! {
                message = receiver.receive() => match message {
                    Ok(text) => if !self.read(&text) { return End::Lost },
                    Err(Lost(_)) => return End::Lost,
                },
                command = self.commands.recv() => match command {
                    None => return End::Closed,
                    Some(command) => if self.pass_on(sender, command).await.is_err() { return End::Lost },
                },
            }
        }
    }

    /// With everything else that waits to be sent, so that many requests are one write.
    async fn pass_on(&mut self, sender: &mut Sender, first: Command) -> Result<(), Lost> {
        let mut next = Some(first);
        while let Some(command) = next {
            match command {
                Command::Open(opened) => {
                    let _ = opened.send(Ok(()));
                }
                request => {
                    self.take(request);
                    self.feed(sender, self.last_entry).await?;
                }
            }
            next = self.commands.try_recv().ok();
        }
        sender.flush().await
    }

    async fn feed(&mut self, sender: &mut Sender, number: u64) -> Result<(), Lost> {
        let Some(request) = self.entries.get(&number) else {
            return Ok(());
        };
        self.last_id += 1;
        self.by_id.insert(self.last_id, number);
        let params = self.hooks.dress(request.method, request.params.clone());
        sender.feed(request_text(request.method, params, self.last_id)).await
    }

    /// False when the other side is no engine: its further answers are worth nothing.
    fn read(&mut self, text: &str) -> bool {
        let Some(mut message) = parse_message(text) else {
            return false;
        };
        if let Some(Value::String(method)) = message.get("method") {
            let method = method.clone();
            let params = match message.remove("params") {
                Some(Value::Object(params)) => params,
                _ => Map::new(),
            };
            self.hooks.pushed(&method, params);
            return true;
        }
        let number = message
            .get("id")
            .and_then(Value::as_u64)
            .and_then(|id| self.by_id.remove(&id));
        if let Some(request) = number.and_then(|number| self.entries.remove(&number)) {
            let _ = request.answer.send(result_of(message));
        }
        true
    }
}
