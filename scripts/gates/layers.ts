// The architecture as a table: every directory under src, what it is for, what it may import, and what others may import from it.
import { cli } from "./cli-layer.ts";
import { renderer } from "./renderer-layers.ts";

export interface Layer {
  readonly directory: string;
  readonly purpose: string;
  /** Layers of ours that it may import, by directory; one that ends in a slash stands for everything below it. */
  readonly may: readonly string[];
  /** Packages and Node modules that it may import. */
  readonly packages: RegExp;
  /** Files that others may import, beside an index.ts. Without it: all of them. */
  readonly public?: readonly string[];
  /** Sub-directories, which belong to the same layer: its files may import each other freely. */
  readonly parts?: Readonly<Record<string, string>>;
}

const none = /^$/;
const schemas = /^zod$/;
const node = /^(?!electron)/;
const anything = /./;

const shared: readonly Layer[] = [
  {
    directory: "shared/local",
    purpose: "names and places that programs on one machine agree on",
    may: [],
    packages: none,
  },
  {
    directory: "shared/lib",
    purpose: "small helpers without a subject: results, JSON, clock",
    may: ["shared/local"],
    packages: schemas,
  },
  {
    directory: "shared/containment",
    purpose: "profiles of contained runs, and what each leaves within reach",
    may: ["shared/lib"],
    packages: schemas,
  },
  {
    directory: "shared/domain",
    purpose: "the vocabulary: intents, facts, verdicts, policy",
    may: ["shared/"],
    packages: schemas,
  },
  {
    directory: "shared/headline",
    purpose: "what an action does, in one sentence made from its facts",
    may: ["shared/"],
    packages: none,
    public: ["brief-approval.ts"],
    parts: { programs: "what commands do, by their programs" },
  },
  {
    directory: "shared/contract",
    purpose: "what window and command line may ask of the engine",
    may: ["shared/"],
    packages: schemas,
    parts: { sessions: "sessions as pictures", window: "what the windows ask of the desktop" },
  },
  {
    directory: "shared/reach",
    purpose: "how far a rule or a grant reaches, in words",
    may: ["shared/"],
    packages: schemas,
  },
];

function engineLayer(name: string, purpose: string, more: Partial<Layer> = {}): Layer {
  return { directory: `main/engine/${name}`, purpose, may: ["shared/", "main/engine/"], packages: schemas, ...more };
}

