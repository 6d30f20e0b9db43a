//! The client: registers an agent, asks before it acts, waits for humans, reports afterwards.
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::discover::choose_target;
use crate::error::{Error, Refusal, codes};
use crate::model::{Delegation, Event, Policy, Receipt, Status, Verdict};
use crate::reading::{Proposal, read_delegation, read_policy};
use crate::session::Session;
use crate::signing::{Signer, new_id};
use crate::transport::{Limits, Transport};

type Object = Map<String, Value>;

const EXTENSIONS: [&str; 3] = ["a2g/delegate", "a2g/escalate", "g2a/quota"];

/// What `register` says about the agent.
#[derive(Debug, Clone, Default)]
pub struct AgentInfo {
    /// `did:aeon:<id>:<version>:<key>`; where it is empty, that of the client, or one made of name and key.
    pub did: String,
    /// The tools it will ask for; None asks for whatever the policy allows.
    pub capabilities: Option<Vec<String>>,
    /// Shown to people.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// What it runs on.
    pub runtime: Option<String>,
    /// What is offered; None offers what the client was made with.
    pub extensions: Option<Vec<String>>,
}

/// What the agent wants to do.
#[derive(Debug, Clone, Default)]
pub struct Intent {
    /// The tool.
    pub tool: String,
    /// Its arguments, an object.
    pub arguments: Value,
    /// Asking again with the same id and content gives the same verdict. A new one unless given.
    pub intent_id: Option<String>,
    /// The session it belongs to.
    pub session_id: Option<String>,
    /// The intent that led to it.
    pub parent_intent: Option<String>,
    /// Why, for the audit.
    pub reasoning: Option<String>,
    /// Where relative paths start.
    pub working_directory: Option<String>,
    /// The project.
    pub workspace: Option<String>,
    /// How long a human is waited for: for ever unless given; 0 returns `ESCALATE` at once.
    pub wait_ms: Option<u64>,
}

/// A question of the agent to a human.
#[derive(Debug, Clone, Default)]
pub struct Escalation {
    /// The question.
    pub question: String,
    /// Answers to choose from.
    pub options: Option<Vec<String>>,
    /// A new one unless given.
    pub intent_id: Option<String>,
    /// Why, for the audit.
    pub reasoning: Option<String>,
    /// How long a human is waited for.
    pub wait_ms: Option<u64>,
}

/// A child agent under some of this agent's capabilities.
#[derive(Debug, Clone, Default)]
pub struct Delegate {
    /// The child.
    pub child_did: String,
    /// Its tools.
    pub capabilities: Vec<String>,
    /// Its key.
    pub public_key: Option<String>,
    /// For how long.
    pub expires_in_seconds: Option<u64>,
    /// Why.
    pub reason: Option<String>,
}

/// Makes a client.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    url: Option<String>,
    agent_did: Option<String>,
    private_key: Option<String>,
    token: Option<String>,
    timeout_ms: Option<u64>,
    heartbeat_ms: Option<u64>,
    max_in_flight: Option<usize>,
    max_queued: Option<usize>,
    reconnect_ms: Option<u64>,
    extensions: Option<Vec<String>>,
}

