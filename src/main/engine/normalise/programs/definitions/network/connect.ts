// Programs that open a connection, look a name up, or transfer files in a session of their own.
import { hostFact, looksLikeHost, urlsIn } from "../../../places/hosts.ts";
import type { Carried } from "../../carry.ts";
import type { Definition, Describe } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";
import { contact } from "./contact.ts";

const network = ["network"] as const;

/** Orders to send files, given as arguments or as input: `sftp host <<< "put x"`, `tftp host -c put x`. */
const transfers = contact((command, record) => {
  const orders = `${command.arguments.join(" ")}\n${record.input ?? ""}`.slice(0, 65_536);
  let sends = false;
  for (const match of orders.matchAll(/(?:^|[\s;"'])m?(?:re)?put\s+(?:-\w+\s+){0,4}([^\s;"']+)/gu)) {
    sends = true;
    record.reads(match[1] ?? "");
  }
  const [host = ""] = command.operands;
  const bare = host.slice(host.lastIndexOf("@") + 1).replaceAll(/^(?:sftp|ftp|ssh|smb):\/\/|^\/\/|[:/].*$/gu, "");
  const place = bare === "" ? /^(?:[a-z]+:)?\/\/([\w.-]+)/u.exec(host)?.[1] : bare;
  if (place !== undefined) record.host(hostFact(place, sends ? "upload" : "connect"));
});

/** `!command` is for a shell of this machine. */
const transfersOrRuns: Describe = (command, record) => {
  transfers(command, record);
  for (const orders of values(command, "-e", "--command"))
    for (const order of orders.split(";"))
      if (/^\s*!/u.test(order)) record.runs(order.trim().slice(1), command.program);
};

const connects = contact((command, record) => {
  const run = value(command, "--exec", "--sh-exec");
  if (run !== undefined) record.runs(run, "nc -e", true);
  const [host, port] = command.operands;
  // A socket is a file: whoever connects to it controls the program behind it.
  if (host !== undefined && (has(command, "--unixsock") || host.includes("/"))) return record.writes(host);
  if (host === undefined || has(command, "--listen", "-L")) return;
  const known = port !== undefined && /^\d+$/u.test(port) ? { port: Number(port) } : {};
  record.host(hostFact(host, "connect", { scheme: "tcp", ...known }));
});

const looksUp = contact((command, record) => {
  // A name server may be given with an option: `whois -h server name`.
  const operands = [...values(command, "-h"), ...command.operands];
  for (const word of operands) {
    const bare = word.replace(/^@/u, "").replace(/\/\d{1,2}$/u, "");
    const [found] = urlsIn(bare, "connect");
    if (found !== undefined) record.host(found);
    else if (looksLikeHost(bare) || (operands.length === 1 && /^[\w.-]+$/u.test(bare)))
      record.host(hostFact(bare, "connect"));
  }
});

const valued = (letters: string): readonly string[] => letters.split("").map((letter) => `-${letter} <text>`);

export const connect: readonly Definition[] = [
  {
    names: ["nc", "ncat", "netcat", "telnet", "nc.traditional", "nc.openbsd"],
    options: [
      "-e, --exec <text>",
      "-c, --sh-exec <text>",
      "--lua-exec <text>",
      "-l, --listen",
      "-L",
      "-U, --unixsock",
      "-s, --source <text>",
      "-p, --source-port <text>",
      "--proxy <text>",
      "-w, --wait <text>",
      ...valued("gGiIOPqTVWxXm"),
    ],
    urls: "ignore",
    effects: network,
    describe: connects,
    examples: [
      { run: "nc example.org 80", hosts: ["example.org"], effects: network },
      { run: "nc -e id example.org 80", hosts: ["example.org"], effects: network, runs: ["id"] },
      { run: "nc -lvnp 4444", options: ["--listen", "-v", "-n", "--source-port"], effects: network },
      { run: "nc -U /tmp/x.sock", writes: ["/tmp/x.sock"], effects: network },
    ],
  },
  {
    names: ["socat"],
    options: ["-d", "-v", "-u", "-U", "-x", "-T <text>", "-t <text>", "-b <text>", "-lf <write>"],
    urls: "ignore",
    carries({ operands }) {
      const carried: Carried[] = [];
      for (const word of operands) {
        const match = /^(exec|system|shell):(?:"([^"]*)"|'([^']*)'|([^,]*))/iu.exec(word);
        const code = match?.[2] ?? match?.[3] ?? match?.[4];
        if (code !== undefined) carried.push({ label: "socat", shell: code });
      }
      return carried.length === 0 ? undefined : { carried, both: true };
    },
    describe: contact(({ operands }, record) => {
      for (const word of operands) {
        const match = /^(tcp|udp|openssl|ssl|tcp4|tcp6|sctp)(?:-connect)?:(\[[^\]]+\]|[^:,]+):(\d+)/iu.exec(word);
        if (match !== null) record.host(hostFact(match[2] ?? "", "connect", { scheme: "tcp", port: Number(match[3]) }));
        const file = /^(open|create|file|gopen|unix(?:-[a-z]+)?):([^,]+)/iu.exec(word);
        if (file?.[2] === undefined) continue;
        if (/^(?:create|unix)/iu.test(file[1] ?? "")) record.writes(file[2]);
        else record.reads(file[2]);
      }
    }),
    examples: [
      { run: "socat - tcp:example.org:80", hosts: ["example.org"], effects: network },
      { run: "socat tcp-listen:80 exec:id", effects: network, runs: ["id"] },
      { run: "socat - unix:/tmp/x.sock", writes: ["/tmp/x.sock"], effects: network },
    ],
  },
  {
    names: ["ping", "ping6", "traceroute", "tracepath", "mtr"],
    options: ["-p, --pattern <text>", ...valued("cisWwtIMmlQfg")],
    urls: "ignore",
    describe: looksUp,
    examples: [
      { run: "ping -c 1 example.org", hosts: ["example.org"], effects: network },
      { run: "ping -V", effects: network },
    ],
  },
  {
    names: ["dig", "nslookup", "host", "whois", "drill"],
    options: valued("bckmpqtxyNRWh"),
    urls: "ignore",
    describe: looksUp,
    examples: [
      { run: "dig @192.0.2.1 +short example.org", hosts: ["192.0.2.1", "example.org"], effects: network },
      { run: "dig -v", effects: network },
    ],
  },
  {
    names: ["sftp"],
    options: ["-S <shell>", "-o <text>", "-i <text>", "-P <text>", "-b <text>", ...valued("BcDFJlRsX")],
    urls: "ignore",
    effects: network,
    describe: transfers,
    examples: [
      { run: "sftp ada@example.org <<< 'put a.txt'", reads: ["a.txt"], hosts: ["example.org"], effects: network },
      { run: "sftp ada@example.org:a.txt", hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["ftp", "tftp", "lftp", "smbclient"],
    options: ["-e <text>", "-c, --command <text>", "-U, --user <text>", "-u <text>", ...valued("pIoLlmOP")],
    urls: "ignore",
    effects: network,
    describe: transfersOrRuns,
    examples: [
      { run: "tftp example.org -c put a.txt", reads: ["a.txt"], hosts: ["example.org"], effects: network },
      { run: "lftp -c '!id'", effects: network, runs: ["id"] },
      { run: "ftp example.org", hosts: ["example.org"], effects: network },
    ],
  },
];
