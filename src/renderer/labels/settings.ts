// What the settings screen says around the settings themselves.

export const appearanceSettings = {
  asTheSystem: "As the system",
  light: "Light",
  dark: "Dark",
  high: "High",
  theme: "Theme",
  themeEffect: "Light or dark, or whatever the system has.",
  contrast: "Contrast",
  contrastEffect: "High contrast draws stronger lines and text. Motion is reduced wherever the system asks for it.",
} as const;

export const bands = {
  alwaysDenied: "always",
  withWarning: "with a warning from 0.50",
  yourChoice: "your choice below",
  always: "always, whatever a rule allows",
  caption: "What a risk score leads to when no rule speaks",
  score: "Score",
  level: "Level",
  withoutRule: "When no rule speaks",
} as const;

export const listener = {
  addressAndPort: "Address and port",
  addressEffect: "Agents reach Gatehouse here. Set",
  portVariable: "GATEHOUSE_PORT",
  beforeStartOr: "before you start it, or start",
  serveCommand: "gatehouse serve",
  with: "with",
  portFlag: "--port",
  and: "and",
  addressFlag: "--address",
  encryption: "Encryption",
  encryptionEffect: "Needed wherever the address is not this machine alone:",
  certificateFlag: "--tls-cert FILE",
  keyFlag: "--tls-key FILE",
  tls13: "TLS 1.3",
  noneThisMachineOnly: "None: this machine only",
  tokenForAgents: "Token for agents",
  tokenEffect: "Callers over HTTP and WebSocket must bring it. Set",
  tokenVariable: "GATEHOUSE_TOKEN",
  orStartWith: ", or start with",
  tokenFlag: "--token",
  socketsNeedNoToken: "; sockets need none, their folder is yours alone.",
  demanded: "Demanded",
  none: "None",
  tokenForTelemetry: "Token for telemetry",
  telemetryEffect: "Readers of the event stream must bring it. Set",
  telemetryVariable: "TELEMETRY_SECRET",
  beforeStart: "before you start Gatehouse.",
} as const;

export const modeSetting = {
  switchedOnBy: (by: string) => `Switched on by ${by},`,
} as const;

export const modelSetting = {
  builtIn: "Built in",
  scoreRisk: "/score_risk",
  languageModel: "Language model",
  myOwnFile: "My own file",
  off: "Off",
  builtInAbout: "The model that ships with Gatehouse. Nothing leaves this machine.",
  scoreRiskAbout: "Another process that speaks AEON's /score_risk. It is sent the action.",
  languageModelAbout: "A local language model: Ollama, llama.cpp, LM Studio. It is sent the action.",
  ownFileAbout: "A model file of your own, named by its manifest.",
  offAbout: "Heuristics and rules decide alone.",
  whatItIs: "What it is",
  scorerAddress: "Address of the scorer",
  scorerAddressEffect: "Empty takes GEMMA_RISK_SERVER_URL of the environment, or AEON's usual place.",
  serverAddress: "Address of the server",
  serverAddressEffect: "Up to and with /v1. In clear text only to this machine.",
  modelName: "Name of the model",
  modelNameEffect: "As the server lists it.",
  manifest: "Manifest of the model",
  manifestEffect: "The path of the JSON file beside it.",
  timeLimit: "Time it may take",
  timeLimitEffect: "A later answer does not count; heuristics then decide alone.",
  milliseconds: "milliseconds",
  ready: "Ready",
  notAvailable: "Not available",
  lastAnswerIn: (lastLatencyMs: string) => `, last answer in ${lastLatencyMs}`,
} as const;

export const quietSetting = {
  days: "Days on which they begin",
} as const;

export const row = {
  resetSetting: (label: string) => `Reset ${label} to its default`,
  reset: "Reset to the default",
} as const;

export const setting = {
  on: "On. ",
  off: "Off. ",
  none: "None. ",
  fromNextStart: "Counts from the next start on.",
  default: (original: string) => `Default: ${original}.`,
} as const;

export const settingsScreen = {
  listener: "Listener",
  listenerAbout: "What is in force. It is chosen when Gatehouse starts.",
  appearance: "Appearance",
  appearanceAbout: "How the console looks on this machine.",
  listenerTerms: "listener address port tls encryption certificate token telemetry gatehouse_port",
  appearanceTerms: "appearance theme light dark contrast motion colour color",
  cannotBeRead: "The settings cannot be read",
  groups: "Groups of settings",
  findASetting: "Find a setting",
  nothingFits: "No setting fits",
  tryOtherWords: "Try other words.",
} as const;

export const timeoutSetting = {
  risk: (level: string) => `${level} risk`,
  settingForRisk: (label: string, level: string) => `${label}, ${level} risk`,
  seconds: "seconds",
} as const;

export const useSetting = {
  saved: (label: string) => `${label}: saved and recorded.`,
} as const;

export const validate = {
  notAllowed: "This is not a value for it.",
  wholeNumber: "Write a whole number.",
  wholeNumberBetween: (minValue: string, maxValue: string) => `Write a whole number from ${minValue} to ${maxValue}.`,
} as const;
