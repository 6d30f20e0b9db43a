//! Reads what the engine sent. What cannot be read is never a yes.
use serde_json::{Map, Value};

use crate::error::{Error, Refusal, codes};
use crate::model::{
    Condition, Delegation, Directive, Event, Manifest, Outcome, Policy, Quota, QuotaLimit, Revocation, Verdict,
};
use crate::moment::parse_iso;

type Object = Map<String, Value>;

const CONDITION_KINDS: [&str; 6] = ["paths", "no_network", "arguments", "dry_run", "warning", "note"];
const DIRECTIVE_KINDS: [&str; 6] = ["APPROVE", "DENY", "MODIFY", "ASK_AGAIN", "HALT", "RESUME"];

/// What was proposed: the verdict must be about it.
#[derive(Debug, Clone)]
pub(crate) struct Proposal {
    pub intent_id: String,
    pub arguments: Object,
}

/// From the result of `a2g/intent`, `a2g/await` or `a2g/escalate`.
pub(crate) fn verdict_from_result(result: &Value, proposal: &Proposal) -> Result<Verdict, Error> {
    let Value::Object(said) = result else {
        return Err(Error::Unreachable("The verdict is not an object.".to_owned()));
    };
    match said.get("intent_id") {
        None | Some(Value::Null) => {}
        Some(named) if named.as_str() == Some(&proposal.intent_id) => {}
        Some(named) => {
            return Err(Error::Unreachable(format!(
                "The verdict is for the intent {named}, not for this one."
            )));
        }
    }
    let outcome = outcome_of(said.get("verdict"))?;
    Ok(verdict(said, proposal, outcome, text(said.get("reason"))))
}

/// From an error that is a denial; gives every other error back.
pub(crate) fn verdict_from_error(refusal: Refusal, proposal: &Proposal) -> Result<Verdict, Error> {
    // A limit that is used up is a denial as well, when it is said about an intent.
    let denial = refusal.code == codes::POLICY_VIOLATION
        || (refusal.code == codes::CAPABILITY_EXHAUSTED && refusal.data.get("intent_id").is_some());
    if !denial {
        return Err(Error::Refused(refusal));
    }
    let inner = &refusal.data["verdict"];
    let mut said = Object::new();
    said.insert("reasoning".to_owned(), Value::from(refusal.message.as_str()));
    said.insert("expires_at".to_owned(), inner["expires_at"].clone());
    let mut risk = Object::new();
    risk.insert("score".to_owned(), refusal.data["risk_score"].clone());
    risk.insert("level".to_owned(), inner["risk_assessment"]["level"].clone());
    said.insert("risk_assessment".to_owned(), Value::Object(risk));
    Ok(verdict(
        &said,
        proposal,
        Outcome::Denied,
        refusal.reason().map(str::to_owned),
    ))
}

/// From a directive that settles an intent; None when it settles nothing.
pub(crate) fn verdict_from_directive(params: &Object, proposal: &Proposal) -> Result<Option<Verdict>, Error> {
    let said = params.get("verdict");
    let (mut merged, spoken) = match said {
        Some(Value::Object(inner)) => (inner.clone(), inner.get("verdict")),
        other => (Object::new(), other),
    };
    let outcome = match (params.get("directive").and_then(Value::as_str), spoken) {
        (Some("DENY" | "HALT"), _) => Outcome::Denied,
        (Some("APPROVE"), None) => Outcome::Approved,
        (Some("MODIFY"), None) => Outcome::Conditional,
        (Some("APPROVE" | "MODIFY"), said) => outcome_of(said)?,
        _ => return Ok(None),
    };
    merged.extend(params.clone());
    merged.insert(
        "reasoning".to_owned(),
        params.get("reason").cloned().unwrap_or_default(),
    );
    Ok(Some(verdict(&merged, proposal, outcome, None)))
}

fn verdict(said: &Object, proposal: &Proposal, outcome: Outcome, code: Option<String>) -> Verdict {
    let conditions = conditions(said.get("conditions"));
    let changed = conditions
        .iter()
        .rfind(|each| each.kind == "arguments")
        .and_then(|each| each.value.as_ref());
    let arguments = [said.get("arguments"), changed]
        .into_iter()
        .flatten()
        .find_map(Value::as_object)
        .unwrap_or(&proposal.arguments)
        .clone();
    let risk = said.get("risk_assessment");
    let reason = [said.get("reasoning"), said.get("reason")]
        .into_iter()
        .find_map(|each| text(each).filter(|said| !said.is_empty()));
    Verdict {
        intent_id: proposal.intent_id.clone(),
        verdict: outcome,
        approved: matches!(outcome, Outcome::Approved | Outcome::Conditional),
        reason: reason.unwrap_or_else(|| format!("The verdict is {}.", spelled(outcome))),
        code,
        arguments,
        manifest: manifest(said.get("capability_manifest")),
        risk_score: risk.and_then(|risk| risk.get("score")).and_then(Value::as_f64),
        risk_level: text(risk.and_then(|risk| risk.get("level"))),
        expires_at: said.get("expires_at").and_then(Value::as_str).and_then(parse_iso),
        conditions,
    }
}

