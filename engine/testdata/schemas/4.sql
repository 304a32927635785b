-- Generated from schema.sql and fleet.sql of version 4: go test ./engine -run TestSchemaVersion -update

CREATE VIEW schema_version AS SELECT 4 AS version;

CREATE TABLE events ( session TEXT NOT NULL, t INTEGER NOT NULL, moment TEXT NOT NULL, at INTEGER NOT NULL, agent TEXT NOT NULL, actor TEXT NOT NULL, call TEXT NOT NULL, tool TEXT NOT NULL, name TEXT NOT NULL, source TEXT NOT NULL, command TEXT NOT NULL, cwd TEXT NOT NULL, root TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, exit INTEGER, duration_ms INTEGER NOT NULL, partial INTEGER NOT NULL, mode TEXT NOT NULL, agent_type TEXT NOT NULL, host TEXT NOT NULL, branch TEXT NOT NULL, head TEXT NOT NULL, PRIMARY KEY (session, t, moment) ) WITHOUT ROWID;

CREATE UNIQUE INDEX events_once ON events (session, call, moment) WHERE call <> '';

CREATE INDEX events_of_tasks ON events (session, source) WHERE moment = 'after' AND source <> '';

CREATE INDEX events_denied ON events (session) WHERE outcome = 'denied';

CREATE TABLE commands ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, program TEXT NOT NULL, args TEXT NOT NULL DEFAULT '[]', text TEXT NOT NULL, dir TEXT NOT NULL, runner TEXT NOT NULL, selection TEXT NOT NULL DEFAULT '[]', variant TEXT NOT NULL DEFAULT '[]', task TEXT NOT NULL, env TEXT NOT NULL DEFAULT '[]', shows TEXT NOT NULL DEFAULT '[]', looped INTEGER NOT NULL, gates TEXT NOT NULL DEFAULT '[]', changed INTEGER NOT NULL, decides INTEGER NOT NULL, background INTEGER NOT NULL, inert INTEGER NOT NULL, root TEXT NOT NULL, commits INTEGER NOT NULL, kind TEXT NOT NULL, hidden INTEGER NOT NULL, via TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, t, n) ) WITHOUT ROWID;

CREATE INDEX commands_of_commits ON commands (session, commits) WHERE commits = 1;

CREATE TABLE touches ( session TEXT NOT NULL, path TEXT NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL, t INTEGER NOT NULL, file TEXT NOT NULL, root TEXT NOT NULL, via TEXT NOT NULL DEFAULT 'tool', outcome TEXT NOT NULL DEFAULT 'ok', on_disk INTEGER NOT NULL, seen INTEGER NOT NULL, class TEXT NOT NULL, manner TEXT NOT NULL, first_line INTEGER, last_line INTEGER, lines INTEGER, size INTEGER, lines_before INTEGER, lines_after INTEGER, hash_before TEXT NOT NULL, hash_after TEXT NOT NULL, PRIMARY KEY (session, path, actor, kind, t) ) WITHOUT ROWID;

CREATE INDEX touches_in_order ON touches (session, t, kind);

CREATE INDEX touches_of_tests ON touches (session, root) WHERE class = 'test';

CREATE INDEX touches_denied ON touches (session, path, actor, t) WHERE outcome = 'denied';

CREATE TABLE looks ( session TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, hash TEXT NOT NULL, t INTEGER NOT NULL, lines INTEGER, marks TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, path) ) WITHOUT ROWID;

CREATE INDEX looks_recent ON looks (session, t);

CREATE TABLE folders ( session TEXT NOT NULL, path TEXT NOT NULL, t INTEGER NOT NULL, PRIMARY KEY (session, path) ) WITHOUT ROWID;

CREATE TABLE marks ( session TEXT NOT NULL, path TEXT NOT NULL, t INTEGER NOT NULL, mark TEXT NOT NULL, before INTEGER NOT NULL, after INTEGER NOT NULL, PRIMARY KEY (session, path, t, mark) ) WITHOUT ROWID;

CREATE TABLE runs ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, tool TEXT NOT NULL, kind TEXT NOT NULL, root TEXT NOT NULL, command INTEGER NOT NULL, program TEXT NOT NULL, dir TEXT NOT NULL, selection TEXT NOT NULL DEFAULT '[]', variant TEXT NOT NULL DEFAULT '[]', task TEXT NOT NULL, env TEXT NOT NULL DEFAULT '[]', listed INTEGER NOT NULL DEFAULT 1, origin TEXT NOT NULL, passed INTEGER, failed INTEGER, skipped INTEGER, outcome TEXT NOT NULL, ended INTEGER NOT NULL, complete INTEGER NOT NULL, language TEXT NOT NULL, how TEXT NOT NULL, tree INTEGER NOT NULL, stashed INTEGER NOT NULL, PRIMARY KEY (session, t, n) ) WITHOUT ROWID;

