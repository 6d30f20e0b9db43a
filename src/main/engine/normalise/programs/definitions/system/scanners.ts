// Programs that look for other machines and their open ports, and those that encrypt single files.
import { hostFact, looksLikeHost, urlsIn } from "../../../places/hosts.ts";
import type { Definition } from "../../definition.ts";

export const scanners: readonly Definition[] = [
  {
    names: ["nmap", "masscan", "zmap", "rustscan", "unicornscan", "naabu"],
    options: [
      "-p <text>",
      "-iL <read>",
      "-iR <text>",
      "--script <text>",
      "--rate <text>",
      "--max-rate <text>",
      "--exclude <text>",
      ...["-oN", "-oX", "-oG", "-oA"].map((name) => `${name} <write>`),
      "-e <text>",
      "-T <text>",
    ],
    urls: "ignore",
    describe({ operands }, record) {
      record.network();
      for (const operand of operands) {
        const target = operand.replace(/\/\d{1,2}$/u, "");
        const [found] = urlsIn(target, "connect");
        const named = looksLikeHost(target) || (operands.length === 1 && /^[\w.-]+$/u.test(target));
        record.host(found ?? (named ? hostFact(target, "connect") : undefined));
      }
    },
    examples: [
      {
        run: "nmap -p- -oN scan.txt 10.0.0.0/24",
        options: ["-p", "-oN"],
        writes: ["scan.txt"],
        hosts: ["10.0.0.0"],
        effects: ["network"],
      },
      { run: "nmap --version", options: ["--version"], effects: ["network"] },
    ],
  },
  {
    names: ["ccrypt", "ccencrypt", "ccdecrypt"],
    options: ["-K, --key <text>", "-k, --keyfile <read>", "-e, --encrypt", "-d, --decrypt", "-c, --cat"],
    operands: "path",
    examples: [{ run: "ccrypt -K secret ./a.txt", options: ["--key"], reads: ["./a.txt"] }, { run: "ccrypt --help" }],
  },
];
