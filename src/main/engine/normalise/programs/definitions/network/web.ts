// Web programs: what curl, wget and similar programs fetch, send and write.
import { type Direction, hostFact, urlsIn } from "../../../places/hosts.ts";
import type { Definition } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";
import type { Recorder } from "../../recorder.ts";
import { contact } from "./contact.ts";

const network = ["network"] as const;

const curl = contact((command, record) => {
  const bodies = values(command, "--data", "--data-binary", "--data-urlencode", "--json", "--form");
  const sends =
    has(command, "--upload-file", "--data-raw") ||
    bodies.length > 0 ||
    /^(?:post|put|patch|delete)$/iu.test(value(command, "--request") ?? "");
  const direction = sends ? "upload" : "download";
  // `-d @file`, `-F name=@file`.
  for (const body of bodies) {
    const file = /(?:^|=)[@<]([^;]+)/u.exec(body)?.[1];
    if (file !== undefined) record.reads(file);
  }
  for (const proxy of values(command, "--proxy")) webHost(proxy, "connect", record);
  const urls = [...command.operands, ...values(command, "--url")];
  if (has(command, "--remote-name", "--remote-name-all") && !sends) {
    record.effect("write");
    for (const url of urls) savedAs(url, value(command, "--output-dir"), record);
  }
  for (const url of urls) fetches(url, direction, record);
});

const wget = contact((command, record) => {
  const sends = has(command, "--post-data", "--post-file", "--body-data", "--body-file");
  const output = value(command, "--output-document");
  const folder = value(command, "--directory-prefix");
  const mirrors = has(command, "--recursive", "--mirror");
  const saves = output !== "-" && !has(command, "--spider");
  if (saves) record.effect("write");
  for (const url of command.operands) {
    if (saves && output === undefined && !mirrors) savedAs(url, folder, record);
    fetches(url, sends ? "upload" : "download", record);
  }
  if (!mirrors && !has(command, "--page-requisites")) return;
  if (folder !== undefined) record.arrives(folder, "network");
  else if (has(command, "--no-host-directories", "--no-directories")) record.arrives(".", "network");
  else
    for (const url of command.operands)
      for (const { host } of urlsIn(url, "download")) record.arrives(`./${host}`, "network");
});

const httpie = contact(({ operands }, record) => {
  const [first = "", second] = operands;
  const url = /^[A-Z]{3,7}$/u.test(first) ? second : first;
  const sends = /^(?:POST|PUT|PATCH)$/u.test(first) || operands.some((word) => /[=@]/u.test(word));
  if (url !== undefined) webHost(url, sends ? "upload" : "download", record);
  // `@file`, `name@file`, `name=@file` and `name:=@file` are sent with their content.
  for (const word of operands) {
    const file = /^(?:[\w.[\]-]*:?=)?@(.+)$|^[\w.[\]-]+@((?:[~/.]|\w+\.\w+$).*)$/su.exec(word);
    if (word !== url && file !== null) record.reads(file[1] ?? file[2] ?? "");
  }
});

