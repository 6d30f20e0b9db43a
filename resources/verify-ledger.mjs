#!/usr/bin/env node
// Verifies what Gatehouse exported, anywhere, with nothing but Node 18 or later: ledgers (.jsonl, .jsonl.gz) and proofs (.json).
//
//   node verify-ledger.mjs [--key ed25519:HEX] [--head ledger.head.json] FILE...
//
// --head compares a whole export (.jsonl) with the head file that was copied beside it: an older ledger does not reach it.
// Exit code 0: sound. 1: altered, or not what the head file says. 2: could not be checked. Take the public key from the console itself (`gatehouse
// ledger stats` shows it), not from the file, and give it with --key: a forger could put his own key into the file.
import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

class Altered extends Error {}
class Alarm extends Altered {}
const demand = (condition, message, Fault = Altered) => {
  if (!condition) throw new Fault(message);
};

// RFC 8785. JSON.parse and JSON.stringify agree with it on strings and numbers; only the order of members is left.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** A member that stands twice, or one that is not checked, is there for somebody who reads the file in another way. */
function read(text, ...members) {
  const value = JSON.parse(text) ?? {};
  const { stub, ...rest } = value;
  const written = stub === undefined ? canonical(rest) : `${canonical(rest).slice(0, -1)},"stub":${canonical(stub)}}`;
  const known = text === written && Object.keys(value).every((name) => members.includes(name));
  demand(known, `A line is not as Gatehouse writes it, or holds more than can be checked: ${text.slice(0, 60)}…`);
  return value;
}
const recordMembers = ["entry", "hash", "previousHash", "sequence"];
const headMembers = ["type", "version", "publicKey", "first", "last", "stub", "filter"];

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafHash = (entryHash) => sha256(Buffer.of(0), Buffer.from(entryHash, "hex"));
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);
const hex = (buffer) => buffer.toString("hex");

/** The hash of a record is that of its canonical JSON without the hash itself. */
function checkRecord({ hash, ...rest }) {
  const fits = hex(sha256(canonical(rest))) === hash;
  demand(fits, `Entry ${rest.sequence} was edited: its content does not fit its hash.`);
}

function checkSignature({ statement, signature }, key, what) {
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const raw = Buffer.from(key.replace(/^ed25519:/, ""), "hex");
  const publicKey = createPublicKey({ key: Buffer.concat([prefix, raw]), format: "der", type: "spki" });
  const signed = verify(null, Buffer.from(canonical(statement)), publicKey, Buffer.from(signature, "hex"));
  demand(signed, `${what} is not signed with the key ${key}.`);
}

/** The Merkle tree of RFC 6962, kept as the roots of its complete subtrees. */
class Tree {
  constructor(size = 0, peaks = []) {
    this.size = size;
    this.peaks = peaks.map((peak) => Buffer.from(peak, "hex"));
  }

  add(entryHash) {
    let node = leafHash(entryHash);
    for (let rest = this.size; rest % 2 === 1; rest = Math.floor(rest / 2)) node = nodeHash(this.peaks.pop(), node);
    this.peaks.push(node);
    this.size += 1;
  }

  root() {
    const last = this.peaks[this.peaks.length - 1];
    return last === undefined
      ? hex(sha256(""))
      : hex(this.peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last));
  }
}

/** The last checkpoint as the console left it beside its database. */
function readHeadFile(file, key) {
  const meaning =
    "Without it nobody can tell an older copy of the ledger from the latest one. Copy it from the data directory.";
  demand(existsSync(file), `The head file ${file} is missing. ${meaning}`, Alarm);
  const { statement: text, signature } = JSON.parse(readFileSync(file, "utf8"));
  const statement = JSON.parse(text);
  checkSignature({ statement, signature }, key, `The head file ${file}`);
  demand(statement.type === "checkpoint", `The head file ${file} holds no checkpoint.`);
  return statement;
}

/** The console writes the head file after each checkpoint, so it may be behind by one, and never by more. */
function checkHeadFile({ size, root, lastHash }, reached, last, checkpointBefore) {
  const advice = "Export again; if it stays so, compare with an export that you keep elsewhere.";
  const alarm = (condition, message) => demand(condition, `${message} ${advice}`, Alarm);
  alarm(
    size <= last,
    `The head file is from entry ${size}, the ledger ends at ${last}: it was cut, or is an older copy.`,
  );
  alarm(
    size >= checkpointBefore,
    `The head file is from entry ${size}, the ledger was signed later: the head file is an older copy.`,
  );
  const same = reached === undefined || (reached.root === root && reached.lastHash === lastHash);
  alarm(same, `The head file was signed for another entry ${size} than the one in the ledger: one of them is a copy.`);
}

/** Entries a filter found are no chain: each is what its hash says, and only a proof says that it is in the ledger. */
async function checkSelection(lines) {
  let count = 0;
  let last = 0;
  for await (const line of lines) {
    const record = read(line, ...recordMembers);
    demand(record.sequence > last, `Entry ${record.sequence} stands behind entry ${last}.`);
    checkRecord(record);
    last = record.sequence;
    count += 1;
  }
  return {
    text: `${count} single entries. No signature covers a selection: export all, or prove one (gatehouse ledger prove).`,
  };
}

