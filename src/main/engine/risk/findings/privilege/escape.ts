// Escape: getting out of a container or into the kernel and other processes.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../../heuristic.ts";
import { has, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { someWord } from "../../read.ts";

const containers = ["docker", "podman", "nerdctl", "lxc", "ctr", "crictl", "docker-compose"];

/** Drivers every distribution brings and every manual loads. */
const commonDriver =
  /^(?:zram|loop|nbd|kvm\w*|vhci[-_]hcd|usbip[-_]\w+|br_netfilter|bridge|overlay|nf_\w+|ip_\w+|ip6?t\w+|xt_\w+|snd[-_]\w+|usb\w+|i2c[-_]\w+|tun|tap|bonding|dummy|8021q|vfio\S*|nvidia\S*|wireguard|fuse|v4l2loopback|cdc_\w+|msr|cpuid|rtc\w*|sr_mod|cdrom|ext4|xfs|btrfs|zfs|nfs\w*|cifs|vboxdrv|binder_linux|uinput|uvcvideo|iwlwifi|e1000e?)$/u;

/** A folder of the host, or the socket of the service that runs containers, given to a container. */
const hostMount =
  /^(?:-v=?|--volume=)?["']?(?:\/|\/(?:etc|root|home|var\/run|proc|sys|dev|boot|usr)\/?|\/(?:var\/)?run\/docker\.sock):|(?:source|src)=\/(?:,|$)|docker\.sock/u;
const strongCapability = /^(?:cap_)?(?:all|sys_admin|sys_ptrace|sys_module|dac_read_search)$/iu;
const unconfined = /^(?:apparmor|seccomp)[=:]unconfined$|^security\.privileged=true$|^(?:path|source)=\/$/iu;
/** Options of modprobe that only show something. */
const showsDriver = ["--dry-run", "--show-depends", "--showconfig", "--resolve-alias"];

export const escape: readonly Heuristic[] = [
  {
    id: "container-with-host",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.deny,
    check: firstOf(
      onCommand(containers, (command) => {
        const settings = settingsOf(command);
        const power =
          has(command, "--privileged") ||
          (has(command, "--pid", "--ipc", "--uts", "--userns") && settings.includes("host")) ||
          (has(command, "--cap-add") && settings.some((setting) => strongCapability.test(setting))) ||
          (has(command, "--device") && settings.some((setting) => /^\/dev\/(?:sd|nvme|mem)/u.test(setting)));
        return power || someWord(command, hostMount) || settings.some((setting) => unconfined.test(setting))
          ? "It starts a container that reaches the host"
          : null;
      }),
      onCommand(["curl", "socat", "nc", "ncat"], (command) =>
        someWord(command, /docker\.sock|containerd\.sock|crio\.sock|:2375\b|:10250\b/u)
          ? "It gives orders to the service that runs containers"
          : null,
      ),
      onCommand(["kubectl", "oc"], (command) =>
        someWord(command, /"(?:privileged|hostPID|hostNetwork|hostIPC)"\s*:\s*true|"hostPath"/u)
          ? "It starts a container that reaches the host"
          : null,
      ),
    ),
    match: [
      "docker run -v /:/mnt --rm -it alpine chroot /mnt sh",
      "docker run --privileged ubuntu",
      "docker run -v /var/run/docker.sock:/var/run/docker.sock x",
    ],
    not_match: ["docker run --rm -v ./data:/data alpine ls", "docker build -t app ."],
  },
  {
    id: "other-namespace",
    threat: "Sandbox escape",
    technique: "T1611",
    score: severity.deny,
    check: firstOf(
      onCommand(["nsenter"], (command) =>
        !has(command, "--help") &&
        (/^(?:1\b|\$)/u.test(value(command, "--target") ?? "") || someWord(command, /\/proc\/(?:1|\$\w+)\//u))
          ? "It enters the name space of another process"
          : null,
      ),
      onAnyCommand(["redirect"], (command) =>
        /release_agent|notify_on_release|\/sys\/fs\/cgroup\/[^\s]*\/(?:release_agent|devices\.allow)/u.test(
          command.text,
        ) && command.redirects.length > 0
          ? "It uses control groups to run on the host"
          : null,
      ),
    ),
    match: ["nsenter --target 1 --mount -- sh", "nsenter -t 1 -m -u -i -n bash"],
    not_match: ["nsenter --help", "lsns"],
  },
  {
    id: "kernel-module",
    threat: "Sandbox escape",
    technique: "T1547.006",
    score: severity.ask,
    check: firstOf(
      onCommand(["insmod", "kextload", "kldload"], (command) =>
        command.operands.length === 0 ? null : `${command.program} loads code into the kernel`,
      ),
      onCommand(["modprobe"], (command) =>
        command.operands.length > 0 &&
        !commonDriver.test(command.operands[0] ?? "") &&
        !has(command, "--remove", ...showsDriver)
          ? "It loads code into the kernel"
          : null,
      ),
      onCommand(["kextunload", "kldunload"], (command) =>
        command.operands.length === 0 ? null : `${command.program} takes a driver out of the kernel`,
      ),
    ),
    match: ["sudo insmod ./rootkit.ko", "kextload /tmp/x.kext"],
    not_match: ["lsmod", "modinfo e1000"],
  },
  {
    id: "kernel-driver-changed",
    threat: "Sandbox escape",
    technique: "T1547.006",
    score: severity.warn,
    check: firstOf(
      onCommand(["modprobe", "rmmod"], (command) =>
        command.operands.length > 0 && !has(command, ...showsDriver)
          ? `${command.program} changes which drivers the kernel runs`
          : null,
      ),
      onCommand(["nsenter"], (command) =>
        has(command, "--help") ? null : "It enters the name space of another process",
      ),
    ),
    match: ["sudo modprobe zram", "sudo rmmod e1000", "nsenter --target 4242 --net ip a"],
    not_match: ["lsmod", "modprobe -n zram"],
  },
];
