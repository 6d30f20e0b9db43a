//! Two-way connections that carry one JSON text at a time: lines on a local socket, and WebSocket messages.
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) struct Lost(pub String);

pub(crate) enum Sender {
    WebSocket(SplitSink<Socket, Message>),
    #[cfg(unix)]
    Lines(tokio::io::BufWriter<tokio::net::unix::OwnedWriteHalf>),
}

pub(crate) enum Receiver {
    WebSocket(SplitStream<Socket>),
    #[cfg(unix)]
    Lines(tokio::io::Lines<tokio::io::BufReader<tokio::net::unix::OwnedReadHalf>>),
}

pub(crate) async fn open(url: &str, token: Option<&str>) -> Result<(Sender, Receiver), Lost> {
    if let Some(path) = url.strip_prefix("unix:") {
        return open_lines(path).await;
    }
    let address = match token {
        // Tokens are hexadecimal digits or chosen by the owner; what a query cannot hold is escaped.
        Some(token) => format!(
            "{}{}token={}",
            with_path(url),
            if url.contains('?') { '&' } else { '?' },
            escape(token)
        ),
        None => url.to_owned(),
    };
    let config = WebSocketConfig::default().max_message_size(Some(16 << 20));
    let connected = tokio_tungstenite::connect_async_with_config(address, Some(config), true).await;
    let (socket, _) = connected.map_err(|error| Lost(error.to_string()))?;
    let (sender, receiver) = socket.split();
    Ok((Sender::WebSocket(sender), Receiver::WebSocket(receiver)))
}

#[cfg(unix)]
async fn open_lines(path: &str) -> Result<(Sender, Receiver), Lost> {
    use tokio::io::{AsyncBufReadExt, BufReader, BufWriter};
    let path = if path.starts_with("///") { &path[2..] } else { path };
    let socket = tokio::net::UnixStream::connect(path)
        .await
        .map_err(|error| Lost(error.to_string()))?;
    let (reader, writer) = socket.into_split();
    let lines = BufReader::new(reader).lines();
    Ok((Sender::Lines(BufWriter::new(writer)), Receiver::Lines(lines)))
}

#[cfg(not(unix))]
async fn open_lines(_: &str) -> Result<(Sender, Receiver), Lost> {
    Err(Lost(
        "this system has no Unix sockets: use a ws: or http: address".to_owned(),
    ))
}

impl Sender {
    /// Written with those before and after it; nothing has to leave before `flush`.
    pub(crate) async fn feed(&mut self, text: String) -> Result<(), Lost> {
        match self {
            Self::WebSocket(sink) => sink
                .feed(Message::text(text))
                .await
                .map_err(|error| Lost(error.to_string())),
            #[cfg(unix)]
            Self::Lines(writer) => {
                use tokio::io::AsyncWriteExt;
                let line = text + "\n";
                writer
                    .write_all(line.as_bytes())
                    .await
                    .map_err(|error| Lost(error.to_string()))
            }
        }
    }

    pub(crate) async fn flush(&mut self) -> Result<(), Lost> {
        match self {
            Self::WebSocket(sink) => sink.flush().await.map_err(|error| Lost(error.to_string())),
            #[cfg(unix)]
            Self::Lines(writer) => {
                use tokio::io::AsyncWriteExt;
                writer.flush().await.map_err(|error| Lost(error.to_string()))
            }
        }
    }

    pub(crate) async fn close(&mut self) {
        if let Self::WebSocket(sink) = self {
            // The other side may be gone already.
            let _ = sink.close().await;
        }
    }
}

impl Receiver {
    /// May be dropped while it waits: nothing is lost by that.
    pub(crate) async fn receive(&mut self) -> Result<String, Lost> {
        match self {
            Self::WebSocket(stream) => loop {
                match stream.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                    Some(Ok(Message::Close(_))) | None => return Err(Lost("it was closed".to_owned())),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(Lost(error.to_string())),
                }
            },
            #[cfg(unix)]
            Self::Lines(lines) => match lines.next_line().await {
                Ok(Some(line)) => Ok(line),
                Ok(None) => Err(Lost("it was closed".to_owned())),
                Err(error) => Err(Lost(error.to_string())),
            },
        }
    }
}

fn with_path(url: &str) -> String {
    let has_path = url.split_once("://").is_some_and(|(_, rest)| rest.contains(['/', '?']));
    if has_path { url.to_owned() } else { format!("{url}/") }
}

fn escape(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}
