_default:
    @just --list

# What CI runs.
check:
    CI=true bash .ci/run

# The tests; arguments go to go test.
test *args:
    go test ./... {{args}}

# Rewrite the expected output in testscripts; then read the difference.
update:
    go test ./cmd/witness -run TestScripts -update

# Time the hook against a hello world and a floor program, in one run.
bench *args:
    go run ./bench {{args}}

# Start a rule: its .sql and its .txtar.
rule name:
    cp -n rules.d/_template.sql rules.d/{{name}}.sql
    cp -n testscripts/_template.txtar testscripts/rules/{{name}}.txtar

# Write docs/rules.md anew from the rules.
docs:
    go run ./cmd/witness rules docs > docs/rules.md

# Recall and exactness of the readers over a folder of recorded sessions with a truth.json.
score dir:
    go run ./cmd/score {{dir}}

# Look at what the rules say of recorded sessions.
replay *files:
    go run ./cmd/witness replay {{files}}

# Prove the hooks in the real clients, which come from npm: all of e2e/clients.txt, or those named.
e2e *clients:
    WITNESS_E2E='{{ if clients == "" { "all" } else { clients } }}' go test ./e2e -count=1 -timeout 60m -v

# Write the hooks of the plugin anew, after a change of what init writes.
plugin:
    go test ./engine/agent -run TestPlugin -update

# Make everything that a release has, in dist/, and publish nothing. Needs goreleaser and syft.
release-check:
    GITHUB_REPOSITORY_OWNER=witness goreleaser check
    GITHUB_REPOSITORY_OWNER=witness goreleaser release --snapshot --clean
