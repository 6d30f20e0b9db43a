#!/usr/bin/perl
# gatehouse run [--profile NAME] [--intent ID] -- PROGRAM [ARGUMENT...]: starts a program contained. Written by Gatehouse.
# It asks the engine for the plan, starts bubblewrap, and passes bytes between the ports inside and the engine's sockets.
use strict;
my $door = {SOCKET};
my $inside = {INSIDE};

sub stop { my ($code, $text) = @_; print STDERR "gatehouse run: $text\n"; exit $code }

# --- what to run ---
my %option;
shift @ARGV if @ARGV and $ARGV[0] eq 'run';
while (@ARGV and $ARGV[0] =~ /^--(profile|intent)(?:=(.*))?$/s) {
  my ($name, $value) = ($1, $2);
  shift @ARGV;
  $value = shift @ARGV unless defined $value;
  $option{$name} = $value;
}
if (@ARGV and $ARGV[0] eq '--') { shift @ARGV }
elsif (@ARGV and $ARGV[0] =~ /^-/) { stop(2, "$ARGV[0] is no option. Say: gatehouse run [--profile NAME] -- PROGRAM [ARGUMENT...]") }
@ARGV or stop(2, 'say what to run: gatehouse run [--profile NAME] -- PROGRAM [ARGUMENT...]');

# --- the engine's plan ---
sub json {
  my $text = shift;
  my $copy = $text;
  utf8::decode($copy) or stop(2, 'a name or an argument is not UTF-8 text, which cannot be contained');
  $text =~ s/(["\\])/\\$1/g;
  $text =~ s/([\x00-\x1f])/sprintf('\\u%04x', ord $1)/ge;
  return '"' . $text . '"';
}
sub list { '[' . join(',', map { json($_) } @_) . ']' }
my @known = grep { defined $ENV{$_} } qw(PATH HOME CLAUDE_CONFIG_DIR CODEX_HOME ANTHROPIC_BASE_URL OPENAI_BASE_URL GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL COPILOT_PROVIDER_BASE_URL);
my $terminal = -t STDIN || -t STDOUT || -t STDERR ? 'true' : 'false';
my $request = '{"command":' . list(@ARGV) . ',"directory":' . json(readlink('/proc/self/cwd'))
  . join('', map { ',"' . $_ . '":' . json($option{$_}) } keys %option)
  . ',"terminal":' . $terminal . ',"variables":' . list(keys %ENV)
  . ',"given":{' . join(',', map { json($_) . ':' . json($ENV{$_}) } @known) . '}}';
socket(my $engine, 1, 1, 0) or stop(1, "no socket: $!");
if (!connect($engine, pack('Sa*x', 1, $door))) {
  stop(1, "this is inside a contained run ($ENV{GATEHOUSE_RUN}) already: start the program as it is.") if defined $ENV{GATEHOUSE_RUN};
  stop(1, 'Gatehouse is not running, so nothing was started. Open the app, or run: gatehouse serve');
}
sub send_all { my ($to, $bytes) = @_; for (my $sent = 0; $sent < length $bytes;) { $sent += syswrite($to, $bytes, length($bytes) - $sent, $sent) || return 0 } return 1 }
send_all($engine, "$request\n") or stop(1, 'the engine closed the connection');
my $answer = '';
while ($answer !~ /\n\z/) { sysread($engine, $answer, 262144, length $answer) or stop(1, 'the engine gave no plan; its log says why') }
my %plain = (n => "\n", r => "\r", t => "\t", b => "\b", f => "\f");
my @words;
while ($answer =~ /\G\s*[\[,]\s*"((?:[^"\\]|\\.)*)"/gcs) {
  my $word = $1;
  $word =~ s/\\(?:u([0-9a-fA-F]{4})|(.))/defined $1 ? chr hex $1 : exists $plain{$2} ? $plain{$2} : $2/ge;
  push @words, $word;
}
my (@arguments, @ways, @unset, %set, %limit, $seccomp, $program);
while (@words) {
  my $kind = shift @words;
  if ($kind eq 'error') { stop(1, shift @words) }
  elsif ($kind eq 'note') { print STDERR 'gatehouse run: ', shift @words, "\n" }
  elsif ($kind eq 'program') { $program = shift @words }
  elsif ($kind eq 'argument') { push @arguments, shift @words }
  elsif ($kind eq 'way') { push @ways, [splice @words, 0, 3] }
  elsif ($kind eq 'unset') { push @unset, shift @words }
  elsif ($kind eq 'set') { my ($name, $value) = splice @words, 0, 2; $set{$name} = $value }
  elsif ($kind eq 'limit') { my ($name, $value) = splice @words, 0, 2; $limit{$name} = $value }
  elsif ($kind eq 'seccomp') { $seccomp = pack 'H*', shift @words }
  else { stop(1, "the engine's plan cannot be read; are this launcher and the engine of one version?") }
}
defined $program or stop(1, 'the engine gave no plan');

