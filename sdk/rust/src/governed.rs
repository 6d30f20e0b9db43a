//! `governed`: asks, runs what was approved, reports.
use std::future::Future;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast;

use crate::client::{GovernanceClient, Intent};
use crate::error::Error;
use crate::model::{Event, Status, Verdict};
use crate::moment::now_ms;
use crate::signing::new_id;

const LARGEST_RESULT: usize = 64 * 1024;

/// What a governed function may do.
#[derive(Debug, Clone)]
pub struct Permit {
    /// The verdict it runs under.
    pub verdict: Verdict,
}

impl Permit {
    /// What to run with.
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.verdict.arguments
    }
}

impl GovernanceClient {
    /// Asks, runs the function with what was approved, reports.
    ///
    /// The function does not run unless the answer is yes. It is dropped when its approved time is over, at a halt, and when its
    /// approval or its tool is withdrawn. Its own error comes back as [`Error::Failed`].
    pub async fn governed<T, E, F, Fut>(&self, tool: &str, arguments: Value, run: F) -> Result<T, Error>
    where
        F: FnOnce(Permit) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        T: Serialize,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.governed_intent(
            Intent {
                tool: tool.to_owned(),
                arguments,
                ..Intent::default()
            },
            run,
        )
        .await
    }

    /// As [`governed`](Self::governed), with an intent that has an id, reasons or a session.
    pub async fn governed_intent<T, E, F, Fut>(&self, mut intent: Intent, run: F) -> Result<T, Error>
    where
        F: FnOnce(Permit) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        T: Serialize,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let chosen = intent.intent_id.is_some();
        let intent_id = intent.intent_id.get_or_insert_with(new_id).clone();
        let tool = intent.tool.clone();
        // Heard from before the answer, so that no withdrawal is missed.
        let mut events = self.session().listen();
        let verdict = self.request_intent(intent).await?;
        may_run(&verdict)?;
        if let Some(why) = withdrawn_already(&mut events, &tool, &intent_id) {
            return Err(Error::Denied(Box::new(verdict), why));
        }
        if chosen && !self.use_once(&intent_id) {
            let message = format!("The intent {intent_id} has run already.");
            return Err(Error::Denied(Box::new(verdict), message));
        }
        let began = Instant::now();
        let seconds = verdict
            .manifest
            .as_ref()
            .map_or(0.0, |manifest| manifest.timeout_seconds);
        let permit = Permit {
            verdict: verdict.clone(),
        };
        let (status, result, outcome) = tokio::select! {
            ran = run(permit) => match ran {
                Ok(value) => (Status::Success, result_of(&value), Ok(value)),
                Err(error) => {
                    let error = error.into();
                    (Status::Failure, Some(json!({ "error": error.to_string() })), Err(Error::Failed(error)))
                }
            },
            () = over(seconds) => {
                let why = format!("The approved time of {seconds} s is over.");
                (Status::Timeout, Some(json!({ "error": why })), Err(Error::Timeout(why)))
            }
            why = withdrawn(&mut events, &tool, &intent_id) => {
                (Status::Aborted, Some(json!({ "error": why })), Err(Error::Denied(Box::new(verdict), why)))
            }
        };
        let duration = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        // It has run, so a report that fails is no error to the caller.
        let _ = self
            .report_with(&intent_id, status, result, Some(json!({ "duration_ms": duration })))
            .await;
        outcome
    }
}

fn may_run(verdict: &Verdict) -> Result<(), Error> {
    let why = if !verdict.approved {
        match verdict.verdict {
            crate::model::Outcome::Escalate => format!("No human has answered yet: {}", verdict.reason),
            _ => verdict.reason.clone(),
        }
    } else if verdict.is_dry_run() {
        format!("Only a dry run is approved: {}", verdict.reason)
    } else if verdict.expires_at.is_some_and(|moment| moment <= milliseconds_now()) {
        format!("The approval has expired; ask again. {}", verdict.reason)
    } else {
        return Ok(());
    };
    Err(Error::Denied(Box::new(verdict.clone()), why))
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit a double")]
fn milliseconds_now() -> f64 {
    now_ms() as f64
}

async fn over(seconds: f64) {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => tokio::time::sleep(time).await,
        _ => std::future::pending().await,
    }
}

fn withdrawn_already(events: &mut broadcast::Receiver<Event>, tool: &str, intent_id: &str) -> Option<String> {
    loop {
        match events.try_recv() {
            Ok(event) => {
                if let Some(why) = withdraws(&event, tool, intent_id) {
                    return Some(why);
                }
            }
            Err(broadcast::error::TryRecvError::Lagged(_)) => return Some("Too many events to know.".to_owned()),
            Err(_) => return None,
        }
    }
}

async fn withdrawn(events: &mut broadcast::Receiver<Event>, tool: &str, intent_id: &str) -> String {
    loop {
        match events.recv().await {
            Ok(event) => {
                if let Some(why) = withdraws(&event, tool, intent_id) {
                    return why;
                }
            }
            // What was missed may have been a withdrawal.
            Err(broadcast::error::RecvError::Lagged(_)) => return "Too many events to know.".to_owned(),
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

fn withdraws(event: &Event, tool: &str, intent_id: &str) -> Option<String> {
    match event {
        Event::Directive(said) if said.kind == "HALT" => Some(format!("A human stopped the agent: {}", said.reason)),
        Event::Directive(said) if said.kind == "DENY" && said.intent_id.as_deref() == Some(intent_id) => {
            Some(format!("A human withdrew the approval: {}", said.reason))
        }
        Event::Revoke(said) if said.covers(tool) => Some(format!("The tool was revoked: {}", said.reason)),
        _ => None,
    }
}

/// Left out when it is no JSON, or long.
fn result_of<T: Serialize>(value: &T) -> Option<Value> {
    let result = match serde_json::to_value(value).ok()? {
        Value::Null => return None,
        Value::Object(members) => Value::Object(members),
        plain => json!({ "value": plain }),
    };
    (result.to_string().len() <= LARGEST_RESULT).then_some(result)
}
