// The variables a contained program gets: the user's, without ways to other programs and without secrets, and those of its gate.
import { gatePort } from "./gate-port.ts";
import type { PlanRequest } from "./plan.ts";

export interface EnvironmentPlan {
  readonly unset: readonly string[];
  readonly set: Readonly<Record<string, string>>;
}

/** Ways to programs outside, and what loads code into every program. */
const waysOut =
  /^(?:DBUS_.*|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|GNOME_KEYRING_.*|XDG_RUNTIME_DIR|SESSION_MANAGER|TMUX|TMUX_PANE|STY|VSCODE_IPC_.*|VSCODE_GIT_.*|GIT_ASKPASS|SSH_ASKPASS|DOCKER_HOST|CONTAINER_HOST|KUBECONFIG|LISTEN_FDS|LISTEN_PID|NOTIFY_SOCKET|GATEHOUSE_.*|LD_PRELOAD|LD_AUDIT|PERL5OPT|PERL5LIB|PERL5DB)$/;

const secretName =
  /(?:TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY|_KEY$|_PAT$|AUTH$|COOKIE|DSN$|CONNECTION_STRING|DATABASE_URL)/i;
/** Names that only look like it. */
const harmlessName = /^(?:SSH_TTY|KEYBOARD.*|.*KEYMAP.*|NODE_AUTH_.*_URL|.*_TOKEN_LIMIT|.*MAX_.*TOKENS.*)$/i;

const proxyNames = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

/** Names of the sandbox's own loopback: what is started inside and asked inside does not leave it. */
const inside = "localhost,127.0.0.1,::1";

export function environmentPlan(request: PlanRequest): EnvironmentPlan {
  const { run, agent, variables, gated, environment, home } = request;
  // A single command of an agent needs no key of a model.
  const own = run.intentId === undefined ? (agent?.variables ?? []) : [];
  const isOwn = (name: string): boolean => own.some((start) => name.startsWith(start));
  const isSecret = (name: string): boolean => secretName.test(name) && !harmlessName.test(name) && !isOwn(name);
  const unset = variables.filter(
    (name) =>
      waysOut.test(name) || proxyNames.includes(name) || (run.profile.environment === "filtered" && isSecret(name)),
  );
  return {
    unset,
    set: {
      HOME: home,
      TMPDIR: "/tmp",
      GATEHOUSE_RUN: run.runId,
      ...(gated ? proxies() : {}),
      ...environment,
    },
  };
}

function proxies(): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${gatePort}`;
  const value = (name: string): string => (name.toLowerCase() === "no_proxy" ? inside : address);
  // Node's own fetch looks at the others only when told to.
  return { ...Object.fromEntries(proxyNames.map((name) => [name, value(name)])), NODE_USE_ENV_PROXY: "1" };
}
