// What goes over the network, in headlines: fetched, sent, published, or downloaded and executed at once.
import type { EgressFact, Facts, HostFact } from "../domain/facts.ts";
import { assertNever } from "../lib/result.ts";
import { type Act, change, changeForOthers, destroy, look } from "./act.ts";
import { cutEnd, few } from "./text.ts";

const interpreters: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh fish python python3 node deno bun perl ruby php pwsh powershell osascript iex cmd".split(" "),
);

/** A pipeline in which something fetched goes on to an interpreter. */
export function runsDownload({ hosts, commands }: Facts): Act | undefined {
  const from = hosts.find(({ direction, local }) => direction !== "upload" && !local);
  if (from === undefined) return undefined;
  const fed = commands.some(
    ({ position, program, parent }, at) =>
      interpreters.has(program) &&
      (position > 0 ||
        commands.some((inner) => inner.parent === at && inner !== commands[at] && fetches.has(inner.program))) &&
      parent === undefined,
  );
  return fed
    ? destroy("Download and execute", `code from ${cutEnd(from.host)}`, {
        note: "nobody has seen it",
        reach: "computer",
      })
    : undefined;
}

const fetches = new Set(["curl", "wget", "fetch", "http", "https", "xh", "aria2c", "iwr", "irm"]);

const contents: Readonly<Record<EgressFact["what"], string>> = {
  secret: "secrets",
  home: "files outside the project",
  project: "the project",
  file: "files",
  unknown: "data",
};

function sent({ what, to, destination, known }: EgressFact): Act {
  const where = cutEnd(destination);
  const note = "cannot be undone";
  switch (to) {
    case "public":
      return destroy("Upload", `${contents[what]} to ${where}, public`, { note, reach: "public" });
    case "production":
      return changeForOthers("Deploy", `to ${where}`, {
        note: "changes what users see",
        reach: "production",
        tone: "danger",
      });
    case "registry":
      return destroy("Publish", `to ${where}`, { reach: "public" });
    case "people":
      return destroy("Send", `${contents[what]} to ${where}`, { note });
    case "host":
      return known
        ? changeForOthers("Send", `${contents[what]} to ${where}`, { note: "others will see it" })
        : destroy("Send", `${contents[what]} to ${where}`, { note, tone: what === "unknown" ? "caution" : "danger" });
    default:
      return assertNever(to);
  }
}

export function egressActs({ egress = [] }: Facts): readonly Act[] {
  return egress.map(sent);
}

const metadata = /^(?:169\.254\.169\.254|metadata\.google\.internal|fd00:ec2::254|100\.100\.100\.200)$/u;
const shells = /^(?:sh|bash|zsh|dash|ksh|fish|cmd|powershell|pwsh)$/u;
const pipes = /^(?:nc|ncat|netcat|socat|telnet|openssl)$/u;

/** A shell whose input and output are a connection. */
export function openShell({ hosts, commands }: Facts): Act | undefined {
  const [host] = hosts;
  if (host === undefined) return undefined;
  const shell = commands.find(({ program, operands }) => shells.test(program) && operands.length === 0);
  const joined =
    commands.some(({ program }) => pipes.test(program)) ||
    commands.some(({ redirects }) => redirects.some(({ target }) => target.startsWith("/dev/tcp/")));
  return shell !== undefined && joined
    ? destroy("Hand a shell", `to ${cutEnd(host.host)}`, {
        note: "whoever is there can execute anything",
        reach: "computer",
      })
    : undefined;
}

/** `named`: a program of the call says already what it does over the network. */
export function networkAct({ hosts, effects, tool }: Facts, named: boolean): Act | undefined {
  const outside = hosts.filter(({ local }) => !local);
  const names = (facts: readonly HostFact[]): string => few(facts.map(({ host }) => host));
  const uploads = outside.filter(({ direction }) => direction === "upload");
  if (uploads.length > 0)
    return destroy("Send", `data to ${names(uploads)}`, {
      note: "cannot be undone",
      tone: "caution",
      reach: "network",
    });
  if (outside.length === 0) {
    const [first] = hosts;
    if (hosts.some(({ host }) => metadata.test(host)))
      return look("Ask the cloud's metadata service", "for credentials or settings", {
        reach: "computer",
        tone: "danger",
      });
    if (first !== undefined) return change("Connect", `to ${names(hosts)} on this network`, { reach: "computer" });
    return !named && effects.includes("network") && tool !== "search_web"
      ? change("Use", "the network", { note: "the host is not named", reach: "network" })
      : undefined;
  }
  const fetched = outside.every(({ direction }) => direction === "download") || tool === "fetch_url";
  return fetched
    ? look("Fetch", `from ${names(outside)}`, { reach: "network" })
    : change("Connect", `to ${names(outside)}`, { reach: "network" });
}
