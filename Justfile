_default:
    @just --list

# What CI runs.
check:
    CI=true bash .ci/run

# Format all Go files. The linters are tools of the module tools.
fmt:
    go tool -modfile=tools/go.mod gofumpt -w $(git ls-files '*.go')

# All tests; arguments go to go test. With -short those that need a server of rqlite, and the slowest, are left out.
test *args:
    go test ./... {{args}}

# Rewrite the expected output in testscripts; then read the difference.
update:
    go test ./testscripts/... -update

# Time the hook against a hello world and a floor program, in one run.
bench *args: (_tool "bench")
    .tools/bench {{args}}

# Build a program of the module tools, which has what witness does not need to build, into .tools.
_tool name:
    go build -C tools -o ../.tools/ ./{{name}}

# What a hook costs beside other programs that a hook could run, in one run: Node.js that does nothing, and
# tdd-guard, which comes from npm.
peers: (_tool "bench")
    npm install --no-save --no-audit --no-fund --prefix .peers tdd-guard@0.8.1
    .tools/bench -rounds 20 -only 'before a' -peer 'node=node -e 0' -peer tdd-guard=.peers/node_modules/.bin/tdd-guard
    rm -rf .peers

# Start a rule: its .sql and its .txtar.
rule name:
    test ! -e rules.d/{{name}}.sql
    cp rules.d/_template.sql rules.d/{{name}}.sql
    sed 's/_template/{{name}}/' testscripts/_template.txtar > testscripts/rules/{{name}}.txtar

# Write docs/rules.md, docs/schema.md, docs/renamed.tsv, views.sql, the indexes of rules.d and facts.d, the pictures, the outputs in docs/writing-rules.md, the figures in the README and the
# JSON Schemas anew; then read the difference.
docs:
    go test ./cmd/witness -run 'TestDocsAreCurrent|TestIndexesAreCurrent|TestWritingRules|TestReadme|TestSchemas|Picture' -update

# Recall and exactness of the readers over a folder of recorded sessions with a truth.json.
score dir: (_tool "score")
    .tools/score {{dir}}

# How often the rules are right: replay the recordings in a directory, compare with its labels.tsv (and
# with -labels FILE), and write docs/precision.tsv and docs/rules.md anew. See docs/precision.md.
precision *args: (_tool "precision")
    .tools/precision {{args}}
    go test ./cmd/witness -run TestDocsAreCurrent -update

# Read what was said in recordings, one sentence at a time in random order, and write labels: first
# witness replay DIR --format ndjson > FINDINGS, then just label -by NAME FINDINGS. See docs/precision.md.
label *args: (_tool "label")
    .tools/label {{args}}

# Fuzz everything for long: so much time for each target.
fuzz time="60s":
    bash .ci/fuzz {{time}}

# Kill, crowd, fill and cut for long: so many times as long as CI does.
soak times="20":
    go test ./cmd/witness -count=1 -timeout 0 -v -run 'TestKill|TestLostPower|TestConcurrentHooks|TestColdStarts' -soak {{times}}

# Look at what the rules say of recorded sessions.
replay *files:
    go run ./cmd/witness replay {{files}}

# Look at the report in a headless Chromium (apt-get install chromium): requests, messages, contrast, keyboard, widths.
# With WITNESS_SHOTS=DIR it keeps pictures, with WITNESS_PAGE=FILE it takes another page.
browser chromium="chromium":
    WITNESS_BROWSER={{chromium}} go test ./e2e -count=1 -run TestReport -v

# Draw the report of examples/session.jsonl, the same each time, in docs/report.png. Needs Chromium:
# apt-get install chromium.
picture chromium="chromium":
    rm -f docs/report.png
    mkdir -p .picture
    TZ=UTC SOURCE_DATE_EPOCH=1793491200 go run ./cmd/witness replay --format html -o .picture/report.html examples/session.jsonl
    {{chromium}} --headless=new --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=2 --window-size=1000,640 --user-data-dir="$PWD/.picture/profile" --screenshot="$PWD/docs/report.png" "file://$PWD/.picture/report.html"
    rm -rf .picture

# Make the site from the same Markdown in .site/html, with its links checked. Needs Python; MkDocs and its theme come from PyPI.
site:
    test -x .site/venv/bin/mkdocs || { python3 -m venv .site/venv && .site/venv/bin/pip install --quiet mkdocs==1.6.1 mkdocs-material==9.8.1; }
    .ci/site .site/venv/bin/mkdocs

# Prove the hooks in the real clients, which come from npm and PyPI: all of e2e/clients.txt, or those named.
e2e *clients:
    WITNESS_E2E='{{ if clients == "" { "all" } else { clients } }}' go test ./e2e -count=1 -timeout 60m -v

# Try the newest version of each client that npm and PyPI serve, and write the table of docs/agents.md: version, date, what was shown.
newest *clients:
    WITNESS_E2E='{{ if clients == "" { "all" } else { clients } }}' WITNESS_NEWEST=1 go test ./e2e -count=1 -timeout 90m -v -run TestClients

# Start rqlite servers for witness sync on this machine, the first at port 4001, until Ctrl-C.
fleet-up nodes="1": (_tool "fleetup")
    .tools/fleetup -nodes {{nodes}}

# Twenty machines exchange facts while servers, connections and processes die; `just chaos -seed 7` is another run.
chaos *args:
    go test ./e2e/fleet -count=1 -timeout 60m -v -run 'TestChaos$' -machines 20 -calls 39 {{args}}

# What hooks cost if the team's server is dead, slow or silent, beside hooks without a server (ten minutes).
hook-cost *args:
    go test ./e2e/fleet -count=1 -timeout 60m -v -run 'TestHookCost$' -calls 500 {{args}}

# What a month of 1,000 machines costs the server and its members, which takes an hour or two and 30 GB of disk; `just scale -sizes 2,4,8
# -repositories 1` takes ten minutes.
scale *args:
    go test ./e2e/fleet -count=1 -timeout 240m -v -run 'TestScale$' -sizes 1000 -repositories 200 -days 30 -daily 1000 {{args}}

# Write the hooks of the plugin anew, after a change of what init writes.
plugin:
    go test ./engine/agent -run TestPlugin -update

# Make everything that a release has, in dist/, and publish nothing. Needs goreleaser; see docs/packages.md.
packages:
    GITHUB_REPOSITORY_OWNER="${GITHUB_REPOSITORY_OWNER:-OWNER}" goreleaser release --snapshot --clean --skip=sbom,docker
    .ci/npm
