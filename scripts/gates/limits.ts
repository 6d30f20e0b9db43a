// The limits of the structure gate, in one place. Each is a ratchet: as tight as the code allows, lowered with it, never raised.

export interface Limit {
  readonly most: number;
  readonly reason: string;
}

export const limits = {
  filesPerDirectory: { most: 22, reason: "more than one screen of names cannot be scanned" },
  functionLines: { most: 145, reason: "aim for 60" },
  longFunctions: { most: 17, reason: "functions over 100 lines; aim for none" },
  fileLines: { most: 393, reason: "the table of layers is the longest; aim for 250" },
  casts: { most: 27, reason: "`as X` hides what the compiler would find; data from outside is validated" },
  duplicates: { most: 12, reason: "similar code written twice is changed once" },
} as const satisfies Record<string, Limit>;

/** From here on a function counts as long. */
export const longFunction = 100;

/** From here on a run of similar lines counts as a duplicate. */
export const duplicateLines = 6;

/** What tools leave behind and nobody wants in the repository. */
export const strayFiles =
  /(?:^|\/)(?:isolate-.*\.log|.*-v8.*\.log|.*\.(?:cpuprofile|heapprofile|heapsnapshot|tgz|orig|rej|swp|tsbuildinfo)|exec\.cmd|npm-debug.*|core(?:\.\d+)?|\.DS_Store|Thumbs\.db)$|^[^/]+\.(?:log|cmd|tmp|out)$/;
