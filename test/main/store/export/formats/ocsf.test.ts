// OCSF events: what the schema (1.5) demands of the two classes, and that nothing of an entry is lost.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ocsfEvent } from "../../../../../src/main/store/export/formats/ocsf.ts";
import { entryKinds, type LedgerEntry } from "../../../../../src/shared/domain/audit.ts";
import type { JsonObject } from "../../../../../src/shared/lib/json.ts";
import { outcomes, riskLevels } from "../../../../../src/shared/domain/verdict.ts";
import { samplePair } from "../../samples.ts";

const place = { sequence: 7, previousHash: "1".repeat(64), hash: "2".repeat(64) };
const [intent, verdict] = samplePair(29).map((entry): LedgerEntry => ({ ...entry, ...place }));
if (intent === undefined || verdict === undefined) throw new Error("no samples");

const ids = (...values: readonly number[]) =>
  z.number().refine((value) => values.includes(value), "not of the enumeration");
const actor = z
  .object({
    user: z.object({ type_id: ids(0, 1, 2, 3, 4, 99) }).optional(),
    app_name: z.string().optional(),
    session: z.object({ uid: z.string() }).optional(),
  })
  .refine((value) => Object.values(value).some((member) => member !== undefined), "nobody acts");
const api = z.object({ operation: z.string().min(1), service: z.object({ name: z.string() }).optional() });

/** What the schema demands of every event, of the profile Security Control, and of each of the two classes. */
const base = {
  category_uid: z.int(),
  class_uid: z.int(),
  type_uid: z.int(),
  time: z.int(),
  severity_id: ids(0, 1, 2, 3, 4, 5, 6, 99),
  metadata: z.object({
    version: z.string().regex(/^1\.\d+\.\d+$/),
    product: z.object({ name: z.string(), vendor_name: z.string() }),
    profiles: z.array(z.string()),
    sequence: z.int(),
    uid: z.string(),
  }),
  action_id: ids(0, 1, 2).optional(),
  disposition_id: ids(...Array.from({ length: 28 }, (_, id) => id), 99).optional(),
  risk_level_id: ids(0, 1, 2, 3, 4, 99).optional(),
  risk_score: z.int().optional(),
  policy: z.object({ uid: z.string(), version: z.string() }).optional(),
  unmapped: z.record(z.string(), z.unknown()),
};
const activity = z.object({
  ...base,
  category_uid: z.literal(6),
  class_uid: z.literal(6003),
  activity_id: ids(0, 1, 2, 3, 4, 99),
  status_id: ids(0, 1, 2, 99),
  actor,
  api,
  src_endpoint: z.object({ type_id: ids(0, 1, 2, 3, 4, 5, 6, 7, 99) }),
});
const finding = z.object({
  ...base,
  category_uid: z.literal(2),
  class_uid: z.literal(2004),
  activity_id: ids(0, 1, 2, 3, 99),
  status_id: ids(0, 1, 2, 3, 4, 5, 6, 99),
  finding_info: z.object({ uid: z.string().min(1), title: z.string(), created_time: z.int() }),
  evidences: z.array(z.object({ actor, api })).min(1),
  is_alert: z.boolean(),
});
const schema = z
  .discriminatedUnion("class_uid", [activity, finding])
  .refine(({ type_uid, class_uid, activity_id }) => type_uid === class_uid * 100 + activity_id, "type_uid")
  .refine(({ category_uid, class_uid }) => Math.floor(class_uid / 1000) === category_uid, "category_uid");

const faults = (event: JsonObject): string | undefined => schema.safeParse(event).error?.message;

describe("OCSF", () => {
  test.each(entryKinds)("a %s entry is an event of the schema", (kind) => {
    const bare = ocsfEvent({ ...place, kind, at: 1, summary: "what happened", body: {} }, undefined);
    expect(faults(bare)).toBeUndefined();
    expect(faults(ocsfEvent({ ...verdict, kind }, intent))).toBeUndefined();
  });

  test.each(outcomes.flatMap((outcome) => riskLevels.map((level) => [outcome, level] as const)))(
    "a verdict %s at %s is an event of the schema",
    (outcome, level) => {
      const event = ocsfEvent({ ...verdict, outcome, level }, intent);
      expect(faults(event)).toBeUndefined();
      expect(event["class_uid"]).toBe(outcome === "DENIED" ? 2004 : 6003);
    },
  );

  test("an intent is API Activity as AOS writes it", () => {
    const event = ocsfEvent(intent, intent);
    expect(event).toMatchObject({
      class_uid: 6003,
      activity_id: 1,
      activity_name: "Agent Tool Use",
      type_uid: 600301,
      actor: { user: { uid: intent.agentDid, name: "gemini-cli", type_id: 99, type: "AI Agent" } },
      api: { operation: "tools/call", service: { name: "execute_command" } },
      src_endpoint: { type_id: 99 },
      unmapped: {
        aos: {
          tool_call: { name: "execute_command", arguments: intent.body["arguments"] },
          context: { agent: { id: intent.agentDid, version: "0.31" }, session: { id: intent.sessionId } },
          step: { id: intent.intentId, type: "toolCall" },
        },
      },
    });
  });

  test("a denial is a finding with the action, the rule, the policy and the techniques", () => {
    const findings = [{ id: "x", score: 1, threat: "t", reason: "r", technique: "T1059.004" }];
    const denial: LedgerEntry = { ...verdict, rule: "no-deletes", body: { ...verdict.body, findings } };
    expect(ocsfEvent(denial, intent)).toMatchObject({
      class_uid: 2004,
      severity_id: 5,
      risk_score: 95,
      action_id: 2,
      disposition_id: 2,
      is_alert: true,
      policy: { version: "3" },
      finding_info: {
        title: "The risk is above the blocking threshold",
        analytic: { type_id: 1, uid: "no-deletes" },
        attacks: [{ technique: { uid: "T1059.004" } }],
      },
      evidences: [{ data: { action: intent.summary } }],
    });
  });

  test("a step of AOS that uses no tool is no tool call", () => {
    const message: LedgerEntry = { ...intent, protocol: "aos", tool: "steps/message" };
    const event = ocsfEvent(message, message);
    expect(faults(event)).toBeUndefined();
    expect(event).toMatchObject({
      api: { operation: "steps/message" },
      unmapped: { aos: { step: { type: "message" } } },
    });
    expect(JSON.stringify(event)).not.toContain("tool_call");
  });

  test("a report that breaks its word is a finding", () => {
    const report: LedgerEntry = { ...place, kind: "report", at: 1, summary: "SUCCESS", body: { violation: true } };
    const event = ocsfEvent(report, undefined);
    expect(faults(event)).toBeUndefined();
    expect(event["class_uid"]).toBe(2004);
  });

  test("nothing of an entry is lost", () => {
    const given: LedgerEntry = { ...verdict, parentIntent: "p", rule: "r", hosts: ["example.org"] };
    const { paths = [], hosts = [], ...rest } = given;
    const text = JSON.stringify(ocsfEvent(given, intent));
    const values = [...Object.values(rest), ...paths, ...hosts].map((value) => JSON.stringify(value));
    expect(values.filter((value) => !text.includes(value))).toEqual([]);
  });

  test("agents without a structured name keep theirs", () => {
    expect(ocsfEvent({ ...intent, agentDid: "somebody" }, intent)).toMatchObject({
      actor: { user: { name: "somebody" } },
    });
  });
});
