// Unknown programs: what can be told about a command whose program has no definition.
import type { CommandFact } from "../../../../shared/domain/facts.ts";
import { urlsIn } from "../places/hosts.ts";
import { addHost, addPath } from "../inspection.ts";
import type { Frame, Inspection } from "../inspection.ts";
import { looksLikePath } from "../places/path-words.ts";

const outputOption =
  /^(?:-o|--out|--output|--output-file|--output-dir|--log-file|--logfile|--outfile|--dest|--destination|--save)$/;

/** Every URL is a connection; what looks like a path is read, or written where an option such as `--output` takes it. */
export function describeUnknownProgram(inspection: Inspection, { arguments: words }: CommandFact, frame: Frame): void {
  for (const word of words) for (const host of urlsIn(word, "connect")) addHost(inspection, host);
  words.forEach((word, index) => {
    const equals = word.startsWith("-") ? word.indexOf("=") : -1;
    const option = equals < 0 ? words[index - 1] : word.slice(0, equals);
    const value = equals < 0 ? word : word.slice(equals + 1);
    if (looksLikePath(value))
      addPath(inspection, value, option !== undefined && outputOption.test(option) ? "write" : "read", frame.scope);
  });
}
