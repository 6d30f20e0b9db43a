// Who is portrayed: how each agent is started in a terminal, and what a person answers there before it can be used.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentStage } from "../stage.ts";
import type { Answer } from "./terminal.ts";

const waiting = /Waiting for Gatehouse/;

export interface Sitter {
  readonly id: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly prepare?: (stage: AgentStage) => void;
  /** What its terminal asks before it can be used: a person answers it, here with keys. */
  readonly answers: readonly Answer[];
  readonly ready: RegExp;
  /** What its terminal says while a person is waited for, where it can say it. */
  readonly waiting?: RegExp;
}

export const sitters: readonly Sitter[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    args: ["--permission-mode", "default"],
    prepare: ({ home, project }) =>
      writeFileSync(
        join(home, ".claude.json"),
        JSON.stringify({
          hasCompletedOnboarding: true,
          theme: "dark",
          customApiKeyResponses: { approved: ["none"], rejected: [] },
          projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
        }),
      ),
    answers: [],
    ready: /\? for shortcuts|❯|>\s/,
    waiting,
  },
  {
    id: "codex",
    name: "Codex",
    args: [],
    answers: [
      { when: /Use existing model/, keys: ["2"] },
      { when: /Trust all and continue/, keys: ["2", "Enter"] },
    ],
    ready: /Ask Codex to do anything/,
    waiting,
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    // It would ask a second time otherwise.
    args: ["-m", "gemini-2.5-pro", "--skip-trust", "--yolo"],
    answers: [],
    ready: /Type your message/,
    waiting,
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    args: ["--allow-all-tools"],
    answers: [{ when: /trust/, keys: ["Enter"] }],
    ready: /\/ commands/,
  },
  { id: "qwen-code", name: "Qwen Code", args: ["--yolo"], answers: [], ready: /Type your message/ },
  { id: "opencode", name: "opencode", args: [], answers: [], ready: /Ask anything/, waiting },
  { id: "kilo", name: "Kilo", args: [], answers: [], ready: /Ask anything|tab agents|commands/, waiting },
  {
    id: "pi",
    name: "pi",
    args: ["--provider", "s", "--model", "scripted"],
    answers: [],
    ready: /0\.0%\/128k/,
    waiting,
  },
  {
    id: "cline",
    name: "Cline",
    args: [],
    answers: [{ when: /any other key to close/, keys: ["Escape"] }],
    // Not behind the offer that covers it at first.
    ready: /What can I do for you[^│]*$|❯ What/m,
  },
];
