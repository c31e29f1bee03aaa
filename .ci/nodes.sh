#!/usr/bin/env bash
# Replays the goldens on other versions of Node, each from the npm package `node`. Versions: the arguments, or 20 22 24.
# A version that the registry does not give is left out, with a word; one whose bytes differ fails.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in "${@:-20 22 24}"; do
  for one in $version; do
    if ! npm install --prefix "$folder/$one" --no-audit --no-fund --silent --fetch-retries=0 --fetch-timeout=20000 "node@$one"; then
      echo "node@$one cannot be had here: left out"
      continue
    fi
    "$folder/$one/node_modules/node/bin/node" --import tsx .ci/goldens.ts
  done
done
