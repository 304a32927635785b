#!/bin/bash
# Prove witness in the real Factory droid: see play.sh. Takes about a minute.
set -eu
. "$(dirname "$0")/play.sh"

hooks=(--file ".factory/settings.json=$(installed)")
execute() { printf 'Execute={"command":"%s","riskLevel":"low","riskLevelReason":"x","summary":"s"}' "$1"; }
edit_call() { printf 'Edit={"file_path":"$P/%s","old_str":"%s","new_str":"%s","change_all":false}' "$@"; }
calls=(--call "$(execute 'go test .')" --call "$(execute 'git commit --allow-empty -qm x')")

run block "${project[@]}" "${hooks[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is the result of the tool' model_reads "Error: $reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

run warn "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(edit_call a.txt one two)"
check 'the warning is in the next request' model_reads "\"content\": \"$warning"
check 'the tool ran' grep -q two "$proj/a.txt"

# The command that was warned of fails: the warning waits for the next call that does not.
run late "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(execute 'sed -i s/one/two/ a.txt; exit 3')" --call "$(execute 'true')"
check 'the warning is in a later request' model_reads "\"content\": \"$warning"

run silence "${project[@]}" "${hooks[@]}" "${with[@]}" --call 'Read={"file_path":"$P/cart.go"}' \
  --call "$(edit_call cart.go 'cents * (100 - percent) / 100' '(cents*(100-percent) + 50) / 100')" "${calls[@]}"
check 'nothing was said' not model_reads '[witness]'
check 'the tool ran' committed

run missing "${project[@]}" "${hooks[@]}" "${without[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'ook'

run panic "${project[@]}" "${hooks[@]}" "${panicking[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'ook'

exit $failed
