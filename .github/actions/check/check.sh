#!/usr/bin/env bash
# Runs the suite as the inputs of the action say, and tells the job of the outcome. Ends with the suite's exit code.
set -uo pipefail
arguments=()
[ -z "$INPUT_URL" ] || arguments+=("$INPUT_URL")
for name in target budget baseline shard; do
  input="INPUT_${name^^}"
  [ -z "${!input}" ] || arguments+=("--$name" "${!input}")
done
rm -f "$INPUT_REPORT"
# The command and the further arguments are words.
# shellcheck disable=SC2086
$INPUT_COMMAND check "${arguments[@]}" $INPUT_ARGUMENTS --report github --report "json=$INPUT_REPORT"
code=$?
node "$ACTION/summary.mjs" "$INPUT_REPORT" "$code"
exit "$code"
