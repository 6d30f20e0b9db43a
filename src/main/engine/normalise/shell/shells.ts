// Shells: what an invocation of `sh`, `bash`, `zsh` … is going to run.

export const shellNames: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh ksh93 mksh pdksh ash fish csh tcsh rbash rksh yash bash5 bash4 gbash xonsh nu elvish".split(
    " ",
  ),
);

/** A script by this name is what comes on standard input. */
export const ownInput = /^(?:-|\/dev\/stdin|\/(?:dev|proc\/self)\/fd\/0)$/;

export interface ShellCall {
  /** Text given with `-c`. */
  readonly code: string | undefined;
  /** `$0`, `$1` … for that text. */
  readonly positional: readonly string[];
  /** A script file. */
  readonly script: string | undefined;
}

const withValue = /^(?:--rcfile|--init-file|-o|\+o|-O|\+O|-C|--init-command)$/;

/** Combined flags count: `-lc`, `-xec`. */
export function readShellCall(words: readonly string[]): ShellCall {
  let takesCode = false;
  let readsInput = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") {
      at += 1;
      break;
    }
    if (!/^[-+]./.test(word)) break;
    if (withValue.test(word)) at += 1;
    else if (word === "--command") takesCode = true;
    else if (word.startsWith("--command=")) return { code: word.slice(10), positional: [], script: undefined };
    else if (!word.startsWith("--")) {
      if (word.startsWith("-") && word.includes("c")) takesCode = true;
      if (word.includes("s") && !word.includes("c")) readsInput = true;
    }
  }
  const rest = words.slice(at);
  if (takesCode) return { code: rest[0] ?? "", positional: rest.slice(1), script: undefined };
  const script = readsInput || rest[0] === "-" ? undefined : rest[0];
  return { code: undefined, positional: rest, script };
}
