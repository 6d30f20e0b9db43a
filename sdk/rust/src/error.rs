//! What goes wrong. A denial is a verdict, not an error, except in `governed`, which cannot go on with it.
use std::fmt;

use serde_json::Value;

use crate::model::Verdict;

/// The codes of JSON-RPC and A2G errors.
pub mod codes {
    /// No JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// A fault in the envelope.
    pub const INVALID_REQUEST: i64 = -32600;
    /// An unknown method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// A fault in the parameters.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The engine failed.
    pub const INTERNAL_ERROR: i64 = -32603;
    /// Denied by policy.
    pub const POLICY_VIOLATION: i64 = -32000;
    /// A tool failed.
    pub const EXECUTION_ERROR: i64 = -32001;
    /// Registration refused.
    pub const REGISTRATION_FAILED: i64 = -32002;
    /// A limit is used up.
    pub const CAPABILITY_EXHAUSTED: i64 = -32003;
    /// The session has expired.
    pub const SESSION_EXPIRED: i64 = -32004;
}

/// A JSON-RPC error that is no denial.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// See [`codes`].
    pub code: i64,
    /// What is wrong, and what to do.
    pub message: String,
    /// Details, where the engine gave some.
    pub data: Value,
}

impl Refusal {
    /// `data.reason`, the engine's short name for what is wrong.
    pub fn reason(&self) -> Option<&str> {
        self.data.get("reason")?.as_str()
    }
}

/// Every error of this crate.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The engine answered with an error that is no denial.
    Refused(Refusal),
    /// There is no connection, or an answer that cannot be read.
    Unreachable(String),
    /// No answer came in time.
    Timeout(String),
    /// `max_queued` requests wait already.
    Overloaded(String),
    /// Only from `governed`: it was not approved, or only as a dry run, or the approval was withdrawn.
    Denied(Box<Verdict>, String),
    /// Only from `governed`: the function itself failed.
    Failed(Box<dyn std::error::Error + Send + Sync>),
    /// The client was given something it cannot use.
    Invalid(String),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => formatter.write_str(&refusal.message),
            Self::Unreachable(text)
            | Self::Timeout(text)
            | Self::Overloaded(text)
            | Self::Denied(_, text)
            | Self::Invalid(text) => formatter.write_str(text),
            Self::Failed(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed(error) => Some(error.as_ref()),
            _ => None,
        }
    }
}
