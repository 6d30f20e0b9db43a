// Patterns for names, paths and hosts.
import { describe, expect, test } from "vitest";
import { compilePath, matchesDomain, matchesName, type PathSurroundings } from "../../../src/main/engine/rules/glob.ts";

const world: PathSurroundings = {
  platform: "linux",
  home: "/home/ada",
  caseInsensitive: false,
  resolveLinks: (path) => path.replace(/^\/link(?=\/|$)/, "/real"),
};

test.each([
  ["mcp__github__*", "mcp__github__create_issue", true],
  ["mcp__github__*", "mcp__gitlab__create_issue", false],
  ["did:aeon:kimi:*", "did:aeon:kimi:1.0:abc", true],
  ["*", "", true],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*a*a*a*a*b", "a".repeat(5000), false],
])("the name pattern %s and %s: %s", (pattern, name, expected) => {
  expect(matchesName(pattern, name)).toBe(expected);
});

test.each([
  ["*.evil.com", "evil.com", true],
  ["*.evil.com", "a.b.evil.com", true],
  ["*.evil.com", "notevil.com", false],
  ["evil.com", "www.evil.com", false],
  ["Evil.COM.", "evil.com", true],
  ["*.onion", "abc.onion", true],
  ["*", "anything", true],
])("the domain %s and %s: %s", (pattern, host, expected) => {
  expect(matchesDomain(pattern, host)).toBe(expected);
});

test("a domain with a port is that port only", () => {
  expect(matchesDomain("localhost:3000", "localhost", 3000)).toBe(true);
  expect(matchesDomain("localhost:3000", "localhost", 4000)).toBe(false);
});

describe("blocked paths", () => {
  test.each([
    [".env", "/work/.env", true],
    [".env", "/work/deep/er/.env", true],
    [".env", "/work/.env.example", false],
    [".env", "/work/my.env", false],
    [".env.*", "/work/.env.local", true],
    [".ssh/**", "/home/ada/.ssh/id_rsa", true],
    [".ssh/**", "/home/ada/.ssh", true],
    [".ssh", "/home/ada/.ssh/id_rsa", true],
    ["*.pem", "/work/certs/server.pem", true],
    ["~/notes", "/home/ada/notes/a.txt", true],
    ["~/notes", "/home/bob/notes/a.txt", false],
    ["/etc/**", "/etc/passwd", true],
    ["/etc/**", "/work/etc/passwd", false],
    ["/work/*/secret", "/work/a/secret", true],
    ["/work/*/secret", "/work/a/b/secret", false],
    ["/work/**/secret", "/work/a/b/secret", true],
    ["/work/x/../etc", "/work/etc/a", true],
    ["/link/data", "/real/data/a", true],
    ["/link/data", "/link/data/a", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(compilePath(pattern, "blocked", world).matches(path)).toBe(expected);
  });
});

describe("scopes", () => {
  test.each([
    ["/work/**", "/work/a.ts", true],
    ["/work/**", "/work", true],
    ["/work/**", "/workshop/a.ts", false],
    ["src/**", "/work/src/a.ts", true],
    ["src/**", "/work/lib/src/a.ts", false],
    ["src/**", "/etc/src/a.ts", false],
    ["./src/**", "/work/src/a.ts", true],
    ["**", "/work/anything/at/all", true],
    ["**", "/other/file", false],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(compilePath(pattern, "scope", world).matches(path, "/work")).toBe(expected);
  });

  test("a relative scope without a workspace covers nothing", () => {
    expect(compilePath("**", "scope", world).matches("/work/a")).toBe(false);
  });
});

test("a disk that ignores case is matched without it", () => {
  const mac: PathSurroundings = { ...world, platform: "darwin", caseInsensitive: true };
  expect(compilePath(".SSH/**", "blocked", mac).matches("/users/ada/.ssh/id_rsa")).toBe(true);
  expect(compilePath("/Users/Ada/X", "blocked", mac).matches("/users/ada/x")).toBe(true);
});

test("Windows drives and separators", () => {
  const windows: PathSurroundings = { ...world, platform: "win32", home: "C:/Users/ada", resolveLinks: (path) => path };
  expect(compilePath("C:\\Windows\\**", "blocked", windows).matches("C:/Windows/System32")).toBe(true);
  expect(compilePath("~/x", "blocked", windows).matches("C:/Users/ada/x")).toBe(true);
});

test("which folders an anchored pattern lies below", () => {
  const pattern = compilePath("~/.ssh/**", "blocked", world);
  expect(pattern.liesBelow("/home/ada")).toBe(true);
  expect(pattern.liesBelow("/home/bob")).toBe(false);
  expect(pattern.liesBelow("/")).toBe(true);
  expect(compilePath(".env", "blocked", world).liesBelow("/work")).toBe(false);
});
