// The row of the `gatehouse` command in the table of layers.
import type { Layer } from "./layers.ts";

export const cli: Layer = {
  directory: "cli",
  purpose: "the gatehouse command",
  may: [
    "shared/",
    "main/engine/",
    "main",
    "mcp",
    ...["connectors", "machine", "model", "sandbox", "server", "services", "store", "workers"].map(
      (name) => `main/${name}`,
    ),
  ],
  packages: /^(?!electron)/,
  public: [],
  parts: {
    commands: "one file per command",
    containment: "runs a program contained, and lists such runs",
    completion: "scripts for shells, made from the table",
    decisions: "commands that answer requests and take answers back",
    doctor: "what could keep a call from being judged, the log, and the report for an issue",
    install: "commands that open, start with the session and remove the program",
    ledger: "commands that work on a ledger",
    policy: "commands that work on a policy file",
    table: "the command table: help, completion, documentation and parser read it",
  },
};
