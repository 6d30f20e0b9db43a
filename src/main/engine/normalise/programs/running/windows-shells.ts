// Windows shells: what a call of `powershell`, `pwsh` or `cmd` is going to run.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { base64Utf16 } from "../../code/decode.ts";
import { addPath, note } from "../../inspection.ts";
import type { Frame, Inspection } from "../../inspection.ts";
import { inspectPowershell } from "../../shell/powershell.ts";

export const windowsShell = /^(?:powershell|pwsh|cmd)$/;

export function runWindowsShell(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  const words = fact.arguments;
  const wrapper = fact.program === "cmd" ? "cmd /c" : `${fact.program} -command`;
  const inner = { ...frame, parent: index, depth: frame.depth + 1, literal: false };
  if (fact.program === "cmd") {
    const at = words.findIndex((word) => /^\/{1,2}[ckr]$/i.test(word));
    if (at >= 0)
      inspectPowershell(
        inspection,
        words.slice(at + 1).join(" "),
        { ...inner, wrappers: [...frame.wrappers, wrapper] },
        "cmd",
      );
    return;
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? "").replace(/^[/–—]/, "-").toLowerCase();
    if (/^-e(?:c|n\w*)?$/.test(word) && words[at + 1] !== undefined) {
      const text = base64Utf16(words[at + 1] ?? "");
      if (text === undefined) note(inspection, fact.text, "encoded");
      else
        inspectPowershell(
          inspection,
          text,
          { ...inner, wrappers: [...frame.wrappers, wrapper, "base64"] },
          "powershell",
        );
      return;
    }
    if (/^-c(?:o\w*)?$/.test(word) || (at === 0 && !word.startsWith("-") && !word.endsWith(".ps1"))) {
      const text = words.slice(word.startsWith("-") ? at + 1 : at).join(" ");
      inspectPowershell(inspection, text, { ...inner, wrappers: [...frame.wrappers, wrapper] }, "powershell");
      return;
    }
    if (/^-f(?:i\w*)?$/.test(word) && words[at + 1] !== undefined) {
      addPath(inspection, words[at + 1] ?? "", "execute", frame.scope);
      return;
    }
    if (
      /^-(?:ex|ep|exec|w|wi|windowstyle|executionpolicy|version|psconsolefile|inputformat|outputformat|configurationname)/.test(
        word,
      )
    )
      at += 1;
  }
  if (frame.piped) note(inspection, fact.text, "dynamic");
  else if (frame.input !== undefined) {
    inspectPowershell(inspection, frame.input, { ...inner, wrappers: [...frame.wrappers, fact.program] }, "powershell");
  }
}
