//! `cargo package`, the crate in an empty project, and the README's example there.
mod support;

use std::path::{Path, PathBuf};

use support::Engine;
use tokio::process::Command;

async fn cargo(directory: &Path, words: &[&str], home: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(words).current_dir(directory);
    if let Some(home) = home {
        command.env("GATEHOUSE_HOME", home);
    }
    let ran = command.output().await.expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("a text")
}

struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        let _ = std::fs::remove_file("/tmp/gatehouse-readme-rust.txt");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn packaged_and_used_in_an_empty_project() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = Removed(std::env::temp_dir().join(format!("gatehouse-sdk-rust-package-{}", std::process::id())));
    let target = place.0.join("target");
    let target = target.to_str().expect("a text");
    cargo(
        here,
        &[
            "package",
            "--quiet",
            "--locked",
            "--no-verify",
            "--allow-dirty",
            "--target-dir",
            target,
        ],
        None,
    )
    .await;
    let archive = place.0.join("target/package/gatehouse-sdk-0.1.0.crate");
    let unpacked = Command::new("tar")
        .arg("-xzf")
        .arg(&archive)
        .current_dir(&place.0)
        .status()
        .await
        .expect("tar runs");
    assert!(unpacked.success());

    let project = place.0.join("empty");
    std::fs::create_dir_all(project.join("src")).expect("a directory");
    let readme = std::fs::read_to_string(place.0.join("gatehouse-sdk-0.1.0/README.md")).expect("the README");
    let example = readme
        .split("```rust\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("an example");
    std::fs::write(project.join("src/main.rs"), example).expect("written");
    let manifest = "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
        gatehouse-sdk = { path = \"../gatehouse-sdk-0.1.0\" }\nserde_json = \"1\"\n\
        tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }\n[workspace]\n";
    std::fs::write(project.join("Cargo.toml"), manifest).expect("written");
    std::fs::copy(here.join("Cargo.lock"), project.join("Cargo.lock")).expect("copied");
    let engine = Engine::start("package").await;
    let output = cargo(&project, &["run", "--quiet", "--offline"], Some(engine.home())).await;
    assert_eq!(output, "Some(5)\n");
    assert_eq!(
        std::fs::read_to_string("/tmp/gatehouse-readme-rust.txt").expect("the file"),
        "Hello"
    );
}