macro_rules! options {
    ($($(#[$about:meta])* $name:ident: $kind:ty),* $(,)?) => {
        $($(#[$about])* #[must_use] pub fn $name(mut self, $name: impl Into<$kind>) -> Self {
            self.$name = Some($name.into());
            self
        })*
    };
}

impl Builder {
    options! {
        /// `ws:`, `wss:`, `http:` or `unix:/path`; without it the engine that runs for this user is found.
        url: String,
        /// `did:aeon:<id>:<version>:<key>`.
        agent_did: String,
        /// An Ed25519 seed in 64 hex digits; with it every message is signed.
        private_key: String,
        /// `GATEHOUSE_TOKEN`, else the owner's token, unless given.
        token: String,
        /// For the answer to one request, reconnects included, humans apart; 30000 unless given.
        timeout_ms: u64,
        /// Between heartbeats once registered; 20000 unless given, 0 sends none.
        heartbeat_ms: u64,
        /// Requests unanswered at a time; 48 unless given.
        max_in_flight: usize,
        /// Requests that wait for a place; 10000 unless given.
        max_queued: usize,
        /// Before the second attempt to reconnect; 100 unless given, doubled up to 2000.
        reconnect_ms: u64,
        /// What is offered at registration.
        extensions: Vec<String>,
    }

    /// Opens nothing yet; the first request connects.
    pub fn build(self) -> Result<GovernanceClient, Error> {
        let signer = self.private_key.as_deref().map(Signer::new).transpose()?;
        let extensions = self
            .extensions
            .unwrap_or_else(|| EXTENSIONS.map(str::to_owned).to_vec());
        let core = Core {
            session: Arc::new(Session::new(self.agent_did, signer)),
            transport: Mutex::new(None),
            closed: watch::channel(false).0,
            url: self.url,
            token: self.token,
            timeout: Duration::from_millis(self.timeout_ms.unwrap_or(30_000)),
            heartbeat: Duration::from_millis(self.heartbeat_ms.unwrap_or(20_000)),
            limits: Limits {
                max_in_flight: self.max_in_flight.unwrap_or(48),
                max_queued: self.max_queued.unwrap_or(10_000),
                reconnect_ms: self.reconnect_ms.unwrap_or(100),
            },
            extensions,
            used: Mutex::new(HashSet::new()),
            heart: Mutex::new(None),
        };
        Ok(GovernanceClient { core: Arc::new(core) })
    }
}

struct Core {
    session: Arc<Session>,
    transport: Mutex<Option<Arc<Transport>>>,
    closed: watch::Sender<bool>,
    url: Option<String>,
    token: Option<String>,
    timeout: Duration,
    heartbeat: Duration,
    limits: Limits,
    extensions: Vec<String>,
    /// Ids that callers chose and that have run; ids that are made here never come twice.
    used: Mutex<HashSet<String>>,
    heart: Mutex<Option<AbortHandle>>,
}

impl Drop for Core {
    fn drop(&mut self) {
        stop(&self.heart);
    }
}

fn stop(heart: &Mutex<Option<AbortHandle>>) {
    if let Some(heart) = heart.lock().unwrap_or_else(PoisonError::into_inner).take() {
        heart.abort();
    }
}

/// One agent's client. Clones share the connection; it ends with the last of them.
#[derive(Clone)]
pub struct GovernanceClient {
    core: Arc<Core>,
}

impl std::fmt::Debug for GovernanceClient {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "GovernanceClient({:?})", self.agent_did())
    }
}

impl GovernanceClient {
    /// For a client with options.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// A client whose connection is open.
    pub async fn connect(url: impl Into<String>) -> Result<Self, Error> {
        let client = Self::builder().url(url).build()?;
        client.open().await?;
        Ok(client)
    }

    /// Connects.
    pub async fn open(&self) -> Result<(), Error> {
        let transport = self.transport()?;
        let timeout = self.core.timeout;
        let late = || Error::Timeout(format!("No connection within {} s.", timeout.as_secs_f64()));
        tokio::time::timeout(timeout, transport.open())
            .await
            .map_err(|_| late())?
    }

    /// The agent's name.
    pub fn agent_did(&self) -> Option<String> {
        self.core.session.agent_did()
    }

    /// `a2g/register`: returns the policy and begins heartbeats.
    pub async fn register(&self, info: AgentInfo) -> Result<Policy, Error> {
        let session = &self.core.session;
        if !info.did.is_empty() {
            session.name_agent(info.did);
        } else if let (None, Some(signer), Some(name)) = (session.agent_did(), session.signer(), &info.name) {
            let version = info.version.as_deref().unwrap_or("1.0");
            session.name_agent(format!("did:aeon:{name}:{version}:{}", signer.key_hex()));
        }
        let mut registration = Object::new();
        put(
            &mut registration,
            "public_key",
            session.signer().map(Signer::public_key),
        );
        put(&mut registration, "capabilities_requested", info.capabilities);
        let offered = info.extensions.unwrap_or_else(|| self.core.extensions.clone());
        put(
            &mut registration,
            "extensions",
            Some(offered).filter(|offered| !offered.is_empty()),
        );
        let mut metadata = Object::new();
        put(&mut metadata, "name", info.name);
        put(&mut metadata, "version", info.version);
        put(&mut metadata, "runtime", info.runtime);
        registration.insert("metadata".to_owned(), Value::Object(metadata));
        let answer = self
            .request("a2g/register", registration.clone(), Duration::ZERO, true)
            .await?;
        let policy = read_policy(&answer);
        session.registered(registration, policy.extensions.clone());
        self.beat();
        Ok(policy)
    }

