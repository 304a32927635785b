# The words of the scripts in this folder, which source this file: prove witness in a real
# client. Each is called as e2e/CLIENT.sh CLIENTS.
#
# CLIENTS is the folder with install.sh and one.py, which run a client from npm against a
# scripted model on loopback; run `CLIENTS/install.sh CLIENT` first. WITNESS_CLIENTS is the
# work folder that install.sh used. Needs go, node, python3 and git. WITNESS is a built
# witness, if it is not to be built here.
client=$(basename "$0" .sh)
clients=$(cd "${1:?usage: e2e/$client.sh CLIENTS}" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
if [ -n "${WITNESS:-}" ]; then cp "$WITNESS" "$work/bin/witness"; else (cd "$here" && go build -o "$work/bin/witness" ./cmd/witness); fi
failed=0

# What the hooks find on PATH: witness, one that is not there, one that panics.
system=$(dirname "$(command -v node)"):$(dirname "$(command -v go)"):/usr/local/bin:/usr/bin:/bin
with=(--env "PATH=$work/bin:$system")
without=(--env "PATH=$system")
mkdir "$work/broken"
printf '#!/bin/sh\necho half a reply\necho panic: boom >&2\nexit 2\n' >"$work/broken/witness"
chmod +x "$work/broken/witness"
panicking=(--env "PATH=$work/broken:$system")

# run NAME ARGUMENTS…: one session; $said is what one.py printed of it, $model what the
# model was sent after its prompt, $proj the project and $home the home.
run() {
  name=$1; shift
  said=$("$clients/one.py" "$client" --name "witness-$name" --width 20000 "$@" 2>&1) || { echo "$said"; exit 1; }
  proj=$(sed -n 's/^run folder: //p' <<<"$said")/proj
  home=${proj%proj}home
  model=$(sed -n '/^== what the model was sent/,/^run folder: /{/^run folder: /d;p}' <<<"$said")
}
check() { # WHAT COMMAND…
  what=$1; shift
  if "$@"; then echo "ok    $client $name: $what"; else echo "FAIL  $client $name: $what"; failed=1; echo "$said" | cut -c1-600 | tail -n 30; fi
}
model_reads() { grep -qF -- "$1" <<<"$model"; }
# asked TEXT: it was sent to the model at any time, in the prompt too.
asked() { grep -qF -- "$1" "${proj%proj}reqs.jsonl"; }
committed() { git -C "$proj" rev-parse -q --verify HEAD >/dev/null; }
not() { ! "$@"; }
# known QUESTION TEXT: the answer to `witness query QUESTION` has the text.
known() { (cd "$proj" && HOME=$home XDG_STATE_HOME='' "$work/bin/witness" query "$1" --all) | grep -qF -- "$2"; }
# the file that `witness init` would write for the project
installed() { (cd "$work" && "$work/bin/witness" init "$client" --print); }

# A Go project whose only test fails.
project=(
  --env GIT_AUTHOR_NAME=dev --env GIT_AUTHOR_EMAIL=dev@example.com
  --env GIT_COMMITTER_NAME=dev --env GIT_COMMITTER_EMAIL=dev@example.com
  --file 'go.mod=module example.com/cart\n\ngo 1.24\n'
  --file 'cart.go=package cart\n\nfunc Total(cents, percent int) int { return cents * (100 - percent) / 100 }\n'
  --file 'cart_test.go=package cart\n\nimport "testing"\n\nfunc TestHalfUp(t *testing.T) {\n  if got := Total(125, 10); got != 113 {\n    t.Errorf("got %d, want 113", got)\n  }\n}\n'
)
reason='[witness] no_commit_failing: TestHalfUp (example.com/cart) is known to fail. Make it pass and run it again before you commit.'
warning='[witness] no_edit_unread: a.txt exists'
