// What to do about an engine that could not start, by the words it said.

export interface FailureAdvice {
  readonly what: string;
  readonly todo: string;
}

const known: readonly (FailureAdvice & { readonly words: RegExp })[] = [
  {
    words: /taken by another program/,
    what: "The port is taken",
    todo: "Stop the other program, or set GATEHOUSE_PORT to a free port and start Gatehouse again.",
  },
  {
    words: /disk is full|ENOSPC/,
    what: "The disk is full",
    todo: "Free some space, then try again. What has been recorded is safe.",
  },
  {
    words: /policy\.(?:yaml|json) does not load/,
    what: "The policy does not load",
    todo: "Correct the lines named above in the file, or move it away to begin with the template. Then try again.",
  },
  {
    words: /settings\.json/,
    what: "The settings cannot be read",
    todo: "Correct the file, or move it away to begin with the defaults. Then try again.",
  },
  {
    words: /^(?:The|Anybody can write to the) data directory/,
    what: "The data directory cannot be used",
    todo: "Do what is said above, or set GATEHOUSE_HOME to another folder. Then try again.",
  },
  {
    words: /by a newer Gatehouse/,
    what: "The ledger is from a newer Gatehouse",
    todo: "Start the newer version with this data directory. An older one does not touch its ledger.",
  },
  {
    words: /already|in use|another Gatehouse/i,
    what: "Another Gatehouse has this data directory",
    todo: "Use the one that is running, or stop it and try again.",
  },
  {
    words: /ledger|\.db\b/i,
    what: "The ledger cannot be opened",
    todo: "Check that the file named above is yours and can be written, then try again.",
  },
];

export function adviceFor(message: string): FailureAdvice {
  const found = known.find(({ words }) => words.test(message));
  return found ?? { what: "The engine could not start", todo: "Put right what is named above, then try again." };
}
