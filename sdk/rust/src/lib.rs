//! Ask Gatehouse before an agent acts, run what was approved, report how it went.
//!
//! ```no_run
//! # async fn example() -> Result<(), gatehouse_sdk::Error> {
//! use gatehouse_sdk::GovernanceClient;
//! use serde_json::json;
//!
//! let gov = GovernanceClient::builder().agent_did("did:aeon:demo:1.0:abc123").build()?;
//! let output = gov
//!     .governed("execute_command", json!({ "command": "npm test" }), |permit| async move {
//!         // Run what was approved: permit.arguments().
//!         Ok::<_, std::io::Error>(permit.arguments()["command"].clone())
//!     })
//!     .await?;
//! println!("{output}");
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

pub mod aeon;
mod asking;
mod canonical;
mod client;
pub mod discover;
mod error;
mod governed;
mod model;
mod moment;
mod reading;
mod session;
mod signing;
mod transport;

pub use canonical::canonical;
pub use client::{AgentInfo, Builder, Delegate, Escalation, GovernanceClient, Intent};
pub use error::{Error, Refusal, codes};
pub use governed::Permit;
pub use model::{
    Condition, Delegation, Directive, Event, Manifest, Outcome, Policy, Quota, QuotaLimit, Receipt, Revocation, Status,
    Verdict,
};
pub use signing::Signer;
