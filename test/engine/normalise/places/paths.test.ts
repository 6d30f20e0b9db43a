import { describe, expect, test } from "vitest";
import type { World } from "../../../../src/main/engine/ports.ts";
import { callFacts, commandFacts, home, machine, machineWithLinks, pathLines, pathsOf, workspace } from "../support.ts";

function readOf(path: string, world: World = machine): readonly string[] {
  return pathLines(callFacts("Read", { file_path: path }, { workspace }, world));
}

describe("a path has one spelling", () => {
  test.each([
    ["src/a.ts", "/home/ada/project/src/a.ts"],
    ["./src//./a.ts", "/home/ada/project/src/a.ts"],
    ["src/../a.ts", "/home/ada/project/a.ts"],
    ["~/a", "/home/ada/a"],
    ["$HOME/a", "/home/ada/a"],
    ["${HOME}/a", "/home/ada/a"],
    ["$PWD/a", "/home/ada/project/a"],
    ["~bob/a", "/home/bob/a"],
    ["~root/a", "/root/a"],
    ["/etc/../etc//hosts", "/etc/hosts"],
    ["/../../etc/hosts", "/etc/hosts"],
    ["/proc/self/root/etc/hosts", "/etc/hosts"],
    ["/proc/1/root/proc/self/root/etc/hosts", "/etc/hosts"],
    ["/proc/self/cwd/a", "/home/ada/project/a"],
    ["file:///etc/hosts", "/etc/hosts"],
    ["file://localhost/etc/h%6Fsts", "/etc/hosts"],
    ["/tmp/cafe\u0301", "/tmp/caf\u00e9"],
    ["/", "/"],
  ])("%s", (given, path) => {
    const [fact] = callFacts("Read", { file_path: given }).paths;
    expect(fact).toMatchObject({ path, given, pattern: false });
  });

  test("spelling a path twice changes nothing", () => {
    for (const path of ["/a/../b", "~/x", "src//a", "/proc/self/root/etc"]) {
      const [once] = callFacts("Read", { file_path: path }).paths;
      const [twice] = callFacts("Read", { file_path: once?.path ?? "" }).paths;
      expect(twice?.path).toBe(once?.path);
    }
  });
});

describe("the workspace is what the agent says only where it can be one project", () => {
  test.each([
    "/",
    "/etc",
    "/usr/local",
    "/opt",
    "/opt/homebrew",
    "/var",
    "/home",
    "/home/bob",
    "/tmp",
    home,
    `${home}/.ssh`,
    `${home}/.config/gatehouse`,
    `${home}/project/../..`,
  ])("not %s", (folder) => {
    const facts = callFacts("Write", { file_path: "x.conf", content: "" }, { workspace: folder });
    expect(facts.workspace).toBeUndefined();
    expect(facts.workingDirectory).toBeDefined();
    expect(facts.paths[0]?.zone).not.toBe("workspace");
    expect(callFacts("Read", {}, { workingDirectory: folder }).workspace).toBeUndefined();
    expect(callFacts("Read", {}, { workspace: folder, workingDirectory: "/srv/app" }).workspace).toBe("/srv/app");
  });

  test.each([
    "/srv/app",
    "/opt/app",
    "/app",
    "/work/x",
    "/workspace",
    "/usr/src/app",
    "/var/www/site",
    "/tmp/x",
    `${home}/src/x`,
    `${home}/.dotfiles`,
  ])("but %s", (folder) => {
    expect(callFacts("Write", { file_path: "x.conf" }, { workspace: folder })).toMatchObject({
      workspace: folder,
      paths: [{ zone: "workspace" }],
    });
    expect(callFacts("Read", {}, { workspace: "/", workingDirectory: folder }).workspace).toBe(folder);
  });

  test("what an agent calls its own stays the system's", () => {
    const zones = (path: string, folder: string) =>
      callFacts("Write", { file_path: path }, { workspace: folder }).paths.map((fact) => fact.zone);
    expect(zones("/etc/x.conf", "/etc")).toEqual(["system"]);
    expect(zones("/usr/local/bin/git", "/")).toEqual(["system"]);
    expect(zones("/proc/self/cwd/x.conf", "/etc")).toEqual(["system"]);
    expect(pathLines(commandFacts("rm -rf ~/Documents", { workspace: home }))).toEqual([
      "delete home /home/ada/Documents /**",
    ]);
  });
});

