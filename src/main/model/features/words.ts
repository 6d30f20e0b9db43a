// Words: what a word of a command line is, without what only tells where it was found: names, numbers, addresses.

/** Longer words are looked at no further. */
const longestWord = 256;
const longestName = 24;

/** Variables that mean the same on every machine; the names of others are a matter of taste. */
const knownVariables: ReadonlySet<string> = new Set(
  (
    "home path user shell pwd oldpwd tmpdir histfile histsize histfilesize histcontrol histignore ld_preload ld_library_path dyld_insert_libraries " +
    "prompt_command bash_env env ifs ps1 pythonpath pythonstartup perl5lib node_options git_ssh_command editor pager temp tmp appdata localappdata " +
    "programdata windir systemroot userprofile username computername userdomain logonserver public psmodulepath comspec aws_secret_access_key " +
    "aws_access_key_id aws_session_token github_token kubeconfig docker_host http_proxy https_proxy display sudo_user term lang debian_frontend"
  ).split(" "),
);

/** Roots of places whose parts carry meaning on any machine. */
const meaningful =
  /^(?:~|\$home|\$\{home\}|\/(?:home|users)\/[^/]+|\/root)?\/?(\.[a-z][\w.-]*.*|library\/.*)$|^(\/(?:etc|proc|sys|dev|boot|var|usr|bin|sbin|lib|lib64|opt|tmp|run|root|system|library|applications|private)(?:\/.*)?)$/u;

const numbers = /\d+/gu;

function placeOf(path: string): readonly string[] {
  const parts = path
    .replace(/^\/private\//u, "/")
    .split("/")
    .filter((part) => part !== "");
  const rooted = path.startsWith("/") ? "/" : "~/";
  const shown = parts.slice(0, 3).map((part) => (part.length > longestName ? "*" : part.replaceAll(numbers, "0")));
  const places = shown.map((_, index) => `${rooted}${shown.slice(0, index + 1).join("/")}`);
  // What lies in a scratch place has a name somebody made up.
  return /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/u.test(path) ? ["/tmp"] : places;
}

function extensionOf(path: string): string {
  const found = /\.([a-z][a-z0-9]{0,5})$/u.exec(path);
  return found?.[1] === undefined ? "" : `.${found[1]}`;
}

/** The classes of one word, the one that says most first. Never empty. */
export function classesOf(given: string): readonly string[] {
  const word = given.slice(0, longestWord).toLowerCase();
  if (word === "") return ["<empty>"];
  if (/^[+-]?[\d.,:%]+[a-z]{0,3}$/u.test(word)) {
    return /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/u.test(word)
      ? ["<ip>"]
      : /^[0-7]{3,4}$/u.test(word)
        ? [word, "<n>"]
        : ["<n>"];
  }
  const url = /^['"]?([a-z][a-z0-9+.-]{1,9}):\/\/(.*)$/u.exec(word);
  if (url !== null) {
    const address = url[2] ?? "";
    const extension = extensionOf(address.replace(/[?#].*$/u, ""));
    return [`<url${extension}>`, `<url ${url[1]}>`, ...(/^\d{1,3}(?:\.\d{1,3}){3}/u.test(address) ? ["<url ip>"] : [])];
  }
  if (/^hk(?:lm|cu|cr|u|ey_\w+):?[\\/]/u.test(word)) return registryOf(word);
  const variable = /^\$\{?(?:env:)?([a-z_]\w*)\}?/u.exec(word) ?? /^%([a-z_]\w*)%/u.exec(word);
  const place = meaningful.exec(word);
  if (place !== null && word.includes("/")) return placeOf(place[1] ?? place[2] ?? word).toReversed();
  if (place?.[1] !== undefined && !word.startsWith("./") && !word.startsWith("..")) {
    return [`~/${place[1].replaceAll(numbers, "0").slice(0, longestName)}`];
  }
  if (variable?.[1] !== undefined) {
    const name = knownVariables.has(variable[1]) ? `$${variable[1]}` : "<var>";
    const extension = extensionOf(word);
    return word.includes("/") || word.includes("\\") ? [`${name}/${extension}`, name] : [name];
  }
  if (word.includes("/") || word.includes("\\")) {
    const root =
      word.startsWith("/") || /^[a-z]:[\\/]/u.test(word) ? "<absolute" : word.startsWith("..") ? "<above" : "<inside";
    return [`${root}${extensionOf(word)}>`, `${root}>`];
  }
  if (/^[0-9a-f]{12,}$/u.test(word)) return ["<hex>"];
  if (/^[\w+/-]{32,}={0,2}$/u.test(given.slice(0, longestWord)) && /\d/u.test(word)) return ["<blob>"];
  if (/^[\w.@-]+@[\w.-]+$/u.test(word)) return ["<address>"];
  if (/^[\w-]+(?:\.[\w-]+)+$/u.test(word)) return [`<file${extensionOf(word)}>`, "<file>"];
  if (word.length > longestName) return ["<long>"];
  return [word.replaceAll(numbers, "0")];
}

/** The end of a registry path says which switch it is. */
function registryOf(word: string): readonly string[] {
  const parts = word.split(/[\\/]+/u).filter((part) => part !== "");
  return [
    `<registry>${parts.slice(-1).join("")}`,
    `<registry>${parts.slice(-2).join("\\")}`,
    ...parts.slice(1, 8).map((part) => `<registry>${part.slice(0, longestName)}`),
    "<registry>",
  ];
}

/** An assigned variable's name, where it means something. */
export function variableOf(name: string): string {
  const lower = name.toLowerCase();
  return knownVariables.has(lower) ? lower : "<var>";
}
