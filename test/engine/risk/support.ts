// A fixed machine for the tests of phase 3, with the real secret scanner.
import { callOf } from "../../../src/main/engine/policy/document/examples.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import type { World } from "../../../src/main/engine/ports.ts";
import type { PolicyExample } from "../../../src/shared/domain/policy.ts";
import { findSecrets } from "../../../src/main/machine/secrets/secrets.ts";
import type { Facts } from "../../../src/shared/domain/facts.ts";

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

export function factsOf(example: PolicyExample): Facts {
  const { tool, arguments: given } = callOf(example);
  return normalise({ tool, arguments: given, context: { workingDirectory: project, workspace: project } }, world);
}