CREATE INDEX runs_same ON runs (session, root, program, dir, selection, variant, t);

CREATE INDEX runs_of_hooks ON runs (session, root) WHERE origin = 'hook';

CREATE INDEX runs_of_tool ON runs (session, root, tool, tree, t) WHERE kind = 'test';

CREATE TABLE tests ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, test TEXT NOT NULL, suite TEXT NOT NULL, tool TEXT NOT NULL, outcome TEXT NOT NULL, message TEXT NOT NULL, file TEXT NOT NULL, line INTEGER, signature INTEGER NOT NULL, identity TEXT NOT NULL, PRIMARY KEY (session, t, n, test, suite) ) WITHOUT ROWID;

CREATE INDEX tests_failed ON tests (session, t, n) WHERE outcome = 'fail';

CREATE TABLE test_lists ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, i INTEGER NOT NULL, suite TEXT NOT NULL, tool TEXT NOT NULL, outcome TEXT NOT NULL, file TEXT NOT NULL, list INTEGER NOT NULL, PRIMARY KEY (session, t, n, i) ) WITHOUT ROWID;

CREATE TABLE listed_tests ( list INTEGER NOT NULL, test TEXT NOT NULL, PRIMARY KEY (list, test) ) WITHOUT ROWID;

CREATE TABLE diagnostics ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, i INTEGER NOT NULL, tool TEXT NOT NULL, file TEXT NOT NULL, line INTEGER, col INTEGER, code TEXT NOT NULL, level TEXT NOT NULL DEFAULT 'error', message TEXT NOT NULL, PRIMARY KEY (session, t, n, i) ) WITHOUT ROWID;

CREATE TABLE listings ( session TEXT NOT NULL, root TEXT NOT NULL, t INTEGER NOT NULL, changed TEXT NOT NULL, untracked TEXT NOT NULL, PRIMARY KEY (session, root, t) ) WITHOUT ROWID;

CREATE TABLE changes ( session TEXT NOT NULL, t INTEGER NOT NULL, kind TEXT NOT NULL, root TEXT NOT NULL, PRIMARY KEY (session, t, kind) ) WITHOUT ROWID;

CREATE TABLE labels ( session TEXT NOT NULL, t INTEGER NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, PRIMARY KEY (session, t, kind, label) ) WITHOUT ROWID;

CREATE INDEX labels_of_kind ON labels (session, kind, t);

CREATE TABLE words ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, verb TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (session, t, n) ) WITHOUT ROWID;

CREATE INDEX words_of_verb ON words (session, verb, kind);

CREATE INDEX words_of_object ON words (session, object) WHERE object <> '';

CREATE TABLE verdicts ( session TEXT NOT NULL, t INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, moment TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, severity TEXT NOT NULL, message TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 1, id TEXT NOT NULL, evidence TEXT NOT NULL, unsaid TEXT NOT NULL, project INTEGER NOT NULL, unput INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, t, rule, subject, moment) ) WITHOUT ROWID;

CREATE INDEX verdicts_said ON verdicts (session, rule, subject);

CREATE INDEX verdicts_id ON verdicts (id);

CREATE INDEX verdicts_waiting ON verdicts (session, actor) WHERE told = 0;

CREATE TABLE answers ( session TEXT NOT NULL, t INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, target TEXT NOT NULL, said INTEGER NOT NULL, asked INTEGER NOT NULL DEFAULT 0, answered INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, t, rule, subject) ) WITHOUT ROWID;

CREATE INDEX answers_open ON answers (session) WHERE answered = 0;

CREATE TABLE links ( session TEXT NOT NULL, n INTEGER NOT NULL, t INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, link TEXT NOT NULL, PRIMARY KEY (session, n) ) WITHOUT ROWID;

CREATE TABLE notices ( content TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL ) WITHOUT ROWID;

CREATE TABLE snoozes ( rule TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (rule, at) ) WITHOUT ROWID;

CREATE TABLE allowances ( session TEXT NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, moment TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (session, rule, subject, moment, at) ) WITHOUT ROWID;

CREATE TABLE votes ( session TEXT NOT NULL, t INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, moment TEXT NOT NULL, at INTEGER NOT NULL, vote TEXT NOT NULL, because TEXT NOT NULL, version TEXT NOT NULL, PRIMARY KEY (session, t, rule, subject, moment, at) ) WITHOUT ROWID;

CREATE TABLE objections ( session TEXT NOT NULL, t INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, moment TEXT NOT NULL, at INTEGER NOT NULL, because TEXT NOT NULL, PRIMARY KEY (session, t, rule, subject, moment) ) WITHOUT ROWID;

