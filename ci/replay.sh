#!/usr/bin/env bash
# Replays recorded sessions of agents, as a step of a build: ci/replay.sh PATH...
#
# The findings are printed, and the report, as SARIF and as a page, is written to the folder $WITNESS_REPORT
# (witness-report). On GitHub the findings are annotations of the recording, or with WITNESS_RANGE what is missing of a commit is one of its changed lines, and the job has a summary. The exit status is 1 if there is a
# finding of the severity $WITNESS_FAIL_ON (block) or above, which "never" switches off. $WITNESS is the program (witness).
# With WITNESS_RANGE (main..HEAD) the receipts of these commits, by their git notes, are printed as well, and the exit status is 1 unless tests
# passed on exactly the tree of each; WITNESS_FAIL_ON=never switches that off, too. With WITNESS_TRUST=1 the project's own rules and settings are in force without having been accepted by a person.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo 'ci/replay.sh: name the recorded sessions: files, or folders that contain them' >&2
  exit 2
fi
witness=${WITNESS:-witness}
report=${WITNESS_REPORT:-witness-report}
options=()
if [ "${WITNESS_TRUST:-}" = 1 ]; then
  options+=(--trust)
fi
export COLUMNS= # and --color: the lines are read below, so that neither a width nor FORCE_COLOR may change them
replay() { "$witness" replay --color never ${options[@]+"${options[@]}"} "$@"; } # bash 3 takes an empty array for an unset variable

mkdir -p "$report"
replay --format sarif "$@" >"$report/witness.sarif"
replay --format html -o "$report/witness.html" "$@" >/dev/null

fail=()
if [ "${WITNESS_FAIL_ON:-block}" != never ]; then
  fail=(--fail-on "${WITNESS_FAIL_ON:-block}")
fi
status=0
text=$(replay --examples 10 ${fail[@]+"${fail[@]}"} "$@") || status=$?
printf '%s\n' "$text"

if [ "${GITHUB_ACTIONS:-}" = true ] && [ -z "${WITNESS_RANGE:-}" ]; then
  # https://docs.github.com/actions/reference/workflow-commands: a percent sign is escaped in all texts, colons and commas in file names.
  while IFS= read -r line; do
    if [[ ${line//%/%25} =~ ^(.+):([0-9]+):\ (block|ask|warn)\ ([a-z0-9_]+):\ (.*)$ ]]; then
      file=${BASH_REMATCH[1]//:/%3A} level=warning
      if [ "${BASH_REMATCH[3]}" = block ]; then level=error; fi
      printf '::%s file=%s,line=%s,title=witness %s::%s\n' "$level" "${file//,/%2C}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]}" "${BASH_REMATCH[5]}"
    fi
  done <<<"$text"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    printf '## witness\n\n'
    replay --format markdown "$@"
    printf '\nThe page `witness.html` of this job shows each session step by step.\n'
  } >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${WITNESS_RANGE:-}" ]; then
  check=(--check)
  if [ "${WITNESS_FAIL_ON:-block}" = never ]; then check=(); fi
  receipts=$("$witness" receipt "$WITNESS_RANGE" --notes ${check[@]+"${check[@]}"} --format markdown) || status=1
  printf '%s\n' "$receipts"
  printf '%s\n' "$receipts" >"$report/receipts.md"
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    "$witness" receipt "$WITNESS_RANGE" --notes --format github
  fi
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    printf '\n## Receipts\n\n%s\n' "$receipts" >>"$GITHUB_STEP_SUMMARY"
  fi
fi
exit "$status"
