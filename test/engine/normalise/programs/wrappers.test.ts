import { describe, expect, test } from "vitest";
import { commandFacts, linesOf, pathsOf, whyOf } from "../support.ts";

describe("what a listing prints reaches the command of xargs", () => {
  test.each([
    ["ls ~ | xargs rm -rf", "delete home /home/ada /**"],
    ["ls ~ | sort | xargs -I% rm -rf ~/%", "delete home /home/ada /**"],
    ["find /srv/a | xargs rm", "delete other /srv/a /**"],
    ["git ls-files | xargs rm", "delete workspace /home/ada/project /**"],
    ["echo ~/a | xargs rm -rf", "delete home /home/ada/a /**"],
    ["ls ~ | xargs sh -c 'rm -rf \"$@\"' _", "delete home /home/ada /**"],
    ["ls ~ | parallel rm -rf", "delete home /home/ada /**"],
    ["fd . ~ | xargs rm -rf", "delete home /home/ada /**"],
    ["fd . ~ -x rm -rf", "delete home /home/ada /**"],
    ["fd -e log -X rm", "delete workspace /home/ada/project /**"],
  ])("%s", (command, expected) => expect(pathsOf(command)).toContain(expected));

  test("and nobody knows what a listed script does, or which names are left", () => {
    expect(whyOf("ls | xargs bash")).toContain("dynamic");
    expect(pathsOf("ls ~ | grep log | xargs rm")).toEqual(["read home /home/ada"]);
  });
});

describe("package managers start programs by name", () => {
  test.each([
    ["npx rimraf ~/a", "npx > rimraf ~/a"],
    ["npx --yes rimraf@5 ~/a", "npx > rimraf ~/a"],
    ["npx -p rimraf -- rimraf ~/a", "npx > rimraf ~/a"],
    ["npm exec -- rm -rf ~/a", "npm exec > rm -rf ~/a"],
    ["npm exec -c 'rm -rf ~/a'", "npm exec > rm -rf ~/a"],
    ["pnpm dlx rimraf ~/a", "pnpm dlx > rimraf ~/a"],
    ["yarn dlx rimraf ~/a", "yarn dlx > rimraf ~/a"],
    ["bun x rimraf ~/a", "bun x > rimraf ~/a"],
  ])("%s", (command, expected) => {
    expect(linesOf(command)).toContain(expected);
    expect(pathsOf(command)).toContain("delete home /home/ada/a /**");
  });

  test.each(["npm install x", "yarn add x", "bun run x", "npx @scope/tool x"])("%s is one command", (command) =>
    expect(linesOf(command)).toEqual([command]),
  );
});

