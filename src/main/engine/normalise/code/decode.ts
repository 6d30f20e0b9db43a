// Decoders for text that hides in another alphabet: base64, hexadecimal, UTF-16, escapes, letter substitution.

/** Bytes as a string of code units below 256, read as UTF-8 where that is valid and one to one where it is not. */
function utf8(bytes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
    if (length === 1 || first >= 0xf8) {
      text += String.fromCharCode(first);
      continue;
    }
    let point = first & (0xff >> (length + 1));
    let valid = true;
    for (let next = 1; next < length; next += 1) {
      const byte = bytes[at + next];
      if (byte === undefined || (byte & 0xc0) !== 0x80) valid = false;
      else point = (point << 6) | (byte & 0x3f);
    }
    if (!valid || point > 0x10ffff) {
      text += String.fromCharCode(first);
      continue;
    }
    text += String.fromCodePoint(point);
    at += length - 1;
  }
  return text;
}

function base64Bytes(text: string): readonly number[] | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 61 || code <= 32) continue;
    const six = sixBits(code);
    if (six < 0) return undefined;
    bits = ((bits << 6) | six) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return bytes;
}

function sixBits(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  if (code === 43 || code === 45) return 62;
  if (code === 47 || code === 95) return 63;
  return -1;
}

export function base64(text: string): string | undefined {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : utf8(bytes);
}

/** What `powershell -EncodedCommand` takes. */
export function base64Utf16(text: string): string | undefined {
  const bytes = base64Bytes(text);
  if (bytes === undefined) return undefined;
  let decoded = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    decoded += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  }
  return decoded;
}

const alphabet32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function base32(text: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of text.toUpperCase()) {
    if (letter === "=" || letter <= " ") continue;
    const five = alphabet32.indexOf(letter);
    if (five < 0) return undefined;
    bits = ((bits << 5) | five) & 0xffff;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return utf8(bytes);
}

export function hexadecimal(text: string): string | undefined {
  const digits = text.replace(/\\x|0x|[\s:,]/gi, "");
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits)) return undefined;
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 2) bytes.push(Number.parseInt(digits.slice(at, at + 2), 16));
  return utf8(bytes);
}

const escape =
  /\\(?:x([0-9a-fA-F]{1,2})|u\{?([0-9a-fA-F]{1,6})\}?|U([0-9a-fA-F]{1,8})|(0[0-7]{1,3}|[0-7]{1,3})|(c)|([^]))/g;
const named: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Backslash escapes as `echo -e`, `printf` and most languages read them. */
export function escapes(text: string): string {
  if (!text.includes("\\")) return text;
  let bytes = false;
  const decoded = text.replace(escape, (whole, hex, short, long, octal, stop, other) => {
    if (stop !== undefined) return "";
    if (hex !== undefined || octal !== undefined) {
      bytes = true;
      return String.fromCharCode(hex === undefined ? Number.parseInt(octal, 8) & 0xff : Number.parseInt(hex, 16));
    }
    const point = short ?? long;
    if (point !== undefined) {
      const value = Number.parseInt(point, 16);
      return value <= 0x10ffff ? String.fromCodePoint(value) : whole;
    }
    return named[other] ?? (other === "\n" ? "" : other);
  });
  if (!bytes) return decoded;
  const codes = Array.from(decoded, (unit) => unit.codePointAt(0) ?? 0);
  return codes.every((code) => code < 256) ? utf8(codes) : decoded;
}

/** `tr SET1 SET2`, `tr -d SET1`. */
export function translate(text: string, from: string, to: string, remove: boolean): string | undefined {
  const source = characterSet(from);
  const target = characterSet(to);
  if (source === undefined || target === undefined || (!remove && target.length === 0)) return undefined;
  const map = new Map(source.map((letter, index) => [letter, remove ? "" : (target[index] ?? target.at(-1) ?? "")]));
  return Array.from(text, (letter) => map.get(letter) ?? letter).join("");
}

const classes: Readonly<Record<string, string>> = {
  upper: "A-Z",
  lower: "a-z",
  digit: "0-9",
  alpha: "A-Za-z",
  space: " \t-\r",
};

function characterSet(given: string): readonly string[] | undefined {
  const text = escapes(given.replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole));
  if (text.length > 256) return undefined;
  const letters: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const last = text.charAt(at + 2);
    if (text.charAt(at + 1) === "-" && last !== "" && last >= letter) {
      for (let code = letter.charCodeAt(0); code <= Math.min(last.charCodeAt(0), 0xff); code += 1) {
        letters.push(String.fromCharCode(code));
      }
      at += 2;
    } else letters.push(letter);
  }
  return letters;
}