    /// `a2g/intent`: the final verdict; where a human must decide it waits.
    pub async fn request_intent(&self, intent: Intent) -> Result<Verdict, Error> {
        let arguments = match intent.arguments {
            Value::Object(arguments) => arguments,
            Value::Null => Object::new(),
            _ => return Err(Error::Invalid("The arguments of an intent are an object.".to_owned())),
        };
        let mut context = Object::new();
        put(&mut context, "session_id", intent.session_id);
        put(&mut context, "parent_intent", intent.parent_intent);
        put(&mut context, "reasoning", intent.reasoning);
        put(&mut context, "working_directory", intent.working_directory);
        put(&mut context, "workspace", intent.workspace);
        let proposal = Proposal {
            intent_id: intent.intent_id.unwrap_or_else(new_id),
            arguments,
        };
        let params = object(json!({
            "intent_id": proposal.intent_id,
            "tool": intent.tool,
            "arguments": proposal.arguments,
            "context": context,
        }));
        self.ask("a2g/intent", params, &proposal, intent.wait_ms).await
    }

    /// `a2g/await`: the verdict as it is after that time at the latest. `arguments` are those that were proposed.
    pub async fn await_verdict(
        &self,
        intent_id: impl Into<String>,
        timeout_ms: u64,
        arguments: Map<String, Value>,
    ) -> Result<Verdict, Error> {
        let proposal = Proposal {
            intent_id: intent_id.into(),
            arguments,
        };
        self.once_more(&proposal, Duration::from_millis(timeout_ms)).await
    }

    /// `a2g/report`: how the action went. A result of `null` is left out.
    pub async fn report(&self, intent_id: impl AsRef<str>, status: Status, result: Value) -> Result<Receipt, Error> {
        self.report_with(
            intent_id.as_ref(),
            status,
            Some(result).filter(|result| !result.is_null()),
            None,
        )
        .await
    }

    /// As [`report`](Self::report), with metrics.
    pub async fn report_with(
        &self,
        intent_id: &str,
        status: Status,
        result: Option<Value>,
        metrics: Option<Value>,
    ) -> Result<Receipt, Error> {
        let mut params = object(json!({ "intent_id": intent_id, "status": status }));
        put(&mut params, "result", result);
        put(&mut params, "metrics", metrics);
        let answer = self.send("a2g/report", params, Duration::ZERO, true).await?;
        let flag = |name: &str| answer.get(name) == Some(&Value::Bool(true));
        Ok(Receipt {
            late: flag("late"),
            violation: flag("violation"),
        })
    }

    /// `a2g/heartbeat`; sent by itself once registered.
    pub async fn heartbeat(&self, status: Option<&str>, load: Option<f64>) -> Result<(), Error> {
        let mut params = Object::new();
        put(&mut params, "status", status);
        put(&mut params, "load", load);
        self.send("a2g/heartbeat", params, Duration::ZERO, false)
            .await
            .map(drop)
    }

    /// `a2g/delegate`: a child agent under some of this agent's capabilities.
    pub async fn delegate(&self, delegate: Delegate) -> Result<Delegation, Error> {
        self.demand("a2g/delegate")?;
        let mut params = object(json!({ "child_did": delegate.child_did, "capabilities": delegate.capabilities }));
        put(&mut params, "public_key", delegate.public_key);
        put(&mut params, "expires_in_seconds", delegate.expires_in_seconds);
        put(&mut params, "reason", delegate.reason);
        self.send("a2g/delegate", params, Duration::ZERO, true)
            .await
            .map(|result| read_delegation(&result))
    }

    /// `a2g/escalate`: asks a human; the verdict's `reason` is what they wrote.
    pub async fn escalate(&self, escalation: Escalation) -> Result<Verdict, Error> {
        self.demand("a2g/escalate")?;
        let intent_id = escalation.intent_id.unwrap_or_else(new_id);
        let mut params = object(json!({ "intent_id": intent_id, "question": escalation.question }));
        put(&mut params, "options", escalation.options);
        put(
            &mut params,
            "context",
            escalation.reasoning.map(|reasoning| json!({ "reasoning": reasoning })),
        );
        let proposal = Proposal {
            intent_id,
            arguments: Object::new(),
        };
        self.ask("a2g/escalate", params, &proposal, escalation.wait_ms).await
    }

