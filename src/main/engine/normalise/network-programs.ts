// Network programs: hosts, directions and files of curl, wget, ssh, scp, rsync, nc and their like.
import type { CommandFact } from "../../../shared/facts.ts";
import { hostFact, looksLikeHost, remoteHost, urlsIn } from "./hosts.ts";
import type { Direction } from "./hosts.ts";
import { addHost, addPath } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";
import { looksLikePath } from "./path-words.ts";

const curlShort = "oTdFHXAbcCeEhKmPQrtuUwxyYzD";
const curlLong =
  "output upload-file data data-raw data-binary data-ascii data-urlencode json form form-string header request user-agent cookie cookie-jar referer cert key cacert max-time config range user proxy proxy-user write-out connect-timeout retry retry-delay url resolve interface unix-socket dump-header limit-rate output-dir connect-to trace trace-ascii".split(" ");
const wgetShort = "oaOPiteBTwQUDIAR";
const wgetLong =
  "output-file append-output output-document directory-prefix input-file tries header user-agent post-data post-file body-data body-file method timeout user password http-user http-password referer load-cookies save-cookies quota domains accept reject base limit-rate execute use-askpass".split(" ");

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
  autossh: ssh,
  sftp: ssh,
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
  ftp: name,
  tftp: name,
  "ssh-copy-id": ssh,
};

export function describeNetwork(inspection: Inspection, fact: CommandFact, frame: Frame): boolean {
  const describe = Object.hasOwn(describers, fact.program) ? describers[fact.program] : undefined;
  if (describe === undefined) return false;
  inspection.effects.add("network");
  describe(inspection, fact.arguments, frame);
  return true;
}

function curl(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: curlShort, long: curlLong });
  let direction: Direction = "download";
  const urls = [...parsed.operands];
  for (const { name: option, value } of parsed.options) {
    if (value === undefined) continue;
    switch (option) {
      case "-o":
      case "--output":
      case "--output-dir":
      case "-D":
      case "--dump-header":
      case "-c":
      case "--cookie-jar":
        addPath(inspection, value, "write", frame.scope);
        break;
      case "-T":
      case "--upload-file":
        direction = "upload";
        addPath(inspection, value, "read", frame.scope);
        break;
      case "-d":
      case "--data":
      case "--data-binary":
      case "--data-ascii":
      case "--data-urlencode":
      case "--json":
      case "-F":
      case "--form":
      case "--data-raw":
        direction = "upload";
        if (option !== "--data-raw") bodyFile(inspection, value, frame);
        break;
      case "-X":
      case "--request":
        if (/^(?:post|put|patch|delete)$/i.test(value)) direction = "upload";
        break;
      case "-K":
      case "--config":
      case "-E":
      case "--cert":
      case "--key":
      case "-b":
      case "--cookie":
        if (looksLikePath(value)) addPath(inspection, value, "read", frame.scope);
        break;
      case "--unix-socket":
        addPath(inspection, value, "write", frame.scope);
        break;
      case "--url":
        urls.push(value);
        break;
      case "-x":
      case "--proxy":
        webHost(inspection, value, "connect");
        break;
      default:
    }
  }
  if (hasOption(parsed, "-O", "--remote-name", "--remote-name-all") && direction === "download") inspection.effects.add("write");
  for (const url of urls) target(inspection, url, direction, frame);
}

/** `-d @file`, `-F name=@file`. */
function bodyFile(inspection: Inspection, value: string, frame: Frame): void {
  const match = /(?:^|=)[@<]([^;]+)/.exec(value);
  if (match?.[1] !== undefined) addPath(inspection, match[1], "read", frame.scope);
}

