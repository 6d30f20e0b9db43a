// gatehouse completion: scripts for shells, made from the command table. They hold all words, so that Tab starts nothing.
import { fail, ok } from "../../shared/lib/result.ts";
import { localCommand } from "../command.ts";
import { usage } from "../failure.ts";
import { shells } from "../table/engine.ts";
import { commandTable } from "../table/index.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const scripts: Readonly<Record<(typeof shells)[number], () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const completion = localCommand({
  ...commandTable.completion,
  act: async ({ operands: [asked] }) => {
    const shell = shells.find((each) => each === asked);
    if (shell === undefined) return fail(usage(`There are scripts for ${shells.join(", ")}.`));
    const script = scripts[shell]();
    const text = script.trimEnd();
    return ok({ data: { shell, script: text }, text });
  },
});
