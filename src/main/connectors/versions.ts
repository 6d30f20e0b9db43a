// The versions of the agents' programs, kept over restarts: asking a program takes it a second, and the answer rarely changes.
import { mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { versionOf } from "./detect.ts";
import { readText } from "./files.ts";

const schema = z.record(z.string(), z.object({ stamp: z.string(), version: z.string() }));

export interface Versions {
  /** Undefined where the program does not say. */
  readonly of: (program: string) => Promise<string | undefined>;
}

export function openVersions(dataDirectory: string, ask = versionOf): Versions {
  const file = join(dataDirectory, "agent-versions.json");
  const asked = new Map<string, Promise<string | undefined>>();

  /** A file that cannot be read means that the programs are asked again. */
  function read(): z.infer<typeof schema> {
    try {
      return schema.parse(JSON.parse(readText(file) ?? "{}"));
    } catch {
      return {};
    }
  }

  async function find(program: string, stamp: string): Promise<string | undefined> {
    const known = read()[program];
    if (known?.stamp === stamp) return known.version;
    const version = await ask(program);
    if (version !== undefined) write({ ...read(), [program]: { stamp, version } });
    return version;
  }

  function write(versions: z.infer<typeof schema>): void {
    try {
      mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, `${JSON.stringify(versions, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // It is asked again at the next start.
    }
  }

  return {
    of: (program) => {
      const stamp = stampOf(program);
      const key = `${program} ${stamp}`;
      const answer = asked.get(key) ?? find(program, stamp);
      asked.set(key, answer);
      return answer;
    },
  };
}

/** Another one after an update: the link leads elsewhere, or the file is another. */
function stampOf(program: string): string {
  try {
    const path = realpathSync(program);
    const { mtimeMs, size } = statSync(path);
    return `${path} ${mtimeMs} ${size}`;
  } catch {
    return "";
  }
}
