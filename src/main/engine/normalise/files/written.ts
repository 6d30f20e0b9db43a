// Written text: which language a file that a call writes is in, when it is something that can be run.

const byExtension: Readonly<Record<string, string>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  command: "shell",
  ksh: "shell",
  py: "python",
  pyw: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  mts: "javascript",
  cts: "javascript",
  tsx: "javascript",
  jsx: "javascript",
  rb: "ruby",
  pl: "perl",
  pm: "perl",
  php: "php",
  lua: "lua",
  sql: "sql",
  awk: "awk",
  r: "r",
  tcl: "tcl",
  applescript: "applescript",
  scpt: "applescript",
  ps1: "powershell",
  psm1: "powershell",
  bat: "cmd",
  cmd: "cmd",
  c: "c",
  cc: "c",
  cpp: "c",
  cxx: "c",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "kotlin",
  swift: "swift",
  cs: "csharp",
  zig: "zig",
  nim: "nim",
};
export function scriptLanguage(path: string, text: string): string | undefined {
  const shebang = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?([\w.+-]+)/.exec(text)?.[1];
  if (shebang !== undefined) return interpreterLanguage(shebang);
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}

function interpreterLanguage(name: string): string | undefined {
  if (/^(?:ba|z|da|k|a|mk)?sh$/.test(name)) return "shell";
  const plain = name.replace(/[\d.]+$/, "");
  if (plain === "node" || plain === "bun" || plain === "deno" || plain === "ts-node" || plain === "tsx")
    return "javascript";
  if (plain === "Rscript") return "r";
  if (plain === "pwsh") return "powershell";
  return /^(?:python|perl|ruby|php|lua|awk|gawk|tclsh|osascript)$/.test(plain)
    ? plain.replace("gawk", "awk")
    : undefined;
}
