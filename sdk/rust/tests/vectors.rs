//! The shared vectors, reproduced byte for byte.
mod support;

use std::collections::HashMap;

use futures_util::{FutureExt, StreamExt};
use gatehouse_sdk::discover::{data_directory, gets_token, parse_address, parse_token};
use gatehouse_sdk::{
    AgentInfo, Error, Event, GovernanceClient, Intent, Policy, Receipt, Signer, Status, Verdict, canonical, codes,
};
use serde_json::{Map, Value, json};
use support::{Connection, ScriptedServer, cases, text, vectors};

/// What a call of the client returned.
#[derive(Debug)]
enum Returned {
    Verdict(Box<Verdict>),
    Policy(Policy),
    Receipt(Receipt),
    Nothing,
}

fn option(options: &Value, name: &str) -> Option<String> {
    options[name].as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    Some(value.as_array()?.iter().map(|each| text(each).to_owned()).collect())
}

/// Makes the call that the vectors name.
async fn call(client: GovernanceClient, name: String, options: Value) -> Result<Returned, Error> {
    let id = || option(&options, "intent_id").unwrap_or_default();
    match name.as_str() {
        "register" => {
            let info = AgentInfo {
                did: String::new(),
                capabilities: texts(&options["capabilities"]),
                name: option(&options, "name"),
                version: option(&options, "version"),
                runtime: option(&options, "runtime"),
                extensions: texts(&options["extensions"]),
            };
            client.register(info).await.map(Returned::Policy)
        }
        "request_intent" => {
            let intent = Intent {
                tool: text(&options["tool"]).to_owned(),
                arguments: options["arguments"].clone(),
                intent_id: option(&options, "intent_id"),
                session_id: option(&options, "session_id"),
                parent_intent: option(&options, "parent_intent"),
                reasoning: option(&options, "reasoning"),
                working_directory: option(&options, "working_directory"),
                workspace: option(&options, "workspace"),
                wait_ms: options["wait_ms"].as_u64(),
            };
            client
                .request_intent(intent)
                .await
                .map(|verdict| Returned::Verdict(Box::new(verdict)))
        }
        "await" => {
            let timeout = options["timeout_ms"].as_u64().expect("a time");
            let verdict = client.await_verdict(id(), timeout, Map::new()).await?;
            Ok(Returned::Verdict(Box::new(verdict)))
        }
        "report" => {
            let status = match text(&options["status"]) {
                "SUCCESS" => Status::Success,
                "FAILURE" => Status::Failure,
                "TIMEOUT" => Status::Timeout,
                _ => Status::Aborted,
            };
            let member = |name: &str| options.get(name).cloned();
            client
                .report_with(&id(), status, member("result"), member("metrics"))
                .await
                .map(Returned::Receipt)
        }
        "heartbeat" => client
            .heartbeat(options["status"].as_str(), options["load"].as_f64())
            .await
            .map(|()| Returned::Nothing),
        other => panic!("unknown call {other}"),
    }
}

fn start(client: &GovernanceClient, name: &str, options: &Value) -> tokio::task::JoinHandle<Result<Returned, Error>> {
    tokio::spawn(call(client.clone(), name.to_owned(), options.clone()))
}

fn same(one: &Value, other: &Value, name: &str) {
    assert_eq!(canonical(one), canonical(other), "{name}");
}

#[test]
fn canonical_json() {
    let file = vectors("canonical");
    for case in cases(&file, "cases") {
        let value: Value = serde_json::from_str(text(&case["json"])).expect("JSON");
        assert_eq!(canonical(&value), text(&case["canonical"]), "{}", case["name"]);
    }
    for case in cases(&file, "refused") {
        // Rust's texts cannot hold them: they are refused when they are read.
        assert!(
            serde_json::from_str::<Value>(text(&case["json"])).is_err(),
            "{}",
            case["name"]
        );
    }
}

