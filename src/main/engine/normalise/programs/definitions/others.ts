// Others: programs about which one thing matters, such as that they reach the network.
import type { Definition } from "../definition.ts";

export const others: readonly Definition[] = [
  {
    names: ["ssh-keygen"],
    options: [
      "-f <write>",
      "-C <text>",
      "-t <text>",
      "-b <text>",
      "-N <text>",
      "-P <text>",
      "-m <text>",
      "-R <text>",
      "-y",
      "-l",
    ],
    examples: [
      { run: "ssh-keygen -t ed25519 -f ./key", options: ["-f", "-t"], writes: ["./key"] },
      { run: "ssh-keygen -t ed25519 -C ./key", options: ["-C", "-t"] },
    ],
  },
  {
    names: ["ip"],
    operands: "path",
    subcommands: {
      netns: { subcommands: { exec: { stopAfter: 2, carries: { skip: 1, both: true } } } },
    },
    examples: [
      { run: "ip netns exec blue rm x", subcommand: "netns exec", deletes: ["x"], runs: ["rm"] },
      { run: "ip netns list", subcommand: "netns" },
    ],
  },
  {
    names: ["wsl"],
    options: ["-d, --distribution <text>", "-u, --user <text>", "-l, --list"],
    stopAfter: 1,
    carries: { both: true },
    examples: [
      { run: "wsl -d Debian rm x", options: ["--distribution"], deletes: ["x"], runs: ["rm"] },
      { run: "wsl --list", options: ["--list"] },
    ],
  },
  {
    names:
      "rpcclient ldapsearch mqtt mosquitto_pub websocat wscat youtube-dl yt-dlp ngrok cloudflared chisel frpc tailscale s3fs ansible-playbook".split(
        " ",
      ),
    operands: "path",
    effects: ["network"],
    startsShells: true,
    examples: [
      { run: "ngrok http 3000", effects: ["network"] },
      { run: "ansible-playbook ./site.yml", reads: ["./site.yml"], effects: ["network"] },
    ],
  },
  {
    names: ["gpg2john", "ssh2john", "mimikatz", "lazagne", "unshadow", "john", "hashcat", "keychaindump"],
    operands: "path",
    effects: ["credential"],
    startsShells: true,
    examples: [
      { run: "john ./hashes", reads: ["./hashes"], effects: ["credential"] },
      { run: "hashcat --benchmark", options: ["--benchmark"], effects: ["credential"] },
    ],
  },
  {
    names: ["docker-clean"],
    effects: ["delete"],
    examples: [
      { run: "docker-clean all", options: [] },
      { run: "docker-clean --dry-run", options: ["--dry-run"] },
    ],
  },
  {
    names: ["tcpdump"],
    options: [
      "-i, --interface <text>",
      "-w <write>",
      "-r <read>",
      "-F <read>",
      "-c <text>",
      "-s <text>",
      "-z <shell>",
      "-G <text>",
    ],
    examples: [
      { run: "tcpdump -i eth0 -w out.pcap", options: ["--interface", "-w"], writes: ["out.pcap"] },
      { run: "tcpdump -z 'rm x'", options: ["-z"], deletes: ["x"], runs: ["rm"] },
    ],
  },
  {
    names: ["dhclient", "openvpn", "scrot", "pidstat", "socket"],
    options: [
      "-sf <shell>",
      "--up <shell>",
      "--down <shell>",
      "--config <read>",
      "-e <shell>",
      "-p <shell>",
      "-svp <shell>",
      "-qvp <shell>",
    ],
    operands: "path",
    examples: [
      {
        run: "openvpn --config a.conf --up 'rm x'",
        options: ["--config", "--up"],
        reads: ["a.conf"],
        deletes: ["x"],
        runs: ["rm"],
      },
      { run: "openvpn --config a.conf", options: ["--config"], reads: ["a.conf"] },
    ],
  },
  {
    names: ["security"],
    operands: "path",
    options: ["-s <text>", "-a <text>", "-w", "-g", "-k <path>", "-o <write>"],
    subcommands: {},
    describe(command, record) {
      if (/^(?:find-|dump-|export|unlock-)/u.test(command.subcommand)) record.effect("credential");
    },
    examples: [
      { run: "security find-generic-password -s x -w", subcommand: "find-generic-password", effects: ["credential"] },
      { run: "security list-keychains", subcommand: "list-keychains" },
    ],
  },
];
