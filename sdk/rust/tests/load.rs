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

const INTENTS: usize = 2000;
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
    up.write_all(head.as_bytes()).await.expect("sent");
    let _ = tokio::io::copy_bidirectional(&mut stream, &mut up).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_and_nothing_runs_twice() {
    let engine = Engine::start("load").await;
    let cut = Arc::new(Notify::new());
    let url = relay(engine.ws.trim_start_matches("ws://").to_owned(), Arc::clone(&cut)).await;
    let gov = GovernanceClient::builder()
        .url(url)
        .agent_did("did:aeon:load-rust:1.0:abc123")
        .timeout_ms(60_000_u64)
        .build()
        .expect("a client");
    gov.register(AgentInfo::default()).await.expect("registered");
    let runs: Arc<Vec<AtomicUsize>> = Arc::new((0..INTENTS).map(|_| AtomicUsize::new(0)).collect());
    let (next, total) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let began = Instant::now();
    let workers = (0..WORKERS).map(|_| {
        let (gov, runs, next, total, cut) = (
            gov.clone(),
            Arc::clone(&runs),
            Arc::clone(&next),
            Arc::clone(&total),
            Arc::clone(&cut),
        );
        tokio::spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::SeqCst);
                if number >= INTENTS {
                    return;
                }
                let arguments = json!({ "path": format!("/tmp/file-{number}.txt") });
                gov.governed("read_file", arguments, |_| async {
                    runs[number].fetch_add(1, Ordering::SeqCst);
                    if total.fetch_add(1, Ordering::SeqCst) == INTENTS / 2 {
                        cut.notify_waiters();
                    }
                    Ok::<_, std::io::Error>(())
                })
                .await
                .expect("approved");
            }
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await.expect("it ends");
    }
    let each = began.elapsed().as_secs_f64() / 2000.0;
    assert!(runs.iter().all(|count| count.load(Ordering::SeqCst) == 1));
    let entries = engine.operate("getStatus", json!({})).await["ledger"]["entries"]
        .as_u64()
        .expect("a number");
    // Each intent is one entry, and so is its report.
    assert!(entries >= 2 * INTENTS as u64, "{entries}");
    let echo = echo().await;
    println!(
        "{INTENTS} intents with reports: {:.0} a second, {:.0} µs each; a bare echo {:.0} µs",
        1.0 / each,
        each * 1e6,
        echo.as_secs_f64() * 1e6
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
