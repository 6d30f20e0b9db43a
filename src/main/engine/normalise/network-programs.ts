// Network programs: hosts, directions and files of ssh, scp, rsync, nc and their like.
import type { CommandFact } from "../../../shared/facts.ts";
import { hostFact, looksLikeHost, remoteHost, urlsIn } from "./hosts.ts";
import { addHost, addPath, reachNetwork } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";
import { curl, download, httpie, wget } from "./web-programs.ts";

type Describe = (inspection: Inspection, words: readonly string[], frame: Frame) => void;

const describers: Readonly<Record<string, Describe>> = {
  curl,
  wget,
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  aria2c: download,
  axel: download,
  lwp_request: download,
  GET: download,
  ssh,
  autossh,
  sftp: transfer,
  mosh: ssh,
  scp: copy,
  rsync: copy,
  nc: connect,
  ncat: connect,
  netcat: connect,
  telnet: connect,
  "nc.traditional": connect,
  "nc.openbsd": connect,
  socat,
  ping: name,
  ping6: name,
  traceroute: name,
  tracepath: name,
  mtr: name,
  dig: name,
  nslookup: name,
  host: name,
  whois: name,
  nmap: name,
  masscan: name,
  ftp: transfer,
  tftp: transfer,
  lftp: transfer,
  smbclient: transfer,
  "ssh-copy-id": ssh,
};

export function describeNetwork(inspection: Inspection, fact: CommandFact, frame: Frame): boolean {
  const describe = Object.hasOwn(describers, fact.program) ? describers[fact.program] : undefined;
  if (describe === undefined) return false;
  reachNetwork(inspection);
  describe(inspection, fact.arguments, frame);
  return true;
}

const sshShort = "BbcDEeFIiJLlmOopPQRSWw";

/** Its `-M` is a port; for ssh it is a switch. */
function autossh(inspection: Inspection, words: readonly string[], frame: Frame): void {
  ssh(inspection, words, frame, `M${sshShort}`);
}

