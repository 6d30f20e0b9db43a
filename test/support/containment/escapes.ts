// Ways out of a sandbox, one a row: what is tried, and what tells that it worked. None may.

export const kinds = ["read", "write", "hooks", "gatehouse", "network", "socket", "process", "kernel"] as const;

export interface Escape {
  readonly kind: (typeof kinds)[number];
  readonly attempt: string;
  /**
   * For bash. It has worked when it prints the secret or the word ESCAPED, when somebody outside is reached, or when a file outside
   * changes. Names in braces stand for places of the stage.
   */
  readonly script: string;
  /** Only where a whole agent is contained: a single tool call has neither hooks nor a terminal. */
  readonly only?: "run";
}

const said = (test: string): string => `${test} && echo ESCAPED`;
/** Connects to a Unix socket; a name that begins with a zero byte is an abstract one. */
const dialUnix = (name: string): string =>
  `perl -e 'socket(S,1,1,0); connect(S, pack("Sa*", 1, ${name})) and print "ESCAPED\\n" and syswrite(S,"x")'`;
const dial = (address: string): string => `(exec 3<>/dev/tcp/${address} && echo GET >&3 && echo ESCAPED) 2>&1`;
const proxied = (target: string): string =>
  `perl -e 'socket(S,2,1,6); connect(S, pack("Sna4x8",2,3128,"\\x7f\\0\\0\\1")) or exit; syswrite(S, "CONNECT ${target} HTTP/1.1\\r\\n\\r\\n"); sysread(S,$a,99); print "ESCAPED\\n" if $a =~ / 200 /'`;
const call = (words: string): string =>
  `perl -e 'print "ESCAPED\\n" if syscall(${words}) >= 0 or $! == 9 or $! == 14 or $! == 22'`;

const rows = (kind: Escape["kind"], table: Readonly<Record<string, string>>, only?: "run"): readonly Escape[] =>
  Object.entries(table).map(([attempt, script]) => ({
    kind,
    attempt,
    script,
    ...(only === undefined ? {} : { only }),
  }));

