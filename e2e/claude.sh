#!/bin/bash
# Prove witness in the real Claude Code: e2e/claude.sh CLIENTS
#
# CLIENTS is the folder with install.sh and one.py, which run the client from npm against a
# scripted model on loopback; run `CLIENTS/install.sh claude` first. WITNESS_CLIENTS is the
# work folder that install.sh used. Needs go, node, python3 and git. Takes about a minute.
set -eu
clients=$(cd "${1:?usage: e2e/claude.sh CLIENTS}" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$here" && go build -o "$work/bin/witness" ./cmd/witness)
failed=0

# run NAME ARGUMENTS…: one session; $said is what was heard and said, $proj its project.
run() {
  name=$1; shift
  said=$("$clients/one.py" claude --name "witness-$name" --width 20000 "$@" 2>&1) || { echo "$said"; exit 1; }
  proj=$(sed -n 's/^run folder: //p' <<<"$said")/proj
  # what the model was sent, without what the hooks said to the client
  model=$(sed -n '/^== what the model was sent/,$p' <<<"$said")
}
check() { # WHAT COMMAND…
  what=$1; shift
  if "$@"; then echo "ok    $name: $what"; else echo "FAIL  $name: $what"; failed=1; echo "$said" | cut -c1-600 | tail -n 30; fi
}
model_reads() { grep -qF -- "$1" <<<"$model"; }
silent() { ! grep -qF '[witness]' <<<"$said"; }
committed() { git -C "$proj" rev-parse -q --verify HEAD >/dev/null; }
not() { ! "$@"; }
bash_call() { printf 'Bash={"command":"%s","description":"t"}' "$1"; }
edit_call() { printf 'Edit={"file_path":"$P/cart.go","old_string":"%s","new_string":"%s"}' "$1" "$2"; }

project=(
  --env GIT_AUTHOR_NAME=dev --env GIT_AUTHOR_EMAIL=dev@example.com
  --env GIT_COMMITTER_NAME=dev --env GIT_COMMITTER_EMAIL=dev@example.com
  --file 'go.mod=module example.com/cart\n\ngo 1.24\n'
  --file 'cart.go=package cart\n\nfunc Total(cents, percent int) int { return cents * (100 - percent) / 100 }\n'
  --file 'cart_test.go=package cart\n\nimport "testing"\n\nfunc TestHalfUp(t *testing.T) {\n  if got := Total(125, 10); got != 113 {\n    t.Errorf("got %d, want 113", got)\n  }\n}\n'
)
hook=(--hook "$work/bin/witness hook claude")
denied='"content": "[witness] no_commit_failing: TestHalfUp (example.com/cart) is known to fail.'

run block "${project[@]}" "${hook[@]}" --call "$(bash_call 'go test .')" --call "$(bash_call 'git commit --allow-empty -qm x')"
check 'the reason is the result of the tool' model_reads "$denied"
check 'the tool did not run' not committed

run warn "${hook[@]}" --file 'a.txt=one\n' --call "$(bash_call 'sed -i s/one/two/ a.txt')"
check 'the warning is in the next request' model_reads 'PreToolUse:Bash hook additional context: [witness] no_edit_unread: a.txt exists'
check 'the tool ran' grep -q two "$proj/a.txt"

run silence "${project[@]}" "${hook[@]}" --call 'Read={"file_path":"$P/cart.go"}' \
  --call "$(edit_call 'cents * (100 - percent) / 100' '(cents*(100-percent) + 50) / 100')" \
  --call "$(bash_call 'go test .')" --call "$(bash_call 'git commit --allow-empty -qm x')"
check 'nothing was said' silent
check 'the tool ran' committed

run thrashing "${project[@]}" "${hook[@]}" --call 'Read={"file_path":"$P/cart.go"}' \
  --call "$(edit_call 'cents * (100 - percent) / 100' 'cents - (cents*percent+99)/100')" --call "$(bash_call 'go test .')" \
  --call "$(edit_call 'cents - (cents*percent+99)/100' 'cents/100 * (100-percent)')" --call "$(bash_call 'go test .')" \
  --call "$(edit_call 'cents/100 * (100-percent)' '(100 - percent) * cents / 100')" --call "$(bash_call 'go test .')" \
  --call "$(edit_call '(100 - percent) * cents / 100' 'cents * percent / 100')"
check 'the fourth edit is refused' model_reads '"content": "[witness] no_thrashing: cart.go was edited 3 times'
check 'the file is as the third left it' grep -qF '(100 - percent) * cents / 100' "$proj/cart.go"

# From here on the line that `witness init claude` installs, without the listener before it.
line=$("$work/bin/witness" init claude --print | sed -n 's/^ *"command": "\(.*\)",$/\1/p' | sort -u)
path=$(dirname "$(command -v node)"):$(dirname "$(command -v go)"):/usr/local/bin:/usr/bin:/bin
calls=(--call "$(bash_call 'go test .')" --call "$(bash_call 'git commit --allow-empty -qm x')")

run installed "${project[@]}" --direct --hook "$line" --env "PATH=$work/bin:$path" "${calls[@]}"
check 'the reason is the result of the tool' model_reads "$denied"

run missing "${project[@]}" --direct --hook "$line" --env "PATH=$path" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads PreToolUse

mkdir "$work/broken"
printf '#!/bin/sh\necho panic: boom >&2\nexit 2\n' >"$work/broken/witness"
chmod +x "$work/broken/witness"
run panic "${project[@]}" --direct --hook "$line" --env "PATH=$work/broken:$path" "${calls[@]}"
check 'the tool ran' committed
check 'the model sees nothing of it' not model_reads PreToolUse

exit $failed
