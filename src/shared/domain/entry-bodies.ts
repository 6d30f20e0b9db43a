// The bodies of ledger entries by kind and version: what may be relied on in an entry that was read back.
import { z } from "zod";
import type { EntryKind, LedgerEntry } from "./audit.ts";
import { directiveKinds } from "./verdict.ts";
import type { JsonObject } from "../lib/json.ts";
import { reportStatuses } from "./report.ts";
import { conditionKinds, modelStatuses, outcomes, reasonCodes } from "./verdict.ts";

/**
 * A body of a later version says so in `body_version`; one without it is of version 1. Raise this when a member that is
 * decoded below changes its meaning, and decode the earlier version too: ledgers are never rewritten.
 */
const latestBodyVersion = 1;

/** Undefined when a newer Gatehouse wrote the body. */
export function entryBodyVersion({ body_version: version = 1 }: JsonObject): number | undefined {
  const known = Number.isInteger(version) && Number(version) >= 1 && Number(version) <= latestBodyVersion;
  return known ? Number(version) : undefined;
}

const findingSchema = z.looseObject({
  id: z.string(),
  score: z.number(),
  threat: z.string(),
  reason: z.string(),
  technique: z.string().exactOptional(),
  evidence: z.string().exactOptional(),
});

const manifestSchema = z.looseObject({
  maxMemoryMb: z.number(),
  maxCpuPercent: z.number(),
  timeoutSeconds: z.number(),
  networkAllowed: z.boolean(),
  allowedHosts: z.array(z.string()).exactOptional(),
  blockedHosts: z.array(z.string()).exactOptional(),
  filesystemScope: z.array(z.string()),
});

const conditionSchema = z.looseObject({
  kind: z.enum(conditionKinds),
  text: z.string(),
  value: z.unknown().exactOptional(),
});

/** Only what somebody relies on: other members are recorded for people, and stay as they are. */
const bodySchemas = {
  intent: z.looseObject({ content_digest: z.string(), arguments_sha256: z.string() }),
  verdict: z.looseObject({
    phase: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    model_score: z.number(),
    heuristic_score: z.number(),
    model_status: z.enum(modelStatuses),
    model_origin: z.string().exactOptional(),
    policy_version: z.string(),
    constitution_hash: z.string(),
    expires_at: z.number(),
    findings: z.array(findingSchema).exactOptional(),
    manifest: manifestSchema.exactOptional(),
    conditions: z.array(conditionSchema).exactOptional(),
    would_be: z.looseObject({ outcome: z.enum(outcomes), reason: z.enum(reasonCodes) }).exactOptional(),
  }),
  report: z.looseObject({ status: z.enum(reportStatuses), report_sha256: z.string().exactOptional() }),
  directive: z.looseObject({ directive: z.enum(directiveKinds), issued_by: z.string() }),
} as const satisfies Partial<Record<EntryKind, z.ZodType>>;

type DecodedKind = keyof typeof bodySchemas;

/** An entry whose body was decoded by its kind. */
export type RecordedEntry =
  | { readonly [Kind in DecodedKind]: EntryWith<Kind, JsonObject & z.output<(typeof bodySchemas)[Kind]>> }[DecodedKind]
  | EntryWith<Exclude<EntryKind, DecodedKind>, JsonObject>;

interface EntryWith<Kind extends EntryKind, Body> extends Omit<LedgerEntry, "kind" | "body"> {
  readonly kind: Kind;
  readonly body: Body;
}

/** The member that does not fit and why; undefined for a sound body. */
export function bodyProblem({ kind, body }: Pick<LedgerEntry, "kind" | "body">): string | undefined {
  if (!isDecodedKind(kind)) return undefined;
  const parsed = bodySchemas[kind].safeParse(body);
  const issue = parsed.error?.issues[0];
  return issue === undefined ? undefined : `${issue.path.join(".")}: ${issue.message}`;
}

export function isRecordedEntry(entry: LedgerEntry): entry is LedgerEntry & RecordedEntry {
  return bodyProblem(entry) === undefined;
}

function isDecodedKind(kind: EntryKind): kind is DecodedKind {
  return kind in bodySchemas;
}
