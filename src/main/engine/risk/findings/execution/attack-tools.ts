// Attack tools: programs whose only everyday use is breaking in, and the words they are started with.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Check, type Heuristic, clip, firstOf, onAnyCommand, onCommand, when } from "../../heuristic.ts";
import { has, isDryRun, settingsOf } from "../../../normalise/programs/invocation.ts";

const names =
  /\b(?:mimikatz|mimipenguin|lazagne|linpeas|winpeas|linenum|linux-exploit-suggester|pspy(?:32|64)?|msfvenom|meterpreter|cobaltstrike|sliver-client|sharphound|rubeus|seatbelt|sharpup|certify|kerbrute|secretsdump\.exe|responder\.py|powersploit|powerview|powerup|empire|nishang|invoke-mimikatz|invoke-bloodhound|procdump|nanodump|dumpert|pypykatz|weevely|beef-xss|sandcat|xsser|commix|laudanum|pwncat|peass-ng|traitor|dirtycow|pwnkit|goawsconsolespray|stratus-red-team|diamorphine|reptile|merlinagent|pupy|koadic|covenant|gobfuscate|xordump|sharpdpapi|safetykatz|inveigh|petitpotam|printnightmare|zerologon|mimidogz|winpwn|stratus)\b/iu;
/** In the places and names attacks are rehearsed with: scratch files, remote accounts, programs. */
const evil =
  /(?:\/(?:tmp|var\/tmp|dev\/shm)\/[\w./-]*(?:evil|malicious|victim|adversary|backdoor|loot|exfil|ransom|pwned|hacked)|\b(?:victim|adversary|attacker)@|\b(?:evil|malicious)_(?:user|account|binary)|\bpersistevil\b|\b(?:backdoor|keylogger|rootkit|ransomware|shellcode|exploit)\.(?:py|sh|c|pl|rb|exe|elf|ko|so|bin)\b|\bpayload\.(?:sh|exe|elf|ko|dll|hta)\b|machine was hacked|-keylog\b)/u;
