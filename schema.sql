-- What witness remembers.
--
-- Facts are a set and only ever added; their keys are global, so stores of several
-- machines can be merged with INSERT OR IGNORE. `t` is a session's own logical clock:
-- one tick for each call, shared by all facts of the call. Columns are only ever
-- added. Outputs, prompts and file contents are never stored.
--
-- The columns of `events`, `commands` and `touches` are also what a rule may name as
-- a parameter: `:session`, `:path`, `:gates` … stand for the call that is judged.

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

-- One simple command of a shell call, wrappers peeled off.
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

-- One file that a call read or changed, or was refused to change.
CREATE TABLE touches (
  session TEXT    NOT NULL,
  path    TEXT    NOT NULL,                 -- absolute and canonical: the identity
  actor   TEXT    NOT NULL DEFAULT '',      -- '*' is somebody outside of the session
  kind    TEXT    NOT NULL,                 -- read, edit (in place), write (whole), delete, rewrite (by a formatter, or by version control that puts it back)
  t       INTEGER NOT NULL,
  file    TEXT    NOT NULL DEFAULT '',      -- path relative to the project, for people; absolute if it lies outside
  root    TEXT    NOT NULL DEFAULT '',      -- the project, '' if the file lies outside of it
  via     TEXT    NOT NULL DEFAULT 'tool',  -- how it is known: tool, shell, observed (the file changed while the command ran), elsewhere (somebody else changed it)
  outcome TEXT    NOT NULL DEFAULT 'ok',    -- ok, failed, denied, unknown; only ok has happened
  on_disk INTEGER NOT NULL DEFAULT 0,       -- 1 if the file existed before the call
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
CREATE INDEX runs_tool ON runs (session, root, tool, t) WHERE kind = 'test';

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

CREATE INDEX tests_by_name ON tests (session, test, suite, outcome, t);

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

-- One thing witness said.
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
  PRIMARY KEY (session, t, rule, subject, moment)
) WITHOUT ROWID;

CREATE INDEX verdicts_said ON verdicts (session, rule, subject);
CREATE INDEX verdicts_waiting ON verdicts (session, actor) WHERE told = 0;