/** Lower layers first: a layer imports only those above it in this list. */
const engine: readonly Layer[] = [
  {
    directory: "main/engine",
    purpose: "the engine put together, and the ports through which it reaches the machine",
    may: ["shared/", "main/engine/"],
    packages: none,
    public: ["engine.ts", "ports.ts"],
  },
  engineLayer("lib", "text search for the engine", { packages: none }),
  engineLayer("normalise", "facts: what a call or a text really does", {
    packages: /^(unbash|js-yaml|jsonc-parser|smol-toml)$/,
    public: [
      "calls/tools.ts",
      "code/decode.ts",
      "programs/invocation.ts",
      "places/hosts.ts",
      "places/key-words.ts",
      "places/secret-places.ts",
      "programs/effects/agent-programs.ts",
      "programs/effects/input-control.ts",
      "programs/running/compilers.ts",
      "programs/running/interpreters.ts",
      "shell/builtins.ts",
    ],
    parts: {
      calls: "tool calls and their arguments",
      code: "code given to interpreters",
      files: "contents of files that are written",
      "files/forms": "kinds of files and how each is read",
      places: "paths, hosts and addresses",
      programs: "what is known about programs",
      "programs/definitions": "one definition per program",
      "programs/definitions/archives": "programs that pack and unpack",
      "programs/definitions/cloud": "cloud accounts and hosting",
      "programs/definitions/containers": "containers and clusters",
      "programs/definitions/network": "transfers and connections",
      "programs/definitions/packages": "package managers",
      "programs/definitions/files": "programs that read, write, copy and delete files",
      "programs/definitions/languages": "interpreters, compilers and editors",
      "programs/definitions/system": "programs that manage the machine, and shell builtins",
      "programs/definitions/text": "programs that search and filter text",
      "programs/definitions/wrappers": "programs that run the command in their arguments",
      "programs/effects": "what a command does beyond the files and hosts it names",
      "programs/running": "code and commands that programs are given to run",
      shell: "the shell language: parsing and expansion",
    },
  }),
  engineLayer("sessions", "what one agent did in one session"),
  engineLayer("rules", "the rule language: conditions, what they see, and the index of rules", {
    packages: /^(zod|yaml|@marcbachmann\/cel-js)$/,
    parts: { regular: "regular expressions in linear time" },
  }),
  engineLayer("policy", "the operator's policy: documents, rules, protections", {
    packages: /^(zod|yaml|canonicalize|@marcbachmann\/cel-js)$/,
    public: [
      "constraints.ts",
      "containment.ts",
      "document/compile-rules.ts",
      "document/compile.ts",
      "document/edit.ts",
      "document/examples.ts",
      "protection/self-protection.ts",
      "snapshot.ts",
    ],
    parts: {
      document: "the policy file: compiling and editing it",
      protection: "rules that no policy can switch off",
    },
  }),
  engineLayer("risk", "the risk of an intent: findings and their score", {
    packages: /^@marcbachmann\/cel-js$/,
    public: ["assess.ts", "bands.ts", "combine.ts", "packs/compile.ts", "text.ts"],
    parts: {
      packs: "rules written in YAML",
      text: "findings in texts: injection, jailbreaks, secrets",
      findings: "the list of all findings",
      "findings/collection": "collection and exfiltration of data",
      "findings/credentials": "access to credentials",
      "findings/evasion": "evasion of defences",
      "findings/execution": "execution of foreign code",
      "findings/files": "what written files give away",
      "findings/impact": "destruction and damage",
      "findings/persistence": "persistence on the machine",
      "findings/platforms": "what only one platform has",
      "findings/privilege": "privileges and permissions",
    },
  }),
  engineLayer("grants", "what an approval allows in the future"),
  engineLayer("overrides", "overriding a denial"),
  engineLayer("pipeline", "one intent's evaluation, phase by phase"),
  engineLayer("approvals", "intents that wait for a person", {
    public: ["approvals.ts", "decisions.ts", "endings.ts", "held.ts", "reservations.ts"],
  }),
  engineLayer("intents", "the governor: records, answers and holds", { packages: /^canonicalize$/ }),
  engineLayer("history", "past intents against another policy"),
];

function adapter(name: string, purpose: string, more: Partial<Layer> = {}): Layer {
  const may = ["shared/", "main/engine/", "main/workers"];
  return { directory: `main/${name}`, purpose, may, packages: node, ...more };
}

function protocol(name: string, purpose: string, more: Partial<Layer> = {}): Layer {
  return adapter(`protocols/${name}`, purpose, {
    may: ["shared/", "main/engine/", "main/protocols/common"],
    packages: /^(zod$|node:)/,
    ...more,
  });
}

