// Socket guard: no command runs where it could see the file of one of Gatehouse's own sockets.
import { isGate } from "./gate.ts";
import { ownSockets } from "./own-sockets.ts";
import type { Scope } from "../scope.ts";
import { isWithin } from "../within.ts";

/** Why a command that sees these places could reach one of Gatehouse's own sockets, unless it is covered or hidden. */
export function socketFault(
  { places, hidden }: Pick<Scope, "places" | "hidden">,
  covered: readonly string[],
): string | undefined {
  for (const { path, linked } of ownSockets()) {
    if (isGate(path)) continue;
    const sees = places.some((place) => isWithin(path, place)) && !hidden.some((place) => isWithin(path, place));
    if (linked || (sees && !covered.includes(path))) {
      return (
        `Gatehouse's own socket ${path} was moved or has got a second name, so that commands could reach it. ` +
        "None is run in a sandbox until Gatehouse is started again."
      );
    }
  }
  return undefined;
}
