// Takes out of a report what is nobody else's business: secrets, and names of the person, the machine and the places.
import { readFileSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import { join } from "node:path";
import { isSecretMember, redactText } from "../../main/engine/intents/redact.ts";
import { findSecrets } from "../../main/machine/secrets/secrets.ts";
import { tokenFileName } from "../../shared/local/data-directory.ts";

interface Private {
  readonly value: string;
  readonly instead: string;
}

/** Shorter ones stand in ordinary words and would make the report unreadable. */
const shortestSecret = 6;
/** Names that tell nothing about anybody. */
const commonNames: ReadonlySet<string> = new Set(["", "root", "localhost"]);

export type Scrub = (value: unknown) => unknown;

export function scrubberFor(dataDirectory: string, environment: NodeJS.ProcessEnv): Scrub {
  const values = privateValues(dataDirectory, environment);
  const names = privateNames();
  const text = (original: string): string => {
    let scrubbed = original;
    for (const { value, instead } of values) scrubbed = scrubbed.replaceAll(value, instead);
    for (const { pattern, instead } of names) scrubbed = scrubbed.replaceAll(pattern, instead);
    return withoutLogins(redactText(scrubbed, findSecrets));
  };
  const scrub: Scrub = (value) => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(scrub);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        text(name),
        isSecretMember(name) && typeof member === "string" && member !== "" ? "[redacted:member]" : scrub(member),
      ]),
    );
  };
  return scrub;
}

/** Longer ones first: a name may be a part of a path. */
function privateValues(dataDirectory: string, environment: NodeJS.ProcessEnv): readonly Private[] {
  const secrets = Object.entries(environment)
    .filter(([name, value = ""]) => isSecretVariable(name) && value.length >= shortestSecret)
    .map(([name, value = ""]) => ({ value, instead: `[redacted:${name}]` }));
  const places: readonly Private[] = [
    { value: dataDirectory, instead: "[data directory]" },
    { value: homedir(), instead: "~" },
  ];
  const known = places.filter(({ value }) => value.length > 1);
  return [...secrets, ...ownToken(dataDirectory), ...known].toSorted(
    (left, right) => right.value.length - left.value.length,
  );
}

/** Whole words only: a machine may be called "vm". */
function privateNames(): readonly { readonly pattern: RegExp; readonly instead: string }[] {
  const names = [
    { name: userInfo().username, instead: "[user]" },
    { name: hostname(), instead: "[machine]" },
  ];
  return names
    .filter(({ name }) => !commonNames.has(name))
    .map(({ name, instead }) => ({
      pattern: new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, String.raw`\$&`)}(?!\\w)`, "gi"),
      instead,
    }));
}

function isSecretVariable(name: string): boolean {
  return isSecretMember(name) || /token|secret|password|passwd|credential|(?:^|_)key(?:$|_)|auth/i.test(name);
}

function ownToken(dataDirectory: string): readonly Private[] {
  try {
    const value = readFileSync(join(dataDirectory, tokenFileName), "utf8").trim();
    return value === "" ? [] : [{ value, instead: "[redacted:token]" }];
  } catch {
    return [];
  }
}

/** What stands before the host and after the path of an address can be a login. */
function withoutLogins(text: string): string {
  return text.replaceAll(/(\b[a-z][a-z0-9+.-]*:\/\/)([^\s/@"']+@)?([^\s?"']*)(\?[^\s"']*)?/gi, (...parts: string[]) => {
    const [, scheme = "", login, place = "", query] = parts;
    return `${scheme}${login === undefined ? "" : "[redacted]@"}${place}${query === undefined ? "" : "?[redacted]"}`;
  });
}
