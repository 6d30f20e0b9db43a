//! Signs messages with the agent's Ed25519 key.
use std::fmt;

use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::{Map, Value, json};

use crate::canonical::canonical;
use crate::error::Error;
use crate::moment::{iso, now_ms};

/// Holds a private key.
pub struct Signer {
    key: SigningKey,
}

impl fmt::Debug for Signer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Signer({})", self.public_key())
    }
}

impl Signer {
    /// The key is an Ed25519 seed in 64 hex digits.
    pub fn new(private_key: &str) -> Result<Self, Error> {
        let wrong =
            || Error::Invalid("private_key must be the 32 bytes of an Ed25519 key in 64 hex digits.".to_owned());
        let bytes: [u8; 32] = from_hex(private_key)
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(wrong)?;
        Ok(Self {
            key: SigningKey::from_bytes(&bytes),
        })
    }

    /// The public key in hex digits.
    pub fn key_hex(&self) -> String {
        to_hex(self.key.verifying_key().as_bytes())
    }

    /// `ed25519:` and 64 hex digits, as `a2g/register` wants it.
    pub fn public_key(&self) -> String {
        format!("ed25519:{}", self.key_hex())
    }

    /// The parameters with a signature that is good for this method, once.
    pub fn sign(&self, method: &str, params: Map<String, Value>) -> Map<String, Value> {
        self.sign_with(method, params, &random_hex(16), &iso(now_ms()))
    }

    /// As `sign`, with a nonce and a timestamp of the caller's choice.
    pub fn sign_with(
        &self,
        method: &str,
        mut params: Map<String, Value>,
        nonce: &str,
        timestamp: &str,
    ) -> Map<String, Value> {
        let text = canonical(&json!({ "method": method, "nonce": nonce, "params": &params, "timestamp": timestamp }));
        let value = to_hex(&self.key.sign(text.as_bytes()).to_bytes());
        let signature = json!({ "alg": "ed25519", "nonce": nonce, "timestamp": timestamp, "value": value });
        params.insert("signature".to_owned(), signature);
        params
    }
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if text.len() % 2 != 0 || !text.is_ascii() {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
        .collect()
}

pub(crate) fn random_hex(bytes: usize) -> String {
    let mut random = vec![0_u8; bytes];
    // Without randomness nothing may be signed or asked: a repeated nonce or id would be worse than an end.
    getrandom::fill(&mut random).expect("the system has no randomness");
    to_hex(&random)
}

/// A new id for an intent.
pub(crate) fn new_id() -> String {
    let hex = random_hex(16);
    format!(
        "{}-{}-4{}-a{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[13..16],
        &hex[17..20],
        &hex[20..]
    )
}
