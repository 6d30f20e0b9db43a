// What the settings say: the names of groups, and for each setting its label, effect, options and cautions.

export const settingGroupLabels = {
  decisions: { title: "Decisions", about: "What a risk score leads to, and how agents hear of it." },
  waiting: { title: "Waiting for you", about: "How long requests wait, and how you are notified." },
  desktop: { title: "Desktop", about: "Where requests appear, and when Gatehouse starts." },
  agents: { title: "Agents", about: "Who may ask, and when silence counts." },
  model: { title: "Risk model", about: "The second opinion beside the heuristics. The higher score counts." },
  running: { title: "Running tools", about: "For agents that let Gatehouse run a tool itself." },
  protocols: { title: "Protocols", about: "Details of AOS, AEON and A2E." },
  records: {
    title: "Records, export and updates",
    about: "How long the ledger is kept, where intents are sent, and who is asked.",
  },
} as const;

export const settingLabels = {
  highBand: {
    label: "Scores from 0.70 to 0.79",
    effect: "What happens to an action of high risk that no rule speaks about.",
    options: {
      escalate: "Ask me",
      deny: "Deny",
      allow: "Allow",
    },
    caution: {
      allow: "Actions of high risk pass without a question. From 0.80 on they are denied all the same.",
    },
  },
  verdictExpirySeconds: {
    label: "An approval holds for",
    effect:
      "An agent that acts later than this after its approval is recorded as late; the policy can set its own time.",
    unit: "seconds",
  },
  denialForm: {
    label: "Denial format",
    effect: "As each protocol's document says, or always in one form for agents that understand only that.",
    options: {
      auto: "By the document",
      result: "As a result",
      error: "As an error",
    },
  },
  disabledPacks: {
    label: "Packs switched off",
    effect: "What the rules of these packs would find does not count towards the risk score.",
    where: "The pane Packs of the Policy screen switches packs on and off.",
  },
  disabledRules: {
    label: "Rules of packs switched off",
    effect: "What these rules would find does not count towards the risk score.",
    where: "The pane Packs of the Policy screen switches single rules on and off.",
  },
  loweredRules: {
    label: "Risk rules lowered",
    effect: "What these rules find counts as this much at most.",
    where: "The suggestions in the pane Packs of the Policy screen lower rules and raise them again.",
  },
  halted: {
    label: "All agents stopped",
    effect: "While this is on, everything is denied; it survives a restart.",
    where: "The red button at the top of every screen stops and resumes all agents.",
  },
  observe: {
    label: "Observe mode",
    effect: "Lets pass and records what your policy would ask about or deny, except what is critical or protected.",
  },
  approvalTimeoutSeconds: {
    label: "A request waits for",
    effect: "When nobody has answered by then, the posture below decides; 0 waits for ever.",
  },
  posture: {
    label: "Without an answer",
    effect: "What happens to requests when their time is up. Closing the window changes nothing; quitting denies them.",
    options: {
      deny: "Deny them",
      wait: "Keep them waiting",
    },
  },
  engineDown: {
    label: "While Gatehouse is not running",
    effect:
      "What the hooks of connected agents answer when nobody can be asked here. Codex, opencode, Kilo, pi and Cline cannot ask and block in either case.",
    options: {
      deny: "Block every call",
      ask: "Let the agent ask in its terminal",
    },
    caution: {
      ask: "Calls are neither judged nor recorded while Gatehouse is not running. Repair Claude Code once after changing this.",
    },
  },
  maximumHeld: {
    label: "At most waiting",
    effect: "Further requests are denied at once, so that the queue stays one a person can work through.",
    unit: "requests",
  },
  maximumHeldByAgent: {
    label: "At most waiting for one agent",
    effect:
      "Counted by the process that sends, whatever names it uses. Further requests are denied at once, so that a runaway agent leaves room for the others.",
    unit: "requests",
  },
  terminalApprovals: {
    label: "Approvals from a terminal",
    effect: "What the gatehouse command may allow, resume or change. Denying and stopping always work.",
    options: {
      auto: "Confirm here; at once without a window",
      confirm: "Confirm here",
      off: "Refuse",
      on: "At once, with Undo",
    },
    caution: {
      on: "A program that runs as you and hides where it comes from could approve. You can undo what it did.",
    },
  },
  notifications: {
    label: "Notifications",
    effect: "Tells you about new requests outside this window. Up to medium risk you can allow there, and always deny.",
  },
  popover: {
    label: "Small window for requests",
    effect:
      "Shows a new request beside the tray, without taking the focus, so that you can answer where you are. Notifications come only when this is off.",
  },
  answerShortcut: {
    label: "Keys to answer from anywhere",
    effect:
      "Bring the small window up with the focus. They are taken only while a request is waiting. Leave it empty for none.",
    example: "CommandOrControl+Alt+G",
  },
  startAtLogin: {
    label: "Start when I log in",
    effect: "Starts Gatehouse in the background, so that agents are never without it.",
  },
  quietHours: {
    label: "Quiet hours",
    effect: "Requests queue without a sound in these hours; time-outs and posture go on as always.",
  },
  pairing: {
    label: "A new agent",
    effect: "What happens when an agent is seen for the first time.",
    options: {
      approve: "Must be accepted",
      notify: "Works, and I am notified",
      open: "Works",
    },
    caution: {
      open: "Any program on this machine can ask under a new name without you noticing.",
    },
  },
  identity: {
    label: "Proof of identity",
    effect: "Strict demands an Ed25519 key in the name of every agent, and a signature on every message.",
    options: {
      relaxed: "Where there is a key",
      strict: "Strict",
    },
  },
  heartbeatSeconds: {
    label: "Silent after",
    effect: "An agent that sends nothing for this long is shown as silent and recorded as such.",
    unit: "seconds",
  },
  sessionSeconds: {
    label: "Must register again after",
    effect: "A registered agent that was silent for this long starts anew, and its session's grants end.",
    unit: "seconds",
  },
  riskModel: {
    label: "Second opinion",
    effect: "A model that is late, broken or missing is recorded as such and never loosens a decision.",
  },
  unsandboxedCommands: {
    label: "Commands without a sandbox",
    effect: "What happens to a command Gatehouse is to run where the system has no sandbox for it.",
    options: {
      refuse: "Refuse",
      allow: "Run all the same",
    },
    caution: {
      allow: "Commands run with all of your rights; their manifest is not enforced.",
    },
  },
  containCommands: {
    label: "Contain commands of agents",
    effect: "A command runs in a sandbox: it reaches its project and allowed hosts, not your home folder or keys.",
    options: {
      off: "Never",
      medium: "From medium risk, or when it cannot be inspected",
      always: "Always",
    },
  },
  aosWaitMs: {
    label: "An AOS call waits for you",
    effect: "AOS cannot ask again, so a request nobody answers by then is denied.",
    unit: "milliseconds",
  },
  aosStrict: {
    label: "AOS by the letter",
    effect: "Demands what the AOS text says where its examples are looser: an id, and citations on every message.",
  },
  scoreRiskPort: {
    label: "Second port for /score_risk",
    effect: "AEON's document has it on 8001; 0 opens none.",
    unit: "port",
  },
  a2ePort: {
    label: "Port of A2E",
    effect: "0 takes the port after the main one, or a free one where that is taken.",
    unit: "port",
  },
  retentionDays: {
    label: "Entries are kept for",
    effect: "Older ones go into a compressed archive in the data directory, and a signed stub stands for them.",
    unit: "days",
  },
  openTelemetryEndpoint: {
    label: "OpenTelemetry collector",
    effect:
      "Receives every intent as a trace, without secrets and with long texts shortened. Leave it empty to send nothing.",
  },
  checkForUpdates: {
    label: "Look for updates",
    effect:
      "Asks the publisher's server once a day for a newer version, signed by them. Builds without such a server never ask anybody.",
  },
} as const;