function ssh(inspection: Inspection, words: readonly string[], frame: Frame, short = sshShort): void {
  const parsed = parseOptions(words, { short, stopAtOperand: true });
  const [destination] = parsed.operands;
  const port = optionValue(parsed, "-p", "-P");
  const identity = optionValue(parsed, "-i");
  if (identity !== undefined) addPath(inspection, identity, "read", frame.scope);
  const jump = optionValue(parsed, "-J");
  if (jump !== undefined)
    addHost(inspection, hostFact(jump.slice(jump.lastIndexOf("@") + 1), "connect", { scheme: "ssh" }));
  if (destination === undefined) return;
  const bare = destination.slice(destination.lastIndexOf("@") + 1).replace(/^ssh:\/\//, "");
  addHost(
    inspection,
    hostFact(bare, "connect", {
      scheme: "ssh",
      ...(port !== undefined && /^\d+$/.test(port) ? { port: Number(port) } : {}),
    }),
  );
}

/** Orders to send files, given as arguments or fed: `sftp host <<< "put x"`, `tftp host -c put x`. */
function transfer(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const orders = `${words.join(" ")}\n${frame.input ?? ""}`.slice(0, 65_536);
  let sends = false;
  for (const match of orders.matchAll(/(?:^|[\s;"'])m?(?:re)?put\s+(?:-\w+\s+){0,4}([^\s;"']+)/g)) {
    sends = true;
    addPath(inspection, match[1] ?? "", "read", frame.scope);
  }
  const parsed = parseOptions(words, { short: `${sshShort}ecUu`, long: ["user", "command"] });
  const [host = ""] = parsed.operands;
  const bare = host.slice(host.lastIndexOf("@") + 1).replace(/^(?:sftp|ftp|ssh|smb):\/\/|^\/\/|[:/].*$/g, "");
  const place = bare === "" ? /^(?:[a-z]+:)?\/\/([\w.-]+)/.exec(host)?.[1] : bare;
  if (place !== undefined) addHost(inspection, hostFact(place, sends ? "upload" : "connect"));
}

/** scp and rsync: the last operand is where it goes. */
function copy(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const long = [
    "rsh",
    "exclude",
    "include",
    "exclude-from",
    "files-from",
    "password-file",
    "log-file",
    "port",
    "bwlimit",
    "backup-dir",
    "temp-dir",
    "chmod",
    "chown",
  ];
  const parsed = parseOptions(words, { short: "cFiJloPSDXeBTfM", long });
  const last = parsed.operands.length - 1;
  let reaches = false;
  parsed.operands.forEach((word, index) => {
    const remote = remoteHost(word, index === last ? "upload" : "download", true);
    if (remote !== undefined) {
      reaches = true;
      addHost(inspection, remote);
    } else addPath(inspection, word, index === last ? "write" : "read", frame.scope, true);
  });
  if (hasOption(parsed, "--delete", "--remove-source-files") && !reaches) {
    const destination = parsed.operands[last];
    if (destination !== undefined) addPath(inspection, destination, "delete", frame.scope, true);
  }
  const shell = optionValue(parsed, "-e", "--rsh");
  if (shell === undefined) return;
  const wrappers = [...frame.wrappers, "rsync -e"];
  const parent = inspection.commands.length - 1;
  inspection.run.shell(shell, {
    ...frame,
    wrappers,
    parent,
    depth: frame.depth + 1,
    literal: false,
    input: undefined,
    piped: false,
  });
}

function connect(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, {
    short: "ecgGiIOpPqsTVwWxXm",
    long: ["exec", "sh-exec", "lua-exec", "source", "source-port", "proxy", "wait"],
  });
  const run = optionValue(parsed, "-e", "-c", "--exec", "--sh-exec");
  if (run !== undefined && run !== "") {
    const wrappers = [...frame.wrappers, "nc -e"];
    const parent = inspection.commands.length - 1;
    inspection.run.shell(run, {
      ...frame,
      wrappers,
      parent,
      depth: frame.depth + 1,
      literal: false,
      input: undefined,
      piped: true,
    });
  }
  const [host, port] = parsed.operands;
  // A socket is a file: whoever talks to it drives the program behind it.
  if (host !== undefined && (hasOption(parsed, "-U", "--unixsock") || host.includes("/"))) {
    addPath(inspection, host, "write", frame.scope);
    return;
  }
  if (host === undefined || hasOption(parsed, "-l", "--listen", "-L")) return;
  addHost(
    inspection,
    hostFact(host, "connect", {
      scheme: "tcp",
      ...(port !== undefined && /^\d+$/.test(port) ? { port: Number(port) } : {}),
    }),
  );
}

function socat(inspection: Inspection, words: readonly string[], frame: Frame): void {
  for (const word of words) {
    const match = /^(tcp|udp|openssl|ssl|tcp4|tcp6|sctp)(?:-connect)?:(\[[^\]]+\]|[^:,]+):(\d+)/i.exec(word);
    if (match !== null) {
      addHost(inspection, hostFact(match[2] ?? "", "connect", { scheme: "tcp", port: Number(match[3]) }));
      continue;
    }
    const file = /^(open|create|file|gopen|unix(?:-[a-z]+)?):([^,]+)/i.exec(word);
    if (file?.[2] !== undefined)
      addPath(inspection, file[2], /^(?:create|unix)/i.test(file[1] ?? "") ? "write" : "read", frame.scope);
  }
}

function name(inspection: Inspection, words: readonly string[]): void {
  const parsed = parseOptions(words, { short: "cisWtpIMmxbkyqS", long: ["script", "top-ports", "exclude"] });
  for (const word of parsed.operands) {
    const bare = word.replace(/^@/, "").replace(/\/\d{1,2}$/, "");
    const [found] = urlsIn(bare, "connect");
    if (found !== undefined) addHost(inspection, found);
    else if (looksLikeHost(bare) || (parsed.operands.length === 1 && /^[\w.-]+$/.test(bare)))
      addHost(inspection, hostFact(bare, "connect"));
  }
}
