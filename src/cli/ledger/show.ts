// gatehouse ledger show: one entry by its number, or the whole story of an intent by its id.
import { fail, ok } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { table } from "../text.ts";
import { entryRow, entryText } from "./entry-text.ts";
import { notFound, withReader } from "./reading.ts";
import { commandTable } from "../table/index.ts";

export const show = localCommand({
  ...commandTable["ledger show"],
  act: async ({ operands: [id = ""], options: { agent }, dataDirectory }) =>
    withReader(dataDirectory, (reader) => {
      const entry = /^\d+$/.test(id) ? reader.entry(Number(id)) : undefined;
      const intentId = entry === undefined ? id : entry.intentId;
      const agentDid = agent ?? entry?.agentDid;
      const story =
        intentId === undefined
          ? undefined
          : reader.story({ intentId, ...(agentDid === undefined ? {} : { agentDid }) });
      if (entry === undefined && story === undefined) return fail(notFound(id));
      const shown = entry === undefined ? (story?.entries ?? []) : [entry];
      const list = (title: string, entries: readonly Parameters<typeof entryRow>[0][]): readonly string[] =>
        entries.length === 0 ? [] : ["", title, table(entries.map(entryRow))];
      const text = [
        shown.map(entryText).join("\n\n"),
        ...(story === undefined
          ? []
          : [
              ...list("Came from", story.ancestors),
              ...list("Its story", story.entries),
              ...list("Led to", story.children),
            ]),
      ];
      return ok({
        data: { ...(entry === undefined ? {} : { entry }), ...(story === undefined ? {} : { story }) },
        text: text.join("\n"),
      });
    }),
});
