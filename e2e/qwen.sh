#!/bin/bash
# Prove witness in the real Qwen Code: see play.sh. Takes about two minutes. one.py writes the
# line that `witness init` installs into the settings.
set -eu
. "$(dirname "$0")/play.sh"

hooks=(--direct --hook "$(installed | sed -n 's/^ *"command": "\(.*\)",$/\1/p' | sort -u)")
run_call() { printf 'run_shell_command={"command":"%s","is_background":false}' "$1"; }
edit_call() { printf 'edit={"file_path":"$P/%s","old_string":"%s","new_string":"%s"}' "$@"; }
calls=(--call "$(run_call 'go test .')" --call "$(run_call 'git commit --allow-empty -qm x')")

# The client's terminal turns tabs into blanks, and with them goes the package.
run block "${project[@]}" "${hooks[@]}" "${with[@]}" "${calls[@]}"
check 'the reason is the result of the tool' model_reads '"text": "[witness] no_commit_failing: TestHalfUp'
check 'the tool did not run' not committed
check 'the test is known to fail' known failing TestHalfUp

# Context before a call is not honoured: the warning comes behind the output.
run warn "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(run_call 'sed -i s/one/two/ a.txt')"
check 'the warning is in the next request' model_reads "$warning"
check 'the tool ran' grep -q two "$proj/a.txt"

# The client refuses this itself, and the warning comes behind its error.
run error "${hooks[@]}" "${with[@]}" --file 'a.txt=one\n' --call "$(edit_call a.txt one two)"
check 'the model reads the error' model_reads 'has not been read in this session. Use the read_file tool first'
check 'the warning is in the next request' model_reads "$warning"

run silence "${project[@]}" "${hooks[@]}" "${with[@]}" --call 'read_file={"file_path":"$P/cart.go"}' \
  --call "$(edit_call cart.go 'cents * (100 - percent) / 100' '(cents*(100-percent) + 50) / 100')" "${calls[@]}"
check 'nothing was said' not model_reads '[witness]'
check 'the tool ran' committed

# A rule of the project keeps the agent from stopping, and lets it stop the next time.
rule='-- Do not stop while a test fails.\n\n--- severity = "block"\n--- when     = ["stop"]\n--- message  = "{test} still fails."\n\nSELECT test FROM failing_tests WHERE session = :session LIMIT 1\n'
run stop "${project[@]}" "${hooks[@]}" "${with[@]}" --file "rules.d/still_red.sql=$rule" --call "$(run_call 'go test .')"
check 'the agent goes on, once' test "$(grep -o '\[witness\] still_red: TestHalfUp still fails' <<<"$model" | wc -l)" = 1

run missing "${project[@]}" "${hooks[@]}" "${without[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

run panic "${project[@]}" "${hooks[@]}" "${panicking[@]}" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads 'hook'

"$here/e2e/installed.py" "$clients" "$client" "$work/bin/witness" || failed=1

exit $failed
