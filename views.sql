-- The views over the facts and the state. Each has a `session` column: a query that compares
-- it with a parameter scans no table.
--
-- The views are not stored, because each process that opens the store would parse all of
-- them. Those that a statement names are added to it as common table expressions; a view can
-- only use the views above it.

-- The failing tests that a command of a test runner would run again. `same` is 1 if it is
-- the same command (program or task and selection, in the same directory unless it selects something) that showed the failure. If it is
-- another command, the query must also check that the runner is the same (`runner = tool`).
--
-- In a selection, `~x` is a part of a test's name, `?x` is a filter that witness cannot
-- interpret, `.` is the directory itself, and anything else is a path, package, suite or test.
CREATE VIEW coverage AS
SELECT c.session, c.t, c.n, c.runner, f.root, f.tool, f.suite, f.test,
       c.selection = f.selection AND c.task = f.task AND (c.dir = f.dir OR c.selection <> '[]') AND (c.program = f.program OR c.task <> '') AS same
FROM   commands c
JOIN   failing f ON f.session = c.session AND f.root = c.root
WHERE  NOT c.inert
  AND  (c.runner IN ('', 'test_command') -- a task, whose flags are not known
        OR NOT EXISTS (SELECT 1 FROM json_each(f.needs) w WHERE instr(c.variant, json_quote(w.value)) = 0))
  AND  (
       (c.selection = f.selection AND c.task = f.task AND (c.dir = f.dir OR c.selection <> '[]') AND (c.program = f.program OR c.task <> ''))
   OR  (c.selection = '[]'
        AND (c.dir IN ('', f.dir) OR substr(f.dir, 1, length(c.dir) + 1) = c.dir || '/'
             OR f.dir = '' AND c.dir || '/' IN (substr(f.file, 1, length(c.dir) + 1), substr(f.test, 1, length(c.dir) + 1))))
   OR  (c.selection <> '[]'
        AND NOT EXISTS (SELECT 1 FROM json_each(c.selection) w WHERE w.value GLOB '[?]*')
        AND (NOT EXISTS (SELECT 1 FROM json_each(c.selection) w WHERE w.value GLOB '~*')
             OR EXISTS (SELECT 1 FROM json_each(c.selection) w
                        WHERE  w.value GLOB '~*'
                          AND  (instr(lower(f.test), lower(substr(w.value, 2))) OR instr(f.file, substr(w.value, 2))
                                OR w.value GLOB '*[*]*' AND f.file GLOB '*' || substr(w.value, 2))))
        AND (NOT EXISTS (SELECT 1 FROM json_each(c.selection) w WHERE w.value NOT GLOB '[~?]*')
             OR EXISTS (SELECT 1 FROM json_each(c.selection) w
                        WHERE  w.value NOT GLOB '[~?]*'
                          AND  (w.value IN (f.test, f.file, f.suite)
                                -- the file, its folder or a part of it, wherever the run is started: tests, tests/test_cart.py::TestCart, tests.test_cart
                                OR f.identity <> '' AND EXISTS (
                                     SELECT 1
                                     FROM  (SELECT iif(c.dir = '', '', c.dir || '/') || w.value AS word)
                                     WHERE  substr(f.identity, 1, length(word) + 1) IN (word || '/', word || ' ')
                                       OR   substr(replace(replace(f.identity, '.py ', '.'), '/', '.') || '.', 1, length(rtrim(replace(replace(replace(replace(word || ' ', '.py ', ' '), '.py::', '.'), '::', '.'), '/', '.'))) + 1)
                                              = rtrim(replace(replace(replace(replace(word || ' ', '.py ', ' '), '.py::', '.'), '::', '.'), '/', '.')) || '.')
                                OR f.test = f.file AND f.test <> '' AND substr(w.value, 1, length(f.test) + 2) = f.test || '::' -- a file that could not be loaded
                                OR substr(f.test, 1, length(w.value) + 1) IN (w.value || ':', w.value || '.', w.value || '/', w.value || '[')
                                OR substr(f.file, 1, length(w.value) + 1) = w.value || '/'
                                OR c.dir <> '' AND c.dir || '/' || w.value IN (f.test, f.file)
                                OR c.dir <> '' AND substr(f.test, 1, length(c.dir || w.value) + 2) = c.dir || '/' || w.value || ':'
                                OR substr(f.suite, 1, length(w.value) + 1) IN (w.value || '/', w.value || '.')
                                OR substr(f.suite, -1 - length(w.value)) = '/' || w.value
                                OR instr(f.suite, '/' || w.value || '/')
                                OR instr(f.test, '(' || w.value || '.')
                                OR w.value = '.' AND c.dir <> '' AND substr(f.suite, -1 - length(c.dir)) = '/' || c.dir
                                OR w.value = '.' AND c.dir = '' AND f.selection IN ('[]', '["."]')
                                   AND NOT EXISTS (SELECT 1 FROM tests x
                                                   WHERE  x.session = f.session AND x.t = f.last AND x.suite <> ''
                                                     AND  substr(f.suite, 1, length(x.suite) + 1) = x.suite || '/')))
             OR (c.dir = f.dir AND f.selection <> '[]'
                 AND NOT EXISTS (SELECT 1 FROM json_each(f.selection) s
                                 WHERE  s.value NOT IN (SELECT w.value FROM json_each(c.selection) w))))));

