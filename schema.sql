-- The tables of the store: what witness records.
--
-- Facts are a set: rows are added, and change only until their call has ended. Their keys are
-- globally unique, so the stores of several machines can be merged with INSERT OR IGNORE. `t` is the logical clock of a session:
-- it advances by one tick for each call, and all facts of a call share its tick. Later
-- versions only add columns. Outputs, prompts and file contents are never stored.
--
-- A column has a default only if a statement leaves the column out, or if it was added after a release,
-- whose statements do: SQLite parses every default each time that a store is opened.
--
-- The columns of `events`, `commands` and `touches` are also the parameters that a rule can
-- use: `:session`, `:path`, `:gates` … have the values of the call that is evaluated.
-- For a file there are four more, which are not stored: `:folder`, the absolute path of its folder; `:base`, its name in that;
-- `:ext`, its extension with the dot, '' if it has none; and `:stem`, its name without that.
-- For a command there is `:skips_hooks`, the option, setting or variable with which it skips the hooks of the repository
-- (--no-verify, HUSKY=0), '' if it runs them, and three more parameters, JSON arrays that are not stored: `:sets`, the
-- variables that are set for this command alone ("NAME=value"); `:named`, the files it names
-- that match the rule's `paths`; `:above`, the folders it names that contain such files.
-- `:takes` are the files that a `git add` of a folder, or of everything, takes into the index without naming them, and `:keyed` those of them
-- in which a value stands that looks like a real key, JSON arrays of paths relative to the working tree. `:credentials` is the same for every
-- call: the names of files that hold keys or passwords, a JSON array of objects with `glob` (of the name, or of the end of the path), `git` (no
-- repository takes such a file) and `sent` (nobody sends or packs it unasked).
-- `:input` is what a command is given on its standard input, as far as the line has it: a here-document or a here-string, or what echo pipes into it.
-- `:failed` are the positions of the commands that have certainly failed when this one starts, a JSON array: of the first in a || b.
-- A command has `:destroys` as well: a JSON array of the files and folders that it deletes, overwrites, empties, or whose owner
-- or permissions it changes with all that is in them, as far as it names them. Each has `path` (absolute, '' if it is not known before the line
-- runs), `file` (relative to the project, . for the project itself), `does` (deletes, overwrites, empties, moves, permits), `whole` (1 with all that is in it), `only` (the names to
-- which find limits it) and `some` (1 if find has other conditions), `made` (1 if this session made it, or the folder that it is in), `alone` (1 for a whole repository that was there before the session and has no remote) and `place`: root, system,
-- homes, home or keys, which are one of these folders itself; history, the .git of the project in which the session began or the objects, refs and logs
-- in any .git, and a folder of git's as a whole, under whatever name, that was there before the session; repository, the rest of a .git; project; temporary; cache; device; other; unknown.
-- A file that a tool writes as a whole has `:lines_before` and `:lines_after`, NULL if they are not known, and `:loses`, what would go that no commit has.
-- `:masked` is how many of its settings would get a placeholder in the place of a value (NAME=*** for NAME=value), and `:secrets` how many real keys would be written.
-- Before a call that changes a file `:lines` has what it would add that is counted (table marks): a JSON array of objects with `mark` and `n`, the number of the line in the file as it would be,
-- 0 if that is not known. A line that the file has already, wherever, is not added. The text of a line is no parameter.
-- A .gitignore that a call changes has `:tracked`: a JSON array of the patterns that it would add and that select files which git tracks already. Each has `pattern`, `file`
-- (the first of them, relative to the working tree) and `count`.
-- The file of a test that a call changes has `:gone`, a JSON array of the names that it would have no more; [] if the call does not show that.
-- What else a command would do is worked out from its words, by the tables of engine/deeds, in parameters that are JSON arrays of
-- objects; `deeds` in the header of a rule selects the commands that have one. A field that is not known is '' and a flag is true or false.
-- `:discards` is what version control throws away: `how` (tree: all changes; paths: those of the files named; patch: those of a diff that is applied in
-- reverse; clean: files it does not know; stash, branch, worktree), `path` (relative to the root, '' for all; the number of a stash, the name of a branch), `glob`
-- (the path is a pattern), `deep` and `ignored` (of clean: folders, what is ignored, too) and `from` (the revision that comes in its place, or ours or theirs, a side of conflicts).
-- `:pushes`: `remote`, `branch` ('' for the one that is checked out), `from`, `does` (updates, deletes, merges), `tag`, `force`, `lease`, `all`, `mirror`, `admin`
-- (past the rules of the branch) and `request` (the number of a pull request). `:kills`: `by` (id, name, port, some, all, containers, machine), `what`
-- and `signal`. `:skips`: `how` the hooks of the repository are skipped or taken away, and `when` they would have run. `:sends`: `to` (the host), `local` (this machine or its network), `how` (posts, uploads, copies, publishes, asks, mails, opens),
-- `files` (absolute), `variables` (* for the whole environment) and `key` (what looks like a real key stands in a remark). `:executes` is code that no file of the project has: `by` (the command that brings it),
-- `brings` (fetches; has, of an address; decodes), `host`, `file` (a script that an earlier call may have brought). `:drops` (gone for good), `:releases` (others can use it from now on), `:alters`
-- (settings, access, networks, schedules, infrastructure), `:exposes` (a shell or this machine to somebody else) `:loops` (goes on without an end), `:detaches` (runs in the background) and `:inserts` (between backticks in double quotes) are about what is no file here: `of`
-- (data, cloud, service, forge, secret, history, disk, machine, …: engine/deeds/effects.txt), `what` in words, and `name`.
-- `:flags` are the options of a command as a JSON object, by their long names and with their values, 1 for those without: `:flags ->> 'force'`
-- holds for -f, -fd and --force. `:operands` are its other words, a JSON array: no options, no values, but what follows "--".
-- A command has `:adds`, too: a JSON array of the packages that it installs by name (npm install X, pip install X, cargo add X …), each with `name`, `listed` (1 if
-- a manifest or lock file, a README or the like has that name, in the command's folder or above it in the project) and `said` (1 if the user
-- has named it in this session, by the client's transcript, which is read and not kept); null if that is not known, or was not needed.
-- These are read from the repository of the command or the file when a rule asks for them, and not stored either:
-- `:branch` and `:head`; `:default_branch`, that of origin, '' if it is not known; `:pushed`, 1 if origin has this
-- branch at this commit, 0 if it has another one, NULL if it has no such branch; `:dirty`, a JSON array of the files that
-- differ from the index (what is not staged), each with `file`, relative to the root, and `at`, when it was modified (seconds since
-- 1970, null if it is missing); `:locks`, a JSON array of the lock files of JavaScript's package managers in the root (package-lock.json, yarn.lock, …); `:staged`, a JSON array of the files that the index has otherwise than the commit that is
-- checked out, each with `file`, `does` (adds, changes, deletes) and `at`, when what is staged was modified (null if it is deleted): it starts
-- git, which takes some milliseconds, so only a rule about commits should name it; `:stashes`, a JSON array of the entries of the
-- stash, the latest first, each with `at` (seconds since 1970) and `branch`; `:repository`, the folder that
-- all worktrees of the repository share, '' if there is none, and `:cwd_repository`, that of the call's working directory. NULL is unknown: in a replay, or in too large a repository.
-- `:called` is, for each thing that a file or command is about, a list of what the user can have called it, a JSON array of arrays: hashes as in words.object and the command's text. The
-- view `wanted` compares it with what the user has said.
-- `:running` are, at a stop, the client's ids of the commands that still run in the background, a JSON array; NULL if it does not say (Claude Code does).
-- `:tokens` is read from the client's transcript when a rule asks: how many tokens the one who acts has used so far in the session,
-- without those that the provider had in its cache; NULL if the transcript does not tell it (it does for Claude Code, Codex, Copilot, Gemini, Qwen Code and pi; see the table usage). A rule with
-- `guards` has `:guard`, what the file or command would do to witness and to the hooks of clients: a JSON
-- array of objects with `does` (changes, removes, runs, starts, sets, locates), `what` it does that to (a file, a
-- command, a client, a variable), `by` (the flag, the client) and `of`, one of the rule's `guards`.

-- The version of the schema. Each release that changes schema.sql raises it by one. A witness
-- that opens a store with a higher version than its own leaves the schema as it is and uses it.
CREATE VIEW schema_version AS SELECT 4 AS version;

-- The beginning or the end of a tool call, or a lifecycle moment, as the client reported it.
CREATE TABLE events (
  session     TEXT    NOT NULL,             -- the client's id of the conversation
  t           INTEGER NOT NULL,             -- the tick: the session's logical clock
  moment      TEXT    NOT NULL,             -- before, after, start, prompt, stop, subagent_start, subagent_stop, compact, end
  at          INTEGER NOT NULL,             -- wall clock, milliseconds since 1970; for people, never for rules
  agent       TEXT    NOT NULL,             -- the client: claude, codex, …
  actor       TEXT    NOT NULL,             -- the subagent, '' for the main agent
  call        TEXT    NOT NULL,             -- the client's id of the call, '' if it gives none; with a ~ a hash of the payload, for calls and moments without an id
  tool        TEXT    NOT NULL,             -- read, edit, write, delete, run, search, fetch, task, other
  name        TEXT    NOT NULL,             -- the client's own name of the tool or event
  source      TEXT    NOT NULL,             -- for start: startup, resume, clear or compact; for end: the reason; for the end of a run: the client's id of the task in the background that was started, or whose end was reported
  command     TEXT    NOT NULL,             -- the whole shell line of a run
  cwd         TEXT    NOT NULL,             -- the working directory of the call
  root        TEXT    NOT NULL,             -- the project: nearest ancestor of cwd with .git, else with .witness
  outcome     TEXT    NOT NULL,             -- ok, failed, denied, unknown; '' for a moment that is no finished call
  reason      TEXT    NOT NULL,             -- why it failed or did not happen: no match (an edit's old text is not there), no file (which an edit was to change), not read (the client refuses an unread edit), sibling (cancelled because a parallel call failed), refused by the user, refused by a rule (of the client's settings), refused by the mode (in which the client asks nobody, or decides by itself), refused by the client (which could ask nobody, or does not say why), refused by a hook, not started (no such tool, wrong arguments), interrupted, timeout; '' if not known. Of the beginning of a call: asked the user, while the client's question to its user is all that is known of it, and also if the call then ran
  exit        INTEGER,                      -- exit code, NULL if the client does not report it; NULL does not mean success
  duration_ms INTEGER NOT NULL,             -- as the client reported it
  partial     INTEGER NOT NULL,             -- 1 if a part of the shell line was not read: it has more than 1,000 simple commands or 128 kB, is nested too deeply, or is in a form that is not known
  mode        TEXT    NOT NULL,             -- the client's permission mode: default, plan, edits (edits are not asked about), auto (the client decides), bypass (nothing is asked); '' if the client does not tell it
  agent_type  TEXT    NOT NULL,             -- the kind of subagent, as the client names it: the one that makes the call, or that a task starts; of a call that loads a skill, the skill; '' for the main agent
  host        TEXT    NOT NULL,             -- the host that a fetch asks, or a tool of another kind that is given an address: example.org
  branch      TEXT    NOT NULL,             -- the branch that is checked out in root; known for moments that are no call, and for calls that run git. The parameter :branch is that of the command's or file's own root and known for each call
  head        TEXT    NOT NULL,             -- the commit that is checked out, as branch
  PRIMARY KEY (session, t, moment)
) WITHOUT ROWID;

-- If two hooks fire for the same call or moment, only one event is recorded.
CREATE UNIQUE INDEX events_once ON events (session, call, moment) WHERE call <> '';
CREATE INDEX events_of_tasks ON events (session, source) WHERE moment = 'after' AND source <> '';
CREATE INDEX events_denied ON events (session) WHERE outcome = 'denied';

-- One simple command of a shell line, without wrappers such as sudo, env, timeout, xargs, npx
-- and `python -m`. Commands are recorded before the call runs, so a call that was refused has
-- some, too; a call that ran has an `after` row in `events`. An interpreter is not a wrapper:
-- the script it runs is the first of its words, unless a reader in facts.d knows the script
-- (manage.py test). A rule that lists `manage.py migrate`, `python` or `python manage.py` is
-- evaluated for both forms. `find` is followed by the command that its -exec runs; a lone
-- redirection is the command `:`. Unreachable commands are omitted. What a command runs from a file,
-- the shell script that it is or the recipe that it asks for, follows it, with `via`.
CREATE TABLE commands (
  session    TEXT    NOT NULL,
  t          INTEGER NOT NULL,
  n          INTEGER NOT NULL,              -- position in the shell line, from 0
  program    TEXT    NOT NULL,              -- the program with its subcommands: git commit, go test, pytest, docker compose up; a header can list the first of them
  args       TEXT    NOT NULL DEFAULT '[]', -- the remaining words, a JSON array
  text       TEXT    NOT NULL,              -- the command on one line, for people
  dir        TEXT    NOT NULL,              -- the directory it runs in, relative to the project's root; '' is the root itself, ? one that is not known
  runner     TEXT    NOT NULL,              -- the reader in facts.d that lists this command: go_test, pytest; '' if none does
  selection  TEXT    NOT NULL DEFAULT '[]', -- the arguments that select tests, a sorted JSON array; [] selects everything
  variant    TEXT    NOT NULL DEFAULT '[]', -- flags that change what a run means, such as -race, a sorted JSON array
  task       TEXT    NOT NULL,              -- the scripts or targets that a task runner is asked for: lint, for npm run lint as for make lint; several are sorted
  env        TEXT    NOT NULL DEFAULT '[]', -- the variables that the line sets for it, also by an earlier export, a sorted JSON array of NAME=value; container=NAME if it runs in that container, and the flags of what starts it, such as --python=3.12 of uv run
  shows      TEXT    NOT NULL DEFAULT '[]', -- what only changes how much of it is seen, a sorted JSON array: flags such as -v, and what its output goes through: "| tail -5", ">" for a file
  looped     INTEGER NOT NULL,              -- 1 if it is in the body of a loop
  gates      TEXT    NOT NULL DEFAULT '[]', -- the positions (n) of the commands that must have succeeded before this one starts, a JSON array
  changed    INTEGER NOT NULL,              -- 1 if an earlier command of the line changes the tree
  decides    INTEGER NOT NULL,              -- 1 if a later command of the line runs only if this one succeeds
  background INTEGER NOT NULL,              -- 1 if it runs in the background
  inert      INTEGER NOT NULL,              -- 1 if it only prints, searches or changes the directory
  root       TEXT    NOT NULL,              -- the project it runs in: that of its directory, after cd, git -C and the like
  commits    INTEGER NOT NULL,              -- 1 if it makes a commit: git commit, merge, cherry-pick, revert, am or rebase --continue, without --no-commit
  kind       TEXT    NOT NULL,              -- what it is for, as the readers in facts.d say: test, check (a linter or type checker), build (a compiler, or a task such as build), fix (a formatter or fixer that writes); '' for any other
  hidden     INTEGER NOT NULL,              -- 1 if its exit status is lost, because neither that of the line nor a later command depends on it: pytest | tail without pipefail, pytest || true, pytest; echo done
  via        TEXT    NOT NULL DEFAULT '',   -- the file and line that it stands on, FILE:LINE: a script, a recipe of make or just, an entry of scripts that a command before it runs; '' if it stands on the line itself
  PRIMARY KEY (session, t, n)
) WITHOUT ROWID;

CREATE INDEX commands_of_commits ON commands (session, commits) WHERE commits = 1;

-- One file that a call read or changed, or would have if it had not been refused. A `scan`
-- reads a file without printing its content (wc, cmp, grep -q, cp, tar) and does not count as
-- having read it. An `output` is a command's product (the log of a test run, the result of a
-- compiler, an archive) and does not count as a change of the tree. If a command removes,
-- copies or archives a folder, each file in it has a row, up to a limit.
CREATE TABLE touches (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,                 -- absolute and canonical: identifies the file
  actor   TEXT    NOT NULL,                 -- as in events; '*' for a change made outside the session
  kind    TEXT    NOT NULL,                 -- read, scan (read without printing), edit (in place), write (the whole file), delete, rewrite (by a formatter, or restored by version control), output (a command's product)
  t       INTEGER NOT NULL,
  file    TEXT    NOT NULL,                 -- the path relative to root, for messages; absolute if the file is in no project
  root    TEXT    NOT NULL,                 -- the file's project: the nearest folder above it with .git, which may be a worktree or a submodule; '' if it is in none
  via     TEXT    NOT NULL DEFAULT 'tool',  -- how it is known: tool, shell (parsed from the command), observed (the file changed while the command ran), elsewhere (changed outside the session)
  outcome TEXT    NOT NULL DEFAULT 'ok',    -- ok, failed, denied, unknown; only ok means that it happened
  on_disk INTEGER NOT NULL,                 -- of a change: 1 if the file existed before the call, as far as is known; 0 of a read or scan
  seen    INTEGER NOT NULL,                 -- 1 if the same call reads the file first
  class   TEXT    NOT NULL,                 -- what the file is for, by its path (files.txt and [files] of the configuration): code, test, document, settings, scratch, generated; '' for any other
  manner  TEXT    NOT NULL,                 -- how it is changed: checked (by a tool of the client that refuses to change what the agent has not read), append (only to its end), bulk (with others that a pattern or find chose, or in which the call replaces something as well), copy (from another file), move (a deletion: to another name in the project, by which it is of the same class and a runner finds it), replace (what is found in it, as by s/old/new/, and nothing else), restore (version control puts it back), same (its content stays as it was), undo (an edit after which it is again what it was before the session's first edit of it, or before the first since tests last ran); or how it is read: shown (in the output of a search or a diff), listed (a scan: a search names it); '' otherwise
  first_line INTEGER,                       -- the first line that a read shows, NULL if unknown, or if it is the whole file and its length is not known
  last_line  INTEGER,                       -- the last one
  lines      INTEGER,                       -- how many lines the file has, NULL if unknown
  size         INTEGER,                     -- of a change that happened: the bytes of the file after it, 0 if it is gone, NULL if unknown
  lines_before INTEGER,                     -- how many lines it had before, 0 if it did not exist, NULL if unknown or not counted (a file over 1 MB)
  lines_after  INTEGER,                     -- and after
  hash_before  TEXT NOT NULL,               -- a hash of its content before, as in looks, '' if unknown, missing or not computed
  hash_after   TEXT NOT NULL,               -- and after; of a recorded session both come from what the client wrote down
  PRIMARY KEY (session, path, actor, kind, t)
) WITHOUT ROWID;

CREATE INDEX touches_in_order ON touches (session, t, kind);
CREATE INDEX touches_of_tests ON touches (session, root) WHERE class = 'test';
CREATE INDEX touches_denied ON touches (session, path, actor, t) WHERE outcome = 'denied';

-- A snapshot of a file, taken when the session last saw it.
CREATE TABLE looks (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,
  size    INTEGER NOT NULL,                 -- in bytes, -1 if the file does not exist
  mtime   INTEGER NOT NULL,                 -- nanoseconds since 1970
  hash    TEXT    NOT NULL,                 -- hash of the content, '' for a large file
  t       INTEGER NOT NULL,
  lines   INTEGER,                          -- how many lines it has, NULL if they were not counted
  marks   TEXT    NOT NULL DEFAULT '',      -- how often it has each marker (table marks), '' if they were not counted
  PRIMARY KEY (session, path)
) WITHOUT ROWID;

CREATE INDEX looks_recent ON looks (session, t);

-- One folder that a call made, the outermost that was not there before it: for a new file, by a command such as mkdir,
-- git clone, cp -r or tar, or as the place of its output. It is recorded when the call begins; a call that ran has an `after` row in `events`.
CREATE TABLE folders (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,                 -- absolute and canonical
  t       INTEGER NOT NULL,                 -- of the last call that made it
  PRIMARY KEY (session, path)
) WITHOUT ROWID;

-- How often a marker is in a file before and after a change, if the number changed: rows belong to the rows of
-- touches with this path and t. They are texts that are counted wherever they stand, also in a comment, in files up
-- to 256 kB: test (func Test, def test_, it(, @Test, …), assertion (assert, expect, t.Error, …), skip (t.Skip, it.skip, .only, xfail, @Disabled, …), mock (jest.mock, mock.patch, …), filter
-- (hooks of pytest that leave tests out or change what is told of them, testPathIgnorePatterns, an exit with 0, …), tested (a program asks
-- whether a test runs it: testing.Testing, PYTEST_CURRENT_TEST, …) and suppression (noqa, @ts-ignore, nolint, eslint-disable, …) in programs; open (- [ ]) and done (- [x]) in documents; forgiven
-- (continue-on-error: true, allow_failure: true), excused (|| true) and step (run:, uses:, script:) in the workflows of build servers. A read of a
-- document with such items has rows as well, with the same number in both columns. The markers of a facts file of the project or the user
-- (markers.todo = 'TODO|FIXME') are counted in any text.
CREATE TABLE marks (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  mark    TEXT    NOT NULL,                 -- test, assertion, skip, mock, filter, tested, suppression, forgiven, excused, step, open, done, or the name of a marker of the project or the user
  before  INTEGER NOT NULL,
  after   INTEGER NOT NULL,
  PRIMARY KEY (session, path, t, mark)
) WITHOUT ROWID;

-- One run of a test runner, linter, type checker or compiler.
CREATE TABLE runs (
  session   TEXT    NOT NULL,
  t         INTEGER NOT NULL,
  n         INTEGER NOT NULL,               -- number of the run within the call, from 0
  tool      TEXT    NOT NULL,               -- the reader that parsed the output: pytest, go_test; or the command, if none did
  kind      TEXT    NOT NULL,               -- test; or check, for linters, type checkers and compilers
  root      TEXT    NOT NULL,               -- commands.root of the command
  command   INTEGER NOT NULL,               -- commands.n of the command
  program   TEXT    NOT NULL,               -- commands.program of the command
  dir       TEXT    NOT NULL,
  selection TEXT    NOT NULL DEFAULT '[]',
  variant   TEXT    NOT NULL DEFAULT '[]',
  task      TEXT    NOT NULL,               -- commands.task of the command: with program, dir, selection, variant and env, what makes two runs the same
  env       TEXT    NOT NULL DEFAULT '[]',  -- commands.env of the command
  listed    INTEGER NOT NULL DEFAULT 1,     -- 1 if a reader lists the command; 0 for one, such as a script, whose output merely looks like that of a runner
  origin    TEXT    NOT NULL,               -- '' if the command itself ran it; hook if a hook of version control did, inside git commit or git push
  passed    INTEGER,                        -- number of tests, NULL if unknown
  failed    INTEGER,                        -- number of failures, including errors; NULL if unknown
  skipped   INTEGER,
  outcome   TEXT    NOT NULL,               -- pass, fail, unknown; unstarted if the runner did not start: an unknown option or script, a missing program, module or folder
  ended     INTEGER NOT NULL,               -- 1 if it ran to its end and its whole output was seen
  complete  INTEGER NOT NULL,               -- 1 if it also named as many failures as it counted: a test that it does not name did not fail
  language  TEXT    NOT NULL,               -- the language of the tests: go, python, javascript, …; '' if it is not known, as for make test
  how       TEXT    NOT NULL,               -- what the outcome is based on: structured (a machine-readable format), items (single tests), summary (a line of counts), exit (the exit code)
  tree      INTEGER NOT NULL,               -- the value of trees.changes when it ran: two runs with the same value ran on the same tree
  stashed   INTEGER NOT NULL,               -- 1 if git stash had put the edits away when it ran, or if it passed on what was built before the last change: it is a run of an earlier tree
  PRIMARY KEY (session, t, n)
) WITHOUT ROWID;

CREATE INDEX runs_same ON runs (session, root, program, dir, selection, variant, t);
CREATE INDEX runs_of_hooks ON runs (session, root) WHERE origin = 'hook';
CREATE INDEX runs_of_tool ON runs (session, root, tool, tree, t) WHERE kind = 'test';

-- The outcome of one test in a run, if there is more to tell of it than its name: it failed, or was skipped for a reason that
-- the runner gives. The view `outcomes` has all tests of a run.
CREATE TABLE tests (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  test    TEXT    NOT NULL,                 -- the name as the runner prints it
  suite   TEXT    NOT NULL,                 -- what the test belongs to, if its name is not unique without it: a Go package
  tool    TEXT    NOT NULL,
  outcome TEXT    NOT NULL,                 -- fail; skip or pass, if the runner tells why or where
  message TEXT    NOT NULL,                 -- the first line of the failure's reason
  file    TEXT    NOT NULL,                 -- the test's own file as the runner prints it, '' if it prints none
  line    INTEGER,
  signature INTEGER NOT NULL,               -- of a failed test: a hash of its name, file and message without numbers and temporary paths; it fails in the same way if the signature is the same
  identity  TEXT    NOT NULL,               -- of a failed test: its file relative to the project's root, and its name as no runner adds to it: tests/test_cart.py TestCart.test_sum, for pytest as for unittest; '' if its suite identifies it or its file is not known
  PRIMARY KEY (session, t, n, test, suite)
) WITHOUT ROWID;

CREATE INDEX tests_failed ON tests (session, t, n) WHERE outcome = 'fail';

-- The tests of a run of which there is nothing to tell but their names, by suite, outcome and file. Most runs repeat the lists
-- of an earlier one: thousands of tests that passed again are one row.
CREATE TABLE test_lists (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  i       INTEGER NOT NULL,                 -- number of the list in the run
  suite   TEXT    NOT NULL,                 -- suite, tool and file are as in tests
  tool    TEXT    NOT NULL,
  outcome TEXT    NOT NULL,                 -- pass or skip
  file    TEXT    NOT NULL,
  list    INTEGER NOT NULL,                 -- listed_tests.list
  PRIMARY KEY (session, t, n, i)
) WITHOUT ROWID;

-- The names in a list, which is kept once, whichever runs have it.
CREATE TABLE listed_tests (
  list INTEGER NOT NULL,                    -- a hash of the names
  test TEXT    NOT NULL,                    -- as in tests; '' for a whole suite that passed
  PRIMARY KEY (list, test)
) WITHOUT ROWID;

-- One finding of a linter, type checker or compiler.
CREATE TABLE diagnostics (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  i       INTEGER NOT NULL,                 -- position in the output
  tool    TEXT    NOT NULL,
  file    TEXT    NOT NULL,                 -- as printed
  line    INTEGER,
  col     INTEGER,
  code    TEXT    NOT NULL,                 -- the tool's own name for the rule
  level   TEXT    NOT NULL DEFAULT 'error', -- error, warning
  message TEXT    NOT NULL,
  PRIMARY KEY (session, t, n, i)
) WITHOUT ROWID;

-- What git status, or git diff with names alone, has listed as not committed: up to 200 files in JSON arrays, relative to root. A file that is
-- gone is left out. An untracked one may be a folder in which git knows no file. Both are empty if git status said that all is committed.
CREATE TABLE listings (
  session   TEXT    NOT NULL,
  root      TEXT    NOT NULL,               -- commands.root of the command
  t         INTEGER NOT NULL,
  changed   TEXT    NOT NULL,               -- those that git knows, staged or not
  untracked TEXT    NOT NULL,
  PRIMARY KEY (session, root, t)
) WITHOUT ROWID;

-- One change of the tree by a command that names no files. Each raises trees.changes by one, as
-- each edit, write, delete and rewrite of a file does. tree_changed.sql does that.
CREATE TABLE changes (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  kind    TEXT    NOT NULL,                 -- install; checkout, if version control replaced the tree; restore, if it put named files back or a patch or archive was applied; fix, by a fixer or formatter; build, of a program, of generated code or of a service
  root    TEXT    NOT NULL,                 -- the project that the command ran in, the first one if there are several
  PRIMARY KEY (session, t, kind)
) WITHOUT ROWID;

-- A label that a reader in facts.d gave to a text which is not kept: an agent's last message, a prompt, the answer of a fetch or of
-- a tool that is not the client's own, or what a shell line prints.
CREATE TABLE labels (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  kind    TEXT    NOT NULL,                 -- the reader: announces, asks, claims, injection, reports, warned
  label   TEXT    NOT NULL,                 -- the pattern's name: tests_pass, tests_fail
  PRIMARY KEY (session, t, kind, label)
) WITHOUT ROWID;

CREATE INDEX labels_of_kind ON labels (session, kind, t);

-- What the user's prompts order, allow and forbid: labels and hashes, without the text. Only what a person wrote counts, a plan that
-- the user has accepted, an answer that the user has chosen, and what the agent has offered, once the user agrees. engine/words says how a prompt is read.
CREATE TABLE words (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,                 -- of the prompt
  n       INTEGER NOT NULL,                 -- position in the prompt, from 0
  kind    TEXT    NOT NULL,                 -- order; standing, an order that holds each time; permission; negation, what is not wanted; forbidden, the same without a condition, a way or an exception; plan, if nothing is to be changed yet, with the verb halt if the agent is to stop; agreement, a yes to what was asked or offered; choice, of an option that was offered; offer, what the message at the end of a turn offers, and offer 2 below option 2; names, a name, path or command that is pasted or stands with another verb; failure, a test whose failure is pasted; passed, if the output of a run that passed is
  verb    TEXT    NOT NULL,                 -- what: commit, force push, delete, … of the words in engine/words; run for a command that is to be run; of a choice the number or letter; '' if there is none
  object  TEXT    NOT NULL,                 -- about what: the hash of a name or path as it was written, a command as in commands.text, or of a failure tests.signature; '' if nothing is named
  PRIMARY KEY (session, t, n)
) WITHOUT ROWID;

CREATE INDEX words_of_verb ON words (session, verb, kind);
CREATE INDEX words_of_object ON words (session, object) WHERE object <> '';

-- One finding of a rule, reported to the agent or withheld.
CREATE TABLE verdicts (
  session  TEXT    NOT NULL,
  t        INTEGER NOT NULL,
  rule     TEXT    NOT NULL,
  subject  TEXT    NOT NULL,                -- the path or command that the finding is about
  moment   TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  actor    TEXT    NOT NULL,
  severity TEXT    NOT NULL,                -- warn, ask, block
  message  TEXT    NOT NULL,
  told     INTEGER NOT NULL DEFAULT 1,      -- 0 while a warning is held back until the client can pass it to the model
  id       TEXT    NOT NULL,                -- short id, derived from the key; for `witness why`
  evidence TEXT    NOT NULL,                -- JSON: the rule's row, its options and the origin of its severity at that time
  unsaid   TEXT    NOT NULL,                -- why it was suppressed: observe, snooze, allow, or answer if the user has answered the question that the client could not put; '' if it was reported
  project  INTEGER NOT NULL,                -- 1 if the rule is a file of the project, whose words are marked as such
  unput    INTEGER NOT NULL DEFAULT 0,      -- 1 if it is a block only because the client cannot put the question to a user
  PRIMARY KEY (session, t, rule, subject, moment)
) WITHOUT ROWID;

CREATE INDEX verdicts_said ON verdicts (session, rule, subject);
CREATE INDEX verdicts_id ON verdicts (id);
CREATE INDEX verdicts_waiting ON verdicts (session, actor) WHERE told = 0;

-- Whether a verdict was answered: the same rule was asked again about it, at the next call that concerns it or at the end of a turn, and
-- returned no row of that subject any more. A verdict that is repeated while it is open has no row of its own.
CREATE TABLE answers (
  session  TEXT    NOT NULL,
  t        INTEGER NOT NULL,                -- session, t, rule and subject are as in verdicts
  rule     TEXT    NOT NULL,
  subject  TEXT    NOT NULL,
  target   TEXT    NOT NULL,                -- the path or command for which the rule was evaluated, '' for a moment without one
  said     INTEGER NOT NULL,                -- 1 if it was reported, 0 in observe mode
  asked    INTEGER NOT NULL DEFAULT 0,      -- t of the call at which the rule was last asked again, 0 if it was not
  answered INTEGER NOT NULL DEFAULT 0,      -- t of the call at which it had no row any more, 0 if there was none
  PRIMARY KEY (session, t, rule, subject)
) WITHOUT ROWID;

CREATE INDEX answers_open ON answers (session) WHERE answered = 0;

-- What a row of runs or verdicts was when it was written: a chain for each session, in which each link is a hash of the one
-- before it and of its row. A row that another program has changed, added or removed shows in it. It shows a slip, not a
-- forger, who can compute the links as well.
CREATE TABLE links (
  session TEXT    NOT NULL,
  n       INTEGER NOT NULL,                 -- from 1, in the order in which the rows were written; 0: witness has begun to delete the session
  t       INTEGER NOT NULL,
  name    TEXT    NOT NULL,                 -- runs or verdicts
  key     TEXT    NOT NULL,                 -- runs.n or verdicts.id of the row
  link    TEXT    NOT NULL,
  PRIMARY KEY (session, n)
) WITHOUT ROWID;

-- One notice that the user was given at the start of a session: what a project's files would relax without
-- a person's trust, and which variables its settings set. Each content is told once.
CREATE TABLE notices (
  content TEXT    NOT NULL PRIMARY KEY,     -- a hash of the notice and of the files that it is about
  at      INTEGER NOT NULL                  -- milliseconds since 1970
) WITHOUT ROWID;

-- One `witness snooze`: the user suppresses a rule for a while. The latest row of a rule counts.
CREATE TABLE snoozes (
  rule  TEXT    NOT NULL,
  at    INTEGER NOT NULL,                   -- when it was given, milliseconds since 1970
  until INTEGER NOT NULL,
  PRIMARY KEY (rule, at)
) WITHOUT ROWID;

-- One `witness allow-once`: the user allows a refused call once. The next verdict of the same
-- session, rule and subject is suppressed, and uses the allowance up.
CREATE TABLE allowances (
  session TEXT    NOT NULL,
  rule    TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  moment  TEXT    NOT NULL,
  at      INTEGER NOT NULL,                 -- when the call was refused, milliseconds since 1970
  PRIMARY KEY (session, rule, subject, moment, at)
) WITHOUT ROWID;

-- One vote of a person on a verdict: `witness wrong`. The latest row of a verdict counts. Rows are
-- only added: taking a vote back adds one whose `vote` is ''. `because` is the only text of a
-- person that witness keeps; secrets of known forms are removed from it.
CREATE TABLE votes (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  rule    TEXT    NOT NULL,
  subject TEXT    NOT NULL,                 -- these five columns are the key of the verdict
  moment  TEXT    NOT NULL,
  at      INTEGER NOT NULL,                 -- when the vote was given, milliseconds since 1970
  vote    TEXT    NOT NULL,                 -- wrong, or '' if it is taken back
  because TEXT    NOT NULL,                 -- the person's own words, at most 300 bytes
  version TEXT    NOT NULL,                 -- the version of witness that recorded the vote
  PRIMARY KEY (session, t, rule, subject, moment, at)
) WITHOUT ROWID;

-- One `witness disagree`: the agent's word on one of its verdicts, which changes nothing. The latest replaces the one before.
CREATE TABLE objections (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  rule    TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  moment  TEXT    NOT NULL,
  at      INTEGER NOT NULL,                 -- when it was given, milliseconds since 1970
  because TEXT    NOT NULL,                 -- the agent's own words, at most 300 bytes; secrets of known forms are removed from it
  PRIMARY KEY (session, t, rule, subject, moment)
) WITHOUT ROWID;

-- One occasion to keep a rule that says what has to be, such as a commit after a change: whether it was kept the first time that
-- witness looked, without having been told. What cannot be kept, only broken, has none.
CREATE TABLE occasions (
  session TEXT    NOT NULL,
  rule    TEXT    NOT NULL,
  subject TEXT    NOT NULL,                 -- what the rule's row is about, as in verdicts
  t       INTEGER NOT NULL,
  kept    INTEGER NOT NULL,
  PRIMARY KEY (session, rule, subject)
) WITHOUT ROWID;

-- One conversation of a client.
CREATE TABLE sessions (
  session TEXT PRIMARY KEY,
  agent   TEXT    NOT NULL DEFAULT '',
  root    TEXT    NOT NULL DEFAULT '',
  started INTEGER NOT NULL DEFAULT 0,       -- milliseconds since 1970
  prompted INTEGER NOT NULL DEFAULT 0,      -- t of the last prompt that a person wrote
  prompted_before INTEGER NOT NULL DEFAULT 0, -- t of the one before it, 0 if there is none
  asked   INTEGER NOT NULL DEFAULT 0,       -- t of the last one that does more than agree: what earlier ones permit holds no longer
  ordered INTEGER NOT NULL DEFAULT 0,       -- t of the last one that does more than agree and orders, permits or forbids something: what earlier ones order holds no longer, unless it is standing
  ended   INTEGER,                          -- NULL while it lasts, or if the client did not report its end
  branch  TEXT    NOT NULL DEFAULT ''       -- the branch that was last seen checked out in root, '' if it is not known
) WITHOUT ROWID;

CREATE INDEX sessions_of_root ON sessions (root, started);
CREATE INDEX sessions_of_branch ON sessions (branch, started);

-- An index of a folder with many rules: what each file's header selects, so that a hook reads
-- only the files that concern its call, and the header of each, decoded. An entry is valid as long as
-- the file's fingerprint (size, times, inode and device) is unchanged.
CREATE TABLE headers (
  dir   TEXT PRIMARY KEY,                   -- the folder, or a file in it, absolute
  files TEXT NOT NULL                       -- of the folder, one line per file; of a file, its header
) WITHOUT ROWID;

-- What was last seen of a file that witness depends on: the settings with the hooks, the
-- configuration, the rules, the program.
CREATE TABLE fingerprints (
  path    TEXT PRIMARY KEY,                 -- absolute
  what    TEXT    NOT NULL,                 -- what it is
  how     TEXT    NOT NULL,                 -- changed, created or removed; '' if it has not changed
  size    INTEGER NOT NULL,                 -- in bytes, -1 if it does not exist
  time    INTEGER NOT NULL,                 -- when its content or status last changed, nanoseconds since 1970
  digest  TEXT    NOT NULL,                 -- a hash of what counts in it, '' if nothing does
  changed INTEGER NOT NULL,                 -- when a change was noticed, milliseconds since 1970, 0 if none was
  told    INTEGER NOT NULL DEFAULT 2        -- 0 while the user is to be told of it, 1 until the next session starts
) WITHOUT ROWID;

-- An error inside a hook, which the agent does not see.
CREATE TABLE faults (
  place   TEXT    NOT NULL,                 -- the rule, reader or step
  message TEXT    NOT NULL,
  count   INTEGER NOT NULL DEFAULT 1,       -- how often it occurred
  at      INTEGER NOT NULL,                 -- when it last occurred, milliseconds since 1970
  told    INTEGER NOT NULL DEFAULT 0,       -- 1 after the start of a session has reported it
  PRIMARY KEY (place, message)
) WITHOUT ROWID;

----------------------------------------------------------------------------------
-- State: derived from the facts, and maintained by the files of the folder state, so
-- that the cost of a rule does not grow with the length of the session. These are statements and not
-- triggers because SQLite parses every trigger each time that a store is opened.

-- Who changed a file: the last change by each session and actor. The worktrees of a repository share a store.
CREATE TABLE editors (
  path    TEXT    NOT NULL,
  session TEXT    NOT NULL,
  actor   TEXT    NOT NULL,                 -- '*' for a change from outside that this session noticed
  t       INTEGER NOT NULL,                 -- in that session
  at      INTEGER NOT NULL,                 -- when it was recorded, milliseconds since 1970
  root    TEXT    NOT NULL,
  file    TEXT    NOT NULL,
  PRIMARY KEY (path, session, actor)
) WITHOUT ROWID;

CREATE INDEX editors_of_file ON editors (file);

-- The tasks in the lists that agents keep with tools of their client (TodoWrite, TaskUpdate, write_todos, …), without their texts.
CREATE TABLE todos (
  session TEXT    NOT NULL,
  actor   TEXT    NOT NULL,
  id      TEXT    NOT NULL,                 -- the client's, or with a ~ a hash of the task's text
  t       INTEGER NOT NULL,                 -- when it was last set
  state   TEXT    NOT NULL,                 -- open, doing, done; dropped if it was deleted, or left out of the list without having been done
  PRIMARY KEY (session, actor, id)
) WITHOUT ROWID;

-- How far each client's transcript was read, and what it told: at the end of each turn, and when a rule asks for :tokens.
CREATE TABLE transcripts (
  session TEXT    NOT NULL,
  actor   TEXT    NOT NULL,                 -- each subagent has a transcript of its own
  read    INTEGER NOT NULL,                 -- bytes
  tokens  INTEGER NOT NULL,                 -- that were read anew and written so far, without those read from the provider's cache
  message TEXT    NOT NULL,                 -- the client's id of the latest message that was counted
  counted INTEGER NOT NULL,                 -- and what it was counted with, or the total so far: input
  model   TEXT    NOT NULL DEFAULT '',      -- the model that a line has named for those that follow
  cached  INTEGER NOT NULL DEFAULT 0,       -- these are as counted; what they are says the table usage
  written INTEGER NOT NULL DEFAULT 0,
  kept    INTEGER NOT NULL DEFAULT 0,
  output  INTEGER NOT NULL DEFAULT 0,
  at      TEXT    NOT NULL DEFAULT '',      -- when that message was written; an older one is a repetition
  PRIMARY KEY (session, actor)
) WITHOUT ROWID;

-- The tokens that a turn has used, as the client's transcript tells them, for each model: what one column counts, no other does.
CREATE TABLE usage (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,                 -- t of the end of the turn, or of the call at which a rule asked for :tokens
  actor   TEXT    NOT NULL,
  model   TEXT    NOT NULL,                 -- as the client names it
  input   INTEGER NOT NULL,                 -- read anew
  cached  INTEGER NOT NULL,                 -- read from the provider's cache, which each request does with most of the conversation
  written INTEGER NOT NULL,                 -- read anew and written into that cache for minutes,
  kept    INTEGER NOT NULL,                 -- or for an hour, which costs more
  output  INTEGER NOT NULL,                 -- written by the model, with what it thought
  PRIMARY KEY (session, t, actor, model)
) WITHOUT ROWID;

-- What a client's transcript tells of its user's part, and no hook does: how often the user has interrupted the agent (Claude Code, Codex,
-- Gemini CLI, Qwen Code, Copilot CLI, pi), and how long calls waited for the user's permission (Copilot CLI).
CREATE TABLE pauses (
  session    TEXT    NOT NULL,
  t          INTEGER NOT NULL,              -- as in the table usage
  actor      TEXT    NOT NULL,
  interrupts INTEGER NOT NULL,
  waited_ms  INTEGER NOT NULL,
  PRIMARY KEY (session, t, actor)
) WITHOUT ROWID;

-- How often each tree was changed, by all sessions of this store.
CREATE TABLE trees (
  root    TEXT PRIMARY KEY,
  changes INTEGER NOT NULL DEFAULT 0,
  tests   INTEGER NOT NULL DEFAULT 0        -- 1 if a session has run tests in it
) WITHOUT ROWID;

-- The counters of a session in a project.
CREATE TABLE tally (
  session    TEXT NOT NULL,
  root       TEXT NOT NULL,
  edits      INTEGER NOT NULL DEFAULT 0,    -- edits of programs and tests since the last test run or trial (tried_*.sql): the pile
  pile       INTEGER NOT NULL DEFAULT 0,    -- t of the first of them
  first_edit INTEGER,                       -- t of the session's first edit of anything but documents and scratch files
  last_edit  INTEGER,                       -- t of the last edit of any file
  last_code  INTEGER,                       -- t of the last edit that counted in edits
  last_run   INTEGER,                       -- t of the last test run
  failing    INTEGER,                       -- number of tests known to fail after it
  signature  INTEGER NOT NULL DEFAULT 0,    -- sum of their signatures: how they failed
  stashed    INTEGER NOT NULL DEFAULT 0,    -- 1 while git stash has put the edits away, until the next one
  put_away   INTEGER NOT NULL DEFAULT 0,    -- how many edits of the pile it has put away
  settled    INTEGER,                       -- when a file of the project was last changed before the session's first edit, in milliseconds since 1970; NULL if that is not known: in a replay, without git, or in a large repository
  PRIMARY KEY (session, root)
) WITHOUT ROWID;

-- The tests that are known to fail now. The files of the folder state maintain it.
CREATE TABLE failing (
  session   TEXT    NOT NULL,
  root      TEXT    NOT NULL,
  tool      TEXT    NOT NULL,
  suite     TEXT    NOT NULL,
  test      TEXT    NOT NULL,               -- '' for failures that were counted but not named
  file      TEXT    NOT NULL DEFAULT '',
  message   TEXT    NOT NULL DEFAULT '',
  since     INTEGER NOT NULL,               -- t of the run in which it first failed
  last      INTEGER NOT NULL,               -- t of the run in which it last failed
  passed    INTEGER,                        -- t of the last run before `since` in which it passed; 0 if that was in an earlier session, on the files that the first edit found (view earlier_runs); NULL if it never did
  count     INTEGER NOT NULL DEFAULT 1,     -- 1, or the number of failures that were not named
  program   TEXT    NOT NULL,               -- the command that last showed the failure,
  dir       TEXT    NOT NULL,               -- its directory,
  selection TEXT    NOT NULL DEFAULT '[]',  -- its selection,
  task      TEXT    NOT NULL,               -- and its task
  language  TEXT    NOT NULL,               -- as in runs
  signature INTEGER NOT NULL,               -- how it fails, as in tests; for failures that were not named a hash of the end of the output
  tree      INTEGER NOT NULL,               -- runs.tree of the run in which it last failed
  baseline  INTEGER NOT NULL,               -- 1 if it failed before the session's first edit without having passed, while the edits were stashed away, or at the end of the previous session
  doubtful  INTEGER NOT NULL DEFAULT 0,     -- 1 if version control has replaced files of the tree since it last failed, 2 while git stash has put the edits away, 3 if a command that no reader lists has passed since: it printed that as many tests passed, or printed the failure before and now none, 4 if it has passed since, and the files are again what they were when it failed, 5 if it has passed since, and what decides how it ends was changed, 6 if it has passed since in a run of what was built before the last change
  identity  TEXT    NOT NULL DEFAULT '',    -- as in tests
  needs     TEXT    NOT NULL DEFAULT '[]',  -- the flags without which it may not run or not fail, such as -tags=integration, a JSON array
  PRIMARY KEY (session, root, tool, suite, test)
) WITHOUT ROWID;

-- The tests that were known to fail and no longer do, as the files of the folder state decided: once for each time. It keeps what `failing`
-- forgets, also of failures that were not named (`test` is '') and of packages that were not built.
CREATE TABLE recovered (
  session   TEXT    NOT NULL,
  t         INTEGER NOT NULL,               -- t of the call that showed it
  root      TEXT    NOT NULL,               -- root, tool, suite, test, signature and identity are as in failing
  tool      TEXT    NOT NULL,
  suite     TEXT    NOT NULL,
  test      TEXT    NOT NULL,
  failed    INTEGER NOT NULL,               -- t of the run in which it last failed
  signature INTEGER NOT NULL,
  identity  TEXT    NOT NULL,
  passed    INTEGER NOT NULL DEFAULT 1,     -- 0 if it has not passed: it is gone, has another name, or the files are what they were before
  flipped   INTEGER NOT NULL,               -- 1 if the tree did not change in between
  edited    TEXT    NOT NULL DEFAULT '',    -- the last file edited in between, relative to root, '' if none was
  at        INTEGER NOT NULL DEFAULT 0,     -- when that call ended, milliseconds since 1970
  since     INTEGER NOT NULL DEFAULT 0,     -- since, baseline and count are as they were in failing, and green is what passed was there
  green     INTEGER,
  baseline  INTEGER NOT NULL DEFAULT 0,
  count     INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (session, t, tool, suite, test)
) WITHOUT ROWID;

CREATE INDEX recovered_of_test ON recovered (test, suite);

-- For each edited file, the rounds of an edit and a failing run without progress: the same tests
-- failed in the same way.
CREATE TABLE rounds (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,
  root    TEXT    NOT NULL,
  file    TEXT    NOT NULL,
  edits   INTEGER NOT NULL DEFAULT 0,       -- edits since the count began
  rounds  INTEGER NOT NULL DEFAULT 0,       -- rounds that ended in the same failures, one after the other
  dirty   INTEGER NOT NULL DEFAULT 0,       -- 1 if the file was edited since the last run
  last    INTEGER NOT NULL DEFAULT 0,       -- t of the run that ended the last round
  PRIMARY KEY (session, path)
) WITHOUT ROWID;

CREATE INDEX rounds_dirty ON rounds (session, root) WHERE dirty = 1;
