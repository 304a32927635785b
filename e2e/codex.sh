#!/bin/bash
# Prove witness in the real Codex CLI: see play.sh. Takes about a minute. The hooks are
# trusted by a flag of one.py, as a user would trust them with /hooks.
set -eu
. "$(dirname "$0")/play.sh"

hooks=(--file ".codex/hooks.json=$(installed)")
# Without "login": false the shell reads the profile, which may not know where go is.
exec_call() { printf 'exec_command={"cmd":"%s","login":false}' "$1"; }
patch_call() { printf '!apply_patch="*** Begin Patch\\n*** Update File: %s\\n@@\\n-%s\\n+%s\\n*** End Patch\\n"' "$@"; }
calls=(--call "$(exec_call 'go test .')" --call "$(exec_call 'git commit --allow-empty -qm x')")
wrong='func Total(cents, percent int) int { return cents * (100 - percent) / 100 }'

run block "${project[@]}" "${hooks[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is the result of the tool' model_reads "Command blocked by PreToolUse hook: $reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

run warn "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(patch_call a.txt one two)"
check 'the warning is in the next request' model_reads "\"role\": \"developer\", \"content\": [{\"type\": \"input_text\", \"text\": \"$warning"
check 'the tool ran' grep -q two "$proj/a.txt"

run silence "${project[@]}" "${hooks[@]}" "${with[@]}" --call "$(exec_call 'cat cart.go')" \
  --call "$(patch_call cart.go "$wrong" 'func Total(cents, percent int) int { return (cents*(100-percent) + 50) / 100 }')" "${calls[@]}"
check 'nothing was said' not model_reads '[witness]'
check 'the tool ran' committed

# Newer models write programs that call the tools.
code_call() { printf '!exec="text(await tools.exec_command({cmd:\\"%s\\",login:false}));"' "$1"; }
run code "${project[@]}" "${hooks[@]}" "${with[@]}" --model gpt-6.1-sol --call "$(code_call 'go test .')" --call "$(code_call 'git commit --allow-empty -qm x')"
check 'the reason is the error of the tool' model_reads "Command blocked by PreToolUse hook: $reason"
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

# The exit code is nowhere in the payloads.
run exit "${hooks[@]}" "${with[@]}" --call "$(exec_call 'exit 9')" --call "$(exec_call 'true')"
check 'the exit code is known' known timeline 'failed   9'

# What it printed is the last line only, when it ends.
run polled "${project[@]}" "${hooks[@]}" "${with[@]}" \
  --call 'exec_command={"cmd":"go test . ; sleep 3; echo done","login":false,"yield_time_ms":250}' --call 'write_stdin={"session_id":"$SID","chars":"","yield_time_ms":30000}' \
  --call "$(exec_call 'git commit --allow-empty -qm x')"
check 'the model polled' model_reads write_stdin
check 'the test is known to fail' known failing TestHalfUp
check 'the tool did not run' not committed

# A rule of the project keeps the agent from stopping, and lets it stop the next time.
rule='-- Do not stop while a test fails.\n\n--- severity = "block"\n--- when     = ["stop"]\n--- message  = "{test} still fails."\n\nSELECT test FROM failing_tests WHERE session = :session LIMIT 1\n'
run stop "${project[@]}" "${hooks[@]}" "${with[@]}" --file "rules.d/still_red.sql=$rule" --call "$(exec_call 'go test .')"
check 'the agent goes on, once' test "$(grep -o '\[witness\] still_red: TestHalfUp still fails' <<<"$model" | wc -l)" = 1

run missing "${project[@]}" "${hooks[@]}" "${without[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

run panic "${project[@]}" "${hooks[@]}" "${panicking[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

"$here/e2e/installed.py" "$clients" "$client" "$work/bin/witness" || failed=1

exit $failed
