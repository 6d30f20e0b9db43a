// What the policy screen and its editor say.
import { counted } from "./format.ts";

export const comparisonBar = {
  restored: (version: string) => `Policy ${version} is in force again.`,
  editor: "Editor",
  restoreVersion: "Restore this version",
  question: "Restore this version?",
  restore: "Restore",
  explained:
    "It is in force at once, for every agent. The change is recorded with your name, and you can undo it here.",
  changesAreLost: "Your unsaved changes in the editor are lost.",
} as const;

export const editorBar = {
  fileName: "policy.yaml",
  inForce: (version = "") => `· in force: ${version}`,
  find: "Find and replace (Control or Command with F)",
  discard: "Discard",
  saveKeys: "Control or Command with S",
  save: "Save",
  discardQuestion: "Discard your changes?",
  keepEditing: "Keep editing",
  discardExplained: "The editor goes back to the file as it is on disk. What you changed is lost.",
  problems: (count: number) => (count === 1 ? "1 problem" : `${count} problems`),
  cannotBeSaved: (count: string) => `${count}: cannot be saved`,
  checking: "Checking",
  saved: "Saved",
  notInForce: "Not in force",
  unsavedChanges: "Unsaved changes",
} as const;

export const explainPane = {
  label: "A command, or an intent as JSON",
  placeholder: 'git push --force origin main\nor {"tool": "write_file", "arguments": {"path": "…"}}',
  folder: "Project folder, if it matters",
  folderPlaceholder: "/home/you/project",
  explain: "Explain",
  evaluateBy: "Judge by",
  byTheDraft: "By the draft",
  draftHasProblems: "The draft has problems",
  byPolicyInForce: "By the policy in force",
} as const;

export const explained = {
  risk: (level: string, score: string) => `${level} risk, ${score}`,
  noRuleDecided: "No rule decided.",
  decidedBy: (rule: string) => `Decided by ${rule}`,
  understood: "Parsed as",
  rules: "Matching rules and limits",
  none: "None.",
  thisOneDecided: "This one decided.",
  hideTheOthers: "Hide the others",
  showOthers: (hidden: string) => `Show ${hidden} that did not apply`,
  matched: "matched",
  failed: "failed",
  skipped: "skipped",
  didNotMatch: "did not match",
  tool: "Tool",
  givenAs: (givenTool: string, tool: string) => `${givenTool}, as ${tool}`,
  effects: "Effects",
  noEffects: "none",
  runs: "Runs",
  paths: "Paths",
  hosts: "Hosts",
  secrets: "Secrets",
  secretIn: (kind: string, where: string) => `${kind} in ${where}`,
  notSeen: "Not seen",
  andMore: (value: string) => `and ${value} more`,
} as const;

export const historyPane = {
  comparison: (at: string) => `What restoring the version of ${at} would change`,
  versions: "Versions",
  cannotBeShown: "The versions cannot be shown",
  inForce: "in force",
  textNotKept: "text not kept",
  templates: "Templates",
  startFromTemplate: "Start from a template",
  loadTemplate: (name: string) => `Load the template ${name} into the editor`,
  load: "Load",
  replaceQuestion: "Replace your draft?",
  replace: "Replace",
  keepEditing: "Keep editing",
  replaceExplained:
    "The editor has unsaved changes. The template takes their place; nothing is in force before you save it.",
} as const;

export const outdatedBanner = {
  title: "The file was changed elsewhere while you were editing.",
  comparison: "The file as it is now, and your draft",
  compare: "Compare",
  takeFile: "Take the file",
  keepDraft: "Keep my draft",
  explained: "Saving would undo that change.",
} as const;

export const policyScreen = {
  rules: "Rules",
  packs: "Packs",
  whatIf: "What if",
  explain: "Explain",
  history: "History",
  policyIsInForce: (version: string) => `Policy ${version} is in force.`,
  policyFile: "Policy file",
  aboutThePolicy: "About the policy",
} as const;

export const problems = {
  problems: "Problems",
} as const;

export const rulesPane = {
  findARule: "Find a rule",
  order: "Order",
  inOrder: "In order",
  inOrderSpoken: "In the order of the file",
  mostUsed: "Most used",
  unused: "Unused",
  cannotBeCounted: "The rules cannot be counted",
  noRuleIsUnused: "No rule is unused",
  noRuleFits: "No rule fits",
  allUsed: (days: number) => `Each has decided something in the last ${days} days.`,
  tryOtherWords: "Try other words.",
  rules: "Rules",
  about: (days: number) => `Decisions of the last ${days} days, by the rule that decided.`,
} as const;

export const ruleRow = {
  sequence: "sequence",
  hits: (hits: number) => (hits === 0 ? "never used" : counted(hits, "decision")),
  last: "last",
  until: (value: string) => `until ${value}`,
  widest: "Allows up to",
  widestExplained: "The riskiest of the calls that were tried and that this rule lets through",
  switchRule: (id: string) => `Rule ${id}`,
  off: "Off",
  offOnceSaved: "Off once saved",
  onOnceSaved: "On once saved",
  switchInEditor: "Only the editor can change this rule",
  goToLine: (line: number) => `Go to line ${line}`,
  showWhatDecided: (id: string) => `Show what ${id} decided`,
  showDecisions: "Show what it decided",
} as const;

/** What the search panel of the editor says, by CodeMirror's own words for it. */
export const searchPanel = {
  Find: "Find",
  Replace: "Replace with",
  next: "Next",
  previous: "Previous",
  all: "Select all",
  "match case": "Match case",
  "by word": "Whole words",
  regexp: "Regular expression",
  replace: "Replace",
  "replace all": "Replace all",
  close: "Close",
  "current match": "current match",
  "on line": "on line",
  "replaced match on line $": "Replaced the match on line $",
  "replaced $ matches": "Replaced $ matches",
} as const;

export const whatIfPane = {
  day1: "1 day",
  days7: "7 days",
  days30: "30 days",
  days90: "90 days",
  byDraft:
    "Decides what agents asked for in the past again, by your draft, and shows what would have been otherwise. Nothing is changed.",
  byPolicyInForce:
    "Decides what agents asked for in the past again, by the policy in force, and shows what would have been otherwise. Nothing is changed.",
  howFarBack: "How far back",
  cancel: "Cancel",
  run: "Run",
  draftHasProblems: "The draft has problems. Put them right first.",
  noChanges: "The editor has no changes yet, so nothing can come out differently.",
  cancelled: "Cancelled.",
  running: "Deciding the past again",
  ofEntries: (done: string, total: string) => `${done} of ${total} entries`,
  nothingChanges: "Nothing would change.",
  someChange: (total: string, replayed: string) => `${total} of ${replayed} would change.`,
  replayed: (intents: number, days: number, took: string) =>
    `${counted(intents, "intent")} of the last ${days <= 1 ? "day" : `${days} days`}, decided again in ${took}.`,
  whatChanges: "What changes",
  onlyNewest: (count: string, group: string) => `The newest ${count} of ${group} are shown.`,
  times: (count: string) => `${count} times`,
  becomes: "becomes",
  last: "last ",
  recordedOtherwise: " · decided otherwise then, by another policy or a person's grant",
  partial: " · decided without its long text",
  itsStory: "its story",
  blindSpots: "What this run could not see",
} as const;

export const diffLines = {
  added: "Added: ",
  removed: "Removed: ",
  unchangedLines: (count: string) => `${count} unchanged lines`,
} as const;

export const policyEditor = {
  ofEachElement: "of each element",
  policyFile: "Policy file",
  escapeHint: "Escape gives Tab back to the page",
} as const;
