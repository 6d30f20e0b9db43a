// The places of the one-click connectors, and how each agent is connected by hand until they are there.
import { CopyButton } from "../../components/copy-button.tsx";
import { hookProgram } from "./hook-program.ts";
import type { SnippetPlace } from "./program.ts";
import { connectors as labels } from "../../labels/integrations.ts";

interface Connector {
  readonly name: string;
  readonly today: string;
  /** The program for hooks does it. */
  readonly hook: boolean;
}

const connectors: readonly Connector[] = [
  {
    name: labels.claudeCode,
    today: labels.claudeCodeToday,
    hook: true,
  },
  {
    name: labels.codex,
    today: labels.hookToday,
    hook: true,
  },
  {
    name: labels.geminiCli,
    today: labels.hookToday,
    hook: true,
  },
  {
    name: labels.mcpServers,
    today: labels.mcpToday,
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
              {name} <span className="ml-1 text-xs font-normal text-faint">{labels.comesNext}</span>
            </h3>
            <p className="max-w-2xl text-xs text-quiet">{today}</p>
          </div>
          {hook ? <CopyButton text={program} label={labels.copyHook} /> : null}
        </li>
      ))}
    </ul>
  );
}
