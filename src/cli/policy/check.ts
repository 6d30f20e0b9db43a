// gatehouse policy check: a policy file judged as the engine would judge it, without an engine.
import { localCommand } from "../command.ts";
import { readNamedFile } from "../read-file.ts";
import { commandTable } from "../table/index.ts";

export const policyCheck = localCommand({
  ...commandTable["policy check"],
  act: async ({ operands: [file = ""], dataDirectory }) => {
    const text = readNamedFile(file);
    if (!text.ok) return text;
    // The compiler is half of the engine; other commands, and --help, do without it.
    const { checkPolicy } = await import("./check-policy.ts");
    return checkPolicy(file, text.value, dataDirectory);
  },
});
