-- What witness remembers.
--
-- Facts are a set and only ever added; their keys are global, so stores of several
-- machines can be merged with INSERT OR IGNORE. `t` is a session's own logical clock:
-- one tick for each call, shared by all facts of the call. Columns are only ever
-- added. Outputs, prompts and file contents are never stored.
--
-- The columns of `events`, `commands` and `touches` are also what a rule may name as
-- a parameter: `:session`, `:path`, `:gates` … stand for the call that is judged.
-- Of a command a rule may name three JSON arrays besides, which are not kept: `:sets`, the
-- variables that it alone is given ("NAME=value"); `:named`, the files it names that the
-- rule's `paths` match; `:above`, the folders it names in which such files lie.

-- Which schema this is: one more with each release that changes schema.sql. A witness that
-- finds a higher number than its own leaves the store's tables as they are and works on.
CREATE VIEW schema_version AS SELECT 1 AS version;

-- One tool call or lifecycle moment, as the agent told it.
CREATE TABLE events (
  session     TEXT    NOT NULL,             -- the conversation, as the client names it
  t           INTEGER NOT NULL,             -- the session's logical clock
  moment      TEXT    NOT NULL,             -- before, after, start, prompt, stop, subagent_start, subagent_stop, compact, end
  at          INTEGER NOT NULL,             -- wall clock, milliseconds since 1970; for people, never for rules
  agent       TEXT    NOT NULL DEFAULT '',  -- the client: claude
  actor       TEXT    NOT NULL DEFAULT '',  -- the subagent, '' for the main agent
  call        TEXT    NOT NULL DEFAULT '',  -- the client's id of the call, '' if it gives none
  tool        TEXT    NOT NULL DEFAULT '',  -- read, edit, write, delete, run, search, fetch, task, other
  name        TEXT    NOT NULL DEFAULT '',  -- the client's own name of the tool or event
  source      TEXT    NOT NULL DEFAULT '',  -- of a start: startup, resume, clear, compact; of an end: its reason
  command     TEXT    NOT NULL DEFAULT '',  -- the whole shell line of a run
  cwd         TEXT    NOT NULL DEFAULT '',  -- where the call works
  root        TEXT    NOT NULL DEFAULT '',  -- the project: nearest ancestor of cwd with .git or .witness
  outcome     TEXT    NOT NULL DEFAULT '',  -- ok, failed, denied, unknown; '' for a moment that is no finished call
  exit        INTEGER,                      -- exit code, NULL where the client does not tell; never read NULL as success
  duration_ms INTEGER NOT NULL DEFAULT 0,   -- as the client told it
  PRIMARY KEY (session, t, moment)
) WITHOUT ROWID;

-- Two hooks that fire for one call are one event.
CREATE UNIQUE INDEX events_once ON events (session, call, moment) WHERE call <> '';

-- One simple command of a shell call, wrappers peeled off; also of a call that was
-- announced and never ran: what ran has an end in `events`. Wrappers are sudo, env, timeout,
-- xargs, npx, `python -m` and the like. An interpreter is none: a script that it is given is the
-- first of its words, unless a reader in facts.d knows the script (manage.py test); a rule that
-- lists `manage.py migrate`, `python` or `python manage.py` is asked about both. find is followed
-- by what its -exec runs; a redirection alone is the command `:`. What the line can never reach is
-- left out.
CREATE TABLE commands (
  session    TEXT    NOT NULL,
  t          INTEGER NOT NULL,
  n          INTEGER NOT NULL,              -- position in the line, from 0
  program    TEXT    NOT NULL,              -- program with its subcommand: git commit, go test, pytest
  args       TEXT    NOT NULL DEFAULT '[]', -- the other words, a JSON array
  text       TEXT    NOT NULL DEFAULT '',   -- the command on one line, for people
  dir        TEXT    NOT NULL DEFAULT '',   -- where it runs, relative to the project; '' is the project's root
  runner     TEXT    NOT NULL DEFAULT '',   -- the reader in facts.d that knows it as a run: go_test, pytest; '' if none does
  selection  TEXT    NOT NULL DEFAULT '[]', -- what narrows the run, a sorted JSON array; [] is everything
  variant    TEXT    NOT NULL DEFAULT '[]', -- flags that make it another kind of run, a sorted JSON array
  gates      TEXT    NOT NULL DEFAULT '[]', -- positions of the commands that have certainly succeeded when it starts, a JSON array
  changed    INTEGER NOT NULL DEFAULT 0,    -- 1 if the same line changes the tree before it runs
  decides    INTEGER NOT NULL DEFAULT 0,    -- 1 if another command of the line runs only if this one succeeds
  background INTEGER NOT NULL DEFAULT 0,    -- 1 if the line does not wait for it
  inert      INTEGER NOT NULL DEFAULT 0,    -- 1 if it only shows, searches or moves about
  PRIMARY KEY (session, t, n)
) WITHOUT ROWID;

