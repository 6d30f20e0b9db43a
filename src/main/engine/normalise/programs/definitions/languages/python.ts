// Python: its code, scripts and modules.
import type { Definition, Feed } from "../../definition.ts";
import type { Unwrapped } from "../../carry.ts";
import { has, settingsOf, value } from "../../invocation.ts";

/** Modules that wait for connections. */
const server = /^(?:http\.server|SimpleHTTPServer|smtpd|pyftpdlib)$/u;

/** `python -m pip` is pip: modules that are programs of that name. */
const programModule = /^(?:pip3?|twine|poetry|flit|hatch|ansible|awscli|pipx|uv)$/u;

function carriesProgram({ program, words }: Feed): Unwrapped | undefined {
  const at = words.indexOf("-m");
  if (at < 0 || at > 3 || !programModule.test(words[at + 1] ?? "")) return undefined;
  return { carried: [{ label: `${program} -m`, words: words.slice(at + 1) }], both: false };
}

export const python: readonly Definition[] = [
  {
    names: ["python", "pythonw", "pypy", "ipython", "jython"],
    options: ["-c <text>", "-m <text>", "-W <text>", "-X <text>", "-Q <text>"],
    stopAfter: 1,
    operands: "path",
    interprets: { language: "python", options: ["-c"], file: true, input: true, operandsOfOther: ["-m"] },
    startsShells: true,
    carries: (_parsed, feed) => (/^python3?$/u.test(feed.program) ? carriesProgram(feed) : undefined),
    describe(command, record) {
      if (settingsOf(command).some((word) => server.test(word))) record.network();
      if (/^(?:zipfile|tarfile)$/u.test(value(command, "-m") ?? "") && has(command, "-e", "--extract"))
        record.arrives(command.operands[1] ?? ".", "archive");
    },
    examples: [
      { run: "python3 -c 'import os; os.remove(\"old\")'", options: ["-c"], deletes: ["old"] },
      {
        run: "python3.12 -u build.py out/a.txt",
        options: ["-u"],
        reads: ["build.py", "out/a.txt"],
        executes: ["build.py"],
      },
      { run: "python -m http.server 8000", options: ["-m"], effects: ["network"] },
      { run: "python -m json.tool", options: ["-m"] },
    ],
  },
];
