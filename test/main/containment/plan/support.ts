// A machine made of names, and a request for a plan on it.
import type { Machine } from "../../../../src/main/containment/machine.ts";
import type { PlanRequest } from "../../../../src/main/containment/plan.ts";
import { profiles } from "../../../../src/shared/containment/index.ts";

/** Each path with what it is; a file may have a text. */
export function machineOf(entries: Readonly<Record<string, "folder" | "socket" | { readonly text: string }>>): Machine {
  const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  return {
    kindOf: (path) => {
      const entry = entries[path];
      return typeof entry === "object" ? "file" : entry;
    },
    linkTarget: () => "",
    real: (path) => path,
    names: (folder) =>
      Object.keys(entries)
        .filter((path) => path.slice(0, path.lastIndexOf("/")) === folder)
        .map((path) => path.slice(folder.length + 1)),
    text: (file) => {
      const entry = entries[file];
      return typeof entry === "object" ? entry.text : undefined;
    },
    isWithin,
  };
}

export function planRequest(changes: Partial<PlanRequest> = {}): PlanRequest {
  return {
    run: {
      runId: "r1",
      agent: undefined,
      agentName: "bash",
      command: ["bash"],
      project: "/home/u/shop",
      directory: "/home/u/shop",
      profile: profiles.project,
      loopbackPorts: [5432],
      privateHosts: [],
      modelHosts: [],
      openedAt: 0,
    },
    agent: undefined,
    home: "/home/u",
    variables: [],
    given: { PATH: "/usr/bin" },
    gatehouse: {
      folder: "/data",
      programs: "/data/bin",
      sockets: [],
      hookSocket: "/data/hooks.sock",
      httpPort: 7788,
      ignoring: "/data/bin/ignore-all",
    },
    agentSocket: "/data/run-r1.sock",
    gated: true,
    state: [],
    sealedState: [],
    sharedState: [],
    etc: "/data/contained/etc/1",
    opened: [],
    sockets: [],
    environment: {},
    ...changes,
  };
}
