// What a worker thread and its owner exchange: described once, beside the worker, and checked on both sides.
import type { WorkerName } from "./entries.ts";

/** Rejects by throwing. Every zod schema is one; threads that start often or early avoid loading zod. */
export interface Parser<Value> {
  readonly parse: (value: unknown) => Value;
}

export interface QuestionTypes {
  readonly argument: unknown;
  readonly answer: unknown;
  readonly progress?: unknown;
}

/** For a thread that is sent commands only. */
export type NoQuestions = Readonly<Record<string, never>>;

export interface ProtocolTypes {
  /** Given to the thread when it starts. */
  readonly data: unknown;
  readonly questions: Readonly<Record<string, QuestionTypes>>;
  /** One-way messages to the thread, and from it. */
  readonly command: unknown;
  readonly event: unknown;
}

export interface QuestionParsers<Types extends QuestionTypes> {
  readonly argument: Parser<Types["argument"]>;
  readonly answer: Parser<Types["answer"]>;
  readonly progress?: Parser<Types["progress"]>;
}

export interface Protocol<Types extends ProtocolTypes> {
  readonly worker: WorkerName;
  readonly data: Parser<Types["data"]>;
  readonly questions: { readonly [Name in keyof Types["questions"]]: QuestionParsers<Types["questions"][Name]> };
  readonly command: Parser<Types["command"]>;
  readonly event: Parser<Types["event"]>;
}

/** Commands and events travel as they are and have a `type`; these are what the client and the host add to them. */
export interface Ask {
  readonly ask: number;
  readonly question: string;
  readonly argument: unknown;
}

export interface Close {
  readonly type: "close";
}

export type Reply =
  | { readonly reply: number; readonly type: "answer"; readonly value: unknown }
  | { readonly reply: number; readonly type: "progress"; readonly value: unknown }
  | { readonly reply: number; readonly type: "failure"; readonly message: string };

export function isAsk(message: unknown): message is Ask {
  return isRecord(message) && typeof message["ask"] === "number" && typeof message["question"] === "string";
}

export function isClose(message: unknown): message is Close {
  return isRecord(message) && message["type"] === "close";
}

export function isReply(message: unknown): message is Reply {
  return isRecord(message) && typeof message["reply"] === "number";
}

/** For content that would cost more to check than to produce: both sides are the same build, so types hold. */
export function trusted<Value>(): Parser<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where that assumption is made
  return { parse: (value) => value as Value };
}

/** Checks the `type` of a message against the names of its union, and trusts the rest. */
export function tagged<Message extends { readonly type: string }>(
  types: Readonly<Record<Message["type"], true>>,
): Parser<Message> {
  const { parse } = trusted<Message>();
  return {
    parse(value) {
      const type = isRecord(value) ? value["type"] : undefined;
      if (typeof type === "string" && Object.hasOwn(types, type)) return parse(value);
      throw new Error(`A worker thread sent an unknown message: ${String(type)}.`);
    },
  };
}

type TypeName = "string" | "number" | "boolean" | "object";

/** Checks that a record has these fields, by the name of their type, and trusts what is inside them. */
export function fields<Value extends object>(types: {
  readonly [Field in keyof Value]-?: TypeName | "optional";
}): Parser<Value> {
  const { parse } = trusted<Value>();
  const expected = Object.entries<TypeName | "optional">(types);
  return {
    parse(value) {
      const wrong = expected.find(
        ([field, type]) => !isRecord(value) || (type !== "optional" && typeof value[field] !== type),
      );
      if (wrong === undefined) return parse(value);
      throw new Error(`A message between threads has no valid "${wrong[0]}".`);
    },
  };
}

/** For what a protocol does not have: no commands, no events, no argument. */
export const nothing: Parser<undefined> = {
  parse(value) {
    if (value !== undefined) throw new Error("A worker thread got a message it has no use for.");
    return undefined;
  },
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
