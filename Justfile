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

# Fuzz everything for long: so much time for each target.
fuzz time="60s":
    bash .ci/fuzz {{time}}

# Kill, crowd, fill and cut for long: so many times as long as CI does.
soak times="20":
    go test ./cmd/witness -count=1 -timeout 0 -v -run 'TestKill|TestLostPower|TestCrowd|TestColdStarts' -soak {{times}}

# Look at what the rules say of recorded sessions.
replay *files:
    go run ./cmd/witness replay {{files}}

# Prove the hooks in the real clients; the argument is the folder that drives them.
e2e clients:
    for script in e2e/*.sh; do bash $script {{clients}}; done
