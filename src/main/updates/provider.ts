// What the feed says about the latest version. It counts only with our signature; the checksum of the file is part of what is signed.
import { verify } from "node:crypto";
import type { CustomPublishOptions, UpdateInfo } from "builder-util-runtime";
import { Provider, type ResolvedUpdateFileInfo } from "electron-updater";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import { load } from "js-yaml";
import { z } from "zod";
import type { UpdateSource } from "./source.ts";

/** SHA-512 in base64. */
const checksum = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);
/** A name and no path: a file lies beside what describes it. */
const fileName = z.string().regex(/^[\w.-]+$/);

/** Other members are left out, among them those that would pick users by an id. */
const metadataSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/),
  files: z
    .array(z.object({ url: fileName, sha512: checksum, size: z.number().int().positive() }))
    .min(1)
    .max(100),
  path: fileName,
  sha512: checksum,
  releaseDate: z.string(),
});

/** The class that electron-updater makes its provider of. */
export function signedProvider({ feed, key }: UpdateSource) {
  return class SignedProvider extends Provider<UpdateInfo> {
    constructor(_options: CustomPublishOptions, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    /** electron-updater would send an id of the user with each request. */
    override setRequestHeaders(): void {
      super.setRequestHeaders(null);
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`;
      const text = await this.read(name);
      const signature = Buffer.from(await this.read(`${name}.sig`), "base64");
      if (!verify(null, Buffer.from(text), key, signature)) {
        throw new Error(`${new URL(name, feed).href} is not signed with the key of this Gatehouse.`);
      }
      const parsed = metadataSchema.safeParse(load(text));
      if (!parsed.success) throw new Error(`${name} is not valid. ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, feed), info }));
    }

    private async read(name: string): Promise<string> {
      const text = await this.httpRequest(new URL(name, feed));
      if (text === null || text === "") throw new Error(`${new URL(name, feed).href} is empty.`);
      return text;
    }
  };
}
