package demands

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestRead reads a sentence, or a part of a text, and compares the rules that it is read as, without their severity where it is warn.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// A moment.
		{"Run `make lint` before committing.", `like="run_before" run="make lint" before="commit"`},
		{"Before opening a pull request, run `npm test` and `npm run lint`.", `like="run_before" run=["npm test", "npm run lint"] before="pr"`},
		{"Run `cargo test` before `git push`.", `like="run_before" run="cargo test" before="push"`},
		{"`go vet ./...` must pass before merging.", `like="run_before" run="go vet ./..." before="merge"`},
		{"## Before you push\n\n1. `make lint`\n2. `make test`\n", `like="run_before" run=["make lint", "make test"] before="push"`},
		{"Before each commit, run:\n\n```bash\nmake fmt\nmake lint\n```\n", `like="run_before" run=["make fmt", "make lint"] before="commit"`},
		{"If a check fails, do not commit. Repair it first.", ``}, // it depends on the failure
		{"Never push to `develop` or `trunk`.", `like="never" commands="git push origin develop" severity="block"; like="never" commands="git push origin trunk" severity="block"`},
		{"You are on a topic branch: never commit to, push to, or merge into `trunk`.", `like="never" commands="git commit" branch="trunk" severity="block"; like="never" commands="git push origin trunk" severity="block"`},
		{"Files under `notes/` are ignored and must never be committed.", `like="never" commands="git add notes"`},
		{"Do not create or modify anything in a `old/store/` directory.", `like="never" edit="old/store/**"`},
		{"Never edit generated files (`a.yaml`, `gen/*`, `b.lock`, `out/*`, `c.json`).", `like="never" edit=["a.yaml", "gen/**", "b.lock", "out/**", "c.json"] severity="block"`},
		{"`api/wire.yaml` is the contract. Run `tools/gen.sh` after changing it.", `like="after" run="tools/gen.sh" changed="api/wire.yaml"`},
		{"`a.html` has copies of what `b.css` says: update both.", `like="change_together" changed="a.html" also="b.css"`},
		{"At the start of every session: see whether `notes/plan/` exists, and read `notes/past.md` before writing any code.", `like="read_first" edit="**" read="notes/past.md"`},
		{"## Change a declaration\n\n1. Edit it under `include/`.\n2. Say who owns it with `OWNER`.\n3. Run `make bind`.\n4. Look at `gen/list.json`.\n5. Run `make docs`.\n", `like="after" run="make bind" changed="include/**"`},
		{"Never commit without running `make lint`.", `like="run_before" run="make lint" before="commit"`},
		{"The work is not done until `npm test` passes.", `like="run_before" run="npm test" before="stop"`},
		{"When you are done, run `npm run check`.", `like="run_before" run="npm run check" before="stop"`},
		{"```sh\nmake fmt  # before committing\nmake serve  # look at it\n```\n", `like="run_before" run="make fmt" before="commit"`},
		{"Before starting, run `git fetch origin`.", `like="first" first="git fetch origin" edit="**" since="session"`},
		{"Before committing, make sure `tools/fmt.js` is run.", `like="run_before" run="tools/fmt.js" before="commit"`},
		{"Once you're done with your work, make sure to:\n\n- Run `cargo fmt`.\n- Run `cargo test`.\n- When you add an option, run `make help`.\n", `like="run_before" run=["cargo fmt", "cargo test"] before="stop"; like="after" run="make help" wide`},
		{"Publish with `npm publish` locally (look at it before committing).", ``}, // in brackets
		{"## Loop\n\nRun before every commit. Stop if one fails.\n\n```sh\nmake fmt\n# 2. If the interface changed\nmake api\n```\n", `like="run_before" run="make fmt" before="commit"`},
		{"Style is enforced by pre-commit; run `make style`.", ``},
		{"Pre-commit checks: `make check`.", `like="run_before" run="make check" before="commit"`},
		{"Now, pre-commit will lint your changes with `ruff`.", ``},
		{"Before opening a pull request, ask an owner to run `make grant`.", ``},                             // somebody else does
		{"Before you open a PR:\n\n- Make a branch: `git checkout -b topic`\n- Save: `git commit -a`\n", ``}, // how to work

		{"Do not skip `make lint` and `make test` (or `make all`) before pushing.", `like="run_before" run=["make lint", "make test"] before="push"`},
		{"At the start of a session, run `git fetch origin`.", `like="first" first="git fetch origin" edit="**" since="session"`},
		{"Before adding an entry, run `npm view x`.", ``}, // where the entry is it does not say
		{"1. **Format before pushing.**\n   - `make fmt`\n", `like="run_before" run="make fmt" before="push"`},
		{"Make a scratch file, run it with `node scratch/a.js`, and delete it when done.", ``},

		{"- `make fmt` - the same as `gofumpt -w`. Run before every commit.\n", `like="run_before" run="make fmt" before="commit"`},
		{"Before opening a PR, settle the issue: use the one at hand; else run `gh issue list`.", ``},

		{"```sh\npkill server  # Stop the server when done\n```\n", ``},

		{"- `make fmt` - formats the files. **Always run after editing Go files, before committing.**\n", `like="run_before" run="make fmt" changed="**/*.go" before="commit"`},
		{"After changes, run these before committing:\n\n1. `go vet ./...`\n2. Lint (if you changed Python files): `ruff check`\n3. Start it (`make serve` if needed)\n", `like="run_before" run="go vet ./..." before="commit"; like="run_before" run="ruff check" changed="**/*.py" before="commit"`},
		{"Finish by running `make spell`.", `like="run_before" run="make spell" before="stop"`},
		{"Before running `npm test`, `npm run lint` or variants such as `npm run lint:js`, run `npm install` first.", `like="first" first="npm install" then=["npm test", "npm run lint"] since="session"`},
		{"Run `make a` and clear the rest before reproducing it via `make b`.", ``},
		{"Run `go test -bench .` before and after the change.", ``},
		{"Before merging, bring it up to date (`git fetch`, `git reset --hard origin/main`).", `like="run_before" run="git fetch" before="merge"`},
		{"Before submitting, run `tools/lint.sh` (runs `vet` then `staticcheck`).", `like="run_before" run="tools/lint.sh" before="pr"`},

		{"When editing `api/`, use the `api-style` skill.", `like="first" first="skill:api-style" edit="api/**" since="session"`},
		{"Use `$slt` when creating, reviewing, or fixing rows.", ``}, // which files they are it does not say
		{"The list for pull requests is in the `pr-list` skill; read it before opening a PR.", ``},
		{"When you modify code in any library, run `make lint` there before opening a PR.", `like="run_before" run="make lint" before="pr"`},
		{"After editing Go files outside `gen/`, run `gofmt -w .` before finishing.", `like="run_before" run="gofmt -w ." changed=["**/*.go", "!gen/**"] before="stop"`},
		{"When you create a worktree, run `npm ci` in it before starting work.", ``}, // upon what does not change
		{"Before any diff or review, run `git fetch origin`.", ``},
		{"Before creating a PR, the value passed to `gh pr create --title` must be short.", ``},
		{"Before any commit, you must read the `pr-style` skill.", `like="run_before" run="skill:pr-style" before="commit"`},

		{"Files under `gen` directories come from another file and should not be modified directly.", `like="never" edit="**/gen/**"`},
		{"Do not fall back to `clj -X:test` directly. Instead, use `./bin/check`.", `like="never" commands="clj -X:test" instead="./bin/check"`},
		{"For package work, read `packages/<name>/AGENTS.md` first.", `like="read_first" edit="packages/*/**" read="packages/{1}/AGENTS.md"`},
		{"Before any documentation change, read `docs/site/README.md`.", `like="read_first" edit="docs/site/**" read="docs/site/README.md"`},
		{"After code changes are made, test what you changed:\n\n```bash\nnx run-many -t test -p SOME_NAME\n```\n", `like="after" run="nx run-many -t test -p"`},
		{"As the last step, run `make e2e`.", `like="run_before" run="make e2e" before="stop"`},
		{"Instead of running `gh issue view` multiple times, use `gh issue list`.", ``},
		{"When entering a new worktree, run `tools/setup.sh` to install the hooks.", ``},

		{"Before changes that touch the architecture (new patterns), see the records:\n\n1. Read `notes/past/README.md`.\n", `like="read_first" edit="**" read="notes/past/README.md" wide`},
		{"Run `trunk fmt` before proposing a commit.", `like="run_before" run="trunk fmt" before="commit"`},
		{"Before running your tests, install all by running:\n\n```bash\nuv sync --all-groups\n\n# or, for one group only:\nuv sync --group test\n```\n", `like="run_before" run="uv sync --all-groups" before="<tests>"`},
		{"- `a.lock` — made with `uv lock`; keep the line if `uv lock` touches other entries\n", ``},
		{"Do not create a GitHub release manually.", `like="never" commands="gh release create"`},
		{"### Never do\n- Commit keys or `.env` files\n- Force push shared branches\n", `like="never" commands="git add .env" severity="block"; like="never" commands="git push --force" severity="block" says=force_push`},
		{"### Ask first\n- New dependencies\n- Schema changes to `db/schema.sql`\n", `like="never" edit="db/schema.sql" severity="ask"`},
		{"## Pre-commit checks\n\n```bash\npre-commit install\ngit add .\npre-commit run\n```\n", `like="run_before" run="pre-commit run" before="commit"`},
		{"Code is formatted with `ruff`.", ``}, // which says what is, and demands nothing
		{"Follow these when opening pull requests:\n\n1. **Format before pushing.**\n   - Server: `bash scripts/a.sh`\n   - Page: `bash scripts/b.sh`\n", `like="run_before" run=["bash scripts/a.sh", "bash scripts/b.sh"] before="push"`},
		{"Never push directly to `upstream`.", `like="never" commands="git push upstream" severity="block"`},
		{"When working in `site/`, read `site/CLAUDE.md` for the list that must be updated with each release.", `like="read_first" edit="site/**" read="site/CLAUDE.md"`},
		{"When you change `mypy/news/`, run `make api`.", `like="after" run="make api" changed="mypy/news/**"`},
		{"Always format Python files after writing or editing them: `ruff format <file>` and `ruff check --fix <file>`.", `like="after" run=["ruff format", "ruff check"] changed="**/*.py"`},
		{"Do not write `*.test.tsx` unit tests.", `like="never" edit="**/*.test.tsx" only="new"`},
		{"If you change `Config` or nested types, run `just schema` to update `api/schema.json`.", `like="after" run="just schema" wide`},
		{"Only if you intend to accept all snapshots in this crate, run: `cargo insta accept`.", ``},
		{"Before any change, read `/notes/map.md`.", `like="read_first" edit="**" read="notes/map.md"`},
		// What somebody is about to do, and the title of what is to be done before it.
		{"When you are ready to open a PR, run `make check`.", `like="run_before" run="make check" before="pr"`},
		{"If you are asked to commit, run `make fmt`.", `like="run_before" run="make fmt" before="commit"`},
		{"If you commit on a train, run `make fmt`.", ``},
		{"When commits are made, `make fmt` runs.", ``},
		{"Before reporting issues, run `make debug`.", `like="run_before" run="make debug" before="gh issue create"`},
		{"Before opening issues or pull requests, run `make check`.", `like="run_before" run="make check" before="pr"`},
		{"## 3. Checks (Do This Before Committing)\n\n- **Style:** `make style`\n- **Tests:** `make test` and `make e2e`\n", `like="run_before" run=["make style", "make test", "make e2e"] before="commit"`},

		// What is no demand: a doubt, and what is done once upon trouble.
		{"A clean `make quick` does not mean that CI passes.", ``},
		{"If the build fails after a dependency update, run `npm ci`.", ``},

		// Each change.
		{"Always run `make check`.", `like="after" run="make check"`},
		{"Always verify the format by running `make fmt`.", `like="after" run="make fmt"`},
		{"Always run `npm install` from the root.", ``},
		{"Always use `make check`.", ``},
		{"Page: edit `web/page.html`, then run `make page`.", `like="after" run="make page" changed="web/page.html"`},
		{"Update `CHANGES.md` and run `npm version`.", ``}, // a step of a release
		{"`flags.go` has them all. After you change that file, run `make flags`.", `like="after" run="make flags" changed="flags.go"`},
		{"Never add dependencies without running `make licenses`.", `like="after" run="make licenses" changed=["**/*.csproj", "**/Cargo.toml", "**/Gemfile", "**/build.gradle*", "**/composer.json", "**/go.mod", "**/package.json", "**/pom.xml", "**/pyproject.toml"]`},
		{"## Never\n\n- Change `api/*.yml` without running `make client`\n", `like="after" run="make client" changed="api/*.yml"`},
		{"After adding a file to `rules/*.js`, run `make index`.", `like="after" run="make index" changed="rules/*.js" only="new"`},
		{"After adding or changing a file of `rules/*.js`, run `make index`.", `like="after" run="make index" changed="rules/*.js"`},

		// Where any change is recorded.
		{"Update `CHANGELOG.md` for user-facing changes.", `like="change_together" also="CHANGELOG.md"`},
		{"When making changes that affect users, add a file at `changes/<name>.md`.", `like="change_together" also="changes/*.md"`},
		{"Settings are told in `docs/start.md`; update it when adding user-facing ones.", `like="change_together" also="docs/start.md"`},
		{"For a new file, add the header from `HEADER.txt`.", ``},
		{"Update `main.rs` to call it if new.", ``},

		// What each change has to pass, and how it is tried.
		{"Every change must pass `make lint` and `make test`.", `like="run_before" run=["make lint", "make test"] before="stop"`},
		{"All PRs must pass `make ci`.", `like="run_before" run="make ci" before="pr"`},
		{"The value must pass `make ci`.", ``},
		{"All of these must pass:\n\n- `make lint`\n- `make test`\n", `like="run_before" run=["make lint", "make test"] before="stop"`},
		{"- [ ] `npm run lint` is clean\n", `like="run_before" run="npm run lint" before="stop"`},
		{"Always validate your changes with:\n\n```sh\nmake lint\n```\n", `like="after" run="make lint"`},
		{"Verify your changes by running `make check`.", `like="after" run="make check"`},
		{"To verify your changes in a browser, run `make serve`.", ``},
		{"Code must be formatted with `cargo fmt`.", `like="after" run="cargo fmt"`},
		{"Only commit after `make test` succeeds.", `like="run_before" run="make test" before="commit"`},
		{"No commit without `make test`.", `like="run_before" run="make test" before="commit"`},
		{"You can run `make fmt` before you commit.", ``},
		{"Run `make fmt` before pushing if you committed on a train.", ``},
		{"Run `make a` before opening a PR and `make b` when touching the core.", `like="run_before" run="make a" before="pr"`},
		{"Before running tests: `sudo mount x`.", ``},
		{"Labels are in `labels.json`. To add one, edit this file and run `make labels`.", `like="after" run="make labels" changed="labels.json"`},

		// What is not to be edited, without a negation.
		{"`legacy/` is read-only.", `like="never" edit="legacy/**"`},
		{"Leave `vendor/` untouched.", `like="never" edit="vendor/**"`},
		{"`vendor/` is vendored; leave it alone.", `like="never" edit="vendor/**"`},
		{"`a/store.go` is a read-only view.", ``},
		{"Migrations in `db/` are immutable once merged.", ``},
		{"DO NOT EDIT: `gen/api.ts`", `like="never" edit="gen/api.ts"`},
		{"- `a.json`: pins the version - never modify without explicit request\n", `like="never" edit="a.json" severity="ask"`},
		{"`.abi` files are generated, never hand-edited.", `like="never" edit="**/*.abi" severity="block"`},
		{"Rename with `git mv`, never `mv` + `git add`.", ``}, // each of them is right

		// Ask.
		{"`terraform apply` requires approval.", `like="never" commands="terraform apply" severity="ask"`},
		{"Get confirmation before deleting `data/`.", `like="never" edit="data/**" severity="ask"`},
		{"Only commit when explicitly asked.", `like="never" commands="git commit" severity="ask"`},
		{"Don't add dependencies to `package.json` without asking.", `like="never" edit="package.json" severity="ask"`},

		// What belongs together, by other words.
		{"Changes in `api/` must be reflected in `docs/`.", `like="change_together" changed="api/**" also="docs/**"`},
		{"Any new route in `routes/` must be documented in `docs/api.md`.", `like="change_together" changed="routes/**" also="docs/api.md" only="new"`},
		{"`a.json` must match `b.json`.", `like="change_together" changed="a.json" also="b.json"`},
		{"`docs/` must be updated when `api/` changes.", `like="change_together" changed="api/**" also="docs/**"`},
		{"When modifying `api/`, make sure that `docs/api.md` is updated.", `like="change_together" changed="api/**" also="docs/api.md"`},
		{"Every PR needs an entry in `CHANGELOG.md`.", `like="change_together" also="CHANGELOG.md"`},
		{"Every change in `src/` needs a test in `tests/`.", `like="change_together" changed="src/**" also="tests/**"`},
		{"Commit messages must follow `docs/commits.md`.", `like="read_first" read="docs/commits.md" before="commit"`},
		{"For documentation-only changes, also read `docs/write.md`.", `like="read_first" edit="**/*.md" read="docs/write.md"`},
		{"Use `uv run x` instead of calling `python` directly.", `like="never" commands="python" instead="uv run x"`},

		// Headings, lists, fences and tables that say it of what is in them.
		{"### Do not modify\n\n- `gen/` (made by `make`)\n- `dist/`\n", `like="never" edit="gen/**"; like="never" edit="dist/**"`},
		{"Do not change without approval:\n\n- `LICENSE`\n", `like="never" edit="LICENSE" severity="ask"`},
		{"Do not edit generated files. Files under `gen/` and `api/` are generated.", `like="never" edit=["gen/**", "api/**"]`},
		{"- ⚠️ **Ask first:** Modifying `db/schema.sql`, adding libraries\n- 🚫 **Never:** Edit `dist/`\n", `like="never" edit="db/schema.sql" severity="ask"; like="never" edit="dist/**" severity="block"`},
		{"Never run:\n\n```sh\nmake deploy\n```\n", `like="never" commands="make deploy" severity="block"`},
		{"Without a group (no `name`), each has one; this is the match:\n\n```sh\nmake show\n```\n", ``},
		{"Never run git commands that rewrite history (`git rebase`, `git filter-branch`).", `like="never" commands=["git rebase", "git filter-branch"] severity="block"`},
		{"Do not use any other manager than `pnpm`.", ``},
		{"| Don't | Do |\n|---|---|\n| `npm install` | `pnpm add` |\n", `like="never" commands="npm install" instead="pnpm add"`},
		{"## Changing the schema\n\n1. Edit `db/schema.sql`.\n2. Run `make db`.\n3. Look at it.\n", `like="after" run="make db" changed="db/schema.sql"`},
		{"To update the strings:\n\n1. Edit `a.xml`\n2. Regenerate:\n\n```sh\nmake strings\n```\n", `like="after" run="make strings" changed="a.xml"`},
		{"## Releasing\n\n1. Update `CHANGES.md`\n2. Run `npm version`\n", ``},
		{"## Commit checklist\n\n- [ ] `make lint`\n", `like="run_before" run="make lint" before="commit"`},
		{"- Lint: `make lint` (required before commit)\n", `like="run_before" run="make lint" before="commit"`},
		{"Before starting any task, read:\n\n1. `docs/a.md`\n2. `docs/b.md`\n", `like="read_first" edit="**" read=["docs/a.md", "docs/b.md"]`},
		{"- [ ] No ESLint errors or warnings\n", ``},
		{"Before reporting the size, read `docs/size.md`.", ``},
		{"Before finishing, check your diff against the rules in `docs/review.md`.", `like="read_first" read="docs/review.md" before="stop"`},
		{"Keep `a.js`, `b.js` and `docs/c.md` in sync.", `like="change_together" changed="a.js" also="b.js"; like="change_together" changed="a.js" also="docs/c.md"`},
		{"Do this before planning, before coding, before touching any file:\n\n1. Read the map (`docs/map.md`).\n", `like="read_first" edit="**" read="docs/map.md"`},
		{"Never edit `App.config`.", `like="never" edit="App.config" severity="block"`},
		{"Do not translate the content of `en.json`.", `like="never" edit="en.json"`},
		{"Run `just --list` before using `npm` or `cargo` directly.", `like="first" first="just --list" then=["npm", "cargo"] since="session"`},
		{"After changing a `.tmpl` file, run this to update the `.txt` files:\n\n```sh\nmake text\n```\n", `like="after" run="make text" changed="**/*.tmpl"`},
		{"To add a string, register it in `strings.mjs` and run `make strings`.", `like="after" run="make strings" changed="strings.mjs"`},
		{"Before opening a PR:\n\n1. Read `docs/pr.md`.\n2. Sleep.\n", `like="read_first" read="docs/pr.md" before="pr"`},
		{"Before making changes:\n\n- Read `docs/a.md`\n", `like="read_first" edit="**" read="docs/a.md"`},
		{"Before changing the clock:\n\n- Read `docs/a.md`\n", `like="read_first" edit="**" read="docs/a.md" wide`},
		{"| Area | Read first |\n|---|---|\n| `ui/` | `docs/ui.md` |\n", `like="read_first" edit="ui/**" read="docs/ui.md"`},

		// Templates, and documents at a moment.
		{"Use `.github/PULL_REQUEST_TEMPLATE.md` for descriptions.", `like="read_first" read=".github/PULL_REQUEST_TEMPLATE.md" before="pr"`},
		{"Always use `PULL_REQUEST_TEMPLATE.md`, in the .github folder.", `like="read_first" read=".github/PULL_REQUEST_TEMPLATE.md" before="pr"`},
		{"When a PR is merged, run `make news`.", ``},
		{"Never replace `.github/PULL_REQUEST_TEMPLATE.md`.", `like="never" edit=".github/PULL_REQUEST_TEMPLATE.md" severity="block"`},
		{"Consult `SECURITY.md` before reporting issues.", `like="read_first" read="SECURITY.md" before="gh issue create"`},
		{"When adding a table to `db/`, follow [the guide](docs/db.rst).", `like="read_first" edit="db/**" read="docs/db.rst"`},
		{"When writing or reviewing code in this repository, always read `docs/style.md`.", `like="read_first" edit="**" read="docs/style.md"`},

		// Options, and a part of a file.
		{"Run `gh pr create --body-file <file>`, never `--body`.", `like="never" commands="gh pr create --body" instead="gh pr create --body-file" severity="block"`},
		{"Use `--verbose` with `npm test` to see more.", ``},
		{"The table in `README.md` is generated. Do not edit it.", ``},
		{"The files in `gen/` are generated. Do not edit them.", `like="never" edit="gen/**"`},
		{"Translated `it_<lang>.properties` come from elsewhere — never hand-edit them.", `like="never" edit="**/it_*.properties" severity="block"`},

		// A trigger.
		{"TypeScript changes: run the `npm` or `pnpm` scripts.", ``},
		{"TypeScript changes:\n\n1. Add it.\n2. Run `npm run build`.\n", ``},                           // a plan
		{"When you add, remove, or modify flags, run `make man`.", `like="after" run="make man" wide`}, // which files they are in it does not say
		{"## Checklist after making changes\n\n- [ ] Run `make fmt`.\n- [ ] Keep files short.\n", `like="after" run="make fmt"`},
		{"## After an upgrade\n\n- Run `make fmt`.\n", ``},
		{"- Go source change: `make vet`.\n- Release: `make dist`.\n", `like="after" run="make vet" changed="**/*.go"`},
		{"1. Update `CHANGES.md` → `make dist` → upload it\n", ``}, // steps
		{"Edit `package.json` when adding a library instead of using `npm add`, then run `npm ci`.", `like="never" commands="npm add"`},
		{"When writing changesets, use `npm run changeset`.", ``},
		{"```sh\nmake abi  # updates the files after changes\nmake all  # run after changes\n```\n", `like="after" run="make all"`},
		{"Rebuild after Rust changes using `make wheel`.", `like="after" run="make wheel" changed="**/*.rs"`},
		{"| Change type | Checks |\n|---|---|\n| Code changes | `make check` |\n| Python code | `make py` |\n", `like="after" run="make check"; like="after" run="make py" changed="**/*.py"`},
		{"Changes to the options require updating `options.toml` and running `make schema`.", `like="after" run="make schema" changed="options.toml"`},
		{"The hook runs `npm install` if `package.json` changes.", ``},
		{"After code changes, run `npm test`.", `like="after" run="npm test"`},
		{"If `schema/*.json` changes, run `make generate`.", `like="after" run="make generate" changed="schema/*.json"`},
		{"Run `make proto` after editing `.proto` files.", `like="after" run="make proto" changed="**/*.proto"`},
		{"| If you change | Run |\n|---|---|\n| `db/schema.sql` | `make db` |\n", `like="after" run="make db" changed="db/schema.sql"`},
		{"If you change something:\n\n| If you change | Run |\n|---|---|\n| `db/schema.sql` | `make db` |\n", `like="after" run="make db" changed="db/schema.sql"`},
		{"After an outage, run `make restart`.", ``},
		{"If you change anything in the schema, see below.\n\n## If you change...\n\n- `db/*.sql` → `make db`\n- Go files: `go vet ./...`\n- The weather → `make rain`\n", `like="after" run="make db" changed="db/*.sql"; like="after" run="go vet ./..." changed="**/*.go"`},
		{"| Changed source | Required command |\n|---|---|\n| Grammar `.peg` | `make grammar` |\n| A `*_parser` crate | `make parser` |\n", `like="after" run="make grammar" changed="**/*.peg"; like="after" run="make parser" changed="*_parser/**"`},
		{"When changing `web/client`, also run `npm run types`.", `like="after" run="npm run types" changed="web/client/**"`},
		{"If you change Rust types that are used in TypeScript, run `make bind`.", `like="after" run="make bind" changed="**/*.rs"`},
		{"After running `make seed`, run `make check`.", `like="after" run="make check" ran="make seed"`},
		{"Always run `make check` after modifications are complete and look at the result.", `like="after" run="make check"`},
		{"Install the browser when working with it: `npx playwright install`.", ``},
		{"To compile after making changes:\n\n```sh\ncargo build\n```\n", ``}, // for a purpose
		{"An alternative is to write `out.svg`:\n\n```sh\nmake svg\n```\n", ``},
		{"If the schema changes, run `make generate`.", `like="after" run="make generate" wide`},
		{"Do not use git commands such as `git reset --hard` unless asked.", `like="never" commands="git reset --hard" severity="ask"`},
		{"Before running tests:\n\n- Make sure it is there (run `make setup` if needed)\n", ``},
		{"`a.ts` is generated — make it again in the example folder, don't hand-edit.", `like="never" edit="a.ts"`},
		{"Do not stage or commit `local/`.", `like="never" commands="git add local"`},
		{"All tests must pass `make test`.", `like="run_before" run="make test" before="stop"`},
		{"Use debug builds (not `--release`).", `like="never" commands="* --release"`},
		{"Feature PRs must not update `NEWS.md`.", `like="never" edit="NEWS.md" severity="block"`},
		{"## Before every commit\n\n1. `make fmt` 2. `make lint`\n", `like="run_before" run=["make fmt", "make lint"] before="commit"`},
		{"Never merge `main` into your branch.", `like="never" commands="git merge main" severity="block"`},
		{"`-x` must not be used.", `like="never" commands="* -x" severity="block"`},
		{"Instead of editing `NEWS.md`, add a file.", `like="never" edit="NEWS.md"`},
		{"- `make api` compares. It is slow, so run it after changing files in `pkg/api/`.", `like="after" run="make api" changed="pkg/api/**"`},
		{"- `make watch` - builds again on changes\n", ``},
		{"- **Checks**: All code changes must pass `make ci`.", `like="run_before" run="make ci" before="stop"`},
		{"- **Creating PRs**: Use the `work:open-pr` skill.", `like="run_before" run="skill:work:open-pr" before="pr"`},
		{"`POLICY.md` says what is allowed. Agents must read this before making any changes.", `like="read_first" edit="**" read="POLICY.md"`},
		{"`a.md` and `b.md` are the guides — read them before changing `ui/`.", `like="read_first" edit="ui/**" read=["a.md", "b.md"]`},
		{"# A\n\n**Important:** Read and follow `GUIDE.md` as well.", `like="read_first" edit="**" read="GUIDE.md"`},
		{"Ensure your changes are linted - run `make lint`.", `like="after" run="make lint"`},
		{"Make sure your compiler is new with `go version`.", ``},
		{"`make a` writes `a.md` by `gen.py`. Do not edit that file by hand.", `like="never" edit="a.md"`},
		{"## Ask first\n\n- Changing `a.json` anywhere\n- Running `make deploy`\n", `like="never" edit="a.json" severity="ask"; like="never" commands="make deploy" severity="ask"`},
		{"## Instructions\n\n- Use `make a` for that.\n", ``},
		{"When changing the behaviour, update the text in the docs/ directory.", `like="change_together" also="docs/**"`},
		{"When adding or renaming commands, update `docs/commands.md`.", `like="change_together" also="docs/commands.md" wide`},
		{"If a check fails after you changed it, update `docs/a.md`.", ``},

		// Files that change together.
		{"When you change `api/routes.ts`, update `docs/api.md` as well.", `like="change_together" changed="api/routes.ts" also="docs/api.md"`},
		{"Keep `a/en.json` and `a/de.json` in sync.", `like="change_together" changed="a/en.json" also="a/de.json"`},
		{"### Adding a reader\n\n1. Create `readers/<name>.go`.\n2. Register it in `readers/all.go`.\n3. Write tests.\n", `like="change_together" changed="readers/*.go" also="readers/all.go" only="new"`},
		{"`web/` and `api/` are separate programs.", ``},
		{"Dependencies: updates to `a/pyproject.toml` require changes in `b/pyproject.toml`.", `like="change_together" changed="a/pyproject.toml" also="b/pyproject.toml"`},
		{"### Adding a command\n\n1. Define its flags in `cli/flags.rs`.\n2. Write it in `cli/<command>.rs`.\n3. Try it.\n", `like="change_together" changed="cli/*.rs" also="cli/flags.rs" only="new"`},
		{"### Adding dependencies\n\n- New ones of `packages/*` go into `devDependencies`.\n- The version is added to `workspace.yaml`.\n", ``}, // no step

		{"Two places must stay in sync: `a.mjs` (the paths) and `b.json` (the same).", `like="change_together" changed="a.mjs" also="b.json"`},

		{"`a.ts` and `b.ts`: changes to one usually need mirroring in the other.", `like="change_together" changed="a.ts" also="b.ts"`},
		{"Update both `i18n/en.json` and `i18n/de.json` for new strings.", `like="change_together" changed="i18n/en.json" also="i18n/de.json"`},

		{"Pages live in `docs/guide/` and need an entry in `docs/index.json` when adding one.", `like="change_together" changed="docs/guide/**" also="docs/index.json" only="new"`},
		{"Creating a `.swift` file is not enough. You must also register it in `app.pbxproj`.", `like="change_together" changed="**/*.swift" also="app.pbxproj" only="new"`},
		{"When adding or renaming a crate, update `DESIGN.md`.", `like="change_together" changed="**/Cargo.toml" also="DESIGN.md" only="new"`},
		{"Run `make lock` after editing `a.toml` to update `a.lock`.", `like="after" run="make lock" changed="a.toml"`},

		// Reading first.
		{"| Editing | Read | Tools |\n|---|---|---|\n| `api/` | [`api/GUIDE.md`](api/GUIDE.md) | `go` |\n", `like="read_first" edit="api/**" read="api/GUIDE.md"`},
		{"| File | Read when... |\n|---|---|\n| [rules/i18n.md](rules/i18n.md) | Adding keys to `i18n/*.json` as `a/b` does |\n| [rules/ui.md](rules/ui.md) | Working on buttons |\n", `like="read_first" edit="i18n/*.json" read="rules/i18n.md"`},
		{"| Folder | Read |\n|---|---|\n| `api/` | `api/GUIDE.md` |\n", ``}, // a map
		{"Before making changes to `web/client`, always read `web/PLAN.md` first.", `like="read_first" edit="web/client/**" read="web/PLAN.md"`},
		{"- [The pool](docs/POOL.md) - ownership and rules; read before changing `db/pool`.\n", `like="read_first" edit="db/pool/**" read="docs/POOL.md"`},
		{"When writing or reviewing Python code, conform to `STYLE.md`.", `like="read_first" edit="**/*.py" read="STYLE.md"`},
		{"Make sure to follow `docs/style.md` on any contributions.", `like="read_first" edit="**" read="docs/style.md"`},
		{"Before doing anything, you should read the [guide.md](./GUIDE.md) file.", `like="read_first" edit="**" read="GUIDE.md"`},
		{"Read `docs/style.md` before you edit `web/`.", `like="read_first" edit="web/**" read="docs/style.md"`},
		{"See `docs/style.md` for more.", ``},
		{"Read `docs/hooks.md` before adding, changing, or moving hooks.", `like="read_first" edit="**" read="docs/hooks.md" wide`}, // which files they are it does not say
		{"Read the guide before modifying code in these folders:\n\n| Folder | Guide | Paths |\n|---|---|---|\n| Pay | `docs/pay.md` | `pay/`, `tests/pay/` |\n| Rest | `docs/rest.md` | - |\n", `like="read_first" edit=["pay/**", "tests/pay/**"] read="docs/pay.md"`},
		{"Read `docs/pr.md` before making a pull request.", `like="read_first" read="docs/pr.md" before="pr"`},
		{"When submitting a PR, you must read [`PR.md`](./.github/PR.md).", `like="read_first" read=".github/PR.md" before="pr"`},
		{"# A\n\nRead [the guide](GUIDE.md) first. It is short.", `like="read_first" edit="**" read="GUIDE.md"`},
		{"# A\n\n## Billing\n\nRead [the guide](GUIDE.md) first.", ``}, // of the billing
		{"Before contributing, read [AGENTS.md](AGENTS.md).", ``},      // clients load it
		{"If you want to improve the browser, see `web/README.md`.", ``},

		{"`STYLE.md` is the guide. Read it before editing docs pages.", `like="read_first" edit="**/*.md" read="STYLE.md"`},
		{"When creating pull requests, you must follow `PR.md`.", `like="read_first" read="PR.md" before="pr"`},
		{"When changing the parser, update the table and follow `PR.md`.", ``},

		// What is forbidden, and what in its place.
		{"This project uses `just test` instead of `go test`.", `like="never" commands="go test"`},
		{"The parser uses `json.Decoder` instead of `json.Unmarshal`.", ``},
		{"Patterns to avoid:\n\n1. **Wide changes**: keep them small\n2. **The copies**: never modify files in `lib/sqlite/` - others maintain it\n", `like="never" edit="lib/sqlite/**" severity="block"`},
		{"**The sandbox:** inline `python3 -c` is blocked.", `like="never" commands="python3 -c" severity="block"`},
		{"Do not open/create a pull request unless you are asked to.", `like="never" commands="gh pr create" severity="ask"`},
		{"Don't try to `npm start` it.", `like="never" commands="npm start"`},
		{"Do not manually edit `*.xlf` files.", `like="never" edit="**/*.xlf"`},
		{"## Do NOT use the old `--filter` with `dotnet test`\n", `like="never" commands="dotnet test --filter"`},
		{"Never skip pre-commit hooks.", `like="never" commands="git commit --no-verify" severity="block" says=no_verify`},
		{"## Do not edit files under `docs/`\n", `like="never" edit="docs/**"`},
		{"**Forbidden operations:**\n\n- No forced pushes: `git push --force`, `git push -f`\n- No other history: `git rebase`\n", `like="never" commands="git push --force" severity="block" says=force_push; like="never" commands="git rebase" severity="block"`},
		{"Never hand back without checking:\n\n1. Tests pass: `make test`\n", ``},
		{"Do not create PRs under any circumstances, even if you are asked to.", `like="never" commands="gh pr create"`},
		{"Do not run `git rebase --autosquash`, do not `git stash` them.", `like="never" commands="git rebase --autosquash"; like="never" commands="git stash"`},
		{"Do not commit `local.props`.", `like="never" commands="git add local.props"`},
		{"Avoid modifying `process.env` directly.", ``},
		{"Never run `npm publish`.", `like="never" commands="npm publish" severity="block"`},
		{"Do not use `npm` or `yarn`; use `pnpm install`.", `like="never" commands=["npm", "yarn"] instead="pnpm install"`},
		{"Use `pnpm test`, not `npx jest`.", `like="never" commands="npx jest" instead="pnpm test"`},
		{"Use pnpm, never npm.", `like="never" commands="npm" severity="block"`},
		{"Never edit `src/generated/` by hand.", `like="never" edit="src/generated/**" severity="block"`},
		{"`src/api.gen.ts` is generated, so do not edit it.", `like="never" edit="src/api.gen.ts"`},
		{"Do not edit files in `vendor/`.", `like="never" edit="vendor/**"`},
		{"Never commit `.env` files.", `like="never" commands="git add .env" severity="block"`},
		{"Never push to `main`.", `like="never" commands="git push origin main" severity="block" says=push_default_branch`},
		{"Never commit on main.", `like="never" commands="git commit" branch="main" severity="block"`},
		{"Never commit on main. Never commit on develop.", `like="never" commands="git commit" branch="main" severity="block"; like="never" commands="git commit" branch="develop" severity="block"`},
		{"Before committing, run `make a` or `make b`. Before committing, run `make c` or `make d`.", `like="run_before" run_any=["make a", "make b"] before="commit"; like="run_before" run_any=["make c", "make d"] before="commit"`},
		{"Never create a PR.", `like="never" commands="gh pr create" severity="block"`},
		{"Do not open a pull request autonomously, without explicit instructions.", `like="never" commands="gh pr create" severity="ask"`},
		{"Do not run `git push --force` or `rm -rf` without approval.", `like="never" commands="git push --force" severity="ask" says=force_push; like="never" commands="rm -rf" severity="ask"`},
		{"**Never:**\n\n- Force push to main\n- Modify `dist/`\n", `like="never" commands="git push --force" severity="block" says=force_push; like="never" edit="dist/**" severity="block"`},
		{"Never open an issue.", `like="never" commands="gh issue create" severity="block"`},
		{"Do not run `flood-it` unless it is requested.", `like="never" commands="flood-it" severity="ask"`},
		{"Never use `--all-targets`.", `like="never" commands="* --all-targets" severity="block"`},
		{"Never get round the check with `git commit --no-verify`.", `like="never" commands="git commit --no-verify" severity="block" says=no_verify`},
		{"All commands run with make, not with `turbo` directly.", `like="never" commands="turbo"`},
		{"All commits must be signed off: `git commit -s`.", `like="never" commands="git commit" unless=["-s", "--signoff"]`},
		{"After a change of `a/options.ts`, run `make table` and commit `b/table.md`; never edit that file by hand.", `like="never" edit="b/table.md" instead="make table" severity="block"; like="after" run="make table" changed="a/options.ts"`},
		{"NEVER edit these files.\n\n- `a/gen.go` - made by `make a`\n- `b/gen.go`\n", `like="never" edit="a/gen.go" severity="block"; like="never" edit="b/gen.go" severity="block"`},
		{"Don't edit generated files: `docs/api/` (from comments), `types/` (from the schema).", `like="never" edit=["docs/api/**", "types/**"]`},
		{"Preserve `a/template.md`; never replace it.", `like="never" edit="a/template.md" severity="block"`},
		{"```\nsrc/\n└── app.lock  # written by a program, do not edit\n```\n", `like="never" edit="**/app.lock"`},
		{"```sh\ncargo build   # never build with --release\n```\n", `like="never" commands="cargo build --release" severity="block"`},
		{"Builders are in `a/b.py`, not `c/d.py`.", ``},
		{"Never use `as unknown` or disable ESLint.", ``},
		{"Any value: ``` `${a}@${b}` ```), like this.\n\nNever run `npm publish`.", `like="never" commands="npm publish" severity="block"`}, // a span, no fence
		{"Use `a/build`, do not use `zig build` (except for the library).", ``},
		{"Never do this:\n\n- `git reset --hard`\n- `git clean -fd`\n", `like="never" commands="git reset --hard" severity="block"; like="never" commands="git clean -fd" severity="block"`},
		{"Never run:\n\n- `git clean -fd`\n", `like="never" commands="git clean -fd" severity="block"`},
		{"Prefer `just` over `make`.", `like="never" commands="make" instead="just"`},
		{"Prefer `rg -n` over `grep -rn`.", `like="never" commands="grep -rn" instead="rg -n"`},
		{"Don't skip hooks with `--no-verify`.", `like="never" commands="git commit --no-verify" says=no_verify`},
		{"Always run `zig build` with `--release`.", `like="never" commands="zig build" unless="--release"`},

		{"## Do not\n\n- Modify `content/guides` or `packages/old`\n", `like="never" edit=["content/guides/**", "packages/old/**"]`},
		{"Do not edit generated files — notably `**/zz_*.go`, and everything under `api/gen/`.", `like="never" edit=["**/zz_*.go", "api/gen/**"]`},
		{"Do not edit generated files. Run the generator.\n\n- `index.ts` is generated.\n", `like="never" edit="index.ts"`},
		{"`npm` and `yarn` are blocked.", `like="never" commands=["npm", "yarn"] severity="block"`},
		{"A bare `npm test` does not end; always pass `--run`.", `like="never" commands="npm test" unless="--run"`},
		{"Open an issue, and you must not open a pull request.", `like="never" commands="gh pr create" severity="block"`},
		{"Never open pull requests to this project.", `like="never" commands="gh pr create" severity="block"`},
		{"Never open pull requests against `release`.", ``}, // against another one it may
		{"Try to avoid doing `cargo clean`.", `like="never" commands="cargo clean"`},
		{"Do not create flat files like `src/a.ts`.", ``},

		{"Tools: `uv run --frozen <tool>`. Always pass `--frozen`.", `like="never" commands="uv run" unless="--frozen"`},
		{"- FORBIDDEN: `uv pip install`", `like="never" commands="uv pip install" severity="block"`},

		{"As an agent in this package you MUST NOT:\n\n- add entries to any `.bulk.json`;\n", `like="never" edit=".bulk.json" severity="block"`},

		// Ask.
		{"Do not run `npm install` unless you are asked to.", `like="never" commands="npm install" severity="ask"`},
		{"Never commit or push without explicit approval.", `like="never" commands="git commit" severity="ask"; like="never" commands="git push" severity="ask"`},
		{"Ask before running `make deploy`.", `like="never" commands="make deploy" severity="ask"`},

		// Examples of what is forbidden are forbidden, and not what they are examples of; other examples are none.
		{"Never call the local tools through `npx` (e.g. `npx prettier`, `npx eslint`). Use the scripts.", `like="never" commands=["npx prettier", "npx eslint"] severity="block"`},
		{"Never run commands that drop data (e.g. `make purge`) without asking.", `like="never" commands="make purge" severity="ask"`},
		{"Before committing (e.g. with `git commit`), run `make lint`.", `like="run_before" run="make lint" before="commit"`},

		// What a command does at a moment is no command that is run before it.
		{"Before opening a PR or running `git push`, run `make lint`.", `like="run_before" run="make lint" before="pr"`},
		{"Before pushing a branch or running `gh pr create`, run the checks.", ``},
		{"The work is not complete until `git push` succeeds.", `like="run_before" run="git push" before="stop"`},

		// The fence behind a verb, and behind a demand of a signature.
		{"If documentation files changed then run\n\n```bash\n./scripts/docs.sh --write\n```\n", `like="after" run="./scripts/docs.sh --write" changed="**/*.md"`},
		{"All commits must be signed off:\n\n```bash\ngit commit -s -m \"message\"\n```\n", `like="never" commands="git commit" unless=["-s", "--signoff"]`},
		{"All commits must be small:\n\n```bash\ngit commit -m \"message\"\n```\n", ``},

		{"## Generated files (never edit by hand)\n\n- `docs/cli.md` is made from `src/cli.ts`\n", `like="never" edit="docs/cli.md" severity="block"`},
		{"**`examples/`** apps are sandboxes: try fixes there, never commit changes to them unless asked to.", `like="never" commands="git add examples" severity="ask"`},
		{"If you modified JavaScript/TypeScript code, run `npm run build` first.", `like="after" run="npm run build" changed=["**/*.js", "**/*.ts"]`},
		{"Read `ui/kit/AGENTS.md` before changing files in that directory.", `like="read_first" edit="ui/kit/**" read="ui/kit/AGENTS.md"`},
		{"Some folders have an `AGENTS.md`. Read it before changing files in that directory.", ``},
		{"When adding a service:\n\n1. Put it in `core/services/<name>/`.\n2. Register it in `core/lib.rs`.\n3. Add a fixture in `core/fixtures.toml` when it needs one.\n", `like="change_together" changed="core/services/*/**" also="core/lib.rs" only="new"`},

		{"When a public package (`packages/*`) changes, run `make notes`.", `like="after" run="make notes" changed="packages/**"`},
		{"User-facing features need matching updates under `docs/guide/`.", `like="change_together" also="docs/guide/**"`},
		{"Always run `./restore.sh` to set up the tools.", ``},

		// No demand: a reference, a program's own business, a condition that no rule says, the recommended command.
		{"Run `make lint` to lint.", ``},
		{"- `make lint` - checks the style\n- Tests: `npm test`\n", ``},
		{"The server must never write to `data/`.", ``},
		{"Never run `npx vitest` from the root.", ``},
		{"Never use `any`.", ``},
		{"Don't forget to look at `git status`.", ``},
		{"Never use `git add .` in a worktree.", ``},
	} {
		var got []string
		for _, d := range read("AGENTS.md", c.text, "", nil) {
			text := d
			text.Says = ""
			one := strings.Join(strings.Fields(strings.NewReplacer("[[rule]]\n", "", " = ", "=", "\n", " ").Replace(squeezed(text.TOML()))), " ")
			one = strings.TrimSpace(strings.ReplaceAll(one, `severity="warn"`, ""))
			if d.Says != "" {
				one += " says=" + d.Says
			}
			if d.Wide != "" {
				one = strings.TrimSpace(one) + " wide"
			}
			got = append(got, one)
		}
		if found := strings.Join(got, "; "); found != c.want {
			t.Errorf("%q\n is read as %s\n and not as %s", c.text, found, c.want)
		}
	}
}