-- The tests that are known to fail now. `name` is the name to show: that of the test, or the
-- command whose failures were counted but not named. `excuse` is why the session cannot be blamed
-- for the failure, '' if it can: environment (a service or a setting was missing), passed, doubtful or
-- baseline (as in failing), flaky (it passed and failed on the same tree), or unknown (it was never seen to pass, and
-- neither its file nor one that its file is named after was edited).
CREATE VIEW failing_tests AS
SELECT f.*,
       CASE WHEN f.test GLOB '[[]*' AND f.suite <> '' THEN f.suite || ' ' || f.test
            WHEN f.test GLOB '[[]*' THEN 'a package of `' || trim(f.program || ' ' || f.task) || '`'
            WHEN f.test <> '' THEN f.test || iif(f.suite <> '' AND instr(f.test, f.suite) = 0, ' (' || f.suite || ')', '')
            WHEN f.count > 1  THEN f.count || ' tests of `' || f.suite || '`'
            ELSE '`' || f.suite || '`' END AS name,
       CASE WHEN EXISTS (SELECT 1 FROM json_each('["connection refused","ECONNREFUSED","ECONNRESET","ENOTFOUND","ETIMEDOUT","getaddrinfo","no such host","could not connect","unable to connect","failed to connect","cannot connect","environment variable","EADDRINUSE","address already in use","network is unreachable","emulator","no space left","rate limit"]') w
                         WHERE  instr(lower(f.message), lower(w.value)))
                 OR EXISTS (SELECT 1 FROM json_each('["credentials","api key","api_key"]') w, json_each('["missing","required","not set","unset","not found","invalid","expired","without","no "]') l
                            WHERE  instr(lower(f.message), w.value) AND instr(lower(f.message), l.value) AND f.message NOT GLOB '*assert*')
                 OR f.message GLOB '*[Mm]issing [A-Z][A-Z]*_[A-Z]*' THEN 'environment'
            WHEN f.doubtful = 3 THEN 'passed'
            WHEN f.doubtful THEN 'doubtful'
            WHEN f.baseline THEN 'baseline'
            WHEN EXISTS (SELECT 1 FROM runs r INDEXED BY runs_of_tool
                         JOIN   tests p ON p.session = r.session AND p.t = r.t AND p.n = r.n AND p.test = f.test AND p.suite = f.suite AND p.outcome = 'pass'
                         WHERE  r.session = f.session AND r.root = f.root AND r.tool = f.tool AND r.kind = 'test' AND r.tree = f.tree AND NOT r.stashed
                           AND  NOT EXISTS (SELECT 1 FROM json_each(f.needs) w WHERE instr(r.variant, json_quote(w.value)) = 0)) THEN 'flaky'
            WHEN f.passed IS NULL AND NOT EXISTS (
                   SELECT 1 FROM rounds o
                   WHERE  o.session = f.session AND o.root = f.root AND f.test <> ''
                     AND  f.file <> ''
                          -- calc.py and test_calc.py, cart.go and cart_test.go, Cart.java and CartTest.java: the part
                          -- of the edited file's name before the dot is in the name of the test's file.
                     AND  (SELECT instr('_' || replace(replace(test, '.', '_'), '-', '_'), '_' || stem || '_') OR instr(test, stem || 'test') OR instr(test, stem || 'spec')
                           FROM  (SELECT lower(replace(f.file, rtrim(f.file, replace(f.file, '/', '')), '')) AS test,
                                         lower(substr(name, 1, instr(name || '.', '.') - 1)) AS stem
                                  FROM  (SELECT replace(o.file, rtrim(o.file, replace(o.file, '/', '')), '') AS name))
                           WHERE  stem <> '')) THEN 'unknown'
            ELSE '' END AS excuse
