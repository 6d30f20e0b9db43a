//! JSON-RPC on the wire.
use serde_json::{Map, Value, json};

use crate::error::{Error, Refusal};

pub(crate) fn request_text(method: &str, params: Map<String, Value>, id: u64) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params, "id": id }).to_string()
}

/// None when it is no JSON object.
pub(crate) fn parse_message(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text) {
        Ok(Value::Object(message)) => Some(message),
        _ => None,
    }
}

/// The result, the error, or that the answer holds neither.
pub(crate) fn result_of(mut message: Map<String, Value>) -> Result<Value, Error> {
    match message.remove("error") {
        Some(Value::Object(mut error)) => Err(Error::Refused(Refusal {
            code: error.get("code").and_then(Value::as_i64).unwrap_or(0),
            message: error
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or("Gatehouse refused without a reason.")
                .to_owned(),
            data: error.remove("data").unwrap_or_default(),
        })),
        None | Some(Value::Null) => message.remove("result").ok_or_else(neither),
        Some(_) => Err(neither()),
    }
}

fn neither() -> Error {
    Error::Unreachable("The answer holds neither a result nor an error.".to_owned())
}