// squeezed removes the spaces that align the keys.
func squeezed(text string) string {
	for strings.Contains(text, "  ") {
		text = strings.ReplaceAll(text, "  ", " ")
	}
	return text
}

// TestFolder reads the text of a folder: what it names is in the folder or in the project, as it is there.
func TestFolder(t *testing.T) {
	files := fstest.MapFS{"ui/a.ts": {}, "docs/b.md": {}, "ui/check.sh": {}, "ui/AGENTS.md": {Data: []byte(strings.Join([]string{
		"Never edit `a.ts`.", "Never edit `docs/b.md`.", "Never run `npm install`.", "Never push.", "After modifying UI code, run `npm test`.", "Run `./check.sh` before committing.",
	}, "\n\n"))}}
	list, err := ReadFile(files, "ui/AGENTS.md", "ui/AGENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, strings.Join(slices.Concat(d.Edit, d.Commands, d.CWD, d.Run, d.Changed), " "))
		if missing := NewProject(files).Lacks(d); missing != "" && missing != "npm test" {
			t.Errorf("lacks %s", missing)
		}
	}
	want := "ui/a.ts, docs/b.md, npm install ui ui/**, git push, npm test ui/**, ./check.sh ui/**"
	if found := strings.Join(got, ", "); found != want {
		t.Errorf("got  %s\nwant %s", found, want)
	}
}