    /// What the engine sends unasked, from now on; never over HTTP. Ends where the reader was too slow.
    pub fn events(&self) -> BoxStream<'static, Event> {
        let receiver = self.core.session.listen();
        stream::unfold(receiver, |mut receiver| async move {
            match receiver.recv().await {
                Ok(event) => Some((event, receiver)),
                Err(RecvError::Lagged(_) | RecvError::Closed) => None,
            }
        })
        .boxed()
    }

    /// Requests that are open end with [`Error::Unreachable`]. Dropping the last clone does the same.
    pub fn close(&self) {
        self.core.closed.send_replace(true);
        stop(&self.core.heart);
        self.core
            .transport
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.core.closed.borrow()
    }

    pub(crate) fn session(&self) -> &Arc<Session> {
        &self.core.session
    }

    /// Whether this is the first use of the id.
    pub(crate) fn use_once(&self, intent_id: &str) -> bool {
        self.core
            .used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(intent_id.to_owned())
    }

    pub(crate) fn transport(&self) -> Result<Arc<Transport>, Error> {
        if self.is_closed() {
            return Err(closed());
        }
        let mut made = self.core.transport.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(transport) = &*made {
            return Ok(Arc::clone(transport));
        }
        let target = choose_target(self.core.url.as_deref(), self.core.token.as_deref())?;
        let hooks = Arc::clone(&self.core.session);
        let transport = Arc::new(Transport::new(target, self.core.limits, hooks)?);
        *made = Some(Arc::clone(&transport));
        Ok(transport)
    }

    /// The result. A session that has expired is renewed once, if the agent had registered.
    pub(crate) async fn send(
        &self,
        method: &'static str,
        params: Object,
        patience: Duration,
        again: bool,
    ) -> Result<Value, Error> {
        let refusal = match self.request(method, params.clone(), patience, again).await {
            Err(Error::Refused(refusal)) if refusal.code == codes::SESSION_EXPIRED => refusal,
            other => return other,
        };
        let Some(registration) = self.core.session.registration() else {
            return Err(Error::Refused(refusal));
        };
        self.request("a2g/register", registration, Duration::ZERO, true).await?;
        self.request(method, params, patience, again).await
    }

    async fn request(
        &self,
        method: &'static str,
        params: Object,
        patience: Duration,
        again: bool,
    ) -> Result<Value, Error> {
        if self.agent_did().is_none() {
            let message = "The agent has no name yet: give agent_did to the client, or register first.";
            return Err(Error::Invalid(message.to_owned()));
        }
        let transport = self.transport()?;
        let mut ended = self.core.closed.subscribe();
        tokio::select! {
            answer = transport.request(method, params, self.core.timeout + patience, again) => answer,
            _ = ended.wait_for(|ended| *ended) => Err(closed()),
        }
    }

    fn demand(&self, extension: &str) -> Result<(), Error> {
        if self.core.session.holds(extension) {
            return Ok(());
        }
        Err(Error::Refused(Refusal {
            code: codes::METHOD_NOT_FOUND,
            message: format!("{extension} was not agreed on: register first, with an engine that offers it."),
            data: Value::Null,
        }))
    }

    fn beat(&self) {
        let mut heart = self.core.heart.lock().unwrap_or_else(PoisonError::into_inner);
        if heart.is_some() || self.core.heartbeat.is_zero() {
            return;
        }
        let core: Weak<Core> = Arc::downgrade(&self.core);
        let pause = self.core.heartbeat;
        let beats = tokio::spawn(async move {
            loop {
                tokio::time::sleep(pause).await;
                let Some(core) = core.upgrade() else { return };
                // A missed one does no harm: the next request finds out what is wrong.
                let _ = GovernanceClient { core }.heartbeat(None, None).await;
            }
        });
        *heart = Some(beats.abort_handle());
    }
}

fn closed() -> Error {
    Error::Unreachable("The client was closed.".to_owned())
}

fn put<T: Into<Value>>(members: &mut Object, name: &str, value: Option<T>) {
    if let Some(value) = value {
        members.insert(name.to_owned(), value.into());
    }
}

fn object(value: Value) -> Object {
    match value {
        Value::Object(members) => members,
        _ => Object::new(),
    }
}