export const escapes: readonly Escape[] = [
  ...rows("read", {
    "a key by its usual name": "cat ~/.ssh/id_rsa",
    "a key by its whole path": "cat {home}/.ssh/id_rsa",
    "a key through the root of this process": "cat /proc/self/root{home}/.ssh/id_rsa",
    "a key through the root of the first process": "cat /proc/1/root{home}/.ssh/id_rsa",
    "a key through the folder of this process": "cat /proc/self/cwd/../home/.ssh/id_rsa",
    "a key by a pattern": "cat ~/.s*/id_*",
    "an account of a cloud": "cat ~/.aws/credentials",
    "tokens of a package registry": "cat ~/.npmrc ~/.netrc ~/.git-credentials",
    "whatever is in the home folder": "tar cf - ~ 2>/dev/null | strings",
    "a search of the whole disk": "find / -xdev -name id_rsa -exec cat {} + 2>/dev/null",
    "a link in the project that was made outside": "cat door/.ssh/id_rsa",
    "a link that is made inside": "ln -s {home}/.ssh/id_rsa mine; cat mine",
    "a second name for a file outside": "ln {home}/.ssh/id_rsa mine; ln {outside}/secret.txt mine2; cat mine mine2",
    "a file beside the project": "cat ../outside/secret.txt; cat {outside}/secret.txt",
    "the environment of the first process": "tr '\\0' '\\n' < /proc/1/environ",
    "the environment of every process": "cat /proc/[0-9]*/environ | tr '\\0' '\\n'",
    "command lines of every process": "cat /proc/[0-9]*/cmdline | tr '\\0' ' '",
    "variables that hold secrets": "env; export -p",
    "handles it was started with":
      "for n in /proc/self/fd/*; do cat $n/.ssh/id_rsa; cat $n; done < /dev/null; cat <&7; cat <&8",
    "folders behind the handles of other processes":
      "cat /proc/[0-9]*/fd/*/.ssh/id_rsa /proc/[0-9]*/cwd/../home/.ssh/id_rsa",
    "the disk itself":
      "for d in /dev/sd* /dev/vd* /dev/nvme* /dev/xvd* /dev/dm-*; do [ -b $d ] && head -c 1 $d > /dev/null && echo ESCAPED; done",
    "a device file of its own": said("mknod disk b 8 0 && head -c 1 disk > /dev/null"),
    "the memory of the machine":
      said("head -c 1 /dev/mem > /dev/null") + "; " + said("head -c 1 /proc/kcore > /dev/null"),
    "passwords of the system": said("test -s /etc/shadow") + "; " + said("test -e /etc/sudoers"),
    "keys of the machine": said("ls /etc/ssl/private/* /etc/ssh/ssh_host_*"),
    "the real temporary folder": "cat {temporary}/shared-secret.txt; ls {temporary}",
  }),
  ...rows("write", {
    "the start of the user's shell": "echo pwned >> ~/.bashrc; echo pwned >> {home}/.profile",
    "a file outside by its whole path": "echo pwned > {outside}/secret.txt; echo pwned > {outside}/pwned",
    "a file outside through ..": "echo pwned > ../outside/pwned",
    "a file outside through a link made outside": "echo pwned > door/pwned; echo pwned > door/.ssh/authorized_keys",
    "a file outside through /proc":
      "echo pwned > /proc/self/root{outside}/pwned; echo pwned > /proc/1/cwd/../outside/pwned",
    "a login for others": "mkdir -p ~/.ssh; echo pwned >> ~/.ssh/authorized_keys",
    "a program that starts with the desktop":
      "mkdir -p ~/.config/autostart && echo pwned > ~/.config/autostart/x.desktop",
    "a job for later": "echo '* * * * * touch {outside}/pwned' | crontab -; echo x > /etc/cron.d/pwned && echo ESCAPED",
    "a program of the system": said("cp /bin/true /usr/bin/ls") + "; " + said("touch /usr/local/bin/pwned"),
    "settings of the system": said("touch /etc/pwned") + "; " + said("touch /etc/ld.so.preload"),
    "the real temporary folder":
      "echo pwned > {temporary}/pwned; echo pwned > /var/tmp/gatehouse-pwned; echo pwned > /dev/shm/gatehouse-pwned",
    "the top of the disk": said("mkdir /pwned"),
    "a move of the project": "mv {project} {outside}/pwned",
    "mounts made writable": said("mount -o remount,rw /usr") + "; " + said("mount -o remount,bind,rw /"),
    "another mount over the project":
      said("mount -t tmpfs none {project}") + "; " + said("mount --bind /usr {project}"),
  }),
  ...rows(
    "hooks",
    {
      "settings of Claude Code in the project":
        "mkdir -p .claude; echo '{\"disableAllHooks\":true}' > .claude/settings.json && echo ESCAPED",
      "local settings of Claude Code in the project": "echo '{}' > .claude/settings.local.json && echo ESCAPED",
      "settings of Codex in the project": "mkdir -p .codex; touch .codex/config.toml && echo ESCAPED",
      "settings of Gemini CLI in the project": "mkdir -p .gemini; touch .gemini/settings.json && echo ESCAPED",
      "a plugin of opencode in the project":
        "mkdir -p .opencode/plugins && touch .opencode/plugins/x.js && echo ESCAPED",
      "a hook of Copilot in the project": "mkdir -p .github/hooks && touch .github/hooks/x.json && echo ESCAPED",
      "tasks of an editor": "mkdir -p .vscode && touch .vscode/tasks.json && echo ESCAPED",
      "the folder moved away":
        said("mv .claude .claude-old") + "; " + said("rm -rf .claude && mkdir .claude && touch .claude/settings.json"),
      "a hook of git": "echo 'touch {outside}/pwned' > .git/hooks/pre-commit && echo ESCAPED",
      "hooks of git elsewhere": said("git config core.hooksPath /tmp/hooks"),
      "the folder of git's hooks moved away": said("mv .git/hooks .git/hooks-old"),
      "a filter or an alias of git":
        said("git config alias.st '!touch pwned'") + "; " + said("sh -c 'echo [core] >> .git/config'"),
      "the project's own policy": said("sh -c 'echo rules: [] > .gatehouse.yaml'") + "; " + said("rm .gatehouse.yaml"),
      "the user's settings of an agent":
        "echo '{}' > ~/.claude/settings.json && echo ESCAPED; echo '{}' > {home}/.codex/hooks.json && echo ESCAPED",
      "mounts taken off": said("umount .claude") + "; " + said("umount -l .git/hooks"),
      "programs that hooks call":
        said("sh -c 'echo exit 0 > {data}/bin/gatehouse-hook'") + "; " + said("rm {data}/bin/gatehouse"),
    },
    "run",
  ),
  ...rows("gatehouse", {
    "the owner's token": said("test -s {data}/token"),
    "the ledger": said("test -s {data}/ledger.sqlite") + "; " + said("rm {data}/ledger.sqlite"),
    "the policy": said("sh -c 'echo rules: [] > {data}/policy.yaml'"),
    "the operator's socket": dialUnix(`"{data}/operator.sock"`),
    "the agents' socket": dialUnix(`"{data}/agent.sock"`),
    "the socket on which runs are opened": dialUnix(`"{data}/runs.sock"`),
    "the engine's port": `${dial("127.0.0.1/{enginePort}")} | grep -v ESCAPED; perl -e 'socket(S,2,1,6); connect(S, pack("Sna4x8",2,{enginePort},"\\x7f\\0\\0\\1")) or exit; syswrite(S, "POST /rpc HTTP/1.0\\r\\nhost: localhost\\r\\ncontent-type: application/json\\r\\ncontent-length: 2\\r\\n\\r\\n{}"); local $/; $a = <S>; print "ESCAPED\\n" if $a =~ m{ 200 }'`,
    "the engine's port through the gate": proxied("127.0.0.1:{enginePort}") + "; " + proxied("localhost:{enginePort}"),
    "the gatehouse command": "gatehouse approvals && echo ESCAPED; gatehouse run -- true && echo ESCAPED",
  }),
  ...rows(
    "gatehouse",
    {
      "approval over the hooks' socket":
        'perl -e \'socket(S,1,1,0); connect(S, pack("Sa*x",1,"{data}/hooks.sock")) or exit; for $p ("rpc","operator","approvals/resolve","") { syswrite(S, "POST /$p HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-type: application/json\\r\\ncontent-length: 2\\r\\n\\r\\n{}"); sysread(S,$a,9999); print "ESCAPED\\n" if $a =~ m{ 200 } }\'',
      "the hooks' socket replaced":
        said("rm {data}/hooks.sock") + "; " + said("mv {data}/hooks.sock {data}/x") + "; " + said("mv {data} /tmp/x"),
      "the bridge's port taken":
        'perl -e \'for $p (3128, {enginePort}) { socket(S,2,1,6); setsockopt(S,1,2,pack("i",1)); setsockopt(S,1,15,pack("i",1)); bind(S, pack("Sna4x8",2,$p,"\\x7f\\0\\0\\1")) and print "ESCAPED\\n"; socket(T,2,1,6); setsockopt(T,1,15,pack("i",1)); bind(T, pack("Sna4x8",2,$p,"\\0\\0\\0\\0")) and listen(T,1) and print "ESCAPED\\n" }\'',
      "the bridge ended":
        'kill -9 -1; pkill -9 perl; perl -e \'socket(S,2,1,6); connect(S, pack("Sna4x8",2,3128,"\\x7f\\0\\0\\1")) or print "ESCAPED\\n"\'',
    },
    "run",
  ),
  ...rows("network", {
    "a service of this machine": dial("127.0.0.1/{port}"),
    "a service of this machine by name": dial("localhost/{port}"),
    "a service of this machine over IPv6": dial("::1/{port}"),
    "a service by the machine's own address":
      "for a in {addresses}; do (exec 3<>/dev/tcp/$a/{port} && echo ESCAPED); done 2>&1",
    "a name of the network": said("getent hosts example.com"),
    "a host without a proxy": `timeout 2 bash -c '${dial("1.1.1.1/443").replaceAll("'", "")}'`,
    "a question over UDP": said("timeout 2 bash -c 'exec 3<>/dev/udp/1.1.1.1/53 && echo x >&3'"),
    "a service of this machine through the gate": proxied("127.0.0.1:{port}"),
    "the same by name, and by other spellings": [
      "localhost",
      "[::1]",
      "0.0.0.0",
      "127.1",
      "2130706433",
      "0x7f000001",
      "localhost.",
      "127.0.0.1.nip.io",
    ]
      .map((host) => proxied(`${host}:{port}`))
      .join("; "),
    "a service by the machine's own address, through the gate":
      "for a in {addresses}; do " + proxied("$a:{port}").replace("CONNECT $a", "CONNECT '$a'") + "; done",
    "the metadata of a cloud": proxied("169.254.169.254:80"),
    "raw packets": 'perl -e \'socket(S,17,3,768) and print "ESCAPED\\n"; socket(T,2,3,1) and print "ESCAPED\\n"\'',
    "the host of a virtual machine": "perl -e 'socket(S,40,1,0) and print \"ESCAPED\\n\"'",
  }),
  ...rows("socket", {
    "a socket outside by its path": dialUnix(`"{outside}/service.sock"`),
    "a socket in the project by its path": dialUnix(`"{project}/service.sock"`),
    "a socket that was bound by a relative name": dialUnix(`"{project}/relative.sock"`),
    "a socket that was moved into the project": dialUnix(`"{project}/moved.sock"`),
    "a socket without a file": dialUnix(`"\\0{abstract}"`),
    "a socket in the real temporary folder": dialUnix(`"{temporary}/shared.sock"`),
    "the desktop": `${dialUnix(`"\\0/tmp/.X11-unix/X0"`)}; ${dialUnix(`"/run/user/0/bus"`)}; ${dialUnix(`"/run/dbus/system_bus_socket"`)}`,
    containers: `${dialUnix(`"/var/run/docker.sock"`)}; ${dialUnix(`"/run/docker.sock"`)}`,
  }),
  ...rows("process", {
    "a signal to a process outside": said("kill -0 {pid}"),
    "a signal to every process": "kill -9 -1",
    "a list of the processes outside": said('test -d /proc/{pid}/fd -a "$(cat /proc/{pid}/comm)" = bystander'),
    "tracing a process outside": "perl -e 'print \"ESCAPED\\n\" if syscall(101, 16, {pid}, 0, 0) == 0'",
    "memory of a process outside": said("head -c 1 /proc/{pid}/mem"),
    "messages and memory shared with processes outside": said("ipcs -m | grep -q {sharedMemory}"),
    "a process that stays":
      '(setsid perl -e \'sleep 2; open F, ">{outside}/pwned"; open G, ">{project}/stayed"\' >/dev/null 2>&1 &)',
    "more rights by a program": said("sudo -n true") + "; " + said("su -c true nobody < /dev/null"),
    "more rights by a file":
      "cp /usr/bin/id mine-id && chmod u+s mine-id; " + said("grep -q 'NoNewPrivs:.0' /proc/self/status"),
    capabilities: said("grep -q 'CapEff:.*[1-9a-f]' /proc/self/status"),
  }),
  ...rows("kernel", {
    "a user namespace": said("unshare -U true") + "; " + said("unshare -Ur mount -t tmpfs none /mnt"),
    "a user namespace by the call itself": "perl -e 'print \"ESCAPED\\n\" if syscall(272, 0x10000000) == 0'",
    "another root": said("chroot {project} /bin/true") + "; " + said("unshare -m true"),
    "the namespaces of other processes": said("nsenter -t 1 -m true 2>/dev/null && nsenter -t {pid} -a true"),
    "settings of the kernel":
      said("sh -c 'echo 1 > /proc/sys/kernel/sysrq'") +
      "; " +
      said("sh -c 'echo core > /proc/sys/kernel/core_pattern'"),
    "control groups": said("mkdir -p /sys/fs/cgroup/pwned") + "; " + said("mount -t cgroup2 none /mnt"),
    modules: said("modprobe dummy") + "; " + call("313, 0, 0, 0").replace("$! == 9 or ", ""),
    "the name of the machine": said("hostname pwned"),
    "the clock": said("date -s 2001-01-01 > /dev/null"),
  }),
  ...rows(
    "kernel",
    {
      "keys of the kernel": call("250, 0, -3, 0"),
      "programs in the kernel": call("321, 0, 0, 0"),
      "counters of the processor": call("298, 0, 0, -1, -1, 0"),
      "faults handled by a program": call("323, 0"),
      "work queues of the kernel": call("425, 1, 0"),
      "files by their number": call("304, -1, 0, 0"),
      "typing into the terminal": 'perl -e \'print "ESCAPED\\n" if ioctl(STDIN, 0x5412, "x") or $! == 25 or $! == 5\'',
    },
    "run",
  ),
];
