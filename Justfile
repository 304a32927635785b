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
    test ! -e rules.d/{{name}}.sql
    cp rules.d/_template.sql rules.d/{{name}}.sql
    sed 's/_template/{{name}}/' testscripts/_template.txtar > testscripts/rules/{{name}}.txtar

# Write docs/rules.md, docs/schema.md and the outputs in docs/writing-rules.md anew; then read the difference.
docs:
    go test ./cmd/witness -run 'TestDocsAreCurrent|TestWritingRules' -update

# Recall and exactness of the readers over a folder of recorded sessions with a truth.json.
score dir:
    go run ./cmd/score {{dir}}

# How often the rules are right: replay the recordings in a directory, compare with its labels.tsv (and
# with -labels FILE), and write docs/precision.tsv and docs/rules.md anew. See docs/precision.md.
precision *args:
    go run ./cmd/precision {{args}}
    go test ./cmd/witness -run TestDocsAreCurrent -update

# Fuzz everything for long: so much time for each target.
fuzz time="60s":
    bash .ci/fuzz {{time}}

# Kill, crowd, fill and cut for long: so many times as long as CI does.
soak times="20":
    go test ./cmd/witness -count=1 -timeout 0 -v -run 'TestKill|TestLostPower|TestConcurrentHooks|TestColdStarts' -soak {{times}}

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
