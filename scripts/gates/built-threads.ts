// For test runs: worker threads start from built files, as they do in the packaged console.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import { workerInputs } from "../../src/main/workers/entries.ts";
import { projectRoot } from "../project.ts";

const registry = join(projectRoot, "src/main/workers/entries.ts");
const sources = join(projectRoot, "src/");
const replacement = "\0built-threads";

/** Compiled for this platform: they stay where they are. */
const native = /^(?:better-sqlite3|koffi|onnxruntime-node)$/;

/**
 * A thread that starts from its sources loads a compiler to strip their types, then a hundred files one by one: more work than
 * most tests, and WebAssembly in every thread. Tests of the registry itself see it as it is, and programs that tests start
 * run from their sources.
 */
export function builtThreads(): Plugin {
  return {
    name: "built-threads",
    enforce: "pre",
    async resolveId(source, importer) {
      if (importer === undefined || !source.endsWith("/entries.ts") || !importer.startsWith(sources)) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved?.id === registry ? replacement : undefined;
    },
    async load(id) {
      if (id !== replacement) return undefined;
      const directory = `${pathToFileURL(await threads()).href}/`;
      return `export const workerUrl = (name) => new URL(name + "-worker.js", ${JSON.stringify(directory)});`;
    },
  };
}

let built: Promise<string> | undefined;

/** Once for all projects, when the first test asks for a thread. */
function threads(): Promise<string> {
  return (built ??= buildThreads());
}

async function buildThreads(): Promise<string> {
  // Within the project, so that the native modules are found; of its own, because other runs may be under way.
  const caches = join(projectRoot, "node_modules/.cache");
  mkdirSync(caches, { recursive: true });
  const directory = mkdtempSync(join(caches, "gatehouse-threads-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { input: workerInputs(), external: native, output: { format: "es" } },
    },
    ssr: { noExternal: true },
  });
  return directory;
}
