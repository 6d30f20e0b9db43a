// The launcher: a small shell script that hands a hook's event to the engine and its answer back, and blocks when it cannot.
import { engineDownFile } from "./engine-down.ts";
import type { ConnectorPlace } from "./types.ts";

const apology =
  "Gatehouse could not be asked, so this call is blocked. Start it (open the app, or run: gatehouse serve) and try again.";
const question =
  "Gatehouse is not running, so nobody has judged this call. Start it (open the app, or run: gatehouse serve), or decide here.";

/**
 * The answer that makes an agent ask its own user, by agent and event. Only for agents that were seen to honour it: Codex runs
 * the call on "ask", and the others have no such answer.
 */
const questions: Readonly<Record<string, object>> = {
  "claude-code PreToolUse": claudeQuestion(),
  "qwen-code PreToolUse": claudeQuestion(),
  "gemini-cli BeforeTool": { decision: "ask", reason: question, systemMessage: question },
  "copilot preToolUse": { permissionDecision: "ask", permissionDecisionReason: question },
};

function claudeQuestion(): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: question,
    },
  };
}

/**
 * For the event before a tool runs. Guarded once more outside the launcher, because agents take a missing program as a yes.
 * `refusal` is a no in the agent's own words, for agents that do not pass on what stands on standard error.
 */
export function guardedCommand(
  place: ConnectorPlace,
  agent: string,
  event: string,
  refusal?: (reason: string) => object,
): string {
  const otherwise =
    refusal === undefined ? `echo '${apology}' >&2; exit 2` : `echo '${JSON.stringify(refusal(apology))}'`;
  return `${words(place, agent, event)} || { ${otherwise}; }`;
}

/** For events that are only recorded: when nobody listens, the agent goes on. A status of 2 would stop it, or never let it stop. */
export function recordingCommand(place: ConnectorPlace, agent: string, event: string): string {
  return `${words(place, agent, event)} 2>/dev/null || exit 0`;
}

function words({ launcher }: ConnectorPlace, agent: string, event: string): string {
  return [quoted(launcher), agent, event].join(" ");
}

/**
 * How long the launcher waits: longer than the engine holds a call, shorter than the agent waits for a hook.
 * Qwen Code runs the call after 60 seconds and Cline after 120, whatever the hook says then.
 */
export function launcherText({ hookSocket, launcher }: ConnectorPlace): string {
  return `#!/bin/sh
# Asks Gatehouse about a hook event of an agent: gatehouse-hook AGENT EVENT, the event's JSON on standard input.
# Exit status 2 with a reason on standard error means that the call must not run.
# Neither another program called curl nor the settings in ~/.curlrc get in between.
PATH=/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin
case $2 in
  PreToolUse | preToolUse | BeforeTool)
    case $1 in
      qwen-code) limit=52 ;;
      cline) limit=110 ;;
      *) limit=870 ;;
    esac ;;
  *) limit=10 ;;
esac
# Perl starts three times as fast as curl; where there is none, curl does the same. Nothing of its user's settings gets in between either.
unset PERL5OPT PERL5LIB PERL5DB
if [ -x /usr/bin/perl ]; then
  answer=$(/usr/bin/perl -e '${perlClient}' ${quoted(hookSocket)} "$limit" "/hooks/$1?event=$2" 2>&1)
else
  answer=$(curl --disable --silent --show-error --fail-with-body --noproxy '*' --max-time "$limit" --unix-socket ${quoted(hookSocket)} \\
    --header 'content-type: application/json' --data-binary @- "http://localhost/hooks/$1?event=$2" 2>&1)
fi || {
  # 7: nobody listens. What the user chose for that case stands in a file that Gatehouse writes; without it the answer is no.
  if [ $? -eq 7 ] && read -r posture 2>/dev/null < ${quoted(engineDownFile(launcher))} && [ "$posture" = ask ]; then
    case "$1 $2" in
${questionCases()}
    esac
  fi
  echo "${apology} ($answer)" >&2
  exit 2
}
case $answer in
  "{"*"}") printf '%s\\n' "$answer" ;;
  *)
    echo 'Gatehouse gave an answer that cannot be read, so this call is blocked.' >&2
    exit 2 ;;
esac
`;
}

function questionCases(): string {
  return Object.entries(questions)
    .map(([name, answer]) => `      '${name}') printf '%s\\n' ${quoted(JSON.stringify(answer))}; exit 0 ;;`)
    .join("\n");
}

/** One request over the socket, without a module to load. Whatever is not a whole answer with status 200 is a failure; 7, as with curl: nobody listens. */
const perlClient = `
($path, $limit, $target) = @ARGV;
sub fault { print $_[0]; exit($_[1] || 1) }
$SIG{ALRM} = sub { fault("no answer within $limit s") };
alarm $limit;
binmode STDIN; binmode STDOUT;
undef $/;
$body = <STDIN>;
socket($socket, 1, 1, 0) or fault("no socket: $!");
binmode $socket;
$address = $^O eq "darwin" ? pack("CCa*x", length($path) + 2, 1, $path) : pack("Sa*x", 1, $path);
connect($socket, $address) or fault("no connection: $!", 7);
$request = "POST $target HTTP/1.0\\r\\nhost: localhost\\r\\ncontent-type: application/json\\r\\ncontent-length: " . length($body) . "\\r\\n\\r\\n$body";
for ($sent = 0; $sent < length $request;) {
  $count = syswrite($socket, $request, length($request) - $sent, $sent);
  defined $count or fault("it closed the connection");
  $sent += $count;
}
($head, $answer) = split /\\r\\n\\r\\n/, <$socket>, 2;
($status) = $head =~ m{^HTTP/1\\.[01] (\\d+) };
$status == 200 or fault($status ? "status $status: $answer" : "it closed the connection");
$head =~ /^content-length: *(\\d+)/mi and length($answer) != $1 and fault("half an answer");
print $answer;
`.trim();

export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