const quiet =
  /^(?:grep|rg|egrep|echo|printf|man|tldr|apt|apt-get|brew|cat|ls|find|git|sed|awk|less|head|tail|test|\[|nl)$/u;

const namedTools =
  /invoke-mimikatz|sekurlsa::|lsadump::|invoke-(?:bloodhound|kerberoast|powerdump|psimage|shellcode|maldoc)|peass-ng|linpeas|powersploit|winpwn|sharphound|rubeus/u;
const guessers =
  /^(?:sshpass|hydra|medusa|ncrack|patator|john|hashcat|aircrack-ng|aireplay-ng|crowbar|fcrackzip|cewl|thc-hydra|brutespray|wpscan|sqlmap|nikto|gobuster|ffuf|dirb|wfuzz|enum4linux|smbmap|masscan|responder|bloodhound-python|bloodhound|crackmapexec|netexec|nxc|evil-winrm|(?:secretsdump|psexec|wmiexec|smbexec|atexec|dcomexec|getnpusers|getuserspns|gettgt|ticketer|ntlmrelayx|mssqlclient|lookupsid|goldenpac)(?:\.py)?|impacket-\w+|ncrack|dnsspoof|setoolkit|msfconsole|gophish|evilginx\d?|mdk[34]|reaver|wifite|hoaxshell|kerbrute|pacu|chisel|ligolo|tcpkill|arpspoof|macof|slowloris|hping3)$/u;

/** They act on other machines at once; looking for weak spots is not what they do. */
const intruders =
  /^(?:evil-winrm|responder|ntlmrelayx(?:\.py)?|(?:secretsdump|psexec|wmiexec|smbexec|atexec|dcomexec|goldenpac|ticketer|getnpusers|getuserspns)\.py|impacket-[\w-]+|arpspoof|dnsspoof|macof|tcpkill|slowloris|evilginx\d?|hoaxshell|mitm6|pth-\w+|xfreerdp_pth)$/iu;

/** `-U ''` and `-U %`: a user without a name. */
function namesNobody(command: CommandFact): boolean {
  return (
    has(command, "-U%") ||
    (has(command, "-U", "--user") && settingsOf(command).some((word) => word === "" || word === "%"))
  );
}

/** The text of a call matches, and some program does more with it than show or search. */
function named(pattern: RegExp, reason: (found: string) => string): Check {
  return when([{ text: pattern }], ({ facts, text }) => {
    if (facts.commands.length > 0 && facts.commands.every((command) => quiet.test(command.program))) return null;
    const match = pattern.exec(text);
    return match === null ? null : { reason: reason(match[0]), evidence: clip(match[0].trim()) };
  });
}

export const attackTools: readonly Heuristic[] = [
  {
    id: "attack-tool",
    threat: "Attack tool",
    technique: "T1588.002",
    score: severity.deny,
    check: onAnyCommand([{ words: names }], (command) => {
      if (quiet.test(command.program) || command.options.some(({ name }) => /^--?list(?:-\w+)?$/u.test(name)))
        return null;
      const match =
        names.exec(command.program) ??
        settingsOf(command)
          .map((operand) => names.exec(operand))
          .find((each) => each !== null);
      return match === null || match === undefined ? null : `It uses ${match[0]}, a tool for breaking in`;
    }),
    match: ["./linpeas.sh", "python3 laZagne.py all", "msfvenom -p linux/x64/shell_reverse_tcp"],
    not_match: ["grep -r mimikatz rules/", "echo bloodhound", "msfvenom --list formats"],
  },
  {
    id: "attack-tool-named",
    threat: "Attack tool",
    technique: "T1588.002",
    score: severity.ask,
    check: named(namedTools, (found) => `It names ${found}, a tool for breaking in`),
    match: [`python3 -c 'import requests; requests.get("https://example.org/linpeas.sh")'`],
    not_match: ["grep -rn linpeas docs"],
  },
  {
    id: "password-guessing",
    threat: "Credential access",
    technique: "T1110",
    score: severity.suspicious,
    check: onCommand(guessers, (command) => {
      if (command.program === "sshpass") return /\$|`/u.test(command.text) ? "It tries out passwords" : null;
      return command.operands.length > 0 ? `${command.program} tries out passwords or looks for weak spots` : null;
    }),
    match: ["hydra -l root -P words.txt ssh://10.0.0.1", "john --wordlist=w hashes"],
    not_match: ["john", "npm test"],
  },
  {
    id: "break-in-tool",
    threat: "Attack tool",
    technique: "T1021",
    score: severity.ask,
    check: firstOf(
      onCommand(intruders, (command) =>
        settingsOf(command).length > 0 && !isDryRun(command)
          ? `${command.program} takes over machines or other people's connections`
          : null,
      ),
      onCommand(["nxc", "netexec", "crackmapexec", "cme"], (command) =>
        has(command, "-x", "-X", "--sam", "--lsa", "--ntds", "--dpapi", "--exec-method", "-M", "--wdigest")
          ? `${command.program} runs commands on other machines or takes their passwords`
          : null,
      ),
      onCommand(["smbclient", "rpcclient", "net", "mount"], (command) =>
        settingsOf(command).some((word) => /(?:\/\/|\\\\)[^\s/\\]+[/\\](?:c|d|admin|ipc)\$/iu.test(word)) ||
        (/^(?:rpcclient|smbclient)$/u.test(command.program) && namesNobody(command))
          ? "It opens another machine by its administrators' shares or without a name"
          : null,
      ),
    ),
    match: [
      "evil-winrm -i 10.0.0.1 -u admin -p x",
      "impacket-secretsdump corp/admin@10.0.0.1",
      "crackmapexec smb 10.0.0.5 -u u -p p --sam",
      "arpspoof -i eth0 -t 10.0.0.5 10.0.0.1",
      "smbclient '//10.0.0.5/C$' -U admin",
    ],
    not_match: ["psexec.py --help", "smbclient //nas.local/music -U me", "netexec --version", "net use"],
  },
  {
    id: "evil-words",
    threat: "Attack tool",
    technique: "T1588",
    score: severity.ask,
    check: named(evil, () => "It works on something that calls itself harmful"),
    match: ["python3 exploit.py 10.0.0.1", "cp a /tmp/evil-binary", "scp a victim@host.example:/tmp/"],
    not_match: ["ls", "grep -r evil src", "npm install evil-icons"],
  },
];
