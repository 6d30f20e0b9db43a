#!/bin/sh
# The gatehouse command of an installed Gatehouse. It runs on the window's own binary, so nothing else has to be installed.
here=$(dirname "$(readlink -f "$0")")
ELECTRON_RUN_AS_NODE=1 exec "$here/gatehouse-app" "$here/resources/app.asar/bin/gatehouse.js" "$@"
