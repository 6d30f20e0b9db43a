// Wrapper table: programs that run the command given in their own arguments, and how to find it there.

export interface WrapperRule {
  /** Short options with a value. */
  readonly short?: string;
  /** Long options with a value. */
  readonly long?: readonly string[];
  /** Operands before the command: `timeout 5 cmd` has one. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assignments?: boolean;
  /** The wrapper's own options matter (which container, which namespace), so it is a command of its own too. */
  readonly both?: boolean;
  /** The rest is one shell text, as for `watch` and `ssh`. */
  readonly shell?: boolean;
  /** An option that carries the command as shell text: `script -c`. */
  readonly code?: readonly string[];
  /** First words that must match: `uv run cmd`. */
  readonly verbs?: readonly string[];
  readonly label?: string;
  /** It runs on another machine or in a container. */
  readonly elsewhere?: boolean;
}

export const wrapperTable: Readonly<Record<string, WrapperRule>> = {
  sudo: {
    short: "ugCDhpRTUrt",
    long: [
      "user",
      "group",
      "chdir",
      "host",
      "prompt",
      "chroot",
      "other-user",
      "role",
      "type",
      "close-from",
      "command-timeout",
    ],
    assignments: true,
  },
  doas: { short: "uCa" },
  run0: { short: "ugDp", long: ["user", "group", "chdir", "unit", "property", "slice", "setenv"] },
  pkexec: { long: ["user"] },
  gosu: { skip: 1 },
  "su-exec": { skip: 1 },
  setpriv: {
    long: [
      "reuid",
      "regid",
      "groups",
      "inh-caps",
      "ambient-caps",
      "bounding-set",
      "securebits",
      "selinux-label",
      "apparmor-profile",
    ],
  },
  nohup: {},
  nice: { short: "n", long: ["adjustment"] },
  ionice: { short: "cnpPu", long: ["class", "classdata", "pid"] },
  timeout: { short: "ks", long: ["kill-after", "signal"], skip: 1 },
  gtimeout: { short: "ks", long: ["kill-after", "signal"], skip: 1 },
  stdbuf: { short: "ioe", long: ["input", "output", "error"] },
  gstdbuf: { short: "ioe", long: ["input", "output", "error"] },
  unbuffer: {},
  setsid: {},
  time: { short: "fo", long: ["format", "output"] },
  gtime: { short: "fo", long: ["format", "output"] },
  taskset: { skip: 1 },
  chrt: { skip: 1, short: "TPD" },
  numactl: { short: "CNmpx", long: ["physcpubind", "cpunodebind", "membind", "interleave", "preferred"] },
  prlimit: { short: "po" },
  choom: { short: "np" },
  caffeinate: { short: "tw" },
  arch: {},
  "flatpak-spawn": { long: ["env", "directory", "forward-fd"] },
  linux32: {},
  linux64: {},
  cpulimit: { short: "ploe" },
  catchsegv: {},
  fakeroot: { short: "lsib" },
  fakechroot: {},
  faketime: { skip: 1, short: "f" },
  torsocks: {},
  torify: {},
  proxychains: { short: "f" },
  proxychains4: { short: "f" },
  tsocks: {},
  rlwrap: { short: "abcCDefgHlmMoOpPqsStwz" },
  valgrind: {},
  perf: { verbs: ["record", "stat", "trace"], short: "eopCFcgt", long: ["event", "output", "pid"] },
  "xvfb-run": { short: "enfps", long: ["server-args", "server-num", "error-file"] },
  "dbus-run-session": {},
  "dbus-launch": {},
  firejail: {},
  proot: { short: "rbwqkS", both: true },
  chroot: { skip: 1, long: ["userspec", "groups"], both: true, elsewhere: true },
  unshare: { short: "RwSG", long: ["root", "wd", "setuid", "setgid"], both: true },
  nsenter: { short: "tSG", long: ["target", "setuid", "setgid"], both: true },
  ip: { verbs: ["netns"], skip: 2, both: true },
  "systemd-run": {
    short: "pEMutG",
    long: [
      "unit",
      "property",
      "description",
      "slice",
      "uid",
      "gid",
      "setenv",
      "on-calendar",
      "on-active",
      "on-boot",
      "timer-property",
    ],
    both: true,
  },
  "systemd-inhibit": { long: ["what", "who", "why", "mode"] },
  "start-stop-daemon": { long: ["chuid", "pidfile", "user", "chdir", "name"], both: true },
  strace: { short: "oeEpPaIsSuXUb", long: ["output", "trace", "attach"], both: true },
  ltrace: { short: "oelnsuwxAFDpa", both: true },
  gdbserver: { skip: 1, both: true },
  entr: { both: true },
  watchexec: { short: "wefi", both: true },
  nodemon: { short: "xweid", code: ["-x", "--exec"], both: true },
  watch: { short: "nq", long: ["interval"], shell: true },
  script: {
    short: "cIOoTBEmt",
    long: ["command", "return", "log-io", "log-out"],
    code: ["-c", "--command"],
    skip: 1,
    both: true,
  },
  flock: { short: "cEw", long: ["command", "timeout", "conflict-exit-code"], code: ["-c", "--command"], skip: 1 },
  sshpass: { short: "fdpPe" },
  "ssh-agent": { short: "Eat" },
  expect: { short: "cf", both: true },
  uv: {
    verbs: ["run"],
    long: ["with", "python", "project", "directory", "env-file", "extra", "group", "package", "with-requirements"],
    short: "p",
    label: "uv run",
  },
  poetry: { verbs: ["run"], short: "C", label: "poetry run" },
  pipenv: { verbs: ["run"], label: "pipenv run" },
  pdm: { verbs: ["run"], label: "pdm run" },
  rye: { verbs: ["run"], label: "rye run" },
  hatch: { verbs: ["run"], label: "hatch run" },
  conda: { verbs: ["run"], short: "np", long: ["name", "prefix", "cwd"], label: "conda run" },
  bundle: { verbs: ["exec"], label: "bundle exec" },
  mise: { verbs: ["exec", "x"], label: "mise exec" },
  direnv: { verbs: ["exec"], skip: 1, label: "direnv exec" },
  op: { verbs: ["run"], long: ["env-file", "account"], both: true, label: "op run" },
  doppler: { verbs: ["run"], short: "pc", both: true, label: "doppler run" },
  "aws-vault": { verbs: ["exec"], skip: 1, short: "d", long: ["duration"], both: true, label: "aws-vault exec" },
  coverage: {
    verbs: ["run"],
    short: "m",
    long: ["source", "omit", "include", "rcfile"],
    both: true,
    label: "coverage run",
  },
  busybox: {},
  toybox: {},
  builtin: {},
  exec: { short: "a" },
  xargs: {
    short: "aEILnPsd",
    long: ["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"],
  },
  ssh: { short: "BbcDEeFIiJLlmOopQRSWw", skip: 1, shell: true, both: true, elsewhere: true },
  autossh: { short: "MBbcDEeFIiJLlmOopQRSWw", skip: 1, shell: true, both: true, elsewhere: true },
  mosh: { long: ["ssh", "port"], skip: 1, both: true, elsewhere: true },
  adb: { verbs: ["shell"], short: "s", shell: true, both: true, elsewhere: true, label: "adb shell" },
  wsl: { short: "du", both: true },
  lxc: { verbs: ["exec"], skip: 1, both: true, elsewhere: true, label: "lxc exec" },
  incus: { verbs: ["exec"], skip: 1, both: true, elsewhere: true, label: "incus exec" },
  parallel: {
    short: "jaINnPSXLsC",
    long: ["jobs", "arg-file", "colsep", "sshlogin", "joblog", "max-args", "delay", "timeout", "results", "tmpdir"],
    shell: true,
  },
};