describe("wrappers come off", () => {
  test.each([
    ["sudo rm x", ["sudo > rm x"]],
    ["sudo -u root -g wheel -E A=1 rm x", ["sudo > rm x"]],
    ["sudo --user=root -- rm x", ["sudo > rm x"]],
    ["doas -u root rm x", ["doas > rm x"]],
    ["pkexec --user root rm x", ["pkexec > rm x"]],
    ["su - root -c 'rm x'", ["su > rm x"]],
    ["su -c 'rm x'", ["su > rm x"]],
    ["runuser -u root -- rm x", ["runuser > rm x"]],
    ["env -i A=1 B=2 rm x", ["env > rm x"]],
    ["env -u A -S 'rm x'", ["env > rm x"]],
    ["nohup nice -n 5 ionice -c 2 rm x", ["nohup > nice > ionice > rm x"]],
    ["timeout -k 5 10s rm x", ["timeout > rm x"]],
    ["stdbuf -oL setsid rm x", ["stdbuf > setsid > rm x"]],
    ["time -p rm x", ["time > rm x"]],
    ["exec -a name rm x", ["exec > rm x"]],
    ["command -p rm x", ["command > rm x"]],
    ["builtin cd /", ["builtin > cd /"]],
    ["busybox rm x", ["busybox > rm x"]],
    ["toybox rm x", ["toybox > rm x"]],
    ["watch -n 5 'rm x'", ["watch > rm x"]],
    ["xargs -0 -n 1 -I {} rm {}", ["xargs > rm {}"]],
    ["echo a b | xargs rm", ["echo a b", "xargs > rm a b"]],
    ["echo a b | xargs -I% rm %", ["echo a b", "xargs > rm a b"]],
    ["parallel -j 4 rm ::: a b", ["parallel > rm a b"]],
    ["flock /tmp/lock rm x", ["flock > rm x"]],
    ["flock /tmp/lock -c 'rm x'", ["flock > rm x"]],
    ["bash -c 'rm x'", ["bash -c > rm x"]],
    ["bash -lc 'rm x'", ["bash -c > rm x"]],
    ["sh -xec 'rm x'", ["sh -c > rm x"]],
    ["zsh -o extendedglob -c 'rm x'", ["zsh -c > rm x"]],
    ['bash -c \'"$0" "$@"\' rm x y', ["bash -c > rm x y"]],
    ["bash -c \"bash -c 'rm x'\"", ["bash -c > bash -c > rm x"]],
    ["uv run --with x python y.py", ["uv run > python y.py"]],
    ["poetry run rm x", ["poetry run > rm x"]],
    ["python3 -m pip install x", ["python3 -m > pip install x"]],
    ["/lib64/ld-linux-x86-64.so.2 /bin/rm x", ["ld.so > rm x"]],
    ["sudo -e /etc/hosts", ["sudo > sudoedit /etc/hosts"]],
  ])("%s", (command, expected) => {
    expect(linesOf(command)).toEqual(expected);
    expect(whyOf(command)).toEqual([]);
  });

  test.each([
    ["find /tmp/a -name x -exec rm -f {} \\;", "find -exec > rm -f {}"],
    ["find . -execdir rm {} +", "find -exec > rm {}"],
    ["find . -ok rm {} \\;", "find -exec > rm {}"],
    ["docker run --rm -v /a:/b -e X=1 alpine rm x", "docker run > rm x"],
    ["docker exec -it web sh -c 'rm x'", "docker exec > sh -c > rm x"],
    ["docker run --entrypoint rm alpine x", "docker run > rm x"],
    ["podman exec web rm x", "podman exec > rm x"],
    ["docker compose exec web rm x", "docker exec > rm x"],
    ["kubectl exec -n ns pod -- rm x", "kubectl exec > rm x"],
    ["ssh -p 22 -i key user@example.org rm x", "ssh > rm x"],
    ["ssh example.org 'rm x; ls'", "ssh > ls"],
    ["chroot /mnt rm x", "chroot > rm x"],
    ["unshare -r -- rm x", "unshare > rm x"],
    ["nsenter -t 1 -m -- rm x", "nsenter > rm x"],
    ["strace -f -o log rm x", "strace > rm x"],
    ["script -q -c 'rm x' /dev/null", "script > rm x"],
    ["tmux new-session -d 'rm x'", "tmux > rm x"],
    ["tmux send-keys -t 0 'rm x' Enter", "tmux > rm x"],
    ["screen -dmS name rm x", "screen > rm x"],
    ["at now <<< 'rm x'", "at > rm x"],
    ["echo '0 * * * * rm x' | crontab -", "crontab > rm x"],
    ["tar cf a.tar b --checkpoint=1 --checkpoint-action=exec='rm x'", "tar > rm x"],
    ["nc -e '/bin/rm x' example.org 80", "nc -e > rm x"],
    ["socat TCP:example.org:80 EXEC:'rm x'", "socat > rm x"],
    ["git -c core.pager='rm x' log", "git config > rm x"],
    ["PAGER='rm x' man ls", "PAGER > rm x"],
    ["alias ls='rm x'", "alias > rm x"],
    ["trap 'rm x' EXIT", "trap > rm x"],
    ["nix-shell -p hello --run 'rm x'", "nix-shell > rm x"],
    ["ssh -o ProxyCommand='rm x' example.org", "ssh > rm x"],
    ["git clone 'ext::rm x' y", "git > rm x"],
    ["zip a.zip f -T -TT 'rm x'", "zip > rm x"],
    ["sed '1e rm x' f", "sed > rm x"],
    ["man -P 'rm x' ls", "man > rm x"],
    ["make --eval=$'a:\\n\\t@rm x'", "make > rm x"],
    ["restic --password-command='rm x' backup", "restic > rm x"],
    ["some-program --pty /bin/sh -i", "some-program > sh -i"],
    ["some-program -e '!/bin/sh -p'", "some-program > sh -p"],
    ["some-program --on='exec(/bin/bash)'", "some-program > bash"],
    ["bwrap --ro-bind / / --proc /proc rm x", "bwrap > rm x"],
  ])("%s shows both, the carrier first", (command, expected) => {
    expect(linesOf(command)).toContain(expected);
    expect(linesOf(command).length).toBeGreaterThan(1);
  });

  test("a wrapper alone is the command", () => {
    expect(linesOf("sudo -l")).toEqual(["sudo -l"]);
    expect(linesOf("env")).toEqual(["env"]);
    expect(linesOf("command -v rm")).toEqual(["command -v rm"]);
    expect(linesOf("docker run -d nginx")).toEqual(["docker run -d nginx"]);
  });

  test("a shell that is only named is not started", () => {
    for (const command of [
      "chsh -s /bin/bash",
      "ls /bin/sh",
      "grep /bin/bash /etc/passwd",
      "some-program '#!/bin/sh'",
      "cp /bin/sh x",
    ]) {
      expect(linesOf(command)).toHaveLength(1);
    }
  });

  test("assignments of env and sudo are kept", () => {
    expect(commandFacts("env LD_PRELOAD=/tmp/x.so ls").commands[0]?.assignments).toEqual({ LD_PRELOAD: "/tmp/x.so" });
    expect(commandFacts("A=1 sudo B=2 ls").commands[0]?.assignments).toEqual({ A: "1", B: "2" });
  });

  test("in find, {} is anything below where it starts", () => {
    expect(pathsOf("find /etc -name x -exec rm {} +")).toContain("delete system /etc /**");
  });

  test("paths of another machine are not paths of this one", () => {
    expect(pathsOf("ssh example.org rm -r /etc")).toEqual(["delete other /etc /**"]);
    expect(pathsOf("docker exec web cat /etc/hosts")).toEqual(["read other /etc/hosts"]);
  });

  test("folders given to a container are", () => {
    expect(pathsOf("docker run -v /:/host alpine ls")).toContain("write system / /**");
    expect(pathsOf("docker run -v /etc:/e:ro alpine ls")).toContain("read system /etc /**");
  });
});

