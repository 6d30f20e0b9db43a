// How much of a call phase 1 looks into. Beyond a limit the part is reported as not inspected, never quietly skipped.

export const limits = {
  /** Wrappers, substitutions and encodings inside each other. */
  depth: 8,
  /** Characters of shell text parsed for one call, nested texts included. */
  shellCharacters: 64 * 1024,
  /** Of a longer text this much from the beginning and as much from the end is still looked at. */
  glimpseCharacters: 8 * 1024,
  /** Words tried as paths in such a text. */
  glimpsePathWords: 300,
  /** Simple commands taken from one call. */
  commands: 400,
  /** Calls of functions that are followed, and how deep: functions may call themselves. */
  calls: 64,
  callDepth: 4,
  /** Words of one command, the last of them included; what is left out is reported as not inspected. */
  words: 1_000,
  lastWords: 100,
  redirects: 100,
  /** Words made from one word by braces, lists and splitting. */
  fields: 256,
  /** Characters one expansion may grow to. */
  expandedCharacters: 64 * 1024,
  /** Characters of program text (Python, SQL …) searched for calls, paths and hosts in one call. */
  codeCharacters: 128 * 1024,
  /** Commands and cells taken from one context of a file, different contexts of it, and files of one call. */
  fileParts: 120,
  fileContexts: 32,
  files: 64,
  /** Characters of YAML, JSON or TOML that are parsed. */
  treeCharacters: 32 * 1024,
  /** Characters of a file that its reader sees; lock files are long by nature. */
  fileCharacters: 64 * 1024,
  lockCharacters: 512 * 1024,
  patchCharacters: 1024 * 1024,
  /** Characters of one string searched for secrets. */
  secretCharacters: 256 * 1024,
  /** Different paths, and words tried as paths. */
  paths: 1_000,
  pathWords: 2_000,
  /** Changes far from the work that are still looked at when these are used up. */
  reservedPaths: 200,
  hosts: 500,
  /** Places that are filled with files nobody names. */
  arrivals: 50,
  /** Values taken from a tool's arguments, and how deep they may nest. */
  members: 1_000,
  memberDepth: 32,
  /** Longest text kept in `part` of something that was not inspected. */
  partCharacters: 200,
} as const;

/** What is left to spend on one call; shared by everything found inside it. */
export interface Budget {
  shellCharacters: number;
  codeCharacters: number;
  commands: number;
  pathWords: number;
  reservedPaths: number;
}

export function newBudget(): Budget {
  return {
    shellCharacters: limits.shellCharacters,
    codeCharacters: limits.codeCharacters,
    commands: limits.commands,
    pathWords: limits.pathWords,
    reservedPaths: limits.reservedPaths,
  };
}