#[test]
fn signatures() {
    let file = vectors("signatures");
    let keys: HashMap<&str, &Value> = cases(&file, "keys")
        .iter()
        .map(|key| (text(&key["name"]), key))
        .collect();
    let sign = |case: &Value| {
        let signer = Signer::new(text(&keys[text(&case["key"])]["private_key"])).expect("a key");
        let params = case["params"].as_object().expect("params").clone();
        Value::Object(signer.sign_with(
            text(&case["method"]),
            params,
            text(&case["nonce"]),
            text(&case["timestamp"]),
        ))
    };
    for key in keys.values() {
        assert_eq!(
            Signer::new(text(&key["private_key"])).expect("a key").public_key(),
            text(&key["public_key"])
        );
    }
    for case in cases(&file, "cases") {
        same(&sign(case), &case["signed_params"], text(&case["name"]));
    }
    for refused in cases(&file, "refused") {
        let case = cases(&file, "cases")
            .iter()
            .find(|case| case["name"] == refused["case"])
            .expect("its case");
        let mut changed = case.clone();
        changed
            .as_object_mut()
            .expect("an object")
            .extend(refused["change"].as_object().expect("changes").clone());
        assert_ne!(
            sign(&changed)["signature"]["value"],
            case["value"],
            "{}",
            refused["name"]
        );
    }
    assert!(Signer::new("abc").is_err());
}

#[test]
fn discovery() {
    let file = vectors("discovery");
    for case in cases(&file, "directories") {
        let environment: HashMap<String, String> = serde_json::from_value(case["environment"].clone()).expect("texts");
        let found = data_directory(text(&case["platform"]), &environment, text(&case["home"]));
        assert_eq!(found, text(&case["directory"]), "{}", case["name"]);
    }
    for case in cases(&file, "addresses") {
        let address = parse_address(text(&case["text"]));
        let said = address.map_or(
            Value::Null,
            |address| json!({ "http": address.http, "ws": address.ws, "agent_socket": address.agent_socket }),
        );
        assert_eq!(said, case["engine"], "{}", case["name"]);
    }
    for case in cases(&file, "tokens") {
        assert_eq!(parse_token(text(&case["text"])).as_deref(), case["token"].as_str());
    }
    let engine = parse_address(text(&cases(&file, "addresses")[0]["text"])).expect("an address");
    for case in cases(&file, "sends_token") {
        assert_eq!(
            gets_token(text(&case["url"]), &engine),
            case["sends"],
            "{}",
            case["url"]
        );
    }
}

#[tokio::test]
async fn requests() {
    let file = vectors("requests");
    for case in cases(&file, "cases") {
        let server = ScriptedServer::start().await;
        let client = server.client(text(&file["agent_did"])).build().expect("a client");
        let task = start(&client, text(&case["call"]), &case["options"]);
        let mut request = server.accept().await.receive().await;
        assert!(request["id"].is_u64());
        request["id"] = json!(1);
        assert_eq!(canonical(&request), text(&case["canonical"]), "{}", case["name"]);
        task.abort();
    }
}

#[tokio::test]
async fn answers() {
    let file = vectors("answers");
    for case in cases(&file, "cases") {
        answer(case, &file["proposed"]).await;
    }
}

#[tokio::test]
async fn errors() {
    let file = vectors("errors");
    let known = json!({
        "parse_error": codes::PARSE_ERROR,
        "invalid_request": codes::INVALID_REQUEST,
        "method_not_found": codes::METHOD_NOT_FOUND,
        "invalid_params": codes::INVALID_PARAMS,
        "internal_error": codes::INTERNAL_ERROR,
        "policy_violation": codes::POLICY_VIOLATION,
        "execution_error": codes::EXECUTION_ERROR,
        "registration_failed": codes::REGISTRATION_FAILED,
        "capability_exhausted": codes::CAPABILITY_EXHAUSTED,
        "session_expired": codes::SESSION_EXPIRED,
    });
    assert_eq!(file["codes"], known);
    for case in cases(&file, "cases") {
        answer(case, &json!({ "path": "/tmp/test.txt" })).await;
    }
}

async fn answer(case: &Value, proposed: &Value) {
    let name = text(&case["name"]);
    let server = ScriptedServer::start().await;
    let client = server.client("did:aeon:a:1.0:b").build().expect("a client");
    let options = json!({ "intent_id": "i-1", "tool": "write_file", "arguments": proposed, "wait_ms": 0 });
    let task = start(&client, "request_intent", &options);
    let mut connection = server.accept().await;
    let request = connection.receive().await;
    connection.answer(&request, case["response"].clone()).await;
    match (task.await.expect("it ends"), case["error"].as_str()) {
        (Ok(Returned::Verdict(verdict)), None) => {
            same(&serde_json::to_value(verdict).expect("JSON"), &case["verdict"], name);
        }
        (Err(Error::Unreachable(_)), Some("unreachable")) => {}
        (Err(Error::Refused(refusal)), Some("refused")) => {
            assert_eq!(refusal.code, case["code"], "{name}");
            assert_eq!(refusal.reason(), case["reason"].as_str(), "{name}");
            if let Some(message) = case["message"].as_str() {
                assert_eq!(refusal.message, message, "{name}");
            }
        }
        (other, expected) => panic!("{name}: {other:?} in place of {expected:?}"),
    }
}