FROM   failing f;

-- The edits that may have broken a test. A new test file cannot break another test, except in
-- Go, which compiles all test files of a package together.
CREATE VIEW breaking_edits AS
SELECT e.session, e.root, e.t, e.path, e.file
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo')
  AND  NOT ((replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') GLOB 'test_*.py' OR e.file GLOB '*_test.py' OR e.file GLOB '*.test.[jt]s*' OR e.file GLOB '*.spec.[jt]s*')
            AND EXISTS (SELECT 1 FROM touches m
                        WHERE  m.session = e.session AND m.path = e.path AND m.kind = 'write' AND NOT m.on_disk AND m.outcome = 'ok'));

-- The tests that passed before an edit of this session and have failed since. `broken_by` is
-- the last file edited in between that has not been put back since.
--
-- This view defines what a regression is. It depends on `failing.passed`, which is fed by
-- settle.sql (the INSERT INTO failing), guarded by engine/record.go (which executes settle.sql
-- only if a test fails or one failed before), and read by rules.d/fix_regressions_first.sql
-- (whose header has needs = ["failing.passed"]) and queries.d/regressions.sql.
CREATE VIEW regressions AS
SELECT f.session, f.root, f.tool, f.suite, f.test, f.name, f.file, f.message, f.passed, f.since, f.last,
       substr(max(printf('%012d', e.t) || e.file), 13) AS broken_by
FROM   failing_tests f
JOIN   breaking_edits e ON e.session = f.session AND e.t > f.passed AND e.t <= f.since AND e.root = f.root
WHERE  f.excuse = ''
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = e.session AND k.path = e.path AND (k.kind IN ('rewrite', 'delete') AND k.manner <> 'same' OR k.manner = 'undo') AND k.outcome = 'ok' AND +k.t > e.t)
GROUP  BY f.session, f.root, f.tool, f.suite, f.test;

-- The files that were edited without progress: `rounds` times one after the other, one or more
-- edits were followed by a run in which the same tests failed in the same way.
CREATE VIEW thrashing AS
SELECT session, root, path, file, edits, rounds, last
FROM   rounds
WHERE  rounds > 0;

-- The number of edits in a project since the last test run or trial (trial.sql).
CREATE VIEW edits_since_last_run AS
SELECT session, root, edits, last_edit, last_run
FROM   tally;

-- The files that were edited since tests last ran, or in the whole session if none ran, without the
-- edits that were taken back.
CREATE VIEW untested_edits AS
SELECT e.session, e.root, e.path, e.file, count(*) AS edits, max(e.t) AS t
FROM   tally y -- The order of the join and the index are forced: without statistics, SQLite assumes ten rows per session.
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t > coalesce(y.last_run, -1) AND e.root = y.root
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner <> 'same'
  AND  NOT EXISTS (SELECT 1 FROM touches b
                   WHERE  b.session = e.session AND b.path = e.path AND b.manner IN ('restore', 'undo') AND b.outcome = 'ok' AND +b.t >= e.t)
GROUP  BY e.session, e.root, e.path;

-- The edits of existing files that the same actor had not read before.
CREATE VIEW unread_edits AS
SELECT e.session, e.t, e.actor, e.path, e.file
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.on_disk AND NOT e.seen
  AND  NOT EXISTS (SELECT 1 FROM touches r
                   WHERE  r.session = e.session AND r.path = e.path AND r.actor = e.actor
                     AND  r.kind IN ('read', 'edit', 'write') AND r.outcome = 'ok' AND r.t < e.t);

-- What people said of each verdict that was reported, or would have been without observe mode.
-- `vote` is `wrong` if a person marked the verdict, `weak` if one allowed the refused call once, or
-- snoozed the rule within ten minutes and before the rule said anything else, and otherwise ''.
-- Rules cannot read it.
CREATE VIEW judged AS
SELECT v.session, v.t, v.rule, v.subject, v.moment, v.id, v.at, v.severity, v.message, v.evidence, o.because, o.version,
       coalesce(o.vote,
         iif(EXISTS (SELECT 1 FROM allowances a
                     WHERE  a.session = v.session AND a.rule = v.rule AND a.subject = v.subject AND a.moment = v.moment AND a.at = v.at)
          OR EXISTS (SELECT 1 FROM snoozes s
                     WHERE  s.rule = v.rule AND s.at BETWEEN v.at AND v.at + 600000 AND s.until > s.at
                       AND  NOT EXISTS (SELECT 1 FROM verdicts w
                                        WHERE  w.rule = v.rule AND w.unsaid IN ('', 'observe') AND w.at <= s.at AND (w.at, w.t) > (v.at, v.t))),
             'weak', '')) AS vote
