// What dpkg and rpm run as root after installing and before removing the package.
import type { LinuxFormat } from "./linux-package.ts";

const refreshDesktop = `if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q /usr/share/applications || true
fi`;

export function afterInstall(format: LinuxFormat): string {
  return `${shebang(format)}# Chromium's sandbox helper needs root's rights where user namespaces are switched off.
chmod 4755 /usr/lib/gatehouse/chrome-sandbox || true
${refreshDesktop}
`;
}

/**
 * Hooks that point to a program which is gone would stop every tool of every connected agent. So they are taken out for each
 * user who has data of Gatehouse, as that user. An upgrade leaves them alone.
 */
export function beforeRemoval(format: LinuxFormat): string {
  return `${shebang(format)}${unlessRemoving(format)}
for home in /root /home/*; do
  data="$home/.config/Gatehouse"
  [ -d "$data" ] || continue
  user=$(stat -c %U "$data")
  [ "$user" != UNKNOWN ] || continue
  pkill -TERM -u "$user" -f '^/usr/lib/gatehouse/gatehouse-app' 2>/dev/null || true
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    pgrep -u "$user" -f '^/usr/lib/gatehouse/gatehouse-app' >/dev/null 2>&1 || break
    sleep 0.5
  done
  echo "Gatehouse: taking its hooks out of the agents of $user."
  runuser -u "$user" -- env HOME="$home" /usr/lib/gatehouse/gatehouse uninstall --yes || \\
    echo "Gatehouse: some hooks of $user could not be taken out; their agents will refuse to run tools until they are." >&2
  echo "Gatehouse: the data of $user stays in $data. Delete that folder if you do not need it."
done
exit 0
`;
}

function shebang(format: LinuxFormat): string {
  return format === "deb" ? "#!/bin/sh\n" : "";
}

function unlessRemoving(format: LinuxFormat): string {
  return format === "deb" ? '[ "$1" = remove ] || exit 0' : '[ "$1" = 0 ] || exit 0';
}