/** The file of a download that gets its name from the address. */
function savedAs(url: string, folder: string | undefined, record: Recorder): void {
  const name = /^[^/?#\s]+\/(?:[^?#\s]*\/)?([\w.@%+~-]+)(?:[?#]|$)/u.exec(url.replace(/^[a-z]+:\/\//iu, ""))?.[1];
  if (name === undefined || name === "." || name === "..") return;
  record.writes(folder === undefined ? name : `${folder}/${name}`);
}

function fetches(word: string, direction: Direction, record: Recorder): void {
  if (/^file:\/\//iu.test(word)) record.reads(word);
  else webHost(word, direction, record);
}

function webHost(word: string, direction: Direction, record: Recorder): void {
  const [found] = urlsIn(word, direction);
  if (found !== undefined) return record.host(found);
  const bare = /^(?:[^/@\s]*@)?([^/?#\s]+)/u.exec(word)?.[1];
  if (bare !== undefined && !/[$`{}]/u.test(bare))
    record.host(hostFact(bare, direction, { scheme: "http", url: word }));
}

export const web: readonly Definition[] = [
  {
    names: ["curl"],
    options: [
      "-o, --output <write>",
      "-O, --remote-name",
      "--remote-name-all",
      "--output-dir <write>",
      "-D, --dump-header <write>",
      "-c, --cookie-jar <write>",
      "-b, --cookie <path>",
      "-T, --upload-file <read>",
      "-d, --data-ascii, --data <text>",
      "--data-raw <text>",
      "--data-binary <text>",
      "--data-urlencode <text>",
      "--json <text>",
      "-F, --form <text>",
      "--form-string <text>",
      "-G, --get",
      "-H, --header <text>",
      "-X, --request <text>",
      "-K, --config <path>",
      "-E, --cert <path>",
      "--key <path>",
      "--cacert <text>",
      "-u, --user <text>",
      "-x, --proxy <text>",
      "-U, --proxy-user <text>",
      "--url <text>",
      "--unix-socket <write>",
      "--resolve <text>",
      "--connect-to <text>",
      "-A, --user-agent <text>",
      "-e, --referer <text>",
      "-w, --write-out <text>",
      "-m, --max-time <text>",
      "--connect-timeout <text>",
      "--retry <text>",
      "--retry-delay <text>",
      "--limit-rate <text>",
      "--interface <text>",
      "--trace <text>",
      "--trace-ascii <text>",
      "-r, --range <text>",
      "-C, --continue-at <text>",
      "-P, --ftp-port <text>",
      "-Q, --quote <text>",
      "-t, --telnet-option <text>",
      "-y, --speed-time <text>",
      "-Y, --speed-limit <text>",
      "-z, --time-cond <text>",
      "-s, --silent",
      "-k, --insecure",
      "-L, --location",
      "-f, --fail",
      "-I, --head",
      "-i, --include",
      "-v, --verbose",
    ],
    urls: "ignore",
    describe: curl,
    examples: [
      { run: "curl -sSo out.txt https://example.org", writes: ["out.txt"], hosts: ["example.org"], effects: network },
      { run: "curl -O https://example.org/a.tgz", writes: ["a.tgz"], hosts: ["example.org"], effects: network },
      { run: "curl -d @body.json example.org", reads: ["body.json"], hosts: ["example.org"], effects: network },
      { run: "curl -H 'x: @body.json' example.org", hosts: ["example.org"], effects: network },
      { run: "curl --data-raw @body.json --url example.org", hosts: ["example.org"], effects: network },
      { run: "curl -T up.txt ftp://example.org", reads: ["up.txt"], hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["wget", "wget2"],
    options: [
      "-O, --output-document <write>",
      "-o, --output-file <write>",
      "-a, --append-output <write>",
      "-P, --directory-prefix <write>",
      "--save-cookies <write>",
      "--load-cookies <read>",
      "-i, --input-file <read>",
      "--post-file <read>",
      "--body-file <read>",
      "--post-data <text>",
      "--body-data <text>",
      "--method <text>",
      "--header <text>",
      "-r, --recursive",
      "-m, --mirror",
      "-p, --page-requisites",
      "-nH, --no-host-directories",
      "-nd, --no-directories",
      "-nc, --no-clobber",
      "-nv, --no-verbose",
      "-np, --no-parent",
      "-q, --quiet",
      "--spider",
      "--no-check-certificate",
      "-t, --tries <text>",
      "-T, --timeout <text>",
      "-e, --execute <text>",
      "-B, --base <text>",
      "-w, --wait <text>",
      "-Q, --quota <text>",
      "-U, --user-agent <text>",
      "-D, --domains <text>",
      "-I, --include-directories <text>",
      "-A, --accept <text>",
      "-R, --reject <text>",
      "--user <text>",
      "--password <text>",
      "--http-user <text>",
      "--http-password <text>",
      "--referer <text>",
      "--limit-rate <text>",
      "--use-askpass <shell>",
    ],
    urls: "ignore",
    describe: wget,
    examples: [
      { run: "wget https://example.org/a.tgz", writes: ["a.tgz"], hosts: ["example.org"], effects: network },
      { run: "wget -qO- https://example.org/a.tgz", hosts: ["example.org"], effects: network },
      { run: "wget -P lib https://example.org/a", writes: ["lib", "lib/a"], hosts: ["example.org"], effects: network },
      { run: "wget --post-file x.txt example.org", reads: ["x.txt"], hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["http", "https", "xh"],
    options: [
      "-o, --output <write>",
      "-a, --auth <text>",
      "-p, --print <text>",
      "-s, --style <text>",
      "--session <text>",
      "--verify <text>",
      "--timeout <text>",
      "-f, --form",
      "-d, --download",
    ],
    urls: "ignore",
    describe: httpie,
    examples: [
      { run: "http POST example.org file@/tmp/a.txt", reads: ["/tmp/a.txt"], hosts: ["example.org"], effects: network },
      { run: "http -o a.json example.org/a", writes: ["a.json"], hosts: ["example.org"], effects: network },
      { run: "http example.org", hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["aria2c", "axel", "lwp-request", "GET"],
    options: [
      "-o, --out, --output <write>",
      "-d, --dir <write>",
      "-i, --input-file <text>",
      "-j, --max-concurrent-downloads <text>",
      "-s, --split <text>",
      "-x, --max-connection-per-server <text>",
      "-n, --num-connections <text>",
    ],
    effects: ["network", "write"],
    urls: "ignore",
    describe({ operands }, record) {
      for (const word of operands) record.urls(word, "download");
    },
    examples: [
      { run: "aria2c -x 4 -d lib https://example.org/a", writes: ["lib"], hosts: ["example.org"], effects: network },
      { run: "aria2c --version", effects: network },
    ],
  },
  {
    names: ["fetch", "nscurl", "lwp-download"],
    options: ["-o, --output <write>"],
    operands: "path",
    examples: [
      { run: "fetch -o a.tgz https://example.org/a.tgz", writes: ["a.tgz"], hosts: ["example.org"], effects: network },
      { run: "fetch --help" },
    ],
  },
];
