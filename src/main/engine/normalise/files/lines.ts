// Lines: files made of `[section]` and `key = value`, as git, systemd, pip and npm write them. Repeated keys all count.

export interface Entry {
  /** In lower case, a subsection behind a blank: `remote "origin"` is "remote origin". */
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

const mostEntries = 2_000;

export function entriesOf(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  let section = "";
  for (const line of text.replaceAll(/\\\r?\n[ \t]*/gu, " ").split(/\r?\n/u)) {
    if (entries.length >= mostEntries) break;
    const head = /^\s*\[([^\]]+)\]\s*(.*)$/u.exec(line);
    const rest = head === null ? line : (head[2] ?? "");
    if (head !== null) section = (head[1] ?? "").replaceAll('"', "").trim();
    if (/^\s*(?:[#;]|$)/u.test(rest)) continue;
    const indented = /^\s/u.test(rest);
    const [, key = "", value = ""] =
      (indented ? /^\s*([\w.@/-]+)\s*=\s*(.*?)\s*$/u : /^([^=:\s][^=:]*?)\s*(?:[=:]\s*(.*?)\s*)?$/u).exec(rest) ?? [];
    if (key !== "") entries.push({ section: section.toLowerCase(), key: key.toLowerCase(), value: unquoted(value) });
    else goOn(entries, rest.trim());
  }
  return entries;
}

/** A value that goes on in an indented line, as in setup.cfg and pip.conf. */
function goOn(entries: Entry[], more: string): void {
  const last = entries.at(-1);
  if (last !== undefined) entries[entries.length - 1] = { ...last, value: `${last.value}\n${more}` };
}

function unquoted(value: string): string {
  const match = /^"((?:[^"\\]|\\.)*)"(?:\s*[#;].*)?$/u.exec(value);
  return match === null ? value : (match[1] ?? "").replaceAll(/\\(.)/gu, "$1");
}
