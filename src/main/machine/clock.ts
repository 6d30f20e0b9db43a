// The real clock, the real ids and the real hash, for the composition root. Tests bring their own.
import { hash, randomBytes } from "node:crypto";
import type { Clock, Identifiers, Sha256 } from "../engine/ports.ts";

/** setTimeout fires at once for longer delays. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

/** UUID version 7: unique, and sorted by time. */
export const systemIdentifiers: Identifiers = {
  next() {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(Date.now(), 0, 6);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  },
};

export const sha256: Sha256 = (text) => hash("sha256", text, "hex");

export function microseconds(): number {
  return Math.round(performance.now() * 1000);
}
