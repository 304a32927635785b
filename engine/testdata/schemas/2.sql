-- Generated from schema.sql of version 2: go test ./engine -run TestSchemaVersion -update

CREATE VIEW schema_version AS SELECT 2 AS version;

CREATE TABLE events ( session TEXT NOT NULL, t INTEGER NOT NULL, moment TEXT NOT NULL, at INTEGER NOT NULL, agent TEXT NOT NULL DEFAULT '', actor TEXT NOT NULL DEFAULT '', call TEXT NOT NULL DEFAULT '', tool TEXT NOT NULL DEFAULT '', name TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT '', command TEXT NOT NULL DEFAULT '', cwd TEXT NOT NULL DEFAULT '', root TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '', exit INTEGER, duration_ms INTEGER NOT NULL DEFAULT 0, partial INTEGER NOT NULL DEFAULT 0, mode TEXT NOT NULL DEFAULT '', agent_type TEXT NOT NULL DEFAULT '', host TEXT NOT NULL DEFAULT '', branch TEXT NOT NULL DEFAULT '', head TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, t, moment) ) WITHOUT ROWID;

CREATE UNIQUE INDEX events_once ON events (session, call, moment) WHERE call <> '';

CREATE INDEX events_of_tasks ON events (session, source) WHERE moment = 'after' AND source <> '';

CREATE TABLE commands ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, program TEXT NOT NULL, args TEXT NOT NULL DEFAULT '[]', text TEXT NOT NULL DEFAULT '', dir TEXT NOT NULL DEFAULT '', runner TEXT NOT NULL DEFAULT '', selection TEXT NOT NULL DEFAULT '[]', variant TEXT NOT NULL DEFAULT '[]', task TEXT NOT NULL DEFAULT '', env TEXT NOT NULL DEFAULT '[]', shows TEXT NOT NULL DEFAULT '[]', looped INTEGER NOT NULL DEFAULT 0, gates TEXT NOT NULL DEFAULT '[]', changed INTEGER NOT NULL DEFAULT 0, decides INTEGER NOT NULL DEFAULT 0, background INTEGER NOT NULL DEFAULT 0, inert INTEGER NOT NULL DEFAULT 0, root TEXT NOT NULL DEFAULT '', commits INTEGER NOT NULL DEFAULT 0, kind TEXT NOT NULL DEFAULT '', hidden INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, t, n) ) WITHOUT ROWID;

CREATE INDEX commands_of_commits ON commands (session, commits) WHERE commits = 1;

CREATE TABLE touches ( session TEXT NOT NULL, path TEXT NOT NULL, actor TEXT NOT NULL DEFAULT '', kind TEXT NOT NULL, t INTEGER NOT NULL, file TEXT NOT NULL DEFAULT '', root TEXT NOT NULL DEFAULT '', via TEXT NOT NULL DEFAULT 'tool', outcome TEXT NOT NULL DEFAULT 'ok', on_disk INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0, class TEXT NOT NULL DEFAULT '', manner TEXT NOT NULL DEFAULT '', first_line INTEGER, last_line INTEGER, lines INTEGER, size INTEGER, lines_before INTEGER, lines_after INTEGER, hash_before TEXT NOT NULL DEFAULT '', hash_after TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, path, actor, kind, t) ) WITHOUT ROWID;

CREATE INDEX touches_in_order ON touches (session, t, kind);

CREATE INDEX touches_of_tests ON touches (session, root) WHERE class = 'test';

CREATE INDEX touches_denied ON touches (session, path, actor, t) WHERE outcome = 'denied';

CREATE TABLE looks ( session TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, hash TEXT NOT NULL DEFAULT '', t INTEGER NOT NULL, lines INTEGER, marks TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, path) ) WITHOUT ROWID;

CREATE INDEX looks_recent ON looks (session, t);

CREATE TABLE folders ( session TEXT NOT NULL, path TEXT NOT NULL, t INTEGER NOT NULL, PRIMARY KEY (session, path) ) WITHOUT ROWID;

CREATE TABLE marks ( session TEXT NOT NULL, path TEXT NOT NULL, t INTEGER NOT NULL, mark TEXT NOT NULL, before INTEGER NOT NULL, after INTEGER NOT NULL, PRIMARY KEY (session, path, t, mark) ) WITHOUT ROWID;

