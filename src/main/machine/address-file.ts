// The address file: where the running engine listens, for programs that cannot know which port it got.
import { renameSync, rmSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addressFileName } from "../../shared/local/data-directory.ts";

export interface AddressFile {
  /** Leaves the file of an engine that started after this one alone. */
  readonly remove: () => void;
}

export function writeAddressFile(dataDirectory: string, content: string): AddressFile {
  const file = join(dataDirectory, addressFileName);
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
  return {
    remove: () => {
      try {
        if (readFileSync(file, "utf8") === content) rmSync(file);
      } catch {
        // Somebody else removed it.
      }
    },
  };
}
