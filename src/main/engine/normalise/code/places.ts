// Code places: the home folder by its many names, parts that are joined, and names that stand for a place become literals.
import type { StringLiteral } from "./strings.ts";

/** Expressions for the home folder, in the languages that agents write. */
const home = [
  String.raw`(?:pathlib\.)?Path\.home\(\)`,
  String.raw`(?:\w{1,20}\.)?homedir\(\)`,
  String.raw`(?:os\.)?(?:environ|getenv)(?:\.get)?[[(]\s?["'](?:HOME|USERPROFILE)["'][^\])\n]{0,40}[\])]`,
  String.raw`(?:process|Bun)\.env(?:\.(?:HOME|USERPROFILE)\b|\[\s?["'](?:HOME|USERPROFILE)["']\s?\])`,
  String.raw`(?:Deno\.env\.get|Sys\.getenv|System\.(?:getenv|get_env))\(\s?["']HOME["']\s?\)`,
  String.raw`ENV(?:\.fetch\(|\[)\s?["']HOME["']\s?[\])]`,
  String.raw`\$ENV\{["']?HOME["']?\}`,
  String.raw`\$_(?:SERVER|ENV)\[["']HOME["']\]`,
  String.raw`ENVIRON\["HOME"\]`,
  String.raw`Dir\.home\b(?:\(\))?`,
  String.raw`System\.user_home!?\(\)`,
  String.raw`System\.getProperty\("user\.home"\)`,
].join("|");
const homeSign = /home\b|homedir|HOME|USERPROFILE/;
/** Within a text: `${os.homedir()}/x`, `{Path.home()}/x`, `#{Dir.home}/x`, `"$ENV{HOME}/x"`. */
const homeInText = new RegExp(String.raw`[$#]?\{\s?(?:${home})\s?\}|(?<=["'])\$ENV\{HOME\}(?=[/"'])`, "gu");
const homeAlone = new RegExp(`(?<![\\w.$])(?:${home})`, "gu");
/** A module that is named where it is used is the same as one that was given a name before. */
const moduleCall = /\brequire\(\s?["'](?:node:)?(os|path|fs)["']\s?\)(?=\s?\.)/gu;

/** Calls that give a place back as a text: `expanduser("~/x")`, `str("~")`. */
const samePlace =
  /(?<!\w)(?:os\.path\.)?(?:expanduser|abspath|realpath|str|File\.expand_path|path\.expand)\(\s?("[~/][^"\n]{0,200}"|'[~/][^'\n]{0,200}')\s?\)/gu;

/** `name = "/home/…"`, with calls around the text or parts behind it. */
const placeName =
  /^[ \t{(]*(?:(?:const|let|var|my|local|final|String)[ \t]+)?(\$?[A-Za-z_]\w{0,40})[ \t]{0,8}:?=[ \t]{0,8}((?:[\w.]{1,40}\(){0,3}["'`](?:~|\/\w|[A-Za-z]:\\)[^\n]{0,200})$/u;
const anyPlaceName = /=[ \t]{0,8}(?:[\w.]{1,40}\(){0,3}["'`](?:~|\/\w|[A-Za-z]:\\)/u;
const mostNames = 12;
const mostUses = 100;
/** Longer programs are no script that an agent writes to have it run. */
const mostStatements = 8_000;

/** The same program with places where it computes them; the same text when it computes none. */
export function withPlaces(text: string): string {
  let spelled = text.includes("require") ? text.replaceAll(moduleCall, "$1") : text;
  if (homeSign.test(spelled)) spelled = spelled.replaceAll(homeInText, "~").replaceAll(homeAlone, '"~"');
  return withNames(spelled.replaceAll(samePlace, "$1"));
}

/** Statement by statement, because what is put together from a known name is known as well. */
function withNames(text: string): string {
  if (!anyPlaceName.test(text)) return text;
  const statements = text.split(/([\n;])/u);
  if (statements.length > mostStatements) return text;
  const names = new Map<string, string>();
  let use: RegExp | undefined;
  let uses = 0;
  const parts = statements.map((statement) => {
    const spelled =
      use === undefined || uses > mostUses
        ? statement
        : statement.replace(use, (given, open: string | undefined, inText: string | undefined, name: string) => {
            uses += 1;
            if (uses > mostUses) return given;
            const value = names.get(inText ?? name) ?? "";
            return inText === undefined ? value : (plainText.exec(value)?.[1] ?? `${open ?? ""}{${inText}}`);
          });
    const [, name, value] = placeName.exec(spelled) ?? [];
    if (name !== undefined && value !== undefined && isClosed(value) && (names.has(name) || names.size < mostNames)) {
      const met = names.has(name);
      names.set(name, value);
      if (met) return spelled;
      const known = [...names.keys()].map((one) => one.replace("$", String.raw`\$`)).join("|");
      use = new RegExp(
        String.raw`([$#]?)\{\s?(${known})\s?\}|(?<![\w.$"'\x60])(${known})(?![\w"'\x60(]|\s{0,4}:?=(?!=))`,
        "gu",
      );
    }
    return spelled;
  });
  return names.size === 0 ? text : parts.join("");
}

/** A value that is one text, perhaps made a path. */
const plainText = /^(?:[\w.]{1,40}\(){0,3}["'`]([^"'`]*)["'`]\)*\s*$/u;

function isClosed(value: string): boolean {
  return value.split("(").length === value.split(")").length;
}

const sums: Readonly<Record<string, RegExp>> = {
  perl: /^\s*\.\s*$/u,
  php: /^\s*\.\s*$/u,
  lua: /^\s*\.\.\s*$/u,
  elixir: /^\s*<>\s*$/u,
  r: /^$/u,
  julia: /^\s*\*\s*$/u,
};
const sum = /^\s*\+\s*$/u;
const quotient = /^\s*\)?\s*\/\s*[rf]?$/u;
const member = /^\s*\)?\s*\.joinpath\(\s*$/u;
const globbed = /^\s*\)?\s*\.r?glob\(\s*$/u;
const comma = /^\s*,\s*$/u;
const joins = /(?:^|[.:])(?:join|joinpath|resolve|path|file\.path)$/u;

/** Parts that the program puts together are one literal: `"~" / ".ssh"`, `join("~", ".ssh")`, `"~" + "/.ssh"`. */
export function joinStrings(
  text: string,
  language: string,
  literals: readonly StringLiteral[],
  calleeOf: (literal: StringLiteral) => string,
): readonly StringLiteral[] {
  const joined: StringLiteral[] = [];
  const adds = Object.hasOwn(sums, language) ? (sums[language] ?? sum) : sum;
  let called: boolean | undefined;
  for (const literal of literals) {
    const last = joined.at(-1);
    const between =
      last === undefined || literal.start - last.end > 40 ? undefined : text.slice(last.end, literal.start);
    if (last === undefined || between === undefined || last.value.length + literal.value.length > 512) {
      joined.push(literal);
      called = undefined;
    } else if (adds.test(between)) joined[joined.length - 1] = merged(last, literal, "");
    else if (
      quotient.test(between) ||
      member.test(between) ||
      (globbed.test(between) && !literal.value.startsWith("*"))
    )
      joined[joined.length - 1] = merged(last, literal, "/");
    else if (comma.test(between) && (called ??= joins.test(calleeOf(last))))
      joined[joined.length - 1] = merged(last, literal, "/");
    else {
      joined.push(literal);
      called = undefined;
    }
  }
  return joined;
}

function merged(first: StringLiteral, second: StringLiteral, between: string): StringLiteral {
  return {
    value: `${first.value}${between}${second.value}`,
    start: first.start,
    end: second.end,
    shell: first.shell || second.shell,
  };
}
