// Ways out of the sandbox that commands try: each of them ends inside.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { processesWith, secret, smallLimits, trial } from "./support.ts";

/** A server on loopback that counts who comes. */
async function listen(where: string | number): Promise<{ readonly port: number; readonly visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.end("hello\n");
  });
  await new Promise<void>((resolve) => {
    if (typeof where === "string") server.listen(where, resolve);
    else server.listen(where, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, visits: () => visits };
}

describe.skipIf(process.platform !== "linux")("a command under bubblewrap", () => {
  test("works in its scope, and says where it ran", async () => {
    const { shell, inside } = trial();
    const done = await shell("pwd; echo hello > note.txt; cat note.txt; echo oops >&2");
    expect(done).toMatchObject({ status: "SUCCESS", exitCode: 0, sandbox: "bubblewrap", notes: [] });
    expect(done.output).toContain(`${inside}\nhello\n`);
    expect(done.output).toContain("oops");
    expect(readFileSync(join(inside, "note.txt"), "utf8")).toBe("hello\n");
  });

  test("finds nothing through ..", async () => {
    const { shell } = trial();
    const done = await shell("cat ../outside/secret.txt; ls ..");
    expect(done.output).not.toContain(secret);
    expect(done.output).not.toContain("outside\n");
  });

  test("finds nothing behind a link that leads out", async () => {
    const { shell, inside, outside } = trial();
    symlinkSync(outside, join(inside, "door"));
    const done = await shell("cat door/secret.txt; echo overwritten > door/secret.txt");
    expect(done.output).not.toContain(secret);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(secret);
  });

  test("cannot give a file outside another name inside", async () => {
    const { shell, outside } = trial();
    const done = await shell(`ln ${outside}/secret.txt mine; ln /etc/passwd mine; cat mine`);
    expect(done.status).toBe("FAILURE");
    expect(done.output).not.toContain(secret);
  });

  test("finds nothing through /proc", async () => {
    const { shell, outside } = trial();
    const roots = ["self", "1", String(process.pid)].map((pid) => `/proc/${pid}/root${outside}/secret.txt`);
    const done = await shell(`cat ${roots.join(" ")} /proc/${process.pid}/environ; ls /proc | grep -c '^[0-9]'`);
    expect(done.output).not.toContain(secret);
    expect(done.output).toMatch(/No such file/);
  });

  test("gets none of Gatehouse's environment", async () => {
    for (const name of ["GATEHOUSE_TOKEN", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "hunter2");
    onTestFinished(() => void vi.unstubAllEnvs());
    const done = await trial().shell("env; cat /proc/1/environ | tr '\\0' '\\n'");
    expect(done.output).not.toContain("hunter2");
    expect(done.output).toContain("PATH=");
  });

  test("reaches no network when it may not, not even this machine", async () => {
    const { port, visits } = await listen(0);
    const { shell } = trial();
    const dial = `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3)`;
    const denied = await shell(`${dial}; (exec 3<>/dev/tcp/203.0.113.7/80); echo ended`);
    expect(denied.output).toMatch(/Connection refused[\s\S]*Network is unreachable[\s\S]*ended/);
    expect(visits()).toBe(0);
    // The same line outside shows that it would have worked.
    expect((await promisify(execFile)("bash", ["-c", dial])).stdout).toBe("hello\n");
  });

  test("cannot use another program's socket, though it lies in its scope", async () => {
    const { shell, inside } = trial();
    await listen(join(inside, "agent.sock"));
    const done = await shell("test -S agent.sock && echo a socket; rm -f agent.sock; ls -l agent.sock");
    expect(done.output).not.toContain("a socket");
    expect(done.output).toMatch(/busy/);
  });

  test("cannot see or change Gatehouse's own files", async () => {
    const { shell, data } = trial();
    const done = await shell("cat data/ledger; echo broken > data/ledger; rm -rf data; mv data elsewhere; ls -A data");
    expect(done.output).not.toContain(secret);
    expect(readFileSync(join(data, "ledger"), "utf8")).toBe(secret);
  });

  test("can read the project's own policy, not change it", async () => {
    const { shell, inside } = trial();
    const file = join(inside, ".gatehouse.yaml");
    writeFileSync(file, "version: 1\n");
    const done = await shell("cat .gatehouse.yaml; echo 'version: 2' > .gatehouse.yaml; rm -f .gatehouse.yaml");
    expect(done.output).toContain("version: 1");
    expect(readFileSync(file, "utf8")).toBe("version: 1\n");
  });

  test("sees the system's programs, and nothing else of the machine", async () => {
    const done = await trial().shell(
      "for f in /usr/bin /var/lib /run /sys /srv /mnt; do test -e $f && echo $f; done; true",
    );
    expect(done.output).toBe("/usr/bin\n");
  });

  test("cannot write anywhere else", async () => {
    const { shell } = trial();
    const done = await shell("for f in /usr/x /etc/x /x /dev/x /proc/x; do touch $f && echo wrote $f; done; true");
    expect(done.output).not.toContain("wrote");
  });

  test("has a home and temporary folders of its own, which are gone afterwards", async () => {
    const { shell } = trial();
    const names = ["$HOME", "/tmp", "/var/tmp", "/dev/shm"].map((folder) => `${folder}/gatehouse-was-here`);
    const done = await shell(`for f in ${names.join(" ")}; do echo x > $f && echo wrote; done`);
    expect(done.output).toBe("wrote\n".repeat(4));
    expect((await shell(`cat ${names.join(" ")}`)).status).toBe("FAILURE");
  });

  test("can signal nobody but itself", async () => {
    const { shell } = trial();
    const done = await shell(`kill -9 ${process.pid}; kill -9 ${process.ppid}; kill -9 -1; echo still here`);
    expect(done.output).toMatch(/No such process[\s\S]*No such process/);
    expect(process.exitCode).toBeUndefined();
  });

  test("cannot make namespaces of its own", async () => {
    const done = await trial().shell("unshare --user --map-root-user true && echo made one");
    expect(done.output).not.toContain("made one");
  });

  test.each([
    ["turned away from it", "(setsid sleep 987651 > /dev/null 2>&1 &); echo started"],
    ["been forked twice", "( ( exec sleep 987651 > /dev/null 2>&1 & ) & ); echo started"],
  ])("leaves no process behind that has %s", async (_name, command) => {
    const { shell } = trial();
    const done = await shell(command);
    expect(done).toMatchObject({ status: "SUCCESS", output: "started\n" });
    await expect.poll(() => processesWith("sleep 987651")).toBe(0);
  });

  /** A Gatehouse of its own that runs one command. */
  function programFor(command: string, onOutput: string, toolsFolder: string): readonly string[] {
    const source = (name: string) => JSON.stringify(join(import.meta.dirname, "../../../src/main", name));
    const script = `
      import { createRunner } from ${source("sandbox/runner.ts")};
      import { createWorld } from ${source("machine/world.ts")};
      const world = createWorld({ gatehouse: [], findSecrets: () => [] });
      const settings = () => ({ unsandboxedCommands: "refuse" });
      const runner = createRunner({ world, hidden: [], settings, toolsFolder: ${JSON.stringify(toolsFolder)}, onProblem: () => {} });
      const manifest = { maxMemoryMb: 50, maxCpuPercent: 50, timeoutSeconds: 30, networkAllowed: false, filesystemScope: [] };
      const { signal } = new AbortController();
      const command = ${JSON.stringify(command)};
      const onOutput = ${onOutput};
      await runner.run({ tool: "execute_command", arguments: { command }, manifest, signal, onOutput });`;
    return ["--input-type=module", "-e", script];
  }

  test("inherits no handle that Gatehouse was started with", async () => {
    const { inside, outside } = trial();
    const folder = openSync(outside, "r");
    onTestFinished(() => closeSync(folder));
    const command = "ls /proc/self/fd; cat /proc/self/fd/40/secret.txt";
    const given = programFor(command, "(_, text) => process.stdout.write(text)", outside);
    const stdio = ["ignore", "pipe", "ignore", ...Array.from({ length: 37 }, () => "ignore" as const), folder] as const;
    const child = spawn(process.execPath, given, { cwd: inside, stdio: [...stdio] });
    // Forty is still a handle, but one to nothing.
    expect(await textOf(child.stdout ?? Readable.from([]))).toContain("/proc/self/fd/40/secret.txt: Not a directory");
  });

  test("ends with Gatehouse, however that ends", async () => {
    const { inside, outside } = trial();
    const given = programFor(
      "echo begun; setsid sleep 987654 & sleep 987654",
      '() => process.kill(process.pid, "SIGKILL")',
      outside,
    );
    const child = spawn(process.execPath, given, { cwd: inside, stdio: "ignore" });
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");
    await expect.poll(() => processesWith("sleep 987654")).toBe(0);
  });

  test("is ended with all it started when its time is up, and what it wrote is kept", async () => {
    const { shell } = trial();
    const done = await shell("echo begun; setsid sleep 987652 & sleep 987652", { timeoutSeconds: 1 });
    expect(done).toMatchObject({ status: "TIMEOUT", output: "begun\n", fault: expect.stringContaining("1 second") });
    await expect.poll(() => processesWith("sleep 987652")).toBe(0);
  });

  test("is stopped as a fork bomb, which has an end here in any case", async () => {
    const { shell } = trial({ limits: smallLimits });
    const done = await shell("for i in $(seq 300); do sleep 987653 & done; wait", { timeoutSeconds: 2 });
    // Root is not counted by the kernel and is stopped; others cannot start more and run into the time limit.
    expect(done.status === "TIMEOUT" || /more than 64 processes/.test(done.fault ?? "")).toBe(true);
    await expect.poll(() => processesWith("sleep 987653")).toBe(0);
  });

  test("is stopped as a memory bomb, alone or shared out", async () => {
    const { shell } = trial();
    const bomb = (megabytes: number) => `head -c ${megabytes}M /dev/zero | tail | wc -c`;
    const many = Array.from({ length: 5 }, () => `(${bomb(30)}; sleep 5) &`).join(" ");
    // Again and again: the watch looks twenty times a second, and a busy machine lets it look less often.
    const lasting = `for i in $(seq 200); do ${bomb(400)}; done`;
    for (const command of [lasting, `${many} wait`]) {
      const done = await shell(command, { maxMemoryMb: 60, maxCpuPercent: 100 });
      expect(done).toMatchObject({ status: "FAILURE", fault: expect.stringContaining("more than 60 MB") });
    }
  });

  test("cannot fill memory by way of its disks", async () => {
    const { shell } = trial();
    const done = await shell("head -c 80M /dev/zero > /dev/shm/big || head -c 80M /dev/zero > /tmp/big", {
      maxMemoryMb: 50,
    });
    expect(done.output).toMatch(/No space left[\s\S]*No space left/);
  });

  test("cannot fill the disk with one file, nor with many", async () => {
    const { shell, inside } = trial({ limits: smallLimits });
    await shell("head -c 200M /dev/zero > big");
    expect(statSync(join(inside, "big")).size).toBeLessThanOrEqual(smallLimits.diskBytes);
    writeFileSync(join(inside, "big"), "");
    const many = await shell("for i in $(seq 40); do head -c 8M /dev/zero > part$i; sync; done");
    expect(many).toMatchObject({ status: "FAILURE", fault: expect.stringContaining("the disk lost more than 32 MB") });
  });

  test("is stopped when it has used its share of the processor", async () => {
    const done = await trial().shell("while :; do :; done", { maxCpuPercent: 10, timeoutSeconds: 8 });
    expect(done).toMatchObject({ status: "FAILURE", fault: expect.stringMatching(/1 seconds of processor time/) });
  });

  test("is stopped when it says too much, and the beginning is kept", async () => {
    const limits = { ...smallLimits, outputBytes: 10_000 };
    const done = await trial({ limits }).shell("yes");
    expect(done).toMatchObject({ status: "FAILURE", fault: expect.stringContaining("10000 bytes of output") });
    expect(done.output).toHaveLength(10_000);
  });
});