describe("only looking at names and modes", () => {
  test.each([
    ["ls ~/.ssh", "read home /home/ada/.ssh"],
    ["stat server.key", "read workspace /home/ada/project/server.key"],
    ["chmod 600 key.pem", "write workspace /home/ada/project/key.pem"],
    ["chmod go-rwx key.pem", "write workspace /home/ada/project/key.pem"],
    ["chmod 644 key.pem", "write secrets /home/ada/project/key.pem"],
    ["cat key.pem", "read secrets /home/ada/project/key.pem"],
    ["cp key.pem /tmp", "read secrets /home/ada/project/key.pem"],
    ["ls ~/.config/gatehouse", "read gatehouse /home/ada/.config/gatehouse"],
  ])("%s: %s", (command, expected) => expect(pathsOf(command)[0]).toBe(expected));
});

describe("a variable that may be empty", () => {
  test.each([
    ["rm -rf $DIR/*", "/"],
    ['rm -rf "$BUILD_DIR/"', "/"],
    ["rm -rf ${A}${B}/usr/lib", "/usr/lib"],
  ])("%s", (command, path) => {
    expect(commandFacts(command).paths).toContainEqual(
      expect.objectContaining({ path, zone: "unknown", access: "delete", recursive: true, pattern: true }),
    );
  });

  test.each([
    "rm -rf $DIR",
    "rm $DIR/*",
    'rm -rf "${DIR:?}/"',
    "rm -rf $HOME/x",
    "D=dist; rm -rf $D/*",
    'D=$(mktemp -d); rm -rf "$D/"*',
    "ls $DIR/",
  ])("not %s", (command) => {
    expect(commandFacts(command).paths.filter((path) => path.zone === "unknown" && path.path.startsWith("/"))).toEqual(
      [],
    );
  });
});

describe("links", () => {
  const world = machineWithLinks({ [`${workspace}/link`]: "/etc/deep/folder" });

  test("are followed", () => {
    expect(readOf("link/a", world)).toEqual(["read system /etc/deep/folder/a"]);
  });

  test("before `..`, as the kernel does, and after it, as programs do", () => {
    expect(readOf("link/../shadow", world)).toEqual([
      "read workspace /home/ada/project/shadow",
      "read system /etc/deep/shadow",
    ]);
  });
});

describe("patterns", () => {
  test.each([
    ["src/*.ts", "read workspace /home/ada/project/src *"],
    ["/var/l?g/x", "read system /var *"],
    ["/etc/*", "read system /etc *"],
    ["~/.ss?/id_*", "read secrets /home/ada *"],
    ["/e?c/sh[a-z]dow", "read secrets / *"],
    ["~/.*rc", "read secrets /home/ada *"],
    [".en?", "read secrets /home/ada/project *"],
    ["/srv/$NAME/x", "read other /srv *"],
    ["$UNKNOWN/x", "read unknown $UNKNOWN/x *"],
    ["$UNKNOWN/.ssh/id_rsa", "read secrets $UNKNOWN/.ssh/id_rsa *"],
  ])("%s", (given, expected) => {
    expect(readOf(given)).toEqual([expected]);
  });
});

