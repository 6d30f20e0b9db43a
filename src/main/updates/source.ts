// Where a packaged Gatehouse finds its updates, and the key that signs them: written into its package.json when it is packaged.
import { createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface UpdateSource {
  readonly feed: URL;
  readonly key: KeyObject;
}

const manifestSchema = z.object({ updates: z.object({ feed: z.string(), key: z.string() }).optional() });

/** Undefined for a build without a feed, which never looks for updates. */
export function readUpdateSource(appDirectory: string): UpdateSource | undefined {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(appDirectory, "package.json"), "utf8")));
  return manifest.updates === undefined ? undefined : updateSource(manifest.updates.feed, manifest.updates.key);
}

/** The key is an Ed25519 public key as SPKI in base64. Throws for anything that could not protect the one who updates. */
export function updateSource(feed: string, key: string): UpdateSource {
  const address = new URL(feed.endsWith("/") ? feed : `${feed}/`);
  if (address.protocol !== "https:" && !isThisMachine(address)) {
    throw new Error(`The feed of updates must be an https address, not ${feed}.`);
  }
  const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  if (publicKey.asymmetricKeyType !== "ed25519") throw new Error("The key of updates must be an Ed25519 public key.");
  return { feed: address, key: publicKey };
}

function isThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
}
