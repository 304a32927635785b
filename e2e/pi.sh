#!/bin/bash
# Prove witness in the real pi: see play.sh. Takes about half a minute.
set -eu
. "$(dirname "$0")/play.sh"

# one.py has a listener in witness.ts and makes line ends of what looks like them, so ours
# is loaded from beside it.
installed >"$work/pi.ts"
hooks=(--file ".pi/extensions/installed.ts=export { default } from \"$work/pi.ts\"")
bash_call() { printf 'bash={"command":"%s"}' "$1"; }
edit_call() { printf 'edit={"path":"%s","edits":[{"oldText":"%s","newText":"%s"}]}' "$@"; }
calls=(--call "$(bash_call 'go test .')" --call "$(bash_call 'git commit --allow-empty -qm x')")

run block "${project[@]}" "${hooks[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is the result of the tool' model_reads "$reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

run warn "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(bash_call 'sed -i s/one/two/ a.txt; exit 3')"
check 'the warning is in the next request' model_reads "$warning"
check 'the tool ran' grep -q two "$proj/a.txt"

run silence "${project[@]}" "${hooks[@]}" "${with[@]}" --call 'read={"path":"cart.go"}' \
  --call "$(edit_call cart.go 'cents * (100 - percent) / 100' '(cents*(100-percent) + 50) / 100')" "${calls[@]}"
check 'nothing was said' not model_reads '[witness]'
check 'the tool ran' committed

rule='-- Says something at each prompt.\n\n--- severity = "warn"\n--- when = ["start", "prompt"]\n--- message = "It is {moment}."\n\nSELECT :moment AS moment'
run prompt "${hooks[@]}" "${with[@]}" --file ".witness/rules.d/hello.sql=$rule" --call "$(bash_call true)"
check 'what is said at the start and at the prompt is in a request' asked '[witness] hello: It is start.\n[witness] hello: It is prompt.'

run missing "${project[@]}" "${hooks[@]}" "${without[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'witness'

run panic "${project[@]}" "${hooks[@]}" "${panicking[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'witness'

exit $failed
