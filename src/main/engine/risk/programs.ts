// Programs: the families of programs that several heuristics speak about.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

const shells = words(`sh bash zsh dash ksh mksh ash fish csh tcsh busybox rbash yash sash rc elvish nu xonsh`);

/** Programs that run whatever text they are handed on standard input or as an argument. */
const interpreters = words(`
  python python2 python3 perl ruby node nodejs deno bun php lua luajit tclsh osascript pwsh powershell source . eval
`);

const downloaders = words(`
  curl wget wget2 fetch aria2c axel lwp-request lwp-download lynx links elinks w3m http https xh httpie nscurl ftp tftp
  ncftpget lftp
`);

export const isShell = (program: string): boolean => shells.has(program);

/** Shells are interpreters too. Versioned names count: python3.12, lua5.4, ruby2.7. */
export const isInterpreter = (program: string): boolean =>
  shells.has(program) || interpreters.has(program) || interpreters.has(program.replace(/[\d.]+$/u, ""));

export const isDownloader = (program: string): boolean => downloaders.has(program);
