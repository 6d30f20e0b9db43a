// Updates from a real server: electron-updater fetches what the release wrote, and only what our key signed.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { signedUpdates } from "../../../scripts/release/updates.ts";
import { updateSource } from "../../../src/main/updates/source.ts";
import { openUpdater, type Updater } from "../../../src/main/updates/updater.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const ours = keys();
const theirs = keys();
const image = "Gatehouse-0.2.0-x86_64.AppImage";
const metadata = process.arch === "x64" ? "latest-linux.yml" : `latest-linux-${process.arch}.yml`;

function keys() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
}

interface Feed {
  readonly folder: string;
  readonly url: string;
  readonly asked: string[];
  readonly headers: IncomingHttpHeaders[];
}

/** A release as `npm run release` describes it, served over HTTP. */
async function serveRelease(version: string, privateKey = ours.privateKey): Promise<Feed> {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, image), "#!/bin/sh\necho the next version\n");
  for (const { path, text } of signedUpdates(folder, version, privateKey)) {
    writeFileSync(join(folder, path.replace(/^latest-linux.*\.yml/, metadata)), text);
  }
  const [asked, headers]: [string[], IncomingHttpHeaders[]] = [[], []];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    headers.push(request.headers);
    const file = join(folder, request.url ?? "");
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { folder, url: `http://127.0.0.1:${port}`, asked, headers };
}

let dataDirectory: string;
let before: string | undefined;

beforeEach(() => {
  dataDirectory = temporaryDirectory();
  before = process.env["APPIMAGE"];
  process.env["APPIMAGE"] = join(dataDirectory, "Gatehouse.AppImage");
});

afterEach(() => {
  if (before === undefined) delete process.env["APPIMAGE"];
  else process.env["APPIMAGE"] = before;
});

function updaterOf({ url }: Feed, version = "0.1.0"): Updater {
  return openUpdater(updateSource(url, ours.publicKey), "appimage", {
    version,
    name: "gatehouse",
    isPackaged: true,
    appUpdateConfigPath: "",
    userDataPath: dataDirectory,
    baseCachePath: dataDirectory,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
}

const downloaded = (): readonly string[] => globSync("**/*.AppImage", { cwd: dataDirectory });

describe.runIf(process.platform === "linux")("an update from a feed (needs Linux)", () => {
  test("is found, fetched and checked, and nothing is sent that tells one user from another", async () => {
    const feed = await serveRelease("0.2.0");
    const updater = updaterOf(feed);
    expect(await updater.check()).toBe("0.2.0");
    await updater.download();
    expect(downloaded().map((file) => readFileSync(join(dataDirectory, file), "utf8"))).toEqual([
      "#!/bin/sh\necho the next version\n",
    ]);
    expect(feed.asked).toEqual([`/${metadata}`, `/${metadata}.sig`, `/${image}`]);
    const sent = new Set(feed.headers.flatMap((each) => Object.keys(each)));
    expect(
      [...sent].filter((name) => !["host", "connection", "user-agent", "cache-control", "accept"].includes(name)),
    ).toEqual([]);
    expect(new Set(feed.headers.map((each) => each["user-agent"]))).toEqual(new Set(["electron-builder", undefined]));
    expect(existsSync(join(dataDirectory, ".updaterId"))).toBe(false);
  });

  test("is refused with another key's signature", async () => {
    const updater = updaterOf(await serveRelease("0.2.0", theirs.privateKey));
    await expect(updater.check()).rejects.toThrow("is not signed with the key of this Gatehouse");
    await expect(updater.download()).rejects.toThrow("check update first");
  });

  test("is refused when its description was changed after signing, or has no signature", async () => {
    const feed = await serveRelease("0.2.0");
    const file = join(feed.folder, metadata);
    writeFileSync(file, readFileSync(file, "utf8").replace("0.2.0", "0.3.0"));
    await expect(updaterOf(feed).check()).rejects.toThrow("is not signed");
    writeFileSync(`${file}.sig`, "");
    await expect(updaterOf(feed).check()).rejects.toThrow("is empty");
  });

  test("is refused when the file is not the one that was signed", async () => {
    const feed = await serveRelease("0.2.0");
    const updater = updaterOf(feed);
    await updater.check();
    writeFileSync(join(feed.folder, image), "#!/bin/sh\necho another program\n");
    await expect(updater.download()).rejects.toThrow("checksum mismatch");
    expect(downloaded()).toEqual([]);
  });

  test.each(["0.2.0", "0.3.0", "1.0.0"])("is none for %s, which is no older", async (version) => {
    const feed = await serveRelease("0.2.0");
    expect(await updaterOf(feed, version).check()).toBeUndefined();
    expect(feed.asked).not.toContain(`/${image}`);
  });

  test("may not name a file elsewhere, even when it is signed", async () => {
    const feed = await serveRelease("0.2.0");
    const text = readFileSync(join(feed.folder, metadata), "utf8").replaceAll(image, "https://example.com/x.AppImage");
    const key = createPrivateKey({ key: Buffer.from(ours.privateKey, "base64"), format: "der", type: "pkcs8" });
    writeFileSync(join(feed.folder, metadata), text);
    writeFileSync(join(feed.folder, `${metadata}.sig`), sign(null, Buffer.from(text), key).toString("base64"));
    await expect(updaterOf(feed).check()).rejects.toThrow("is not valid");
  });
});

describe("a feed", () => {
  test.each(["http://updates.example.com", "ftp://updates.example.com", "updates"])("at %s is refused", (feed) => {
    expect(() => updateSource(feed, ours.publicKey)).toThrow(/https|Invalid URL/);
  });

  test("needs an Ed25519 key", () => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    expect(() => updateSource("https://updates.example.com", key)).toThrow("Ed25519");
  });
});
