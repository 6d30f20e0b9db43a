// What installed consoles read to find the next version: one signed description for each platform, in electron-updater's format.
import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import type { Manifest } from "./manifests.ts";

/** The names are electron-updater's own. */
const platforms: readonly { readonly name: string; readonly files: RegExp }[] = [
  { name: "latest-linux.yml", files: /^gatehouse.*(?:x86_64\.AppImage|_amd64\.deb|_x86_64\.rpm)$/i },
  { name: "latest-linux-arm64.yml", files: /^gatehouse.*(?:arm64\.AppImage|_arm64\.deb|_aarch64\.rpm)$/i },
  { name: "latest-mac.yml", files: /^gatehouse.*\.zip$/i },
  { name: "latest.yml", files: /^gatehouse.*\.exe$/i },
];

/** The private key is Ed25519, as PKCS #8 in base64. */
export function signedUpdates(directory: string, version: string, privateKey: string): readonly Manifest[] {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
  if (key.asymmetricKeyType !== "ed25519") throw new Error("GATEHOUSE_UPDATE_PRIVATE_KEY must be an Ed25519 key.");
  const names = readdirSync(directory).toSorted();
  return platforms.flatMap(({ name, files }) => {
    const described = names.filter((file) => files.test(file)).map((file) => describeFile(directory, file));
    return described.length === 0 ? [] : signed(name, version, described, key);
  });
}

interface DescribedFile {
  readonly url: string;
  readonly sha512: string;
  readonly size: number;
}

function describeFile(directory: string, file: string): DescribedFile {
  const content = readFileSync(join(directory, file));
  return { url: file, sha512: createHash("sha512").update(content).digest("base64"), size: content.length };
}

function signed(
  name: string,
  version: string,
  files: readonly DescribedFile[],
  key: KeyObject,
): readonly [Manifest, Manifest] {
  const [first] = files;
  const releaseDate = new Date().toISOString();
  const text = dump({ version, files, path: first?.url, sha512: first?.sha512, releaseDate }, { lineWidth: -1 });
  return [
    { path: name, text },
    { path: `${name}.sig`, text: `${sign(null, Buffer.from(text), key).toString("base64")}\n` },
  ];
}
