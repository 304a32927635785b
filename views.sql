-- The views over the facts and the state. All but `parts` have a `session` column: a query that compares
-- it with a parameter scans no table.
--
-- The views are not stored, because each process that opens the store would parse all of
-- them. Those that a statement names are added to it as common table expressions; a view can
-- only use the views above it.

-- The calls that agents made: those that began or ended. A file that a user attached to a prompt and the notice that a task in the
-- background has ended are recorded as ends, too, and are no calls.
CREATE VIEW agent_calls AS
SELECT DISTINCT session, t FROM events WHERE moment IN ('before', 'after') AND name NOT IN ('attachment', 'task-notification');

-- The repositories inside of a project whose files are a part of the project's tree: all but worktrees, which
-- are known by a folder between the two.
CREATE VIEW parts AS
SELECT part.root, whole.root AS project
FROM   trees part
JOIN   trees whole ON substr(part.root, 1, length(whole.root) + 1) = whole.root || '/' AND substr(part.root, length(whole.root) + 1) NOT GLOB '*worktree*';

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
       -- a task of the package whose folder it was: pnpm --filter @shop/cart test, in packages/cart
   OR  (c.selection <> '[]' AND c.task <> '' AND f.dir <> ''
        AND NOT EXISTS (SELECT 1 FROM (SELECT '/' || ltrim(value, '?') AS word FROM json_each(c.selection))
                        WHERE  substr('/' || f.dir, -1 - length(word) + length(rtrim(word, replace(word, '/', '')))) <> '/' || substr(word, 1 + length(rtrim(word, replace(word, '/', ''))))))
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
                                -- the line of the test: spec/cart_spec.rb:8
                                OR w.value GLOB '*:[0-9]*' AND f.file <> '' AND EXISTS (
                                     SELECT 1 FROM tests x
                                     WHERE  x.session = f.session AND x.t = f.last AND x.test = f.test AND x.suite = f.suite AND x.outcome = 'fail'
                                       AND  w.value IN (x.file || ':' || x.line, substr(x.file, length(c.dir) + 2) || ':' || x.line))
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
                                -- in a container, where the project is another folder: /app/tests/CartTest.php
                                OR f.file GLOB '/*' AND instr(f.file || '/', '/' || w.value || '/')
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

-- The test files that could not be loaded and the packages that were not built, of which tests are known to fail
-- anyway: no failure more than these. Of Rust the crate is named, which is the suite of its tests.
CREATE VIEW crashes AS
SELECT c.session, c.root, c.tool, c.suite, c.test
FROM   failing c
WHERE  c.test <> '' AND (c.test = c.file OR c.suite <> '' AND c.test GLOB '[[]*' OR c.suite = '' AND c.language = 'rust') -- of many failures few
  AND  EXISTS (SELECT 1 FROM failing o
               WHERE  o.session = c.session AND o.root = c.root AND o.test <> c.test AND o.test <> '' AND o.test NOT GLOB '[[]*'
                 AND  CASE WHEN c.test GLOB '[[]*' THEN o.suite = c.suite
                           WHEN c.test = c.file    THEN o.file = c.file AND o.test <> o.file
                           ELSE o.suite = c.test END);

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
       CASE WHEN EXISTS (SELECT 1 FROM json_each('["connection refused","getaddrinfo","no such host","could not connect","unable to connect","failed to connect","cannot connect","connection timed out","connection attempts failed","connection error caused by","statuscode.unavailable","address already in use","network is unreachable","emulator","no space left","rate limit","name resolution","nameresolutionerror","name or service not known","operation not permitted","certificate_verify_failed","certificate verify failed","can''t connect","executable doesn''t exist","needs to be in path","docker.sock","docker.errors.","fetching server api version","kube-config","cuda out of memory","no cuda gpus","validation error for settings","validation errors for settings"]') w
                         WHERE  instr(lower(f.message), w.value)
                           AND  (w.value NOT IN ('emulator', 'rate limit') OR lower(f.message) NOT GLOB '*assert*' AND lower(f.message) NOT GLOB '*expected*'))
                 -- as they are written: ModuleNotFoundError is no ENOTFOUND
                 OR EXISTS (SELECT 1 FROM json_each('["ECONNREFUSED","ECONNRESET","ENOTFOUND","ETIMEDOUT","EADDRINUSE","EAI_AGAIN","EHOSTUNREACH","ENETUNREACH"]') w WHERE instr(f.message, w.value))
                 OR EXISTS (SELECT 1 FROM json_each('["credentials","api key","api_key","environment variable"]') w, json_each('["missing","required","not set","must be set","unset","undefined","not found","invalid","expired","without","no ","unable to locate"]') l
                            WHERE  instr(lower(f.message), w.value) AND instr(lower(f.message), l.value) AND lower(f.message) NOT GLOB '*assert*')
                 -- a package that is not installed, as long as the test was not seen to pass
                 OR f.passed IS NULL AND (f.message GLOB '*ModuleNotFoundError: No module named *' OR f.message GLOB '*Cannot find package *')
                 OR f.message GLOB '*[Mm]issing [A-Z][A-Z]*_[A-Z]*' OR f.message GLOB 'KeyError: ?[A-Z][A-Z]*_[A-Z]*' THEN 'environment'
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

