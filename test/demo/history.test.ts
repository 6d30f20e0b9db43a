// The demo's past: lived through by the real engine, lifelike, and the same for the same seed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeHistory } from "../../demo/history.ts";
import { createReader } from "../../src/main/store/read/reader.ts";

const now = Date.UTC(2026, 10, 16, 17);

async function lived() {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await writeHistory({ directory, now, seed: 42, hours: 2 });
  const reader = createReader(directory);
  const { entries } = reader.page({ limit: 1000 });
  const facet = (name: "protocol" | "outcome" | "kind") =>
    reader.facets({ filter: {}, facet: name, limit: 20 }).map(({ value }) => value);
  const facets = { protocols: facet("protocol"), outcomes: facet("outcome"), kinds: facet("kind") };
  reader.close();
  return { entries, facets };
}

test(
  "several agents by several protocols, some of it asked about, some denied, some reported",
  { timeout: 60_000 },
  async () => {
    const { facets } = await lived();
    expect(facets.protocols).toEqual(expect.arrayContaining(["a2g", "aos", "aeon", "hook"]));
    expect(facets.outcomes).toEqual(expect.arrayContaining(["APPROVED", "DENIED", "ESCALATE"]));
    expect(facets.kinds).toEqual(expect.arrayContaining(["intent", "verdict", "directive", "report"]));
  },
);

test("the same seed lives the same day", { timeout: 60_000 }, async () => {
  const told = ({ entries }: Awaited<ReturnType<typeof lived>>) =>
    entries.map(({ at, kind, summary, outcome }) => [at, kind, summary, outcome]);
  expect(told(await lived())).toEqual(told(await lived()));
});
