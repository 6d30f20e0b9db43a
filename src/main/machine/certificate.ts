// The certificate for addresses beyond this machine, read once at start.
import { readFileSync } from "node:fs";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export function readCertificate(
  certificatePath: string | undefined,
  keyPath: string | undefined,
): Result<CertificateFiles | undefined, string> {
  if (certificatePath === undefined && keyPath === undefined) return ok(undefined);
  if (certificatePath === undefined || keyPath === undefined) return fail("--tls-cert and --tls-key go together.");
  try {
    return ok({ certificate: readFileSync(certificatePath, "utf8"), key: readFileSync(keyPath, "utf8") });
  } catch (error) {
    return fail(`The certificate cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
