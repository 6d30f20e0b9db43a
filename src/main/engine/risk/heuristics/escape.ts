// Escape: getting out of a container or into the kernel and other processes.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../heuristic.ts";
import { given, joined, operands } from "../read.ts";

const containers = ["docker", "podman", "nerdctl", "lxc", "ctr", "crictl", "docker-compose"];

/** Drivers every distribution brings and every manual loads. */
const commonDriver =
  /^(?:zram|loop|nbd|kvm\w*|vhci[-_]hcd|usbip[-_]\w+|br_netfilter|bridge|overlay|nf_\w+|ip_\w+|ip6?t\w+|xt_\w+|snd[-_]\w+|usb\w+|i2c[-_]\w+|tun|tap|bonding|dummy|8021q|vfio\S*|nvidia\S*|wireguard|fuse|v4l2loopback|cdc_\w+|msr|cpuid|rtc\w*|sr_mod|cdrom|ext4|xfs|btrfs|zfs|nfs\w*|cifs|vboxdrv|binder_linux|uinput|uvcvideo|iwlwifi|e1000e?)$/u;

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
      onCommand(["curl", "socat", "nc", "ncat"], (command) =>
        /docker\.sock|containerd\.sock|crio\.sock|:2375\b|:10250\b/u.test(joined(command))
          ? "It gives orders to the service that runs containers"
          : null,
      ),
      onCommand(["kubectl", "oc"], (command) =>
        /"(?:privileged|hostPID|hostNetwork|hostIPC)"\s*:\s*true|"hostPath"/u.test(command.text)
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
        given(command, "h", "help") || !/(?:-t|--target)[= ]?(?:1\b|\$)|\/proc\/(?:1|\$\w+)\//u.test(joined(command))
          ? null
          : "It enters the name space of another process",
      ),
      onAnyCommand(["redirect"], (command) =>
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
        !commonDriver.test(operands(command)[0] ?? "") &&
        !given(command, "nDcr", "show-depends", "dry-run", "remove", "showconfig", "resolve-alias")
          ? "It loads code into the kernel"
          : null,
      ),
      onCommand(["kextunload", "kldunload"], (command) =>
        operands(command).length === 0 ? null : `${command.program} takes a driver out of the kernel`,
      ),
    ),
    examples: { risky: ["sudo insmod ./rootkit.ko", "kextload /tmp/x.kext"], honest: ["lsmod", "modinfo e1000"] },
  },
  {
    id: "kernel-driver-changed",
    threat: "Sandbox escape",
    technique: "T1547.006",
    score: severity.warn,
    check: firstOf(
      onCommand(["modprobe", "rmmod"], (command) =>
        operands(command).length > 0 && !given(command, "nDc", "show-depends", "dry-run", "showconfig", "resolve-alias")
          ? `${command.program} changes which drivers the kernel runs`
          : null,
      ),
      onCommand(["nsenter"], (command) =>
        given(command, "h", "help") ? null : "It enters the name space of another process",
      ),
    ),
    examples: {
      risky: ["sudo modprobe zram", "sudo rmmod e1000", "nsenter --target 4242 --net ip a"],
      honest: ["lsmod", "modprobe -n zram"],
    },
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
