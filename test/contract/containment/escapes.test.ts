// The escape suite: every way out in the table is tried from inside a contained run, and from inside a tool call. None gets out.
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGatehouse } from "../../../src/main/app/start.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import { createRunner } from "../../../src/main/sandbox/runner.ts";
import { type Escape, escapes, kinds } from "../../support/containment/escapes.ts";
import { decoy, type EscapeStage, openStage } from "../../support/containment/stage.ts";
import { sharedPacks } from "../../support/engine/packs.ts";

/** System calls are tried by their numbers, which differ from one architecture to the other. */
const here = escapes.filter(({ script }) => process.arch === "x64" || !script.includes("syscall("));

type Attempt = (escape: Escape) => Promise<string>;

/** What got out: the secret in the output, somebody who was reached, something that changed. */
function escaped(output: string, stage: EscapeStage): readonly string[] {
  return [...[decoy, "ESCAPED"].filter((word) => output.includes(word)), ...stage.damage()];
}

test("the table has at least 60 ways out, of every kind", () => {
  expect(escapes.length).toBeGreaterThanOrEqual(100);
  expect(escapes.filter(({ only }) => only === undefined).length).toBeGreaterThanOrEqual(60);
  expect(new Set(escapes.map(({ kind }) => kind))).toEqual(new Set(kinds));
});

describe.skipIf(process.platform !== "linux")("gatehouse run", () => {
  let stage: EscapeStage;
  let stop: () => Promise<void>;
  let tryOut: Attempt;

  beforeAll(async () => {
    stage = await openStage();
    const started = await startGatehouse({
      dataDirectory: stage.data,
      port: 0,
      resourcesDirectory: join(import.meta.dirname, "../../../resources"),
      loadPacks: sharedPacks,
    });
    if (!started.ok) throw new Error(started.error);
    stop = started.value.stop;
    const { events, operations } = started.value;
    // A careless human allows every host that is asked about.
    events.subscribe(({ event }) => {
      if (event.type !== "intent_held" || event.approval.intent.boundary?.kind !== "connect") return;
      const { approvalId, digest } = event.approval;
      const answer = { approvalId, digest, decision: "approve", scope: "host", duration: "once" } as const;
      void operations.resolveApproval(answer, "console");
    });
    const port = Number(new URL(started.value.address.http).port);
    tryOut = async (escape) => {
      // Handles to a secret and to the home folder, as a careless parent would leave them open.
      const [file, folder] = [openSync(join(stage.home, ".ssh/id_rsa"), "r"), openSync(stage.home, "r")];
      const launcher = join(stage.data, "bin/gatehouse");
      const child = spawn("/usr/bin/perl", [launcher, "run", "--", "bash", "-c", stage.scriptOf(escape, port)], {
        cwd: stage.project,
        env: {
          PATH: process.env["PATH"],
          HOME: stage.home,
          AWS_SECRET_ACCESS_KEY: decoy,
          NPM_TOKEN: decoy,
          GATEHOUSE_TOKEN: decoy,
        },
        stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", file, folder],
      });
      closeSync(file);
      closeSync(folder);
      const read = (stream: Readable | null): Promise<string> =>
        stream === null ? Promise.resolve("") : textOf(stream);
      const [output, errors] = await Promise.all([read(child.stdout), read(child.stderr)]);
      return output + errors;
    };
  });

  afterAll(async () => {
    stage.close();
    await stop();
  });

  test("what is allowed works: the project, programs, the loopback of its own", async () => {
    const script =
      'echo mine > note && cat note; git status --short; (perl -e \'socket(S,2,1,6); bind(S, pack("Sna4x8",2,8080,"\\x7f\\0\\0\\1")); listen(S,1); accept(C,S); print C "hello"\' &) ; sleep 0.3; cat < /dev/tcp/127.0.0.1/8080';
    const output = await tryOut({ kind: "process", attempt: "", script });
    expect(output).toContain("mine");
    expect(output).toContain("?? note");
    expect(output).toContain("hello");
  });

  test.each(here)("$kind: $attempt", async (escape) => {
    expect(escaped(await tryOut(escape), stage)).toEqual([]);
  });

  test("nothing happened outside after the last of them either", () => {
    expect(stage.damage()).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("tools/call", () => {
  let stage: EscapeStage;
  let tryOut: Attempt;

  beforeAll(async () => {
    stage = await openStage();
    const world = createWorld({ gatehouse: [stage.data], findSecrets: () => [], home: stage.home });
    const runner = createRunner({
      world,
      hidden: [stage.data],
      settings: () => ({ unsandboxedCommands: "refuse" }),
      toolsFolder: join(stage.data, "tools"),
      onProblem: () => undefined,
    });
    tryOut = async (escape) => {
      const result = await runner.run({
        tool: "execute_command",
        arguments: { command: stage.scriptOf(escape, 1) },
        manifest: {
          maxMemoryMb: 512,
          maxCpuPercent: 100,
          timeoutSeconds: 30,
          networkAllowed: true,
          filesystemScope: [`${stage.project}/**`],
        },
        workspace: stage.project,
        signal: new AbortController().signal,
        onOutput: () => undefined,
      });
      if (result.sandbox !== "bubblewrap") throw new Error(`It ran in ${result.sandbox}: ${result.fault ?? ""}`);
      return result.output;
    };
  });

  afterAll(() => {
    stage.close();
  });

  test.each(here.filter(({ only }) => only === undefined))("$kind: $attempt", async (escape) => {
    expect(escaped(await tryOut(escape), stage)).toEqual([]);
  });
});
