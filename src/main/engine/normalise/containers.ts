// Containers: finds the command inside `docker run`, `podman exec`, `kubectl exec -- cmd` and their relatives.
import { parseOptions } from "./options.ts";

export interface InnerCommand {
  readonly label: string;
  readonly words: readonly string[];
}

const flags = new Set(
  (
    "-i -t -d -it -ti -itd -dit -P -q --rm --privileged --init --interactive --tty --detach --read-only --no-healthcheck " +
    "--publish-all --quiet --oom-kill-disable --disable-content-trust --sig-proxy --no-deps --service-ports --build " +
    "--use-aliases --no-TTY -T --remove-orphans --latest -l --no-hosts --systemd --tls-verify --replace"
  ).split(" "),
);

export function containerCommand(program: string, words: readonly string[]): InnerCommand | undefined {
  switch (program) {
    case "docker":
    case "podman":
    case "nerdctl":
    case "docker-compose":
    case "podman-compose":
      return docker(program, words);
    case "kubectl":
    case "oc":
      return afterDashes(program, words);
    default:
      return undefined;
  }
}

function docker(program: string, words: readonly string[]): InnerCommand | undefined {
  const verb = words.findIndex((word) => word === "run" || word === "exec");
  if (verb < 0 || words.slice(0, verb).some((word) => /^(?:build|pull|push|image|network|volume)$/.test(word)))
    return undefined;
  // Options with a value cannot be listed for every version: whatever is no flag takes one.
  let at = verb + 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "--") break;
    if (!word.includes("=") && !flags.has(word) && !/^-[itdP]+$/.test(word)) {
      if (word === "--entrypoint") return entrypoint(program, words, at);
      at += 1;
    } else if (word.startsWith("--entrypoint=")) return entrypoint(program, words, at);
  }
  if (words[at] === "--") at += 1;
  const inner = words.slice(at + 1);
  return inner.length === 0 ? undefined : { label: `${program} ${words[verb] ?? ""}`, words: inner };
}

function entrypoint(program: string, words: readonly string[], at: number): InnerCommand | undefined {
  const word = words[at] ?? "";
  const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[at + 1];
  if (value === undefined || value === "") return undefined;
  const rest = parseOptions(words.slice(at + (word.includes("=") ? 1 : 2)), {
    short: "vepwuml",
    stopAtOperand: true,
  }).operands;
  return { label: `${program} run`, words: [value, ...rest.slice(1)] };
}

function afterDashes(program: string, words: readonly string[]): InnerCommand | undefined {
  const verb = words.find((word) => /^(?:exec|run|debug|rsh|create)$/.test(word));
  const dashes = words.indexOf("--");
  if (verb === undefined || dashes < 0) return undefined;
  const inner = words.slice(dashes + 1);
  return inner.length === 0 ? undefined : { label: `${program} ${verb}`, words: inner };
}
