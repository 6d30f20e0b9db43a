// Descriptions of a release for package managers, all made from one: Homebrew, winget, AUR and Nix.

export interface Artifact {
  readonly file: string;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

export interface Release {
  readonly version: string;
  /** "owner/name" on GitHub. */
  readonly repository: string;
  readonly description: string;
  readonly artifacts: readonly Artifact[];
}

export interface Manifest {
  readonly path: string;
  readonly text: string;
}

/** One for each package manager whose artifact the release has. */
export function manifestsOf(release: Release): readonly Manifest[] {
  return [...homebrew(release), ...winget(release), ...aur(release), ...nix(release)];
}

function find({ artifacts }: Release, pattern: RegExp): Artifact | undefined {
  return artifacts.find(({ file }) => pattern.test(file));
}

function urlOf({ repository, version }: Release, { file }: Artifact): string {
  return `https://github.com/${repository}/releases/download/v${version}/${encodeURIComponent(file)}`;
}

function homebrew(release: Release): readonly Manifest[] {
  const [intel, silicon] = [find(release, /x64.*\.dmg$|(?<!arm64)\.dmg$/), find(release, /arm64.*\.dmg$/)];
  if (intel === undefined || silicon === undefined) return [];
  return [
    {
      path: "homebrew/gatehouse.rb",
      text: `cask "gatehouse" do
  version "${release.version}"

  on_arm do
    sha256 "${silicon.sha256}"
    url "${urlOf(release, silicon)}"
  end
  on_intel do
    sha256 "${intel.sha256}"
    url "${urlOf(release, intel)}"
  end

  name "Gatehouse"
  desc "${release.description}"
  homepage "https://github.com/${release.repository}"

  app "Gatehouse.app"
  binary "#{appdir}/Gatehouse.app/Contents/gatehouse"

  uninstall_preflight do
    system_command "#{appdir}/Gatehouse.app/Contents/gatehouse", args: ["uninstall", "--yes"]
  end
end
`,
    },
  ];
}

function winget(release: Release): readonly Manifest[] {
  const setup = find(release, /\.exe$/);
  if (setup === undefined) return [];
  const head = (type: string): string =>
    `PackageIdentifier: Gatehouse.Gatehouse\nPackageVersion: ${release.version}\nManifestType: ${type}\nManifestVersion: 1.10.0\n`;
  return [
    {
      path: "winget/Gatehouse.Gatehouse.yaml",
      text: `${head("version")}DefaultLocale: en-US\n`,
    },
    {
      path: "winget/Gatehouse.Gatehouse.installer.yaml",
      text: `${head("installer")}InstallerType: nullsoft
Scope: user
Protocols:
  - gatehouse
Installers:
  - Architecture: x64
    InstallerUrl: ${urlOf(release, setup)}
    InstallerSha256: ${setup.sha256.toUpperCase()}
`,
    },
    {
      path: "winget/Gatehouse.Gatehouse.locale.en-US.yaml",
      text: `${head("defaultLocale")}PackageLocale: en-US
Publisher: Gatehouse contributors
PackageName: Gatehouse
License: MIT
ShortDescription: ${release.description}
PackageUrl: https://github.com/${release.repository}
`,
    },
  ];
}

function aur(release: Release): readonly Manifest[] {
  const [intel, arm] = [find(release, /_amd64\.deb$/), find(release, /_arm64\.deb$/)];
  if (intel === undefined) return [];
  const armLines =
    arm === undefined ? "" : `source_aarch64=("${urlOf(release, arm)}")\nsha256sums_aarch64=("${arm.sha256}")\n`;
  return [
    {
      path: "aur/PKGBUILD",
      text: `pkgname=gatehouse-bin
pkgver=${release.version.replaceAll("-", "_")}
pkgrel=1
pkgdesc="${release.description}"
arch=(${["x86_64", ...(arm === undefined ? [] : ["aarch64"])].map((name) => `'${name}'`).join(" ")})
url="https://github.com/${release.repository}"
license=('MIT')
depends=('gtk3' 'nss' 'alsa-lib' 'libsecret' 'libnotify')
optdepends=('bubblewrap: run agents contained')
provides=('gatehouse')
conflicts=('gatehouse')
source_x86_64=("${urlOf(release, intel)}")
sha256sums_x86_64=("${intel.sha256}")
${armLines}
package() {
  bsdtar -xf data.tar.* -C "$pkgdir"
  chmod 4755 "$pkgdir/usr/lib/gatehouse/chrome-sandbox"
}
`,
    },
  ];
}

function nix(release: Release): readonly Manifest[] {
  const intel = find(release, /_amd64\.deb$/);
  if (intel === undefined) return [];
  return [
    {
      path: "nix/default.nix",
      text: `{ lib, stdenv, fetchurl, dpkg, autoPatchelfHook, wrapGAppsHook3, alsa-lib, gtk3, libdrm, libgbm, libnotify, libsecret, nss }:

stdenv.mkDerivation {
  pname = "gatehouse";
  version = "${release.version}";

  src = fetchurl {
    url = "${urlOf(release, intel)}";
    sha256 = "${intel.sha256}";
  };

  nativeBuildInputs = [ dpkg autoPatchelfHook wrapGAppsHook3 ];
  buildInputs = [ alsa-lib gtk3 libdrm libgbm libnotify libsecret nss ];

  installPhase = ''
    runHook preInstall
    mkdir -p $out
    cp -r usr/lib usr/share $out/
    mkdir -p $out/bin
    ln -s $out/lib/gatehouse/gatehouse $out/bin/gatehouse
    runHook postInstall
  '';

  meta = {
    description = "${release.description}";
    homepage = "https://github.com/${release.repository}";
    license = lib.licenses.mit;
    platforms = [ "x86_64-linux" ];
    mainProgram = "gatehouse";
  };
}
`,
    },
  ];
}
