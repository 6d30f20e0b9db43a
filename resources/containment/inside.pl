my ($handle, $processes, $count) = splice @ARGV, 0, 3;
my @ports = splice @ARGV, 0, $count;
open(my $out, '+<&=', $handle); fcntl($out, 2, 1);
my @listeners = map { my $port = $_; socket(my $socket, 2, 1, 6); setsockopt($socket, 1, 2, pack 'i', 1);
  bind($socket, pack('S n a4 x8', 2, $port, "\x7f\0\0\1")) && listen($socket, 256) or die "gatehouse run: port $port: $!\n"; $socket } @ports;
if (@listeners) {
  my $control = pack 'Q i i i*', 16 + 4 * @listeners, 1, 1, map { fileno $_ } @listeners;
  $control .= "\0" x (-length($control) % 8);
  my $byte = 'x'; my $vector = pack 'P Q', $byte, 1;
  my $message = pack 'Q L x4 P Q P Q i x4', 0, 0, $vector, 1, $control, length $control, 0;
  syscall({SENDMSG}, $handle + 0, $message, 0) == 1 or die "gatehouse run: $!\n";
}
syscall({PRLIMIT}, 0, 4, my $core = pack('QQ', 0, 0), 0);
if ($processes) { syscall({PRLIMIT}, 0, 6, my $most = pack('QQ', $processes, $processes), 0) }
close $_ for @listeners, $out;
$SIG{$_} = 'DEFAULT' for qw(INT QUIT TERM HUP);
exec { $ARGV[0] } @ARGV;
my $why = "$!"; my $code = $! == 2 ? 127 : 126;
print STDERR "gatehouse run: $ARGV[0]: $why\n";
exit $code;