-- The failing tests, as a commit hands them on. `excuse` is that of failing_tests, or first: the test never passed, and
-- no program has been edited. `accepted` is 1 if the user has gone on since a service or a setting was first missing, as it is their
-- machine, or since something first failed that has an excuse and was only counted, so that neither what nor why is known; also if
-- it has an excuse and the last message of a turn has since told the user that tests fail, or if a service or a setting was always missing and
-- what was edited since the last commit is no code: documents, settings, a manifest.
-- `hooked` is 1 if a hook of version control runs these tests, and something has changed since they failed.
CREATE VIEW failing_commits AS
SELECT f.session, f.root, f.tool, f.suite, f.test, f.name, f.count, f.since,
       iif(f.excuse = '' AND f.passed IS NULL
           AND NOT EXISTS (SELECT 1 FROM tally y
                           CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.first_edit AND e.root = y.root
                           WHERE  y.session = f.session AND y.root = f.root
                             AND  e.class = 'code' AND e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo')),
           'first', f.excuse) AS excuse,
       f.excuse <> '' AND EXISTS (SELECT 1 FROM runs r WHERE r.session = f.session AND r.t = f.since)
       AND ((f.excuse = 'environment' OR f.test = '') AND EXISTS (SELECT 1 FROM events e WHERE e.session = f.session AND e.t > f.since AND e.moment = 'prompt')
            OR EXISTS (SELECT 1 FROM labels l WHERE l.session = f.session AND l.kind = 'claims' AND l.t > f.since AND l.label = 'tests_fail')
            OR f.excuse = 'environment' AND f.passed IS NULL
               AND (SELECT count(*) > 0 AND total(e.class IN ('code', 'test')) = 0
                    FROM   touches e INDEXED BY touches_in_order
                    WHERE  e.session = f.session AND e.root = f.root
                      AND  e.t > (SELECT coalesce(max(c.t), -1) FROM commands c INDEXED BY commands_of_commits
                                  JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome NOT IN ('failed', 'denied')
                                  WHERE  c.session = f.session AND c.commits = 1 AND c.root = f.root)
                      AND  e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo'))) AS accepted,
       f.tree < (SELECT changes FROM trees WHERE root = f.root)
       AND EXISTS (SELECT 1 FROM runs h INDEXED BY runs_of_hooks
                   WHERE  h.session = f.session AND h.root = f.root AND h.origin = 'hook' AND h.kind = 'test' AND h.language = f.language) AS hooked
FROM   failing_tests f;

-- The failing tests that a command waits for: another one of its line that runs them has to succeed first, as in
-- `go test ./... && git commit`.
CREATE VIEW awaited AS
SELECT k.session, k.t, k.n, c.root, c.tool, c.suite, c.test
FROM   commands k, json_each(k.gates) g
JOIN   coverage c ON c.session = k.session AND c.t = k.t AND c.n = g.value
WHERE  c.same OR c.runner IN (c.tool, 'test_command');

-- The merges, rebases and the like that stopped, as at a conflict, if no command that makes a commit has run in the project since.
CREATE VIEW stopped_merges AS
SELECT c.session, c.root, c.t, c.program
FROM   commands c INDEXED BY commands_of_commits
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.commits = 1 AND c.program NOT GLOB '* commit' AND (d.exit <> 0 OR d.outcome = 'failed')
  AND  NOT EXISTS (SELECT 1 FROM commands l INDEXED BY commands_of_commits
                   JOIN   events e ON e.session = l.session AND e.t = l.t AND e.moment = 'after'
                   WHERE  l.session = c.session AND l.commits = 1 AND l.root = c.root AND (l.t, l.n) > (c.t, c.n));

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

-- The programs among them that were there before, and that nothing has tried since: no command has run that may have, be it
-- no test, build or check that witness knows. `edits` and `pile` are those of the project's tally.
CREATE VIEW untried_programs AS
SELECT untested_edits.session, untested_edits.root, untested_edits.path, untested_edits.file, untested_edits.t, y.edits, y.pile
FROM   untested_edits
JOIN   tally y ON y.session = untested_edits.session AND y.root = untested_edits.root
WHERE  y.edits > 0
  AND  EXISTS (SELECT 1 FROM touches e WHERE e.session = untested_edits.session AND e.path = untested_edits.path AND +e.t = untested_edits.t AND e.class = 'code' AND e.on_disk)
  AND  NOT EXISTS (SELECT 1 FROM touches k WHERE k.session = untested_edits.session AND k.path = untested_edits.path AND k.kind = 'delete' AND k.outcome = 'ok' AND +k.t >= untested_edits.t)
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome <> 'denied'
                   WHERE  c.session = untested_edits.session AND c.t > untested_edits.t AND NOT c.inert AND c.program NOT GLOB 'git *' AND c.program NOT IN ('rm', 'mv', 'cp', 'mkdir', 'touch', 'chmod', 'sleep', ':'))
  -- A script in another language than the tests that were seen is not what they are for.
  AND  (NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests WHERE x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test')
        OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                   WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test'
                     AND  x.file GLOB '*' || substr(untested_edits.file, length(rtrim(untested_edits.file, replace(untested_edits.file, '.', '')))) || '*'));

-- What each `git add` has taken into the index by name, as absolute paths; '' is everything.
CREATE VIEW added_files AS
SELECT c.session, c.root, c.t, c.n,
       CASE WHEN w.value GLOB '-*' OR w.value IN ('.', './', ':/') OR w.value GLOB '*[*?[]*' THEN ''
            ELSE iif(w.value GLOB '/*', '', c.root || '/' || iif(c.dir = '', '', c.dir || '/')) || rtrim(iif(w.value GLOB './*', substr(w.value, 3), w.value), '/') END AS path
FROM   commands c
CROSS  JOIN json_each(c.args) w
WHERE  c.program = 'git add';

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

-- The edits that likely fixed a test: `file` is the last file edited between a failure and the run that showed
-- that the test no longer fails.
CREATE VIEW likely_fixes AS
SELECT session, tool, test, suite, failed, t AS passed, edited AS file
FROM   recovered
WHERE  edited <> '' AND passed;

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

-- The views named team_ unite what the sessions of this store know with what others of the team did (`witness sync`), so
-- that a query is the same with and without a fleet. `machine` is '' for this store; the sessions in all worktrees of a
-- repository share one. `worktree` is the root of a working tree here, and the name of its folder elsewhere. Their SELECTs have
-- inner joins only, no subqueries, and columns of the same affinity: else SQLite reads all of a view that a rule joins.

-- The last change of each file by each session. `path` is '' elsewhere.
CREATE VIEW team_edits AS
SELECT e.session, s.agent, CAST('' AS TEXT) AS machine, CAST('' AS TEXT) AS user, e.root AS worktree, CAST(iif(e.root = s.root, s.branch, '') AS TEXT) AS branch, e.path, e.file, e.t, e.at, s.ended
FROM   editors e
JOIN   sessions s ON s.session = e.session
WHERE  e.actor <> '*'
UNION ALL
SELECT f.session, f.agent, f.machine, f.user, f.worktree, f.branch, CAST('' AS TEXT), f.file, CAST(NULL AS INTEGER), f.at, CAST(NULL AS INTEGER)
FROM   fleet_touches f;

-- The tests that fail in the working tree of a session; elsewhere each failure, also of a test that has passed since. `signature` is how
-- it failed. `clean` is 1 if nothing had been edited when it ran: in this session, or compared with the commit.
CREATE VIEW team_failing AS
SELECT k.session, s.agent, CAST('' AS TEXT) AS machine, k.root AS worktree, s.branch, k.tool, k.suite, k.test, k.signature,
       CAST(coalesce(k.last < y.first_edit, 1) AS INTEGER) AS clean, v.at
FROM   sessions s
CROSS  JOIN failing k ON k.session = s.session AND k.root = s.root
CROSS  JOIN tally y ON y.session = k.session AND y.root = k.root
CROSS  JOIN events v ON v.session = k.session AND v.t = k.last AND v.moment = 'after'
WHERE  k.test <> '' AND NOT k.doubtful
UNION ALL
SELECT x.session, x.agent, x.machine, x.worktree, x.branch, x.tool, x.suite, x.test, x.signature, CAST(x.tree <> '' AND instr(x.tree, '+') = 0 AS INTEGER), x.at
FROM   fleet_tests x
WHERE  x.outcome = 'fail' AND x.test <> '';

-- Each time that a test failed and then no longer did. `passed` is 0 if it has not passed: it is gone, or the files are what they were
-- before. `edited` is the last file edited before.
CREATE VIEW team_recovered AS
SELECT a.session, s.agent, CAST('' AS TEXT) AS machine, a.root AS worktree, s.branch, a.tool, a.suite, a.test, a.signature, a.edited,
       CAST(a.passed AS INTEGER) AS passed, CAST(coalesce(a.t < y.first_edit, 1) AS INTEGER) AS clean, a.at
FROM   recovered a
JOIN   sessions s ON s.session = a.session AND s.root = a.root
JOIN   tally y ON y.session = a.session AND y.root = a.root
UNION ALL
SELECT x.session, x.agent, x.machine, x.worktree, x.branch, x.tool, x.suite, x.test, x.signature, x.edited, CAST(x.outcome = 'pass' AS INTEGER), CAST(x.tree <> '' AND instr(x.tree, '+') = 0 AS INTEGER), x.at
FROM   fleet_tests x
WHERE  x.outcome IN ('pass', 'gone') AND x.test <> '';

-- Each time that a test failed and passed on the same files: in one session, or elsewhere in two equal runs.
CREATE VIEW team_flips AS
SELECT a.session, CAST('' AS TEXT) AS machine, a.tool, a.suite, a.test, a.at
FROM   recovered a
WHERE  a.flipped
UNION ALL
SELECT x.session, x.machine, x.tool, x.suite, x.test, x.at
FROM   fleet_tests x
WHERE  x.flipped
UNION ALL
SELECT x.session, x.machine, x.tool, x.suite, x.test, x.at
FROM   fleet_tests x
JOIN   fleet_runs w ON w.uid = x.run
JOIN   fleet_runs z ON z.tree = w.tree AND z.command = w.command
WHERE  x.outcome = 'fail' AND x.test <> '' AND w.tree <> '' AND w.command <> '' AND z.outcome = 'pass' AND z.complete AND z.session <> x.session;

-- The last run of tests of each session here, and the runs of tests elsewhere. `whole` is 1 if it selected nothing, `clean` is as in
-- team_failing.
CREATE VIEW team_runs AS
SELECT y.session, s.agent, CAST('' AS TEXT) AS machine, CAST('' AS TEXT) AS user, y.root AS worktree, s.branch,
       CAST(w.selection = '[]' AND w.dir = '' AS INTEGER) AS whole, CAST(coalesce(w.t < y.first_edit, 1) AS INTEGER) AS clean, w.outcome, v.at
FROM   sessions s
CROSS  JOIN tally y ON y.session = s.session AND y.root = s.root
CROSS  JOIN runs w ON w.session = y.session AND w.t = y.last_run
CROSS  JOIN events v ON v.session = w.session AND v.t = w.t AND v.moment = 'after'
WHERE  w.root = y.root AND w.kind = 'test'
UNION ALL
SELECT f.session, f.agent, f.machine, f.user, f.worktree, f.branch, f.whole, CAST(f.tree <> '' AND instr(f.tree, '+') = 0 AS INTEGER), f.outcome, f.at
FROM   fleet_runs f
WHERE  f.kind = 'test';

-- The verdicts that were reported, or would have been without observe mode. `vote` is as in judged. Rules cannot read it.
CREATE VIEW team_verdicts AS
SELECT j.session, CAST('' AS TEXT) AS machine, j.rule, j.severity, j.vote, j.at
FROM   judged j
UNION ALL
SELECT f.session, f.machine, f.rule, f.severity, f.vote, f.at
FROM   fleet_verdicts f
WHERE  f.unsaid IN ('', 'observe');
