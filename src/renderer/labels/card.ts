// What an approval card says about a request.

export const actionView = {
  cannotBeInspected: "Cannot be inspected:",
  command: "Command",
  arguments: "Arguments",
} as const;

export const card = {
  request: "Request",
  askedAgain: "Asked again:",
  whatWillRun: "What will run",
  reading: "Loading the request…",
  whyYouAreAsked: "Why you are asked",
  agentSaysUntrusted: "Agent's explanation (unverified)",
  agentSaysNotUsed: "Agent's explanation (unverified, not used to decide)",
  agentSays: "What the agent says",
  agentAsks: "The agent's question (unverified)",
  proposedAnswers: "Answers it proposes:",
  answerAllowsNothing:
    "Allow means yes, Deny means no. Either way no action is allowed; what you write goes to the agent.",
} as const;

export const changeView = {
  fileChanged: "The file has changed since you opened this.",
  comparedWithNow: "Below it is compared with what is there now.",
  iHaveSeenIt: "I have seen it",
  newFile: "a new file",
  noFile: "the file does not exist",
  againstFile: "against the file as it is now",
  foundInFile: "found in the file as it is now",
  notFoundInFile: "not found in the file as it is",
} as const;

export const commandChips = {
  parsedCommands: "Parsed commands",
  moreCommands: (hidden: string) => `${hidden} more commands`,
  unknownProgram: "unknown program",
  dynamic: "only known when it runs",
} as const;

export const diffView = {
  added: "Added: ",
  removed: "Removed: ",
  comparing: "Comparing…",
  previousChange: "Previous change",
  nextChange: "Next change",
  unchangedLines: (count: string) => `${count} unchanged lines`,
} as const;

export const effectBanner = {
  identical: (count: string) => `×${count} identical`,
  risk: (level: string, value: string) => `${level} risk ${value}`,
} as const;

export const otherArguments = {
  otherArguments: "Other arguments",
} as const;

export const routine = {
  passedBefore: (value: string, matched: string) => `${value} of ${matched} like this have passed before.`,
  offerRule: "Look at a rule for it",
} as const;

export const touches = {
  downloadsFrom: "downloads from",
  sendsTo: "sends to",
  connectsTo: "connects to",
  andEverythingBelow: ", and everything below",
  onThisMachinesNetwork: "on this machine's network",
  onTheInternet: "on the internet",
  inArgument: (where: string) => `in ${where}`,
  whatItTouches: "What it touches",
  more: (hidden: string) => `${hidden} more`,
} as const;

export const tour = {
  effectTerm: "The coloured line",
  effectMeaning: "says in plain words what would happen.",
  actionTerm: "What will run",
  actionMeaning: "is exactly that, with the risky part underlined.",
  whyTerm: "Why you are asked",
  whyMeaning: "names the rule and the score behind it.",
  answerTerm: "Below",
  answerMeaning: "you deny or allow, once or for longer. Nothing runs for this one.",
  label: "Guide",
  title: "Your first request, to try things out",
  doneTitle: "That was your first decision",
  doneExplained:
    "It is in the ledger, with what was asked, why, and how long you took. From here on agents ask in the same way.",
  openLedger: "See it in the ledger",
  connectAgent: "Connect an agent",
} as const;

export const waitingLine = {
  pauseCountdown: "Wait until I answer",
  stopsOnTouch: "The countdown stops when you touch the card",
  waits: "Waits until you answer",
  resumeCountdown: (pausedMs: string) => `Let the countdown run (${pausedMs})`,
} as const;

export const who = {
  subagent: "Subagent",
  mode: "Permission mode",
  agent: "Agent",
  identity: "Identity",
  sameName: "another agent has the same name",
  folder: "Folder",
  notGiven: "not given",
  noSession: "none",
  session: "Session",
  tool: "Tool",
  asked: "Asked",
  stopAgent: "Stop agent",
} as const;

export const why = {
  rule: "Rule",
  inPolicyVersion: (policyVersion: string) => `in policy version ${policyVersion}`,
  findings: "Findings",
} as const;

export const boundary = {
  title: "Asked from inside a contained run",
  whileRunning: "while running",
  waits: "The connection waits for your answer. Without one it is refused.",
  once: "Once: this connection and others to the same host and port within a minute.",
  blocked: "It was blocked, and the agent has been told. Nothing waits for your answer.",
  takesEffect:
    "A sandbox that runs is not changed: what you allow holds for the agent's next start, or for the next command that is contained by itself.",
} as const;