CREATE TABLE occasions ( session TEXT NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, t INTEGER NOT NULL, kept INTEGER NOT NULL, PRIMARY KEY (session, rule, subject) ) WITHOUT ROWID;

CREATE TABLE sessions ( session TEXT PRIMARY KEY, agent TEXT NOT NULL DEFAULT '', root TEXT NOT NULL DEFAULT '', started INTEGER NOT NULL DEFAULT 0, prompted INTEGER NOT NULL DEFAULT 0, prompted_before INTEGER NOT NULL DEFAULT 0, asked INTEGER NOT NULL DEFAULT 0, ordered INTEGER NOT NULL DEFAULT 0, ended INTEGER, branch TEXT NOT NULL DEFAULT '' ) WITHOUT ROWID;

CREATE INDEX sessions_of_root ON sessions (root, started);

CREATE INDEX sessions_of_branch ON sessions (branch, started);

CREATE TABLE headers ( dir TEXT PRIMARY KEY, files TEXT NOT NULL ) WITHOUT ROWID;

CREATE TABLE fingerprints ( path TEXT PRIMARY KEY, what TEXT NOT NULL, how TEXT NOT NULL, size INTEGER NOT NULL, time INTEGER NOT NULL, digest TEXT NOT NULL, changed INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 2 ) WITHOUT ROWID;

CREATE TABLE faults ( place TEXT NOT NULL, message TEXT NOT NULL, count INTEGER NOT NULL DEFAULT 1, at INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (place, message) ) WITHOUT ROWID;

CREATE TABLE editors ( path TEXT NOT NULL, session TEXT NOT NULL, actor TEXT NOT NULL, t INTEGER NOT NULL, at INTEGER NOT NULL, root TEXT NOT NULL, file TEXT NOT NULL, PRIMARY KEY (path, session, actor) ) WITHOUT ROWID;

CREATE INDEX editors_of_file ON editors (file);

CREATE TABLE todos ( session TEXT NOT NULL, actor TEXT NOT NULL, id TEXT NOT NULL, t INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (session, actor, id) ) WITHOUT ROWID;

CREATE TABLE transcripts ( session TEXT NOT NULL, actor TEXT NOT NULL, read INTEGER NOT NULL, tokens INTEGER NOT NULL, message TEXT NOT NULL, counted INTEGER NOT NULL, model TEXT NOT NULL DEFAULT '', cached INTEGER NOT NULL DEFAULT 0, written INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0, output INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, actor) ) WITHOUT ROWID;

CREATE TABLE usage ( session TEXT NOT NULL, t INTEGER NOT NULL, actor TEXT NOT NULL, model TEXT NOT NULL, input INTEGER NOT NULL, cached INTEGER NOT NULL, written INTEGER NOT NULL, kept INTEGER NOT NULL, output INTEGER NOT NULL, PRIMARY KEY (session, t, actor, model) ) WITHOUT ROWID;

CREATE TABLE pauses ( session TEXT NOT NULL, t INTEGER NOT NULL, actor TEXT NOT NULL, interrupts INTEGER NOT NULL, waited_ms INTEGER NOT NULL, PRIMARY KEY (session, t, actor) ) WITHOUT ROWID;

CREATE TABLE trees ( root TEXT PRIMARY KEY, changes INTEGER NOT NULL DEFAULT 0, tests INTEGER NOT NULL DEFAULT 0 ) WITHOUT ROWID;

CREATE TABLE tally ( session TEXT NOT NULL, root TEXT NOT NULL, edits INTEGER NOT NULL DEFAULT 0, pile INTEGER NOT NULL DEFAULT 0, first_edit INTEGER, last_edit INTEGER, last_code INTEGER, last_run INTEGER, failing INTEGER, signature INTEGER NOT NULL DEFAULT 0, stashed INTEGER NOT NULL DEFAULT 0, put_away INTEGER NOT NULL DEFAULT 0, settled INTEGER, PRIMARY KEY (session, root) ) WITHOUT ROWID;

CREATE TABLE failing ( session TEXT NOT NULL, root TEXT NOT NULL, tool TEXT NOT NULL, suite TEXT NOT NULL, test TEXT NOT NULL, file TEXT NOT NULL DEFAULT '', message TEXT NOT NULL DEFAULT '', since INTEGER NOT NULL, last INTEGER NOT NULL, passed INTEGER, count INTEGER NOT NULL DEFAULT 1, program TEXT NOT NULL, dir TEXT NOT NULL, selection TEXT NOT NULL DEFAULT '[]', task TEXT NOT NULL, language TEXT NOT NULL, signature INTEGER NOT NULL, tree INTEGER NOT NULL, baseline INTEGER NOT NULL, doubtful INTEGER NOT NULL DEFAULT 0, identity TEXT NOT NULL DEFAULT '', needs TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (session, root, tool, suite, test) ) WITHOUT ROWID;

