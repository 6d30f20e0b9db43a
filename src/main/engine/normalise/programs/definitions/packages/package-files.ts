// Package files: names of files that hold a package, as they lie on the disk.

export const packageFile =
  /^(?!\w+:\/\/|git\+).+\.(?:whl|tgz|tar\.gz|tar\.bz2|zip|gem|deb|rpm|apk|vsix|nupkg|crate|pkg|egg)$/u;
