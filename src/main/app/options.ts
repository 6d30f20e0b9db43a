// What whoever starts Gatehouse may choose.
import type { PackBookOptions } from "../machine/packs/pack-book.ts";
import type { ListenerHandlers, ListenerOptions } from "../server/index.ts";
import type { ActivityOptions } from "./activity.ts";

export interface StartOptions extends Pick<ListenerOptions, "address" | "port" | "tls" | "token" | "telemetryToken"> {
  readonly dataDirectory: string;
  readonly resourcesDirectory: string;
  /** Whether a human can be asked in a window; never without this. */
  readonly hasWindow?: () => boolean;
  /** In place of checking the ancestry of the process that uses the operator's socket. */
  readonly refuseOperator?: ListenerHandlers["refuseOperator"];
  /** Hears of everything that failed in a part of Gatehouse. */
  readonly onFault?: (where: string, error: unknown) => void;
  /** Asks the human where an export shall go. */
  readonly chooseFile?: ActivityOptions["chooseFile"];
  /** In place of compiling the built-in packs for this start alone. */
  readonly loadPacks?: PackBookOptions["loadBuiltIn"];
}
