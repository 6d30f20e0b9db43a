// Whether a path of this machine lies in a folder. By itself, so that threads which need only this start quickly.
import { sep } from "node:path";
import { isWithin as isWithinFolder } from "../../shared/lib/within.ts";

export function isWithin(path: string, folder: string): boolean {
  return isWithinFolder(path, folder, sep);
}