// TestProject reads a text with words for the folders of its project, and for the manifests that it has.
func TestProject(t *testing.T) {
	files := fstest.MapFS{"core/a.go": {}, "go.mod": {}, "packages/store/b.go": {}, "packages/core/c.go": {}, "AGENTS.md": {Data: []byte(strings.Join([]string{
		"After store changes, run `go test ./packages/store`.", "For core changes, run `go test ./core`.", "After changing dependencies, run `go mod tidy`.", "After changing the shop and the store, run `go vet`.",
	}, "\n\n"))}}
	list, err := ReadFile(files, "AGENTS.md", "AGENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, strings.Join(slices.Concat(d.Changed, d.Run), " "))
	}
	if found, want := strings.Join(got, ", "), "packages/store/** go test ./packages/store, **/go.mod go mod tidy, go vet"; found != want { // there are two folders core
		t.Errorf("got  %s\nwant %s", found, want)
	}
}

// TestWeigh checks that what contradicts each other stands together, that nothing is lost, and what its severity is.
func TestWeigh(t *testing.T) {
	list, against := Weigh(read("AGENTS.md", strings.Join([]string{
		"Never run `make deploy`.", "Never run `make lint`.", "Before committing, run `make lint` and `make test`.", "Never edit `a.md`.", "Never run `make test`.",
	}, "\n\n"), "", nil))
	var got []string
	for i, d := range list {
		got = append(got, fmt.Sprintf("%d %s %d", d.Line, d.Severity, against[i]))
	}
	if found, want := strings.Join(got, ", "), "1 block -1, 3 warn 2, 5 warn 1, 9 warn 2, 7 block -1"; found != want {
		t.Errorf("got %s and not %s", found, want)
	}
}

