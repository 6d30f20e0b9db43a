// A stage for ways out: a home with decoys, a project, a bystander outside that notices who reaches it, and what tells that one did.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import type { Escape } from "./escapes.ts";

/** Written nowhere but in decoys. */
export const decoy = "decoy-51f3-secret";

export interface EscapeStage {
  readonly home: string;
  readonly project: string;
  readonly data: string;
  /** The script with the places of this stage in it. */
  readonly scriptOf: (escape: Escape, enginePort: number) => string;
  /** What has been reached or changed outside, in words; empty when nothing was. */
  readonly damage: () => readonly string[];
  /** What the user has changed until now counts as it is. */
  readonly settle: () => void;
  readonly close: () => void;
}

const bystander = `
  $0 = "bystander"; my ($project, $outside, $temporary, $abstract, $log) = @ARGV;
  open my $null, "<", "/dev/null"; my @servers;
  sub serve { my ($address, $family) = @_; socket(my $s, $family, 1, 0) or die; bind($s, $address) && listen($s, 9) or die "bind: $!"; push @servers, $s; $s }
  my $tcp = serve(pack("Sna4x8", 2, 0, "\\0\\0\\0\\0"), 2);
  serve(pack("Sa*x", 1, "$outside/service.sock"), 1); serve(pack("Sa*x", 1, "$project/service.sock"), 1);
  serve(pack("Sa*x", 1, "$temporary/shared.sock"), 1); serve(pack("Sa*", 1, "\\0$abstract"), 1);
  chdir $project; serve(pack("Sa*x", 1, "relative.sock"), 1); chdir "/";
  serve(pack("Sa*x", 1, "$outside/first.sock"), 1); rename "$outside/first.sock", "$project/moved.sock";
  my $memory = shmget(0x51f3a7, 64, 01600);
  my (undef, $port) = unpack "Sn", getsockname $tcp;
  $| = 1; print "$port\\n";
  while (1) {
    my $ready = ""; vec($ready, fileno $_, 1) = 1 for @servers;
    select($ready, undef, undef, undef);
    for my $i (0 .. $#servers) { if (vec($ready, fileno $servers[$i], 1)) { accept(my $c, $servers[$i]); open my $f, ">>", $log; print $f "reached server $i\\n"; } }
  }`;

export async function openStage(): Promise<EscapeStage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ways-out-")));
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "shared-")));
  const at = (name: string): string => join(folder, name);
  const [home, project, outside, data, log] = ["home", "project", "outside", "data", "visits"].map(at) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const each of [
    home,
    project,
    outside,
    data,
    join(home, ".ssh"),
    join(home, ".aws"),
    join(home, ".claude"),
    join(home, ".codex"),
  ])
    mkdirSync(each, { mode: 0o700 });
  const secrets = [".ssh/id_rsa", ".aws/credentials", ".npmrc", ".netrc", ".git-credentials"].map((name) =>
    join(home, name),
  );
  for (const file of [...secrets, join(outside, "secret.txt"), join(temporary, "shared-secret.txt")])
    writeFileSync(file, `${decoy}\n`, { mode: 0o600 });
  const watched = [".bashrc", ".profile", ".claude/settings.json", ".codex/hooks.json"].map((name) => join(home, name));
  for (const file of watched) writeFileSync(file, "{}\n");
  symlinkSync(home, join(project, "door"));
  writeFileSync(join(project, ".gatehouse.yaml"), "version: 1.0.0\n");
  execFileSync("git", ["init", "-q", project], { env: { PATH: process.env["PATH"], HOME: home } });
  const abstract = `gatehouse-${folder.slice(-6)}`;
  const child = spawn("/usr/bin/perl", ["-e", bystander, project, outside, temporary, abstract, log], {
    env: { SECRET: decoy },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(first.toString("utf8"));
  const own = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
  );
  const names: Readonly<Record<string, string | number>> = {
    home,
    project,
    outside,
    data,
    temporary,
    abstract,
    port,
    pid: child.pid ?? 0,
    sharedMemory: "0x0051f3a7",
    addresses: own.join(" "),
  };
  const look = () =>
    new Map([...watched, join(outside, "secret.txt"), ...secrets].map((file) => [file, readFileSync(file, "utf8")]));
  let before = look();
  const forbidden = [
    join(outside, "pwned"),
    join(home, "pwned"),
    join(home, ".ssh/authorized_keys"),
    join(home, ".config/autostart/x.desktop"),
    join(temporary, "pwned"),
    "/var/tmp/gatehouse-pwned",
    "/dev/shm/gatehouse-pwned",
    join(project, "stayed"),
  ];
  return {
    home,
    project,
    data,
    scriptOf: ({ script }, enginePort) =>
      script.replaceAll(/\{([a-zA-Z]+)\}/g, (whole, name: string) => String({ ...names, enginePort }[name] ?? whole)),
    damage: () => [
      ...(existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
      ...forbidden.filter((file) => existsSync(file)).map((file) => `${file} was made`),
      ...[...before]
        .filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text)
        .map(([file]) => `${file} was changed`),
      ...(child.exitCode === null && child.signalCode === null ? [] : ["the bystander was ended"]),
    ],
    settle: () => {
      before = look();
    },
    close: () => {
      child.kill("SIGKILL");
      for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
    },
  };
}