function target(inspection: Inspection, word: string, direction: Direction, frame: Frame): void {
  if (/^file:\/\//i.test(word)) addPath(inspection, word, "read", frame.scope);
  else webHost(inspection, word, direction);
}

function webHost(inspection: Inspection, word: string, direction: Direction): void {
  const [found] = urlsIn(word, direction);
  if (found !== undefined) return addHost(inspection, found);
  const bare = /^(?:[^/@\s]*@)?([^/?#\s]+)/.exec(word)?.[1];
  if (bare !== undefined && !/[$`{}]/.test(bare)) addHost(inspection, hostFact(bare, direction, { scheme: "http", url: word }));
}

function wget(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: wgetShort, long: wgetLong });
  const sends = hasOption(parsed, "--post-data", "--post-file", "--body-data", "--body-file");
  const direction: Direction = sends ? "upload" : "download";
  for (const { name: option, value } of parsed.options) {
    if (value === undefined) continue;
    if (/^(?:-O|--output-document|-o|--output-file|-a|--append-output|-P|--directory-prefix|--save-cookies)$/.test(option)) {
      addPath(inspection, value, "write", frame.scope);
    } else if (/^(?:--post-file|--body-file|-i|--input-file|--load-cookies)$/.test(option)) addPath(inspection, value, "read", frame.scope);
  }
  if (optionValue(parsed, "-O", "--output-document") !== "-" && !hasOption(parsed, "--spider")) inspection.effects.add("write");
  for (const url of parsed.operands) target(inspection, url, direction, frame);
}

function httpie(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "oapsf", long: ["output", "auth", "session", "verify", "timeout"] });
  const [first = "", second] = parsed.operands;
  const method = /^[A-Z]{3,7}$/.test(first);
  const direction = /^(?:POST|PUT|PATCH)$/.test(first) || parsed.operands.some((word) => /[=@]/.test(word)) ? "upload" : "download";
  const url = method ? second : first;
  if (url !== undefined) webHost(inspection, url, direction);
  const output = optionValue(parsed, "-o", "--output");
  if (output !== undefined) addPath(inspection, output, "write", frame.scope);
}

function download(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "odjsxni", long: ["dir", "out", "input-file"] });
  for (const word of parsed.operands) for (const found of urlsIn(word, "download")) addHost(inspection, found);
  const output = optionValue(parsed, "-o", "--out", "-d", "--dir");
  if (output !== undefined) addPath(inspection, output, "write", frame.scope);
  inspection.effects.add("write");
}

const sshShort = "BbcDEeFIiJLlmOopPQRSWw";

function ssh(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: sshShort, stopAtOperand: true });
  const [destination] = parsed.operands;
  const port = optionValue(parsed, "-p", "-P");
  const identity = optionValue(parsed, "-i");
  if (identity !== undefined) addPath(inspection, identity, "read", frame.scope);
  const jump = optionValue(parsed, "-J");
  if (jump !== undefined) addHost(inspection, hostFact(jump.slice(jump.lastIndexOf("@") + 1), "connect", { scheme: "ssh" }));
  if (destination === undefined) return;
  const bare = destination.slice(destination.lastIndexOf("@") + 1).replace(/^ssh:\/\//, "");
  addHost(inspection, hostFact(bare, "connect", { scheme: "ssh", ...(port !== undefined && /^\d+$/.test(port) ? { port: Number(port) } : {}) }));
}

/** scp and rsync: the last operand is where it goes. */
function copy(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const long = ["rsh", "exclude", "include", "exclude-from", "files-from", "password-file", "log-file", "port", "bwlimit", "backup-dir", "temp-dir", "chmod", "chown"];
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
  inspection.run.shell(shell, { ...frame, wrappers, parent, depth: frame.depth + 1, literal: false, input: undefined, piped: false });
}

function connect(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "ecgGiIOpPqsTVwWxXm", long: ["exec", "sh-exec", "lua-exec", "source", "source-port", "proxy", "wait"] });
  const run = optionValue(parsed, "-e", "-c", "--exec", "--sh-exec");
  if (run !== undefined && run !== "") {
    const wrappers = [...frame.wrappers, "nc -e"];
    const parent = inspection.commands.length - 1;
    inspection.run.shell(run, { ...frame, wrappers, parent, depth: frame.depth + 1, literal: false, input: undefined, piped: true });
  }
  if (hasOption(parsed, "-l", "--listen", "-L")) return;
  const [host, port] = parsed.operands;
  if (host === undefined || host.startsWith("/")) return;
  addHost(inspection, hostFact(host, "connect", { scheme: "tcp", ...(port !== undefined && /^\d+$/.test(port) ? { port: Number(port) } : {}) }));
}

function socat(inspection: Inspection, words: readonly string[], frame: Frame): void {
  for (const word of words) {
    const match = /^(tcp|udp|openssl|ssl|tcp4|tcp6|sctp)(?:-connect)?:(\[[^\]]+\]|[^:,]+):(\d+)/i.exec(word);
    if (match !== null) {
      addHost(inspection, hostFact(match[2] ?? "", "connect", { scheme: "tcp", port: Number(match[3]) }));
      continue;
    }
    const file = /^(open|create|file|gopen|unix-connect|unix-listen|unix):([^,]+)/i.exec(word);
    if (file?.[2] !== undefined) addPath(inspection, file[2], /^(?:create|unix)/i.test(file[1] ?? "") ? "write" : "read", frame.scope);
  }
}

function name(inspection: Inspection, words: readonly string[]): void {
  const parsed = parseOptions(words, { short: "cisWtpIMmxbkyqS", long: ["script", "top-ports", "exclude"] });
  for (const word of parsed.operands) {
    const bare = word.replace(/^@/, "").replace(/\/\d{1,2}$/, "");
    const [found] = urlsIn(bare, "connect");
    if (found !== undefined) addHost(inspection, found);
    else if (looksLikeHost(bare) || (parsed.operands.length === 1 && /^[\w.-]+$/.test(bare))) addHost(inspection, hostFact(bare, "connect"));
  }
}
