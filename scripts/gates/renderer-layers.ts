// The rows of the window in the table of layers.
import type { Layer } from "./layers.ts";

const none = /^$/;
const web = /^(?!node:|electron)/;

const basis = ["labels", "lib", "charts", "components", "state"].map((name) => `renderer/${name}`);

function screen(name: string, purpose: string, more: Partial<Layer> = {}): Layer {
  return {
    directory: `renderer/screens/${name}`,
    purpose,
    may: ["shared/", "renderer/editor", "renderer/connect", ...basis],
    packages: web,
    public: [`${name}-screen.tsx`],
    ...more,
  };
}

function view(name: string, purpose: string, more: Partial<Layer> = {}): Layer {
  return { directory: `renderer/${name}`, purpose, may: ["shared/", ...basis], packages: web, ...more };
}

export const renderer: readonly Layer[] = [
  {
    directory: "renderer/labels",
    purpose: "every text people read",
    may: ["shared/"],
    packages: none,
    parts: { desktop: "menus, help, log and the small window", sessions: "sessions and trends" },
  },
  {
    directory: "renderer/lib",
    purpose: "computations for views, without React",
    may: ["shared/", "renderer/labels"],
    packages: /^@codemirror\//,
  },
  {
    directory: "renderer/editor",
    purpose: "the policy editor and the comparison of texts",
    may: ["shared/", "renderer/lib", "renderer/labels"],
    packages: web,
    public: ["diff-lines.ts", "diff-view.tsx", "large-text.ts", "policy-editor.tsx", "reading-part.ts"],
  },
  view("state", "what the window knows: queries and stores"),
  view("components", "components that several screens use", {
    parts: { allow: "the button that allows, and holding it down", denial: "a denied action and its way out" },
  }),
  view("charts", "charts", {
    public: [
      "axes.ts",
      "axis-style.ts",
      "latency-chart.tsx",
      "level-chart.tsx",
      "level-fills.ts",
      "plot.tsx",
      "risk-chart.tsx",
      "score-limits.ts",
      "score-scale.tsx",
      "verdict-chart.tsx",
    ],
  }),
  view("connect", "agents on this machine: found, connected, and the first steps with them", {
    public: ["checklist.tsx", "connect-dialog.tsx", "found-agents.tsx", "observe-week.tsx"],
  }),
  view("popover", "the small window that shows a request where you are", { public: ["popover.tsx"] }),
  screen("overview", "the first screen: what happens now"),
  screen("activity", "the ledger as a table", { parts: { story: "one intent's story" } }),
  screen("agents", "the agents and what they did"),
  screen("approvals", "intents that wait for a person", {
    public: ["approvals-screen.tsx", "keys.ts"],
    parts: {
      answer: "the answer and its reach",
      card: "one intent in full",
      "card/action": "what the intent would do",
      lists: "the queue, grants and overrides",
    },
  }),
  screen("integrations", "connecting agents"),
  screen("policy", "the policy and its editor"),
  screen("sessions", "sessions as pictures", {
    parts: { picture: "the pictures of one session", trends: "figures over all sessions" },
  }),
  screen("settings", "settings"),
  screen("help", "the documentation"),
  screen("log", "the application's log"),
  {
    directory: "renderer/app",
    purpose: "the frame around the screens: navigation, palette, crash screen",
    may: ["shared/", "renderer/"],
    packages: web,
    public: ["app.tsx", "crash-screen.tsx"],
  },
  {
    directory: "renderer",
    purpose: "the entries of the two windows, and the theme",
    may: ["shared/", "renderer/app", "renderer/popover", "renderer/state"],
    packages: web,
    public: [],
  },
];