describe("depth", () => {
  test("nesting deeper than the limit is said", () => {
    let command = "rm x";
    for (let depth = 0; depth < 12; depth += 1)
      command = `echo ${Buffer.from(command).toString("base64")} | base64 -d | sh`;
    expect(whyOf(command)).toContain("depth");
    expect(whyOf("sudo ".repeat(40) + "ls")).toContain("depth");
  });
});

describe("what carries a command out of sight", () => {
  test.each([
    "taskset -c 0 sh -c 'rm x'",
    "setarch -R sh -c 'rm x'",
    "setarch x86_64 -R rm x",
    "flatpak-spawn --host sh -c 'rm x'",
    "some-wrapper --flag sh -c 'rm x'",
    "hyperfine 'ls' 'rm x'",
    "npx concurrently 'rm x'",
    "echo 'rm x' | parallel",
    "parallel sh -c ::: 'rm x'",
    "echo 'rm x' | xargs -I{} sh -c {}",
    "git bisect run sh -c 'rm x'",
    "git submodule foreach 'rm x'",
    "git -c core.pager='rm x' log",
    "sort --compress-program='rm x' f",
    "complete -C 'rm x' y",
    "mapfile -C 'rm x' -c 1 a < f",
    "sed 's/a/rm x/e' f",
    "echo '!rm x' | ed",
    "vim +'!rm x' +q",
    "make SHELL='rm x'",
    "make A='$(shell rm x)'",
    "PS4='$(rm x)' bash -x y",
    "erl -noshell -eval 'os:cmd(\"rm x\").'",
    "groovy -e '\"rm x\".execute()'",
    "scala -e '\"rm x\".!'",
    "echo 'Runtime.getRuntime().exec(\"rm x\")' | jshell",
    'node -pe \'process.mainModule.require("child_process").execSync("rm x")\'',
    'python3 -c \'__import__("subprocess").run("rm x", shell=True)\'',
    "python3 -c 'import subprocess as s; s.run(\"rm x\", shell=True)'",
    "read -r line <<< 'rm x'; eval \"$line\"",
    "read a b <<< 'rm x'; $a $b",
    "echo 'rm x' | while read -r line; do eval \"$line\"; done",
    "mapfile -t lines <<< 'rm x'; eval \"${lines[0]}\"",
    "printf -v line '%s %s' rm x; eval \"$line\"",
  ])("%s", (command) => {
    const found = commandFacts(command).commands.filter(({ program }) => program === "rm");
    expect(found.map((fact) => fact.arguments)).toContainEqual(["x"]);
  });

  test("git's own helpers are none", () => {
    expect(linesOf("git -c core.pager=cat log")).toEqual(["git -c core.pager=cat log"]);
    expect(linesOf("git config credential.helper 'cache --timeout=300'")).toHaveLength(1);
  });

  test("a name for another variable is not known", () => {
    expect(whyOf("declare -n a=b; b='rm x'; eval \"$a\"")).toContain("dynamic");
  });
});

test.each([
  ["/bin/r? -rf /srv", "glob > rm -rf /srv"],
  ["/???/b??h -c 'rm x'", "glob > bash -c > rm x"],
  ["/usr/bin/pytho[n]3 -c 'import os; os.system(\"rm x\")'", "glob > python > rm x"],
])("a pattern stands for the programs it may mean: %s", (command, expected) => {
  expect(linesOf(command)).toContain(expected);
  expect(whyOf(command)).toContain("dynamic");
});

test("a pattern elsewhere is a file of the project", () => {
  expect(linesOf("./scripts/*.sh")).toEqual(["*.sh"]);
});