describe("zones", () => {
  test.each([
    ["/home/ada/project/a", "workspace"],
    ["/home/ada/projects", "home"],
    ["/tmp/a", "temporary"],
    ["/home/ada/a", "home"],
    ["/home/bob/a", "other"],
    ["/etc/hosts", "system"],
    ["/usr/bin/env", "system"],
    ["/srv/a", "other"],
    [`${home}/.config/gatehouse/policy.yaml`, "gatehouse"],
  ])("%s is %s", (path, zone) => {
    expect(callFacts("Read", { file_path: path }).paths[0]?.zone).toBe(zone);
  });

  test.each([
    "~/.ssh/id_rsa",
    "~/.ssh/config",
    "/home/bob/.ssh/id_ed25519",
    "/root/.aws/credentials",
    "~/.aws/credentials",
    "~/.gnupg/private-keys-v1.d/x.key",
    "~/.config/gcloud/credentials.db",
    "~/.kube/config",
    "~/.docker/config.json",
    "~/.netrc",
    "~/.npmrc",
    "~/.pypirc",
    "~/.git-credentials",
    "~/.config/gh/hosts.yml",
    "~/.password-store/x.gpg",
    "~/.bash_history",
    "~/Library/Keychains/login.keychain-db",
    "~/.mozilla/firefox/x.default/logins.json",
    "~/.config/google-chrome/Default/Login Data",
    ".env",
    "config/.env.production",
    "id_rsa",
    "deploy/id_ed25519.old",
    "certs/server.key",
    "private.pem",
    "secrets.yaml",
    "/etc/shadow",
    "/etc/sudoers",
    "/etc/sudoers.d/x",
    "/proc/self/environ",
    "/proc/42/environ",
    "/run/secrets/token",
  ])("%s is secret", (path) => {
    expect(callFacts("Read", { file_path: path }).paths[0]?.zone).toBe("secrets");
  });

  test.each([
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.d.ts",
    "src/.env.test.ts",
    "test/id_rsa.test.js",
    "~/.ssh/id_rsa.pub",
    "~/.ssh/known_hosts",
    "/etc/ssl/certs/ca.pem",
    "node_modules/x/cacert.pem",
    "src/environment.ts",
    "keyboard.json",
    "/etc/passwd",
  ])("%s is not", (path) => {
    expect(callFacts("Read", { file_path: path }).paths[0]?.zone).not.toBe("secrets");
  });

  test("deleting a folder touches Gatehouse's files below it", () => {
    expect(pathsOf("rm -rf ~/.config")).toEqual([
      "delete home /home/ada/.config /**",
      "delete gatehouse /home/ada/.config/gatehouse /**",
    ]);
    expect(pathsOf("grep -r x ~/.config")).toEqual(["read home /home/ada/.config /**"]);
  });
});

describe("where relative paths start", () => {
  const pathFrom = (context: Parameters<typeof commandFacts>[1]): readonly string[] =>
    pathLines(commandFacts("cat a", context));

  test("the working directory, else the workspace, else nobody knows", () => {
    expect(pathFrom({ workspace, workingDirectory: `${workspace}/src` })).toEqual([
      "read workspace /home/ada/project/src/a",
    ]);
    expect(pathFrom({ workspace, workingDirectory: "src" })).toEqual(["read workspace /home/ada/project/src/a"]);
    expect(pathFrom({ workspace })).toEqual(["read workspace /home/ada/project/a"]);
    expect(pathFrom({ workingDirectory: "/srv/x" })).toEqual(["read workspace /srv/x/a"]);
    expect(pathFrom({})).toEqual(["read unknown a *"]);
  });

  test("an argument of the call may say", () => {
    expect(pathLines(callFacts("shell", { command: ["cat", "a"], workdir: "/srv/x" }))).toEqual([
      "read other /srv/x",
      "read other /srv/x/a",
    ]);
  });
});

describe("disks and systems", () => {
  test("case is folded where the disk ignores it", () => {
    const mac: World = { ...machine, platform: "darwin", home: "/Users/Ada", caseInsensitive: true };
    const facts = callFacts("Read", { file_path: "~/.SSH/ID_RSA" }, { workspace: "/Users/Ada/Project" }, mac);
    expect(facts.paths[0]).toMatchObject({ path: "/users/ada/.ssh/id_rsa", zone: "secrets" });
    expect(facts.workspace).toBe("/users/ada/project");
  });

  test("Windows paths", () => {
    const windows: World = {
      ...machine,
      platform: "win32",
      home: "C:\\Users\\Ada",
      temporary: ["C:\\Temp"],
      caseInsensitive: false,
    };
    const context = { workspace: "C:\\Users\\Ada\\Project" };
    const read = (path: string): readonly string[] =>
      pathLines(callFacts("Read", { file_path: path }, context, windows));
    expect(read("src\\a.ts")).toEqual(["read workspace C:/Users/Ada/Project/src/a.ts"]);
    expect(read("c:\\windows\\system32")).toEqual(["read system C:/windows/system32"]);
    expect(read("/c/Users/Ada/x")).toEqual(["read home C:/Users/Ada/x"]);
    expect(read("~\\.ssh\\id_rsa")).toEqual(["read secrets C:/Users/Ada/.ssh/id_rsa"]);
  });
});

