//! Many intents over one WebSocket, with reports and a reconnect in the middle: none lost, none run twice.
//! Beside it, in the same run, what a bare WebSocket echo costs.
mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use gatehouse_sdk::{AgentInfo, GovernanceClient};
use serde_json::json;
use support::Engine;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

const INTENTS: usize = 4000;
/// Before the clock runs: the engine is compiled while it works.
const WARMING: usize = 2000;
const WORKERS: usize = 48;

/// Passes bytes on to the engine until it is told to cut every connection.
async fn relay(engine: String, cut: Arc<Notify>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = listener.local_addr().expect("an address").to_string();
    let address = own.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (engine, own, cut) = (engine.clone(), own.clone(), Arc::clone(&cut));
            tokio::spawn(async move {
                tokio::select! {
                    () = pass(stream, &engine, &own) => {}
                    () = cut.notified() => {}
                }
            });
        }
    });
    format!("ws://{address}")
}

async fn pass(mut stream: TcpStream, engine: &str, own: &str) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("a request"));
    }
    // The engine serves only those who ask for it by its own address.
    let head = String::from_utf8(head).expect("a head").replace(own, engine);
    let mut up = TcpStream::connect(engine).await.expect("the engine");
    // Small messages must not wait for the acknowledgement of those before them: that is 40 ms each time.
    stream.set_nodelay(true).expect("an option");
    up.set_nodelay(true).expect("an option");
    up.write_all(head.as_bytes()).await.expect("sent");
    let _ = tokio::io::copy_bidirectional(&mut stream, &mut up).await;
}

/// An engine whose heuristics score alone, as the bars of speed ask.
async fn engine() -> Engine {
    let home = std::env::temp_dir().join(format!("gatehouse-sdk-rust-load-{}", std::process::id()));
    std::fs::create_dir_all(&home).expect("a directory");
    std::fs::write(home.join("settings.json"), r#"{"risk_model":{"scorer":"off"}}"#).expect("the settings");
    Engine::start_in(home).await
}

struct Load {
    gov: GovernanceClient,
    runs: Vec<AtomicUsize>,
    next: AtomicUsize,
    total: AtomicUsize,
    cut: Arc<Notify>,
}

impl Load {
    /// Governed calls up to this number, `WORKERS` at a time; after so many the connection is cut.
    async fn until(self: &Arc<Self>, end: usize, cut_after: Option<usize>) -> Duration {
        let began = Instant::now();
        let workers = (0..WORKERS).map(|_| {
            let load = Arc::clone(self);
            tokio::spawn(async move { while load.one(end, cut_after).await {} })
        });
        for worker in workers.collect::<Vec<_>>() {
            worker.await.expect("it ends");
        }
        self.next.store(end, Ordering::SeqCst);
        began.elapsed()
    }

    async fn one(&self, end: usize, cut_after: Option<usize>) -> bool {
        let number = self.next.fetch_add(1, Ordering::SeqCst);
        if number >= end {
            return false;
        }
        let arguments = json!({ "path": format!("/tmp/file-{number}.txt") });
        let run = |_| async {
            self.runs[number].fetch_add(1, Ordering::SeqCst);
            if Some(self.total.fetch_add(1, Ordering::SeqCst)) == cut_after {
                self.cut.notify_waiters();
            }
            Ok::<_, std::io::Error>(())
        };
        self.gov.governed("read_file", arguments, run).await.expect("approved");
        true
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_and_nothing_runs_twice() {
    let engine = engine().await;
    let cut = Arc::new(Notify::new());
    let url = relay(engine.ws.trim_start_matches("ws://").to_owned(), Arc::clone(&cut)).await;
    let gov = GovernanceClient::builder()
        .url(url)
        .agent_did("did:aeon:load-rust:1.0:abc123")
        .timeout_ms(60_000_u64)
        .build()
        .expect("a client");
    gov.register(AgentInfo::default()).await.expect("registered");
    let load = Arc::new(Load {
        gov,
        runs: (0..WARMING + INTENTS).map(|_| AtomicUsize::new(0)).collect(),
        next: AtomicUsize::new(0),
        total: AtomicUsize::new(0),
        cut,
    });
    load.until(WARMING, None).await;
    let took = load.until(WARMING + INTENTS, Some(WARMING + INTENTS / 2)).await;
    assert!(load.runs.iter().all(|count| count.load(Ordering::SeqCst) == 1));
    let entries = engine.operate("getStatus", json!({})).await["ledger"]["entries"]
        .as_u64()
        .expect("a number");
    // Each intent is one entry, and so is its report.
    assert!(entries >= 2 * (WARMING + INTENTS) as u64, "{entries}");
    let each = took / u32::try_from(INTENTS).expect("a small number");
    println!(
        "{INTENTS} intents with reports and a reconnect: {:.0}/s, {} µs each; a bare echo {} µs",
        1.0 / each.as_secs_f64(),
        each.as_micros(),
        echo().await.as_micros()
    );
}

/// The time for one message there and back, as many at a time.
async fn echo() -> Duration {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("ws://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = tokio_tungstenite::accept_async(stream).await.expect("a WebSocket");
        while let Some(Ok(message)) = socket.next().await {
            if socket.send(message).await.is_err() {
                return;
            }
        }
    });
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a WebSocket");
    let began = Instant::now();
    let message = tokio_tungstenite::tungstenite::Message::text("x".repeat(300));
    for _ in 0..WORKERS {
        socket.send(message.clone()).await.expect("sent");
    }
    for number in 0..INTENTS {
        socket.next().await.expect("a message").expect("a message");
        if number + WORKERS < INTENTS {
            socket.send(message.clone()).await.expect("sent");
        }
    }
    began.elapsed() / u32::try_from(INTENTS).expect("a small number")
}