/** Adapters know the engine's ports and never each other. */
const adapters: readonly Layer[] = [
  adapter("workers", "worker threads: one client and the list of their entries"),
  adapter("machine", "this machine: files, settings, tokens, clock", {
    parts: { packs: "pack files", policy: "policy files and their versions", secrets: "finding secrets in texts" },
  }),
  adapter("identity", "which agent speaks: DIDs, signatures, names", { public: ["agent.ts", "registry.ts"] }),
  adapter("peer", "which process is at the other end of a connection", {
    public: ["agents-seen.ts", "operator-lineage.ts", "process-table.ts"],
  }),
  adapter("connectors", "settings files of agents: connect and disconnect them", {
    public: ["drift.ts", "engine-down.ts", "hook-files.ts", "managed.ts", "test-call.ts"],
    parts: { agents: "one file per kind of agent" },
  }),
  adapter("model", "risk models: built in, ONNX and remote", {
    public: ["chosen.ts", "open-scorer.ts", "telemetry-off.ts"],
    parts: { features: "the built-in model's features", onnx: "ONNX models in a thread", remote: "scorers elsewhere" },
  }),
  adapter("sandbox", "runs commands and WASM under restrictions", {
    public: [
      "commands/bubblewrap.ts",
      "commands/detect.ts",
      "commands/seccomp.ts",
      "network/other-sockets.ts",
      "network/own-addresses.ts",
      "network/own-sockets.ts",
      "runner.ts",
    ],
    parts: { commands: "commands under bubblewrap", network: "what a command may reach", wasm: "WebAssembly programs" },
  }),
  adapter("containment", "runs whole agents and commands inside their profile", {
    may: ["shared/", "main/engine/", "main/workers", "main/sandbox"],
    public: ["agents.ts", "launcher.ts", "plan.ts", "ports.ts", "runs.ts", "session.ts"],
    parts: { boundary: "what a run asks for beyond its profile", gate: "the way of runs to the network" },
  }),
  adapter("store", "the ledger: writing, proving, indexing and reading it", {
    public: ["ledger.ts", "open-ledger-file.ts", "saved-state.ts"],
    parts: {
      export: "exports of the ledger",
      "export/formats": "one file per export format",
      index: "the search index",
      migrations: "changes of the database schema",
      proof: "hash chain, Merkle tree and verification",
      read: "queries",
      "read/insights": "figures over many entries",
      write: "the writer thread",
    },
  }),
  adapter("telemetry", "events and traces for other tools", {
    parts: { otlp: "traces for OpenTelemetry collectors" },
  }),
  adapter("server", "sockets: HTTP, WebSocket and lines", {
    public: ["lines/lines.ts", "lines/listener.ts"],
    parts: { http: "HTTP and WebSocket", lines: "newline-delimited JSON", rpc: "JSON-RPC" },
  }),
  adapter("updates", "finding, fetching and installing the next version", { packages: anything }),
  adapter("ipc", "messages between window and main process", { packages: anything }),
  adapter("windows", "windows, menus, tray and notifications", {
    packages: anything,
    parts: { popover: "the small window that shows a request where you are" },
  }),
  protocol("common", "what all protocols share"),
  protocol("a2e", "the A2E protocol", { public: ["session.ts", "tools.ts"] }),
  protocol("a2g", "the A2G protocol", { public: ["connections.ts", "methods.ts", "wire.ts"] }),
  protocol("aeon", "the AEON protocol", { public: ["methods.ts"] }),
  protocol("aos", "the AOS protocol", { public: ["agbom.ts", "inventory.ts", "methods.ts", "stored-inventory.ts"] }),
  protocol("hooks", "hooks of coding agents", {
    public: ["agents.ts", "routes.ts"],
    parts: { dialects: "one file per agent's hook format" },
  }),
  protocol("mcp", "what the gateway in front of an MCP server asks", { public: ["pins.ts", "routes.ts"] }),
  adapter("operations", "what the operator can do, once for window and command line", {
    public: [
      "connectors.ts",
      "containment.ts",
      "executions.ts",
      "inventory.ts",
      "ledger/ports.ts",
      "ports.ts",
      "terminal/follow.ts",
      "terminal/requests.ts",
      "terminal/origin.ts",
      "terminal/rpc.ts",
      "terminal/undo.ts",
    ],
    parts: {
      ledger: "reading and exporting the ledger",
      policy: "editing policy",
      terminal: "the operator in a terminal",
    },
  }),
];

const programs: readonly Layer[] = [
  {
    directory: "main/services",
    purpose: "what serves people beside the engine",
    may: [
      "shared/",
      "main/engine/",
      ...["identity", "machine", "model", "operations", "server", "store", "windows", "workers"].map(
        (name) => `main/${name}`,
      ),
    ],
    packages: anything,
    parts: {
      attention: "what is shown outside the window",
      "past-actions": "looking at past actions",
      "policy-drafts": "trying out a policy before saving it",
    },
  },
  {
    directory: "main/app",
    purpose: "starting and stopping: opens, builds, listens",
    may: ["shared/", "main/"],
    packages: anything,
    public: ["console/console.ts", "log.ts", "ready-line.ts", "start.ts", "take-over.ts"],
    parts: { console: "the window's program around the engine", containment: "contained runs and their boundary" },
  },
  {
    directory: "main",
    purpose: "the two programs: with a window and without",
    may: ["shared/", "main/app", "main/machine", "main/model"],
    packages: node,
    public: ["headless.ts"],
  },
  {
    directory: "preload",
    purpose: "the bridge between page and main process",
    may: ["shared/"],
    packages: /^electron$/,
  },
  {
    directory: "mcp",
    purpose: "the gateway in front of an MCP server: a program of its own that asks the engine",
    may: ["shared/lib", "shared/local"],
    packages: /^(node:|@modelcontextprotocol\/client$)/,
    public: ["run.ts"],
  },
  cli,
];

/** Lower layers first: a layer imports only layers that stand before it, so there are no cycles. */
export const layers: readonly Layer[] = [...shared, ...engine, ...adapters, ...programs, ...renderer];
