// A step of the SDKs' tests: one program of one language, and when it cannot run here.
import type { Program } from "../child.ts";

export interface Step {
  readonly name: string;
  /** Why it cannot run on this machine, in a sentence; undefined when it can. Installs what it needs into a cache outside the project. */
  readonly missing: () => Promise<string | undefined>;
  /** One after the other; the first that fails ends the step. */
  readonly programs: readonly Program[];
  /** Milliseconds for each program. */
  readonly limit: number;
  /** The gate of `npm test` that runs the same, so that its SDK gate need not. */
  readonly coveredBy?: string;
  /** Too long for `npm test`: only `npm run test:sdk` runs it. */
  readonly long?: boolean;
}
