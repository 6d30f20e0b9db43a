// Programs: the families of programs that several heuristics speak about.

export const shells = [
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "mksh",
  "ash",
  "fish",
  "csh",
  "tcsh",
  "busybox",
  "rbash",
  "yash",
  "sash",
  "rc",
  "elvish",
  "nu",
  "xonsh",
];

/** Programs that run whatever text they are handed on standard input or as an argument. */
export const interpreters = [
  ...shells,
  "python",
  "python2",
  "python3",
  "perl",
  "ruby",
  "node",
  "nodejs",
  "deno",
  "bun",
  "php",
  "lua",
  "luajit",
  "tclsh",
  "osascript",
  "pwsh",
  "powershell",
  "source",
  ".",
  "eval",
];

export const downloaders = [
  "curl",
  "wget",
  "wget2",
  "fetch",
  "aria2c",
  "axel",
  "lwp-request",
  "lwp-download",
  "lynx",
  "links",
  "elinks",
  "w3m",
  "http",
  "https",
  "xh",
  "httpie",
  "nscurl",
  "ftp",
  "tftp",
  "ncftpget",
  "lftp",
];

/** Programs that turn an encoded text back into the text itself. */
export const decoders = [
  "base64",
  "base32",
  "basenc",
  "b64decode",
  "uudecode",
  "xxd",
  "openssl",
  "gunzip",
  "zcat",
  "rev",
  "tr",
  "ascii2uni",
];

const shellNames = new Set(shells);
const interpreterNames = new Set(interpreters);
const downloaderNames = new Set(downloaders);

export const isShell = (program: string): boolean => shellNames.has(program);
/** Versioned names count: python3.12, lua5.4, ruby2.7. */
export const isInterpreter = (program: string): boolean =>
  interpreterNames.has(program) || interpreterNames.has(program.replace(/[\d.]+$/u, ""));
export const isDownloader = (program: string): boolean => downloaderNames.has(program);
