// The launcher: a small shell script that hands a hook's event to the engine and its answer back, and blocks when it cannot.
import type { ConnectorPlace } from "./types.ts";

/** Longer than any hold, shorter than the limit the hooks are given: the engine ends holds, not the launcher. */
const longestSeconds = 870;

/** Where the agent reads it as a command line: guarded once more, because a missing launcher would count as a yes. */
export function launcherCommand({ launcher }: ConnectorPlace, agent: string, event = ""): string {
  const words = [quoted(launcher), agent, ...(event === "" ? [] : [event])].join(" ");
  return `${words} || { echo 'Gatehouse could not be asked, so this call is blocked.' >&2; exit 2; }`;
}

export function launcherText({ hookSocket }: ConnectorPlace): string {
  return `#!/bin/sh
# Asks Gatehouse about a hook event of an agent: gatehouse-hook AGENT [EVENT], the event's JSON on standard input.
# Exit status 2 with a reason on standard error means that the call must not run.
answer=$(curl --silent --show-error --fail-with-body --max-time ${longestSeconds} --unix-socket ${quoted(hookSocket)} \\
  --header 'content-type: application/json' --data-binary @- "http://localhost/hooks/$1?event=$2" 2>&1) || {
  echo "Gatehouse could not be asked, so this call is blocked. Start Gatehouse and try again. ($answer)" >&2
  exit 2
}
case $answer in
  "{"*) printf '%s\\n' "$answer" ;;
  *) echo "Gatehouse gave no answer, so this call is blocked." >&2; exit 2 ;;
esac
`;
}

export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
