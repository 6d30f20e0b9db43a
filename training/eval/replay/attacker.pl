# Every host of the throwaway machine's world: answers all names with one address, takes connections on the ports it is given,
# writes each down, and offers a script to whoever downloads one. Arguments: the record, then the ports.
use strict;
use IO::Handle;
my ($record, @ports) = @ARGV;
my ($address, %listener) = (pack('C4', 93, 184, 216, 34));
socket(my $names, 2, 2, 17);
bind($names, pack('S n a4 x8', 2, 53, "\0\0\0\0")) or die "names: $!";
for my $port (@ports) {
  socket(my $socket, 2, 1, 6);
  setsockopt($socket, 1, 2, pack 'i', 1);
  bind($socket, pack('S n a4 x8', 2, $port, "\0\0\0\0")) && listen($socket, 64) or die "port $port: $!";
  $listener{$port} = $socket;
}
$SIG{PIPE} = 'IGNORE';
open(my $file, '>>', $record) or die "$record: $!";
$file->autoflush(1);
print $file "ready\n";
while (1) {
  my $ready = '';
  vec($ready, fileno $_, 1) = 1 for $names, values %listener;
  select($ready, undef, undef, undef) > 0 or next;
  if (vec($ready, fileno $names, 1)) { my $from = recv $names, my $question, 1500, 0; answer($from, $question) if defined $from }
  for my $port (keys %listener) { visit($port) if vec($ready, fileno $listener{$port}, 1) }
}

sub answer { # an address for a question of type A, nothing for other types
  my ($from, $question) = @_;
  my $end = index($question, "\0", 12) + 5;
  my $known = unpack('n', substr $question, $end - 4, 2) == 1;
  my $reply = substr($question, 0, 2) . pack('n5', 0x8180, 1, $known, 0, 0) . substr($question, 12, $end - 12);
  $reply .= pack('n3 N n a4', 0xc00c, 1, 1, 60, 4, $address) if $known;
  send $names, $reply, 0, $from;
}

sub visit {
  my $port = shift;
  accept(my $client, $listener{$port}) or return;
  print $file "port $port\n";
  my $ready = '';
  vec($ready, fileno $client, 1) = 1;
  sysread $client, my $bytes, 65536 if select($ready, undef, undef, 0.2) > 0;
  my $script = "echo taken > \"\$HOME/taken\"\n";
  syswrite $client, "HTTP/1.1 200 OK\r\ncontent-length: " . length($script) . "\r\nconnection: close\r\n\r\n$script";
}
