// Escape: getting out of a container or into the kernel and other processes.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../heuristic.ts";
import { given, joined, operands } from "../read.ts";

const containers = ["docker", "podman", "nerdctl", "lxc", "ctr", "crictl", "docker-compose"];

export const escape: readonly Heuristic[] = [
  {
    id: "container-with-host",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.deny,
    check: firstOf(
      onCommand(containers, (command) => {
        const line = joined(command);
        const mount =
          /(?:-v|--volume)[= ]?["']?(?:\/|\/(?:etc|root|home|var\/run|proc|sys|dev|boot|usr)\/?|\/(?:var\/)?run\/docker\.sock):|(?:source|src)=\/(?:,|$)|docker\.sock/u.test(
            line,
          );
        const power =
          /--privileged\b|--(?:pid|ipc|uts|userns)[= ]host|--cap-add[= ]?(?:all|sys_admin|sys_ptrace|sys_module|dac_read_search)|--security-opt[= ]?(?:apparmor|seccomp)[=:]unconfined|--device[= ]\/dev\/(?:sd|nvme|mem)|security\.privileged=true|path=\/\s|source=\/\s/iu.test(
            `${line} `,
          );
        return mount || power ? "It starts a container that reaches the host" : null;
      }),
      onAnyCommand((command) =>
        /"(?:privileged|hostPID|hostNetwork|hostIPC)"\s*:\s*true|"hostPath"/u.test(command.text) &&
        /^(?:kubectl|oc)$/u.test(command.program)
          ? "It starts a container that reaches the host"
          : null,
      ),
    ),
    examples: {
      risky: [
        "docker run -v /:/mnt --rm -it alpine chroot /mnt sh",
        "docker run --privileged ubuntu",
        "docker run -v /var/run/docker.sock:/var/run/docker.sock x",
      ],
      honest: ["docker run --rm -v ./data:/data alpine ls", "docker build -t app ."],
    },
  },
  {
    id: "other-namespace",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.deny,
    check: firstOf(
      onCommand(["nsenter"], (command) =>
        given(command, "h", "help") ? null : "It enters the name space of another process",
      ),
      onAnyCommand((command) =>
        /release_agent|notify_on_release|\/sys\/fs\/cgroup\/[^\s]*\/(?:release_agent|devices\.allow)/u.test(
          command.text,
        ) && command.redirects.length > 0
          ? "It uses control groups to run on the host"
          : null,
      ),
    ),
    examples: {
      risky: ["nsenter --target 1 --mount -- sh", "nsenter -t 1 -m -u -i -n bash"],
      honest: ["nsenter --help", "lsns"],
    },
  },
  {
    id: "kernel-module",
    threat: "Sandbox escape",
    technique: "T1547.006",
    score: severity.ask,
    check: firstOf(
      onCommand(["insmod", "kextload", "kldload"], (command) =>
        operands(command).length === 0 ? null : `${command.program} loads code into the kernel`,
      ),
      onCommand(["modprobe"], (command) =>
        operands(command).length > 0 &&
        !given(command, "nDcr", "show-depends", "dry-run", "remove", "showconfig", "resolve-alias")
          ? "It loads code into the kernel"
          : null,
      ),
      onCommand(["rmmod", "kextunload", "kldunload"], (command) =>
        operands(command).length === 0 ? null : `${command.program} takes a driver out of the kernel`,
      ),
    ),
    examples: { risky: ["sudo insmod ./rootkit.ko", "kextload /tmp/x.kext"], honest: ["lsmod", "modinfo e1000"] },
  },
  {
    id: "mount-changed",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.warn,
    check: onCommand(["mount"], (command) =>
      /(?:--?bind|-B|-o\s*\S*(?:bind|remount|suid|exec))\b|\/dev\/(?:sd|nvme|dm-|mapper|xvd)|\bproc\b|\/proc\//u.test(
        joined(command),
      )
        ? "It mounts something over the running system"
        : null,
    ),
    examples: {
      risky: ["mount -B /proc/1 /proc/99", "mount /dev/sda1 /mnt"],
      honest: ["mount", "mount -t nfs host:/x /mnt/x"],
    },
  },
  {
    id: "other-root",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.weak,
    check: onCommand(["chroot", "pivot_root", "unshare"], (command) =>
      operands(command).length > 0 || command.program === "unshare"
        ? `${command.program} changes what the program sees of the machine`
        : null,
    ),
    examples: { risky: ["chroot /", "unshare -r"], honest: ["chroot --help"] },
  },
  {
    id: "process-injected",
    threat: "Sandbox escape",
    technique: "T1055",
    score: severity.warn,
    check: onCommand(["gdb", "strace", "ltrace", "frida", "lldb"], (command) =>
      /(?:^|\s)(?:-p|--pid|--attach)[= ]?\$?[\d({]/u.test(joined(command))
        ? `${command.program} attaches to a running process`
        : null,
    ),
    examples: { risky: ["gdb -p 1234", "strace -p 99"], honest: ["gdb ./app core", "strace ls"] },
  },
];