#[tokio::test]
async fn notifications() {
    let file = vectors("notifications");
    for case in cases(&file, "cases") {
        let name = text(&case["name"]);
        let server = ScriptedServer::start().await;
        let client = server.client("did:aeon:kimi:1.0:abc123").build().expect("a client");
        let mut events = client.events();
        let options = json!({ "intent_id": "i-1", "tool": "write_file", "arguments": file["proposed"] });
        let task = start(&client, "request_intent", &options);
        let mut connection = server.accept().await;
        let request = connection.receive().await;
        connection
            .answer(&request, json!({ "result": { "verdict": "ESCALATE" } }))
            .await;
        connection.send(&case["message"]).await;
        // What is sent after the message is read after it.
        let beat = start(&client, "heartbeat", &json!({}));
        let request = connection.receive().await;
        connection.answer(&request, json!({ "result": {} })).await;
        beat.await.expect("it ends").expect("a heartbeat");
        let mut heard: Vec<Event> = Vec::new();
        while let Some(Some(event)) = events.next().now_or_never() {
            heard.push(event);
        }
        let expected: Vec<Value> = case.get("event").cloned().into_iter().collect();
        same(
            &serde_json::to_value(heard).expect("JSON"),
            &Value::Array(expected),
            name,
        );
        if let Some(verdict) = case.get("verdict") {
            let Ok(Returned::Verdict(returned)) = task.await.expect("it ends") else {
                panic!("{name}: no verdict")
            };
            same(&serde_json::to_value(returned).expect("JSON"), verdict, name);
        } else {
            assert!(!task.is_finished(), "{name}");
            task.abort();
        }
    }
}

#[tokio::test]
async fn reconnects() {
    let file = vectors("reconnects");
    for script in cases(&file, "scripts") {
        let server = ScriptedServer::start().await;
        let client = server.client(text(&file["agent_did"])).build().expect("a client");
        play(&server, &client, script).await;
    }
}

async fn play(server: &ScriptedServer, client: &GovernanceClient, script: &Value) {
    let name = text(&script["name"]);
    let mut connection: Option<Connection> = None;
    let mut calls = HashMap::new();
    let mut requests: HashMap<String, Value> = HashMap::new();
    for step in cases(script, "steps") {
        match text(&step["do"]) {
            "call" => {
                calls.insert(
                    text(&step["as"]).to_owned(),
                    start(client, text(&step["call"]), &step["options"]),
                );
            }
            "accept" => connection = Some(server.accept().await),
            // Cut without a closing handshake.
            "drop" => drop(connection.take()),
            "expect" => {
                let request = connection.as_mut().expect("a connection").receive().await;
                assert_eq!(request["method"], step["method"], "{name}");
                same(&request["params"], &step["params"], name);
                requests.insert(text(&step["as"]).to_owned(), request);
            }
            "answer" => {
                let mut response = step.clone();
                response
                    .as_object_mut()
                    .expect("an object")
                    .retain(|member, _| member == "result" || member == "error");
                connection
                    .as_mut()
                    .expect("a connection")
                    .answer(&requests[text(&step["to"])], response)
                    .await;
            }
            "push" => connection.as_mut().expect("a connection").send(&step["message"]).await,
            "return" => {
                let returned = calls.remove(text(&step["as"])).expect("a call").await.expect("it ends");
                let members = match returned {
                    Ok(Returned::Verdict(verdict)) => serde_json::to_value(verdict).expect("JSON"),
                    Ok(Returned::Policy(policy)) => serde_json::to_value(policy).expect("JSON"),
                    Ok(Returned::Receipt(receipt)) => json!({ "late": receipt.late, "violation": receipt.violation }),
                    other => panic!("{name}: {other:?}"),
                };
                for (member, value) in step.as_object().expect("an object") {
                    if member != "do" && member != "as" {
                        assert_eq!(&members[member], value, "{name}: {member}");
                    }
                }
            }
            other => panic!("unknown step {other}"),
        }
    }
    assert!(calls.is_empty(), "{name}");
}
