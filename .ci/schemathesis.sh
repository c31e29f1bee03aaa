#!/usr/bin/env bash
# Schemathesis against a served simulator, by the document that `openapi` prints: links from what makes an id to what takes it lead its
# stateful phase. Ends with 1 where an answer is not as the document has it, or is a 5xx. Not held against the server: that a request as the
# schema has it may be refused (an id has to exist, texts have to be JSON of what is there; the status of all that is 400), and that paths
# have methods that the document does not name: those of routes beside the specification.
# Arguments go to Schemathesis, such as --max-examples 200. ST names another command than one that is fetched from PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
touchstone="node dist/cli/launch.cjs"
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
if [ -z "${ST:-}" ]; then
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet schemathesis==4.32.5
  ST=$folder/venv/bin/st
fi
$touchstone serve --port 0 --json >"$folder/served" &
server=$!
until grep -q url "$folder/served"; do sleep 0.2; done
$touchstone openapi >"$folder/openapi.json"
read -r url login < <(node -e 'const { url, cast } = JSON.parse(require("fs").readFileSync(process.argv[1])); console.log(url, `${cast.owen.email}:${cast.owen.api_key}`)' "$folder/served")
"$ST" run "$folder/openapi.json" --url "$url/api/v1" --auth "$login" --no-color --seed 1 --max-examples 50 \
  --exclude-checks positive_data_acceptance,unsupported_method,allow_header_conformance "$@"
