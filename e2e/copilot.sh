#!/bin/bash
# Prove witness in the real GitHub Copilot CLI: see play.sh. Takes about a minute.
set -eu
. "$(dirname "$0")/play.sh"

hooks=(--file ".github/hooks/witness.json=$(installed)")
# what `witness init claude` writes, which Copilot runs too
claude=(--file ".claude/settings.json=$(cd "$work" && "$work/bin/witness" init claude --print)")
bash_call() { printf 'bash={"command":"%s","description":"t","mode":"sync"}' "$1"; }
patch_call() { printf 'apply_patch={"input":"*** Begin Patch\\n*** Update File: %s\\n@@\\n-%s\\n+%s\\n*** End Patch\\n"}' "$@"; }
calls=(--call "$(bash_call 'go test .')" --call "$(bash_call 'git commit --allow-empty -qm x')")

run block "${project[@]}" "${hooks[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is the result of the tool' model_reads "Denied by preToolUse hook: $reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

run claude "${project[@]}" "${claude[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is the result of the tool' model_reads "Denied by preToolUse hook: $reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

run both "${project[@]}" "${hooks[@]}" "${claude[@]}" "${with[@]}" "${calls[@]}"
check 'the tool did not run' not committed
check 'each call is known once' test "$(cd "$proj" && HOME=$home "$work/bin/witness" query timeline --all | grep -c 'go test')" = 1

run warn "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(patch_call a.txt one two)"
check 'the warning is in the next request' model_reads "Additional context from preToolUse hook:\\n$warning"
check 'the tool ran' grep -q two "$proj/a.txt"

run silence "${project[@]}" "${hooks[@]}" "${with[@]}" --call 'view={"path":"$P/cart.go"}' \
  --call "$(patch_call cart.go 'func Total(cents, percent int) int { return cents * (100 - percent) / 100 }' 'func Total(cents, percent int) int { return (cents*(100-percent) + 50) / 100 }')" "${calls[@]}"
check 'nothing was said' not model_reads '[witness]'
check 'the tool ran' committed

# More than 20 KB are kept from the hook: they lie in a file.
long='go test . ; for i in $(seq 4000); do echo a line of noise $i; done; exit 1'
run long "${project[@]}" "${hooks[@]}" "${with[@]}" --call "$(bash_call "$long")" --call "$(bash_call 'git commit --allow-empty -qm x')"
check 'the output was too large' model_reads 'Output too large to read at once'
check 'the tool did not run' not committed

run missing "${project[@]}" "${hooks[@]}" "${claude[@]}" "${without[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

run panic "${project[@]}" "${hooks[@]}" "${claude[@]}" "${panicking[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

exit $failed
