// `gatehouse run`, started without the rest of the command: finds the launcher in the data directory and becomes it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants, homedir } from "node:os";
import { join, resolve } from "node:path";

/** As src/shared/local/data-directory.ts says. */
function dataDirectory(asked, { platform, environment, home }) {
  const explicit = asked || environment.GATEHOUSE_HOME;
  if (explicit) return explicit;
  if (platform === "darwin") return `${home}/Library/Application Support/Gatehouse`;
  return `${environment.XDG_CONFIG_HOME || `${home}/.config`}/Gatehouse`;
}

/** Takes what follows `gatehouse run`. Its own option comes first; everything else is the launcher's. */
export function runContained(argv) {
  const own = argv[0] === "--data-dir" ? argv[1] : undefined;
  const words = own === undefined ? argv : argv.slice(2);
  if (process.platform !== "linux") {
    return stop(
      "programs are not contained on this system: nothing was started. Without `gatehouse run --` it starts uncontained.",
    );
  }
  const place = { platform: process.platform, environment: process.env, home: homedir() };
  const launcher = join(resolve(dataDirectory(own, place)), "bin", "gatehouse");
  if (!existsSync(launcher)) {
    return stop(
      `there is no ${launcher}, so nothing was started. Start Gatehouse once (open the app, or run: gatehouse serve), or name its data directory first: gatehouse run --data-dir DIRECTORY -- …`,
    );
  }
  const perl = "/usr/bin/perl";
  if (!existsSync(perl))
    return stop("this needs perl (Debian, Ubuntu: sudo apt-get install perl-base). Nothing was started.");
  // Becoming the launcher leaves nothing in between that signals and exit codes would have to pass.
  if (typeof process.execve === "function") process.execve(perl, [perl, launcher, "run", ...words], process.env);
  const child = spawn(perl, [launcher, "run", ...words], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => stop(error.message));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function stop(message) {
  console.error(`gatehouse run: ${message}`);
  process.exit(1);
}