CREATE TABLE runs ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, tool TEXT NOT NULL, kind TEXT NOT NULL, root TEXT NOT NULL DEFAULT '', command INTEGER NOT NULL DEFAULT 0, program TEXT NOT NULL DEFAULT '', dir TEXT NOT NULL DEFAULT '', selection TEXT NOT NULL DEFAULT '[]', variant TEXT NOT NULL DEFAULT '[]', task TEXT NOT NULL DEFAULT '', env TEXT NOT NULL DEFAULT '[]', listed INTEGER NOT NULL DEFAULT 1, origin TEXT NOT NULL DEFAULT '', passed INTEGER, failed INTEGER, skipped INTEGER, outcome TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0, complete INTEGER NOT NULL DEFAULT 0, language TEXT NOT NULL DEFAULT '', how TEXT NOT NULL, tree INTEGER NOT NULL DEFAULT 0, stashed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, t, n) ) WITHOUT ROWID;

CREATE INDEX runs_same ON runs (session, root, program, dir, selection, variant, t);

CREATE INDEX runs_of_hooks ON runs (session, root) WHERE origin = 'hook';

CREATE INDEX runs_of_tool ON runs (session, root, tool, tree, t) WHERE kind = 'test';

CREATE TABLE tests ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, test TEXT NOT NULL, suite TEXT NOT NULL DEFAULT '', tool TEXT NOT NULL, outcome TEXT NOT NULL, message TEXT NOT NULL DEFAULT '', file TEXT NOT NULL DEFAULT '', line INTEGER, signature INTEGER NOT NULL DEFAULT 0, identity TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, t, n, test, suite) ) WITHOUT ROWID;

CREATE INDEX tests_failed ON tests (session, t, n) WHERE outcome = 'fail';

CREATE TABLE diagnostics ( session TEXT NOT NULL, t INTEGER NOT NULL, n INTEGER NOT NULL, i INTEGER NOT NULL, tool TEXT NOT NULL, file TEXT NOT NULL DEFAULT '', line INTEGER, col INTEGER, code TEXT NOT NULL DEFAULT '', level TEXT NOT NULL DEFAULT 'error', message TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, t, n, i) ) WITHOUT ROWID;

CREATE TABLE changes ( session TEXT NOT NULL, t INTEGER NOT NULL, kind TEXT NOT NULL, root TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, t, kind) ) WITHOUT ROWID;

CREATE TABLE labels ( session TEXT NOT NULL, t INTEGER NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, PRIMARY KEY (session, t, kind, label) ) WITHOUT ROWID;

CREATE INDEX labels_of_kind ON labels (session, kind, t);

CREATE TABLE imports ( root TEXT NOT NULL, path TEXT NOT NULL, target TEXT NOT NULL DEFAULT '', name TEXT NOT NULL, PRIMARY KEY (root, path, target, name) ) WITHOUT ROWID;

CREATE INDEX imports_target ON imports (root, target);

CREATE TABLE sources ( root TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, PRIMARY KEY (root, path) ) WITHOUT ROWID;

CREATE TABLE verdicts ( session TEXT NOT NULL, t INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL DEFAULT '', moment TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL DEFAULT '', severity TEXT NOT NULL, message TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 1, id TEXT NOT NULL DEFAULT '', evidence TEXT NOT NULL DEFAULT '', unsaid TEXT NOT NULL DEFAULT '', project INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, t, rule, subject, moment) ) WITHOUT ROWID;

CREATE INDEX verdicts_said ON verdicts (session, rule, subject);

CREATE INDEX verdicts_id ON verdicts (id);

CREATE INDEX verdicts_waiting ON verdicts (session, actor) WHERE told = 0;

CREATE TABLE notices ( content TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL ) WITHOUT ROWID;

CREATE TABLE snoozes ( rule TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (rule, at) ) WITHOUT ROWID;

CREATE TABLE allowances ( session TEXT NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL DEFAULT '', moment TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (session, rule, subject, moment, at) ) WITHOUT ROWID;

CREATE TABLE votes ( session TEXT NOT NULL, t INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL DEFAULT '', moment TEXT NOT NULL, at INTEGER NOT NULL, vote TEXT NOT NULL, because TEXT NOT NULL DEFAULT '', version TEXT NOT NULL DEFAULT '', PRIMARY KEY (session, t, rule, subject, moment, at) ) WITHOUT ROWID;

