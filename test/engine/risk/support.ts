// A fixed machine for the tests of phase 3, with the real secret scanner.
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import type { World } from "../../../src/main/engine/ports.ts";
import type { Example } from "../../../src/main/engine/risk/heuristic.ts";
import { findSecrets } from "../../../src/main/machine/secrets.ts";
import type { Facts } from "../../../src/shared/facts.ts";

const project = "/home/user/project";

const world: World = {
  platform: "linux",
  home: "/home/user",
  temporary: ["/tmp", "/var/tmp", "/dev/shm"],
  gatehouse: ["/home/user/.gatehouse"],
  caseInsensitive: false,
  resolveLinks: (path) => path,
  findSecrets,
};

export function factsOf(example: Example): Facts {
  const call = typeof example === "string" ? { tool: "execute_command", arguments: { command: example } } : example;
  return normalise({ ...call, context: { workingDirectory: project, workspace: project } }, world);
}
