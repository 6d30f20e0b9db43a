// Git over ssh from inside: a few lines of Perl open a tunnel through the gate and become the connection of ssh.
import { gatePort } from "../gate-port.ts";

/** Reads the answer byte by byte: what follows it belongs to ssh. */
const script = [
  "use strict; use IO::Socket::INET; use IO::Select; $|=1;",
  "my ($h,$p)=@ARGV;",
  `my $s=IO::Socket::INET->new(PeerAddr=>"127.0.0.1:${gatePort}") or die "The way to the network is closed: $!\\n";`,
  'syswrite $s,"CONNECT $h:$p HTTP/1.1\\r\\nHost: $h:$p\\r\\n\\r\\n";',
  'my $a=""; while($a!~/\\r\\n\\r\\n$/){my $n=sysread $s,my $c,1; last if !$n; $a.=$c}',
  "if($a!~/^HTTP\\S+ 200/){my $t; sysread $s,$t,4096; die $t||$a}",
  "my $w=IO::Select->new($s,\\*STDIN);",
  "while($w->count){for my $f ($w->can_read){",
  "my $o=$f==$s?\\*STDOUT:$s; my $n=sysread $f,my $b,65536;",
  "if(!$n){exit if $f==$s; shutdown $s,1; $w->remove($f); next}",
  "for(my $d=0;$d<$n;){$d+=syswrite($o,$b,$n-$d,$d)||exit}}}",
].join(" ");

/** Without a terminal nobody can answer questions of ssh, and host keys of the user are hidden with the rest of ~/.ssh. */
export function sshEnvironment(): Readonly<Record<string, string>> {
  const proxy = `/usr/bin/perl -e '${script}' %h %p`;
  const quoted = proxy.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("$", "\\$").replaceAll("`", "\\`");
  return { GIT_SSH_COMMAND: `ssh -o "ProxyCommand=${quoted}"` };
}
