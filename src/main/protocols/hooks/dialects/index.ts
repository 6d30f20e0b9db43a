// The agents whose hooks are understood, by the name in their address: /hooks/claude-code.
import { minute, second } from "../../../../shared/lib/clock.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import type { HookDialect } from "../events.ts";
import { answerClaudeShape, permissionAnswer, readClaudeShape, remarkClaudeShape } from "./claude-shape.ts";
import { cline } from "./cline.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { plugin } from "./plugin.ts";

const claudeShape = { read: readClaudeShape, answer: answerClaudeShape, remark: remarkClaudeShape };

const claudeCode: HookDialect = {
  ...claudeShape,
  id: "claude-code",
  name: "Claude Code",
  longestHoldMs: 14 * minute,
  takesChanges: true,
};

/** Every member Codex does not expect, and every allow that changes nothing, makes it run the call unasked. */
const codex: HookDialect = {
  ...claudeShape,
  id: "codex",
  name: "Codex",
  longestHoldMs: 14 * minute,
  takesChanges: true,
  answer: (event, decision): JsonObject => {
    if (event.kind === "permission") return permissionAnswer(decision);
    return decision.kind === "allow" && decision.changed === undefined ? {} : answerClaudeShape(event, decision);
  },
};

/** Runs the call unasked after 60 seconds, and the original input whatever the answer changes. */
const qwen: HookDialect = {
  ...claudeShape,
  id: "qwen-code",
  name: "Qwen Code",
  longestHoldMs: 45 * second,
  takesChanges: false,
};

export const dialects: readonly HookDialect[] = [
  claudeCode,
  codex,
  gemini,
  copilot,
  qwen,
  cline,
  plugin("opencode", "opencode"),
  plugin("kilo", "Kilo"),
  plugin("pi", "pi"),
];
