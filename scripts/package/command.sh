#!/bin/sh
# The gatehouse command of an installed Gatehouse. It runs on the window's own binary, so nothing else has to be installed.
here=$(dirname "$(readlink -f "$0")")
# A program that is started contained does not wait for that binary to start: the launcher in the data directory is enough.
case "${1-} ${2---help}" in
"run --help" | "run -h" | "run --data-dir") ;;
"run "*)
	launcher="${GATEHOUSE_HOME:-${XDG_CONFIG_HOME:-$HOME/.config}/Gatehouse}/bin/gatehouse"
	if [ -f "$launcher" ] && [ -x /usr/bin/perl ]; then exec /usr/bin/perl "$launcher" "$@"; fi
	;;
esac
ELECTRON_RUN_AS_NODE=1 exec "$here/gatehouse-app" "$here/resources/app.asar/bin/gatehouse.js" "$@"