CREATE TABLE sessions ( session TEXT PRIMARY KEY, agent TEXT NOT NULL DEFAULT '', root TEXT NOT NULL DEFAULT '', started INTEGER NOT NULL DEFAULT 0, prompted INTEGER NOT NULL DEFAULT 0, ended INTEGER, branch TEXT NOT NULL DEFAULT '' ) WITHOUT ROWID;

CREATE INDEX sessions_of_root ON sessions (root, started);

CREATE INDEX sessions_of_branch ON sessions (branch, started);

CREATE TABLE headers ( dir TEXT PRIMARY KEY, files TEXT NOT NULL ) WITHOUT ROWID;

CREATE TABLE fingerprints ( path TEXT PRIMARY KEY, what TEXT NOT NULL DEFAULT '', how TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL, time INTEGER NOT NULL, digest TEXT NOT NULL DEFAULT '', changed INTEGER NOT NULL DEFAULT 0, told INTEGER NOT NULL DEFAULT 2 ) WITHOUT ROWID;

CREATE TABLE faults ( place TEXT NOT NULL, message TEXT NOT NULL, count INTEGER NOT NULL DEFAULT 1, at INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (place, message) ) WITHOUT ROWID;

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

CREATE TABLE editors ( path TEXT NOT NULL, session TEXT NOT NULL, actor TEXT NOT NULL DEFAULT '', t INTEGER NOT NULL, at INTEGER NOT NULL, root TEXT NOT NULL DEFAULT '', file TEXT NOT NULL DEFAULT '', PRIMARY KEY (path, session, actor) ) WITHOUT ROWID;

CREATE INDEX editors_of_file ON editors (file);

CREATE TABLE todos ( session TEXT NOT NULL, actor TEXT NOT NULL DEFAULT '', id TEXT NOT NULL, t INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (session, actor, id) ) WITHOUT ROWID;

CREATE TABLE transcripts ( session TEXT NOT NULL, actor TEXT NOT NULL DEFAULT '', read INTEGER NOT NULL, tokens INTEGER NOT NULL, message TEXT NOT NULL DEFAULT '', counted INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, actor) ) WITHOUT ROWID;

CREATE TABLE trees ( root TEXT PRIMARY KEY, changes INTEGER NOT NULL DEFAULT 0, tests INTEGER NOT NULL DEFAULT 0 ) WITHOUT ROWID;

CREATE VIEW parts AS SELECT part.root, whole.root AS project FROM trees part JOIN trees whole ON substr(part.root, 1, length(whole.root) + 1) = whole.root || '/' AND substr(part.root, length(whole.root) + 1) NOT GLOB '*worktree*';

CREATE TABLE tally ( session TEXT NOT NULL, root TEXT NOT NULL, edits INTEGER NOT NULL DEFAULT 0, pile INTEGER NOT NULL DEFAULT 0, first_edit INTEGER, last_edit INTEGER, last_code INTEGER, last_run INTEGER, failing INTEGER, signature INTEGER NOT NULL DEFAULT 0, stashed INTEGER NOT NULL DEFAULT 0, put_away INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, root) ) WITHOUT ROWID;

CREATE TABLE failing ( session TEXT NOT NULL, root TEXT NOT NULL, tool TEXT NOT NULL, suite TEXT NOT NULL, test TEXT NOT NULL, file TEXT NOT NULL DEFAULT '', message TEXT NOT NULL DEFAULT '', since INTEGER NOT NULL, last INTEGER NOT NULL, passed INTEGER, count INTEGER NOT NULL DEFAULT 1, program TEXT NOT NULL DEFAULT '', dir TEXT NOT NULL DEFAULT '', selection TEXT NOT NULL DEFAULT '[]', task TEXT NOT NULL DEFAULT '', language TEXT NOT NULL DEFAULT '', signature INTEGER NOT NULL DEFAULT 0, tree INTEGER NOT NULL DEFAULT 0, baseline INTEGER NOT NULL DEFAULT 0, doubtful INTEGER NOT NULL DEFAULT 0, identity TEXT NOT NULL DEFAULT '', needs TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (session, root, tool, suite, test) ) WITHOUT ROWID;

