// Programs: turns a program's arguments into the files it touches and the hosts it reaches.
import type { CommandFact } from "../../../shared/facts.ts";
import { describeArchive } from "./archives.ts";
import { describeGit } from "./git.ts";
import { urlsIn } from "./hosts.ts";
import { addHost, addPath } from "./inspection.ts";
import type { Access, Frame, Inspection } from "./inspection.ts";
import { describeNetwork } from "./network-programs.ts";
import { hasOption, parseOptions } from "./options.ts";
import type { Parsed } from "./options.ts";
import { readPatch } from "./patch.ts";
import { looksLikePath } from "./path-words.ts";
import { programTable } from "./program-table.ts";
import type { ProgramRule } from "./program-table.ts";
import { findRoots } from "./wrappers.ts";

/** Programs whose arguments are only text: a URL in `echo` or in a commit message reaches nobody. */
const textPrograms = new Set(
  "echo printf grep egrep fgrep rg sed awk gawk tr cut test [ true false : jq yq date man history tldr apropos".split(
    " ",
  ),
);

export function describeProgram(inspection: Inspection, fact: CommandFact, frame: Frame): void {
  const { program, arguments: words } = fact;
  if (words.length === 0 && frame.input === undefined) return;
  if (describeNetwork(inspection, fact, frame)) return;
  if (describeGit(inspection, fact, frame)) return;
  const alone = textPrograms.has(program) && !frame.staged && frame.parent === undefined;
  if (!alone) for (const word of words) for (const host of urlsIn(word, "connect")) addHost(inspection, host);
  if (describeArchive(inspection, fact, frame)) return;
  if (describeSpecial(inspection, program, words, frame)) return;
  const rule = programTable.get(program);
  if (rule === undefined) describeUnknown(inspection, words, frame);
  else describeByRule(inspection, rule, fact, frame);
}

/** Modes that leave others nothing: `600`, `go-rwx`, `u+r`. */
const privateMode = /^0?[0-7]00$|^(?:u[-+=][rwxX]*|[go]+(?:-[rwxX]+|=))(?:,(?:u[-+=][rwxX]*|[go]+(?:-[rwxX]+|=)))*$/;

function looksOnly(rule: ProgramRule, program: string, parsed: Parsed): boolean {
  if (rule.metadata !== "private") return rule.metadata === "always";
  return program === "chmod" && privateMode.test(parsed.operands[0] ?? "");
}

function describeByRule(inspection: Inspection, rule: ProgramRule, fact: CommandFact, frame: Frame): void {
  const words = fact.arguments;
  if (rule.operands === "none" && rule.files === undefined) return;
  const parsed = parseOptions(words, rule);
  const recursive =
    rule.recursive === "always" || (rule.recursive !== undefined && hasOption(parsed, ...rule.recursive));
  if (rule.files !== undefined) {
    for (const option of parsed.options) {
      const access = rule.files[option.name];
      if (access !== undefined && option.value !== undefined)
        addPath(inspection, option.value, access, frame.scope, recursive);
    }
  }
  let operands = parsed.operands;
  if (rule.first !== undefined && !(rule.firstGiven !== undefined && hasOption(parsed, ...rule.firstGiven))) {
    const first = operands[0];
    if (first !== undefined && rule.first !== "none") addPath(inspection, first, rule.first, frame.scope, recursive);
    operands = operands.slice(1);
  }
  if (rule.operands === "none") return;
  const inPlace = rule.writesWith !== undefined && hasOption(parsed, ...rule.writesWith);
  const access: Access = inPlace ? "write" : rule.operands;
  const metadata = looksOnly(rule, fact.program, parsed);
  const target = rule.last !== undefined && operands.length > 1 && !hasOption(parsed, "-t", "--target-directory");
  operands.forEach((operand, index) => {
    if (target && index === operands.length - 1)
      addPath(inspection, operand, rule.last ?? access, frame.scope, recursive);
    else {
      addPath(inspection, operand, access, frame.scope, recursive, metadata);
      // What is moved or edited in place is read as well.
      if (access === "write" && (rule.last !== undefined || inPlace))
        addPath(inspection, operand, "read", frame.scope, recursive);
    }
  });
}

const outputOption =
  /^(?:-o|--out|--output|--output-file|--output-dir|--log-file|--logfile|--outfile|--dest|--destination|--save)$/;

function describeUnknown(inspection: Inspection, words: readonly string[], frame: Frame): void {
  words.forEach((word, index) => {
    const equals = word.startsWith("-") ? word.indexOf("=") : -1;
    const option = equals < 0 ? words[index - 1] : word.slice(0, equals);
    const value = equals < 0 ? word : word.slice(equals + 1);
    if (looksLikePath(value))
      addPath(inspection, value, option !== undefined && outputOption.test(option) ? "write" : "read", frame.scope);
  });
}

