import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function folders(): { readonly root: string; readonly workspace: string; readonly home: string } {
  const root = realpathSync(temporaryDirectory());
  const workspace = join(root, "home", "project");
  mkdirSync(workspace, { recursive: true });
  mkdirSync(join(root, "outside"));
  writeFileSync(join(root, "outside", "file"), "");
  return { root, workspace, home: join(root, "home") };
}

describe("links of a real disk", () => {
  test("are followed as far as the path exists", () => {
    const { root, workspace, home } = folders();
    symlinkSync(join(root, "outside"), join(workspace, "link"));
    const { resolveLinks } = createWorld({ gatehouse: [], findSecrets: () => [], home });
    expect(resolveLinks(join(workspace, "link", "file"))).toBe(join(root, "outside", "file"));
    expect(resolveLinks(join(workspace, "link", "new", "deeper"))).toBe(join(root, "outside", "new", "deeper"));
    expect(resolveLinks(join(workspace, "plain", "new"))).toBe(join(workspace, "plain", "new"));
  });

  test("are followed at the beginning of a name that is too long to be opened", () => {
    const { root, workspace, home } = folders();
    symlinkSync(join(root, "outside"), join(workspace, "link"));
    const { resolveLinks } = createWorld({ gatehouse: [], findSecrets: () => [], home });
    const rest = "/deeper".repeat(10_000);
    expect(resolveLinks(`${workspace}/link${rest}`)).toBe(`${join(root, "outside")}${rest}`);
    const name = "x".repeat(100_000);
    expect(resolveLinks(`${workspace}/link/${name}`)).toBe(`${join(root, "outside")}/${name}`);
  });

  test("a dangling link leads to where it would create something", () => {
    const { root, workspace, home } = folders();
    symlinkSync(join(root, "outside", "later"), join(workspace, "dangling"));
    symlinkSync("dangling", join(workspace, "twice"));
    const { resolveLinks } = createWorld({ gatehouse: [], findSecrets: () => [], home });
    expect(resolveLinks(join(workspace, "dangling"))).toBe(join(root, "outside", "later"));
    expect(resolveLinks(join(workspace, "twice", "x"))).toBe(join(root, "outside", "later", "x"));
    expect(resolveLinks(join(workspace, "beside"))).toBe(join(workspace, "beside"));
    expect(resolveLinks(join(workspace, "twice", "y"))).toBe(join(root, "outside", "later", "y"));
  });

  test("circles, files in the middle and impossible names end", () => {
    const { workspace, home } = folders();
    symlinkSync("b", join(workspace, "a"));
    symlinkSync("a", join(workspace, "b"));
    const { resolveLinks } = createWorld({ gatehouse: [], findSecrets: () => [], home });
    for (const path of [join(workspace, "a", "x"), `${workspace}/${"x".repeat(5_000)}`, `${workspace}/a\0b`, "/"]) {
      expect(typeof resolveLinks(path)).toBe("string");
    }
  });

  test("a link out of the workspace does not stay in it", () => {
    const { root, workspace, home } = folders();
    symlinkSync(join(root, "outside"), join(workspace, "link"));
    const world = createWorld({ gatehouse: [join(root, "outside")], findSecrets: () => [], home });
    const call = { tool: "Write", arguments: { file_path: "link/x", content: "" }, context: { workspace } };
    expect(normalise(call, world).paths[0]).toMatchObject({ path: join(root, "outside", "x"), zone: "gatehouse" });
  });
});

test("the machine tells its own home, temporary folders and platform", () => {
  const world = createWorld({ gatehouse: ["/x"], findSecrets: () => [] });
  expect(world.home).not.toBe("");
  expect(world.temporary.length).toBeGreaterThan(0);
  expect(world.caseInsensitive).toBe(process.platform !== "linux");
  expect(world.gatehouse).toEqual(["/x"]);
});
