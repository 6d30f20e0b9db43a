//! RFC 8785 canonical JSON: the text that is signed.
use serde_json::{Number, Value};

/// Members in the order of their UTF-16 code units, no blanks, numbers as ECMAScript prints them.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Number(number) => text.push_str(&number_text(number)),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
            text.push('{');
            for (index, name) in names.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(&members[name], text);
            }
            text.push('}');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

const LARGEST_EXACT: u64 = 1 << 53;

fn number_text(number: &Number) -> String {
    let exact = number
        .as_i64()
        .is_some_and(|whole| whole.unsigned_abs() <= LARGEST_EXACT);
    if exact {
        return number.to_string();
    }
    number.as_f64().map_or_else(|| "null".to_owned(), double_text)
}

fn double_text(double: f64) -> String {
    if double == 0.0 {
        return "0".to_owned();
    }
    let sign = if double < 0.0 { "-" } else { "" };
    // The shortest digits that read back as the same double, as in 1.25e-7.
    let scientific = format!("{:e}", double.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let power: i32 = exponent.parse().unwrap_or(0);
    format!("{sign}{}", positioned(&digits, power + 1))
}

/// The value is 0.digits times ten to the power of `point`.
fn positioned(digits: &str, point: i32) -> String {
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    if count <= point && point <= 21 {
        return format!("{digits}{}", zeros(point - count));
    }
    if 0 < point && point <= 21 {
        let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
        return format!("{whole}.{fraction}");
    }
    if -6 < point && point <= 0 {
        return format!("0.{}{digits}", zeros(-point));
    }
    let power = point - 1;
    let sign = if power > 0 { '+' } else { '-' };
    let (first, rest) = digits.split_at(1);
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{first}{dot}{rest}e{sign}{}", power.abs())
}

fn zeros(count: i32) -> String {
    "0".repeat(usize::try_from(count).unwrap_or(0))
}
