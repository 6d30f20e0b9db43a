//! The agent's session: its name, signatures, registration, who waits for directives, and who listens.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tokio::sync::{broadcast, mpsc};

use crate::model::Event;
use crate::reading::{Proposal, read_event, verdict_from_directive};
use crate::signing::Signer;
use crate::transport::Hooks;

type Object = Map<String, Value>;

/// The directive, or None when the connection was lost and somebody must ask instead.
pub(crate) type Told = Option<Object>;

struct Waiter {
    number: u64,
    intent_id: String,
    tell: mpsc::UnboundedSender<Told>,
}

#[derive(Default)]
struct State {
    agent_did: Option<String>,
    registration: Option<Object>,
    extensions: Vec<String>,
    waiters: Vec<Waiter>,
    last_waiter: u64,
}

pub(crate) struct Session {
    signer: Option<Signer>,
    state: Mutex<State>,
    events: broadcast::Sender<Event>,
}

impl Session {
    pub(crate) fn new(agent_did: Option<String>, signer: Option<Signer>) -> Self {
        let state = Mutex::new(State {
            agent_did,
            ..State::default()
        });
        Self {
            signer,
            state,
            events: broadcast::channel(1024).0,
        }
    }

    /// Nothing that holds the lock can panic half way.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn signer(&self) -> Option<&Signer> {
        self.signer.as_ref()
    }

    pub(crate) fn agent_did(&self) -> Option<String> {
        self.state().agent_did.clone()
    }

    pub(crate) fn name_agent(&self, agent_did: String) {
        self.state().agent_did = Some(agent_did);
    }

    pub(crate) fn registered(&self, registration: Object, extensions: Vec<String>) {
        let mut state = self.state();
        state.registration = Some(registration);
        state.extensions = extensions;
    }

    pub(crate) fn registration(&self) -> Option<Object> {
        self.state().registration.clone()
    }

    pub(crate) fn holds(&self, extension: &str) -> bool {
        self.state().extensions.iter().any(|each| each == extension)
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Hears directives about the intent until it is dropped.
    pub(crate) fn wait_for(self: &Arc<Self>, intent_id: &str) -> Expectation {
        let (tell, told) = mpsc::unbounded_channel();
        let mut state = self.state();
        state.last_waiter += 1;
        let number = state.last_waiter;
        state.waiters.push(Waiter {
            number,
            intent_id: intent_id.to_owned(),
            tell,
        });
        drop(state);
        Expectation {
            session: Arc::clone(self),
            number,
            told,
        }
    }
}

pub(crate) struct Expectation {
    session: Arc<Session>,
    number: u64,
    pub told: mpsc::UnboundedReceiver<Told>,
}

impl Drop for Expectation {
    fn drop(&mut self) {
        self.session
            .state()
            .waiters
            .retain(|waiter| waiter.number != self.number);
    }
}

impl Hooks for Session {
    fn dress(&self, method: &str, mut params: Object) -> Object {
        if let Some(agent_did) = self.agent_did() {
            params.insert("agent_did".to_owned(), Value::from(agent_did));
        }
        match &self.signer {
            Some(signer) => signer.sign(method, params),
            None => params,
        }
    }

    fn hello(&self) -> Option<(&'static str, Object)> {
        Some(("a2g/register", self.registration()?))
    }

    fn pushed(&self, method: &str, params: Object) {
        let about = params.get("agent_did").and_then(Value::as_str);
        if about.is_some() && about != self.agent_did().as_deref() {
            return;
        }
        let event = read_event(method, &params);
        if method == "g2a/directive" {
            let state = self.state();
            let intent_id = params.get("intent_id").and_then(Value::as_str);
            for waiter in state
                .waiters
                .iter()
                .filter(|waiter| Some(waiter.intent_id.as_str()) == intent_id)
            {
                let proposal = Proposal {
                    intent_id: waiter.intent_id.clone(),
                    arguments: Object::new(),
                };
                // One that settles nothing leaves them waiting; one that cannot be read makes them ask.
                match verdict_from_directive(&params, &proposal) {
                    Ok(Some(_)) => drop(waiter.tell.send(Some(params.clone()))),
                    Ok(None) => {}
                    Err(_) => drop(waiter.tell.send(None)),
                }
            }
        }
        if let Some(event) = event {
            // Without listeners there is nobody to tell.
            let _ = self.events.send(event);
        }
    }

    fn lost(&self) {
        for waiter in &self.state().waiters {
            let _ = waiter.tell.send(None);
        }
    }
}
