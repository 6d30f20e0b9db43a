// Rows of the command table: what was recorded.
import { entryKinds } from "../../shared/domain/audit.ts";
import { protocols } from "../../shared/domain/intent.ts";
import { deciders, outcomes, reasonCodes, riskLevels } from "../../shared/domain/verdict.ts";
import { exportFormats } from "../../shared/contract/ledger-export.ts";
import { rows } from "./entry.ts";

const filterOptions = {
  from: "text",
  to: "text",
  kind: entryKinds,
  agent: "text",
  session: "text",
  tool: "text",
  protocol: protocols,
  verdict: outcomes,
  level: riskLevels,
  reason: reasonCodes,
  decider: deciders,
  rule: "text",
  path: "file",
  host: "text",
} as const;
export type FilterOption = keyof typeof filterOptions;

const filterUsage = Object.keys(filterOptions)
  .map((name) => `[--${name} ${name === "from" || name === "to" ? "TIME" : name.toUpperCase()}]`)
  .join(" ");

export const filterDetails = `TIME is a date such as 2026-03-01 or 2026-03-01T14:30, or an age such as 90m, 12h or 7d.
Several values of an option are separated by commas: --verdict DENIED,ESCALATE
--agent takes a DID or a part of one. --path /home/anna/src covers everything below it. --host covers sub-domains.
QUERY: all words must occur, each with any ending; "in quotes" exactly. Filters: agent: tool: rule: path: host: project: verdict:
level: kind: by: reason: protocol: session: since: before: and the risk score, for example
agent:codex tool:write verdict:denied '>0.5' path:.github since:7d`;

const mostWords = 100;

export const ledgerRows = rows({
  "ledger verify": {
    usage: "ledger verify [--key PUBLIC_KEY]",
    summary: "Check that nothing recorded was edited, removed, added or swapped.",
    details: `Exit code 0: sound. 1: altered, or the head file is missing or older than the ledger. 2: could not be checked.
--key trusts this public key instead of the console's own, for a copy from another machine.`,
    page: "ledger.md",
    options: { key: "text" },
    operands: [0, 0],
  },
  "ledger search": {
    usage: `ledger search [QUERY] ${filterUsage} [--limit N] [--before ENTRY] [--after ENTRY]`,
    summary: "Find entries by words and filters, the newest first.",
    details: filterDetails,
    options: { ...filterOptions, limit: "text", before: "text", after: "text" },
    operands: [0, mostWords],
  },
  "ledger show": {
    usage: "ledger show ID [--agent DID]",
    summary: "Show one entry by its number, or everything about an intent by its id.",
    options: { agent: "text" },
    operands: [1, 1],
  },
  "ledger prove": {
    usage: "ledger prove ID [--out FILE]",
    summary: "Prove that an entry is in the ledger, for someone who has only the public key.",
    details: "ID is the number of an entry, or the id of an intent, whose last verdict is then proven.",
    options: { out: "file" },
    operands: [1, 1],
  },
  "ledger stats": {
    usage: "ledger stats",
    summary: "Show how much was recorded, since when, its size, and the public key it is signed with.",
    options: {},
    operands: [0, 0],
  },
  "ledger export": {
    usage: `ledger export [--format ${exportFormats.join("|")}] [--out FILE] [QUERY] ${filterUsage}`,
    summary: "Write the ledger, or what a filter finds in it, to a file or to standard output.",
    details: `jsonl loses nothing and can be verified anywhere with verify-ledger.mjs.
csv is for spreadsheets: cells that would be formulas begin with an apostrophe.
ocsf is for security tools: OCSF events, one a line; API Activity, and a Detection Finding for each denial.

${filterDetails}`,
    options: { format: exportFormats, out: "file", ...filterOptions },
    operands: [0, mostWords],
  },
});
