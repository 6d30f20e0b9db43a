// Times and numbers as the user's locale writes them.
import { day, hour, minute, second } from "../../shared/lib/clock.ts";

/** Undefined is the user's own locale; tests name one. */
type Locale = string | undefined;

const cache = new Map<string, unknown>();

/** Formatters are slow to build and every row needs one. */
function cached<Formatter>(key: string, make: () => Formatter): Formatter {
  const found = cache.get(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key stands for one kind of formatter
  if (found !== undefined) return found as Formatter;
  const made = make();
  cache.set(key, made);
  return made;
}

export function clockTime(at: number, locale?: Locale): string {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return cached(`clock ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(at);
}

export function shortTime(at: number, locale?: Locale): string {
  const options = { hour: "numeric", minute: "2-digit" } as const;
  return cached(`short ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(at);
}

export function fullTime(at: number, locale?: Locale): string {
  const options = { dateStyle: "medium", timeStyle: "medium" } as const;
  return cached(`full ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(at);
}

/** "3 min ago", "in 2 hr". The unit is the largest that gives at least one. */
export function relativeTime(at: number, now: number, locale?: Locale): string {
  const format = cached(
    `relative ${locale}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" }),
  );
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < minute) return format.format(Math.trunc(distance / second), "second");
  if (size < hour) return format.format(Math.trunc(distance / minute), "minute");
  if (size < day) return format.format(Math.trunc(distance / hour), "hour");
  return format.format(Math.trunc(distance / day), "day");
}

/** What is left until a deadline: "4:12", "1:02:05", never below "0:00". */
export function countdown(deadline: number, now: number): string {
  const left = Math.max(0, Math.ceil((deadline - now) / second));
  const seconds = String(left % 60).padStart(2, "0");
  const minutes = Math.floor(left / 60) % 60;
  const hours = Math.floor(left / 3600);
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

export function wholeNumber(value: number, locale?: Locale): string {
  return cached(`whole ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })).format(value);
}

/** "1 intent", "2 intents". */
export function counted(value: number, singular: string, plural = `${singular}s`, locale?: Locale): string {
  return `${wholeNumber(value, locale)} ${value === 1 ? singular : plural}`;
}

/** "0.4", "3.2", "18". */
export function smallNumber(value: number, locale?: Locale): string {
  const digits = value < 10 ? 1 : 0;
  const make = () => new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  return cached(`small ${digits} ${locale}`, make).format(value);
}

export function score(value: number, locale?: Locale): string {
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return cached(`score ${locale}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** "Nov 14, 09:41". */
export function dayTime(at: number, locale?: Locale): string {
  const options = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  return cached(`day-time ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(at);
}

/** To the second today, with the day before. */
export function rowTime(at: number, today: number, locale?: Locale): string {
  return at >= today ? clockTime(at, locale) : dayTime(at, locale);
}

/** Midnight here. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

export function shortDay(at: number, locale?: Locale): string {
  return cached(`day ${locale}`, () => new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" })).format(at);
}

/** "93%". */
export function share(value: number, locale?: Locale): string {
  const options = { style: "percent", maximumFractionDigits: 0 } as const;
  return cached(`share ${locale}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** "12K", "3.4M": for axes. */
export function roundNumber(value: number, locale?: Locale): string {
  const options = { notation: "compact", maximumFractionDigits: 1 } as const;
  return cached(`round ${locale}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** The same for the engine's own work: "41 μs", "1.2 ms". */
export function fineElapsed(milliseconds: number, locale?: Locale): string {
  return milliseconds < 1 ? unit(milliseconds * 1000, "microsecond", 0, locale) : elapsed(milliseconds, locale);
}

/** How long something took: "0.8 ms", "12 ms", "3.4 s", "2 min", "5.5 hr". */
export function elapsed(milliseconds: number, locale?: Locale): string {
  if (milliseconds < 10) return unit(milliseconds, "millisecond", 1, locale);
  if (milliseconds < second) return unit(milliseconds, "millisecond", 0, locale);
  if (milliseconds < minute) return unit(milliseconds / second, "second", 1, locale);
  if (milliseconds < 2 * hour) return unit(milliseconds / minute, "minute", 0, locale);
  return unit(milliseconds / hour, "hour", 1, locale);
}

export function byteSize(bytes: number, locale?: Locale): string {
  // The short form of a byte has no plural.
  if (bytes < 1000) return unit(bytes, "byte", 0, locale, "long");
  if (bytes < 1_000_000) return unit(bytes / 1000, "kilobyte", 1, locale);
  return unit(bytes / 1_000_000, "megabyte", 1, locale);
}

function unit(
  value: number,
  name: string,
  digits: number,
  locale: Locale,
  unitDisplay: "short" | "long" = "short",
): string {
  const options = { style: "unit", unit: name, unitDisplay, maximumFractionDigits: digits } as const;
  return cached(`${name} ${digits} ${locale}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** Sunday first, as calendars count days. */
export function weekdayNames(locale?: Locale): readonly string[] {
  const format = cached(
    `weekday ${locale}`,
    () => new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }),
  );
  // The fourth of January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, index) => format.format((3 + index) * day));
}
