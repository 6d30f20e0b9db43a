// What every event says about where it comes from: which server, in whose settings, in which session and folder.
import { createHash, randomUUID } from "node:crypto";
import type { JsonObject } from "../shared/lib/json.ts";

export interface Origin {
  /** The members that every event has. */
  readonly members: () => JsonObject;
  readonly learn: (news: { readonly client?: string | undefined; readonly version?: string | undefined }) => void;
}

export interface OriginOptions {
  readonly clientId: string;
  readonly serverName: string;
  /** How the server is started or reached: only a digest of it leaves, because it may hold secrets. */
  readonly configuration: readonly string[];
}

export function createOrigin({ clientId, serverName, configuration }: OriginOptions): Origin {
  const key = createHash("sha256").update(JSON.stringify(configuration)).digest("hex");
  const sessionId = randomUUID();
  let client: string | undefined;
  let version: string | undefined;
  return {
    members: () => ({
      server: { name: serverName, key, ...(version === undefined ? {} : { version }) },
      client: { id: clientId, ...(client === undefined ? {} : { name: client }) },
      session_id: sessionId,
      working_directory: process.cwd(),
    }),
    learn(news) {
      client ??= news.client;
      version ??= news.version?.slice(0, 200);
    },
  };
}
