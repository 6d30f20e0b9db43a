// The data flow of a session as a graph.
import { describe, expect, test } from "vitest";
import { flowCsv } from "../../../../src/renderer/screens/sessions/picture/flow-csv.ts";
import { flowOf } from "../../../../src/renderer/screens/sessions/picture/flow-graph.ts";
import { lifelikeStep, lifelikeSteps } from "../../../support/window/fake-sessions.ts";

const edgeNames = (steps: Parameters<typeof flowOf>[0]) =>
  flowOf(steps).edges.map(({ from, to, blocked }) => `${from} → ${to}${blocked ? " (blocked)" : ""}`);

describe("a graph", () => {
  test("leads from what was read through the agents to what was written and where it was sent", () => {
    expect(edgeNames(lifelikeSteps)).toEqual([
      "source file /home/anna/.aws/credentials → agent ",
      "source file /home/anna/shop/src/cart.ts → agent  (blocked)",
      "source file /home/anna/shop/src/file-1.ts → agent ",
      "source file /home/anna/shop/src/file-3.ts → agent sub-1",
      "source file /home/anna/shop/src/file-4.ts → agent sub-1",
      "agent  → written file /home/anna/shop/src/cart.ts",
      "agent  → sent host paste.example (blocked)",
    ]);
  });

  test("an edge is blocked only where every step of it was denied", () => {
    const host = { hosts: [{ host: "paste.example", direction: "out" as const }], files: [] };
    const denied = lifelikeStep(1, { ...host, life: { first: "DENIED", outcome: "DENIED" } });
    expect(edgeNames([denied])).toEqual(["agent  → sent host paste.example (blocked)"]);
    expect(edgeNames([denied, lifelikeStep(2, host)])).toEqual(["agent  → sent host paste.example"]);
  });

  test("a host that is talked to both ways is a source and a destination", () => {
    const step = lifelikeStep(1, { files: [], hosts: [{ host: "git.example", direction: "both" }] });
    expect(edgeNames([step])).toEqual(["source host git.example → agent ", "agent  → sent host git.example"]);
  });

  test("a column of many places shows secrets and risk first, and the rest as one", () => {
    const steps = Array.from({ length: 30 }, (_, index) => lifelikeStep(index));
    const secret = lifelikeStep(31, { files: [{ path: "/home/anna/.ssh/id_rsa", access: "read", zone: "secrets" }] });
    const sources = flowOf([...steps, secret]).nodes.filter(({ column }) => column === "source");
    expect(sources).toHaveLength(12);
    expect(sources[0]).toMatchObject({ name: "/home/anna/.ssh/id_rsa", secret: true });
    expect(sources.at(-1)).toMatchObject({ kind: "rest", stands: 20 });
  });

  test("of a session that touches nothing is empty", () => {
    expect(flowOf([lifelikeStep(1, { files: [] })])).toEqual({ nodes: [], edges: [] });
  });
});

test("is a table of its edges for other programs", () => {
  expect(flowCsv(lifelikeSteps).split("\r\n").slice(0, 2)).toEqual([
    "from,to,steps,highest_risk,blocked",
    "/home/anna/.aws/credentials,agent,1,HIGH,no",
  ]);
});
