// Builds the console around another entry, such as a fake engine behind the real window, and says where Electron finds it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { projectRoot } from "../../../scripts/project.ts";

export function buildFakeConsole(): Promise<string> {
  return buildConsole(new URL("./fake-main.ts", import.meta.url), "fake");
}

/** A folder Electron can start. It sits in out/ so that preload and renderer are found as in the real one. */
export async function buildConsole(entry: URL, name: string): Promise<string> {
  const folder = join(projectRoot, "out", name);
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: "error",
    build: {
      ssr: fileURLToPath(entry),
      outDir: folder,
      target: "node24",
      rolldownOptions: { external: ["electron"], output: { entryFileNames: "index.js" } },
    },
    ssr: { external: true },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "gatehouse", type: "module", main: "index.js" }));
  return folder;
}
