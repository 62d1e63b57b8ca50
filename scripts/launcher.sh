#!/bin/sh
# The command `assay` of the npm package. Runs the program on the Node 24 that is installed with it. On machines without such a
# package, such as macOS, it uses `node` from the PATH.
package=$(dirname "$(dirname "$(readlink -f "$0")")")
for modules in "$package/node_modules" "$package/.."; do
  for node in "$modules"/node-linux-*/bin/node; do
    if [ -x "$node" ]; then exec "$node" --max-semi-space-size=16 "$package/dist/server/assay.mjs" "$@"; fi
  done
done
case "$(node --version 2>/dev/null)" in
  v2[4-9].* | v[3-9][0-9].*) exec node --max-semi-space-size=16 "$package/dist/server/assay.mjs" "$@" ;;
esac
echo 'assay: There is no Node 24 package for this machine. Install Node 24 or newer and try again.' >&2
exit 2
