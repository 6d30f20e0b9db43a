// gatehouse ledger search: entries by words and filters, the newest first.
import { fail, ok } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { usage } from "../failure.ts";
import { counted, table } from "../text.ts";
import { entryRow } from "./entry-text.ts";
import { readFilter } from "./filters.ts";
import { withReader } from "./reading.ts";
import { commandTable } from "../table/index.ts";

export const search = localCommand({
  ...commandTable["ledger search"],
  act: async ({ options, operands, dataDirectory }) => {
    const limit = wholeNumber(options.limit ?? "50");
    const before = wholeNumber(options.before);
    const after = wholeNumber(options.after);
    if (limit === undefined || limit < 1 || limit > 1000) return fail(usage("--limit is a number from 1 to 1000."));
    if ((options.before ?? options.after) !== undefined && (before ?? after) === undefined) {
      return fail(usage("--before and --after take the number of an entry."));
    }
    return withReader(dataDirectory, (reader) => {
      const filter = readFilter(options, operands.join(" "), Date.now(), reader);
      if (!filter.ok) return filter;
      const page = reader.page({
        filter: filter.value,
        limit,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      });
      const more = page.older === undefined ? [] : ["", `Older ones: --before ${page.older}`];
      const text = [
        page.entries.length === 0 ? "Nothing was found." : table(page.entries.map(entryRow)),
        ...(page.entries.length === 0 ? [] : ["", counted(page.entries.length, "entry", "entries")]),
        ...more,
      ];
      return ok({ data: page, text: text.join("\n") });
    });
  },
});

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
