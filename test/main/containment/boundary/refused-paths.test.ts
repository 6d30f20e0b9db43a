// What programs print when a sandbox refuses them, and the path each of them means.
import { expect, test } from "vitest";
import { refusedPaths } from "../../../../src/main/containment/boundary/refused-paths.ts";

test.each([
  ["sh: 1: cannot create /home/dev/.zshrc: Read-only file system", "/home/dev/.zshrc", "write"],
  ["bash: line 1: /home/dev/.zshrc: Read-only file system", "/home/dev/.zshrc", "write"],
  ["/usr/bin/bash: line 3: /home/dev/.profile: Read-only file system", "/home/dev/.profile", "write"],
  ["touch: cannot touch '/home/dev/x y': Read-only file system", "/home/dev/x y", "write"],
  ["mkdir: cannot create directory ‘/home/dev/.cache/npm’: Read-only file system", "/home/dev/.cache/npm", "write"],
  ["Error: EROFS: read-only file system, open '/home/dev/.npm/_logs/a.log'", "/home/dev/.npm/_logs/a.log", "write"],
  ["Error: EACCES: permission denied, mkdir '/home/dev/.yarn'", "/home/dev/.yarn", "write"],
  ["OSError: [Errno 30] Read-only file system: '/home/dev/.python_history'", "/home/dev/.python_history", "write"],
  ["error: could not lock config file /home/dev/.gitconfig: Read-only file system", "/home/dev/.gitconfig", "write"],
  ["cat: /home/dev/.ssh/id_ed25519: No such file or directory", "/home/dev/.ssh/id_ed25519", "read"],
  ["cat: /home/dev/.netrc: Permission denied", "/home/dev/.netrc", "read"],
  [
    "FileNotFoundError: [Errno 2] No such file or directory: '/home/dev/.aws/credentials'",
    "/home/dev/.aws/credentials",
    "read",
  ],
  ["Error: ENOENT: no such file or directory, open '/home/dev/notes.md'", "/home/dev/notes.md", "read"],
  ["zsh: read-only file system: /home/dev/.zshrc", "/home/dev/.zshrc", "write"],
])("%s", (line, path, access) => {
  expect(refusedPaths(`some output\n${line}\nmore`)).toMatchObject([{ path, access }]);
});

test.each([
  "all went well in /home/dev/shop",
  "bash: foo: command not found",
  "remote: Permission denied to dev/shop.git",
  "fatal: pathspec 'missing.txt' did not match any files",
  "ls: cannot access 'missing.txt': No such file or directory",
  "",
])("nothing is named in: %s", (text) => {
  expect(refusedPaths(text)).toEqual([]);
});

test("the same path is named once, and only a few of many", () => {
  const line = (name: string) => `cat: /home/dev/${name}: No such file or directory`;
  expect(refusedPaths(`${line("a")}\n${line("a")}`)).toHaveLength(1);
  expect(refusedPaths(["a", "b", "c", "d", "e"].map(line).join("\n"))).toHaveLength(3);
});

test("the ends of a very long result are read, quickly", () => {
  const long = `${"x/".repeat(2_000_000)}\ncat: /home/dev/.netrc: Permission denied`;
  expect(refusedPaths(long)).toMatchObject([{ path: "/home/dev/.netrc" }]);
});
