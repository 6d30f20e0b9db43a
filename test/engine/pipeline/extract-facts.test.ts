// Cached facts are what new ones would be, whatever happens to the disk in between.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createFactsCache,
  extractFacts,
  type ExtractedFacts,
} from "../../../src/main/engine/pipeline/extract-facts.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import { usualWorld } from "../../../src/main/machine/world.ts";
import { assess, riskRules } from "../../support/engine/risk.ts";
import type { Intent } from "../../../src/shared/domain/intent.ts";
import type { World } from "../../../src/main/engine/ports.ts";
import { commandIntent, testDigests } from "../../support/engine/engine.ts";

const commands = ["cat notes/today.md", "rm -rf build", "cat link/config", "npm test", "echo hi > link/out"];
const targets = ["/home/user/project/link", "/home/user/.ssh", "/etc", "/home/user/other"];

const intentOf = (command: string, place: Partial<Intent["context"]> = {}): Intent =>
  commandIntent(command, {
    context: { workingDirectory: "/home/user/project", workspace: "/home/user/project", ...place },
  });

/** A disk on which one link can be pointed elsewhere. */
function diskWithLink() {
  let target = targets[0] ?? "";
  let broken = false;
  const world = {
    ...usualWorld,
    resolveLinks(path: string) {
      if (broken) throw new Error("The disk is gone.");
      return path.replace(/^\/home\/user\/project\/link(?=\/|$)/, target);
    },
  };
  return {
    world,
    point: (to: string) => void (target = to),
    fail: () => void (broken = true),
  };
}

type Extract = (intent: Intent) => ExtractedFacts;

function createExtract(world: World): Extract {
  const ports = { caches: { facts: createFactsCache(world, { current: () => riskRules }) }, digests: testDigests };
  return (intent) => extractFacts(ports, intent);
}

/** Facts are cached when a call comes for the second time. */
function extractedTwice(world: World, intent: Intent): { readonly extract: Extract; readonly second: ExtractedFacts } {
  const extract = createExtract(world);
  extract(intent);
  return { extract, second: extract(intent) };
}

describe("the facts of a call", () => {
  test("are the same object again as long as nothing changed", () => {
    const { extract, second: first } = extractedTwice(diskWithLink().world, intentOf("cat link/config"));
    expect(extract(intentOf("cat link/config"))).toBe(first);
    expect(extract(intentOf("cat link/config", { workingDirectory: "/home/user/project/sub" }))).not.toBe(first);
    expect(extract(intentOf("cat link/config", { workspace: "/home/user/other" }))).not.toBe(first);
    expect(extract({ ...intentOf("cat link/config"), tool: "other" })).not.toBe(first);
  });

  test("are never taken for those of another, whatever characters its names contain", () => {
    const extract = createExtract(usualWorld);
    const call = (tool: string, workspace: string, workingDirectory: string): Intent => ({
      ...intentOf("x", { workspace, workingDirectory }),
      tool,
      arguments: { url: "https://example.org/" },
    });
    for (let twice = 0; twice < 2; twice += 1) extract(call("WebFetch\n/a", "/b", "/c"));
    expect(extract(call("WebFetch", "/a\n/b", "/c")).facts.tool).toBe("fetch_url");
    for (let twice = 0; twice < 2; twice += 1) extract(call("WebFetch", "/a", "/b\n/c"));
    expect(extract(call("WebFetch", "/a\n/b", "/c")).facts.givenTool).toBe("WebFetch");
    for (let twice = 0; twice < 2; twice += 1) extract(call('WebFetch","/a', "/b", "/c"));
    expect(extract(call("WebFetch", '/a","/b', "/c")).facts.tool).toBe("fetch_url");
  });

  test("follow a link that is pointed at a secret later", () => {
    const { world, point } = diskWithLink();
    const { extract, second: before } = extractedTwice(world, intentOf("cat link/config"));
    point("/home/user/.ssh");
    const after = extract(intentOf("cat link/config"));
    expect(before.facts.paths.map(({ zone }) => zone)).toEqual(["workspace"]);
    expect(after.facts.paths.map(({ zone }) => zone)).toEqual(["secrets"]);
    expect(after.assess().score).toBeGreaterThan(before.assess().score);
  });

  test("do not come from the cache when the disk cannot be read", () => {
    const { world, fail } = diskWithLink();
    const { extract } = extractedTwice(world, intentOf("cat link/config"));
    fail();
    expect(() => extract(intentOf("cat link/config"))).toThrow("The disk is gone.");
  });

  test("equal new ones, for any calls in any order on a disk that changes", () => {
    const step = fc.oneof(
      fc.record({ run: fc.constantFrom(...commands), in: fc.constantFrom("/home/user/project", "/home/user/other") }),
      fc.record({ point: fc.constantFrom(...targets) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { world, point } = diskWithLink();
        const extract = createExtract(world);
        const remembered: unknown[] = [];
        const anew: unknown[] = [];
        for (const each of steps) {
          if ("point" in each) {
            point(each.point);
            continue;
          }
          const intent = intentOf(each.run, { workingDirectory: each.in });
          const facts = normalise(intent, world);
          const extracted = extract(intent);
          anew.push(facts, assess(facts));
          remembered.push(extracted.facts, extracted.assess());
        }
        expect(remembered).toEqual(anew);
      }),
    );
  });

  test("leave the cache when many other calls come", () => {
    const { extract, second } = extractedTwice(diskWithLink().world, intentOf("npm test"));
    for (let count = 0; count < 600; count += 1) extract(intentOf(`cat file-${Math.floor(count / 2)}`));
    expect(extract(intentOf("npm test"))).not.toBe(second);
  });
});
