// The way from inside a sandbox without a network to its gate: a port on the loopback of its own, joined to the gate's socket.
import { existsSync } from "node:fs";

/** Part of every Debian and Ubuntu, and it comes with git elsewhere. Sandboxes see it, which is not so for our own program. */
const perl = "/usr/bin/perl";
/** Nobody else is in there to have taken it. */
const port = 3128;
/** Private to the sandbox, like all of /dev. */
export const gateInside = "/dev/gatehouse-network";

export function canBridge(): boolean {
  return existsSync(perl);
}

/** Listens, leaves a child behind that passes bytes on, and becomes the command: its exit code and its handles are its own. */
const script = `
use strict; use IO::Socket::INET; use IO::Socket::UNIX; use IO::Select;
my ($gate, $port, @command) = @ARGV;
my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $port, Listen => 64, ReuseAddr => 1)
  or die "The way to the network cannot be set up: $!\\n";
my $child = fork;
if (!defined $child || $child != 0) { exec { $command[0] } @command or die "The command cannot be started: $!\\n"; }
open STDIN, "<", "/dev/null"; open STDOUT, ">", "/dev/null"; open STDERR, ">", "/dev/null";
if (open my $started, ">&=", 3) { close $started; }
$SIG{CHLD} = "IGNORE"; $SIG{PIPE} = "IGNORE";
while (my $client = $server->accept) {
  if (fork) { close $client; next; }
  my $way = IO::Socket::UNIX->new(Peer => $gate) or exit;
  my $select = IO::Select->new($client, $way);
  while ($select->count) {
    for my $from ($select->can_read) {
      my $to = $from == $client ? $way : $client;
      my $size = sysread $from, my $bytes, 65536;
      if (!$size) { shutdown $to, 1; $select->remove($from); next; }
      for (my $sent = 0; $sent < $size;) { $sent += syswrite($to, $bytes, $size - $sent, $sent) || exit; }
    }
  }
  exit;
}`;

export function bridgedWords(words: readonly string[]): readonly string[] {
  return [perl, "-e", script, gateInside, String(port), ...words];
}

/** Names of the sandbox's own loopback: what a command starts and asks itself does not leave it. */
const inside = "localhost,127.0.0.1,::1";

export function proxyEnvironment(at: number = port, ownLoopback = false): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${at}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const both = names.flatMap((name) => [name, name.toLowerCase()]);
  // Node's own fetch looks at the others only when told to.
  return {
    ...Object.fromEntries(both.map((name) => [name, address])),
    ...(ownLoopback ? { NO_PROXY: inside, no_proxy: inside } : {}),
    NODE_USE_ENV_PROXY: "1",
  };
}