async function checkLedger(lines, givenKey, headFile) {
  const head = read((await lines.next()).value ?? "{}", ...headMembers);
  if (head.type === "gatehouse-selection" && head.version === 1) return checkSelection(lines);
  demand(head.type === "gatehouse-ledger" && head.version === 1, "This is not an exported ledger.");
  const key = givenKey ?? head.publicKey;
  const anchor = headFile === undefined ? undefined : readHeadFile(headFile, key);
  let reached;
  let checkpointBefore = 0;
  let tree = new Tree();
  let previousHash = "0".repeat(64);
  let previousSize = 0;
  if (head.stub !== undefined) {
    checkSignature(head.stub, key, "The stub for the removed entries");
    const { size, peaks, root, lastHash, type } = head.stub.statement;
    tree = new Tree(size, peaks);
    demand(type === "stub" && tree.root() === root, "The stub for the removed entries does not fit together.");
    previousHash = lastHash;
    previousSize = size;
  }
  const first = tree.size + 1;
  demand(head.first === first, `The file should begin at entry ${first}.`);
  let checkpoints = 0;
  for await (const line of lines) {
    const value = read(line, ...(line.startsWith('{"checkpoint":') ? ["checkpoint"] : recordMembers));
    if (value.checkpoint === undefined) {
      const place = tree.size + 1;
      demand(value.sequence === place, `Entry ${place} is missing: entry ${value.sequence} stands in its place.`);
      demand(value.previousHash === previousHash, `Entry ${place} does not follow the entry before it.`);
      checkRecord(value);
      tree.add(value.hash);
      previousHash = value.hash;
      if (tree.size === anchor?.size) reached = { root: tree.root(), lastHash: previousHash };
      continue;
    }
    const { statement } = value.checkpoint;
    const what = `The checkpoint at entry ${statement.size}`;
    checkSignature(value.checkpoint, key, what);
    demand(statement.type === "checkpoint" && statement.size === tree.size, `${what} stands at entry ${tree.size}.`);
    demand(statement.previousSize === previousSize, `${what} follows one at ${statement.previousSize}, which is gone.`);
    demand(
      statement.root === tree.root() && statement.lastHash === previousHash,
      `One of the entries ${previousSize + 1} to ${tree.size} was altered: they do not lead to the signed root.`,
    );
    checkpointBefore = previousSize;
    previousSize = tree.size;
    checkpoints += 1;
  }
  demand(tree.size === head.last, `The file should end at entry ${head.last}; it ends at ${tree.size}.`);
  if (anchor !== undefined) checkHeadFile(anchor, reached, tree.size, checkpointBefore);
  const unsigned = tree.size - previousSize;
  const tail = unsigned === 0 ? "" : ` The last ${unsigned} entries are not covered by a signature yet.`;
  return { key, text: `entries ${first} to ${tree.size}, ${checkpoints} checkpoints.${tail}` };
}

function checkProof(proof, givenKey) {
  demand(proof.type === "gatehouse-proof" && proof.version === 1, "This is not a proof.");
  const key = givenKey ?? proof.publicKey;
  checkRecord(proof.record);
  checkSignature(proof.checkpoint, key, "The checkpoint");
  let node = leafHash(proof.record.hash);
  let position = proof.record.sequence - 1;
  let last = proof.checkpoint.statement.size - 1;
  demand(position <= last, "The checkpoint is older than the entry.");
  for (const sibling of proof.path) {
    demand(last > 0, "The path is too long.");
    if (position % 2 === 1 || position === last) {
      node = nodeHash(Buffer.from(sibling, "hex"), node);
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, Math.floor(last / 2)];
    } else node = nodeHash(node, Buffer.from(sibling, "hex"));
    [position, last] = [Math.floor(position / 2), Math.floor(last / 2)];
  }
  demand(last === 0 && hex(node) === proof.checkpoint.statement.root, "The path does not lead to the signed root.");
  const signedAt = new Date(proof.checkpoint.statement.at).toISOString();
  return { key, text: `entry ${proof.record.sequence} is in the ledger that was signed at ${signedAt}.` };
}

async function checkFile(file, givenKey, headFile) {
  const raw = createReadStream(file);
  const input = file.endsWith(".gz") ? raw.pipe(createGunzip()) : raw;
  raw.on("error", (error) => input.destroy(error));
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  // An archive ends where retention ended, long before the head.
  if (/\.jsonl(\.gz)?$/.test(file)) return checkLedger(lines, givenKey, file.endsWith(".gz") ? undefined : headFile);
  let text = "";
  for await (const line of lines) text += line;
  return checkProof(read(text, "checkpoint", "path", "publicKey", "record", "type", "version"), givenKey);
}

const files = process.argv.slice(2);
const option = (name) => (files.includes(name) ? files.splice(files.indexOf(name), 2)[1] : undefined);
const givenKey = option("--key");
const headFile = option("--head");
if (files.length === 0 || (givenKey !== undefined && !/^ed25519:[0-9a-f]{64}$/.test(givenKey))) {
  console.error("Usage: node verify-ledger.mjs [--key ed25519:HEX] [--head ledger.head.json] FILE...");
  process.exitCode = 2;
}
for (const file of process.exitCode === 2 ? [] : files) {
  try {
    const { key, text } = await checkFile(file, givenKey, headFile);
    console.log(`${file}: sound, ${text}`);
    if (givenKey === undefined && key !== undefined)
      console.log(`  Checked with the key in the file itself, ${key}. Compare it with the console's.`);
  } catch (error) {
    const altered = error instanceof Altered || error instanceof SyntaxError;
    const verdict = error instanceof Alarm ? "ALARM" : altered ? "ALTERED" : "could not be checked";
    console.log(`${file}: ${verdict}. ${error.message}`);
    process.exitCode = Math.max(process.exitCode ?? 0, altered ? 1 : 2);
  }
}
