//! Vectors, a server that follows a script, and a real engine in a process of its own with the human who answers it.
#![allow(dead_code, reason = "each test file uses its own part")]
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use gatehouse_sdk::{Builder, GovernanceClient};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::process::{Child, Command};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn vectors(name: &str) -> Value {
    let path = root().join(format!("sdk/vectors/{name}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON")
}

pub fn cases<'file>(file: &'file Value, member: &str) -> &'file [Value] {
    file[member].as_array().expect("a list of cases")
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Takes WebSockets one after the other; a test plays the engine's part on each.
pub struct ScriptedServer {
    listener: TcpListener,
    pub url: String,
}

pub struct Connection(WebSocketStream<TcpStream>);

impl ScriptedServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("ws://{}", listener.local_addr().expect("an address"));
        Self { listener, url }
    }

    pub fn client(&self, agent_did: &str) -> Builder {
        GovernanceClient::builder()
            .url(&*self.url)
            .agent_did(agent_did)
            .heartbeat_ms(0_u64)
            .timeout_ms(5000_u64)
    }

    pub async fn accept(&self) -> Connection {
        let accepted = tokio::time::timeout(Duration::from_secs(5), self.listener.accept()).await;
        let (stream, _) = accepted.expect("a connection in time").expect("a connection");
        Connection(tokio_tungstenite::accept_async(stream).await.expect("a WebSocket"))
    }
}

impl Connection {
    pub async fn receive(&mut self) -> Value {
        let message = tokio::time::timeout(Duration::from_secs(5), self.0.next()).await;
        let message = message
            .expect("a message in time")
            .expect("a message")
            .expect("a message");
        serde_json::from_str(message.to_text().expect("a text")).expect("JSON")
    }

    pub async fn send(&mut self, message: impl ToString) {
        self.0.send(Message::text(message.to_string())).await.expect("sent");
    }

    pub async fn answer(&mut self, request: &Value, mut response: Value) {
        response["jsonrpc"] = json!("2.0");
        response["id"] = request["id"].clone();
        self.send(response).await;
    }
}

/// The engine of this project; every process of this user may answer as its operator.
pub struct Engine {
    process: Child,
    home: PathBuf,
    pub http: String,
    pub ws: String,
    pub unix: String,
    operator: String,
}

impl Engine {
    pub async fn start(name: &str) -> Self {
        let home = std::env::temp_dir().join(format!("gatehouse-sdk-rust-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&home).expect("a directory");
        Self::start_in(home).await
    }

    pub async fn start_in(home: PathBuf) -> Self {
        let mut process = Command::new(root().join("node_modules/.bin/node"))
            .arg(root().join("test/support/engine/open-engine.ts"))
            .arg(&home)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the engine starts");
        let stdout = process.stdout.take().expect("its output");
        let line = BufReader::new(stdout)
            .lines()
            .next_line()
            .await
            .expect("a line")
            .expect("a line");
        let ready: Value = serde_json::from_str(&line).expect("its addresses");
        let member = |name: &str| text(&ready[name]).to_owned();
        let unix = format!("unix:{}", member("agent_socket"));
        Self {
            process,
            home,
            http: member("http"),
            ws: member("ws"),
            unix,
            operator: member("operator_socket"),
        }
    }

    /// Where clients find it.
    pub fn home(&self) -> &str {
        self.home.to_str().expect("a text")
    }

    pub fn urls(&self) -> [&str; 3] {
        [&self.http, &self.ws, &self.unix]
    }

    pub async fn kill(mut self) -> PathBuf {
        self.process.kill().await.expect("killed");
        std::mem::take(&mut self.home)
    }

    /// An operation of the console.
    pub async fn operate(&self, method: &str, params: Value) -> Value {
        let (reader, mut writer) = UnixStream::connect(&self.operator)
            .await
            .expect("the socket")
            .into_split();
        let request = json!({ "jsonrpc": "2.0", "method": method, "params": params, "id": 1 });
        writer.write_all(format!("{request}\n").as_bytes()).await.expect("sent");
        let line = BufReader::new(reader)
            .lines()
            .next_line()
            .await
            .expect("a line")
            .expect("a line");
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Answers what waits, as a human would.
    pub async fn answer(&self, decision: &str, details: Value) {
        for _ in 0..300 {
            let held = self.operate("listApprovals", json!({})).await;
            if let Some(held) = held.get(0) {
                let mut answer = details.clone();
                answer["approvalId"] = held["approvalId"].clone();
                answer["digest"] = held["digest"].clone();
                answer["decision"] = json!(decision);
                let outcome = self.operate("resolveApproval", answer).await;
                assert_ne!(outcome["outcome"], "REFUSED", "{outcome}");
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nothing waits for a human");
    }

    /// How the console lists the intent.
    pub async fn report_of(&self, intent_id: &str) -> Value {
        let feed = self.operate("listFeed", json!({})).await;
        let items = feed.as_array().expect("a list");
        items
            .iter()
            .find(|item| item["intentId"] == intent_id)
            .map_or(Value::Null, |item| item["report"].clone())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.start_kill();
        if self.home.as_os_str().is_empty() {
            return;
        }
        // A killed process may still write for a moment.
        for _ in 0..50 {
            if std::fs::remove_dir_all(&self.home).is_ok() || !self.home.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
