// What the engine remembers between calls belongs to one object for each engine (pipeline/caches.ts), not to a module.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const engine = join(import.meta.dirname, "../../src/main/engine");
const cacheOfModule = /^(?:export )?(?:const|let) \w+[^\n]*= (?:new (?:BoundedMap|LastResult)\b|createRecentMap\b)/mu;

test("no module of the engine has a cache of its own", () => {
  const files = globSync("**/*.ts", { cwd: engine });
  expect(files.length).toBeGreaterThan(100);
  const own = files.filter((file) => cacheOfModule.test(readFileSync(join(engine, file), "utf8")));
  expect(own).toEqual([]);
});
