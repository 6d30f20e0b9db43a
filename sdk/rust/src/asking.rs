//! Asking: sends an intent and, when a human must decide, waits for the answer by push or by asking again.
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::client::GovernanceClient;
use crate::error::Error;
use crate::model::{Outcome, Verdict};
use crate::reading::{Proposal, verdict_from_directive, verdict_from_error, verdict_from_result};

/// How long one question after a held intent stays open.
const LONGEST_POLL: Duration = Duration::from_secs(25);

impl GovernanceClient {
    /// The final verdict; `ESCALATE` only when the time for a human is over.
    pub(crate) async fn ask(
        &self,
        method: &'static str,
        params: Map<String, Value>,
        proposal: &Proposal,
        wait_ms: Option<u64>,
    ) -> Result<Verdict, Error> {
        let deadline = wait_ms.map(|wait| Instant::now() + Duration::from_millis(wait));
        let mut expectation = self.session().wait_for(&proposal.intent_id);
        let verdict = self.ask_once(method, params, proposal, Duration::ZERO).await?;
        if verdict.verdict != Outcome::Escalate || wait_ms == Some(0) {
            return Ok(verdict);
        }
        if self.transport()?.pushes() {
            let told = match left(deadline) {
                None => expectation.told.recv().await.flatten(),
                Some(left) => tokio::time::timeout(left, expectation.told.recv())
                    .await
                    .ok()
                    .flatten()
                    .flatten(),
            };
            let settled = told
                .map(|directive| verdict_from_directive(&directive, proposal))
                .transpose()?
                .flatten();
            if let Some(settled) = settled {
                return Ok(settled);
            }
        }
        self.poll(verdict, proposal, deadline).await
    }

    /// Asks until a human has answered or the time is over. A break in the connection is no answer.
    async fn poll(&self, held: Verdict, proposal: &Proposal, deadline: Option<Instant>) -> Result<Verdict, Error> {
        let mut verdict = held;
        let mut failures: u32 = 0;
        while verdict.verdict == Outcome::Escalate {
            let rest = left(deadline);
            if rest == Some(Duration::ZERO) {
                break;
            }
            match self
                .once_more(proposal, rest.map_or(LONGEST_POLL, |rest| rest.min(LONGEST_POLL)))
                .await
            {
                Ok(next) => {
                    verdict = next;
                    failures = 0;
                }
                Err(error @ (Error::Unreachable(_) | Error::Timeout(_))) => {
                    let rest = left(deadline);
                    if self.is_closed() || rest == Some(Duration::ZERO) {
                        return Err(error);
                    }
                    failures = (failures + 1).min(5);
                    let pause = Duration::from_secs(failures.into());
                    tokio::time::sleep(rest.map_or(pause, |rest| rest.min(pause))).await;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(verdict)
    }

    /// `a2g/await`: the verdict as it is after that time.
    pub(crate) async fn once_more(&self, proposal: &Proposal, time: Duration) -> Result<Verdict, Error> {
        let mut params = Map::new();
        params.insert("intent_id".to_owned(), Value::from(proposal.intent_id.as_str()));
        params.insert(
            "timeout_ms".to_owned(),
            json!(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        );
        self.ask_once("a2g/await", params, proposal, time).await
    }

    async fn ask_once(
        &self,
        method: &'static str,
        params: Map<String, Value>,
        proposal: &Proposal,
        patience: Duration,
    ) -> Result<Verdict, Error> {
        match self.send(method, params, patience, true).await {
            Ok(result) => verdict_from_result(&result, proposal),
            Err(Error::Refused(refusal)) => verdict_from_error(refusal, proposal),
            Err(error) => Err(error),
        }
    }
}

fn left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}