-- One file that a call read or changed, or was refused to change. A scan shows nothing of the
-- file to whoever ran it (wc, cmp, grep -q, what is copied or packed) and is no reading of it.
-- An output is what a command makes for its purpose, and no change of the tree: what a known
-- runner prints into a file, what a compiler makes of others, an archive. A folder that a command
-- removes, copies or packs stands for the files in it, as far as they are few enough to look at.
CREATE TABLE touches (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,                 -- absolute and canonical: the identity
  actor   TEXT    NOT NULL DEFAULT '',      -- '*' is somebody outside of the session
  kind    TEXT    NOT NULL,                 -- read, scan (read without being shown), edit (in place), write (whole), delete, rewrite (by a formatter, or by version control that puts it back), output (a command's product)
  t       INTEGER NOT NULL,
  file    TEXT    NOT NULL DEFAULT '',      -- path relative to the project, for people; absolute if it lies outside
  root    TEXT    NOT NULL DEFAULT '',      -- the project, '' if the file lies outside of it
  via     TEXT    NOT NULL DEFAULT 'tool',  -- how it is known: tool, shell, observed (the file changed while the command ran), elsewhere (somebody else changed it)
  outcome TEXT    NOT NULL DEFAULT 'ok',    -- ok, failed, denied, unknown; only ok has happened
  on_disk INTEGER NOT NULL DEFAULT 0,       -- 1 if the file existed before the call, as far as the call or the session knows
  seen    INTEGER NOT NULL DEFAULT 0,       -- 1 if the same call reads it first
  PRIMARY KEY (session, path, actor, kind, t)
) WITHOUT ROWID;

CREATE INDEX touches_in_order ON touches (session, t, kind);
CREATE INDEX touches_denied ON touches (session, path, actor, t) WHERE outcome = 'denied';

-- What a file was when the session last saw it.
CREATE TABLE looks (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,
  size    INTEGER NOT NULL,                 -- in bytes, -1 if it is not there
  mtime   INTEGER NOT NULL,                 -- nanoseconds since 1970
  hash    TEXT    NOT NULL DEFAULT '',      -- of the content, '' for a large file
  t       INTEGER NOT NULL,
  PRIMARY KEY (session, path)
) WITHOUT ROWID;

CREATE INDEX looks_recent ON looks (session, t);

-- One run of a test runner, linter, type checker or compiler.
CREATE TABLE runs (
  session   TEXT    NOT NULL,
  t         INTEGER NOT NULL,
  n         INTEGER NOT NULL,               -- which run of the call, from 0
  tool      TEXT    NOT NULL,               -- the reader that understood the output: pytest, go_test; or the command, if none did
  kind      TEXT    NOT NULL,               -- test, or check for linters, type checkers and compilers
  root      TEXT    NOT NULL DEFAULT '',
  command   INTEGER NOT NULL DEFAULT 0,     -- commands.n of what ran
  program   TEXT    NOT NULL DEFAULT '',    -- commands.program of what ran
  dir       TEXT    NOT NULL DEFAULT '',
  selection TEXT    NOT NULL DEFAULT '[]',
  variant   TEXT    NOT NULL DEFAULT '[]',
  passed    INTEGER,                        -- NULL where it is not known
  failed    INTEGER,                        -- errors count as failed; NULL where it is not known
  skipped   INTEGER,
  outcome   TEXT    NOT NULL,               -- pass, fail, unknown
  ended     INTEGER NOT NULL DEFAULT 0,     -- 1 if it came to its own end and its output is whole
  complete  INTEGER NOT NULL DEFAULT 0,     -- 1 if it also named as many failures as it counted
  how       TEXT    NOT NULL,               -- how it is known: structured, items, summary, exit
  tree      INTEGER NOT NULL DEFAULT 0,     -- trees.changes when it ran
  PRIMARY KEY (session, t, n)
) WITHOUT ROWID;

CREATE INDEX runs_same ON runs (session, root, program, dir, selection, variant, t);
CREATE INDEX runs_of_tool ON runs (session, root, tool, tree, t) WHERE kind = 'test';

-- One test's outcome in a run.
CREATE TABLE tests (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  test    TEXT    NOT NULL,                 -- the name as the runner prints it; '' is a whole suite that passed
  suite   TEXT    NOT NULL DEFAULT '',      -- what it belongs to, where names are not unique without: a Go package
  tool    TEXT    NOT NULL,
  outcome TEXT    NOT NULL,                 -- pass, fail, skip
  message TEXT    NOT NULL DEFAULT '',      -- first line of the reason
  file    TEXT    NOT NULL DEFAULT '',      -- the test's own file as the runner prints it, '' if it does not
  line    INTEGER,
  PRIMARY KEY (session, t, n, test, suite)
) WITHOUT ROWID;

-- Not every test by its name: each run would write to as many places as it has tests. How
-- a test fared before is asked of the runs before.
CREATE INDEX tests_failed ON tests (session, t, n) WHERE outcome = 'fail';

-- One finding of a linter, type checker or compiler.
CREATE TABLE diagnostics (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  i       INTEGER NOT NULL,                 -- position in the output
  tool    TEXT    NOT NULL,
  file    TEXT    NOT NULL DEFAULT '',      -- as printed
  line    INTEGER,
  col     INTEGER,
  code    TEXT    NOT NULL DEFAULT '',      -- the tool's name of the rule
  level   TEXT    NOT NULL DEFAULT 'error', -- error, warning
  message TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (session, t, n, i)
) WITHOUT ROWID;

-- One change of the tree that is no edit of a known file: an install, a checkout.
CREATE TABLE changes (
  session TEXT    NOT NULL,
  t       INTEGER NOT NULL,
  kind    TEXT    NOT NULL,                 -- install, checkout
  root    TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (session, t, kind)
) WITHOUT ROWID;

-- One import: a source file, and the file or package it imports.
CREATE TABLE imports (
  root   TEXT NOT NULL,
  path   TEXT NOT NULL,                     -- the importing file
  target TEXT NOT NULL DEFAULT '',          -- the imported file, '' if it leaves the project
  name   TEXT NOT NULL,                     -- the import as written
  PRIMARY KEY (root, path, target, name)
) WITHOUT ROWID;

CREATE INDEX imports_target ON imports (root, target);

-- One source file whose imports are known, and what it was when they were read.
CREATE TABLE sources (
  root  TEXT    NOT NULL,
  path  TEXT    NOT NULL,
  size  INTEGER NOT NULL,
  mtime INTEGER NOT NULL,                   -- nanoseconds since 1970
  PRIMARY KEY (root, path)
) WITHOUT ROWID;

-- One thing witness said, or would have said.
CREATE TABLE verdicts (
  session  TEXT    NOT NULL,
  t        INTEGER NOT NULL,
  rule     TEXT    NOT NULL,
  subject  TEXT    NOT NULL DEFAULT '',     -- the path or command it is about
  moment   TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  actor    TEXT    NOT NULL DEFAULT '',
  severity TEXT    NOT NULL,                -- warn, ask, block
  message  TEXT    NOT NULL,
  told     INTEGER NOT NULL DEFAULT 1,      -- 0 while a warning waits for a moment at which the client's model hears it
  id       TEXT    NOT NULL DEFAULT '',     -- short name of the row, made of its key
  evidence TEXT    NOT NULL DEFAULT '',     -- JSON: the rule's row, its options, and who decided the severity, as they were
  unsaid   TEXT    NOT NULL DEFAULT '',     -- why it was kept from the agent: observe, snooze, allow; '' if it was said
  PRIMARY KEY (session, t, rule, subject, moment)
) WITHOUT ROWID;

CREATE INDEX verdicts_said ON verdicts (session, rule, subject);
CREATE INDEX verdicts_id ON verdicts (id);
CREATE INDEX verdicts_waiting ON verdicts (session, actor) WHERE told = 0;

-- One word of the person that a rule is to be silent for a while. The newest of a rule counts.
CREATE TABLE snoozes (
  rule  TEXT    NOT NULL,
  at    INTEGER NOT NULL,                   -- when it was said, milliseconds since 1970
  until INTEGER NOT NULL,
  PRIMARY KEY (rule, at)
) WITHOUT ROWID;

-- One word of the person that a call which was refused may be made once. It is used up by
-- the next verdict of the same session, rule and subject, which is unsaid for it.
CREATE TABLE allowances (
  session TEXT    NOT NULL,
  rule    TEXT    NOT NULL,
  subject TEXT    NOT NULL DEFAULT '',
  moment  TEXT    NOT NULL,
  at      INTEGER NOT NULL,                 -- when it was refused, milliseconds since 1970
  PRIMARY KEY (session, rule, subject, moment, at)
) WITHOUT ROWID;

-- One conversation.
CREATE TABLE sessions (
  session TEXT PRIMARY KEY,
  agent   TEXT    NOT NULL DEFAULT '',
  root    TEXT    NOT NULL DEFAULT '',
  started INTEGER NOT NULL DEFAULT 0,       -- milliseconds since 1970
  ended   INTEGER                           -- NULL while it lasts, or if nobody told
) WITHOUT ROWID;

CREATE INDEX sessions_of_root ON sessions (root, started);

-- What the headers of a folder of many rules select, so that a hook reads only the files that
-- concern it. It holds for the very files whose size, times and numbers it notes.
CREATE TABLE headers (
  dir   TEXT PRIMARY KEY,                   -- the folder, absolute
  files TEXT NOT NULL                       -- a line for each file
) WITHOUT ROWID;

-- What went wrong inside a hook and was kept from the agent.
CREATE TABLE faults (
  place   TEXT    NOT NULL,                 -- the rule, reader or step
  message TEXT    NOT NULL,
  count   INTEGER NOT NULL DEFAULT 1,       -- how often
  at      INTEGER NOT NULL,                 -- when last, milliseconds since 1970
  told    INTEGER NOT NULL DEFAULT 0,       -- 1 since the start of a session said so
  PRIMARY KEY (place, message)
) WITHOUT ROWID;

----------------------------------------------------------------------------------
-- State: what follows from the facts and would be slow to ask of them. Triggers and
-- settle.sql maintain it, so that a rule's cost does not grow with the session.

-- How often each tree was changed, by anybody this store knows of.
CREATE TABLE trees (
  root    TEXT PRIMARY KEY,
  changes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Where a session stands in a project.
CREATE TABLE tally (
  session    TEXT NOT NULL,
  root       TEXT NOT NULL,
  edits      INTEGER NOT NULL DEFAULT 0,    -- edits and writes since tests last ran, or the edits were tried out (trial.sql)
  first_edit INTEGER,                       -- t of the session's first edit
  last_edit  INTEGER,
  last_run   INTEGER,                       -- t of the last test run
  failing    INTEGER,                       -- how many tests were known to fail after it
  PRIMARY KEY (session, root)
) WITHOUT ROWID;

-- The tests that are known to fail now.
CREATE TABLE failing (
  session   TEXT    NOT NULL,
  root      TEXT    NOT NULL,
  tool      TEXT    NOT NULL,
  suite     TEXT    NOT NULL,
  test      TEXT    NOT NULL,               -- '' stands for failures that were counted, but not named
  file      TEXT    NOT NULL DEFAULT '',
  message   TEXT    NOT NULL DEFAULT '',
  since     INTEGER NOT NULL,               -- t of the run in which it began to fail
  last      INTEGER NOT NULL,               -- t of the run in which it was last seen to fail
  passed    INTEGER,                        -- t of the run before `since` in which it passed, NULL if it never did
  count     INTEGER NOT NULL DEFAULT 1,     -- 1, or the number of failures that were not named
  program   TEXT    NOT NULL DEFAULT '',    -- the command that showed it last, with
  dir       TEXT    NOT NULL DEFAULT '',    -- its directory
  selection TEXT    NOT NULL DEFAULT '[]',  -- and selection
  PRIMARY KEY (session, root, tool, suite, test)
) WITHOUT ROWID;

-- How each edited file fares: rounds of edit and failing run without progress.
CREATE TABLE rounds (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,
  root    TEXT    NOT NULL,
  file    TEXT    NOT NULL,
  edits   INTEGER NOT NULL DEFAULT 0,       -- edits since the count began
  rounds  INTEGER NOT NULL DEFAULT 0,       -- rounds since the count began
  dirty   INTEGER NOT NULL DEFAULT 0,       -- 1 if it was edited since the last run
  last    INTEGER NOT NULL DEFAULT 0,       -- t of the run that ended the last round
  PRIMARY KEY (session, path)
) WITHOUT ROWID;

CREATE INDEX rounds_dirty ON rounds (session, root) WHERE dirty = 1;

CREATE TRIGGER touched AFTER INSERT ON touches
WHEN NEW.outcome = 'ok' AND NEW.kind IN ('edit', 'write', 'delete', 'rewrite') AND NEW.root <> ''
BEGIN
  INSERT INTO trees (root, changes) VALUES (NEW.root, 1)
    ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
  -- However many files a command turns out to have changed, it was one edit.
  INSERT INTO tally (session, root, edits, first_edit, last_edit)
    SELECT NEW.session, NEW.root, 1, NEW.t, NEW.t WHERE NEW.kind IN ('edit', 'write') AND NEW.via <> 'elsewhere'
    ON CONFLICT (session, root) DO UPDATE SET
      edits = edits + (NEW.via <> 'observed' OR last_edit IS NOT NEW.t), first_edit = coalesce(first_edit, NEW.t), last_edit = NEW.t;
  INSERT INTO rounds (session, path, root, file, edits, dirty)
    SELECT NEW.session, NEW.path, NEW.root, NEW.file, 1, 1 WHERE NEW.kind IN ('edit', 'write') AND NEW.via <> 'elsewhere'
    ON CONFLICT (session, path) DO UPDATE SET edits = edits + 1, dirty = 1;
END;

CREATE TRIGGER changed AFTER INSERT ON changes
BEGIN
  INSERT INTO trees (root, changes) VALUES (NEW.root, 1)
    ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
END;

-- A run is inserted after its tests and its command.
CREATE TRIGGER ran AFTER INSERT ON runs WHEN NEW.kind = 'test'
BEGIN
  INSERT INTO tally (session, root, last_run, failing) -- a run that found no test to run is none
    VALUES (NEW.session, NEW.root, iif(NEW.outcome = 'unknown' AND NEW.passed = 0, NULL, NEW.t), iif(NEW.outcome = 'unknown', NULL, 0))
    ON CONFLICT (session, root) DO UPDATE SET
      edits = iif(excluded.last_run IS NULL, edits, 0), last_run = coalesce(excluded.last_run, last_run), failing = coalesce(failing, excluded.failing);
  -- A run in which nothing fails clears every count.
  DELETE FROM rounds WHERE NEW.outcome = 'pass' AND session = NEW.session AND root = NEW.root;
END;
