// Build files: the shell commands inside makefiles, package manifests and notebooks.
import { isJsonObject } from "../../../../shared/lib/json.ts";
import type { Json, JsonObject } from "../../../../shared/lib/json.ts";

/** A piece of a file that something runs. */
export interface FilePart {
  readonly language: "shell" | "python";
  readonly text: string;
}

/** The commands of a makefile: recipe lines, `target: ; command` and `$(shell …)`. */
export function recipes(text: string): readonly string[] {
  const variables = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/^[ ]*([A-Za-z_]\w*)[ \t]*[:?]{0,2}=([^\n#$]*)$/gm)) {
    variables.set(name, value.trim());
  }
  const joined = text.replace(/\\\n[ \t]*/g, " ");
  const lines = [...joined.matchAll(/\t[-@+ ]*([^\n]+)|^[^\n\t:#=]+::?[^\n=;]*;[-@+ ]*([^\n]+)/gm)];
  const shells = [...joined.matchAll(/\$\(shell\s((?:[^()]|\((?:[^()]|\([^()]*\))*\)){1,4000})\)/g)];
  return [...lines, ...shells].map((match) => asShell(match[1] ?? match[2] ?? "", variables));
}

/** `$(NAME)` is a variable of make, `$$name` one of the shell. One that is set elsewhere is a name in the project. */
function asShell(line: string, variables: ReadonlyMap<string, string>): string {
  return line.replace(
    /\$\$|\$\(([^()]*)\)|\$\{(\w+)\}|\$[@<^?*%+|]/g,
    (whole: string, round?: string, curly?: string) => {
      if (whole === "$$") return "$";
      const name = (round ?? curly ?? "").trim();
      if (/^(?:HOME|PWD)$/.test(name)) return `$${name}`;
      return variables.get(name) ?? `make-${name.replace(/\W+/g, "-")}`;
    },
  );
}

const lifecycle =
  /"((?:pre|post)?(?:install|uninstall|publish|pack|prepare|test|start|stop|restart|build|dev|lint|serve|watch|clean)(?:[:.][\w:.-]+)?|prepublishOnly|(?:pre|post)version)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/g;

/** A member of any name whose text a shell would have to read. */
const commandLike =
  /"(?!description|version|homepage|url|author|license)([\w:.-]{1,60})"\s*:\s*"((?=(?:[^"\\]|\\.)*(?:[|;]|&&|\$\())(?:[^"\\]|\\.){1,2000})"/g;

/** The scripts of a package.json by name; of a part of one, those whose names say that they are scripts. */
export function packageScripts(text: string): readonly (readonly [name: string, command: string])[] {
  const scripts = parsed(text)?.["scripts"];
  if (scripts !== undefined && isJsonObject(scripts)) {
    return Object.entries(scripts).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
  }
  return [...text.matchAll(lifecycle), ...text.matchAll(commandLike)].flatMap(([, name = "", command = ""]) => {
    const value = parsed(`{"value":"${command}"}`)?.["value"];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
}

/** `!command`, `names = !command`, `%system command`, `%pip install`; `![…](…)` is a picture in a text. */
const shellLine = /^(?:[\w, ]+=\s*)?(?:!!?(?!\[)|%(?:sx|system)\s|%(?=(?:pip|conda|rm|mv|cp|cat|ls|mkdir)\b))(.+)$/;

/** A notebook's cells: `!command` lines and `%%bash` cells are for the shell, the rest is Python. */
export function cellsOf(text: string): readonly FilePart[] {
  return sourcesOf(text).flatMap((source) => {
    const magic = /^\s*%%(\w+)[^\n]*\n?/.exec(source);
    if (magic !== null && /^(?:bash|sh|zsh|script|system|sx)$/.test(magic[1] ?? "")) {
      return [{ language: "shell" as const, text: source.slice(magic[0].length) }];
    }
    const shell: FilePart[] = [];
    const python = source.split("\n").map((line) => {
      const command = shellLine.exec(line.trim())?.[1];
      if (command === undefined) return line;
      shell.push({ language: "shell", text: command });
      return "";
    });
    return [...shell, { language: "python" as const, text: python.join("\n") }];
  });
}

/** The code cells of a whole notebook file, or the text of one cell. */
function sourcesOf(text: string): readonly string[] {
  const cells = parsed(text)?.["cells"];
  if (!Array.isArray(cells)) return [text];
  return cells.flatMap((cell: Json) => {
    if (!isJsonObject(cell) || cell["cell_type"] !== "code") return [];
    const source = cell["source"];
    if (typeof source === "string") return [source];
    return Array.isArray(source) ? [source.filter((line) => typeof line === "string").join("")] : [];
  });
}

function parsed(text: string): JsonObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