describe("programs and their files", () => {
  test.each([
    ["rm -rf a b", ["delete a /**", "delete b /**"]],
    ["rm -- -f", ["delete -f"]],
    ["mv a b", ["write a /**", "read a /**", "write b /**"]],
    ["cp -r a b", ["read a /**", "write b /**"]],
    ["cp -t d a b", ["write d", "read a", "read b"]],
    ["ln -s a b", ["read a", "write b"]],
    ["tee -a a b", ["write a", "write b"]],
    ["dd if=a of=b bs=1M", ["read a", "write b"]],
    ["cat a b", ["read a", "read b"]],
    ["head -n 5 a", ["read a"]],
    ["grep -rn pattern a", ["read a /**"]],
    ["grep -e pattern a", ["read a"]],
    ["sed -n 5p a", ["read a"]],
    ["sed -i 's/x/y/' a", ["write a", "read a"]],
    ["chmod -R 755 a", ["write a /**"]],
    ["touch a", ["write a"]],
    ["mkdir -p a/b", ["write a/b"]],
    ["truncate -s 0 a", ["write a"]],
    ["shred -u a", ["write a"]],
    ["tar xzf a.tgz -C b", ["read a.tgz", "write b /**"]],
    ["tar -czf a.tgz b", ["write a.tgz", "read b /**"]],
    ["zip -r a.zip b", ["write a.zip", "read b /**"]],
    ["unzip a.zip -d b", ["read a.zip", "write b"]],
    ["rsync -a --delete a/ b/", ["read a /**", "write b /**", "delete b /**"]],
    ["find a -delete", ["read a /**", "delete a /**"]],
    ["find a -fprint b", ["read a /**", "write b"]],
    ["curl -o a https://example.org", ["write a"]],
    ["curl -d @a https://example.org", ["read a"]],
    ["curl -T a https://example.org", ["read a"]],
    ["curl -F f=@a https://example.org", ["read a"]],
    ["wget -O a https://example.org", ["write a"]],
    ["gcc -o a b.c", ["write a", "read b.c"]],
    ["git clone https://example.org/x.git a", ["write a /**"]],
    ["git rm -r a", ["delete a /**"]],
    ["git clean -fdx", ["delete  /**"]],
    ["unknown-program ./a --output=b.txt c.json plain", ["read a", "write b.txt", "read c.json"]],
    ["npm test", []],
    ["echo a/b", []],
    ["docker pull org/image:1.2", []],
  ])("%s", (command, expected) => {
    const found = commandFacts(command).paths.map(
      (path) => `${path.access} ${path.path.slice(workspace.length + 1)}${path.recursive ? " /**" : ""}`,
    );
    expect(found).toEqual(expected);
  });
});

describe("what a download is saved as", () => {
  test.each([
    ["curl -O https://example.org/x/tool.sh", "write workspace /home/ada/project/tool.sh"],
    ["curl -fsSLO 'https://example.org/tool.sh?v=1'", "write workspace /home/ada/project/tool.sh"],
    ["curl --output-dir /tmp --remote-name https://example.org/tool.sh", "write temporary /tmp/tool.sh"],
    ["wget https://example.org/tool.sh", "write workspace /home/ada/project/tool.sh"],
    ["wget -q -P /tmp example.org/tool.sh", "write temporary /tmp/tool.sh"],
  ])("%s", (command, expected) => expect(pathsOf(command)).toContain(expected));

  test.each([
    "curl https://example.org/tool.sh",
    "curl -O https://example.org",
    "wget -O - https://example.org/tool.sh",
  ])("nothing: %s", (command) => expect(pathsOf(command)).toEqual([]));
});

test.each([
  "cat tool.sh | sh",
  "cat tool.sh | sed s/a/b/ | bash",
  "head -n 20 ./tool.sh | bash -s -- -y",
  "sh < tool.sh",
  "node < tool.sh",
  'bash -c "$(cat tool.sh)"',
  'eval "$(<tool.sh)"',
])("a file that is printed into a shell is run: %s", (command) => {
  expect(pathsOf(command)).toContain("execute workspace /home/ada/project/tool.sh");
});
