// Web programs: what curl, wget and their like fetch, send, and write.
import { hostFact, urlsIn } from "./hosts.ts";
import type { Direction } from "./hosts.ts";
import { addHost, addPath } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";
import { looksLikePath } from "./path-words.ts";

const curlShort = "oTdFHXAbcCeEhKmPQrtuUwxyYzD";
const curlLong =
  "output upload-file data data-raw data-binary data-ascii data-urlencode json form form-string header request user-agent cookie cookie-jar referer cert key cacert max-time config range user proxy proxy-user write-out connect-timeout retry retry-delay url resolve interface unix-socket dump-header limit-rate output-dir connect-to trace trace-ascii".split(
    " ",
  );
const wgetShort = "oaOPiteBTwQUDIAR";
const wgetLong =
  "output-file append-output output-document directory-prefix input-file tries header user-agent post-data post-file body-data body-file method timeout user password http-user http-password referer load-cookies save-cookies quota domains accept reject base limit-rate execute use-askpass".split(
    " ",
  );

export function curl(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: curlShort, long: curlLong });
  let direction: Direction = "download";
  const urls = [...parsed.operands];
  for (const { name: option, value } of parsed.options) {
    if (value === undefined) continue;
    switch (option) {
      case "-o":
      case "--output":
      case "--output-dir":
      case "-D":
      case "--dump-header":
      case "-c":
      case "--cookie-jar":
        addPath(inspection, value, "write", frame.scope);
        break;
      case "-T":
      case "--upload-file":
        direction = "upload";
        addPath(inspection, value, "read", frame.scope);
        break;
      case "-d":
      case "--data":
      case "--data-binary":
      case "--data-ascii":
      case "--data-urlencode":
      case "--json":
      case "-F":
      case "--form":
      case "--data-raw":
        direction = "upload";
        if (option !== "--data-raw") bodyFile(inspection, value, frame);
        break;
      case "-X":
      case "--request":
        if (/^(?:post|put|patch|delete)$/i.test(value)) direction = "upload";
        break;
      case "-K":
      case "--config":
      case "-E":
      case "--cert":
      case "--key":
      case "-b":
      case "--cookie":
        if (looksLikePath(value)) addPath(inspection, value, "read", frame.scope);
        break;
      case "--unix-socket":
        addPath(inspection, value, "write", frame.scope);
        break;
      case "--url":
        urls.push(value);
        break;
      case "-x":
      case "--proxy":
        webHost(inspection, value, "connect");
        break;
      default:
    }
  }
  if (hasOption(parsed, "-O", "--remote-name", "--remote-name-all") && direction === "download") {
    inspection.effects.add("write");
    for (const url of urls) savedAs(inspection, url, optionValue(parsed, "--output-dir"), frame);
  }
  for (const url of urls) target(inspection, url, direction, frame);
}

/** `-d @file`, `-F name=@file`. */
function bodyFile(inspection: Inspection, value: string, frame: Frame): void {
  const match = /(?:^|=)[@<]([^;]+)/.exec(value);
  if (match?.[1] !== undefined) addPath(inspection, match[1], "read", frame.scope);
}

/** The file a download gets its name from the address for. */
function savedAs(inspection: Inspection, url: string, folder: string | undefined, frame: Frame): void {
  const name = /^[^/?#\s]+\/(?:[^?#\s]*\/)?([\w.@%+~-]+)(?:[?#]|$)/.exec(url.replace(/^[a-z]+:\/\//i, ""))?.[1];
  if (name === undefined || name === "." || name === "..") return;
  addPath(inspection, folder === undefined ? name : `${folder}/${name}`, "write", frame.scope);
}

function target(inspection: Inspection, word: string, direction: Direction, frame: Frame): void {
  if (/^file:\/\//i.test(word)) addPath(inspection, word, "read", frame.scope);
  else webHost(inspection, word, direction);
}

function webHost(inspection: Inspection, word: string, direction: Direction): void {
  const [found] = urlsIn(word, direction);
  if (found !== undefined) return addHost(inspection, found);
  const bare = /^(?:[^/@\s]*@)?([^/?#\s]+)/.exec(word)?.[1];
  if (bare !== undefined && !/[$`{}]/.test(bare))
    addHost(inspection, hostFact(bare, direction, { scheme: "http", url: word }));
}

export function wget(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: wgetShort, long: wgetLong });
  const sends = hasOption(parsed, "--post-data", "--post-file", "--body-data", "--body-file");
  const direction: Direction = sends ? "upload" : "download";
  for (const { name: option, value } of parsed.options) {
    if (value === undefined) continue;
    if (
      /^(?:-O|--output-document|-o|--output-file|-a|--append-output|-P|--directory-prefix|--save-cookies)$/.test(option)
    ) {
      addPath(inspection, value, "write", frame.scope);
    } else if (/^(?:--post-file|--body-file|-i|--input-file|--load-cookies)$/.test(option))
      addPath(inspection, value, "read", frame.scope);
  }
  const output = optionValue(parsed, "-O", "--output-document");
  if (output !== "-" && !hasOption(parsed, "--spider")) inspection.effects.add("write");
  if (output === undefined && !hasOption(parsed, "--spider", "-r", "--recursive", "-m", "--mirror")) {
    for (const url of parsed.operands) savedAs(inspection, url, optionValue(parsed, "-P", "--directory-prefix"), frame);
  }
  for (const url of parsed.operands) target(inspection, url, direction, frame);
}

export function httpie(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "oapsf", long: ["output", "auth", "session", "verify", "timeout"] });
  const [first = "", second] = parsed.operands;
  const method = /^[A-Z]{3,7}$/.test(first);
  const direction =
    /^(?:POST|PUT|PATCH)$/.test(first) || parsed.operands.some((word) => /[=@]/.test(word)) ? "upload" : "download";
  const url = method ? second : first;
  if (url !== undefined) webHost(inspection, url, direction);
  // `@file`, `name@file`, `name=@file` and `name:=@file` are sent with their content.
  for (const word of parsed.operands) {
    const file = /^(?:[\w.[\]-]*:?=)?@(.+)$|^[\w.[\]-]+@((?:[~/.]|\w+\.\w+$).*)$/s.exec(word);
    if (word !== url && file !== null) addPath(inspection, file[1] ?? file[2] ?? "", "read", frame.scope);
  }
  const output = optionValue(parsed, "-o", "--output");
  if (output !== undefined) addPath(inspection, output, "write", frame.scope);
}

export function download(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const parsed = parseOptions(words, { short: "odjsxni", long: ["dir", "out", "input-file"] });
  for (const word of parsed.operands) for (const found of urlsIn(word, "download")) addHost(inspection, found);
  const output = optionValue(parsed, "-o", "--out", "-d", "--dir");
  if (output !== undefined) addPath(inspection, output, "write", frame.scope);
  inspection.effects.add("write");
}
