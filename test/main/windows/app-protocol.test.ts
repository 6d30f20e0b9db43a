// The console's own pages, and nothing else on the disk.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, contentSecurityPolicy, fileBehind } from "../../../src/main/windows/app-protocol.ts";

const base = mkdtempSync(join(tmpdir(), "gatehouse-app-"));
const root = join(base, "renderer");

beforeAll(() => {
  mkdirSync(join(root, "assets"), { recursive: true });
  mkdirSync(join(base, "renderer-secret"));
  writeFileSync(join(root, "index.html"), "<!doctype html>");
  writeFileSync(join(root, "assets", "index.js"), "export {};");
  writeFileSync(join(root, "assets", "notes.txt"), "not a page");
  writeFileSync(join(base, "secret.html"), "secret");
  writeFileSync(join(base, "renderer-secret", "secret.html"), "secret");
});
afterAll(() => rmSync(base, { recursive: true }));

const get = (url: string, method = "GET") => answer({ method, url }, root);

describe("app://gatehouse", () => {
  test("serves the page and its parts with the policy and without sniffing", async () => {
    const page = await get("app://gatehouse/");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    const script = await get("app://gatehouse/assets/index.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await script.text()).toBe("export {};");
  });

  test("the policy forbids inline code and styles, eval, the network and frames", () => {
    expect(contentSecurityPolicy).toContain("default-src 'none'");
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|data:|\*/);
  });

  test.each([
    "app://gatehouse/../secret.html",
    "app://gatehouse/%2e%2e/secret.html",
    "app://gatehouse/%2e%2e%2fsecret.html",
    "app://gatehouse/..%2fsecret.html",
    "app://gatehouse/..%5csecret.html",
    "app://gatehouse/assets/..%2f..%2fsecret.html",
    "app://gatehouse/..%2frenderer-secret%2fsecret.html",
    "app://gatehouse//etc/passwd",
    "app://gatehouse/%2fetc%2fpasswd",
    "app://gatehouse/index.html%00.js",
    "app://gatehouse/%",
    "app://elsewhere/index.html",
    "app://gatehouse.evil.example/index.html",
    "app://gatehouse:8080/index.html",
    "https://gatehouse/index.html",
    "file:///etc/passwd",
    "not a url",
  ])("does not serve %s", async (url) => {
    expect((await get(url)).status).toBe(404);
  });

  test.each(["%2e%2e%2f", "..%2f", "%2e%2e/", "assets%2f..%2f..%2f"])("%s never leads outside the root", (step) => {
    for (let depth = 1; depth < 6; depth += 1) {
      const file = fileBehind(`app://gatehouse/${step.repeat(depth)}secret.html`, root);
      expect(file === undefined || file.startsWith(`${root}/`)).toBe(true);
    }
  });

  test("files that are no part of a page are not served, nor the folder itself", async () => {
    expect((await get("app://gatehouse/assets/notes.txt")).status).toBe(404);
    expect((await get("app://gatehouse/assets/")).status).toBe(404);
    expect((await get("app://gatehouse/missing.html")).status).toBe(404);
  });

  test("only GET is answered, and refusals carry the policy too", async () => {
    const refused = await get("app://gatehouse/", "POST");
    expect(refused.status).toBe(405);
    expect(refused.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
  });
});