// TestLacks checks that only commands are proposed that the project has.
func TestLacks(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	p := NewProject(fstest.MapFS{
		"package.json": file(`{"scripts": {"lint": "x"}}`), "Makefile": file("lint test: dep\n\techo\n"), "justfile": file("alias f := format\nformat *args='':\n"), "scripts/check.sh": file(""), "AGENTS.md": file(""),
	})
	for command, lacks := range map[string]bool{
		"npm run lint": false, "npm run absent": true, "npm test": false, "make lint": false, "make test": false, "make absent": true, "cargo test": true, "just f": false, "just format": false, "just fo": true,
		"scripts/check.sh": false, "scripts/absent.sh": true, "git status": false, "bash scripts/check.sh": false, "mcp:search": false,
	} {
		if got := p.Lacks(Demand{Run: []string{command}}) != ""; got != lacks {
			t.Errorf("%s: lacking is %v", command, got)
		}
	}
	if missing := NewProject(fstest.MapFS{"AGENTS.md": file("")}).Lacks(Demand{Run: []string{"make lint"}}); missing != "" {
		t.Errorf("a project of which nothing is known lacks %s", missing)
	}
}

// FuzzRead reads whatever there is.
func FuzzRead(f *testing.F) {
	f.Add(cuesText)
	f.Add("- `a`\n  - never `b`:\n```\nc\n|`d`|\n# Before `e")
	f.Fuzz(func(_ *testing.T, text string) { read("AGENTS.md", text, "x/**", nil) })
}
