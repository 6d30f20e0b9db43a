// gatehouse version: what this program is, and what it runs on.
import { version } from "../../main/machine/version.ts";
import { ok } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { commandTable } from "../table/index.ts";

export const versionCommand = localCommand({
  ...commandTable.version,
  act: async () => {
    const data = { version, node: process.versions.node, platform: process.platform, architecture: process.arch };
    return ok({ data, text: `gatehouse ${version} (Node ${data.node}, ${data.platform} ${data.architecture})` });
  },
});
