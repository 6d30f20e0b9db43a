// What a program and all its children say to the outside, seen by strace: connections, lookups, and files they write.

/** Everything by which something leaves a process, and whatever would hide from this list. */
const calls = [
  "connect",
  "sendto",
  "sendmsg",
  "sendmmsg",
  "open",
  "openat",
  "openat2",
  "creat",
  "mkdir",
  "mkdirat",
  "rename",
  "renameat",
  "renameat2",
  "link",
  "linkat",
  "symlink",
  "symlinkat",
  "io_uring_setup",
];

/** Put before a program's own words. The calls that are not listed run at full speed. */
export function straceWords(outputFile: string): readonly string[] {
  return [
    "strace",
    "-f",
    "-qq",
    "--seccomp-bpf",
    "-y",
    "-s",
    "256",
    "-o",
    outputFile,
    "-e",
    `trace=${calls.join(",")}`,
  ];
}

export interface Seen {
  /** Addresses of the internet protocols, "127.0.0.1:3000" or "[::1]:53", whether or not anybody was there. */
  readonly addresses: readonly string[];
  /** Unix sockets that answered, by their path; an abstract one begins with "@". */
  readonly sockets: readonly string[];
  /** Files and folders that were opened for writing, made, or given a name. */
  readonly written: readonly string[];
  /** Rings through which calls on files would go unseen. */
  readonly rings: number;
}

export function readTrace(text: string): Seen {
  const addresses = new Set<string>();
  const sockets = new Set<string>();
  const written = new Set<string>();
  let rings = 0;
  for (const line of wholeLines(text)) {
    const [, name = "", rest = ""] = /^(\w+)\((.*)$/.exec(line) ?? [];
    if (name === "connect" || name.startsWith("send")) {
      for (const address of addressesIn(rest)) addresses.add(address);
      if (!failed(rest)) for (const path of socketsIn(rest)) sockets.add(path);
    } else if (name === "io_uring_setup") {
      // Without this flag it is the one in which Node gathers epoll_ctl.
      if (!failed(rest) && rest.includes("IORING_SETUP_SQPOLL")) rings += 1;
    } else if (name !== "" && !failed(rest) && writes(name, rest)) {
      const paths = pathsIn(rest);
      // The first name of a symbolic link is only its text.
      for (const path of name.startsWith("symlink") ? paths.slice(-1) : paths) written.add(path);
    }
  }
  return { addresses: [...addresses], sockets: [...sockets], written: [...written], rings };
}

/** Without process numbers. A call that another thread interrupts stands on two lines. */
function* wholeLines(text: string): Iterable<string> {
  const begun = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, pid = "", call = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1];
    if (call.endsWith("<unfinished ...>")) begun.set(pid, call.slice(0, -"<unfinished ...>".length));
    else if (resumed === undefined) yield call;
    else {
      yield (begun.get(pid) ?? "") + resumed;
      begun.delete(pid);
    }
  }
  // What never came back was asked for all the same.
  yield* begun.values();
}

function failed(rest: string): boolean {
  return / = -1 E/.test(rest);
}

/** Opening to read leaves nothing behind. */
function writes(name: string, rest: string): boolean {
  return !/^open(at2?)?$/.test(name) || /O_(WRONLY|RDWR|CREAT|TRUNC)/.test(rest);
}

function addressesIn(rest: string): readonly string[] {
  const four = /sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/g;
  const six = /sa_family=AF_INET6, sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([^"]+)"/g;
  return [
    ...[...rest.matchAll(four)].map(([, port, host]) => `${host}:${port}`),
    ...[...rest.matchAll(six)].map(([, port, host]) => `[${host}]:${port}`),
  ];
}

function socketsIn(rest: string): readonly string[] {
  return [...rest.matchAll(/sa_family=AF_UNIX, sun_path=(@?)"([^"]*)"/g)].map(([, at, path]) => `${at}${path}`);
}

/** `AT_FDCWD</folder>, "name"` and `7</folder>, "name"`: a relative name belongs to the folder before it. */
function pathsIn(rest: string): readonly string[] {
  return [...rest.matchAll(/(?:<([^>]*)>, )?"([^"]*)"/g)].map(([, folder = "", name = ""]) =>
    name.startsWith("/") ? name : `${folder}/${name}`,
  );
}
