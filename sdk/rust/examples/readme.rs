//! The example of the README.
use gatehouse_sdk::{Error, GovernanceClient};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let gov = GovernanceClient::builder()
        .agent_did("did:aeon:readme:1.0:abc123")
        .build()?;
    let written = gov
        .governed(
            "write_file",
            json!({ "path": "/tmp/gatehouse-readme-rust.txt", "content": "Hello" }),
            |permit| async move {
                let (path, content) = (
                    permit.arguments()["path"].as_str(),
                    permit.arguments()["content"].as_str(),
                );
                std::fs::write(path.unwrap_or_default(), content.unwrap_or_default()).map(|()| content.map(str::len))
            },
        )
        .await?;
    println!("{written:?}");
    Ok(())
}
