// The folder that stands for /etc inside: a copy of what programs read there, so that one mount does instead of one for each.
import { createHash } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EtcFile } from "./ports.ts";

/**
 * The parts of /etc that programs read, and settings of an organisation for agents. Passwords, keys of the machine and settings of
 * services are not among them.
 */
const names =
  `alternatives bash.bashrc bash_completion bash_completion.d ca-certificates ca-certificates.conf crypto-policies debian_version
  default/locale environment fonts gai.conf gitattributes gitconfig group host.conf hosts inputrc java java-17-openjdk java-21-openjdk
  ld.so.cache ld.so.conf ld.so.conf.d locale.alias locale.conf localtime lsb-release magic mailcap manpath.config mime.types nanorc
  networks nsswitch.conf npmrc os-release passwd perl pki profile profile.d protocols python3 python3.11 python3.12 python3.13 redhat-release
  rpc services shells ssl/certs ssl/openssl.cnf ssl/cert.pem terminfo timezone vim xdg zsh zshenv zprofile zshrc
  claude-code codex gemini-cli`
    .split(/\s+/)
    .filter((name) => name !== "");

export interface EtcFolders {
  /** The folder for these additions; the same one as long as nothing in /etc changes. */
  readonly prepare: (more: readonly EtcFile[]) => Promise<string>;
}

/** `store` is where the copies are, and `etc` what they are copied from. */
export function createEtcFolders(store: string, etc = "/etc"): EtcFolders {
  const making = new Map<string, Promise<string>>();

  async function make(folder: string, more: readonly EtcFile[]): Promise<string> {
    if (existsSync(folder)) return folder;
    await mkdir(store, { recursive: true, mode: 0o700 });
    // Whole before it has its name: a run that is killed meanwhile leaves nothing half done.
    const draft = await mkdtemp(`${folder}.new-`);
    for (const name of names) await copyEntry(join(etc, name), join(draft, name));
    for (const { path, text } of more) {
      await mkdir(dirname(join(draft, path)), { recursive: true });
      await writeFile(join(draft, path), text);
    }
    try {
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
    return folder;
  }

  return {
    prepare: (more) => {
      const folder = join(store, signatureOf(etc, more));
      const running = making.get(folder);
      if (running !== undefined) return running;
      const made = make(folder, more).finally(() => making.delete(folder));
      making.set(folder, made);
      return made;
    },
  };
}

/** What cannot be read by this user could not be read inside either. */
async function copyEntry(from: string, to: string): Promise<void> {
  const plain = (path: string): boolean => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    return entry !== undefined && (entry.isFile() || entry.isDirectory() || entry.isSymbolicLink());
  };
  if (!plain(from)) return;
  try {
    await mkdir(dirname(to), { recursive: true });
    await cp(from, to, { recursive: true, verbatimSymlinks: true, filter: plain });
  } catch {
    await rm(to, { recursive: true, force: true });
  }
}

function signatureOf(etc: string, more: readonly EtcFile[]): string {
  const entries = names.map((name) => {
    const entry = lstatSync(join(etc, name), { throwIfNoEntry: false });
    return entry === undefined ? [name] : [name, entry.mtimeMs, entry.ctimeMs, entry.size, entry.ino];
  });
  return createHash("sha256")
    .update(JSON.stringify([entries, more]))
    .digest("hex")
    .slice(0, 24);
}
