// The texts of policies that were in force, each under its SHA-256, so that an earlier one can be shown and restored.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Sha256 } from "../../engine/ports.ts";

/** More than a person looks back at; the longest unused go first. */
const mostKept = 500;

export interface PolicyVersions {
  /** Keeps a text and says under which id. A disk that refuses it costs the way back, not the policy. */
  readonly keep: (text: string) => string;
  /** The text, if it is kept and still the one the id stands for. */
  readonly read: (id: string) => string | undefined;
  readonly has: (id: string) => boolean;
  /** The id of the text that was kept last. */
  readonly latest: () => string | undefined;
  /** The text that was kept last of those that fit. */
  readonly latestText: (fits: (text: string) => boolean) => string | undefined;
}

export function openPolicyVersions(directory: string, sha256: Sha256, now: () => number): PolicyVersions {
  const folder = join(directory, "policy-versions");
  const fileOf = (id: string): string => join(folder, `${id}.yaml`);

  /** Newest first. */
  function kept(): readonly { readonly id: string; readonly at: number }[] {
    try {
      return readdirSync(folder)
        .filter((name) => /^[0-9a-f]{64}\.yaml$/.test(name))
        .map((name) => ({ id: name.slice(0, 64), at: statSync(join(folder, name)).mtimeMs }))
        .sort((left, right) => right.at - left.at);
    } catch {
      return [];
    }
  }

  function read(id: string): string | undefined {
    try {
      const text = readFileSync(fileOf(id), "utf8");
      return sha256(text) === id ? text : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    keep(text) {
      const id = sha256(text);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!existsSync(fileOf(id))) {
          const temporary = `${fileOf(id)}.new`;
          writeFileSync(temporary, text, { mode: 0o600, flush: true });
          renameSync(temporary, fileOf(id));
        }
        utimesSync(fileOf(id), now() / 1000, now() / 1000);
        for (const old of kept().slice(mostKept)) rmSync(fileOf(old.id), { force: true });
      } catch {
        // The ledger still says which policy it was.
      }
      return id;
    },
    read,
    has: (id) => existsSync(fileOf(id)),
    latest: () => kept()[0]?.id,
    latestText(fits) {
      for (const { id } of kept()) {
        const text = read(id);
        if (text !== undefined && fits(text)) return text;
      }
      return undefined;
    },
  };
}