FROM   verdicts v
LEFT   JOIN votes o ON o.session = v.session AND o.t = v.t AND o.rule = v.rule AND o.subject = v.subject AND o.moment = v.moment
                   AND o.at = (SELECT max(l.at) FROM votes l
                               WHERE  l.session = v.session AND l.t = v.t AND l.rule = v.rule AND l.subject = v.subject AND l.moment = v.moment)
WHERE  v.unsaid IN ('', 'observe');

-- The files of a project and the files of the same project that each imports.
CREATE VIEW depends_on AS
SELECT root, path, target
FROM   imports
WHERE  target <> '';

-- The failures that share a message.
CREATE VIEW error_clusters AS
SELECT session, root, tool, message, count(*) AS tests, min(since) AS since, group_concat(test, ', ') AS names
FROM   failing
WHERE  message <> ''
GROUP  BY session, root, tool, message;

-- The edits that likely fixed a test: `file` is the last file edited between a failure and
-- the next run that names the test, if it passed there.
CREATE VIEW likely_fixes AS
SELECT f.session, f.tool, f.test, f.suite, f.t AS failed, p.t AS passed,
       (SELECT e.file FROM touches e
        WHERE  e.session = p.session AND e.root = r.root AND e.t > f.t AND e.t <= p.t AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
        ORDER  BY e.t DESC LIMIT 1) AS file
FROM   tests f
JOIN   runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
JOIN   tests p ON p.session = f.session AND p.test = f.test AND p.suite = f.suite AND p.outcome = 'pass'
             AND  (p.t, p.n) = (SELECT o.t, o.n FROM runs o JOIN tests m ON m.session = o.session AND m.t = o.t AND m.n = o.n AND m.test = f.test AND m.suite = f.suite
                                WHERE  o.session = r.session AND o.root = r.root AND o.tool = r.tool AND o.kind = 'test' AND o.tree >= r.tree AND o.t > r.t
                                ORDER  BY o.tree, o.t LIMIT 1)
WHERE  f.outcome = 'fail';

-- The tests that changed their outcome while the tree did not change, in all sessions.
CREATE VIEW flaky_tests AS
SELECT f.tool, f.suite, f.test, count(*) AS flips, count(DISTINCT f.session) AS sessions
FROM   tests f
JOIN   runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
JOIN   runs o ON o.session = r.session AND o.root = r.root AND o.tool = r.tool AND o.kind = 'test' AND o.tree = r.tree
JOIN   tests p ON p.session = o.session AND p.t = o.t AND p.n = o.n AND p.test = f.test AND p.suite = f.suite AND p.outcome = 'pass'
WHERE  f.outcome = 'fail'
  AND  NOT EXISTS (SELECT 1 FROM runs b JOIN tests m ON m.session = b.session AND m.t = b.t AND m.n = b.n AND m.test = f.test AND m.suite = f.suite
                   WHERE  b.session = r.session AND b.root = r.root AND b.tool = r.tool AND b.kind = 'test' AND b.tree = r.tree
                     AND  b.t > min(f.t, p.t) AND b.t < max(f.t, p.t))
GROUP  BY f.tool, f.suite, f.test;

-- The commands of the calls that ran and have ended, with how each call ended. A command that was refused, or still
-- runs, is not here.
CREATE VIEW ended_commands AS
SELECT c.session, c.t, c.n, e.actor, c.program, c.args, c.text, c.dir, c.root, c.runner, c.task, c.commits, e.outcome, e.exit
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  e.outcome <> 'denied';

-- The last change of each file in a session, as far as it happened, with the parts of the file's name as the
-- parameters :base and :ext have them.
CREATE VIEW last_changes AS
SELECT k.session, k.path, k.t, k.kind, k.actor, k.via, k.file, k.root, k.class,
       substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 1) AS base,
       iif(instr(substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 2), '.'),
           '.' || substr(k.path, length(rtrim(k.path, replace(k.path, '.', ''))) + 1), '') AS ext
FROM   touches k
WHERE  k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok'
  AND  NOT EXISTS (SELECT 1 FROM touches l
                   WHERE  l.session = k.session AND l.path = k.path AND l.kind IN ('edit', 'write', 'delete', 'rewrite') AND l.outcome = 'ok'
                     AND  (l.t > k.t OR l.t = k.t AND (l.actor > k.actor OR l.actor = k.actor AND l.kind > k.kind)));
