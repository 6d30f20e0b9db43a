// gatehouse token: prints the owner's token, for callers that the operating system cannot vouch for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tokenFileName } from "../../shared/local/data-directory.ts";
import { fail, ok } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { commandTable } from "../table/index.ts";

export const token = localCommand({
  ...commandTable.token,
  act: async ({ dataDirectory }) => {
    const file = join(dataDirectory, tokenFileName);
    try {
      const text = readFileSync(file, "utf8").trim();
      return ok({ data: { token: text }, text });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const message =
        code === "ENOENT"
          ? `There is no token in ${dataDirectory} yet: it is made when Gatehouse first starts.`
          : `The token in ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      return fail({ code: code === "ENOENT" ? "not_found" : "unavailable", message });
    }
  },
});