CREATE TABLE recovered ( session TEXT NOT NULL, t INTEGER NOT NULL, root TEXT NOT NULL, tool TEXT NOT NULL, suite TEXT NOT NULL, test TEXT NOT NULL, failed INTEGER NOT NULL, signature INTEGER NOT NULL, identity TEXT NOT NULL, passed INTEGER NOT NULL DEFAULT 1, flipped INTEGER NOT NULL, edited TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL DEFAULT 0, since INTEGER NOT NULL DEFAULT 0, green INTEGER, baseline INTEGER NOT NULL DEFAULT 0, count INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (session, t, tool, suite, test) ) WITHOUT ROWID;

CREATE INDEX recovered_of_test ON recovered (test, suite);

CREATE TABLE rounds ( session TEXT NOT NULL, path TEXT NOT NULL, root TEXT NOT NULL, file TEXT NOT NULL, edits INTEGER NOT NULL DEFAULT 0, rounds INTEGER NOT NULL DEFAULT 0, dirty INTEGER NOT NULL DEFAULT 0, last INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, path) ) WITHOUT ROWID;

CREATE INDEX rounds_dirty ON rounds (session, root) WHERE dirty = 1;

CREATE TABLE fleet_touches ( uid TEXT PRIMARY KEY, member TEXT NOT NULL, machine TEXT NOT NULL, worktree TEXT NOT NULL, user TEXT NOT NULL DEFAULT '', agent TEXT NOT NULL DEFAULT '', session TEXT NOT NULL, branch TEXT NOT NULL DEFAULT '', head TEXT NOT NULL DEFAULT '', file TEXT NOT NULL, kind TEXT NOT NULL, class TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL ) WITHOUT ROWID;

CREATE INDEX fleet_touches_of_file ON fleet_touches (file, at);

CREATE TABLE fleet_runs ( uid TEXT PRIMARY KEY, member TEXT NOT NULL, machine TEXT NOT NULL, worktree TEXT NOT NULL, user TEXT NOT NULL DEFAULT '', agent TEXT NOT NULL DEFAULT '', session TEXT NOT NULL, branch TEXT NOT NULL DEFAULT '', head TEXT NOT NULL DEFAULT '', tree TEXT NOT NULL DEFAULT '', tool TEXT NOT NULL, kind TEXT NOT NULL, program TEXT NOT NULL DEFAULT '', command TEXT NOT NULL DEFAULT '', whole INTEGER NOT NULL DEFAULT 0, outcome TEXT NOT NULL, passed INTEGER, failed INTEGER, complete INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL ) WITHOUT ROWID;

CREATE INDEX fleet_runs_of_branch ON fleet_runs (branch, at);

CREATE INDEX fleet_runs_of_tree ON fleet_runs (tree, command);

CREATE TABLE fleet_tests ( uid TEXT PRIMARY KEY, run TEXT NOT NULL, member TEXT NOT NULL, machine TEXT NOT NULL, worktree TEXT NOT NULL, session TEXT NOT NULL, branch TEXT NOT NULL DEFAULT '', head TEXT NOT NULL DEFAULT '', tree TEXT NOT NULL DEFAULT '', tool TEXT NOT NULL, test TEXT NOT NULL, suite TEXT NOT NULL DEFAULT '', file TEXT NOT NULL DEFAULT '', identity TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL, signature INTEGER NOT NULL DEFAULT 0, agent TEXT NOT NULL DEFAULT '', edited TEXT NOT NULL DEFAULT '', flipped INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL ) WITHOUT ROWID;

CREATE INDEX fleet_tests_of_test ON fleet_tests (test, suite, at);

CREATE INDEX fleet_tests_of_branch ON fleet_tests (branch, at);

CREATE TABLE fleet_verdicts ( uid TEXT PRIMARY KEY, member TEXT NOT NULL, machine TEXT NOT NULL, worktree TEXT NOT NULL, user TEXT NOT NULL DEFAULT '', agent TEXT NOT NULL DEFAULT '', session TEXT NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL, unsaid TEXT NOT NULL DEFAULT '', vote TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL ) WITHOUT ROWID;

CREATE TABLE fleet_sent ( session TEXT PRIMARY KEY, through INTEGER NOT NULL, open TEXT NOT NULL DEFAULT '[]' ) WITHOUT ROWID;

CREATE TABLE fleet_state ( key TEXT PRIMARY KEY, value TEXT NOT NULL ) WITHOUT ROWID;
