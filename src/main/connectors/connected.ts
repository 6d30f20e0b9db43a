// Which agents were connected here: a hook that somebody removed would otherwise look as if it had never been there.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type ConnectorScope, connectorScopeSchema } from "../../shared/contract/connector.ts";
import { readText } from "./files.ts";

const schema = z.array(z.object({ id: z.string(), scope: connectorScopeSchema }));

export interface ConnectedAgents {
  readonly list: () => readonly { readonly id: string; readonly scope: ConnectorScope }[];
  readonly has: (id: string, scope: ConnectorScope) => boolean;
  /** The projects it was connected in on their own. */
  readonly projectsOf: (id: string) => readonly string[];
  readonly set: (id: string, scope: ConnectorScope, connected: boolean) => void;
}

export function openConnectedAgents(dataDirectory: string): ConnectedAgents {
  const file = join(dataDirectory, "connected-agents.json");

  /** A file that cannot be read remembers nothing; what is connected can still be seen in the agents' own files. */
  function read(): z.infer<typeof schema> {
    try {
      return schema.parse(JSON.parse(readText(file) ?? "[]"));
    } catch {
      return [];
    }
  }

  const isOf = (id: string, scope: ConnectorScope) => (each: z.infer<typeof schema>[number]) =>
    each.id === id && JSON.stringify(each.scope) === JSON.stringify(scope);

  return {
    list: read,
    has: (id, scope) => read().some(isOf(id, scope)),
    projectsOf: (id) =>
      read().flatMap((each) => (each.id === id && each.scope.kind === "project" ? [each.scope.folder] : [])),
    set(id, scope, connected) {
      const others = read().filter((each) => !isOf(id, scope)(each));
      const next = connected ? [...others, { id, scope }] : others;
      mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, `${JSON.stringify(next, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
