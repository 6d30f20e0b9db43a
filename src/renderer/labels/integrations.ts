// What the integrations screen says.

export const connections = {
  none: "No agent has connected yet. Paste one of the programs on the right to be the first.",
  agents: "Agents",
  by: (protocol: string) => `by ${protocol}`,
  nothingAsked: "It has asked for nothing since Gatehouse started.",
} as const;

export const integrationsScreen = {
  addressesCannotBeRead: "The addresses cannot be read",
  addresses: "Addresses",
  addressesAbout: "Agents may use any of these. Nothing here is reachable from another machine unless you say so.",
  connections: "Connections",
  connectionsAbout: "Who has asked, and what was heard last.",
  found: "Found on this laptop",
  foundAbout: "Connect an agent, and it asks before every tool runs. You see the exact change first, and can undo it.",
  gettingStarted: "Getting started",
} as const;

export const snippets = {
  aeon: "AEON",
  aos: "AOS",
  a2gAbout: "The agent asks, and acts itself once it may.",
  aeonAbout: "The agent hands over a tool call; Gatehouse judges it and runs it in a sandbox.",
  aosAbout: "A guardian for every step of an agent, messages and memory included.",
  a2eAbout: "Tool calls in lines over a socket; Gatehouse runs them in a sandbox.",
  curl: "curl",
  websocket: "WebSocket",
  node: "Node",
  python: "Python",
  title: "Programs to paste",
  protocol: "Protocol",
  language: "Language",
  noSuchProgram: "This protocol has no such program",
  protocolIsOff: "This protocol is off.",
  theProgram: "The program",
  tokenFromEnvironment: " It takes the token from GATEHOUSE_TOKEN.",
  copy: "Copy",
} as const;

export const tokenRow = {
  token: "Token",
  telemetryToken: "Telemetry token",
  none: "None is demanded: only programs on this machine can connect. Set",
  gatehouseToken: "GATEHOUSE_TOKEN",
  howToDemand: "before you start Gatehouse to demand one.",
  copied: (name: string) => `${name} copied. It was not shown.`,
  show: "Show",
  hide: "Hide",
  copy: "Copy",
} as const;

export const transports = {
  http: "HTTP",
  httpAbout: "One question, one answer: A2G, AEON and AOS",
  websocket: "WebSocket",
  websocketAbout: "Stays open, and hears your answers at once",
  socket: "Socket",
  socketAbout: "The same in lines, without a token",
  a2eAbout: "Lines over a loopback port",
  a2eSocket: "A2E socket",
  a2eSocketAbout: "The same without a token",
  telemetry: "Telemetry",
  telemetryAbout: "Every decision as it happens, for readers",
  scoreRisk: "/score_risk",
  scoreRiskAbout: "A port of its own, if the settings name one",
  operator: "Operator",
  operatorAbout: "For the gatehouse command, never for agents",
  transport: "Transport",
  state: "State",
  address: "Address",
  copy: "Copy",
  copyAddressOf: (title: string) => `Copy the address of ${title}`,
  listening: "Listening",
  open: (open: string) => `${open} open`,
  off: "Off",
} as const;

export const programs = {
  paste: "Paste it into a terminal.",
  runNode: (file: string) => `Save it as ${file} and run: node ${file} (Node 22 or newer)`,
  runPython: (file: string) => `Save it as ${file} and run: python3 ${file}`,
} as const;
