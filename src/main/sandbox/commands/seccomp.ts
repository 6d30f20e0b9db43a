// The system calls a contained program cannot make, as a BPF program for the kernel (Linux, x64 and arm64).

/** Refused with EPERM. Most need rights that nothing inside has; they are refused once more, for the kernel's faults. */
const refused =
  `keyctl add_key request_key bpf perf_event_open userfaultfd kexec_load kexec_file_load init_module finit_module
  delete_module mount umount2 pivot_root move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr open_by_handle_at
  setns swapon swapoff reboot acct quotactl syslog settimeofday clock_settime sethostname setdomainname vhangup fanotify_init
  iopl ioperm`
    .split(/\s+/)
    .filter((name) => name !== "");

/** As if the kernel did not have them: programs then use older calls, whose arguments can be looked at. */
const missing = ["clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"];

type Numbers = Readonly<Record<string, number>>;

/** The same on every architecture. */
const recent: Numbers = {
  clone3: 435,
  fsconfig: 431,
  fsmount: 432,
  fsopen: 430,
  fspick: 433,
  io_uring_enter: 426,
  io_uring_register: 427,
  io_uring_setup: 425,
  mount_setattr: 442,
  move_mount: 429,
  open_tree: 428,
};

const x64: Numbers = {
  ...recent,
  acct: 163,
  add_key: 248,
  bpf: 321,
  clock_settime: 227,
  clone: 56,
  delete_module: 176,
  fanotify_init: 300,
  finit_module: 313,
  init_module: 175,
  ioctl: 16,
  ioperm: 173,
  iopl: 172,
  kexec_file_load: 320,
  kexec_load: 246,
  keyctl: 250,
  mount: 165,
  open_by_handle_at: 304,
  perf_event_open: 298,
  pivot_root: 155,
  quotactl: 179,
  reboot: 169,
  request_key: 249,
  setdomainname: 171,
  sethostname: 170,
  setns: 308,
  settimeofday: 164,
  socket: 41,
  swapoff: 168,
  swapon: 167,
  syslog: 103,
  umount2: 166,
  unshare: 272,
  userfaultfd: 323,
  vhangup: 153,
};

const arm64: Numbers = {
  ...recent,
  acct: 89,
  add_key: 217,
  bpf: 280,
  clock_settime: 112,
  clone: 220,
  delete_module: 106,
  fanotify_init: 262,
  finit_module: 273,
  init_module: 105,
  ioctl: 29,
  kexec_file_load: 294,
  kexec_load: 104,
  keyctl: 219,
  mount: 40,
  open_by_handle_at: 265,
  perf_event_open: 241,
  pivot_root: 41,
  quotactl: 60,
  reboot: 142,
  request_key: 218,
  setdomainname: 162,
  sethostname: 161,
  setns: 268,
  settimeofday: 170,
  socket: 198,
  swapoff: 225,
  swapon: 224,
  syslog: 116,
  umount2: 39,
  unshare: 97,
  userfaultfd: 282,
  vhangup: 58,
};

const architectures: Readonly<Record<string, { readonly audit: number; readonly numbers: Numbers }>> = {
  x64: { audit: 0xc000003e, numbers: x64 },
  arm64: { audit: 0xc00000b7, numbers: arm64 },
};

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const give = 0x06;

const allow = 0x7fff0000;
const error = (number: number): number => 0x00050000 | number;
const notPermitted = error(1);
const noSuchCall = error(38);
const noSuchFamily = error(97);

const place = { number: 0, architecture: 4, argument: (index: number): number => 16 + 8 * index } as const;

/** Calls of the x32 kind on x64. */
const x32 = 0x40000000;
const newUserNamespace = 0x10000000;
/** Typing into a terminal for its user, and the console's selection, which can do the same. */
const typing = [0x5412, 0x541c];
/** Unix, IPv4, IPv6 and netlink; no other kind of socket. */
const families = [1, 2, 10, 16];

export interface Instruction {
  readonly code: number;
  /** How many instructions to skip when the test holds, and when it does not. */
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const step = (code: number, value: number, yes = 0, no = 0): Instruction => ({ code, yes, no, value });

/** Undefined for an architecture whose numbers are not known here. */
export function seccompProgram(architecture: string): readonly Instruction[] | undefined {
  const known = architectures[architecture];
  if (known === undefined) return undefined;
  const { audit, numbers } = known;
  const call = (name: string): readonly number[] => (numbers[name] === undefined ? [] : [numbers[name]]);
  /** For this call alone; the number is loaded again behind it. */
  const on = (name: string, body: readonly Instruction[]): readonly Instruction[] =>
    call(name).flatMap((number) => [step(jumpIfEqual, number, 0, body.length + 1), ...body, step(load, place.number)]);
  return [
    step(load, place.architecture),
    step(jumpIfEqual, audit, 1),
    step(give, notPermitted),
    step(load, place.number),
    step(jumpIfAtLeast, x32, 0, 1),
    step(give, notPermitted),
    ...refused.flatMap(call).flatMap((number) => [step(jumpIfEqual, number, 0, 1), step(give, notPermitted)]),
    ...missing.flatMap(call).flatMap((number) => [step(jumpIfEqual, number, 0, 1), step(give, noSuchCall)]),
    ...on("ioctl", [
      step(load, place.argument(1)),
      ...typing.flatMap((request) => [step(jumpIfEqual, request, 0, 1), step(give, notPermitted)]),
    ]),
    ...["clone", "unshare"].flatMap((name) =>
      on(name, [step(load, place.argument(0)), step(jumpIfAnyBit, newUserNamespace, 0, 1), step(give, notPermitted)]),
    ),
    ...on("socket", [
      step(load, place.argument(0)),
      ...families.map((family, index) => step(jumpIfEqual, family, families.length - index)),
      step(give, noSuchFamily),
    ]),
    step(give, allow),
  ];
}

/** The filter for this architecture, where it is known. */
export function seccompFilter(architecture: string): Buffer | undefined {
  const program = seccompProgram(architecture);
  return program === undefined ? undefined : seccompBytes(program);
}

/** As the kernel reads it: eight bytes for each instruction. */
export function seccompBytes(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(({ code, yes, no, value }, index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
}
