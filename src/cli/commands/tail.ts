// gatehouse tail: intents and verdicts as they happen, filtered; with --json one object a line.
import type { FeedItem } from "../../shared/domain/feed.ts";
import { outcomes, riskLevels } from "../../shared/domain/verdict.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { Given } from "../arguments.ts";
import { painted } from "../colour.ts";
import { interrupted, writingCommand } from "../command.ts";
import { type CommandFailure, exitCodes, usage } from "../failure.ts";
import { follow } from "../follow.ts";
import { endpointsIn } from "../place.ts";
import { commandTable } from "../table/index.ts";
import { visible } from "../text.ts";

type Options = Given<keyof typeof commandTable.tail.options>["options"];

export const tail = writingCommand({
  ...commandTable.tail,
  act: async ({ options, dataDirectory }, { terminal, json }) => {
    const filter = readFilter(options);
    if (!filter.ok) return filter;
    const { operator } = endpointsIn(dataDirectory);
    const ended = await follow(operator, filter.value.last, interrupted(), (item) => {
      if (filter.value.wants(item)) terminal.write(`${json ? JSON.stringify(item) : lineOf(item)}\n`);
    });
    return ended.ok ? ok(exitCodes.done) : ended;
  },
});

interface Filter {
  readonly last: number;
  readonly wants: (item: FeedItem) => boolean;
}

function readFilter({ agent, verdict, level, tool, last = "10" }: Options): Result<Filter, CommandFailure> {
  const many = /^\d{1,4}$/.test(last) ? Number(last) : Number.NaN;
  if (!(many <= 1000)) return fail(usage("--last is a number from 0 to 1000."));
  const wanted = listed(verdict)?.map((word) => word.toUpperCase());
  const odd = wanted?.find((word) => !outcomes.some((outcome) => outcome === word));
  if (odd !== undefined) return fail(usage(`--verdict is of ${outcomes.join(", ")}; ${JSON.stringify(odd)} is not.`));
  const lowest = level === undefined ? 0 : riskLevels.findIndex((each) => each === level.toUpperCase());
  if (lowest === -1) return fail(usage(`--level is one of ${riskLevels.join(", ")}.`));
  const agents = listed(agent)?.map((part) => part.toLowerCase());
  const tools = listed(tool)?.map((name) => name.toLowerCase());
  return ok({
    last: many,
    wants: (item) =>
      (wanted?.includes(item.outcome) ?? true) &&
      riskLevels.indexOf(item.level) >= lowest &&
      (tools?.includes(item.tool.toLowerCase()) ?? true) &&
      (agents?.some((part) => `${item.agentDid}\n${item.agentName}`.toLowerCase().includes(part)) ?? true),
  });
}

function listed(value: string | undefined): readonly string[] | undefined {
  return value
    ?.split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const widest = Math.max(...outcomes.map(({ length }) => length));

function lineOf({
  at,
  outcome,
  level,
  agentName,
  tool,
  summary,
  reasoning,
  report: reported,
  waitedMs,
}: FeedItem): string {
  const moment = new Date(at);
  const two = (part: number): string => String(part).padStart(2, "0");
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":");
  const word = painted(outcome) + " ".repeat(widest - outcome.length);
  const after = [
    ...(outcome === "APPROVED" ? [] : [visible(reasoning)]),
    ...(waitedMs === undefined ? [] : [`a human took ${Math.round(waitedMs / 1000)} s`]),
    ...(reported === undefined ? [] : [`reported ${reported}`]),
  ].join("; ");
  const call = `${visible(agentName)}  ${visible(tool)}  ${visible(summary)}`;
  return `${time}  ${word}  ${painted(level)}  ${call}${after === "" ? "" : `  (${after})`}`;
}
