// gatehouse ledger stats: how much there is, since when, how large, and the key it is signed with.
import { publicKeyOf } from "../../main/store/export/index.ts";
import { ok } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { table } from "../text.ts";
import { moment } from "./entry-text.ts";
import { withReader } from "./reading.ts";
import { commandTable } from "../table/index.ts";

export const stats = localCommand({
  ...commandTable["ledger stats"],
  act: async ({ dataDirectory }) =>
    withReader(dataDirectory, (reader) => {
      const found = reader.stats();
      const publicKey = publicKeyOf(dataDirectory);
      const { first, last, lastCheckpoint, bytes } = found;
      const total = bytes.ledger + bytes.index;
      const rows = [
        ["Entries", `${found.entries}`],
        ...(found.removed === 0 ? [] : [["Archived", `${found.removed}, with ${size(bytes.archives)} of archives`]]),
        ...(first === undefined ? [] : [["First", `${first.sequence}, ${moment(first.at)}`]]),
        ...(last === undefined ? [] : [["Last", `${last.sequence}, ${moment(last.at)}`]]),
        ["Checkpoints", `${found.checkpoints}`],
        ...(lastCheckpoint === undefined
          ? []
          : [["Last signed", `at entry ${lastCheckpoint.size}, ${moment(lastCheckpoint.at)}`]]),
        ["Size", `${size(bytes.ledger)} of entries, ${size(bytes.index)} of search index`],
        ...(found.entries === 0 ? [] : [["", `${Math.round(total / found.entries)} bytes an entry`]]),
        ["Public key", publicKey],
      ];
      return ok({ data: { ...found, publicKey }, text: table(rows) });
    }),
});

function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