/** Programs whose arguments follow no table. */
function describeSpecial(inspection: Inspection, program: string, words: readonly string[], frame: Frame): boolean {
  const scope = frame.scope;
  switch (program) {
    case "dd":
    case "dcfldd":
      for (const word of words) {
        if (word.startsWith("if=")) addPath(inspection, word.slice(3), "read", scope);
        else if (word.startsWith("of=")) addPath(inspection, word.slice(3), "write", scope);
      }
      return true;
    case "find":
    case "gfind":
      describeFind(inspection, words, frame);
      return true;
    case "cd":
    case "pushd":
      for (const word of words) if (!word.startsWith("-")) addPath(inspection, word, "read", scope, false, true);
      return true;
    case "test":
    case "[":
      for (const word of words)
        if (word.includes("/") && looksLikePath(word)) addPath(inspection, word, "read", scope, false, true);
      return true;
    case "sudoedit":
    case "visudo":
      // It only checks what is there.
      if (program === "visudo" && words.some((word) => /^(?:-[a-z]*c[a-z]*|--check)$/u.test(word))) return true;
      for (const word of words) if (!word.startsWith("-")) addPath(inspection, word, "write", scope);
      if (program === "visudo") addPath(inspection, "/etc/sudoers", "write", scope);
      return true;
    case "docker":
    case "podman":
    case "nerdctl":
      describeMounts(inspection, words, frame);
      return true;
    case "apply_patch":
    case "applypatch":
      for (const file of readPatch(words[0] ?? frame.input ?? "").files)
        addPath(inspection, file.path, file.access, scope);
      return true;
    case "openssl":
      describeOpenssl(inspection, words, frame);
      return true;
    case "crontab":
      for (const word of words) if (looksLikePath(word)) addPath(inspection, word, "read", scope);
      return true;
    default:
      return false;
  }
}

/** Folders of this machine that a container gets to see, and files that are copied into one or out of it. */
function describeMounts(inspection: Inspection, words: readonly string[], frame: Frame): void {
  if (words.includes("cp")) {
    const places = words.slice(words.indexOf("cp") + 1).filter((word) => word === "-" || !word.startsWith("-"));
    places.forEach((place, index) => {
      if (!/^[\w.-]+:/.test(place)) addPath(inspection, place, index === 0 ? "read" : "write", frame.scope, true);
    });
  }
  words.forEach((word, index) => {
    const next = words[index + 1] ?? "";
    const volume = word === "-v" || word === "--volume" ? next : /^--volume=(.*)$/.exec(word)?.[1];
    const mount = word === "--mount" ? next : /^--mount=(.*)$/.exec(word)?.[1];
    const source = volume === undefined ? /(?:^|,)(?:source|src)=([^,]+)/.exec(mount ?? "")?.[1] : volume.split(":")[0];
    if (source === undefined || !/^[~/.$]/.test(source)) return;
    const reads = /:(?:ro|[^:]*,ro)$/.test(volume ?? "") || /(?:^|,)(?:ro|readonly)\b/.test(mount ?? "");
    addPath(inspection, source, reads ? "read" : "write", frame.scope, true);
  });
}

/** Commands of openssl that print what they are given, in clear or in another form. */
const opensslPrints =
  /^(?:enc|base64|aes\S*|des\S*|rsa|ec|pkey|pkcs8|pkcs12|smime|cms|rsautl|pkeyutl|storeutl|asn1parse)$/;

/** Keys and certificates of the project are made and looked at all day; what lies elsewhere is not. */
function describeOpenssl(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const [verb = "", ...rest] = words;
  const shown = opensslPrints.test(verb) && !rest.some((word) => /^-(?:noout|pubout|pubin|check)$/.test(word));
  rest.forEach((word, index) => {
    const file = rest[index + 1];
    if (file === undefined) return;
    if (/^-in(?:key)?$/.test(word) && shown) addPath(inspection, file, "read", frame.scope);
    else if (/^-(?:key)?out$/.test(word) && /^[~/$]|^\.\.\//.test(file))
      addPath(inspection, file, "write", frame.scope);
  });
}

const findWrites = new Set(["-fprint", "-fprint0", "-fprintf", "-fls"]);

function describeFind(inspection: Inspection, words: readonly string[], frame: Frame): void {
  const roots = findRoots(words);
  const deletes = words.includes("-delete");
  for (const root of roots) {
    addPath(inspection, root, "read", frame.scope, true, true);
    if (deletes) addPath(inspection, root, "delete", frame.scope, true);
  }
  words.forEach((word, index) => {
    const value = words[index + 1];
    if (findWrites.has(word) && value !== undefined) addPath(inspection, value, "write", frame.scope);
  });
}
