#!/usr/bin/env bash
# Runs the suite as the inputs of the action say, and tells the job of the outcome. Ends with the suite's exit code; of a part that has a report with 0.
set -uo pipefail
arguments=()
[ -z "$INPUT_URL" ] || arguments+=("$INPUT_URL")
for name in target budget baseline require shard; do
  input="INPUT_${name^^}"
  [ -z "${!input}" ] || arguments+=("--$name" "${!input}")
done
rm -f "$INPUT_REPORT"
# Without a command, what stands beside this action: nothing is fetched by a name that somebody else could have registered.
if [ -z "$INPUT_COMMAND" ]; then
  root=$(cd "$ACTION/../../.." && pwd)
  [ -f "$root/dist/cli/launch.cjs" ] ||
    (cd "$root" && npm ci --no-audit --no-fund --ignore-scripts && npm run build) >&2 || exit 3
  touchstone=(node "$root/dist/cli/launch.cjs")
else
  read -ra touchstone <<<"$INPUT_COMMAND"
fi
# The further arguments are words, in quotes where they have spaces in them.
if [[ $INPUT_ARGUMENTS == *[^[:space:]]* ]]; then
  words=$(xargs printf '%s\n' <<<"$INPUT_ARGUMENTS") || exit 2
  mapfile -t -O "${#arguments[@]}" arguments <<<"$words"
fi
"${touchstone[@]}" check "${arguments[@]}" --report github --report "json=$INPUT_REPORT" &
suite=$!
# A job that is cancelled signals this shell alone: the suite takes back what it changed on the server, and tells what it found.
trap 'kill -TERM "$suite" 2>/dev/null' INT TERM
wait "$suite"
code=$?
while kill -0 "$suite" 2>/dev/null; do
  wait "$suite"
  code=$?
done
node "$ACTION/summary.mjs" "$INPUT_REPORT" "$code"
[ -z "$INPUT_SHARD" ] || [ ! -s "$INPUT_REPORT" ] || exit 0
exit "$code"
