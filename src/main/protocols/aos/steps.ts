// Steps: what an AOS request asks of the engine, and how the request looks with other texts or arguments.
import type { IntentContext, Intent, TextOrigin } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { StepContext } from "./objects.ts";
import { argumentsOf, type Place } from "./places.ts";

export interface Step {
  readonly method: string;
  /** What it is called in sentences: "the user's message". */
  readonly noun: string;
  readonly context: StepContext | undefined;
  readonly reasoning: string | undefined;
  /** Whether AOS offers a changed request for it. */
  readonly changeable: boolean;
  readonly asks: Pick<Intent, "tool" | "arguments" | "text" | "findings" | "outgoing">;
  /** The complete request again with these arguments, which are all of them. */
  readonly change: (effective: JsonObject) => JsonObject;
  /** The name of this tool's own argument for a dry run. */
  readonly dryRun?: string;
}

export interface TextStepParts {
  readonly method: string;
  readonly noun: string;
  readonly context: StepContext | undefined;
  readonly reasoning: string | undefined;
  readonly origin: TextOrigin;
  readonly changeable?: boolean;
  readonly places: readonly Place[];
  readonly findings?: readonly Finding[];
  readonly amended?: JsonObject;
  /** The request with these texts in the places; the others stay as they came, to the letter. */
  readonly change: (changed: JsonObject) => JsonObject;
}

export function textStep(parts: TextStepParts): Step {
  const { method, noun, context, reasoning, origin, changeable = true, places, findings, amended } = parts;
  const text = {
    title: titleOf(noun, places),
    origin,
    changeable,
    ...(amended === undefined ? {} : { amended }),
  };
  return {
    method,
    noun,
    context,
    reasoning,
    changeable,
    asks: {
      tool: method,
      arguments: argumentsOf(places),
      text,
      ...(findings === undefined || findings.length === 0 ? {} : { findings }),
    },
    change: (effective) => parts.change(differing(argumentsOf(places), effective)),
  };
}

function differing(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}

function titleOf(noun: string, places: readonly Place[]): string {
  const text = places
    .map((place) => place.text)
    .join(" · ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return text === "" ? name : `${name}: ${text.slice(0, 160)}`;
}

/** The engine's context for a step. Where an agent works is no part of AOS; sessions may say so in their metadata. */
export function intentContext(step: Pick<Step, "context" | "reasoning">): IntentContext {
  const { context, reasoning } = step;
  const metadata = context?.session.metadata ?? {};
  const members = {
    sessionId: context?.session.id,
    turnId: context?.turnId,
    stepId: context?.stepId,
    reasoning,
    workingDirectory: metadata["workingDirectory"] ?? metadata["cwd"],
    workspace: metadata["workspace"],
  };
  const given = Object.entries(members).filter(([, value]) => typeof value === "string" && value !== "");
  return Object.fromEntries(given);
}
