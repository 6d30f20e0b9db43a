// Phase 4: the manifest by tool, then by policy, then by what the conditions take away.
import { riskRules } from "../../support/engine/risk.ts";
import { describe, expect, test } from "vitest";
import { createCaches } from "../../../src/main/engine/pipeline/caches.ts";
import { buildManifest } from "../../../src/main/engine/pipeline/manifest.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import type { Capabilities } from "../../../src/shared/domain/policy.ts";
import { compileProject } from "../../../src/main/engine/policy/document/compile.ts";
import type { ProjectLimits } from "../../../src/main/engine/policy/snapshot.ts";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import type { Condition } from "../../../src/shared/domain/verdict.ts";
import { policyOf, testWorld } from "../../support/engine/engine.ts";
import { compiled, makeInput, policyTools } from "../../support/engine/policy.ts";

function capabilities(yaml = ""): Capabilities {
  return policyOf(`defaults:\n  tools: { "*": { allowed: true } }\n${yaml}`).capabilitiesFor("did:aeon:a:1.0:b");
}

function factsOf(tool: string, toolArguments: Record<string, string>) {
  return normalise({ tool, arguments: toolArguments, context: { workspace: "/home/dev/shop" } }, testWorld);
}

const places = { temporary: ["/tmp"], home: "/home/dev" };
const nowhere: typeof places = { temporary: [], home: "/home/dev" };

function manifestOf(
  facts: Facts,
  granted: Capabilities,
  conditions: readonly Condition[],
  world: typeof places,
  project?: ProjectLimits,
) {
  return buildManifest({ world, caches: createCaches(testWorld, { current: () => riskRules }) }, facts, {
    capabilities: granted,
    conditions,
    project,
  });
}

const writing = factsOf("write_file", { path: "/home/dev/shop/a.txt", content: "x" });
const running = factsOf("execute_command", { command: "npm test" });

describe("the defaults", () => {
  test.each([
    ["write_file", { path: "a", content: "" }, [50, 10, 30, false]],
    ["read_file", { path: "a" }, [100, 10, 30, false]],
    ["execute_command", { command: "ls" }, [100, 50, 30, true]],
    ["some_other_tool", { a: "b" }, [50, 25, 30, false]],
  ])("of %s", (tool, toolArguments, [memory, cpu, seconds, network]) => {
    expect(manifestOf(factsOf(tool, toolArguments as never), capabilities(), [], places)).toMatchObject({
      maxMemoryMb: memory,
      maxCpuPercent: cpu,
      timeoutSeconds: seconds,
      networkAllowed: network,
    });
  });

  test("the scope is the project and the temporary folders", () => {
    expect(manifestOf(writing, capabilities(), [], places).filesystemScope).toEqual(["/home/dev/shop/**", "/tmp/**"]);
  });
});

test("what is approved outside of the scope is named as it is", () => {
  const reading = normalise({ tool: "read_file", arguments: { path: "/app/README.md" }, context: {} }, testWorld);
  expect(manifestOf(reading, capabilities(), [], places).filesystemScope).toEqual(["/tmp/**", "/app/README.md"]);
});

describe("the policy", () => {
  test("relative paths of it start at the workspace", () => {
    const own = policyOf('defaults:\n  tools: { "*": { allowed: true, constraints: { paths: ["src/**"] } } }\n');
    const { filesystemScope } = manifestOf(writing, own.capabilitiesFor("did:aeon:a:1.0:b"), [], nowhere);
    expect(filesystemScope).toEqual(["/home/dev/shop/src/**"]);
  });

  test("its resources are an upper bound, never a raise", () => {
    const less = capabilities("  resources: { max_memory_mb: 20, max_cpu_percent: 90 }\n");
    expect(manifestOf(running, less, [], nowhere)).toMatchObject({ maxMemoryMb: 20, maxCpuPercent: 50 });
  });

  test("its constraints set the time and the paths of the tool", () => {
    const own = policyOf(
      'defaults:\n  tools:\n    execute_command: { allowed: true, constraints: { timeout_seconds: 120, paths: ["/srv/**"] } }\n',
    ).capabilitiesFor("did:aeon:a:1.0:b");
    expect(manifestOf(running, own, [], nowhere)).toMatchObject({
      timeoutSeconds: 120,
      filesystemScope: ["/srv/**"],
    });
  });

  test("its list of hosts goes along when there is a network", () => {
    const own = capabilities("  network: { allowed_domains: [api.github.com] }\n");
    expect(manifestOf(running, own, [], nowhere).allowedHosts).toEqual(["api.github.com"]);
    expect(manifestOf(writing, own, [], nowhere).allowedHosts).toBeUndefined();
  });

  test("it can take the network away altogether", () => {
    const own = capabilities("  resources: { network_allowed: false }\n");
    expect(manifestOf(running, own, [], nowhere).networkAllowed).toBe(false);
  });
});

