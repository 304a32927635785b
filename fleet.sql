-- The tables of a store that takes part in a fleet. `witness sync` and `witness fleet` create them: a hook parses all tables of its
-- store, and most stores exchange no facts. Elsewhere a rule or question that names one finds it empty.
--
-- What others of the team did in this repository, which `witness sync` brought (docs/fleet.md). It adds the rows of other
-- members only, each once, and deletes those that are older than [fleet] keep. A member is a store: one machine can have
-- several. `at` is the time of this machine's clock: the difference between two clocks is taken off when facts are exchanged.

-- One change of a file by another member.
CREATE TABLE fleet_touches (
  uid      TEXT PRIMARY KEY,                -- a hash of the member's key of the fact: the same on every machine
  member   TEXT    NOT NULL,                -- the store that it happened in, a random name
  machine  TEXT    NOT NULL,                -- the host's name, or [fleet] machine
  worktree TEXT    NOT NULL,                -- the name of the worktree's folder
  user     TEXT    NOT NULL DEFAULT '',     -- [fleet] user, '' unless it is set
  agent    TEXT    NOT NULL DEFAULT '',     -- the client: claude, codex, …
  session  TEXT    NOT NULL,                -- a hash of the member and of the session's id
  branch   TEXT    NOT NULL DEFAULT '',     -- as in events, '' if it is not known
  head     TEXT    NOT NULL DEFAULT '',     -- the commit that was checked out, '' if it is not known
  file     TEXT    NOT NULL,                -- relative to the worktree, as touches.file
  kind     TEXT    NOT NULL,                -- edit, write, delete or rewrite, as in touches
  class    TEXT    NOT NULL DEFAULT '',     -- as in touches
  at       INTEGER NOT NULL                 -- milliseconds since 1970
) WITHOUT ROWID;

CREATE INDEX fleet_touches_of_file ON fleet_touches (file, at);

-- One run of tests or checks by another member. The first eight columns are as in fleet_touches.
CREATE TABLE fleet_runs (
  uid      TEXT PRIMARY KEY,
  member   TEXT    NOT NULL,
  machine  TEXT    NOT NULL,
  worktree TEXT    NOT NULL,
  user     TEXT    NOT NULL DEFAULT '',
  agent    TEXT    NOT NULL DEFAULT '',
  session  TEXT    NOT NULL,
  branch   TEXT    NOT NULL DEFAULT '',
  head     TEXT    NOT NULL DEFAULT '',     -- the commit that was checked out, '' if it is not known
  tree     TEXT    NOT NULL DEFAULT '',     -- the files that it ran on: Git's hash of the tree of head, with + and a hash of what differed from it if something did; '' if it is not known
  tool     TEXT    NOT NULL,                -- as in runs
  kind     TEXT    NOT NULL,                -- as in runs
  program  TEXT    NOT NULL DEFAULT '',     -- as in runs
  command  TEXT    NOT NULL DEFAULT '',     -- a hash of program, dir, selection, variant, task and env: equal for equal runs
  whole    INTEGER NOT NULL DEFAULT 0,      -- 1 if nothing was selected and it ran in the worktree's root
  outcome  TEXT    NOT NULL,                -- as in runs
  passed   INTEGER,
  failed   INTEGER,
  complete INTEGER NOT NULL DEFAULT 0,      -- as in runs
  at       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX fleet_runs_of_branch ON fleet_runs (branch, at);
CREATE INDEX fleet_runs_of_tree ON fleet_runs (tree, command);

-- The outcome of one test in a run by another member: each failure, and, as the files of the folder state decided there, that it no longer fails.
CREATE TABLE fleet_tests (
  uid       TEXT PRIMARY KEY,
  run       TEXT    NOT NULL,               -- fleet_runs.uid
  member    TEXT    NOT NULL,
  machine   TEXT    NOT NULL,
  worktree  TEXT    NOT NULL,
  session   TEXT    NOT NULL,
  branch    TEXT    NOT NULL DEFAULT '',
  head      TEXT    NOT NULL DEFAULT '',
  tree      TEXT    NOT NULL DEFAULT '',    -- as in fleet_runs
  tool      TEXT    NOT NULL,
  test      TEXT    NOT NULL,               -- test, suite, identity and signature are as in tests
  suite     TEXT    NOT NULL DEFAULT '',
  file      TEXT    NOT NULL DEFAULT '',    -- the test's own file as the runner prints it, '' if that is absolute
  identity  TEXT    NOT NULL DEFAULT '',
  outcome   TEXT    NOT NULL,               -- fail; pass if it passed again; gone if it no longer fails and has not passed (recovered.passed)
  signature INTEGER NOT NULL DEFAULT 0,     -- how it failed, also of a test that passed again
  agent     TEXT    NOT NULL DEFAULT '',
  edited    TEXT    NOT NULL DEFAULT '',    -- edited and flipped are as in recovered
  flipped   INTEGER NOT NULL DEFAULT 0,
  at        INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX fleet_tests_of_test ON fleet_tests (test, suite, at);
CREATE INDEX fleet_tests_of_branch ON fleet_tests (branch, at);

-- One verdict of another member, with the latest vote on it.
CREATE TABLE fleet_verdicts (
  uid      TEXT PRIMARY KEY,
  member   TEXT    NOT NULL,
  machine  TEXT    NOT NULL,
  worktree TEXT    NOT NULL,
  user     TEXT    NOT NULL DEFAULT '',
  agent    TEXT    NOT NULL DEFAULT '',
  session  TEXT    NOT NULL,
  rule     TEXT    NOT NULL,
  severity TEXT    NOT NULL,
  unsaid   TEXT    NOT NULL DEFAULT '',     -- as in verdicts
  vote     TEXT    NOT NULL DEFAULT '',     -- wrong, or ''
  at       INTEGER NOT NULL
) WITHOUT ROWID;

-- What `witness sync` has shared of each session: everything up to a tick but for the calls that had not ended.
CREATE TABLE fleet_sent (
  session TEXT PRIMARY KEY,
  through INTEGER NOT NULL,                 -- t
  open    TEXT    NOT NULL DEFAULT '[]'     -- the ticks up to there that are still to be shared, a JSON array
) WITHOUT ROWID;

-- The state of `witness sync`: member, fleet, the position up to which facts were brought, the last error, when to try again.
CREATE TABLE fleet_state (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