CREATE TABLE recovered ( session TEXT NOT NULL, t INTEGER NOT NULL, root TEXT NOT NULL, tool TEXT NOT NULL, suite TEXT NOT NULL, test TEXT NOT NULL, failed INTEGER NOT NULL, signature INTEGER NOT NULL DEFAULT 0, identity TEXT NOT NULL DEFAULT '', flipped INTEGER NOT NULL DEFAULT 0, edited TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, t, tool, suite, test) ) WITHOUT ROWID;

CREATE INDEX recovered_of_test ON recovered (test, suite);

CREATE TABLE rounds ( session TEXT NOT NULL, path TEXT NOT NULL, root TEXT NOT NULL, file TEXT NOT NULL, edits INTEGER NOT NULL DEFAULT 0, rounds INTEGER NOT NULL DEFAULT 0, dirty INTEGER NOT NULL DEFAULT 0, last INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, path) ) WITHOUT ROWID;

CREATE INDEX rounds_dirty ON rounds (session, root) WHERE dirty = 1;

CREATE TRIGGER touched AFTER INSERT ON touches WHEN NEW.outcome = 'ok' AND NEW.kind IN ('edit', 'write', 'delete', 'rewrite') AND NEW.root <> '' AND NEW.manner <> 'same' BEGIN INSERT INTO trees (root, changes) VALUES (NEW.root, 1) ON CONFLICT (root) DO UPDATE SET changes = changes + 1; UPDATE trees SET changes = changes + 1 WHERE root IN (SELECT project FROM parts WHERE root = NEW.root); INSERT INTO tally (session, root, edits, pile, first_edit, last_edit, last_code) SELECT NEW.session, NEW.root, counts, NEW.t, NEW.t, NEW.t, iif(counts, NEW.t, NULL) FROM (SELECT NEW.manner <> 'undo' AND NEW.class IN ('code', 'test') AND NEW.file NOT GLOB '*.sh' AND NEW.file NOT GLOB '*.sql' AND NEW.file NOT GLOB '*.html' AS counts) WHERE NEW.kind IN ('edit', 'write') AND NEW.via <> 'elsewhere' ON CONFLICT (session, root) DO UPDATE SET edits = edits + (excluded.edits AND (NEW.via = 'tool' OR last_code IS NOT NEW.t)), pile = iif(edits = 0, NEW.t, pile), first_edit = coalesce(first_edit, NEW.t), last_edit = NEW.t, last_code = coalesce(excluded.last_code, last_code), stashed = 0; INSERT INTO rounds (session, path, root, file, edits, dirty) SELECT NEW.session, NEW.path, NEW.root, NEW.file, 1, 1 WHERE NEW.kind IN ('edit', 'write') AND NEW.via <> 'elsewhere' AND NEW.manner <> 'undo' ON CONFLICT (session, path) DO UPDATE SET edits = edits + 1, dirty = 1; END;

CREATE TRIGGER ran AFTER INSERT ON runs WHEN NEW.kind = 'test' AND NEW.origin = '' AND NEW.outcome <> 'unstarted' BEGIN INSERT INTO tally (session, root, last_run, failing) VALUES (NEW.session, NEW.root, iif(NEW.stashed OR NEW.outcome = 'unknown' AND NEW.passed = 0, NULL, NEW.t), iif(NEW.outcome = 'unknown', NULL, 0)) ON CONFLICT (session, root) DO UPDATE SET edits = iif(excluded.last_run IS NULL, edits, 0), last_run = coalesce(excluded.last_run, last_run), failing = coalesce(failing, excluded.failing); INSERT INTO trees (root, tests) VALUES (NEW.root, 1) ON CONFLICT (root) DO UPDATE SET tests = 1 WHERE tests = 0; UPDATE tally SET edits = 0 WHERE session = NEW.session AND edits > 0 AND root IN (SELECT root FROM parts WHERE project = NEW.root) AND NEW.outcome <> 'unknown'; UPDATE rounds SET edits = 0, rounds = 0, dirty = 0 WHERE NEW.outcome = 'pass' AND NOT NEW.stashed AND session = NEW.session AND root = NEW.root AND edits > 0; END;