describe("conditions", () => {
  test("take the network away", () => {
    expect(manifestOf(running, capabilities(), [{ kind: "no_network", text: "" }], nowhere).networkAllowed).toBe(false);
  });

  test("narrow the paths", () => {
    const conditions = [{ kind: "paths", text: "", value: ["/home/dev/shop/docs/**"] }] as const;
    expect(manifestOf(writing, capabilities(), conditions, places).filesystemScope).toEqual(["/home/dev/shop/docs/**"]);
  });

  test("several narrow one after the other, and none widens", () => {
    const paths = (...value: string[]) => ({ kind: "paths", text: "", value }) as const;
    const scope = (...conditions: readonly ReturnType<typeof paths>[]) =>
      manifestOf(writing, capabilities(), conditions, places).filesystemScope;
    expect(scope(paths("/home/dev/shop/**"), paths("/home/dev/shop/docs/**", "/etc/**"))).toEqual([
      "/home/dev/shop/docs/**",
    ]);
    expect(scope(paths("/home/dev/shop/docs/**"), paths("/**"))).toEqual(["/home/dev/shop/docs/**"]);
    expect(scope(paths("/home/dev/shop/**"), paths("/srv/**"))).toEqual([]);
    expect(scope(paths("docs/**"))).toEqual(["/home/dev/shop/docs/**"]);
    const own = policyOf('defaults:\n  tools: { "*": { allowed: true, constraints: { paths: ["src/**"] } } }\n');
    const limited = own.capabilitiesFor("did:aeon:a:1.0:b");
    expect(manifestOf(writing, limited, [paths("/home/dev/**")], nowhere).filesystemScope).toEqual([
      "/home/dev/shop/src/**",
    ]);
  });
});

describe("a project's own file takes away and never gives", () => {
  const limits = (project: string, owner = "") => {
    const policy = compiled(`defaults:\n  tools: { "*": { allowed: true, constraints: { ${owner} } } }\n`);
    const read = compileProject({ text: project, name: ".gatehouse.yaml" }, policyTools);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const tightened = policy.tightenedBy([read.value]);
    const did = "did:aeon:a:1.0:b";
    const input = makeInput(running);
    const { conditions } = tightened.evaluate(input);
    return manifestOf(
      running,
      tightened.capabilitiesFor(did),
      conditions,
      places,
      tightened.projectLimits(did, running),
    );
  };
  const tool = (constraints: string) => `tools: { execute_command: { constraints: { ${constraints} } } }\n`;
  const condition = (value: string) =>
    `rules: [{ id: a, effect: condition, programs: [npm], conditions: [{ kind: paths, text: x, value: [${value}] }] }]\n`;
  const usual = ["/home/dev/shop/**", "/tmp/**"];

  test.each(["/**", "/home/**", "~/**"])("places beyond the usual ones (%s)", (wide) => {
    const kept = wide === "/**" ? usual : ["/home/dev/shop/**"];
    expect(limits(tool(`paths: ["${wide}"]`)).filesystemScope).toEqual(kept);
    expect(limits(condition(`"${wide}"`)).filesystemScope).toEqual(kept);
    expect(limits(tool(`paths: ["${wide}"]`), 'paths: ["src/**"]').filesystemScope).toEqual(["/home/dev/shop/src/**"]);
    expect(limits(condition(`"${wide}"`), 'paths: ["src/**"]').filesystemScope).toEqual(["/home/dev/shop/src/**"]);
  });

  test("narrower places", () => {
    expect(limits(tool('paths: ["src/**", "/etc/**"]')).filesystemScope).toEqual(["/home/dev/shop/src/**"]);
    expect(limits(tool('paths: ["src/**"]'), 'paths: ["~/**"]').filesystemScope).toEqual(["/home/dev/shop/src/**"]);
  });

  test("time", () => {
    expect(limits(tool("timeout_seconds: 86400")).timeoutSeconds).toBe(30);
    expect(limits(tool("timeout_seconds: 10")).timeoutSeconds).toBe(10);
    expect(limits(tool("timeout_seconds: 86400"), "timeout_seconds: 120").timeoutSeconds).toBe(120);
  });
});
