// Whether a path lies in a folder. By itself, so that threads which need only this start quickly.
import { sep } from "node:path";

export function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(place.endsWith(sep) ? place : place + sep);
}
