// Programs that encrypt, sign and make keys.
import type { Definition } from "../definition.ts";
import { has, value } from "../invocation.ts";

/** Commands of openssl that print what they are given, in clear or in another form. */
const printsKeys =
  /^(?:enc|base64|aes\S*|des\S*|rsa|ec|pkey|pkcs8|pkcs12|smime|cms|rsautl|pkeyutl|storeutl|asn1parse)$/u;

/** Options of openssl with a value, in any of its commands. */
const valued =
  "in out inkey keyout key keyform inform outform pass passin passout k kfile K iv S md config subj days newkey connect servername engine cert CA CAkey CAfile CApath extensions reqexts addext name salt_len iter nameopt certopt starttls cipher ciphers rand accept port";

export const crypto: readonly Definition[] = [
  {
    names: ["openssl"],
    style: "long",
    options: [
      ...valued.split(" ").map((name) => `-${name} <text>`),
      ..."d e a base64 noout pubout pubin check text nodes quiet".split(" ").map((name) => `-${name}`),
    ],
    subcommands: { enc: {}, base64: {}, s_client: {}, req: {}, x509: {} },
    // `-text` shows the numbers of a key, whatever `-noout` leaves out. Keys and certificates of the project are made and looked at all day; what lies elsewhere is not.
    describe(command, record) {
      const shown =
        printsKeys.test(command.subcommand) &&
        (has(command, "-text") || !has(command, "-noout")) &&
        !has(command, "-pubout", "-pubin", "-check");
      for (const { name, value: file } of command.options) {
        if (file === undefined) continue;
        if ((name === "-in" || name === "-inkey") && shown) record.reads(file);
        else if ((name === "-out" || name === "-keyout") && /^[~/$]|^\.\.\//u.test(file)) record.writes(file);
      }
    },
    examples: [
      {
        run: "openssl enc -d -in a.enc -out ~/a.txt",
        subcommand: "enc",
        options: ["-d", "-in", "-out"],
        reads: ["a.enc"],
        writes: ["~/a.txt"],
      },
      {
        run: "openssl rsa -in k.pem -text -noout",
        options: ["-in", "-text", "-noout"],
        reads: ["k.pem"],
        effects: ["credential"],
      },
      { run: "openssl x509 -in cert.pem -noout -text", subcommand: "x509", options: ["-in", "-noout", "-text"] },
    ],
  },
  {
    names: ["gpg", "gpg2"],
    options: [
      "-o, --output <write>",
      "-r, --recipient <text>",
      "-R, --hidden-recipient <text>",
      "-u, --local-user <text>",
      "--homedir <text>",
      "--passphrase <text>",
      "--passphrase-file <read>",
      "-c, --symmetric",
      "-e, --encrypt",
      "-d, --decrypt",
      "-s, --sign",
      "-a, --armor",
      "--export-secret-keys",
      "--export-secret-subkeys",
    ],
    operands: "read",
    describe(command, record) {
      if (command.options.some(({ name }) => name.startsWith("--export-secret"))) record.effect("credential");
      const home = value(command, "--homedir");
      if (home !== undefined) record.kind("path", home, command.program, false);
    },
    examples: [
      { run: "gpg -c notes.txt", options: ["--symmetric"], reads: ["notes.txt"] },
      { run: "gpg --export-secret-keys -o keys.asc", writes: ["keys.asc"], effects: ["credential"] },
    ],
  },
];
