//! The names of `aeon_a2g`, for programs written after the A2G document.
//!
//! The document reads `verdict.intent_id` of a verdict that is an enum, which Rust does not have: write `verdict.intent_id()`.
use serde_json::Value;

pub use crate::AgentInfo;
use crate::error::Error;
pub use crate::model::Status;
use crate::model::{Condition, Manifest, Outcome, Receipt};

/// What the agent wants to do.
#[derive(Debug, Clone, Default)]
pub struct Intent {
    /// The tool.
    pub tool: String,
    /// Its arguments, an object.
    pub arguments: Value,
}

/// The answer to an intent.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It may run within the manifest, and under the conditions where there are any.
    Approved {
        /// The intent.
        intent_id: String,
        /// What it may use.
        manifest: Manifest,
        /// What may run.
        arguments: Value,
        /// Under what it holds.
        conditions: Vec<Condition>,
    },
    /// It may not run.
    Denied {
        /// The intent.
        intent_id: String,
        /// Why.
        reason: String,
    },
}

impl Verdict {
    /// The intent it is about.
    pub fn intent_id(&self) -> &str {
        match self {
            Self::Approved { intent_id, .. } | Self::Denied { intent_id, .. } => intent_id,
        }
    }
}

impl From<crate::Verdict> for Verdict {
    fn from(verdict: crate::Verdict) -> Self {
        // Only a dry run, or no answer of a human yet, is no permission to run.
        let runs = matches!(verdict.verdict, Outcome::Approved | Outcome::Conditional) && !verdict.is_dry_run();
        if !runs {
            return Self::Denied {
                intent_id: verdict.intent_id,
                reason: verdict.reason,
            };
        }
        Self::Approved {
            intent_id: verdict.intent_id,
            manifest: verdict.manifest.unwrap_or_default(),
            arguments: Value::Object(verdict.arguments),
            conditions: verdict.conditions,
        }
    }
}

/// The client under the document's names.
#[derive(Debug, Clone)]
pub struct GovernanceClient(crate::GovernanceClient);

impl GovernanceClient {
    /// A client whose connection is open.
    pub async fn connect(url: impl Into<String>) -> Result<Self, Error> {
        crate::GovernanceClient::connect(url).await.map(Self)
    }

    /// `a2g/register`.
    pub async fn register(&self, info: AgentInfo) -> Result<crate::Policy, Error> {
        self.0.register(info).await
    }

    /// `a2g/intent`: the final verdict.
    pub async fn request_intent(&self, intent: Intent) -> Result<Verdict, Error> {
        let intent = crate::Intent {
            tool: intent.tool,
            arguments: intent.arguments,
            ..crate::Intent::default()
        };
        self.0.request_intent(intent).await.map(Verdict::from)
    }

    /// `a2g/report`.
    pub async fn report(&self, intent_id: impl AsRef<str>, status: Status, result: Value) -> Result<Receipt, Error> {
        self.0.report(intent_id, status, result).await
    }
}
