// Rows of the command table: answering requests, and undoing answers.
import { durations, scopes } from "../../shared/domain/directive.ts";
import { rows } from "./entry.ts";

const reach = [
  `SCOPE     what the answer covers: ${scopes.join(", ")} (default ${scopes[0]})`,
  `DURATION  how long it holds: ${durations.join(", ")} (default ${durations[0]})`,
].join("\n");

const answer = { scope: scopes, duration: durations, reason: "text" } as const;

export const decisionRows = rows({
  approvals: {
    usage: "approvals",
    summary: "Show the requests that wait for a human, with all of what would run.",
    page: "approvals.md",
    options: {},
    operands: [0, 0],
  },
  approve: {
    usage: "approve ID [--scope SCOPE] [--duration DURATION] [--reason TEXT] [--listed none|ID,ID]",
    summary: "Approve a request that waits. It is shown, and approved exactly as shown.",
    details: [
      reach,
      "A lasting answer may allow other requests that wait. --listed none shows which, and approves nothing; those of high risk",
      "are released only if they are named: --listed ID,ID",
    ].join("\n"),
    options: { ...answer, listed: "text" },
    operands: [1, 1],
  },
  deny: {
    usage: "deny ID [--reason TEXT] [--scope SCOPE] [--duration DURATION]",
    summary: "Deny a request that waits. The reason goes to the agent word for word.",
    details: reach,
    options: answer,
    operands: [1, 1],
  },
  "allow-once": {
    usage:
      "allow-once INTENT_ID --reason TEXT [--agent DID] [--confirm DIGEST]\nallow-once INTENT_ID --reason TEXT --ask|--session [--agent DID]",
    summary: "Override a denial by score for exactly that action; the agent may then ask again.",
    details: [
      "INTENT_ID  the id of the denied intent, as the Activity screen and the ledger show it",
      "--reason   why you override it; recorded, and passed on to the agent",
      "--agent    whose intent it is, where several agents have used the id",
      "--ask      ask me about the next identical request instead of allowing it",
      "--session  for the rest of its session instead of once; not for critical actions",
      "--confirm  for critical actions: the first digits of the digest, as the command prints it",
    ].join("\n"),
    options: { reason: "text", agent: "text", confirm: "text" },
    flags: ["ask", "session"],
    operands: [1, 1],
  },
  undo: {
    usage: "undo ID",
    summary: "Undo a decision about a request, with its rule and all it allowed that has not ended yet.",
    options: {},
    operands: [1, 1],
  },
  grants: { usage: "grants", summary: "Show the decisions that outlive their request.", options: {}, operands: [0, 0] },
  revoke: {
    usage: "revoke GRANT\nrevoke --agent DID [--capabilities TOOL,TOOL] [--reason TEXT]",
    summary: "Revoke a grant, or some or all of what an agent may do.",
    options: { agent: "text", capabilities: "text", reason: "text" },
    operands: [0, 1],
  },
});
