// A remembered appraisal is what a new one would be, whatever becomes of the disk in between.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Appraisal, type Appraise, createAppraise } from "../../src/main/engine/appraise.ts";
import { normalise } from "../../src/main/engine/normalise/index.ts";
import { usualWorld } from "../../src/main/machine/world.ts";
import { assess } from "../../src/main/engine/risk/assess.ts";
import type { Intent } from "../../src/shared/intent.ts";
import type { World } from "../../src/main/engine/ports.ts";
import { commandIntent } from "../support/engine.ts";

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

/** Calls are remembered when they come for the second time. */
function appraisedTwice(world: World, intent: Intent): { readonly appraise: Appraise; readonly second: Appraisal } {
  const appraise = createAppraise(world);
  appraise(intent);
  return { appraise, second: appraise(intent) };
}

describe("an appraisal", () => {
  test("is the same object again as long as nothing changed", () => {
    const { appraise, second: first } = appraisedTwice(diskWithLink().world, intentOf("cat link/config"));
    expect(appraise(intentOf("cat link/config"))).toBe(first);
    expect(appraise(intentOf("cat link/config", { workingDirectory: "/home/user/project/sub" }))).not.toBe(first);
    expect(appraise(intentOf("cat link/config", { workspace: "/home/user/other" }))).not.toBe(first);
    expect(appraise({ ...intentOf("cat link/config"), tool: "other" })).not.toBe(first);
  });

  test("of one call is never taken for that of another, whatever signs are in its names", () => {
    const appraise = createAppraise(usualWorld);
    const call = (tool: string, workspace: string, workingDirectory: string): Intent => ({
      ...intentOf("x", { workspace, workingDirectory }),
      tool,
      arguments: { url: "https://example.org/" },
    });
    for (let twice = 0; twice < 2; twice += 1) appraise(call("WebFetch\n/a", "/b", "/c"));
    expect(appraise(call("WebFetch", "/a\n/b", "/c")).facts.tool).toBe("fetch_url");
    for (let twice = 0; twice < 2; twice += 1) appraise(call("WebFetch", "/a", "/b\n/c"));
    expect(appraise(call("WebFetch", "/a\n/b", "/c")).facts.givenTool).toBe("WebFetch");
    for (let twice = 0; twice < 2; twice += 1) appraise(call('WebFetch","/a', "/b", "/c"));
    expect(appraise(call("WebFetch", '/a","/b', "/c")).facts.tool).toBe("fetch_url");
  });

  test("follows a link that is pointed at a secret after the first look", () => {
    const { world, point } = diskWithLink();
    const { appraise, second: before } = appraisedTwice(world, intentOf("cat link/config"));
    point("/home/user/.ssh");
    const after = appraise(intentOf("cat link/config"));
    expect(before.facts.paths.map(({ zone }) => zone)).toEqual(["workspace"]);
    expect(after.facts.paths.map(({ zone }) => zone)).toEqual(["secrets"]);
    expect(after.assess().score).toBeGreaterThan(before.assess().score);
  });

  test("is not given from memory when the disk cannot be asked", () => {
    const { world, fail } = diskWithLink();
    const { appraise } = appraisedTwice(world, intentOf("cat link/config"));
    fail();
    expect(() => appraise(intentOf("cat link/config"))).toThrow("The disk is gone.");
  });

  test("equals one made anew, for any calls in any order on a disk that changes", () => {
    const step = fc.oneof(
      fc.record({ run: fc.constantFrom(...commands), in: fc.constantFrom("/home/user/project", "/home/user/other") }),
      fc.record({ point: fc.constantFrom(...targets) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { world, point } = diskWithLink();
        const appraise = createAppraise(world);
        const remembered: unknown[] = [];
        const anew: unknown[] = [];
        for (const each of steps) {
          if ("point" in each) {
            point(each.point);
            continue;
          }
          const intent = intentOf(each.run, { workingDirectory: each.in });
          const facts = normalise(intent, world);
          const appraisal = appraise(intent);
          anew.push(facts, assess(facts));
          remembered.push(appraisal.facts, appraisal.assess());
        }
        expect(remembered).toEqual(anew);
      }),
    );
  });

  test("of many different calls is let go of again", () => {
    const { appraise, second } = appraisedTwice(diskWithLink().world, intentOf("npm test"));
    for (let count = 0; count < 600; count += 1) appraise(intentOf(`cat file-${Math.floor(count / 2)}`));
    expect(appraise(intentOf("npm test"))).not.toBe(second);
  });
});
