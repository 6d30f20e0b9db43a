// Known sources: hosts that publish installers and packages for everybody, so that fetching from them is how work is done.
import type { Facts } from "../../../shared/domain/facts.ts";

/** Installers that manuals of widely used tools name. */
const installers =
  /^(?:(?:[\w-]+\.)?(?:rustup\.rs|nodesource\.com|docker\.com|python-poetry\.org|astral\.sh|bun\.sh|deno\.land|pnpm\.io|yarnpkg\.com|nvm\.sh|volta\.sh|fnm\.vercel\.app|mise\.run|mise\.jdx\.dev|brew\.sh|getcomposer\.org|sdkman\.io|rvm\.io|haskell\.org|golang\.org|go\.dev|starship\.rs|pypa\.io|helm\.sh|k8s\.io|k3s\.io|aquasecurity\.github\.io|codecov\.io|fly\.io|render\.com|hashicorp\.com|microsoft\.com|google\.com|googleapis\.com|githubusercontent\.com|github\.com|github\.io|gitlab\.com|jsdelivr\.net|unpkg\.com|cloudflare\.com|debian\.org|ubuntu\.com|alpinelinux\.org|fedoraproject\.org|nixos\.org|determinate\.systems|llvm\.org|postgresql\.org|mongodb\.org|mariadb\.com|elastic\.co|grafana\.com|newrelic\.com|datadoghq\.com|claude\.ai|cursor\.com|foundry\.paradigm\.xyz|solana\.com|anza\.xyz|taskfile\.dev|just\.systems|goreleaser\.com|golangci-lint\.run|snapcraft\.io|conda\.io|anaconda\.com|conda\.anaconda\.org|prefix\.dev|pixi\.sh|julialang\.org|opam\.ocaml\.org|crates\.io|apache\.org|eclipse\.org|jetbrains\.com|dot\.net|sentry\.io|circleci\.com|travis-ci\.(?:org|com)|buildkite\.com|netlify\.app|vercel\.app|wasmer\.io|rustwasm\.github\.io|wasmtime\.dev|cypress\.io|playwright\.dev|chocolatey\.org|scoop\.sh|perl\.org|cpanmin\.us|php\.net|ruby-lang\.org|rubygems\.org|gradle\.org|scala-sbt\.org|cabal\.link|stackage\.org))$/u;

/** Registries of packages, public ones and those that large hosts keep for their customers. */
const registries =
  /^(?:registry\.npmjs\.org|registry\.yarnpkg\.com|registry\.npmmirror\.com|npm\.pkg\.github\.com|npm\.jsr\.io|(?:files\.)?pythonhosted\.org|pypi\.org|pypi\.python\.org|(?:test\.)?pypi\.org|test-files\.pythonhosted\.org|download\.pytorch\.org|data\.pyg\.org|wheels\.vllm\.ai|pypi\.nvidia\.com|pypi\.anaconda\.org|conda\.anaconda\.org|repo\.anaconda\.com|index\.crates\.io|static\.crates\.io|crates\.io|github\.com|codeload\.github\.com|raw\.githubusercontent\.com|gitlab\.com|bitbucket\.org|rubygems\.org|index\.rubygems\.org|gems\.contribsys\.com|packagist\.org|repo\.packagist\.org|api\.nuget\.org|www\.nuget\.org|nuget\.pkg\.github\.com|repo\.maven\.apache\.org|repo1\.maven\.org|central\.sonatype\.com|s01\.oss\.sonatype\.org|oss\.sonatype\.org|maven\.google\.com|dl\.google\.com|plugins\.gradle\.org|services\.gradle\.org|jitpack\.io|maven\.pkg\.github\.com|repo\.spring\.io|packages\.confluent\.io|repo\.jenkins-ci\.org|proxy\.golang\.org|goproxy\.io|goproxy\.cn|jcenter\.bintray\.com|maven\.aliyun\.com|maven\.pkg\.jetbrains\.space|jsr\.io|npm\.fontawesome\.com|wpackagist\.org|packages\.drupal\.org|.+\.(?:pkg\.dev|dev\.azure\.com|visualstudio\.com|jfrog\.io|codeartifact\.[\w-]+\.amazonaws\.com|cloudsmith\.io|gemfury\.com|fury\.io|packagist\.com|myget\.org|sonatype\.org|jetbrains\.com|apache\.org))$/u;

/** Whether everything these facts fetch comes from such a host, by an encrypted connection. */
export function wellKnownSource({ hosts }: Facts): boolean {
  const remote = hosts.filter((host) => !host.local);
  return remote.length > 0 && remote.every(({ host, scheme }) => scheme !== "http" && installers.test(host));
}

export function isWellKnownAddress(address: string): boolean {
  const [, scheme = "", host = ""] = /^(\w+):\/\/(?:[^@/]*@)?([^/:?#]+)/u.exec(address) ?? [];
  return scheme !== "http" && (installers.test(host.toLowerCase()) || /^(?:localhost|127\.)/u.test(host));
}

/** Whether something is fetched from an address without a name: publishers have names. */
export function fromBareAddress({ hosts }: Facts): boolean {
  return hosts.some(
    ({ host, local, direction }) =>
      !local && direction !== "upload" && /^(?:\d+(?:\.\d+){3}|\[?[\da-f]*:[\da-f:.]+\]?)$/u.test(host),
  );
}

export function isKnownRegistry(address: string): boolean {
  const [, scheme = "", host = ""] = /^([\w+]+):\/\/(?:[^@/]*@)?([^/:?#]+)/u.exec(address) ?? [];
  if (/^(?:localhost|127\.|\[::1\]|10\.|192\.168\.)/u.test(host) || /\$|\{|%/u.test(host)) return true;
  return !/(?:^|\+)http$/u.test(scheme) && registries.test(host.toLowerCase());
}

/** Names that anybody gets for an hour: tunnels, collectors of requests, names for changing addresses. */
const throwaway =
  /(?:^|[/@.])(?:ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|loca\.lt|localtunnel\.me|serveo\.net|localhost\.run|webhook\.site|requestbin\.\w+|pipedream\.net|oast(?:ify)?\.\w+|interact\.sh|burpcollaborator\.net|duckdns\.org|no-ip\.\w+|hopto\.org|transfer\.sh|file\.io|0x0\.st|pastebin\.com|paste\.ee|termbin\.com)(?:[:/]|$)/iu;

function isThrowaway(address: string): boolean {
  return throwaway.test(address);
}

/** Without encryption, by a bare address, under a name for an hour, or one that only looks like a registry's. */
export function doubtfulSource(address: string): boolean {
  return (
    /^(?:\w+\+)?http:\/\/(?!localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/u.test(address) ||
    /^(?:\w+\+)?https?:\/\/(?:[^@/]*@)?\d+\.\d+\.\d+\.\d+/u.test(address) ||
    isThrowaway(address) ||
    /:\/\/(?:[^@/]*@)?[^/]*(?:npmjs|pypi|pythonhosted|rubygems|crates|packagist|nuget|yarnpkg)(?:\.(?!org\b)\w+|[-.]\w+)+(?::\d+)?(?:\/|$)/iu.test(
      address,
    )
  );
}