# --- bubblewrap ---
# Handles this process was started with would be ways out of the sandbox.
opendir(my $handles, '/proc/self/fd');
for my $number (grep { /^\d+$/ && $_ > 2 } readdir $handles) { if (open(my $handle, '+<&=', $number)) { fcntl($handle, 2, 1); push @main::inherited, $handle } }
closedir $handles;
socketpair(my $out, my $in, 1, 1, 0) or stop(1, "no socket pair: $!");
pipe(my $end_read, my $end_write);
pipe(my $arguments_read, my $arguments_write);
pipe(my $seccomp_read, my $seccomp_write);
syswrite($seccomp_write, $seccomp) if defined $seccomp;
close $seccomp_write;
my $child = fork;
defined $child or stop(1, "no process: $!");
if (!$child) {
  delete @ENV{@unset};
  @ENV{keys %set} = values %set;
  # Signals from the terminal are for the program inside, which gets them as they usually are.
  $SIG{$_} = 'IGNORE' for qw(INT QUIT TERM HUP);
  my @given = ($in, $end_write, $arguments_read, $seccomp_read);
  fcntl($_, 2, 0) for @given;
  my @inner = map { $_->[0] } @ways;
  exec { $program } 'bwrap', '--args', fileno $arguments_read, '--', '/usr/bin/perl', '-e', $inside, fileno $in, $limit{processes} || 0, scalar @inner, @inner, @ARGV;
  print STDERR "gatehouse run: $program could not be started: $!\n";
  exit 127;
}
my %place = ('{IN}' => fileno $in, '{END}' => fileno $end_write, '{SECCOMP}' => fileno $seccomp_read);
close $_ for $arguments_read;
send_all($arguments_write, join '', map { (exists $place{$_} ? $place{$_} : $_) . "\0" } @arguments);
close $_ for $arguments_write, $in, $end_write, $seccomp_read;

# --- outside ---
$SIG{$_} = 'IGNORE' for qw(INT QUIT TTOU PIPE);
sub first_inside { # the program, or what stands for it: the child of the first process of the sandbox
  my ($pid, $depth) = ($child, 0);
  while ($depth++ < 2) { open(my $file, '<', "/proc/$pid/task/$pid/children") or return; ($pid) = split ' ', <$file> || ''; $pid or return }
  return $pid;
}
for my $name (qw(TERM HUP USR1 USR2)) { $SIG{$name} = sub { my $pid = first_inside(); kill $name, $pid || $child } }

# The listeners inside, held by this process: nothing inside can end or replace what answers on them.
my @listeners;
if (@ways) {
  my $control = 'x' x (16 + 4 * @ways + 8); vec($control, 0, 8) = 0;
  my $byte = 'x'; vec($byte, 0, 8) = 0;
  my $vector = pack 'P Q', $byte, 1;
  my $message = pack 'Q L x4 P Q P Q i x4', 0, 0, $vector, 1, $control, length $control, 0;
  my $got = syscall({RECVMSG}, fileno $out, $message, 0x40000000);
  if ($got == 1) {
    my ($length) = unpack 'Q', $control;
    my @numbers = unpack 'i*', substr $control, 16, $length - 16;
    for my $number (@numbers) { open(my $listener, '+<&=', $number); push @listeners, $listener }
  }
}
close $out;

