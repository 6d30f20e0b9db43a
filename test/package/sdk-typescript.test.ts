// What `npm pack` makes of the TypeScript SDK: installs into an empty project without a registry, type-checks, and runs the README's example.
import { execFileSync, spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { commandOf, projectRoot, toolEnvironment } from "../../scripts/project.ts";
import { startGatehouse } from "../support/engine/gatehouse.ts";
import { ended, runCommand } from "../support/process/command.ts";

const listed = z.array(z.object({ filename: z.string() }));
const source = join(projectRoot, "sdk/typescript");

test("the packed package in an empty project", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-sdk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const environment = toolEnvironment(process.env);
  const npm = (cwd: string, ...args: readonly string[]): string =>
    execFileSync("npm", args, { cwd, env: environment, encoding: "utf8", stdio: "pipe" });
  const packed = npm(source, "pack", "--json", "--silent", "--pack-destination", folder);
  const [archive] = listed.parse(JSON.parse(packed.slice(packed.indexOf("["))));
  writeFileSync(join(folder, "package.json"), `{"name":"empty","type":"module","private":true}`);
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${archive?.filename}`);
  const files = globSync("node_modules/gatehouse-sdk/**/*.ts", { cwd: folder });
  expect(files.filter((path) => !path.endsWith(".d.ts"))).toEqual([]);

  const [, example = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(source, "README.md"), "utf8")) ?? [];
  writeFileSync(join(folder, "agent.ts"), example);
  const strict = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
  const typeRoots = ["--typeRoots", join(projectRoot, "node_modules/@types")];
  execFileSync(process.execPath, [commandOf("typescript", "tsc"), ...strict, ...typeRoots, "agent.ts"], {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
  });

  const home = mkdtempSync(join(tmpdir(), "gatehouse-sdk-engine-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  await startGatehouse({ dataDirectory: home });
  const agent = spawn(process.execPath, ["agent.ts"], { cwd: folder, env: { ...environment, GATEHOUSE_HOME: home } });
  expect(await ended(agent)).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "hello.txt"), "utf8")).toBe("Hello");
  const { stdout } = await runCommand(["ledger", "search", "hello.txt", "--json", "--data-dir", home]);
  expect(stdout).toContain("write_file");
});
