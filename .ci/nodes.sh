#!/usr/bin/env bash
# Runs the certificate of determinism on other versions of Node, each from the npm package `node`. Versions: the arguments, or 20 22 24.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in "${@:-20 22 24}"; do
  for one in $version; do
    npm install --prefix "$folder/$one" --no-audit --no-fund --silent "node@$one"
    "$folder/$one/node_modules/node/bin/node" --import tsx .ci/certify.ts
  done
done