fn spelled(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Approved => "APPROVED",
        Outcome::Denied => "DENIED",
        Outcome::Escalate => "ESCALATE",
        Outcome::Conditional => "CONDITIONAL",
    }
}

fn outcome_of(value: Option<&Value>) -> Result<Outcome, Error> {
    match value.and_then(Value::as_str) {
        Some("APPROVED") => Ok(Outcome::Approved),
        Some("DENIED") => Ok(Outcome::Denied),
        Some("ESCALATE") => Ok(Outcome::Escalate),
        Some("CONDITIONAL") => Ok(Outcome::Conditional),
        _ => Err(Error::Unreachable(format!(
            "{} is no verdict this client knows.",
            value.unwrap_or(&Value::Null)
        ))),
    }
}

fn conditions(value: Option<&Value>) -> Vec<Condition> {
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().map(condition).collect()
}

fn condition(value: &Value) -> Condition {
    let Value::Object(members) = value else {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        return Condition {
            kind: "note".to_owned(),
            text,
            value: None,
        };
    };
    let kind = members
        .get("kind")
        .and_then(Value::as_str)
        .filter(|kind| CONDITION_KINDS.contains(kind));
    Condition {
        kind: kind.unwrap_or("note").to_owned(),
        text: text(members.get("text")).unwrap_or_else(|| value.to_string()),
        value: members.get("value").cloned(),
    }
}

fn manifest(value: Option<&Value>) -> Option<Manifest> {
    let members = value?.as_object()?;
    let number = |name: &str| members.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    Some(Manifest {
        max_memory_mb: number("max_memory_mb"),
        max_cpu_percent: number("max_cpu_percent"),
        timeout_seconds: number("timeout_seconds"),
        network_allowed: members.get("network_allowed") == Some(&Value::Bool(true)),
        filesystem_scope: texts(members.get("filesystem_scope")).unwrap_or_default(),
        allowed_hosts: texts(members.get("allowed_hosts")),
        blocked_hosts: texts(members.get("blocked_hosts")),
    })
}

/// From the answer to `a2g/register` or from `g2a/policy`.
pub(crate) fn read_policy(params: &Value) -> Policy {
    Policy {
        version: text(params.get("version")).unwrap_or_default(),
        constitution_hash: text(params.get("constitution_hash")).unwrap_or_default(),
        capabilities: params
            .get("capabilities")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default(),
        extensions: texts(params.get("extensions")).unwrap_or_default(),
    }
}

/// None for what this client does not know.
pub(crate) fn read_event(method: &str, params: &Object) -> Option<Event> {
    let reason = || text(params.get("reason")).unwrap_or_default();
    match method {
        "g2a/policy" => Some(Event::Policy(read_policy(&Value::Object(params.clone())))),
        "g2a/directive" => {
            let kind = params.get("directive")?.as_str()?;
            DIRECTIVE_KINDS.contains(&kind).then(|| {
                Event::Directive(Directive {
                    kind: kind.to_owned(),
                    intent_id: text(params.get("intent_id")),
                    reason: reason(),
                    issued_by: text(params.get("issued_by")).unwrap_or_default(),
                })
            })
        }
        // A list that cannot be read counts as everything.
        "g2a/revoke" => Some(Event::Revoke(Revocation {
            capabilities: texts(params.get("capabilities")),
            reason: reason(),
        })),
        "g2a/quota" => {
            let items = params
                .get("limits")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
                .unwrap_or_default();
            Some(Event::Quota(Quota {
                limits: items.iter().map(limit).collect(),
                reason: reason(),
            }))
        }
        _ => None,
    }
}

fn limit(value: &Value) -> QuotaLimit {
    let number = |name: &str| value.get(name).and_then(Value::as_f64);
    QuotaLimit {
        name: text(value.get("name")).unwrap_or_default(),
        limit: number("limit").unwrap_or(0.0),
        used: number("used").unwrap_or(0.0),
        window_seconds: number("window_seconds"),
    }
}

/// From the result of `a2g/delegate`.
pub(crate) fn read_delegation(result: &Value) -> Delegation {
    Delegation {
        agent_did: text(result.get("agent_did")).unwrap_or_default(),
        parent_did: text(result.get("parent_did")).unwrap_or_default(),
        chain: texts(result.get("chain")).unwrap_or_default(),
        capabilities: texts(result.get("capabilities")).unwrap_or_default(),
        expires_at: text(result.get("expires_at")),
    }
}

fn text(value: Option<&Value>) -> Option<String> {
    value?.as_str().map(str::to_owned)
}

fn texts(value: Option<&Value>) -> Option<Vec<String>> {
    let items = value?.as_array()?;
    Some(items.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}
