// The plan of a contained run: what lies where, what cannot be written, and which ports lead out.
import { expect, test } from "vitest";
import { type Mount, planOf } from "../../../../src/main/containment/plan.ts";
import { profiles } from "../../../../src/shared/containment/index.ts";
import { machineOf, planRequest } from "./support.ts";

const usual = {
  "/usr": "folder",
  "/home/u/shop": "folder",
  "/home/u/shop/.git": "folder",
  "/home/u/shop/.git/hooks": "folder",
  "/home/u/shop/.git/config": { text: "" },
  "/home/u/shop/.mcp.json": { text: "{}" },
  "/data/bin": "folder",
} as const;

/** The last mount on a path is what counts. */
function at(mounts: readonly Mount[], target: string): Mount | undefined {
  return mounts.findLast((mount) => mount.kind !== "kernel" && mount.target === target);
}

const readOnly = (path: string) => ({ kind: "bind", source: path, target: path, writable: false });

test("the project can be written, and what runs code outside cannot", () => {
  const { mounts, placeholders } = planOf(planRequest(), machineOf(usual));
  expect(at(mounts, "/home/u/shop")).toMatchObject({ kind: "bind", writable: true });
  for (const name of [".git/hooks", ".git/config", ".mcp.json"])
    expect(at(mounts, `/home/u/shop/${name}`)).toEqual(readOnly(`/home/u/shop/${name}`));
  expect(at(mounts, "/home/u/shop/.claude")).toEqual({ kind: "hide", target: "/home/u/shop/.claude", folder: true });
  expect(placeholders).toContain("/home/u/shop/.claude");
  expect(placeholders).toContain("/home/u/shop/.github");
});

test("the folder of opencode has the file that it would write, so that it starts and git sees nothing new", () => {
  const folder = "/home/u/shop/.opencode";
  const machine = machineOf({ ...usual, [folder]: "folder", [`${folder}/command`]: "folder" });
  const { mounts } = planOf(planRequest(), machine);
  const own = mounts.filter((mount) => mount.kind !== "kernel" && mount.target.startsWith(folder));
  expect(own).toEqual([
    { kind: "memory", target: folder },
    readOnly(`${folder}/command`),
    { kind: "bind", source: "/data/bin/ignore-all", target: `${folder}/.gitignore`, writable: false },
    { kind: "seal", target: folder },
  ]);
  const kept = planOf(
    planRequest(),
    machineOf({ ...usual, [folder]: "folder", [`${folder}/.gitignore`]: { text: "" } }),
  );
  expect(at(kept.mounts, folder)).toEqual(readOnly(folder));
});

test("nothing in the project is covered twice where it can only be read", () => {
  const run = { ...planRequest().run, profile: profiles["read-only"] };
  const { mounts, placeholders } = planOf(planRequest({ run }), machineOf(usual));
  expect(at(mounts, "/home/u/shop")).toMatchObject({ writable: false });
  expect(placeholders).toEqual([]);
});

test("/etc is one folder of the sandbox's own, and caches share one disk in memory", () => {
  const { mounts } = planOf(planRequest(), machineOf(usual));
  const etc = mounts.filter((mount) => mount.kind !== "kernel" && mount.target.startsWith("/etc"));
  expect(etc).toEqual([{ kind: "bind", source: "/data/contained/etc/1", target: "/etc", writable: false }]);
  expect(at(mounts, "/home/u/.npm")).toEqual({
    kind: "link",
    target: "/home/u/.npm",
    to: "/home/u/.cache/tools/.npm",
  });
});

test("the home folder and the top are sealed last, after everything that lies over them", () => {
  const { mounts } = planOf(planRequest(), machineOf(usual));
  expect(mounts.slice(-2)).toEqual([
    { kind: "seal", target: "/home/u" },
    { kind: "seal", target: "/" },
  ]);
});

test("of Gatehouse's folder only its programs and the run's own socket are there", () => {
  const { mounts } = planOf(planRequest(), machineOf(usual));
  const own = mounts.filter((mount) => mount.kind !== "kernel" && /^\/data(?:\/|$)/.test(mount.target));
  expect(own).toEqual([
    { kind: "memory", target: "/data" },
    readOnly("/data/bin"),
    { kind: "bind", source: "/data/run-r1.sock", target: "/data/hooks.sock", writable: false },
    { kind: "seal", target: "/data" },
  ]);
});

test("sockets of other programs in the project are covered", () => {
  const socket = "/home/u/shop/db.sock";
  const { mounts } = planOf(planRequest({ sockets: [socket] }), machineOf({ ...usual, [socket]: "socket" }));
  expect(at(mounts, socket)).toEqual({ kind: "hide", target: socket, folder: false });
});

test("ports lead to the gate, to hooks and to listed services; without a gate only to hooks", () => {
  expect(planOf(planRequest(), machineOf(usual)).ways).toEqual([
    { port: 3128, to: "gate" },
    { port: 7788, to: "hooks" },
    { port: 5432, to: "loopback" },
  ]);
  expect(planOf(planRequest({ gated: false }), machineOf(usual)).ways).toEqual([{ port: 7788, to: "hooks" }]);
});

test("what a human opened is there, and a place that is missing is named", () => {
  const opened = [
    { path: "/home/u/notes", access: "write" },
    { path: "/home/u/gone", access: "read" },
  ] as const;
  const { mounts, notes } = planOf(planRequest({ opened }), machineOf({ ...usual, "/home/u/notes": "folder" }));
  expect(at(mounts, "/home/u/notes")).toMatchObject({ kind: "bind", writable: true });
  expect(notes.join()).toContain("/home/u/gone");
});
