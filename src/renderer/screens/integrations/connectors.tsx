// The places of the one-click connectors, and how each agent is connected by hand until they are there.
import { CopyButton } from "../../components/copy-button.tsx";
import { hookProgram, type SnippetPlace } from "../../text/snippets.ts";

interface Connector {
  readonly name: string;
  readonly today: string;
  /** The program for hooks does it. */
  readonly hook: boolean;
}

const connectors: readonly Connector[] = [
  {
    name: "Claude Code",
    today:
      "Save the hook program and name it under hooks, PreToolUse, in .claude/settings.json. It asks before each tool and stops what is not approved.",
    hook: true,
  },
  {
    name: "Codex",
    today:
      "Where your version runs a program before a tool call, give it the hook program; else let your own tools ask with one of the programs on the right.",
    hook: true,
  },
  {
    name: "Gemini CLI",
    today:
      "Where your version runs a program before a tool call, give it the hook program; else let your own tools ask with one of the programs on the right.",
    hook: true,
  },
  {
    name: "MCP servers",
    today:
      "A host that speaks AOS sends its MCP messages to /aos, where calls and results are judged before they pass.",
    hook: false,
  },
];

export function Connectors({ place }: { place: SnippetPlace }) {
  const program = hookProgram(place);
  return (
    <ul>
      {connectors.map(({ name, today, hook }) => (
        <li key={name} className="flex items-start gap-4 border-b border-line py-2.5 last:border-0">
          <div className="min-w-0 flex-1">
            <h3 className="font-medium">
              {name} <span className="ml-1 text-xs font-normal text-faint">one click comes next</span>
            </h3>
            <p className="max-w-2xl text-xs text-quiet">{today}</p>
          </div>
          {hook ? <CopyButton text={program} label="Copy the hook program" /> : null}
        </li>
      ))}
    </ul>
  );
}
