#!/usr/bin/env node
// The `gatehouse` command: finds a Node that can run it and hands everything over. Plain JavaScript, so that any Node
// from 18 on can read this file.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** TypeScript sources run as they are from these versions on; the packaged command needs the same for its database. */
function fits(version) {
  const [major, minor] = version.split(".").map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

function findNode() {
  if (fits(process.versions.node)) return process.execPath;
  const own = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(own) ? own : undefined;
}

function findScript() {
  // An MCP client starts it once for every server, and waits.
  if (process.argv[2] === "mcp") return join(root, "bin", "gatehouse-mcp.js");
  return [join(root, "src", "cli", "gatehouse.ts"), join(root, "out", "main", "cli.js")].find((path) =>
    existsSync(path),
  );
}

function stop(message) {
  console.error(`gatehouse: ${message}`);
  process.exit(1);
}

// An installed Gatehouse runs this on Electron's binary. What the command starts must not take itself for Node.
if (process.versions.electron !== undefined) delete process.env.ELECTRON_RUN_AS_NODE;

// Before anything else is looked for: starting a program contained should cost little more than starting it.
if (process.argv[2] === "run" && !/^(?:--help|-h)$/.test(process.argv[3] ?? "--help")) {
  const { runContained } = await import("./gatehouse-run.js");
  runContained(process.argv.slice(3));
} else start();

function start() {
  const script = findScript() ?? stop(`there is no program to run in ${root}. Install Gatehouse again.`);
  const node =
    findNode() ??
    stop(
      `this needs Node 22.18 or later, and this is ${process.versions.node}. Install a later Node, or run \`npm ci\` in ${root}.`,
    );

  if (node !== process.execPath) return run(node, script);
  nodeModule.enableCompileCache?.();
  process.argv[1] = script;
  void import(pathToFileURL(script).href);
}

function run(node, script) {
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => stop(`${node} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
