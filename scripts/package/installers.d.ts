// What we use of two packages that come without types.
interface InstallerOptions {
  readonly src: string;
  readonly dest: string;
  readonly arch: string;
  readonly rename: (directory: string, source: string) => string;
  readonly options: Readonly<Record<string, unknown>>;
}

declare module "electron-installer-debian" {
  export default function makePackage(options: InstallerOptions): Promise<{ readonly packagePaths: readonly string[] }>;
}

declare module "electron-installer-redhat" {
  export default function makePackage(options: InstallerOptions): Promise<{ readonly packagePaths: readonly string[] }>;
}