-- One conversation.
CREATE TABLE sessions (
  session TEXT PRIMARY KEY,
  agent   TEXT    NOT NULL DEFAULT '',
  root    TEXT    NOT NULL DEFAULT '',
  started INTEGER NOT NULL DEFAULT 0,       -- milliseconds since 1970
  ended   INTEGER                           -- NULL while it lasts, or if nobody told
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
-- State: what follows from the facts and would be slow to ask of them. Triggers
-- maintain it, so that a rule's cost does not grow with the session.

-- How often each tree was changed, by anybody this store knows of.
CREATE TABLE trees (
  root    TEXT PRIMARY KEY,
  changes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Where a session stands in a project.
CREATE TABLE tally (
  session    TEXT NOT NULL,
  root       TEXT NOT NULL,
  edits      INTEGER NOT NULL DEFAULT 0,    -- edits and writes since tests, or a script that the session wrote, last ran
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
WHEN NEW.outcome = 'ok' AND NEW.kind <> 'read' AND NEW.root <> ''
BEGIN
  INSERT INTO trees (root, changes) VALUES (NEW.root, 1)
    ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
  -- However many files a command turns out to have changed, it was one edit.
  INSERT INTO tally (session, root, edits, first_edit, last_edit)
    SELECT NEW.session, NEW.root, 1, NEW.t, NEW.t
    WHERE  NEW.kind IN ('edit', 'write') AND NEW.via <> 'elsewhere'
      AND  NOT (NEW.via = 'observed' AND EXISTS (
             SELECT 1 FROM touches o
             WHERE  o.session = NEW.session AND o.t = NEW.t AND o.kind = 'edit' AND o.via = 'observed' AND o.path <> NEW.path))
    ON CONFLICT (session, root) DO UPDATE SET
      edits = edits + 1, first_edit = coalesce(first_edit, NEW.t), last_edit = NEW.t;
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
  INSERT INTO tally (session, root) VALUES (NEW.session, NEW.root) ON CONFLICT DO NOTHING;

  -- What passed by name no longer fails.
  DELETE FROM failing
  WHERE  session = NEW.session AND root = NEW.root AND tool = NEW.tool AND EXISTS (
           SELECT 1 FROM tests p
           WHERE  p.session = NEW.session AND p.t = NEW.t AND p.n = NEW.n AND p.test = failing.test
             AND  p.outcome = 'pass' AND (p.suite = failing.suite OR p.suite = '' OR failing.suite = ''));

  -- Nor does what belongs to a suite that passed as a whole, or that part of it which
  -- was selected.
  DELETE FROM failing
  WHERE  session = NEW.session AND root = NEW.root AND tool = NEW.tool AND suite <> ''
    AND  EXISTS (SELECT 1 FROM tests p
                 WHERE  p.session = NEW.session AND p.t = NEW.t AND p.n = NEW.n AND p.test = ''
                   AND  p.suite = failing.suite AND p.outcome = 'pass')
    AND  NOT EXISTS (SELECT 1 FROM json_each(NEW.selection) w WHERE w.value GLOB '[?]*')
    AND  (NOT EXISTS (SELECT 1 FROM json_each(NEW.selection) w WHERE w.value GLOB '~*')
          OR EXISTS (SELECT 1 FROM json_each(NEW.selection) w
                     WHERE  w.value GLOB '~*' AND instr(lower(failing.test), lower(substr(w.value, 2)))));

  -- Nor does what a complete run covered without naming it as failing.
  DELETE FROM failing
  WHERE  NEW.complete AND session = NEW.session AND root = NEW.root
    AND  EXISTS (
           SELECT 1 FROM coverage c
           WHERE  c.session = NEW.session AND c.t = NEW.t AND c.n = NEW.command AND c.root = NEW.root
             AND  c.tool = failing.tool AND c.suite = failing.suite AND c.test = failing.test
             AND  (c.tool = NEW.tool OR c.same))
    AND  NOT EXISTS (
           SELECT 1 FROM tests f
           WHERE  f.session = NEW.session AND f.t = NEW.t AND f.n = NEW.n AND f.test = failing.test
             AND  f.outcome = 'fail' AND f.suite = failing.suite AND NEW.tool = failing.tool);

  -- What failed by name fails. It passed before if it did so by name, or if a complete
  -- run of everything did not name it, and its own file has not been edited since.
  INSERT INTO failing (session, root, tool, suite, test, file, message, since, last, passed, program, dir, selection)
    SELECT NEW.session, NEW.root, NEW.tool, f.suite, f.test, f.file, f.message, NEW.t, NEW.t,
           -- Of a test that fails already it is known; looking it up again would cost more with each run.
           iif(EXISTS (SELECT 1 FROM failing x
                       WHERE  x.session = NEW.session AND x.root = NEW.root AND x.tool = NEW.tool
                         AND  x.suite = f.suite AND x.test = f.test), NULL, nullif(max(
             coalesce((SELECT max(p.t) FROM tests p
                       WHERE  p.session = NEW.session AND p.test = f.test AND p.suite = f.suite
                         AND  p.outcome = 'pass' AND p.t < NEW.t AND p.tool = NEW.tool), -1),
             coalesce((SELECT max(r.t) FROM runs r
                       WHERE  r.session = NEW.session AND r.root = NEW.root AND r.tool = NEW.tool AND r.kind = 'test'
                         AND  r.t < NEW.t AND r.complete AND f.file <> ''
                         AND  (r.selection = '[]' AND r.dir IN ('', NEW.dir)
                               OR r.program = NEW.program AND r.dir = NEW.dir AND r.selection = NEW.selection)
                         AND  NOT EXISTS (
                                SELECT 1 FROM tests q
                                WHERE  q.session = r.session AND q.t = r.t AND q.n = r.n AND q.test = f.test
                                  AND  q.suite = f.suite AND q.outcome <> 'pass')
                         AND  NOT EXISTS (
                                SELECT 1 FROM touches e
                                WHERE  e.session = NEW.session AND e.t > r.t AND e.t <= NEW.t AND e.kind IN ('edit', 'write')
                                  AND  e.outcome = 'ok' AND (e.file = f.file OR substr(e.file, -1 - length(f.file)) = '/' || f.file))), -1)), -1)),
           NEW.program, NEW.dir, NEW.selection
    FROM   tests f
    WHERE  f.session = NEW.session AND f.t = NEW.t AND f.n = NEW.n AND f.outcome = 'fail'
    ON CONFLICT (session, root, tool, suite, test) DO UPDATE SET
      last = excluded.last, message = excluded.message, file = excluded.file,
      program = excluded.program, dir = excluded.dir, selection = excluded.selection;

  -- What was counted as failing but not named is kept under the command's own name.
  DELETE FROM failing
  WHERE  session = NEW.session AND root = NEW.root AND tool = NEW.tool AND test = ''
    AND  program = NEW.program AND dir = NEW.dir AND selection = NEW.selection AND NEW.outcome <> 'unknown';
  INSERT INTO failing (session, root, tool, suite, test, since, last, count, program, dir, selection)
    SELECT NEW.session, NEW.root, NEW.tool, c.text, '', NEW.t, NEW.t,
           max(1, coalesce(NEW.failed, 1) - named), NEW.program, NEW.dir, NEW.selection
    FROM   commands c, (SELECT count(*) AS named FROM tests f
                        WHERE  f.session = NEW.session AND f.t = NEW.t AND f.n = NEW.n AND f.outcome = 'fail')
    WHERE  c.session = NEW.session AND c.t = NEW.t AND c.n = NEW.command
      AND  NEW.outcome = 'fail' AND named < coalesce(NEW.failed, 1)
    ON CONFLICT (session, root, tool, suite, test) DO UPDATE SET last = excluded.last, count = excluded.count;

  -- A run in which nothing fails clears every count; one that fails ends a round for
  -- each file edited since the last, unless fewer tests fail than before: progress.
  DELETE FROM rounds WHERE NEW.outcome = 'pass' AND session = NEW.session AND root = NEW.root;
  UPDATE rounds
  SET    rounds = iif(now < before, 0, rounds + 1), edits = iif(now < before, 0, edits), dirty = 0, last = NEW.t
  FROM   (SELECT (SELECT total(count) FROM failing WHERE session = NEW.session AND root = NEW.root) AS now,
                 (SELECT coalesce(failing, 0) FROM tally WHERE session = NEW.session AND root = NEW.root) AS before)
  WHERE  NEW.outcome = 'fail' AND session = NEW.session AND root = NEW.root AND dirty = 1;
  UPDATE tally -- a run that found no test to run is none
  SET    edits = iif(NEW.outcome = 'unknown' AND NEW.passed = 0, edits, 0),
         last_run = iif(NEW.outcome = 'unknown' AND NEW.passed = 0, last_run, NEW.t),
         failing = iif(NEW.outcome = 'unknown', failing,
                       (SELECT total(count) FROM failing WHERE session = NEW.session AND root = NEW.root))
  WHERE  session = NEW.session AND root = NEW.root;
END;
