//! What the engine says, as values.
use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

/// The four verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    /// It may run.
    Approved,
    /// It may not.
    Denied,
    /// A human must decide.
    Escalate,
    /// It may run under conditions.
    Conditional,
}

/// How an action went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// It was done.
    Success,
    /// It failed.
    Failure,
    /// Its time was over.
    Timeout,
    /// It was stopped.
    Aborted,
}

/// Under what an approval holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// `paths`, `no_network`, `arguments`, `dry_run`, `warning` or `note`.
    pub kind: String,
    /// For people and agents alike.
    pub text: String,
    /// Narrowed paths or changed arguments, where the kind has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// What an approved action may use. A limit of 0 was not stated.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Manifest {
    /// Megabytes.
    pub max_memory_mb: f64,
    /// Of one processor.
    pub max_cpu_percent: f64,
    /// Seconds.
    pub timeout_seconds: f64,
    /// Whether it may use the network.
    pub network_allowed: bool,
    /// The paths it may reach.
    pub filesystem_scope: Vec<String>,
    /// The only hosts it may reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_hosts: Option<Vec<String>>,
    /// Hosts it may never reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_hosts: Option<Vec<String>>,
}

/// The answer to an intent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The intent it is about.
    pub intent_id: String,
    /// What was decided.
    pub verdict: Outcome,
    /// True for `APPROVED` and `CONDITIONAL`.
    pub approved: bool,
    /// One sentence, for the agent and its user.
    pub reason: String,
    /// The engine's short name for the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What may run: the proposed arguments, or what a human or a rule made of them.
    pub arguments: Map<String, Value>,
    /// Under what it holds.
    pub conditions: Vec<Condition>,
    /// What it may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest: Option<Manifest>,
    /// From 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk_score: Option<f64>,
    /// `LOW`, `MEDIUM`, `HIGH` or `CRITICAL`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk_level: Option<String>,
    /// Milliseconds since 1970; ask again after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<f64>,
}

impl Verdict {
    /// Whether only a dry run is approved.
    pub fn is_dry_run(&self) -> bool {
        self.conditions.iter().any(|condition| condition.kind == "dry_run")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

/// What the agent may do, as the engine says it at registration and whenever it changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Policy {
    /// Its version.
    pub version: String,
    /// Its hash.
    pub constitution_hash: String,
    /// Tools, network and resources, as the protocol writes them.
    pub capabilities: Map<String, Value>,
    /// The extensions that hold.
    #[serde(skip)]
    pub extensions: Vec<String>,
}

/// What a human tells the agent about an intent, or about all of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Directive {
    /// `APPROVE`, `DENY`, `MODIFY`, `ASK_AGAIN`, `HALT` or `RESUME`.
    pub kind: String,
    /// None for `HALT` and `RESUME` of the whole agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent_id: Option<String>,
    /// What the human wrote.
    pub reason: String,
    /// Who said it.
    pub issued_by: String,
}

/// Tools the agent may not use any more.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Revocation {
    /// None is all of them.
    #[serde(serialize_with = "all_or_some")]
    pub capabilities: Option<Vec<String>>,
    /// Why.
    pub reason: String,
}

fn all_or_some<S: serde::Serializer>(tools: &Option<Vec<String>>, serializer: S) -> Result<S::Ok, S::Error> {
    match tools {
        Some(tools) => tools.serialize(serializer),
        None => serializer.serialize_str("*"),
    }
}

impl Revocation {
    /// Whether the tool was revoked.
    pub fn covers(&self, tool: &str) -> bool {
        self.capabilities
            .as_ref()
            .is_none_or(|tools| tools.iter().any(|each| each == tool))
    }
}

/// One limit and how much of it is used.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuotaLimit {
    /// What is limited.
    pub name: String,
    /// How much is allowed.
    pub limit: f64,
    /// How much is used.
    pub used: f64,
    /// In how many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_seconds: Option<f64>,
}

/// Limits that changed during the session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quota {
    /// All of them.
    pub limits: Vec<QuotaLimit>,
    /// Why.
    pub reason: String,
}

/// What the engine sends unasked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Event {
    /// The policy, after registration and whenever it changes.
    Policy(Policy),
    /// A human spoke.
    Directive(Directive),
    /// Tools were revoked.
    Revoke(Revocation),
    /// Limits changed.
    Quota(Quota),
}

/// How a report was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Receipt {
    /// The verdict had expired.
    pub late: bool,
    /// Something ran that was not approved.
    pub violation: bool,
}

/// A child agent under the parent's narrowed capabilities.
#[derive(Debug, Clone, PartialEq)]
pub struct Delegation {
    /// The child.
    pub agent_did: String,
    /// The parent.
    pub parent_did: String,
    /// From the root to the child.
    pub chain: Vec<String>,
    /// What the child may use.
    pub capabilities: Vec<String>,
    /// Until when.
    pub expires_at: Option<String>,
}
