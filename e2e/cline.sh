#!/bin/bash
# Prove witness in the real Cline: see play.sh. Takes about two minutes.
set -eu
. "$(dirname "$0")/play.sh"

# one.py writes the hooks' files itself; each starts the one that is installed.
(cd "$work" && git init -q proj && cd proj && "$work/bin/witness" init cline >/dev/null)
hooks=(--direct --hook "$work/proj/.cline/hooks/PreToolUse")
run_call() { printf 'run_commands={"commands":["%s"]}' "$1"; }
edit_call() { printf 'editor={"path":"$P/%s","old_text":"%s","new_text":"%s"}' "$@"; }
calls=(--call "$(run_call 'go test .')" --call "$(run_call 'git commit --allow-empty -qm x')")

run block "${project[@]}" "${hooks[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is in the next request' model_reads "[witness] The call did not run.\\n$reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

run warn "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(edit_call a.txt one two)"
check 'the warning is in the next request' model_reads "$warning"
check 'the tool ran' grep -q two "$proj/a.txt"

run silence "${project[@]}" "${hooks[@]}" "${with[@]}" --call 'read_files={"files":[{"path":"$P/cart.go"}]}' \
  --call "$(edit_call cart.go 'cents * (100 - percent) / 100' '(cents*(100-percent) + 50) / 100')" "${calls[@]}"
check 'nothing was said' not model_reads '[witness]'
check 'the tool ran' committed

run missing "${project[@]}" "${hooks[@]}" "${without[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

run panic "${project[@]}" "${hooks[@]}" "${panicking[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

exit $failed
