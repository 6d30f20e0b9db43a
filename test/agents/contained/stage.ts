// The stage of a contained agent: the places of the escape suite, a small project with a test, and a registry and a remote for it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../../scripts/project.ts";
import { type EscapeStage, openStage as openEscapeStage } from "../../support/containment/stage.ts";
import type { AgentProgram } from "../programs.ts";
import { type AgentStage, openStageAt } from "../stage.ts";
import { type Repository, type Service, startRegistry, startRepository } from "./services.ts";

export interface ContainedStage extends AgentStage {
  readonly outside: EscapeStage;
  readonly registry: Service & { readonly packageName: string };
  readonly repository: Repository;
}

export async function openContainedStage(program: AgentProgram, folder: string): Promise<ContainedStage> {
  const outside = await openEscapeStage();
  const services = realpathSync(mkdtempSync(join(tmpdir(), "services-")));
  const registry = await startRegistry(join(services, "registry"));
  const repository = await startRepository(services);
  const places = { home: outside.home, project: outside.project, dataDirectory: outside.data };
  const launcher = [process.execPath, join(projectRoot, "bin/gatehouse.js"), "run", "--data-dir", outside.data, "--"];
  const remove = (): void => {
    registry.close();
    repository.close();
    outside.close();
    rmSync(services, { recursive: true, force: true });
  };
  const stage = await openStageAt({ ...places, remove }, program, folder, launcher);
  makeProject(outside, registry.url, repository);
  const ports = [registry.port, repository.port, Number(new URL(stage.modelUrl).port)];
  writeFileSync(
    join(outside.data, "policy.yaml"),
    `${readFileSync(join(projectRoot, "resources/policies/balanced.yaml"), "utf8")}\ncontainment: { loopback_ports: [${ports.join(", ")}] }\n`,
  );
  return { ...stage, outside, registry, repository };
}

function makeProject({ project, home }: EscapeStage, registry: string, { remote, bare }: Repository): void {
  const environment = { PATH: process.env["PATH"], HOME: home };
  const git = (...words: readonly string[]): void =>
    void execFileSync("git", ["-C", project, ...words], { env: environment });
  writeFileSync(
    join(project, "package.json"),
    `${JSON.stringify({ name: "shop", version: "1.0.0", private: true, scripts: { test: "node --test" } }, undefined, 2)}\n`,
  );
  writeFileSync(join(project, ".npmrc"), `registry=${registry}\n`);
  writeFileSync(join(project, ".gitignore"), "node_modules\n*.sock\ndoor\n");
  mkdirSync(join(project, "test"));
  writeFileSync(
    join(project, "test/cart.test.js"),
    [
      'const { test } = require("node:test");',
      'const assert = require("node:assert");',
      'const { isPair } = require("../cart.js");',
      'test("a pair is even", () => assert.equal(isPair(2), true));',
      'test("three are none", () => assert.equal(isPair(3), false));',
      "",
    ].join("\n"),
  );
  git("config", "user.name", "Tester");
  git("config", "user.email", "tester@example.com");
  git("checkout", "--quiet", "-B", "main");
  git("add", "-A");
  git("commit", "--quiet", "-m", "First");
  git("remote", "add", "origin", remote);
  git("push", "--quiet", bare, "main");
}