my ($status, %relays);
sub reap { while ((my $pid = waitpid -1, 1) > 0) { if ($pid == $child) { $status = $? } else { delete $relays{$pid} } } }
my $started = time;
my $stopped;
while (!defined $status) {
  my $ready = '';
  vec($ready, fileno $_, 1) = 1 for $end_read, @listeners;
  my $wait = $limit{seconds} || $limit{memory} || $limit{processor} ? 0.5 : 5;
  my $count = select($ready, undef, undef, $wait);
  reap();
  last if defined $status;
  if ($count > 0 and vec($ready, fileno $end_read, 1)) { waitpid($child, 0) == $child and $status = $?; last }
  if ($count > 0) { for my $index (0 .. $#listeners) { relay($listeners[$index], $ways[$index]) if vec($ready, fileno $listeners[$index], 1) } }
  if ($limit{seconds} and time - $started > $limit{seconds}) { $stopped = "it ran longer than $limit{seconds} seconds" }
  elsif ($limit{memory} or $limit{processor}) {
    my ($memory, $processor) = used();
    if ($limit{memory} and $memory > $limit{memory}) { $stopped = 'it used more than ' . int($limit{memory} / 1048576) . ' MB of memory' }
    elsif ($limit{processor} and $processor > $limit{processor}) { $stopped = "it used more than $limit{processor} seconds of processor time" }
  }
  kill 'KILL', $child if defined $stopped;
}
kill 'KILL', keys %relays;
# The terminal belongs to whoever waits for this process again.
ioctl(STDIN, 0x5410, pack 'i', getpgrp) if -t STDIN;
if (defined $stopped) { print STDERR "gatehouse run: stopped, because $stopped.\n"; exit 137 }
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

sub relay {
  my ($listener, $way) = @_;
  accept(my $client, $listener) or return;
  my $pid = fork;
  return unless defined $pid;
  if ($pid) { $relays{$pid} = 1; close $client; return }
  $SIG{$_} = 'DEFAULT' for qw(TERM HUP USR1 USR2);
  close $_ for @listeners, $end_read, $engine;
  my ($port, $kind, $path) = @$way;
  socket(my $socket, 1, 1, 0) or exit 1;
  my $way_out = $socket;
  connect($way_out, pack('Sa*x', 1, $path)) or exit 1;
  if ($kind eq 'loopback') {
    send_all($way_out, "CONNECT 127.0.0.1:$port HTTP/1.1\r\nhost: 127.0.0.1:$port\r\n\r\n");
    my $head = '';
    while ($head !~ /\r\n\r\n/) { sysread($way_out, $head, 1, length $head) or exit 1 }
    $head =~ m{^HTTP/1\.[01] 200 } or exit 1;
  }
  my %other = (fileno $client => $way_out, fileno $way_out => $client);
  my %open = (fileno $client => $client, fileno $way_out => $way_out);
  while (%open) {
    my $ready = '';
    vec($ready, $_, 1) = 1 for keys %open;
    select($ready, undef, undef, undef) > 0 or next;
    for my $number (keys %open) {
      next unless vec($ready, $number, 1);
      my $size = sysread $open{$number}, my $bytes, 131072;
      if (!$size) { shutdown $other{$number}, 1; delete $open{$number}; next }
      send_all($other{$number}, $bytes) or exit;
    }
  }
  exit 0;
}

sub used { # by everything inside: bytes that are really in memory, and seconds of processor, with those of processes that ended
  my (%parent, %pages, %ticks);
  opendir(my $processes, '/proc');
  for my $pid (grep { /^\d+$/ } readdir $processes) {
    open(my $file, '<', "/proc/$pid/stat") or next;
    my (undef, $rest) = split /\) /, scalar <$file>, 2;
    my @fields = split ' ', $rest;
    ($parent{$pid}, $pages{$pid}) = @fields[1, 21];
    $ticks{$pid} = $fields[11] + $fields[12] + $fields[13] + $fields[14];
  }
  my ($memory, $processor) = (0, 0);
  for my $pid (keys %parent) {
    for (my $up = $pid; $up; $up = $parent{$up}) { if ($up == $child) { $memory += $pages{$pid} * 4096; $processor += $ticks{$pid} / 100; last } }
  }
  return ($memory, $processor);
}
