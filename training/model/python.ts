// Python: finds one that has what training needs, or says the one command that installs it.
import { spawn, spawnSync } from "node:child_process";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";

/** Debian's own is tried as well: another Python may stand before it in the path. */
const places = ["python3", "/usr/bin/python3"] as const;
const modules = ["numpy", "scipy", "sklearn", "onnx"] as const;
const install = "sudo apt-get install -y python3-numpy python3-scipy python3-sklearn python3-onnx";

export function findPython(): Result<string, string> {
  for (const place of places) {
    const { status } = spawnSync(place, ["-c", modules.map((name) => `import ${name}`).join("\n")], {
      stdio: "ignore",
    });
    if (status === 0) return ok(place);
  }
  return fail(`Training needs Python 3 with ${modules.join(", ")}. On Debian and Ubuntu:\n\n  ${install}`);
}

/** One thread and a fixed seed for hashes: sums are made in the same order in every run. */
const environment = {
  ...process.env,
  OMP_NUM_THREADS: "1",
  OPENBLAS_NUM_THREADS: "1",
  MKL_NUM_THREADS: "1",
  PYTHONHASHSEED: "0",
  PYTHONDONTWRITEBYTECODE: "1",
};

export function runPython(python: string, script: string, given: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(python, [script, ...given], { stdio: "inherit", env: environment });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
