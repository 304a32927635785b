-- The views, for the shell sqlite3: with them a rule runs by hand as it stands. Written by just docs from the folder views.
--
--     sqlite3 "$(witness db path)"
--     .read views.sql
--     .parameter set :session "'5f0c'"
--     .read rules.d/test_after_edits.sql
--
-- `witness why ID --sqlite` prints the parameters of a verdict. One that is not set is NULL, and compares with nothing.

.parameter init

-- The commands of the calls that ran and have ended, with how each call ended. A command that was refused, or still
-- runs, is not here.
CREATE TEMP VIEW IF NOT EXISTS ended_commands AS
SELECT c.session, c.t, c.n, e.actor, c.program, c.args, c.text, c.dir, c.root, c.runner, c.task, c.commits, e.outcome,
       e.exit
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  e.outcome <> 'denied';

-- The commands of this session that have changed something in the context, project or workspace which this command
-- would leave.
CREATE TEMP VIEW IF NOT EXISTS account_uses AS
SELECT b.t, b.text
FROM   ended_commands b
WHERE  b.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND b.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND b.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND b.outcome <> 'failed'
  AND  ((SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('kubectl config', 'kubectx')
        AND b.program IN ('kubectl apply', 'kubectl delete', 'kubectl create', 'kubectl patch', 'kubectl scale',
               'kubectl rollout',
                          'helm upgrade', 'helm install')
        OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'gcloud config' AND b.program GLOB 'gcloud *' AND b.program <> 'gcloud config'
        OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('terraform workspace', 'tofu workspace')
           AND b.program IN ('terraform apply', 'terraform plan', 'tofu apply', 'tofu plan')
        OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'az account' AND b.program GLOB 'az *' AND b.program NOT IN ('az account', 'az login'));

-- What each `git add` has taken into the index by name, as absolute paths; '' is everything.
CREATE TEMP VIEW IF NOT EXISTS added_files AS
SELECT c.session, c.root, c.t, c.n,
       CASE WHEN w.value GLOB '-*' OR w.value IN ('.', './', ':/') OR w.value GLOB '*[*?[]*' THEN ''
            ELSE iif(w.value GLOB '/*', '', c.root || '/' || iif(c.dir = '', '', c.dir || '/'))
            || rtrim(iif(w.value GLOB './*', substr(w.value, 3), w.value), '/') END AS path
FROM   commands c
CROSS  JOIN json_each(c.args) w
WHERE  c.program = 'git add';

-- The calls that agents made: those that began or ended. Two things are recorded as ends and are no calls: a file that
-- a user attached to a prompt, and the notice that a task in the background has ended.
CREATE TEMP VIEW IF NOT EXISTS agent_calls AS
SELECT e.session, e.t
FROM   events e
WHERE  e.name NOT IN ('attachment', 'task-notification')
  AND (e.moment = 'before'
       OR e.moment = 'after' AND NOT EXISTS (SELECT 1 FROM events b
                                             WHERE  b.session = e.session AND b.t = e.t AND b.moment = 'before'));

-- The worktrees of this command that clients made for the subagents of this session: they name them after the agent (Claude Code:
-- .claude/worktrees/agent-ID). In a loop over several the line has the names, and the command a variable; they count only if
-- each name in the line is one of them.
CREATE TEMP VIEW IF NOT EXISTS agents_worktrees AS
SELECT o.value AS path
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':operands')) o
WHERE  o.value GLOB '*worktree*/*'
  AND  EXISTS (SELECT 1 FROM events e
               WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND e.actor <> '' AND o.value GLOB '*[/-]' || e.actor)
UNION  ALL
SELECT group_concat(own.name, ' ')
FROM  (SELECT DISTINCT 'agent-' || e.actor AS name
       FROM   events e
       WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND e.actor <> '' AND instr((SELECT value FROM temp.sqlite_parameters WHERE key = ':command'), 'agent-' || e.actor)) own
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':text') GLOB '*worktrees/$*'
HAVING sum((length((SELECT value FROM temp.sqlite_parameters WHERE key = ':command')) - length(replace((SELECT value FROM temp.sqlite_parameters WHERE key = ':command'), own.name, ''))) / length(own.name))
       = (length((SELECT value FROM temp.sqlite_parameters WHERE key = ':command')) - length(replace((SELECT value FROM temp.sqlite_parameters WHERE key = ':command'), 'agent-', ''))) / length('agent-');

-- The prompts in which the user has named what this call is about: a path, one of its folders, or a command. It need
-- not be an order, but a name that was only forbidden or asked about does not count, nor one that the agent has
-- offered.
CREATE TEMP VIEW IF NOT EXISTS mentioned AS
SELECT w.t, w.kind
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':called')) o
CROSS  JOIN json_each(o.value) h
CROSS  JOIN words w INDEXED BY words_of_object ON w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.object = h.value AND w.object <> ''
WHERE  w.kind NOT IN ('negation', 'forbidden') AND w.kind NOT GLOB 'offer*';

-- What the user's words ask for or permit at this call: the verb, and whether they name all that the call is about.
--
-- How long words hold: an order until the user orders, permits or forbids something else, a standing order for the session,
-- and a permission until the next prompt. A prompt that agrees ("yes") renews the last order and permission, and wants what
-- the agent has offered at the end of its turn as well. One that chooses ("option 2") wants what stands below that option,
-- and below none. Words that name something count only for calls about that. What the user has forbidden since, or in the
-- same prompt, is not wanted.
CREATE TEMP VIEW IF NOT EXISTS wanted AS
WITH agreed (offers) AS (
  SELECT iif(y.kind = 'choice', 'offer ' || y.verb, 'offer*')
  FROM   sessions s
  JOIN   words y ON y.session = s.session AND y.t = s.prompted AND y.kind IN ('agreement', 'choice')
  WHERE  s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
),
held AS (
  SELECT w.t, iif(w.kind GLOB 'offer*', 'offer', w.kind) AS kind, w.verb, w.object
  FROM   sessions s
  CROSS  JOIN words w ON w.session = s.session
                     AND (w.kind IN ('order', 'standing', 'permission') OR w.kind GLOB 'offer*')
  WHERE  s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
    AND  (w.kind NOT GLOB 'offer*'
          OR w.t < s.prompted AND EXISTS (SELECT 1 FROM agreed WHERE w.kind = 'offer' OR w.kind GLOB agreed.offers))
    AND  w.t >= CASE w.kind WHEN 'order' THEN s.ordered WHEN 'permission' THEN s.asked WHEN 'standing' THEN 0
                     ELSE s.prompted_before END
    AND  (w.object = '' OR EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':called')) o, json_each(o.value) h WHERE h.value = w.object))
    AND  NOT EXISTS (SELECT 1 FROM words n
                     WHERE  n.session = w.session AND n.verb = w.verb AND n.kind = 'negation' AND n.t >= w.t
                       AND  (n.object = ''
                             OR EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':called')) o, json_each(o.value) h
                                        WHERE  h.value = n.object)))
)
SELECT t, kind, verb, 0 AS named FROM held WHERE object = ''
UNION
SELECT a.t, a.kind, a.verb, 1
FROM   held a
WHERE  a.object <> ''
  AND  NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':called')) o
                   WHERE  NOT EXISTS (SELECT 1 FROM json_each(o.value) h JOIN held b ON b.object = h.value
                                        AND  b.verb = a.verb));

-- One row if the user has asked for this call: their words want what the command does, or name it.
CREATE TEMP VIEW IF NOT EXISTS asked_for AS
SELECT wanted.t
FROM   wanted
WHERE  verb = substr(coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':program'), ''), instr(coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':program'), ''), ' ') + 1) OR verb = 'run' AND named
   OR  verb = 'pull request' AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':text') GLOB 'gh pr create*' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':text') GLOB 'glab mr create*')
UNION  ALL
SELECT mentioned.t FROM mentioned WHERE mentioned.kind IN ('order', 'standing', 'permission');

-- The latest 20 sessions in this project that have edited or tested anything. What they left is the state of the project: a
-- later session that has only looked at something changes nothing of it.
CREATE TEMP VIEW IF NOT EXISTS recent_work AS
SELECT s.session, s.root, s.started
FROM   sessions s
WHERE  s.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  AND  (EXISTS (SELECT 1 FROM tally y WHERE y.session = s.session AND coalesce(y.last_edit, y.last_run) > 0)
        OR EXISTS (SELECT 1 FROM runs r WHERE r.session = s.session))
ORDER  BY s.started DESC, s.session DESC
LIMIT  20;

-- The session that a question is about: `:session`, or, if the project is asked, the latest that has edited or tested anything.
CREATE TEMP VIEW IF NOT EXISTS asked_session AS
SELECT coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':session'), (SELECT session FROM recent_work LIMIT 1)) AS session;

-- The failing tests that this command waits for: another one of its line that runs them has to succeed
-- first, as in `go test ./... && git commit`. Which tests a command runs, engine/state/selection.go
-- works out from its words.
CREATE TEMP VIEW IF NOT EXISTS awaited AS
SELECT value ->> 'root' AS root, value ->> 'tool' AS tool, value ->> 'suite' AS suite, value ->> 'test' AS test
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':awaited'));

-- One row, the beginning of this session, if it was heard. It was not if the session is a fork of another one, or had
-- begun before witness was installed: what such a session did before is not known.
CREATE TEMP VIEW IF NOT EXISTS begun AS
SELECT e.t
FROM   events e
WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t >= 0 AND e.t < 10 AND e.moment = 'start' AND e.source NOT IN ('resume', 'compact')
LIMIT  1;

-- The names of settings, as globs, that decide how the programs and tests of a project behave: tests
-- show whether a change of them is right.
CREATE TEMP VIEW IF NOT EXISTS behaviour_files AS
SELECT value AS name
FROM   json_each('["package.json", "tsconfig*.json", "*.config.[cm][jt]s", "*.config.[jt]s", "pyproject.toml",
                   "Cargo.toml", "pom.xml", "build.gradle*", "pytest.ini", "tox.ini", "setup.cfg", ".rspec",
                   "phpunit.xml*", "*.runsettings", "*.conf.[jt]s", "bunfig.toml", "deno.json*", ".mocharc*",
                   "CMakeLists.txt", "meson.build", "BUILD.bazel", "*.csproj", "Dockerfile*", "compose*.y*ml",
                   "docker-compose*.y*ml", "*.sbt", ".busted", ".proverc"]');

-- The files of tests, in the project of this call, that have more skips or mocks, or fewer assertions or tests (`mark`)
-- than when this session began. What somebody else has changed does not count, nor does a file that
-- the session has made.
CREATE TEMP VIEW IF NOT EXISTS weaker_tests AS
SELECT m.path, m.mark, e.file
FROM   marks m
JOIN   touches e ON e.session = m.session AND e.path = m.path AND e.t = m.t AND e.kind IN ('edit', 'write')
WHERE  m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.mark IN ('assertion', 'skip', 'mock', 'test')
  AND  e.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND e.class = 'test' AND e.outcome = 'ok' AND e.actor <> '*'
  AND  NOT EXISTS (SELECT 1 FROM touches o
                   WHERE  o.session = m.session AND o.path = m.path
                     AND  o.kind = 'write' AND NOT o.on_disk AND o.outcome = 'ok')
GROUP  BY m.path, m.mark
HAVING sum(m.after - m.before) * iif(m.mark IN ('assertion', 'test'), -1, 1) > 0;

-- The weaker tests that ask for less than when one of their tests last failed, at `t`: they have `n` more skips, or
-- `n` fewer of the assertions or tests of which they `had` so many. Tests are fewer only if the failed one has lost
-- its name and did not pass, and no other file has gained tests.
CREATE TEMP VIEW IF NOT EXISTS bent_tests AS
SELECT r.path, r.mark, r.file, r.test, r.t, abs(sum(m.after - m.before)) AS n, max(m.before) AS had
FROM  (SELECT w.path, w.mark, w.file, x.test, max(x.t) AS t
       FROM   weaker_tests w
       CROSS  JOIN tests x INDEXED BY tests_failed ON x.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND x.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 1000 AND x.outcome = 'fail'
       WHERE  x.test <> '' AND x.file <> ''
         AND  (x.file IN (w.file, w.path) OR substr(w.path, -1 - length(x.file)) = '/' || x.file)
         AND  EXISTS (SELECT 1 FROM marks m
                      WHERE  m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.path = w.path AND m.mark = w.mark AND m.t > x.t)
         AND  (w.mark <> 'test'
               OR EXISTS (SELECT 1 FROM recovered g
                          WHERE  g.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND g.failed = x.t AND g.test = x.test AND NOT g.passed)
                  AND NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                                  CROSS  JOIN marks k ON k.session = o.session AND k.path = o.path AND k.t = o.t
                                    AND  k.mark = 'test'
                                  WHERE  o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.t > x.t AND o.path <> w.path
                                    AND  k.after > k.before))
       GROUP  BY w.path, w.mark) r
CROSS  JOIN marks m ON m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.path = r.path AND m.mark = r.mark AND m.t > r.t
GROUP  BY r.path, r.mark
HAVING sum(m.after - m.before) * iif(r.mark IN ('assertion', 'test'), -1, 1) > 0;

-- The edits that may have broken a test: not those of documents and scratch files. A new test file cannot break another
-- test, except in Go, which compiles all test files of a package together. `put_back` is 1 if the file is since then
-- what it was.
CREATE TEMP VIEW IF NOT EXISTS breaking_edits AS
SELECT e.session, e.root, e.t, e.path, e.file,
       EXISTS (SELECT 1 FROM touches k
               WHERE  k.session = e.session AND k.path = e.path AND k.outcome = 'ok' AND +k.t > e.t
                 AND  (k.kind IN ('rewrite', 'delete') AND k.manner <> 'same' OR k.manner = 'undo')) AS put_back
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo')
  AND  e.class NOT IN ('document', 'scratch')
  AND  NOT ((replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') GLOB 'test_*.py' OR e.file GLOB '*_test.py'
             OR e.file GLOB '*.test.[jt]s*' OR e.file GLOB '*.spec.[jt]s*')
            AND EXISTS (SELECT 1 FROM touches m
                        WHERE  m.session = e.session AND m.path = e.path AND m.kind = 'write' AND NOT m.on_disk
                          AND  m.outcome = 'ok'));

-- The looks of this session, within its last 500 calls, at the running program in a browser that a tool drives: it was
-- opened, clicked, read or photographed. Left out are looks at pages of the web, which is what the browser shows from the
-- call that opened one until another address is opened, and calls that only set the browser up or end it.
CREATE TEMP VIEW IF NOT EXISTS browser_looks AS
SELECT looked.t
FROM  (SELECT v.t, v.name,
              (SELECT o.host FROM events o
               WHERE  o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND o.t <= v.t AND o.moment = 'after' AND o.host <> ''
                 AND  o.tool = 'other'
               ORDER  BY o.t DESC LIMIT 1) AS host
       FROM   events v
       WHERE  v.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND v.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND v.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND v.moment = 'after'
         AND  v.outcome IN ('ok', 'unknown') AND v.tool IN ('fetch', 'task', 'other')
         AND (v.name LIKE '%browser%' OR v.name LIKE '%playwright%' OR v.name LIKE '%puppeteer%'
              OR v.name LIKE '%chrome%' OR v.name LIKE '%screenshot%')) looked
WHERE  (looked.host IS NULL OR looked.host IN ('localhost', '127.0.0.1', '0.0.0.0', '[::1]'))
  AND  looked.name NOT LIKE '%close' AND looked.name NOT LIKE '%install' AND looked.name NOT LIKE '%resize'
  AND  looked.name NOT LIKE '%tabs';

-- The programs of a project that were there before this session and that it has changed, with how
-- many lines they have grown. What was put back or removed is not changed, and what only tests need
-- is no program.
CREATE TEMP VIEW IF NOT EXISTS changed_programs AS
SELECT e.root, e.path, e.file, sum(e.lines_after - e.lines_before) AS grown
FROM   tally y
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.first_edit AND e.root = y.root
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND y.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND e.class = 'code' AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  AND  e.actor <> '*' AND e.manner NOT IN ('same', 'undo', 'restore') AND lower('/' || e.file) NOT GLOB '*/*test*/*'
  AND  NOT EXISTS (SELECT 1 FROM touches o
                   WHERE  o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.path = e.path AND o.outcome = 'ok'
                     AND  (o.kind = 'write' AND NOT o.on_disk
                           OR (o.manner IN ('restore', 'undo') OR o.kind = 'delete') AND +o.t >= e.t))
GROUP  BY e.root, e.path;

-- The tests that this session has changed: files of tests, and programs that have got assertions of
-- their own, as in Rust, which test only themselves (`alone`).
CREATE TEMP VIEW IF NOT EXISTS changed_tests AS
SELECT x.root, x.path, 0 AS alone
FROM   touches x INDEXED BY touches_of_tests
WHERE  x.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND x.class = 'test' AND x.kind IN ('edit', 'write') AND x.outcome = 'ok'
UNION  ALL
SELECT p.root, m.path, 1
FROM   changed_programs p
JOIN   marks m ON m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.path = p.path AND m.mark = 'assertion' AND m.after > m.before;

-- The looks of this session at the runs of a build server. `red` is 1 for one that can only have
-- shown a failure: it ended with an error and there are checks, or it asked for the log of what failed.
CREATE TEMP VIEW IF NOT EXISTS ci_looks AS
SELECT c.root, c.t,
       c.args GLOB '*"--log-failed"*'
       OR c.program = 'gh pr' AND c.outcome = 'failed'
          AND NOT EXISTS (SELECT 1 FROM labels l
                          WHERE  l.session = c.session AND l.t = c.t AND l.kind = 'warned'
                            AND  l.label = 'no_checks') AS red
FROM   ended_commands c
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
  AND  (c.program = 'gh run' AND c.args ->> 0 IN ('view', 'watch', 'list')
        OR c.program = 'gh pr'
           AND (c.args ->> 0 = 'checks' OR c.args ->> 0 = 'view' AND instr(c.args, 'statusCheckRollup'))
        OR c.program = 'glab' AND c.args ->> 0 = 'ci');

-- What the last message of this turn says of the work (facts.d/claims): tests_pass, tests_fail, tests_skipped, flaky, untried,
-- preexisting, fixed, done, or call, which is a tool call that was written as text. One word may imply another: a
-- message that says fixed says done, one that calls failures older than the work says tests_fail, and one that counts
-- what ran without a failure says tests_pass.
CREATE TEMP VIEW IF NOT EXISTS claims AS
SELECT iif(label = 'tests_ran', 'tests_pass', label) AS label
FROM   labels
WHERE  session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND kind = 'claims' AND t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
UNION
SELECT 'done' FROM labels WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND kind = 'claims' AND t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND label = 'fixed'
UNION
SELECT 'tests_fail' FROM labels WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND kind = 'claims' AND t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND label = 'preexisting';

-- The commands of this session that ran and have ended, with how their call ended. Ask with a tick.
CREATE TEMP VIEW IF NOT EXISTS own_commands AS
SELECT c.t, c.n, c.program, c.args, c.text, c.dir, c.root, c.inert, c.hidden, c.gates, c.commits, e.outcome, e.actor
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.outcome <> 'denied';

-- The turn: the tick of the user's last prompt, 0 if there was none.
CREATE TEMP VIEW IF NOT EXISTS turn AS
SELECT coalesce((SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')), 0) AS began;

-- The tasks of an issue tracker that this session has closed since the user's last prompt: the latest
-- such command of each project.
CREATE TEMP VIEW IF NOT EXISTS closed_tasks AS
SELECT c.root, max(c.t) AS t
FROM   turn
CROSS  JOIN own_commands c ON c.t > turn.began
WHERE  c.outcome = 'ok'
  AND  c.program IN ('bd', 'beads', 'gh issue', 'glab issue', 'jira', 'linear', 'acli', 'tea')
  AND  EXISTS (SELECT 1 FROM json_each(c.args) w WHERE lower(w.value) IN ('close', 'closed', 'done'))
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value IN ('list', 'ls', 'search', 'view', 'show'))
GROUP  BY c.root;

-- What tries this commit by itself: a command of its line that it waits for, or a hook of version
-- control that has run tests before and is not skipped.
CREATE TEMP VIEW IF NOT EXISTS commit_tries AS
SELECT c.text AS by
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':gates')) g
JOIN   commands c ON c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n = g.value
WHERE  NOT c.inert AND c.program NOT GLOB 'git *'
UNION  ALL
SELECT 'a hook of version control'
FROM   runs h INDEXED BY runs_of_hooks
WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND h.origin = 'hook' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':skips_hooks') = '';

-- The commits of this session, each with who made it and the commit that was checked out then, '' if that is not known.
CREATE TEMP VIEW IF NOT EXISTS own_commits AS
SELECT c.root, c.t, d.actor, d.head
FROM   commands c INDEXED BY commands_of_commits
CROSS  JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                    AND d.outcome NOT IN ('failed', 'denied')
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.commits = 1;

-- When this session committed in the project of the command, or saw git status say that everything there is committed.
CREATE TEMP VIEW IF NOT EXISTS committed_at AS
SELECT o.t FROM own_commits o WHERE o.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
UNION  ALL
SELECT l.t
FROM   listings l
WHERE  l.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND l.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND l.changed = '[]' AND l.untracked = '[]';

-- The latest commit of this session in each project: one that was made, or one before this command
-- on its line.
CREATE TEMP VIEW IF NOT EXISTS last_commit AS
SELECT c.root, max(c.t) AS t
FROM   commands c INDEXED BY commands_of_commits
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.commits = 1
  AND  (c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n')
        OR EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = c.session AND d.t = c.t AND d.moment = 'after'
                     AND  d.outcome NOT IN ('failed', 'denied')))
GROUP  BY c.root;

-- The latest push of this session in each project, and the one before it, -1 if there was none.
CREATE TEMP VIEW IF NOT EXISTS last_push AS
SELECT c.root, max(c.t) AS t,
       coalesce((SELECT max(o.t) FROM ended_commands o
                 WHERE  o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND o.root = c.root AND o.program = 'git push'
                   AND  o.outcome <> 'failed' AND o.t < max(c.t)), -1) AS previous
FROM   ended_commands c
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.program = 'git push' AND c.outcome <> 'failed'
GROUP  BY c.root;

-- The merges, rebases and the like that stopped, as at a conflict, if no command that makes a commit has run in the project since.
CREATE TEMP VIEW IF NOT EXISTS stopped_merges AS
SELECT c.session, c.root, c.t, c.program
FROM   commands c INDEXED BY commands_of_commits
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.commits = 1 AND c.program NOT GLOB '* commit' AND (d.exit <> 0 OR d.outcome = 'failed')
  AND  NOT EXISTS (SELECT 1 FROM commands l INDEXED BY commands_of_commits
                   JOIN   events e ON e.session = l.session AND e.t = l.t AND e.moment = 'after'
                   WHERE  l.session = c.session AND l.commits = 1 AND l.root = c.root AND (l.t, l.n) > (c.t, c.n));

-- The changes of this session that a call hands on. A commit takes what has changed since the last one, but only the
-- files that `git add` or its own operands name, if they name any, and nothing of a merge that stopped. A push takes
-- what has changed since the last push, any other call everything. A change that was put back or checked out again is
-- left out.
CREATE TEMP VIEW IF NOT EXISTS handed_changes AS
WITH handed_since AS (
  SELECT CASE WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') <> 'before' THEN -1
              WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':commits') OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB '* commit'
              THEN coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')), -1)
              WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('git push', 'jj git', 'hg push', 'sl push')
              THEN coalesce((SELECT last_push.t FROM last_push WHERE last_push.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')), -1)
              ELSE -1 END AS tick
), chosen_paths AS (
  SELECT added_files.path AS chosen
  FROM   handed_since
  CROSS  JOIN added_files ON added_files.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND added_files.t > tick AND added_files.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB '* commit' AND NOT coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'all', 0)
  UNION  ALL
  SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || iif((SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') IN ('', '?'), '', (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') || '/') || json_each.value
  FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':operands'))
  WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB '* commit'
)
SELECT k.t, k.path, k.file, k.kind, k.kind = 'write' AND NOT k.on_disk AS made
FROM   handed_since
CROSS  JOIN touches k INDEXED BY touches_in_order ON k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.t > tick
WHERE  k.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND k.outcome = 'ok' AND k.kind IN ('edit', 'write', 'delete', 'rewrite', 'output')
  AND  k.manner NOT IN ('same', 'undo', 'restore')
  AND  NOT (k.kind = 'rewrite' -- if nothing shows that the file differs, or if version control wrote it
            AND (k.hash_before = k.hash_after
                 OR EXISTS (SELECT 1 FROM changes h
                            WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.t = k.t AND h.kind = 'checkout')))
  AND  NOT ((SELECT value FROM temp.sqlite_parameters WHERE key = ':commits') AND EXISTS (SELECT 1 FROM stopped_merges m WHERE m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')))
  AND  (coalesce((SELECT min(chosen) FROM chosen_paths), '') = ''
        OR EXISTS (SELECT 1 FROM chosen_paths WHERE substr(k.path || '/', 1, length(chosen) + 1) = chosen || '/'));

-- The files that this call hands on and that fit the `changed` of an instance, each with everything that belongs to
-- it. `done` is 1 if the call hands on such a companion as well, `itself` if the file is a companion.
CREATE TEMP VIEW IF NOT EXISTS companions AS
WITH changed_files AS (
  SELECT handed_changes.path, handed_changes.file, max(handed_changes.t) AS t, max(made) AS made
  FROM   handed_changes
  WHERE  kind <> 'output' AND path IN (SELECT value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':files')))
  GROUP  BY handed_changes.path
)
SELECT changed_files.path, changed_files.file, changed_files.t, changed_files.made, a.value ->> 'text' AS also,
       changed_files.path IN (SELECT value FROM json_each(a.value -> 'files')) AS itself,
       EXISTS (SELECT 1 FROM handed_changes
               WHERE  handed_changes.path IN (SELECT value FROM json_each(a.value -> 'files'))) AS done
FROM   changed_files
JOIN   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':also')) a ON a.value -> 'for' IS NULL
                          OR changed_files.path IN (SELECT value FROM json_each(a.value -> 'for'));

-- One row if the first thing heard of this session is that it goes on: what it read and did before is not known. A
-- session that was resumed, and whose beginning was heard, has no row.
CREATE TEMP VIEW IF NOT EXISTS continued AS
SELECT min(e.t) AS t
FROM   events e
WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t >= 0 AND e.t < 10 AND e.moment = 'start' AND NOT EXISTS (SELECT 1 FROM begun)
HAVING count(*) > 0;

-- The file of which the new file of this call is a copy by its name: cart_v2.js and cart.js.bak beside cart.js. The
-- session has read or changed that one before.
CREATE TEMP VIEW IF NOT EXISTS copied_file AS
WITH suffix (word) AS (
  SELECT value
  FROM   json_each('["fixed", "fix", "new", "old", "v2", "v3", "v4", "2", "3", "final", "final2", "copy", "backup",
                     "bak", "orig", "simple", "simplified", "correct", "corrected", "improved", "updated", "better",
                     "clean", "working", "temp", "tmp", "alt", "refactored", "rewrite"]')
),
named (path, stem) AS (
  SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':folder') || '/' || substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem'), 1, length((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem')) - length(word) - 1) || (SELECT value FROM temp.sqlite_parameters WHERE key = ':ext'),
         substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem'), 1, length((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem')) - length(word) - 1)
  FROM   suffix WHERE lower((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem')) GLOB '?*[-_.]' || word
  UNION  ALL
  SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':folder') || '/' || (SELECT value FROM temp.sqlite_parameters WHERE key = ':stem'), rtrim(rtrim((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem'), replace((SELECT value FROM temp.sqlite_parameters WHERE key = ':stem'), '.', '')), '.')
  FROM   suffix WHERE lower((SELECT value FROM temp.sqlite_parameters WHERE key = ':ext')) = '.' || word
)
SELECT named.path, named.stem, o.file
FROM   named
JOIN   touches o ON o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.path = named.path AND +o.t <= (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND o.outcome = 'ok'
GROUP  BY named.path;

-- The test files that could not be loaded and the packages that were not built although some of their tests are known
-- to fail already: such a crash is not a further failure. For Rust, the crate is named, which is the suite of its tests.
CREATE TEMP VIEW IF NOT EXISTS crashes AS
SELECT c.session, c.root, c.tool, c.suite, c.test
FROM   failing c
WHERE  c.test <> ''
  AND  (c.test = c.file OR c.suite <> '' AND c.test GLOB '[[]*]' OR c.suite = '' AND c.language = 'rust')
  AND  EXISTS (SELECT 1 FROM failing o
               WHERE  o.session = c.session AND o.root = c.root AND o.test <> c.test AND o.test <> ''
                 AND  o.test NOT GLOB '[[]*]'
                 AND  CASE WHEN c.test GLOB '[[]*]' THEN o.suite = c.suite
                           WHEN c.test = c.file    THEN o.file = c.file AND o.test <> o.file
                           ELSE o.suite = c.test END);

-- What an instance wants to have run, and since when: since the last change that this call hands on of a file that it is about, since
-- a command of `ran`, since the user's prompt, or at all. `at` is when it has succeeded.
CREATE TEMP VIEW IF NOT EXISTS demands AS
WITH causes AS (
  SELECT handed_changes.t AS tick, handed_changes.path, handed_changes.file
  FROM   handed_changes
  WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':since') IN ('change', 'edit') AND json_array_length((SELECT value FROM temp.sqlite_parameters WHERE key = ':ran')) = 0 AND kind <> 'output'
    AND  path IN (SELECT value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':files'))) AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':only') <> 'new' OR made)
  UNION  ALL
  SELECT a.value ->> 0, '', '' FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':ran')) r, json_each(r.value -> 'at') a
  UNION  ALL
  SELECT -1, '', '' WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':since') = 'session' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':since') = 'edit' AND NOT (SELECT value FROM temp.sqlite_parameters WHERE key = ':chosen')
  UNION  ALL
  SELECT began, '', '' FROM turn WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':since') = 'prompt'
), wanted_runs AS (
  SELECT key AS place, value AS wanted_run FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':run')) UNION ALL SELECT -1, value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':run_any'))
)
SELECT place, '`' || (wanted_run ->> 'text') || '`' AS run, wanted_run -> 'at' AS at, max(causes.tick) AS t, causes.file
FROM   wanted_runs
CROSS  JOIN causes
WHERE  wanted_run -> 'for' IS NULL OR causes.path IN (SELECT value FROM json_each(wanted_run -> 'for'))
GROUP  BY place;

-- The prompts of this session in which the user ordered or permitted a deployment that they have not forbidden since.
-- Somebody who had it deployed once looks there at what they ask for afterwards.
CREATE TEMP VIEW IF NOT EXISTS deploy_ordered AS
SELECT w.t
FROM   words w
WHERE  w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.verb IN ('deploy', 'publish') AND w.kind IN ('order', 'standing', 'permission')
  AND  NOT EXISTS (SELECT 1 FROM words n
                   WHERE  n.session = w.session AND n.verb = w.verb AND n.kind = 'negation' AND n.t >= w.t);

-- The changes that this session made to a file: an edit, a file written as a whole, a deletion, or what a formatter or
-- version control wrote. Calls that failed or were refused are left out. Always compare `path`: the index is on it.
CREATE TEMP VIEW IF NOT EXISTS own_changes AS
SELECT k.path, k.t, k.kind, k.actor, k.manner, k.kind = 'write' AND NOT k.on_disk AS made
FROM   touches k
WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok';

-- The files of the project that git status or git diff has listed in this session as not committed, and that since nothing
-- has committed, put away or put back. `state` is changed or untracked, which may be a folder. `old` is 1 if nothing that
-- the session had done before can have been the reason: no edit of the file, no formatter, installation, build or task.
CREATE TEMP VIEW IF NOT EXISTS listed_changes AS
WITH entries AS (
  SELECT l.t, e.value AS file, 'changed' AS state
  FROM   listings l CROSS JOIN json_each(l.changed) e WHERE l.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND l.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  UNION  ALL
  SELECT l.t, e.value, 'untracked'
  FROM   listings l CROSS JOIN json_each(l.untracked) e WHERE l.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND l.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
)
SELECT f.file, f.state, f.t,
       EXISTS (SELECT 1 FROM begun
               WHERE  NOT EXISTS (SELECT 1 FROM own_changes o
                                  WHERE  o.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || f.file AND +o.t < f.first
                                  UNION  ALL
                                  SELECT 1 FROM changes h
                                  WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.t BETWEEN begun.t AND f.first
                                  UNION  ALL
                                  SELECT 1 FROM commands m
                                  WHERE  m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.t BETWEEN begun.t AND f.first
                                    AND  m.task <> '' AND NOT m.background)) AS old
FROM  (SELECT file, state, max(t) AS t, min(t) AS first FROM entries GROUP BY file, state) f
WHERE  f.t > (SELECT coalesce(max(o.t), 0) FROM committed_at o)
  AND  NOT EXISTS (SELECT 1 FROM changes h
                   WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.t > f.t AND h.kind = 'checkout' AND h.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
                   UNION  ALL
                   SELECT 1 FROM touches b
                   WHERE  b.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND b.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || f.file AND +b.t > f.t AND b.outcome = 'ok'
                     AND  (b.kind = 'delete' OR b.manner IN ('restore', 'undo')));

-- The files of the project whose content is in no commit, without those that git does not know. The index of git
-- tells; where there is none to ask, as in a replay, what git status has listed in this session, without files that
-- the session itself may have changed. `old` is 1 if the file was so before the session.
CREATE TEMP VIEW IF NOT EXISTS dirty_files AS
SELECT entry.value ->> 'file' AS file, entry.value ->> 'at' < s.started / 1000 - 5 AS old
FROM   sessions s
CROSS  JOIN json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty')) entry
WHERE  s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND entry.value ->> 'at' IS NOT NULL
UNION  ALL
SELECT l.file, 1
FROM   listed_changes l
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty') IS NULL AND l.state = 'changed' AND l.old;

-- The files of which this session has made a copy and that it had not changed since, before this call.
CREATE TEMP VIEW IF NOT EXISTS saved_copies AS
SELECT copied.path
FROM   touches copied
CROSS  JOIN commands m ON m.session = copied.session AND m.t = copied.t AND m.program IN ('cp', 'rsync', 'Copy-Item')
WHERE  copied.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND copied.kind = 'scan' AND copied.outcome = 'ok'
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = copied.path AND +o.t > copied.t AND +o.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t'));

-- The files whose content only the index of git has, because somebody has added it and nobody has committed it. What
-- a merge or the like of this session has put there is left out: a commit of another branch has that.
CREATE TEMP VIEW IF NOT EXISTS staged_alone AS
SELECT value ->> 'file' AS file
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':staged'))
WHERE  value ->> 'does' <> 'deletes'
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t BETWEEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
                     AND  c.program IN ('git merge', 'git pull', 'git revert', 'git cherry-pick', 'git rebase',
                                        'git am', 'git apply', 'git stash'));

-- The changes that this session has written since its last commit in the project of the command, or since git status
-- found nothing uncommitted there, and that nothing has put back, removed or checked out over since. `made` is 1 for a
-- new file, which git knows only if it was `added`. `kept` is 1 if the user has given a prompt since it was first
-- written, so that they have seen it as a result, and `latest` if it was first written in the turn before that prompt,
-- or since.
CREATE TEMP VIEW IF NOT EXISTS uncommitted AS
SELECT w.file, w.made, w.first < (SELECT s.prompted FROM sessions s WHERE s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')) AS kept,
       w.first > (SELECT s.prompted_before FROM sessions s WHERE s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')) AS latest,
       EXISTS (SELECT 1 FROM commands c
               WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > w.since AND c.program = 'git add' AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
                 AND  (c.t > w.last OR c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))) AS added
FROM  (SELECT e.file, max(e.kind = 'write' AND NOT e.on_disk) AS made, max(e.t) AS last, min(e.t) AS first, since.t
       AS since
       FROM  (SELECT coalesce(max(o.t), 0) AS t FROM committed_at o) since
       CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > since.t
       WHERE  e.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via IN ('tool', 'shell')
         AND  e.manner NOT IN ('same', 'undo', 'restore') AND e.class NOT IN ('scratch', 'generated')
         AND  NOT EXISTS (SELECT 1 FROM touches k
                          WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.path = e.path AND +k.t >= e.t AND k.outcome = 'ok'
                            AND  (k.kind = 'delete' OR k.manner IN ('restore', 'undo')))
         AND  NOT EXISTS (SELECT 1 FROM changes h
                          WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.t > e.t AND h.kind = 'checkout' AND h.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root'))
       GROUP  BY e.file) w;

-- The files with uncommitted changes that this command throws away. `own` is 1 for what this session changed, `latest`
-- for what it wrote first in its last turn.
--
-- A file of one's own that is put back by its name is left out, because that is what a restore is for. It is in if the
-- user has had the change for a turn, or if another revision comes in its place than the one that was changed, unless
-- the user has asked to have something put back.
CREATE TEMP VIEW IF NOT EXISTS discarded AS
SELECT dirty_files.file, u.file IS NOT NULL AS own, coalesce(u.latest, 0) AS latest
--     what git knows to differ
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':discards')) x
CROSS  JOIN dirty_files
LEFT   JOIN uncommitted u ON u.file = dirty_files.file
WHERE  NOT EXISTS (SELECT 1 FROM saved_copies s WHERE s.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || dirty_files.file)
  AND  (x.value ->> 'how' = 'tree'
        OR x.value ->> 'how' = 'paths'
           AND (x.value ->> 'path' = ''
                OR instr(dirty_files.file, x.value ->> 'path' || '/') = 1
                OR x.value ->> 'glob' AND dirty_files.file GLOB x.value ->> 'path'
                OR x.value ->> 'path' = dirty_files.file
                   -- A side of a conflict, which commits have, unless git's index tells more of the file.
                   AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty') IS NOT NULL OR x.value ->> 'from' NOT IN ('ours', 'theirs')) AND (u.file IS NULL
                     OR u.kept | x.value ->> 'other'
                        AND NOT EXISTS (SELECT 1 FROM wanted WHERE wanted.verb = 'discard'))))
UNION
SELECT g.file, u.file IS NOT NULL, coalesce(u.latest, 0)
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':discards')) x
CROSS  JOIN staged_alone g
LEFT   JOIN uncommitted u ON u.file = g.file
WHERE  x.value ->> 'how' = 'tree'
UNION
SELECT u.file, 1, u.latest     -- what git does not know, or cannot be asked about
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':discards')) x
CROSS  JOIN uncommitted u
WHERE  x.value ->> 'how' = 'tree' AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty') IS NULL AND NOT u.made OR u.made AND u.added)
  OR   x.value ->> 'how' = 'paths' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty') IS NULL AND NOT u.made AND x.value ->> 'path' = ''
  OR   x.value ->> 'how' = 'clean' AND u.made AND NOT u.added
       AND (x.value ->> 'path' = '' OR instr(u.file || '/', x.value ->> 'path' || '/') = 1)
       AND (x.value ->> 'deep' OR instr(u.file, '/') = 0);

-- What may change the result of a test though no file of the project was edited: a new task, the
-- work of another agent, the end of something in the background, a command that did more than show
-- something, a pause, a change outside of the project. `line` is 1 for a change of files, which
-- counts also on the line of the run itself.
CREATE TEMP VIEW IF NOT EXISTS disturbances AS
SELECT e.t, 0 AS line
FROM   events e
WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
  AND  (e.moment IN ('start', 'prompt', 'compact', 'subagent_stop') OR e.tool = 'task' OR e.actor <> (SELECT value FROM temp.sqlite_parameters WHERE key = ':actor')
        OR e.name IN ('TaskOutput', 'AgentOutputTool', 'BashOutput', 'KillShell', 'TaskStop', 'task-notification',
                      'write_stdin', 'wait', 'wait_agent'))
UNION  ALL
SELECT p.t, 0
FROM   commands p
WHERE  p.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND p.t <= (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND (p.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR p.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
  AND  (NOT p.inert AND p.kind IN ('', 'fix') AND p.program NOT GLOB 'git *'
        OR p.program IN ('sleep', 'wait', 'Start-Sleep'))
  AND  (p.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR EXISTS (SELECT 1 FROM events d
                            WHERE  d.session = p.session AND d.t = p.t AND d.moment = 'after'
                              AND  d.outcome <> 'denied'))
UNION  ALL
SELECT k.t, k.outcome = 'ok'
FROM   touches k INDEXED BY touches_in_order
WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND k.kind IN ('edit', 'write', 'delete', 'rewrite')
  AND  k.outcome IN ('ok', 'unknown') AND (k.root <> (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') OR k.outcome = 'ok' AND k.manner <> 'same')
UNION  ALL
SELECT g.t, 1 FROM changes g WHERE g.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND g.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t');

-- What the user's last orders asked for by a word that a command carries out, and what no command
-- of this session has done since: a commit, a push, or a command that the user named, as it was named or with options
-- of its own; a run of tests with options may be a narrower one. `last` is how that command ended when it last ran,
-- '' if it did not run.
CREATE TEMP VIEW IF NOT EXISTS dropped_orders AS
WITH orders AS (
  SELECT w.verb, w.object, w.t
  FROM   sessions s
  CROSS  JOIN words w ON w.session = s.session AND w.kind IN ('order', 'standing') AND w.t >= s.ordered
  WHERE  s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
    AND  (w.verb IN ('commit', 'push') AND w.object = '' OR w.verb = 'run' AND w.object GLOB '* *')
),
tried (t, verb, object, at, outcome) AS (
  SELECT o.t, o.verb, o.object, c.t, c.outcome
  FROM   orders o
  JOIN   ended_commands c ON c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > o.t
  WHERE  CASE o.verb WHEN 'commit' THEN c.commits = 1
                     WHEN 'push' THEN c.program IN ('git push', 'gh pr', 'jj git', 'glab')
                     ELSE c.text = o.object
                          OR c.runner = ''
                             AND o.object = c.program || (SELECT coalesce(group_concat(' ' || a.value, ''), '')
                                                          FROM   json_each(c.args) a WHERE a.value NOT GLOB '-*') END
)
SELECT o.verb, iif(o.verb = 'run', o.object, 'git ' || o.verb) AS command, o.t,
       coalesce((SELECT r.outcome FROM tried r
                 WHERE  r.t = o.t AND r.verb = o.verb AND r.object = o.object ORDER BY r.at DESC LIMIT 1), '') AS last
FROM   orders o
WHERE  NOT EXISTS (SELECT 1 FROM tried r
                   WHERE  r.t = o.t AND r.verb = o.verb AND r.object = o.object AND r.outcome <> 'failed')
  AND  NOT EXISTS (SELECT 1 FROM words n
                   WHERE  n.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND n.verb = o.verb AND n.kind = 'negation' AND n.t >= o.t);

-- The lines of this session that have shown what git clean would delete, before this one.
CREATE TEMP VIEW IF NOT EXISTS dry_cleans AS
SELECT c.t
FROM   ended_commands c
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 100 AND c.program = 'git clean' AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  AND  EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--dry-run' OR value GLOB '-[a-zA-Z]*'
         AND instr(value, 'n'));

-- The commands, as globs of their text, that start nothing: dry runs, and looks at the syntax.
CREATE TEMP VIEW IF NOT EXISTS dry_commands AS
SELECT value AS text
FROM   json_each('["make -n*", "make --dry-run*", "just -n*", "just --dry-run*", "bash -n*", "sh -n*", "zsh -n*",
                   "dash -n*", "ksh -n*", "node --check*", "node -c*", "php -l*", "ruby -c*", "perl -c*"]');

-- The test runs of earlier sessions on exactly the files that the first edit of this session found in its project: the
-- runs began after the last change of any file (tally.settled), and no session has installed, built or replaced
-- anything since. Less would not do: between two sessions people edit, pull and change branches.
CREATE TEMP VIEW IF NOT EXISTS earlier_runs AS
SELECT r.session, r.t, r.n, r.tool, r.program, r.dir, r.selection, r.task, r.outcome, r.complete
FROM   tally y
CROSS  JOIN recent_work w ON w.session <> y.session
CROSS  JOIN runs r ON r.session = w.session AND r.root = y.root AND r.kind = 'test'
                  AND r.outcome IN ('pass', 'fail') AND NOT r.stashed
CROSS  JOIN events b ON b.session = r.session AND b.t = r.t AND b.moment = 'before' AND b.at > y.settled
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND y.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND y.first_edit IS NOT NULL
  AND  NOT EXISTS (SELECT 1
                   FROM   recent_work o
                   CROSS  JOIN changes g ON g.session = o.session AND g.root = y.root
                   CROSS  JOIN events v ON v.session = g.session AND v.t = g.t AND v.at >= b.at
                   WHERE  o.session <> y.session);

-- What the files that each session has edited are called in lower case, up to the first dot: the name
-- of a test's file has it as a part, as in calc.py and test_calc.py, cart.go and cart_test.go,
-- Cart.java and CartTest.java.
CREATE TEMP VIEW IF NOT EXISTS edited_names AS
SELECT o.session, o.root, lower(substr(o.base, 1, instr(o.base || '.', '.') - 1)) AS name
FROM  (SELECT session, root, replace(file, rtrim(file, replace(file, '/', '')), '') AS base FROM rounds) o
WHERE  o.base NOT GLOB '.*';

-- The edits of this project since a test that has passed in this session last failed, and the one that
-- this call makes. `folder` is that of the file, with a slash at its end, '' for the project itself.
CREATE TEMP VIEW IF NOT EXISTS edits_on_red AS
SELECT e.t, rtrim(e.file, replace(e.file, '/', '')) AS folder
FROM   touches e INDEXED BY touches_in_order
WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok'
  AND  e.t > (SELECT min(f.last) FROM failing f WHERE f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND f.passed IS NOT NULL)
UNION  ALL
SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':t'), rtrim((SELECT value FROM temp.sqlite_parameters WHERE key = ':file'), replace((SELECT value FROM temp.sqlite_parameters WHERE key = ':file'), '/', ''));

-- The number of edits in a project since the last test run or trial (state/tried_*.sql).
CREATE TEMP VIEW IF NOT EXISTS edits_since_last_run AS
SELECT session, root, edits, last_edit, last_run
FROM   tally;

-- The failures that share a message.
CREATE TEMP VIEW IF NOT EXISTS error_clusters AS
SELECT session, root, tool, message, count(*) AS tests, min(since) AS since, group_concat(test, ', ') AS names
FROM   failing
WHERE  message <> ''
GROUP  BY session, root, tool, message;

-- What the message of a failure says if a service, a setting or an installation was missing. `how`:
-- said (these words, in any case), written (a glob, as it is written), first (a glob, as long as the
-- test was not seen to pass), broken (a glob, in lower case, of a message that asserts nothing), met
-- (the same of one that expects nothing either).
--
-- It is computed once for a statement, and not for each failure.
CREATE TEMP VIEW IF NOT EXISTS missing_services AS
WITH phrases (words, how) AS MATERIALIZED (
SELECT value, 'said'
FROM   json_each('["connection refused", "getaddrinfo", "no such host", "could not connect", "unable to connect",
                   "failed to connect", "cannot connect", "can''t connect", "connection timed out",
                   "connection attempts failed", "connection error caused by", "statuscode.unavailable",
                   "address already in use", "network is unreachable", "no space left", "name resolution",
                   "nameresolutionerror", "name or service not known", "operation not permitted",
                   "certificate_verify_failed", "certificate verify failed", "executable doesn''t exist",
                   "needs to be in path", "docker.sock", "docker.errors.", "fetching server api version",
                   "kube-config", "cuda out of memory", "no cuda gpus",
                   "validation error for settings", "validation errors for settings"]')
UNION  ALL
SELECT value, 'written'
FROM   json_each('["*ECONNREFUSED*", "*ECONNRESET*", "*ENOTFOUND*", "*ETIMEDOUT*", "*EADDRINUSE*", "*EAI_AGAIN*",
                   "*EHOSTUNREACH*", "*ENETUNREACH*",
                   "*[Mm]issing [A-Z][A-Z]*_[A-Z]*", "KeyError: ?[A-Z][A-Z]*_[A-Z]*"]')
UNION  ALL
SELECT value, 'first'
FROM   json_each('["*ModuleNotFoundError: No module named *", "*Cannot find package *"]')
UNION  ALL
SELECT '*' || iif(o.value, s.value || '*' || l.value, l.value || '*' || s.value) || '*', 'broken'
FROM   json_each('["credentials", "api key", "api_key", "environment variable"]') s,
       json_each('["missing", "required", "not set", "must be set", "unset", "undefined", "not found", "invalid",
                   "expired", "without", "no ", "unable to locate"]') l,
       json_each('[0, 1]') o
UNION  ALL
SELECT value, 'met'
FROM   json_each('["*emulator*", "*rate limit*"]')
)
SELECT words, how FROM phrases;

-- The outcome of each test in a run. `test` is '' for a whole suite that passed. A query about tests that failed is faster with the
-- table `tests`. Earlier outcomes of a test are found through the earlier runs: there is no index on the name, because each run
-- would write to as many pages as it has tests.
CREATE TEMP VIEW IF NOT EXISTS outcomes AS
SELECT session, t, n, test, suite, tool, outcome, message, file, line, signature, identity FROM tests
UNION  ALL
SELECT l.session, l.t, l.n, m.test, l.suite, l.tool, l.outcome, CAST('' AS TEXT), l.file, CAST(NULL AS INTEGER),
       CAST(0 AS INTEGER), CAST('' AS TEXT)
FROM   test_lists l
JOIN   listed_tests m ON m.list = l.list;

-- The tests that are known to fail now. `name` is the name to show: that of the test, or the
-- command whose failures were counted but not named. `excuse` is why the session cannot be blamed
-- for the failure, '' if it can: environment (a service or a setting was missing), passed, stashed, returned, steered, outdated, doubtful
-- or baseline (as in failing), flaky (it passed and failed on the same tree), or unknown (it was never seen to pass, and
-- neither its file nor one that its file is named after was edited).
CREATE TEMP VIEW IF NOT EXISTS failing_tests AS
SELECT f.*,
       CASE WHEN f.test GLOB '[[]*]' AND f.suite <> '' THEN f.suite || ' ' || f.test
            WHEN f.test GLOB '[[]*]' THEN 'a package of `' || trim(f.program || ' ' || f.task) || '`'
            WHEN f.test <> ''
            THEN f.test || iif(f.suite <> '' AND instr(f.test, f.suite) = 0, ' (' || f.suite || ')', '')
            WHEN f.count > 1  THEN f.count || ' tests of `' || f.suite || '`'
            ELSE '`' || f.suite || '`' END AS name,
       CASE WHEN EXISTS (SELECT 1 FROM missing_services
                         WHERE  CASE how WHEN 'said'    THEN instr(lower(f.message), words)
                                           WHEN 'written' THEN f.message GLOB words
                                           WHEN 'first'   THEN f.passed IS NULL AND f.message GLOB words
                                           ELSE lower(f.message) GLOB words AND lower(f.message) NOT GLOB '*assert*'
                                                AND (how = 'broken' OR lower(f.message) NOT GLOB '*expected*')
                                           END) THEN 'environment'
            WHEN f.doubtful THEN CASE f.doubtful WHEN 2 THEN 'stashed' WHEN 3 THEN 'passed' WHEN 4 THEN 'returned'
                                                 WHEN 5 THEN 'steered' WHEN 6 THEN 'outdated' ELSE 'doubtful' END
            WHEN f.baseline THEN 'baseline'
            WHEN EXISTS (SELECT 1 FROM runs r INDEXED BY runs_of_tool
                         CROSS  JOIN outcomes p ON p.session = r.session AND p.t = r.t AND p.n = r.n
                                               AND p.test = f.test AND p.suite = f.suite AND p.outcome = 'pass'
                         WHERE  r.session = f.session AND r.root = f.root AND r.tool = f.tool AND r.kind = 'test'
                           AND  r.tree = f.tree AND NOT r.stashed AND instr(r.selection, '"?') = 0
                           AND  NOT EXISTS (SELECT 1 FROM json_each(f.needs) w
                                            WHERE  instr(r.variant, json_quote(w.value)) = 0)) THEN 'flaky'
            WHEN f.passed IS NULL AND NOT EXISTS (
                   SELECT 1
                   FROM   edited_names e,
                         (SELECT lower(replace(f.file, rtrim(f.file, replace(f.file, '/', '')), '')) AS base) t
                   WHERE  e.session = f.session AND e.root = f.root AND f.test <> '' AND f.file <> ''
                     AND  (instr('_' || replace(replace(t.base, '.', '_'), '-', '_'), '_' || e.name || '_')
                           OR instr(t.base, e.name || 'test') OR instr(t.base, e.name || 'spec'))) THEN 'unknown'
            ELSE '' END AS excuse
FROM   failing f;

-- The failing tests, as a commit hands them on. `excuse` is that of failing_tests, or first: the test never passed (of
-- failures that a run only counts: whether or not all passed before, as a new test adds to the count), and no program
-- was edited at all, or none since a commit that is older than the failure. `hooked` is 1 if a hook of
-- version control runs these tests, and something has changed since they failed.
--
-- `accepted` is 1 if the failure has an excuse and the user has gone on with it, or need not be asked:
--
-- - they have written a prompt since, and a service or a setting was missing, as it is their machine, or the failure
--   was only counted, so that neither what nor why is known;
-- - the last message of a turn since then has told them that tests fail;
-- - a service or a setting was always missing, or it failed before the first edit, and nothing that was edited since
--   the last commit is code.
CREATE TEMP VIEW IF NOT EXISTS failing_commits AS
SELECT f.session, f.root, f.tool, f.suite, f.test, f.name, f.count, f.since,
       iif(f.excuse = '' AND (f.passed IS NULL OR f.test = '')
           AND NOT EXISTS (SELECT 1 FROM tally y
                           CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session
                                                                            AND e.t >= y.first_edit AND e.root = y.root
                           WHERE  y.session = f.session AND y.root = f.root
                             AND  e.class = 'code' AND e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok'
                             AND  e.manner NOT IN ('same', 'undo')
                             AND  NOT EXISTS (SELECT 1 FROM last_commit o
                                              WHERE  o.root = y.root AND o.t > e.t AND o.t < f.since)),
           'first', f.excuse) AS excuse,
       f.excuse <> '' AND EXISTS (SELECT 1 FROM runs r WHERE r.session = f.session AND r.t = f.since)
       AND ((f.excuse = 'environment' OR f.test = '')
            AND EXISTS (SELECT 1 FROM events e WHERE e.session = f.session AND e.t > f.since AND e.moment = 'prompt')
            OR EXISTS (SELECT 1 FROM labels l
                       WHERE  l.session = f.session AND l.kind = 'claims' AND l.t > f.since
                         AND  l.label IN ('tests_fail', 'preexisting'))
            OR f.excuse IN ('environment', 'baseline') AND f.passed IS NULL
               AND (SELECT count(*) > 0 AND total(e.class IN ('code', 'test')) = 0
                    FROM   touches e INDEXED BY touches_in_order
                    WHERE  e.session = f.session AND e.root = f.root
                      AND  e.t > (SELECT coalesce(max(c.t), -1) FROM commands c INDEXED BY commands_of_commits
                                  JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                                                 AND d.outcome NOT IN ('failed', 'denied')
                                  WHERE  c.session = f.session AND c.commits = 1 AND c.root = f.root)
                      AND  e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok'
                      AND  e.manner NOT IN ('same', 'undo'))) AS accepted,
       f.tree < (SELECT changes FROM trees WHERE root = f.root)
       AND EXISTS (SELECT 1 FROM runs h INDEXED BY runs_of_hooks
                   WHERE  h.session = f.session AND h.root = f.root AND h.origin = 'hook' AND h.kind = 'test'
                     AND  h.language = f.language) AS hooked
FROM   failing_tests f;

-- Each time that a test was known to fail: from `since`, the run that first showed it, to `cleared`, the call that ended
-- it, NULL if none has. `apart` is '' if the session has turned it red: the test passed, the session edited `broken_by`,
-- and the test failed. Otherwise it says why it stands apart: the excuse; never passed, if neither this session nor an
-- earlier one on the files that its first edit found (earlier_runs) has seen it pass; or no edit, if none came between
-- that still stands. The excuse is that of failing_tests; of what has ended baseline, environment or flaky: what was
-- doubtful or unknown has been settled.
--
-- Whatever shows people or agents what is red or was reads this view.
CREATE TEMP VIEW IF NOT EXISTS failures AS
WITH span AS (
  SELECT session, root, tool, suite, test, name, file, message, count, since, last, passed, NULL AS cleared, excuse
  FROM   failing_tests
  UNION  ALL
  SELECT a.session, a.root, a.tool, a.suite, a.test, a.test, '', m.message, a.count, a.since, a.failed, a.green, a.t,
         CASE WHEN a.baseline THEN 'baseline'
              WHEN a.flipped  THEN 'flaky'
              WHEN EXISTS (SELECT 1 FROM missing_services
                           WHERE  CASE how WHEN 'said'    THEN instr(lower(m.message), words)
                                           WHEN 'written' THEN m.message GLOB words
                                           WHEN 'first'   THEN a.green IS NULL AND m.message GLOB words
                                           ELSE lower(m.message) GLOB words AND lower(m.message) NOT GLOB '*assert*'
                                                AND (how = 'broken' OR lower(m.message) NOT GLOB '*expected*')
                                           END) THEN 'environment' ELSE '' END
  FROM   recovered a
  LEFT   JOIN tests m ON m.session = a.session AND m.t = a.failed AND m.test = a.test AND m.suite = a.suite
                     AND m.outcome = 'fail'
)
SELECT s.*, CASE WHEN s.excuse <> ''      THEN s.excuse
                 WHEN s.passed IS NULL    THEN 'never passed'
                 WHEN s.broken_by IS NULL THEN 'no edit' ELSE '' END AS apart
FROM  (SELECT span.*, (SELECT substr(max(printf('%012d', e.t) || e.file), 13)
                       FROM   breaking_edits e
                       WHERE  e.session = span.session AND e.root = span.root AND e.t > passed AND e.t <= since
                         AND  (cleared IS NOT NULL OR NOT e.put_back)) AS broken_by
       FROM   span) s;

-- The files that a command of this session has lately fetched from another machine. A script that fetches something, and
-- was written and run by the same line, is not what it fetches.
CREATE TEMP VIEW IF NOT EXISTS fetched_files AS
SELECT saved.path, c.text, c.t
FROM   commands c
CROSS  JOIN touches saved INDEXED BY touches_in_order ON saved.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND saved.t = c.t
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 100 AND (c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
       AND c.program IN ('curl', 'wget', 'aria2c', 'http')
  AND  saved.kind IN ('write', 'output') AND saved.via <> 'tool'
  AND  NOT (c.via <> '' AND instr(c.via, saved.file || ':') = 1)
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value GLOB '*localhost*' OR value GLOB '*127.0.0.1*');

-- The first run in this session of each linter or type checker with the same words.
CREATE TEMP VIEW IF NOT EXISTS first_checks AS
SELECT w.t, w.root, w.program, w.dir, w.task, w.selection, w.variant, w.tool, w.how, w.failed
FROM   runs w INDEXED BY runs_same
WHERE  w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.kind = 'check' AND w.ended
  AND  w.t = (SELECT min(p.t) FROM runs p INDEXED BY runs_same
              WHERE  p.session = w.session AND p.root = w.root AND p.program = w.program AND p.dir = w.dir
                AND  p.selection = w.selection AND p.variant = w.variant AND p.task = w.task AND p.kind = 'check'
                AND  p.ended);

-- The tests that changed their outcome while the tree did not change, in the recent sessions of this project.
CREATE TEMP VIEW IF NOT EXISTS flaky_tests AS
SELECT f.tool, f.suite, f.test, count(*) AS flips, count(DISTINCT f.session) AS sessions
FROM   recent_work w
CROSS  JOIN tests f ON f.session = w.session AND f.outcome = 'fail'
CROSS  JOIN runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
CROSS  JOIN runs o ON o.session = r.session AND o.root = r.root AND o.tool = r.tool AND o.tree = r.tree
                  AND o.kind = 'test'
WHERE  EXISTS (SELECT 1 FROM outcomes p
               WHERE  p.session = o.session AND p.t = o.t AND p.n = o.n AND p.test = f.test AND p.suite = f.suite
                 AND  p.outcome = 'pass')
  AND  NOT EXISTS (SELECT 1 FROM runs b JOIN outcomes m ON m.session = b.session AND m.t = b.t AND m.n = b.n
                     AND  m.test = f.test AND m.suite = f.suite
                   WHERE  b.session = r.session AND b.root = r.root AND b.tool = r.tool AND b.kind = 'test'
                     AND  b.tree = r.tree
                     AND  b.t > min(f.t, o.t) AND b.t < max(f.t, o.t))
GROUP  BY f.tool, f.suite, f.test;

-- The runs of tests, by programs as globs, that write what the tests expect anew: with a flag, or with a
-- variable that begins so. The -u of mocha is another flag.
CREATE TEMP VIEW IF NOT EXISTS rewriting_runs AS
SELECT column1 AS program, column2 AS word
FROM  (VALUES ('*jest*', '-u'), ('*vitest*', '-u'), ('*playwright*', '-u'), ('npm *', '-u'), ('pnpm *', '-u'),
              ('yarn*', '-u'), ('bun *', '-u'), ('*', '--update'), ('*', '--updateSnapshot'),
              ('*', '--update-snapshot'), ('*', '--update-snapshots'), ('*', '--snapshot-update'),
              ('*', '--update-goldens'), ('*', '--update-golden'), ('*', '--force-regen'),
              ('*', '--inline-snapshot=fix'), ('go test', '-update'), ('go test', '-golden'), ('*', 'UPDATE'),
              ('*', 'INSTA_UPDATE=always'), ('*', 'SNAPSHOT_UPDATE'),
              ('*', 'REGENERATE'), ('cargo insta', 'accept'), ('cargo insta', 'review'), ('cargo insta', '--accept'));

-- The tests that this session has seen fail and pass on the same tree: nothing that was changed
-- explains the difference. A file that could not be loaded and a crate that could not be built are no tests. A run while
-- edits are stashed, be it for one line only, is a run of another tree, and so is one of two runs in a line that changes
-- a file between them, such as to put back what it broke. A run that rewrites the expected output, as `jest -u` does,
-- passes whatever the program prints.
CREATE TEMP VIEW IF NOT EXISTS flipped_tests AS
SELECT a.root, a.test, a.t
FROM   tally y
CROSS  JOIN recovered a ON a.session = y.session AND a.root = y.root
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND a.flipped AND a.passed AND a.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
  AND  EXISTS (SELECT 1 FROM tests f JOIN runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
               WHERE  f.session = a.session AND f.t = a.failed AND f.test = a.test AND f.outcome = 'fail'
                 AND  NOT (r.language = 'rust' AND f.suite = '' AND f.test NOT GLOB '*::*'))
  AND  NOT EXISTS (SELECT 1 FROM runs r WHERE r.session = a.session AND r.t IN (a.failed, a.t) AND r.stashed
                   UNION ALL
                   SELECT 1 FROM commands c
                   WHERE  c.session = a.session AND c.t IN (a.failed, a.t) AND c.program = 'git stash'
                   UNION ALL
                   SELECT 1 FROM commands c
                   JOIN   rewriting_runs w ON c.program GLOB w.program AND instr(c.text || ' ', ' ' || w.word)
                   WHERE  c.session = a.session AND c.t = a.t
                   UNION ALL
                   SELECT 1 FROM touches e INDEXED BY touches_in_order
                   WHERE  e.session = a.session AND e.t = a.failed AND a.failed = a.t
                     AND  e.kind IN ('edit', 'write', 'delete'))
  AND  (a.test NOT GLOB '*.[a-z]*' OR instr(a.test, ' ') > 0) AND a.test NOT GLOB '[[]*]';

-- The uncommitted files of the project that another open session was the last to change, within the last hour, or another agent of this
-- session that is not known to have ended.
CREATE TEMP VIEW IF NOT EXISTS foreign_changes AS
SELECT f.value ->> 'file' AS file, e.session
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty')) f
CROSS  JOIN editors e ON e.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || (f.value ->> 'file')
CROSS  JOIN sessions s ON s.session = e.session
WHERE  (e.session <> (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND s.ended IS NULL
        OR e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.actor NOT IN ((SELECT value FROM temp.sqlite_parameters WHERE key = ':actor'), '*')
           AND NOT EXISTS (SELECT 1 FROM events d
                           WHERE  d.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND d.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND d.at >= e.at
                             AND  (d.moment = 'subagent_stop' AND d.actor = e.actor
                                   OR d.tool = 'task' AND d.moment = 'after')))
  AND  e.at > (SELECT value FROM temp.sqlite_parameters WHERE key = ':now') - 3600000 AND f.value ->> 'at' IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM editors o WHERE o.path = e.path AND o.at > e.at);

-- One row while a freeze lasts that the user has announced ("code freeze from now on"): until they say that it is over, or
-- agree to a change.
CREATE TEMP VIEW IF NOT EXISTS frozen AS
SELECT f.t
FROM   words f
WHERE  f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.kind = 'plan' AND f.verb = 'freeze'
  AND  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = f.session AND y.t > f.t
                     AND  (y.kind = 'permission' AND y.verb = 'freeze' OR y.kind = 'agreement'))
LIMIT  1;

-- The failing tests whose file is the one of this call. Go prints a file without its folder, which
-- its package tells. `own` is the name without that of the file, as it stands in it.
CREATE TEMP VIEW IF NOT EXISTS tests_of_file AS
SELECT f.name, f.excuse, f.since,
       substr(f.test, 1 + length(rtrim(f.test, replace(f.test, ':', '')))) AS own
FROM   failing_tests f
WHERE  f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND f.file <> ''
  AND  CASE WHEN f.identity <> '' THEN substr(f.identity, 1, length((SELECT value FROM temp.sqlite_parameters WHERE key = ':file')) + 1) = (SELECT value FROM temp.sqlite_parameters WHERE key = ':file') || ' '
            WHEN instr(f.file, '/') THEN f.file IN ((SELECT value FROM temp.sqlite_parameters WHERE key = ':file'), (SELECT value FROM temp.sqlite_parameters WHERE key = ':path')) OR substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':file'), -1 - length(f.file)) = '/' || f.file
            ELSE (SELECT value FROM temp.sqlite_parameters WHERE key = ':base') = f.file
                 AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':base') = (SELECT value FROM temp.sqlite_parameters WHERE key = ':file') OR f.suite = ''
                      OR substr('/' || f.suite, -1 - length((SELECT value FROM temp.sqlite_parameters WHERE key = ':file')) + length((SELECT value FROM temp.sqlite_parameters WHERE key = ':base')) + 1)
                         = '/' || substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':file'), 1, length((SELECT value FROM temp.sqlite_parameters WHERE key = ':file')) - length((SELECT value FROM temp.sqlite_parameters WHERE key = ':base')) - 1)) END;

-- Why the deletion of a test file loses nothing: a program goes with it, on this line or since its test began to fail.
CREATE TEMP VIEW IF NOT EXISTS goes_along AS
SELECT c.text AS why
FROM   commands c, json_each(c.args) w
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.program IN ('rm', 'git rm') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':tool') = 'run'
  AND  w.value GLOB '*' || (SELECT value FROM temp.sqlite_parameters WHERE key = ':ext') AND lower(w.value) NOT GLOB '*test*' AND lower(w.value) NOT GLOB '*spec*'
UNION  ALL
SELECT m.file
FROM   touches m INDEXED BY touches_in_order
WHERE  m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND m.kind = 'delete' AND m.class = 'code'
  AND  m.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND m.outcome = 'ok'
  AND  m.t >= (SELECT min(since) FROM tests_of_file);

-- The names, as globs in lower case, of files that have "test" or "spec" in their names and no tests in them: what all
-- tests of a folder share, and the snapshots that they are compared with.
CREATE TEMP VIEW IF NOT EXISTS test_helpers AS
SELECT value AS name
FROM   json_each('["*.snap", "conftest.py", "*_helper.*", "*helpers.*", "*[-_.]setup.*", "setup[-_]*", "*testutil*.*"]');

-- The tests that passed, failed after this session had changed a program, and since they last failed no
-- program was changed: what makes them green is something else. They are green or gone, as a run at `t` has
-- shown, or about to be run on this line. `made` is 1 if new programs have come since: they may be the repair.
CREATE TEMP VIEW IF NOT EXISTS unrepaired AS
WITH known (test, identity, passed, failed, t) AS (
  SELECT test, identity, green, failed, t FROM recovered
  WHERE  session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  UNION  ALL
  SELECT test, identity, passed, last, (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') FROM failing
  WHERE  session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND NOT baseline
)
SELECT known.test, known.identity, known.passed, known.failed, known.t,
       EXISTS (SELECT 1 FROM touches n INDEXED BY touches_in_order
               WHERE  n.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND n.t > known.failed AND n.t <= known.t AND n.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
                 AND  n.kind = 'write' AND NOT n.on_disk AND n.outcome = 'ok'
                 AND  n.class NOT IN ('test', 'settings', 'document', 'scratch')) AS made
FROM   known
WHERE  known.passed IS NOT NULL AND known.test <> '' AND known.test NOT GLOB '[[]*]'
  AND  EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
               WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > known.passed AND c.t < known.failed
                 AND  c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND c.class = 'code'
                 AND  c.kind IN ('edit', 'write') AND c.outcome = 'ok' AND c.actor <> '*')
  AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                   WHERE  o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.t > known.failed AND o.t <= known.t AND o.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
                     AND  (o.kind IN ('edit', 'delete', 'rewrite') OR o.kind = 'write' AND o.on_disk)
                     AND  o.outcome = 'ok'
                     AND  o.class NOT IN ('test', 'settings', 'document', 'scratch'))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND g.t > known.failed AND g.t <= known.t
                     AND  g.kind IN ('install', 'checkout'));

-- The tests of `unrepaired` that turned green because what they expect has changed, and not the program. `how`:
--   test      the test's own file was edited
--   given     what tests read was edited: a fixture, a snapshot, a helper
--   settings  what decides how tests run was edited (behaviour_files)
--   anew      a run wrote what tests expect; `file` is its command
-- Left out are files that the session is still writing: those that it made, or had changed before the test failed. Besides
-- the test's own file only fixtures and helpers count: other files of tests are those of other tests. A program that was
-- changed may be the repair, unless settings put it into the place of another.
CREATE TEMP VIEW IF NOT EXISTS green_by_test AS
WITH bent (test, failed, t, made, file, path, class, base) AS (
  SELECT u.test, u.failed, u.t, u.made, e.file, e.path, e.class,
         lower(replace(e.path, rtrim(e.path, replace(e.path, '/', '')), ''))
  FROM   unrepaired u
  CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > u.failed AND e.t <= u.t
  WHERE  e.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND e.class IN ('test', 'settings') AND e.kind IN ('edit', 'write', 'rewrite')
    AND  e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo') AND e.actor <> '*'
    AND  NOT EXISTS (SELECT 1 FROM touches m
                     WHERE  m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.path = e.path AND m.kind IN ('edit', 'write')
                       AND  m.outcome = 'ok'
                       AND  (m.t > u.passed AND m.t < u.failed OR m.kind = 'write' AND NOT m.on_disk))
)
SELECT test, file, path, t, 'test' AS how FROM bent
WHERE  class = 'test' AND NOT made AND EXISTS (SELECT 1 FROM tests f
               WHERE  f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.t = bent.failed AND f.outcome = 'fail' AND f.test = bent.test
                 AND  (f.file = '' OR substr('/' || bent.path, -1 - length(f.file)) = '/' || f.file
                       OR substr(f.file, -1 - length(bent.file)) = '/' || bent.file)) -- in a container
UNION  ALL
SELECT test, file, path, t, 'given' FROM bent
WHERE  class = 'test' AND NOT made
  AND  (base NOT GLOB '*test*.*' AND base NOT GLOB '*spec*.*'
        OR EXISTS (SELECT 1 FROM test_helpers h WHERE base GLOB h.name))
UNION  ALL
SELECT test, file, path, t, 'settings' FROM bent
WHERE  class = 'settings' AND EXISTS (SELECT 1 FROM behaviour_files b WHERE bent.base GLOB lower(b.name))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND g.t > bent.failed AND g.t <= bent.t
                     AND (g.kind <> 'build' OR base GLOB 'dockerfile*' OR base GLOB '*compose*'))
UNION  ALL
SELECT u.test, c.text, '', u.t, 'anew'
FROM   unrepaired u
CROSS  JOIN commands c ON c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > u.failed AND c.t <= u.t
WHERE  NOT u.made AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND (c.kind = 'test' OR c.program = 'cargo insta')
  AND  EXISTS (SELECT 1 FROM rewriting_runs w
               WHERE  c.program GLOB w.program
                 AND  (instr(c.args, json_quote(w.word)) OR instr(c.env, '"' || w.word)));

-- The programs, as globs, that start nothing of what was edited here: they show, pack, move, edit or format files, manage
-- packages, versions of languages, containers and processes, or keep a record of an agent's sessions.
CREATE TEMP VIEW IF NOT EXISTS idle_programs AS
SELECT value AS name
FROM   json_each('["git *", "gh *", "jj *", "hg *", "sl *", "entire*", "git-ai*", "openspec*", ":", "sleep",
                   "source", ".", "rm", "rmdir", "mv", "cp", "mkdir", "mktemp", "touch", "chmod", "chown", "ln",
                   "install", "truncate", "dd", "tee", "sed", "patch", "apply_patch", "*fmt", "prettier", "black",
                   "isort", "clang-format", "json.tool", "tar", "zip", "unzip", "gzip", "gunzip", "shasum", "md5",
                   "md5sum", "sha*sum", "openssl", "host", "dig", "nslookup", "ping", "code", "nano", "vim",
                   "venv", "virtualenv", "kill", "pkill", "killall", "fuser",
                   "pm2 list", "pm2 ls", "pm2 status", "pm2 show", "pm2 describe", "pm2 logs", "pm2 save",
                   "pm2 startup", "pm2 flush", "pm2 stop", "pm2 delete", "nvm *", "volta*", "asdf *", "pyenv *",
                   "conda *", "direnv *", "mise use", "mise install", "mise trust", "pip *", "uv pip", "uv lock",
                   "uv sync", "uv add", "uv remove", "gem *", "npm ci", "npm root", "npm version", "npm create",
                   "npm pack", "* install", "* add", "* remove", "* uninstall", "* update", "* upgrade",
                   "* outdated", "* audit", "* login", "* whoami", "* publish", "cargo init", "cargo new",
                   "cargo clean", "npm *config", "pnpm *config", "docker images", "docker tag", "docker network",
                   "docker volume", "docker compose down", "docker compose config", "docker compose stop",
                   "docker stop", "docker rm", "podman images", "podman machine", "podman system", "podman info",
                   "*-Item", "Get-*", "Set-Content", "Set-Location", "Select-*",
                   "Where-Object", "ForEach-Object", "Sort-Object",
                   "Measure-Object", "Format-*", "Out-*", "Write-*", "Test-Path", "Join-Path", "ConvertTo-*",
                   "ConvertFrom-*", "*-Archive", "Start-Sleep", "Stop-Process"]');

-- The programs, as globs, that work on another machine, in a database, in a service or an issue tracker, or that
-- only show or manage this machine: what was edited here does not run in them.
CREATE TEMP VIEW IF NOT EXISTS remote_programs AS
SELECT value AS name
FROM   json_each('["ssh", "scp", "curl", "wget", "http", "xh", "rsync", "sftp", "mosh", "psql", "mysql", "mariadb",
                   "sqlite3", "mongosh", "redis-cli", "duckdb", "kubectl *", "oc *", "helm *", "aws *", "gcloud *",
                   "az *", "doctl", "docker logs", "docker ps", "docker compose ps", "docker inspect", "docker pull",
                   "systemctl *", "journalctl", "launchctl", "brew *", "apt *", "apt-get *", "bd", "beads", "jira",
                   "linear", "acli", "tea", "glab *", "open", "xdg-open", "osascript", "claude", "codex", "gemini",
                   "crontab", "ps", "lsof", "netstat", "ss", "du", "df"]');

-- The programs, as globs, that start a service and leave it running, that send what was built to where it will run, that hand out
-- files as they are, or that compile a page only when it is asked for: that it started is all that they show.
CREATE TEMP VIEW IF NOT EXISTS restarts AS
SELECT value AS name
FROM   json_each('["pm2 start", "pm2 restart", "pm2 reload", "supervisorctl *", "docker restart", "docker compose up",
                   "docker compose start", "docker compose restart", "podman restart", "podman compose up",
                   "docker service", "docker stack", "nginx", "apachectl", "apache2ctl", "* deploy", "vercel",
                   "railway up", "http.server", "serve", "http-server", "live-server",
                   "vite", "next dev", "ng serve", "expo start", "webpack-dev-server"]');

-- The commands of this session that may have tried something out, each with how: test, also if only the output shows
-- that tests ran (make verify, a hook); check (a linter, build or dry run, the start of a service, or a page of one that
-- hands out files, whose script runs in a browser); run, any other program that is not idle, a formatter or an edit.
-- Refused calls, and those whose program is missing, are left out, though an earlier command of such a line counts. Calls of
-- tools that run no command, such as a browser's, are never in it. `changed`: an earlier command of the line changed the
-- tree. `opaque`: a task whose commands are not known. `language`: that of the tests that ran, '' if none ran or if they
-- stand for any language.
CREATE TEMP VIEW IF NOT EXISTS trials AS
SELECT c.root, c.t, c.n, c.text, c.changed,
       c.task <> '' AND NOT EXISTS (SELECT 1 FROM commands v
                                    WHERE  v.session = c.session AND v.t = c.t AND v.via <> '') AS opaque,
       coalesce((SELECT iif(count(DISTINCT r.language) = 1 AND max(r.tool) NOT IN ('playwright', 'cypress'),
                            nullif(max(r.language), 'shell'), '')
                 FROM   runs r
                 WHERE  r.session = c.session AND r.t = c.t AND r.command = c.n AND r.kind = 'test'), '') AS language,
       iif(c.kind = 'test' OR EXISTS (SELECT 1 FROM runs r WHERE r.session = c.session AND r.t = c.t
                                        AND  r.command = c.n AND r.kind = 'test'), 'test',
           iif(c.kind <> '' OR EXISTS (SELECT 1 FROM restarts s WHERE c.program GLOB s.name)
               OR EXISTS (SELECT 1 FROM dry_commands d WHERE c.text GLOB d.text)
               OR c.program IN ('curl', 'wget') AND EXISTS (
                    SELECT 1 FROM commands k WHERE k.session = c.session AND k.t > c.t - 100
                       AND k.program IN ('http.server', 'serve', 'http-server', 'live-server')),
               'check', 'run')) AS how
FROM   commands c
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND NOT c.inert AND c.kind <> 'fix'
  AND  (c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
  AND  (NOT EXISTS (SELECT 1 FROM idle_programs i WHERE c.program GLOB i.name)
        AND c.args NOT IN ('["-v"]', '["-V"]', '["--version"]', '["version"]')
        OR EXISTS (SELECT 1 FROM runs r -- pytest -v says more, and is no question for its version
                   WHERE  r.session = c.session AND r.t = c.t AND r.command = c.n AND r.kind = 'test'))
  -- Code on the command line that changes programs is an edit, and so is whatever perl changes.
  AND  NOT (c.program IN ('python', 'node', 'perl', 'ruby')
            AND EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                        WHERE  e.session = c.session AND e.t = c.t AND e.kind IN ('edit', 'write')
                          AND  (e.class IN ('code', 'test') OR c.program = 'perl')))
  AND  c.task NOT GLOB '*fmt*' AND c.task NOT GLOB '*format*'
  -- What runs somewhere else tries it out only after it was sent there.
  AND  (NOT EXISTS (SELECT 1 FROM remote_programs r
                    WHERE  c.program GLOB r.name AND c.text NOT GLOB '*localhost*' AND c.text NOT GLOB '*127.0.0.1*')
        OR EXISTS (SELECT 1 FROM commands s
                   WHERE  s.session = c.session AND s.t > c.t - 100 AND s.t <= c.t AND (s.t < c.t OR s.n < c.n)
                     AND  (s.program IN ('git push', 'scp', 'rsync', 'vercel', 'railway up')
                           OR s.program GLOB '* deploy')))
  AND  (c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR EXISTS (SELECT 1 FROM events d WHERE d.session = c.session AND d.t = c.t AND d.moment = 'after'
                              AND  d.outcome <> 'denied' AND coalesce(d.exit, 0) NOT IN (127, 9009)));

-- The files that an earlier turn has changed with no trial since, up to the last prompt: they were handed over untried, and the
-- user has come back.
CREATE TEMP VIEW IF NOT EXISTS handed_again AS
SELECT DISTINCT e.path
FROM   sessions
CROSS  JOIN touches e INDEXED BY touches_in_order
              ON e.session = sessions.session AND e.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND e.t < sessions.prompted
WHERE  sessions.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  AND  e.t >= coalesce((SELECT max(a.t) FROM trials a
                        WHERE  a.how <> 'check' AND a.t < (SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session'))), 0);

-- What this call hands on, project by project, and how: commit; push (also a pull request, a merge
-- of one and a release); or done, the end of a turn or of a subagent's task, which hands on to the
-- user all that was worked on, also outside of every project (root ''). A turn that ends while subagents still work hands
-- nothing on yet: it goes on when they end.
CREATE TEMP VIEW IF NOT EXISTS handovers AS
SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AS root, 'commit' AS way WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':commits')
UNION  ALL
SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':root'), 'push'
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before'
  AND  ((SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('git push', 'jj git', 'hg push', 'sl push')
        OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('gh pr', 'gh release') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') ->> 0 IN ('create', 'merge', 'ready')
        OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'glab' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') ->> 0 IN ('mr', 'release') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') ->> 1 IN ('create', 'merge'))
  AND  NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':args')) w WHERE w.value IN ('--dry-run', '-n', '--delete', '-d', '--tags'))
UNION  ALL
SELECT y.root, 'done'
FROM   (SELECT root FROM tally WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') UNION SELECT '') y
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') IN ('stop', 'subagent_stop')
  AND  NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':running')) r WHERE r.value GLOB 'agent:*');

-- The edits of the pile: of programs and tests, since anything in their project was tested or tried
-- out.
CREATE TEMP VIEW IF NOT EXISTS pile_edits AS
SELECT y.root, y.pile, e.t, e.path, e.file, e.class, e.kind = 'write' AND NOT e.on_disk AS made
FROM   tally y
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.pile AND e.root = y.root
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.class IN ('code', 'test');

-- How many edits of the pile a commit hands on if it takes only files that `git add` has named one
-- by one. No row if it takes everything, or if this call is no commit.
CREATE TEMP VIEW IF NOT EXISTS named_edits AS
SELECT y.root, (SELECT count(DISTINCT e.t) FROM pile_edits e
                JOIN   added_files a ON a.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND a.root = e.root AND a.t >= e.pile
                WHERE  e.root = y.root AND substr(e.path || '/', 1, length(a.path) + 1) = a.path || '/') AS edits
FROM   tally y
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND y.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':commits')
  AND  (SELECT min(a.path) FROM added_files a WHERE a.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND a.root = y.root AND a.t >= y.pile) <> ''
  AND  NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':args')) WHERE value = '--all' OR value GLOB '-a*' OR value GLOB '-[a-z]a*');

-- What a commit or the end of a turn hands on untested: of each project the edits of its pile, and
-- how many of them it takes. The end of a turn hands on what was edited since the user's last
-- prompt.
CREATE TEMP VIEW IF NOT EXISTS handed_on AS
SELECT y.root, handovers.way, y.edits, y.pile, y.last_code,
       coalesce((SELECT n.edits FROM named_edits n WHERE n.root = y.root), y.edits) AS taken,
       (SELECT e.file FROM pile_edits e WHERE e.root = y.root ORDER BY e.class = 'code' DESC, e.t DESC LIMIT 1) AS file,
       iif(y.root = (SELECT root FROM events WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND moment = (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment')),
           '', ' in ' || y.root) AS place,
       'pile ' || y.pile || iif(y.root = (SELECT root FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')),
                                '', ' in ' || y.root) AS subject
FROM   handovers
CROSS  JOIN tally y ON y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND y.root = handovers.root AND y.edits > 0
WHERE  handovers.way = 'commit'
   OR  handovers.way = 'done' AND y.last_code > (SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session'));

-- The attempts of this turn to stop after which the agent has changed no file: it gets no further.
CREATE TEMP VIEW IF NOT EXISTS idle_stops AS
SELECT e.t
FROM   turn
CROSS  JOIN events e ON e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t >= turn.began AND e.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND e.moment = 'stop'
WHERE  e.t > coalesce((SELECT max(u.t) FROM touches u INDEXED BY touches_in_order
                       WHERE  u.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND u.t >= turn.began AND u.kind IN ('edit', 'write', 'delete')
                         AND  u.outcome = 'ok'), 0);

-- What people said of each verdict that was reported, or would have been without observe mode.
-- `vote` is `wrong` if a person marked the verdict, `weak` if one allowed the refused call once, or
-- snoozed the rule within ten minutes and before the rule said anything else, and otherwise ''.
-- Rules cannot read it.
CREATE TEMP VIEW IF NOT EXISTS judged AS
SELECT v.session, v.t, v.rule, v.subject, v.moment, v.id, v.at, v.severity, v.message, v.evidence, o.because, o.version,
       coalesce(o.vote,
         iif(EXISTS (SELECT 1 FROM allowances a
                     WHERE  a.session = v.session AND a.rule = v.rule AND a.subject = v.subject
                       AND  a.moment = v.moment AND a.at = v.at)
          OR EXISTS (SELECT 1 FROM snoozes s
                     WHERE  s.rule = v.rule AND s.at BETWEEN v.at AND v.at + 600000 AND s.until > s.at
                       AND  NOT EXISTS (SELECT 1 FROM verdicts w
                                        WHERE  w.rule = v.rule AND w.unsaid IN ('', 'observe') AND w.at <= s.at
                                          AND  (w.at, w.t) > (v.at, v.t))),
             'weak', '')) AS vote
FROM   verdicts v
LEFT   JOIN votes o ON o.session = v.session AND o.t = v.t AND o.rule = v.rule AND o.subject = v.subject
                   AND o.moment = v.moment
                   AND o.at = (SELECT max(l.at) FROM votes l
                               WHERE  l.session = v.session AND l.t = v.t AND l.rule = v.rule
                                 AND  l.subject = v.subject AND l.moment = v.moment)
WHERE  v.unsaid IN ('', 'observe');

-- The files of which this session has made a copy under the same name, before this call and unchanged since: `path`,
-- and `copy`, which no call of this session has deleted.
CREATE TEMP VIEW IF NOT EXISTS kept_copies AS
SELECT o.path, k.path AS copy
FROM   touches k INDEXED BY touches_in_order
CROSS  JOIN touches o INDEXED BY touches_in_order ON o.session = k.session AND o.t = k.t AND o.kind = 'scan'
                                                 AND o.outcome = 'ok'
WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND k.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND k.manner = 'copy' AND k.outcome = 'ok'
  AND  replace(k.path, rtrim(k.path, replace(k.path, '/', '')), '')
       = replace(o.path, rtrim(o.path, replace(o.path, '/', '')), '')
  AND  NOT EXISTS (SELECT 1 FROM own_changes c WHERE c.path = o.path AND +c.t > k.t AND +c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t'))
  AND  NOT EXISTS (SELECT 1 FROM touches d INDEXED BY touches_in_order
                   WHERE  d.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND d.t > k.t AND d.kind = 'delete'
                     AND  d.path IN (k.path, substr(k.path, 1, length(d.path))));

-- The languages whose programs only tests in the same language try, by the ends of their files' names. What is compiled can be a
-- library that any language tests, so that such languages are not here.
CREATE TEMP VIEW IF NOT EXISTS languages AS
SELECT l.key AS language, e.value AS ext
FROM   json_each('{"javascript": [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"],
                   "python": [".py"], "ruby": [".rb"], "php": [".php"], "elixir": [".ex", ".exs"],
                   "dart": [".dart"]}') l,
       json_each(l.value) e;

-- The last change of each file in a session, as far as it happened, with the parts of the file's name as the
-- parameters :base and :ext have them.
CREATE TEMP VIEW IF NOT EXISTS last_changes AS
SELECT k.session, k.path, k.t, k.kind, k.actor, k.via, k.file, k.root, k.class,
       substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 1) AS base,
       iif(instr(substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 2), '.'),
           '.' || substr(k.path, length(rtrim(k.path, replace(k.path, '.', ''))) + 1), '') AS ext
FROM   touches k
WHERE  k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok'
  AND  NOT EXISTS (SELECT 1 FROM touches l
                   WHERE  l.session = k.session AND l.path = k.path
                     AND  l.kind IN ('edit', 'write', 'delete', 'rewrite') AND l.outcome = 'ok'
                     AND  (l.t > k.t OR l.t = k.t AND (l.actor > k.actor OR l.actor = k.actor AND l.kind > k.kind)));

-- The command with which this session last ran tests in each project, and the language of these.
CREATE TEMP VIEW IF NOT EXISTS last_tests AS
SELECT y.root, c.text AS command, r.language
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.t = y.last_run AND r.root = y.root AND r.kind = 'test'
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session');

-- The test runs of the recent sessions of this project, with their time: milliseconds since 1970.
CREATE TEMP VIEW IF NOT EXISTS recent_runs AS
SELECT r.session, r.root, r.tool, r.t, r.n, r.outcome, r.complete AND r.selection = '[]' AS whole,
      (SELECT max(v.at) FROM events v WHERE v.session = r.session AND v.t = r.t) AS at
FROM   recent_work w
CROSS  JOIN runs r ON r.session = w.session
WHERE  r.kind = 'test' AND r.outcome IN ('pass', 'fail') AND NOT r.stashed;

-- The failures that stand, as keys of `failing`. For a session `:session` these are all of its own; if that is NULL,
-- those that the recent sessions of this project have left and that no later run of another session has settled, by
-- naming the test or because all tests passed. It gives keys alone, so that the costly columns are asked for these
-- failures only.
CREATE TEMP VIEW IF NOT EXISTS left_failing AS
WITH run AS MATERIALIZED (SELECT * FROM recent_runs WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') IS NULL),
green AS MATERIALIZED (
  SELECT session, root, tool, max(at) AS at FROM run WHERE outcome = 'pass' AND whole GROUP BY session, root, tool
),
left_open AS MATERIALIZED (
  SELECT f.session, f.root, f.tool, f.suite, f.test,
         (SELECT max(v.at) FROM events v WHERE v.session = f.session AND v.t = f.last) AS at
  FROM   recent_work w
  CROSS  JOIN failing f ON f.session = w.session AND f.last > 0
  WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') IS NULL
)
SELECT session, root, tool, suite, test FROM failing WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
UNION  ALL
SELECT f.session, f.root, f.tool, f.suite, f.test
FROM   left_open f
-- A plus keeps SQLite from building an index of so few rows.
WHERE  NOT EXISTS (SELECT 1 FROM green
                   WHERE  +green.root = f.root AND +green.tool = f.tool AND green.session <> f.session
                     AND  green.at > f.at)
  AND  NOT EXISTS (SELECT 1 FROM recovered a
                   WHERE  a.test = f.test AND a.suite = f.suite AND a.tool = f.tool AND a.root = f.root
                     AND  a.session <> f.session AND a.at > f.at)
  AND  NOT EXISTS (SELECT 1 FROM run
                   CROSS  JOIN outcomes o ON o.session = run.session AND o.t = run.t AND o.n = run.n
                                         AND o.test = f.test AND o.suite = f.suite
                   WHERE  +run.root = f.root AND +run.tool = f.tool AND run.session <> f.session AND run.at > f.at
                     AND  f.test <> '');

-- The files of the pile that this commit leaves out, because `git add` has named others one by one.
CREATE TEMP VIEW IF NOT EXISTS left_out AS
SELECT e.path
FROM   pile_edits e
WHERE  e.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND EXISTS (SELECT 1 FROM named_edits n WHERE n.root = e.root)
  AND  NOT EXISTS (SELECT 1 FROM added_files a
                   WHERE  a.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND a.root = e.root AND a.t >= e.pile
                     AND  substr(e.path || '/', 1, length(a.path) + 1) = a.path || '/');

-- The earlier runs of this command in this session, in the same folder. A question about such a run was answered then, so it is not put
-- again. A command that was refused did not run, and one that failed changed nothing, so neither counts. A merge that bypasses the rules
-- of a branch (--admin) counts for the next pull request of the repository, too.
CREATE TEMP VIEW IF NOT EXISTS let_before AS
SELECT c.t
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome IN ('ok', 'unknown')
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.dir = (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND c.program = (SELECT value FROM temp.sqlite_parameters WHERE key = ':program')
  AND  (c.args = (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') AND c.env = (SELECT value FROM temp.sqlite_parameters WHERE key = ':env')
        OR EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--admin')
           AND EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':pushes')) WHERE value ->> 'admin'));

-- The edits that likely fixed a test: `file` is the last file edited between a failure and the run that showed
-- that the test no longer fails.
CREATE TEMP VIEW IF NOT EXISTS likely_fixes AS
SELECT session, tool, test, suite, failed, t AS passed, edited AS file
FROM   recovered
WHERE  edited <> '' AND passed AND test <> '' AND test NOT GLOB '[[]*]';

-- The things that this command drops elsewhere and that this session has created, or creates earlier on this line, by
-- their names: with a command such as `gcloud … create NAME`, or a statement CREATE TABLE NAME. A thing that is
-- created only if it does not exist is left out, because it may have been there before. A secret or variable whose
-- value the session has set counts as created: the value before it went then.
CREATE TEMP VIEW IF NOT EXISTS made_elsewhere AS
SELECT d.value ->> 'name' AS name
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':drops')) d
CROSS  JOIN commands c ON c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
CROSS  JOIN json_each(c.args) a
LEFT   JOIN events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  d.value ->> 'name' <> '' AND (c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n') OR e.outcome IN ('ok', 'unknown'))
  AND  (a.value = d.value ->> 'name'
        AND (instr(c.program, 'create') OR EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value GLOB 'create*')
             OR c.text GLOB '* secret*' AND EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value IN ('set', 'put')))
        OR lower(a.value) || ' ' GLOB '*create*table[ ."`]*' AND instr(lower(a.value), 'if not exists') = 0
           AND lower(a.value) || ' ' GLOB '*create*[ ."`]' || lower(d.value ->> 'name') || '[ (;"`]*');

-- One row if this session has made the file of this call.
CREATE TEMP VIEW IF NOT EXISTS made_file AS
SELECT m.t
FROM   touches m
WHERE  m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':path') AND m.kind = 'write' AND NOT m.on_disk AND m.outcome = 'ok';

-- The commands of this session that have put changes of the project on the stash, or are about to, earlier on this
-- line. `added` is 1 if new files are put there as well; `named` 1 if only the files among its words are.
CREATE TEMP VIEW IF NOT EXISTS stash_pushes AS
SELECT c.t, c.n, c.args, c.root,
       EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('-u', '-a', '--include-untracked', '--all')) AS added,
       EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--') AS named
FROM   commands c
LEFT   JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND c.program = 'git stash' AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  AND  (c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND d.outcome <> 'failed' OR c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
  AND  coalesce(c.args ->> 0, 'push')
       NOT IN ('list', 'show', 'drop', 'clear', 'create', 'store', 'pop', 'apply', 'branch');

-- The last command of this session that has put changes of the project on the stash, if nothing has taken them back since.
-- A pop that git refused has not. One that ended in a conflict has put into the tree what it could.
CREATE TEMP VIEW IF NOT EXISTS untaken_stash AS
SELECT p.t, p.n, p.args, p.added, p.named
FROM  (SELECT t, n, args, added, named FROM stash_pushes ORDER BY t DESC LIMIT 1) p
WHERE  NOT EXISTS (SELECT 1 FROM commands o
                   LEFT JOIN events d ON d.session = o.session AND d.t = o.t AND d.moment = 'after'
                   WHERE  o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND o.t >= p.t AND (o.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR o.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
                     AND  o.program = 'git stash' AND o.args ->> 0 IN ('pop', 'apply', 'branch')
                     AND  (o.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR d.outcome <> 'failed'
                           OR EXISTS (SELECT 1 FROM changes h
                                      WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.t = o.t AND h.kind = 'checkout')));

-- The files that this session has last put on the stash, and has neither taken back nor changed since.
CREATE TEMP VIEW IF NOT EXISTS my_stash AS
SELECT DISTINCT e.file
FROM   untaken_stash p
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
WHERE  e.t < p.t AND e.t > (SELECT coalesce(max(o.t), 0) FROM own_commits o WHERE o.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND o.t < p.t)
  AND  e.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  AND  e.manner NOT IN ('same', 'undo', 'restore') AND e.class NOT IN ('scratch', 'generated')
  AND  (e.kind = 'edit' OR e.on_disk OR p.added)
  AND  (NOT p.named OR e.file IN (SELECT value FROM json_each(p.args)))
  AND  NOT EXISTS (SELECT 1 FROM changes h
                   WHERE  h.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND h.t > e.t AND h.t < p.t AND h.kind = 'checkout' AND h.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root'))
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.path = e.path AND +k.t > p.t
                     AND  k.kind IN ('edit', 'write', 'delete') AND k.outcome = 'ok');

-- The lines that this session started in the background and that still run. Some clients say at a stop which these are
-- (`:running`). Where they do not, it is the lines of whose end nothing is known: neither the client nor a look at the
-- output has told it, and no process was ended since.
CREATE TEMP VIEW IF NOT EXISTS still_running AS
SELECT s.t, s.command, s.source AS task
FROM   events s
WHERE  s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND s.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND s.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND s.moment = 'after' AND +s.source <> ''
  AND  s.tool = 'run' AND s.name <> 'task-notification' AND s.outcome NOT IN ('denied', 'failed')
  AND  iif((SELECT value FROM temp.sqlite_parameters WHERE key = ':running') IS NOT NULL,
           s.source IN (SELECT value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':running'))),
           NOT EXISTS (SELECT 1 FROM events e INDEXED BY events_of_tasks
                       WHERE  e.session = s.session AND e.source = s.source AND e.source <> ''
                         AND  e.moment = 'after' AND e.t > s.t)
           AND NOT EXISTS (SELECT 1 FROM events k
                           WHERE  k.session = s.session AND k.t > s.t AND k.moment = 'after'
                             AND  k.name IN ('KillShell', 'KillBash', 'TaskStop', 'BashOutput', 'TaskOutput'))
           AND NOT EXISTS (SELECT 1 FROM touches r
                           WHERE  r.session = s.session AND r.t > s.t AND r.path GLOB '*' || s.source || '*')
           AND NOT EXISTS (SELECT 1 FROM commands c
                           WHERE  c.session = s.session AND c.t > s.t
                             AND  c.program IN ('kill', 'pkill', 'killall', 'fuser', 'kill-port', 'wait')));

-- The test runs in the background that, as the client says at this stop, still go on, of a project that was edited before and
-- in which none has ended since the edit.
CREATE TEMP VIEW IF NOT EXISTS open_tests AS
SELECT b.t, c.text AS command
FROM   still_running b
CROSS  JOIN commands c ON c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = b.t AND c.kind = 'test'
JOIN   tally y ON y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND y.root = c.root AND y.last_code < b.t
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':running') IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM runs r
                   WHERE  r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.root = c.root AND r.kind = 'test' AND r.t > y.last_code
                     AND  r.outcome <> 'unknown');

-- The commands that the user has ordered or allowed in this session by writing them out, as they are recorded: `text` is that of the first one
-- of a line. A command that they pasted among others, asked about or forbade is none.
CREATE TEMP VIEW IF NOT EXISTS ordered_commands AS
SELECT w.t, w.object AS text
FROM   words w
WHERE  w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.object <> '' AND w.verb = 'run' AND w.kind IN ('order', 'standing', 'permission');

-- When this agent last did something else than wait, within its last sixty calls: the user spoke, the
-- context was compacted, or the agent changed a file that is kept, committed or pushed.
CREATE TEMP VIEW IF NOT EXISTS other_work AS
SELECT max(coalesce((SELECT max(e.t) FROM events e
                     WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 60 AND e.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
                       AND  e.moment IN ('prompt', 'compact', 'start')), 0),
           coalesce((SELECT max(x.t) FROM touches x INDEXED BY touches_in_order
                     WHERE  x.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND x.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 60 AND x.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND x.actor = (SELECT value FROM temp.sqlite_parameters WHERE key = ':actor')
                       AND  x.kind IN ('edit', 'write', 'delete', 'rewrite') AND x.outcome = 'ok'
                       AND  x.class NOT IN ('scratch', 'generated')), 0),
           coalesce((SELECT max(c.t) FROM commands c
                     CROSS  JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                                         AND d.actor = (SELECT value FROM temp.sqlite_parameters WHERE key = ':actor') AND d.outcome = 'ok'
                     WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 60 AND c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
                       AND  (c.commits = 1 OR c.program = 'git push')), 0)) AS t;

-- What the message of a failure says, as patterns of LIKE, if its reason is outside of the project:
-- a service, the network, a setting of the machine.
CREATE TEMP VIEW IF NOT EXISTS outside_reasons AS
SELECT value AS words
FROM   json_each('["%connection refused%", "%econnrefused%", "%enotfound%", "%eaddrinuse%", "%could not connect%",
                   "%timed out%", "%timeout%", "%environment variable%", "%not set%"]');

-- The containers that this session has started, on this machine or with a line for another one, by the names that it gave them
-- (docker run --name N).
CREATE TEMP VIEW IF NOT EXISTS own_containers AS
SELECT c.t, substr(c.rest, 1, instr(c.rest || ' ', ' ') - 1) AS name
FROM  (SELECT o.t, ltrim(substr(o.text, instr(o.text, '--name') + 6), ' =') AS rest
       FROM   own_commands o
       WHERE  o.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND o.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND o.outcome <> 'failed'
         AND  (o.text GLOB '*docker run *--name*' OR o.text GLOB '*podman run *--name*')) c;

-- The edits of this session: files that it or its subagents edited or wrote, in order. Ask with a tick
-- (`e.t > …`); for a single file ask own_changes. `folder` is that of the file.
CREATE TEMP VIEW IF NOT EXISTS own_edits AS
SELECT e.t, e.path, e.file, e.root, e.class, e.kind, e.actor, e.via, e.manner,
       e.kind = 'write' AND NOT e.on_disk AS made,
       rtrim(rtrim(e.path, replace(e.path, '/', '')), '/') AS folder
FROM   touches e INDEXED BY touches_in_order
WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.kind IN ('edit', 'write') AND e.outcome = 'ok';

-- One row if the repository of the command is this session's own: it has made it, or the line makes it in a folder of
-- mktemp. `folder` is 1 if all that is in it is its own, too, and 0 if only its .git is.
CREATE TEMP VIEW IF NOT EXISTS own_project AS
SELECT d.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') OR d.path <> (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/.git' AS folder
FROM   folders d
WHERE  d.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
  AND  d.path BETWEEN substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':root'), 1, 2) AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/.git' -- the folders above sort before it
  AND  (substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/', 1, length(d.path) + 1) = d.path || '/' OR d.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/.git')
UNION  ALL
SELECT 1 WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') = '?' AND instr((SELECT value FROM temp.sqlite_parameters WHERE key = ':command'), 'mktemp');

-- The names of the branches, tags and worktrees that this session has made or pushed, or makes earlier on this line.
CREATE TEMP VIEW IF NOT EXISTS own_refs AS
SELECT a.value AS name
FROM   commands c
CROSS  JOIN json_each(c.args) a
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND (c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
  AND  (c.program IN ('git tag', 'git push') OR c.program = 'git worktree' AND c.args ->> 0 = 'add'
        OR c.program IN ('git checkout', 'git switch', 'git branch') AND c.args GLOB '*"-[bBcC]"*'
        OR c.program = 'git branch' AND c.args NOT GLOB '*"-*')
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('-d', '-D', '--delete'));

-- What this session has started lately, or starts earlier on this line: programs with their words, and lines that the
-- client runs in the background. `background` is 1 if nobody waits for it. What only looks for processes has started
-- nothing.
CREATE TEMP VIEW IF NOT EXISTS own_starts AS
SELECT c.t, c.text, c.args, c.background,
       EXISTS (SELECT 1 FROM events d
               WHERE  d.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND d.t = c.t AND d.moment = 'after' AND d.outcome = 'failed') AS failed
FROM   commands c
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 1000 AND (c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n') AND instr(c.text, (SELECT value FROM temp.sqlite_parameters WHERE key = ':text')) = 0) AND NOT c.inert
       AND c.program NOT GLOB 'git *'
  AND  c.program NOT IN ('pkill', 'killall', 'pgrep', 'kill', 'ps', 'lsof', 'fuser', 'grep', 'sleep', 'ss', 'netstat')
UNION  ALL
SELECT e.t, e.command, '[]', 1, 0
FROM   events e
WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 1000 AND e.moment = 'after' AND e.source <> '' AND e.tool = 'run';

-- The files that this session has changed and that this call hands on. A push hands on those of its commits since the
-- last push, the end of a turn those that were changed since the user's last prompt. `edits` is how often a file was
-- changed, `lines` by how many lines it grew or shrank in these edits; a file that was written anew as a whole counts
-- with at least 3, because its size tells nothing.
--
-- Left out are files that were removed or put back since, documents, what a program generates, files without a line,
-- and what a command has left outside of every project. A file whose name tells nothing is a program if the session
-- has seen its first line.
CREATE TEMP VIEW IF NOT EXISTS work AS
SELECT handovers.way, e.root, e.path, e.file, e.class, max(e.t) AS t,
       count(*) AS edits,
       sum(max(abs(coalesce(e.lines_after - e.lines_before, 3)), iif(e.kind = 'write', 3, 0))) AS lines,
       replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') AS base,
       e.file GLOB '*.sh' OR e.file GLOB '*.bash' OR e.file GLOB '*.zsh' OR e.file GLOB '*.ps1' AS script
FROM   handovers
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.root = handovers.root
  AND  e.t > CASE handovers.way
               WHEN 'push'
               THEN coalesce((SELECT last_push.t FROM last_push WHERE last_push.root = handovers.root), (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500)
               ELSE (SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')) END
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via <> 'elsewhere' AND e.actor <> '*'
  AND  (e.root <> '' OR e.via = 'tool')
  AND  e.manner NOT IN ('same', 'undo', 'restore')
  AND  coalesce(nullif(e.class, ''), (SELECT max(r.class) FROM touches r
                                      WHERE  r.session = e.session AND r.path = e.path)) IN ('code', 'test', 'settings')
  AND  coalesce(e.lines_before, 0) + coalesce(e.lines_after, 1) > 0
  AND  (handovers.way <> 'push' OR e.t < (SELECT last_commit.t FROM last_commit WHERE last_commit.root = e.root))
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = e.session AND k.path = e.path AND k.outcome = 'ok' AND +k.t >= e.t
                     AND  (k.kind = 'delete' OR k.manner IN ('restore', 'undo')))
GROUP  BY e.root, e.path;

-- The test files that belong to what this call hands on, as far as this session has seen them: a test that was changed is
-- its own, and the tests of cart.go are cart_test.go, of cart.js cart.test.js or cart.spec.js, of cart.py test_cart.py.
CREATE TEMP VIEW IF NOT EXISTS own_tests AS
WITH named AS (
  SELECT work.*, substr(base, 1, length(base) - length(ext) - 1) AS stem
  FROM  (SELECT work.*, replace(base, rtrim(base, replace(base, '.', '')), '') AS ext FROM work) work
)
SELECT named.way, named.root, named.path, named.file, named.t, s.path AS test_path, s.file AS test
FROM   named
CROSS  JOIN touches s INDEXED BY touches_of_tests ON s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND s.root = named.root AND s.class = 'test'
WHERE  named.class IN ('code', 'test') AND s.outcome = 'ok'
  AND  iif(named.class = 'test', s.path = named.path,
           replace(s.path, rtrim(s.path, replace(s.path, '/', '')), '')
           IN (stem || '_test.' || ext, 'test_' || stem || '.' || ext, stem || '.test.' || ext, stem || '.spec.' || ext,
               stem || '_spec.' || ext, stem || 'Test.' || ext, stem || 'Tests.' || ext, stem || '_test.exs'))
  -- A file of this name in another part of the project is another one's test.
  AND  (s.file GLOB 'test*/*' OR s.file GLOB 'spec*/*' OR s.file GLOB '__tests__/*'
        OR substr(s.file, 1, instr(s.file, '/')) = substr(named.file, 1, instr(named.file, '/')))
  AND  NOT EXISTS (SELECT 1 FROM touches gone
                   WHERE  gone.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND gone.path = s.path AND gone.kind = 'delete' AND +gone.t >= s.t)
GROUP  BY named.path, s.path;

-- The times from which on nothing older than this session can be in the volumes that this command takes away. The
-- session has emptied them before, which somebody has let it do, or it has made the file that describes the services
-- before it started them.
CREATE TEMP VIEW IF NOT EXISTS own_volumes AS
SELECT down.t
FROM   own_commands down
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('docker compose down', 'podman compose down')
  AND  down.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND down.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND down.dir = (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') AND down.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND down.program = (SELECT value FROM temp.sqlite_parameters WHERE key = ':program')
  AND  EXISTS (SELECT 1 FROM json_each(down.args) WHERE value IN ('-v', '--volumes'))
UNION  ALL
SELECT up.t
FROM   own_commands up
JOIN   own_edits file ON file.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND file.t < up.t AND file.made AND file.root = up.root
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('docker compose down', 'podman compose down')
  AND  up.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND up.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND up.dir = (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') AND up.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  AND  up.program IN ('docker compose up', 'podman compose up')
  AND  file.file GLOB '*compose*.y*ml' AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') = '' OR file.folder = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir'));

-- The repositories inside of a project whose files are a part of the project's tree: all but worktrees, which
-- are known by a folder between the two.
CREATE TEMP VIEW IF NOT EXISTS parts AS
SELECT part.root, whole.root AS project
FROM   trees part
JOIN   trees whole ON substr(part.root, 1, length(whole.root) + 1) = whole.root || '/'
                  AND substr(part.root, length(whole.root) + 1) NOT GLOB '*worktree*';

-- The projects in which a test, check or build has failed since the pile began, with no later run and no later edit:
-- the agent knows that the work is not finished. An edit after the failure is a repair that nobody has tried, so that
-- the project is left out. A failure that was printed counts only if it names no files, or one of the pile. A later
-- run behind a pipe leaves no row of `runs`, so that commands of the same program are asked for as well.
CREATE TEMP VIEW IF NOT EXISTS pile_red AS
SELECT y.root
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.t > y.pile AND r.root = y.root AND r.outcome = 'fail'
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
  AND  NOT EXISTS (SELECT 1 FROM runs l WHERE l.session = r.session AND l.t > r.t AND l.root = r.root)
  AND  NOT EXISTS (SELECT 1 FROM pile_edits e WHERE e.root = r.root AND e.t > r.t)
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                   WHERE  c.session = r.session AND c.t > r.t AND c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.root = r.root
                     AND  c.program = r.program AND d.outcome <> 'denied'
                     AND  (c.runner <> '' OR r.origin = 'hook'))
  AND  coalesce((SELECT max(EXISTS (SELECT 1 FROM pile_edits e
                                    WHERE  e.root = r.root
                                      AND  (substr('/' || e.file, -1 - length(g.file)) = '/' || g.file
                                            OR substr('/' || g.file, -1 - length(e.file)) = '/' || e.file)))
                 FROM   diagnostics g
                 WHERE  g.session = r.session AND g.t = r.t AND g.n = r.n), 1);

-- Words in the name of a task that only tidies up, generates or installs: running it tries nothing
-- out.
CREATE TEMP VIEW IF NOT EXISTS tidying_words AS
SELECT value AS word FROM json_each('["fmt", "format", "clean", "install", "deps", "gen"]');

-- The projects whose pile was tried or checked after its last edit, each with what did it (`how`:
-- test; check, by a linter, type checker or build; task) and its command: what ran since, a run
-- before it on the same line, what the user ran and pasted, or a hook of version control, which also
-- tries each commit if it runs tests. What runs in a project tries the repositories inside of it,
-- but not its worktrees.
CREATE TEMP VIEW IF NOT EXISTS pile_tried AS
SELECT y.root, iif(c.runner = '', 'task', iif(c.kind = 'test', 'test', 'check')) AS how, c.text AS by
FROM   tally y
CROSS  JOIN commands c ON c.session = y.session AND c.t > y.last_code AND c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND NOT c.inert
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome <> 'denied'
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')
  AND  (c.root = y.root OR c.dir = '?' OR substr(y.root, 1, length(c.root) + 1) = c.root || '/'
        AND substr(y.root, length(c.root) + 1) NOT GLOB '*worktree*')
  AND  (c.runner <> '' OR c.task <> '' AND NOT EXISTS (SELECT 1 FROM tidying_words w WHERE instr(c.task, w.word)))
UNION  ALL
SELECT y.root, iif(c.kind = 'test', 'test', 'check'), c.text
FROM   tally y
CROSS  JOIN commands c ON c.session = y.session AND c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n') AND NOT c.inert
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND (c.root = y.root OR c.dir = '?')
  AND  (c.kind = 'test' OR c.runner <> '' AND c.n IN (SELECT value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':gates'))))
UNION  ALL
SELECT y.root, h.kind, 'a hook of version control'
FROM   tally y
CROSS  JOIN runs h INDEXED BY runs_of_hooks ON h.session = y.session AND h.root = y.root AND h.origin = 'hook'
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND (h.t > y.last_code OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before' AND h.kind = 'test')
UNION  ALL
SELECT y.root, 'test', 'the user'
FROM   tally y
CROSS  JOIN words w ON w.session = y.session AND w.verb = '' AND w.kind = 'passed' AND w.t > y.last_code
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session');

-- One row while nothing is to be changed yet, with the reason: the client is in plan mode, or the user's last prompt asks
-- for a plan or a discussion, or they have announced a freeze ("code freeze from now on"). A prompt that also gives an order
-- is no plan. A plan ends when the user accepts one, also in the words with which they refuse its form, and a freeze when
-- they say that it is over.
CREATE TEMP VIEW IF NOT EXISTS planning AS
SELECT CASE WHEN EXISTS (SELECT 1 FROM frozen) THEN 'Your user has announced a freeze'
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':mode') = 'plan'                THEN 'You are in plan mode'
            ELSE 'Your user wants to discuss or plan this first' END AS why
WHERE ((SELECT value FROM temp.sqlite_parameters WHERE key = ':mode') = 'plan' OR EXISTS (SELECT 1 FROM words WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND kind = 'plan'))
  AND (EXISTS (SELECT 1 FROM frozen)
       OR ((SELECT value FROM temp.sqlite_parameters WHERE key = ':mode') = 'plan'
           OR (SELECT max(kind = 'plan' AND verb = '') AND NOT max(kind = 'order') FROM words
               WHERE  session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND t = (SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session'))))
          AND NOT EXISTS (SELECT 1 FROM events e
                          WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.name IN ('ExitPlanMode', 'exit_plan_mode')
                            AND  e.t > (SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session'))
                            AND  (e.moment = 'after' AND e.outcome = 'ok'
                                  OR e.outcome = 'denied' AND EXISTS (SELECT 1 FROM words w WHERE w.session = e.session
                                                                        AND w.t = e.t AND w.kind = 'agreement'))));

-- The command that shows beforehand what this one would change of infrastructure: `plan`, and `example` for a
-- message.
CREATE TEMP VIEW IF NOT EXISTS plans_of AS
SELECT plan,
       CASE plan WHEN 'kubectl diff'     THEN iif((SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB '* delete' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB '* drain'
         OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB '* scale',
                                                  '`' || (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') || ' --dry-run=server`', '`kubectl diff`')
                 WHEN 'helm diff'        THEN iif((SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'helm upgrade', '`helm diff upgrade`',
                   '`helm uninstall --dry-run`')
                 WHEN 'pulumi'           THEN '`pulumi preview`'
                 WHEN 'cdk'              THEN '`cdk diff`'
                 WHEN 'terragrunt'       THEN '`terragrunt plan`'
                 WHEN 'ansible-playbook' THEN '`ansible-playbook --check`'
                 ELSE '`' || plan || '`' END AS example
FROM  (SELECT CASE WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB 'terraform *' THEN 'terraform plan'
                   WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB 'tofu *'      THEN 'tofu plan'
                   WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB 'kubectl *' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB 'oc *' THEN 'kubectl diff'
                   WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') GLOB 'helm *'      THEN 'helm diff'
                   ELSE (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') END AS plan);

-- The commands of this session that have shown what this one would change of infrastructure, since the last edit of
-- the project: its plan, or the same command tried dry. A plan that finds a difference may fail for that.
CREATE TEMP VIEW IF NOT EXISTS plans_seen AS
SELECT c.t
FROM   plans_of p
CROSS  JOIN commands c
LEFT   JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
  AND  (c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n IN (SELECT value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':gates')))
        OR c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND (d.outcome = 'ok' OR d.outcome <> 'denied'
          AND c.program IN ('kubectl diff', 'helm diff', 'terraform plan', 'tofu plan', 'cdk')))
  AND  (c.program = p.plan AND (p.plan NOT IN ('pulumi', 'cdk', 'terragrunt', 'ansible-playbook')
                                OR c.args ->> 0 IN ('preview', 'diff', 'plan', 'plan-all')
                                OR c.args ->> 0 IN ('run-all', 'run')
                                  AND EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = 'plan'))
        OR p.plan = 'helm diff' AND c.program = 'helm template' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'helm upgrade'
        OR c.program IN ((SELECT value FROM temp.sqlite_parameters WHERE key = ':program'), replace((SELECT value FROM temp.sqlite_parameters WHERE key = ':program'), 'destroy', 'plan'))
           AND EXISTS (SELECT 1 FROM json_each(c.args)
                       WHERE value GLOB '--dry-run*' AND value NOT GLOB '*=none' OR value IN ('--check', '-C')))
  AND  c.t > (SELECT coalesce(max(x.t), 0) FROM touches x
              WHERE  x.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND x.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND x.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND x.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
                     AND x.kind IN ('edit', 'write')
                AND  x.outcome = 'ok' AND x.class NOT IN ('scratch', 'document', 'test'));

-- The commands of this call that wait for something elsewhere, or ask how it stands: what they report, and their status,
-- changes without anything of this session. `gh pr checks` ends with 8 while checks are pending.
CREATE TEMP VIEW IF NOT EXISTS polls AS
SELECT c.text
FROM   commands c
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
  AND  (c.program = 'sleep' OR c.text GLOB 'gh pr checks*' OR c.text GLOB 'gh run watch*' OR c.text GLOB 'gh run view*'
        OR c.text GLOB 'glab ci status*' OR c.text GLOB 'kubectl wait*' OR c.text GLOB 'kubectl rollout status*');

-- The branches and tags of another repository that this command changes, by `name`: that of the branch which is
-- checked out, or the default branch if all are pushed. One whose name is not known is not among them.
CREATE TEMP VIEW IF NOT EXISTS pushed_branches AS
SELECT coalesce(nullif(p.value ->> 'branch', ''),
                iif(p.value ->> 'all' AND NOT p.value ->> 'tag',
                    coalesce(nullif((SELECT value FROM temp.sqlite_parameters WHERE key = ':default_branch'), ''), 'main'), coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':branch'), ''))) AS name,
       p.value ->> 'does' AS does, p.value ->> 'force' AS force, p.value ->> 'lease' AS lease, p.value ->> 'tag' AS tag,
       p.value ->> 'mirror' AS mirror, p.value ->> 'remote' AS remote
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':pushes')) p
WHERE  p.value ->> 'does' <> 'merges' AND (name <> '' OR p.value ->> 'mirror');

-- The pages of the web that this session has read since the user's last prompt, within its last 500
-- calls. What the machine itself serves is no page of the web. `host` is '' if it is not known.
CREATE TEMP VIEW IF NOT EXISTS read_pages AS
SELECT f.t, f.host
FROM   events f
WHERE  f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND f.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
  AND  f.tool = 'fetch' AND f.moment = 'after' AND f.outcome IN ('ok', 'unknown')
  AND  f.host NOT IN ('localhost', '127.0.0.1')
  AND  f.t > coalesce((SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session')), 0);

-- The reads of this session that have shown a file to its end, or all lines that it had then. A search shows the lines that it finds.
CREATE TEMP VIEW IF NOT EXISTS read_whole AS
SELECT r.t
FROM   touches r
WHERE  r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':path') AND r.outcome = 'ok' AND +r.t <= (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND r.kind = 'read'
  AND  (r.first_line IS NULL AND r.last_line IS NULL
           AND NOT EXISTS (SELECT 1 FROM commands c
                           WHERE  c.session = r.session AND c.t = r.t
                             AND  c.program IN ('grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'git grep'))
        OR r.last_line - r.first_line + 1 >= coalesce(r.lines, (SELECT value FROM temp.sqlite_parameters WHERE key = ':lines_before'), r.last_line));

-- What an instance wants to have been read before this call, and whether this session has read or written it. Nobody has to read
-- the file itself that is edited if it is new, nor anything to edit what is to be read.
CREATE TEMP VIEW IF NOT EXISTS readings AS
WITH wanted_readings AS (
  SELECT key AS place, value ->> 'text' AS text, value -> 'files' AS files, value -> 'for' AS bound
  FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':read'))
  UNION  ALL
  SELECT -1, (SELECT group_concat(value ->> 'text', ' or ') FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':read_any'))), value -> 'files', value -> 'for'
  FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':read_any'))
)
SELECT wanted_readings.text,
       max(EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.path IN (SELECT value FROM json_each(wanted_readings.files))
                     AND  k.outcome = 'ok' AND k.kind IN ('read', 'edit', 'write'))) AS done
FROM   wanted_readings
GROUP  BY place
HAVING NOT (place >= 0 AND wanted_readings.text = (SELECT value FROM temp.sqlite_parameters WHERE key = ':file') AND NOT coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':on_disk'), 0))
  AND  NOT max(bound IS NULL
               AND coalesce((SELECT value FROM temp.sqlite_parameters WHERE key = ':path'), '') IN (SELECT value FROM json_each(wanted_readings.files)));

-- The commits of this session that a hook of the client or of version control has refused, if none
-- was made in that project since. Where the client told how the last run of tests exited, a commit
-- that ended without a status was not carried out.
CREATE TEMP VIEW IF NOT EXISTS refused_commits AS
SELECT c.root, c.t
FROM   commands c INDEXED BY commands_of_commits
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.commits = 1 AND NOT c.background
  AND  (d.reason = 'refused by a hook'
        OR EXISTS (SELECT 1 FROM runs h
                   WHERE  h.session = c.session AND h.t = c.t AND h.origin = 'hook' AND h.outcome = 'fail')
        OR d.outcome = 'unknown' AND d.exit IS NULL AND d.reason = '' AND d.source = ''
           AND EXISTS (SELECT 1 FROM tally y
                       JOIN   events k ON k.session = y.session AND k.t = y.last_run AND k.moment = 'after'
                       WHERE  y.session = c.session AND y.root = c.root AND k.exit IS NOT NULL))
  AND  NOT EXISTS (SELECT 1 FROM commands l INDEXED BY commands_of_commits
                   JOIN   events e ON e.session = l.session AND e.t = l.t AND e.moment = 'after' AND e.outcome = 'ok'
                   WHERE  l.session = c.session AND l.commits = 1 AND l.root = c.root AND l.t > c.t);

-- The projects in which `git reset` has taken commits apart since the user's last prompt and kept
-- their files.
CREATE TEMP VIEW IF NOT EXISTS undone_commits AS
SELECT c.root, c.t
FROM   commands c
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome NOT IN ('denied', 'failed')
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.program = 'git reset'
  AND  c.t > (SELECT prompted FROM sessions WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session'))
  AND  EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--soft' OR value GLOB '*[~^]*' OR value GLOB '*@{*')
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('--hard', '--keep', '--merge'));

-- The projects in which this commit repeats an earlier one, with how many edits of the pile came
-- before that: a hook has refused it since tests last ran, and what was edited since is the repair;
-- or `git reset` has taken it apart before the pile began.
CREATE TEMP VIEW IF NOT EXISTS recommits AS
SELECT y.root, (SELECT count(DISTINCT e.t) FROM pile_edits e WHERE e.root = y.root AND e.t < r.t) AS edits
FROM   tally y
CROSS  JOIN refused_commits r ON r.root = y.root AND r.t > coalesce(y.last_run, -1)
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before'
UNION  ALL
SELECT y.root, 0
FROM   tally y
CROSS  JOIN undone_commits u ON u.root = y.root AND u.t < y.pile
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':moment') = 'before';

-- The builds, type checks and linters whose last run in this session failed, after its first edit. `passed` tells
-- whether an earlier run of the same command passed with an edit in between: then the session has turned it red.
-- `cleared` tells whether any other run has passed since, and `kind` is that of commands: build or check.
--
-- A run of the same program that passed with other words is the last only if it has looked again at every file with an
-- error. A task that runs the program is a run of it. A file of settings such as docs/tsconfig.json stands for its
-- folder.
CREATE TEMP VIEW IF NOT EXISTS red_checks AS
SELECT r.root, c.text AS command, c.kind, r.t, r.program,
       EXISTS (SELECT 1 FROM runs p INDEXED BY runs_same
               WHERE  p.session = r.session AND p.root = r.root AND p.program = r.program AND p.dir = r.dir
                 AND  p.selection = r.selection AND p.variant = r.variant AND p.task = r.task AND p.outcome = 'pass'
                 AND  p.t < r.t AND p.tree < r.tree) AS passed,
       EXISTS (SELECT 1 FROM runs l
               WHERE  l.session = r.session AND l.root = r.root AND l.t > r.t AND l.outcome = 'pass') AS cleared
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.root = y.root AND r.t > y.first_edit
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.kind <> 'test' AND r.origin = '' AND r.outcome = 'fail' AND r.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
  AND  NOT EXISTS (SELECT 1 FROM runs l
                   WHERE  l.session = r.session AND l.root = r.root AND l.t > r.t AND l.outcome <> 'unstarted'
                     AND (l.program = r.program AND l.task = r.task
                          OR l.task <> '' AND l.outcome = 'pass'
                         AND EXISTS (SELECT 1 FROM commands u
                                     WHERE  u.session = l.session AND u.t = l.t AND u.via <> ''
                                       AND  u.program = r.program))
                     AND (l.outcome = 'fail' OR l.selection IN ('[]', r.selection) OR l.task <> ''
                          OR NOT EXISTS (SELECT 1 FROM diagnostics d -- what it found was looked at again
                                         WHERE  d.session = r.session AND d.t = r.t AND d.n = r.n AND d.level = 'error'
                                           AND  NOT EXISTS (SELECT 1 FROM json_each(l.selection) w
                                                            WHERE  instr('/' || d.file, '/' || iif(
                                                                     w.value GLOB '*.json',
                                                                     rtrim(w.value, replace(w.value, '/', '')),
                                                                     w.value))
                                                              OR   d.file GLOB w.value))));

-- What this commit takes in alone, by the index, or by what `git add` has named since the last commit: `documents`,
-- which change no program and no test, so nothing that fails is handed on by it, or `tests`, with documents or without,
-- which hand on no program. What the session has not touched is neither.
CREATE TEMP VIEW IF NOT EXISTS taken_alone AS
WITH taken (path) AS (
  SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || (value ->> 'file') FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':staged'))
  UNION
  SELECT a.path
  FROM   added_files a
  WHERE  a.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND a.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND (a.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR a.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
    AND  a.t > coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')), -1)
)
SELECT iif(count(*) = total(document), 'documents', 'tests') AS files
FROM  (SELECT EXISTS (SELECT 1 FROM touches k
                      WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.path = taken.path AND k.class = 'document') AS document,
              EXISTS (SELECT 1 FROM touches k
                      WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.path = taken.path AND k.class = 'test') AS test
       FROM   taken)
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git commit' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'all' IS NULL AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':operands') = '[]'
HAVING count(*) > 0 AND count(*) = total(document OR test);

-- The failing tests that this commit hands on. `excuse` is why the session cannot be blamed, '' if it can. Left out
-- are tests that the commit waits for on its line, that a hook will run, that the user has accepted or wants to go on
-- with, all if the commit takes in documents alone, and, of a test file that could not be loaded, the file itself beside its tests.
CREATE TEMP VIEW IF NOT EXISTS red_commits AS
SELECT f.name, f.count, f.excuse, f.since
FROM   failing_commits f
WHERE  f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':commits') AND NOT f.accepted
  AND  NOT (f.hooked AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git commit' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':skips_hooks') = '')
  AND  NOT EXISTS (SELECT 1 FROM awaited w
                   WHERE  (w.root, w.tool, w.suite, w.test) = (f.root, f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM crashes c
                   WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
                     AND  (c.tool, c.suite, c.test) = (f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'accept red'
                   UNION ALL SELECT 1 FROM taken_alone WHERE files = 'documents');

-- The failures that stand, of the session `:session`, or, if that is NULL, of the project. A session inherits what the one
-- before it left red; as long as it has not seen that fail itself, it stays the other one's.
CREATE TEMP VIEW IF NOT EXISTS red_now AS
WITH standing AS MATERIALIZED (SELECT session, root, tool, suite, test FROM left_failing)
SELECT f.*
FROM   failures f
WHERE  f.cleared IS NULL AND (f.session, f.root, f.tool, f.suite, f.test) IN standing;

-- The tests that this session has broken and that this call hands on red: they passed before its
-- edits. Not those that the command waits for on its line, and of a test file that could not be
-- loaded only its tests. Nor those with which the user wants to go on.
CREATE TEMP VIEW IF NOT EXISTS red_tests AS
SELECT handovers.way, f.root, f.name, f.file, f.count, f.since, f.last
FROM   handovers
CROSS  JOIN failing_tests f ON f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.root = handovers.root
WHERE  f.excuse = '' AND f.passed IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM awaited w
                   WHERE  (w.root, w.tool, w.suite, w.test) = (f.root, f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM crashes c
                   WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.root = f.root
                     AND  (c.tool, c.suite, c.test) = (f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'accept red');

-- One row if the latest push of this session in the project has failed, and nothing was fetched since. `lease` is 1 if it
-- was forced with a lease, which fails if somebody else has pushed.
CREATE TEMP VIEW IF NOT EXISTS refused_push AS
SELECT p.t, p.args GLOB '*--force-with-lease*' AS lease
FROM   ended_commands p
WHERE  p.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND p.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 200 AND p.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND p.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  AND  p.program = 'git push' AND p.outcome = 'failed'
  AND  NOT EXISTS (SELECT 1 FROM ended_commands l
                   WHERE  l.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND l.t > p.t AND l.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND l.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND l.outcome <> 'failed'
                     AND  l.program IN ('git push', 'git fetch', 'git pull', 'git remote'))
ORDER  BY p.t DESC
LIMIT  1;

-- The tests that passed before an edit of this session and have failed since. `broken_by` is the last file edited in
-- between that has not been put back since.
CREATE TEMP VIEW IF NOT EXISTS regressions AS
SELECT session, root, tool, suite, test, name, file, message, passed, since, last, broken_by
FROM   failures
WHERE  cleared IS NULL AND apart = '';

-- The edits on red, by their tick, that may repair a test that this session has broken: they are in
-- the folder of the test, or in that of a file whose edit may have broken it, because callers and
-- helpers have to follow. Go prints the test's file without its folder, which is the end of its
-- package; other runners do so with files in a folder of tests.
CREATE TEMP VIEW IF NOT EXISTS repairs AS
SELECT edits_on_red.t
FROM   failing_tests k
CROSS  JOIN edits_on_red
WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND k.passed IS NOT NULL AND k.excuse = ''
  AND  (k.file <> '' AND rtrim(k.file, replace(k.file, '/', '')) = edits_on_red.folder
   OR   k.file <> '' AND instr(k.file, '/') = 0 AND instr(lower(edits_on_red.folder), 'test')
   OR   k.suite <> '' AND edits_on_red.folder <> ''
        AND  substr('/' || k.suite || '/', -1 - length(edits_on_red.folder)) = '/' || edits_on_red.folder
   OR   edits_on_red.folder IN (SELECT rtrim(b.file, replace(b.file, '/', ''))
                     FROM   touches b INDEXED BY touches_in_order
                     WHERE  b.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND b.t > k.passed AND b.t <= k.since
                       AND  b.kind IN ('edit', 'write') AND b.outcome = 'ok'));

-- The flags of this command that repeat its tests on purpose: to find a flaky one, or with another
-- seed.
CREATE TEMP VIEW IF NOT EXISTS repeats_on_purpose AS
SELECT w.value AS flag
FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':args')) w
WHERE  EXISTS (SELECT 1 FROM json_each('["-count*", "--count*", "--repeat*", "--rerun*", "--retries*", "--seed*",
                                         "-shuffle*", "--random*", "--flake-finder*", "--stress*"]') f
               WHERE w.value GLOB f.value);

-- The other files in which this turn has replaced what a pattern finds, by sed's s/old/new/ alone.
CREATE TEMP VIEW IF NOT EXISTS replaced_files AS
SELECT DISTINCT k.path
FROM   touches k INDEXED BY touches_in_order
WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.t >= (SELECT began FROM turn) AND k.path <> (SELECT value FROM temp.sqlite_parameters WHERE key = ':path')
  AND  k.kind = 'edit' AND k.manner IN ('replace', 'bulk') AND k.outcome = 'ok';

-- What the user has reported with the last prompt (facts.d/reports): failure; or build, of a compiler, linter or build, which
-- a check shows to be gone.
CREATE TEMP VIEW IF NOT EXISTS reported AS
SELECT label FROM labels WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND kind = 'reports' AND t = (SELECT began FROM turn);

-- How many of the user's last prompts have reported a failure (facts.d/reports), one after the other up to that of this turn: 0 if
-- this one reports none.
CREATE TEMP VIEW IF NOT EXISTS reports_in_a_row AS
SELECT count(DISTINCT r.t) AS count
FROM   turn
CROSS  JOIN labels r ON r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.kind = 'reports' AND r.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND r.t <= turn.began
  AND  r.t > coalesce((SELECT max(p.t) FROM events p
                       WHERE  p.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND p.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND p.t <= turn.began AND p.moment = 'prompt'
                         AND  NOT EXISTS (SELECT 1 FROM labels n
                                          WHERE  n.session = p.session AND n.kind = 'reports' AND n.t = p.t)), -1);

-- The files that were edited without progress: `rounds` times one after the other, one or more
-- edits were followed by a run in which the same tests failed in the same way.
CREATE TEMP VIEW IF NOT EXISTS thrashing AS
SELECT session, root, path, file, edits, rounds, last
FROM   rounds
WHERE  rounds > 0;

-- One row if this actor has read the file of this call again since its last failing round: after it, or after the run on
-- the line of that round, as in `pytest; cat cart.py`. A file outside of the project counts, too, if it was read after
-- the round: a runner writes reports and logs there, and they show the failure itself.
CREATE TEMP VIEW IF NOT EXISTS reread AS
SELECT r.t
FROM   thrashing w
CROSS  JOIN touches r INDEXED BY touches_in_order ON r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.t >= w.last AND r.actor = (SELECT value FROM temp.sqlite_parameters WHERE key = ':actor')
  AND  r.kind = 'read' AND r.outcome = 'ok'
WHERE  w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':path')
  AND  (r.t > w.last AND (r.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':path') OR r.root <> w.root)
        OR r.t = w.last AND r.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':path')
           AND EXISTS (SELECT 1 FROM commands c
                       WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = w.last AND c.inert AND instr(c.text, (SELECT value FROM temp.sqlite_parameters WHERE key = ':base'))
                         AND  c.n > (SELECT max(x.command) FROM runs x WHERE x.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND x.t = w.last)));

-- The verdicts as people see them: `about` is the file, command or test that a verdict is about. Some rules tell their findings apart by
-- a subject that means nothing to a person (`excused`, `round of 36 on …`): then it is the command or the files of the call.
CREATE TEMP VIEW IF NOT EXISTS said AS
SELECT v.id, v.session, v.t, v.rule, v.moment, v.at, v.severity, v.unsaid, v.message, v.subject,
       CASE WHEN v.evidence ->> '$.row.subject' IS NULL OR v.subject IN (e.command, v.evidence ->> '$.target')
              OR EXISTS (SELECT 1 FROM json_each(v.evidence, '$.row') c
                         WHERE  c.key <> 'subject' AND c.value = v.subject)
              OR EXISTS (SELECT 1 FROM touches k
                         WHERE  k.session = v.session AND k.t = v.t AND v.subject IN (k.path, k.file))
              OR EXISTS (SELECT 1 FROM commands c
                         WHERE  c.session = v.session AND c.t = v.t AND v.subject IN (c.text, c.root, c.program))
            THEN v.subject
            ELSE coalesce(nullif(e.command, ''),
                          (SELECT group_concat(k.file, ', ') FROM touches k
                           WHERE  k.session = v.session AND k.t = v.t AND k.via = 'tool'), '') END AS about
FROM   verdicts v
LEFT   JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment;

-- The reads of a file at the same place in another working tree of the project, from which or to which the file of this
-- touch is a copy: a worktree has the files of its repository. What is one is told by its path, as git and clients name it.
CREATE TEMP VIEW IF NOT EXISTS same_place AS
SELECT r.t
FROM   touches r INDEXED BY touches_in_order
WHERE  r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
  AND  r.actor = (SELECT value FROM temp.sqlite_parameters WHERE key = ':actor') AND r.kind = 'read' AND r.outcome = 'ok' AND r.path <> (SELECT value FROM temp.sqlite_parameters WHERE key = ':path')
  AND  r.file GLOB '*/*' AND substr((SELECT value FROM temp.sqlite_parameters WHERE key = ':path'), -length(r.file) - 1) = '/' || r.file
  AND  ((SELECT value FROM temp.sqlite_parameters WHERE key = ':path') GLOB '*worktree*' OR r.path GLOB '*worktree*');

-- The earlier runs of the tests that this command would run, on the tree as it is now: the same
-- program, task, packages, selection, flags, variables and folder. Only runs that say something:
-- seen to their end, not failed for a reason outside of the project, and with no failing test that has passed alone since.
CREATE TEMP VIEW IF NOT EXISTS same_runs AS
SELECT r.t, c.text, c.args, c.shows, r.outcome, r.failed
FROM   runs r INDEXED BY runs_same
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND r.program = (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') AND r.dir = (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir')
  AND  r.selection = (SELECT value FROM temp.sqlite_parameters WHERE key = ':selection') AND r.variant = (SELECT value FROM temp.sqlite_parameters WHERE key = ':variant') AND r.task = (SELECT value FROM temp.sqlite_parameters WHERE key = ':task') AND r.env = (SELECT value FROM temp.sqlite_parameters WHERE key = ':env')
  AND  r.kind = 'test' AND r.origin = '' AND r.ended AND r.outcome <> 'unstarted'
  AND  r.tree = coalesce((SELECT changes FROM trees WHERE root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')), 0)
  AND  (r.listed OR c.text = (SELECT value FROM temp.sqlite_parameters WHERE key = ':text')) -- what a script runs may depend on more than its words show
  AND  NOT (r.how = 'exit' AND (r.outcome = 'fail' AND r.language <> ''
                                OR EXISTS (SELECT 1 FROM json_each(c.shows) WHERE value GLOB '[>|]*')))
  AND  NOT EXISTS (SELECT 1 FROM tests f JOIN outside_reasons o ON f.message LIKE o.words
                   WHERE  f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail')
  AND  NOT EXISTS (SELECT 1 FROM tests f
                   JOIN   runs p ON p.session = f.session AND p.root = r.root AND p.tool = r.tool AND p.t > f.t
                   WHERE  f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail' AND f.test <> ''
                     AND  p.outcome = 'pass' AND instr(p.selection, f.test));

-- The parts of the project's changes that the commands before this one on its line save, in a commit or on the stash:
-- those in `folder`, which is a file, a folder or a glob, or everything if that is ''. A command that failed has saved
-- nothing, as in git stash || git reset --hard. A commit saves what is staged, what the line adds before it, and what
-- it names; everything if that is not known.
CREATE TEMP VIEW IF NOT EXISTS saved_in_line AS
WITH before AS (
  SELECT c.*, iif(c.dir IN ('', '?'), '', c.dir || '/') AS below
  FROM   commands c
  WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n') AND c.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
    AND  c.n NOT IN (SELECT value FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':failed')))
),
saves AS (
  SELECT * FROM before WHERE commits AND program GLOB '* commit'
                          OR program = 'git stash' AND coalesce(args ->> 0, 'push')
                                                       NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear')
)
SELECT n, program, text, '' AS folder
FROM   saves
WHERE  program <> 'git commit' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':staged') IS NULL
  OR   EXISTS (SELECT 1 FROM json_each(args) w WHERE w.value = '--all' OR w.value GLOB '-[^-]*' AND instr(w.value, 'a'))
UNION  ALL
SELECT s.n, s.program, s.text, v.value ->> 'file' FROM saves s, json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':staged')) v
UNION  ALL
SELECT s.n, s.program, s.text, s.below || w.value
FROM   saves s, json_each(s.args) w
WHERE  s.program = 'git commit' AND w.value NOT GLOB '-*'
UNION  ALL
SELECT s.n, s.program, s.text, iif(w.value IN ('-A', '--all', '-u', '--update', '.', ':/'), '', a.below || w.value)
FROM   before a
JOIN   saves s ON s.n > a.n, json_each(a.args) w
WHERE  a.program = 'git add';

-- The stashes of this line that put something on the stash. Left out are those with nothing to put there, and those
-- that git refuses because of a file that it does not know. `t` is the tick of the line.
CREATE TEMP VIEW IF NOT EXISTS saving_pushes AS
SELECT p.t
FROM   stash_pushes p
WHERE  p.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
  AND  (p.added
        OR NOT ((SELECT value FROM temp.sqlite_parameters WHERE key = ':dirty') = '[]' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':staged') = '[]'
                AND NOT EXISTS (SELECT 1 FROM commands k
                                WHERE  k.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND k.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND k.n < p.n AND k.program <> 'cd'))
           AND NOT EXISTS (SELECT 1 FROM json_each(p.args) f
                           CROSS JOIN touches o INDEXED BY touches_in_order
                             ON o.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND o.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND o.path = p.root || '/' || f.value
                           WHERE p.named AND o.kind = 'write' AND o.outcome = 'ok' AND NOT o.on_disk
                             AND NOT EXISTS (SELECT 1 FROM commands a
                                             WHERE  a.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND a.t > o.t AND a.t <= (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')
                                               AND  a.program = 'git add')));

-- The files into which this session has packed or copied a file that holds credentials by its name, be it alone or in a
-- folder, and into which an earlier command of the line does: `path`, `file` as the project names it, and `secret`, the file
-- that is in it. One that was changed since is left out, because the values may have been taken out of it.
CREATE TEMP VIEW IF NOT EXISTS secret_copies AS
WITH holding (name) AS (SELECT value ->> 'glob' FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':credentials')) WHERE value ->> 'sent'),
copies (path, file, secret) AS (
  SELECT w.path, w.file, r.file
  FROM   touches w INDEXED BY touches_in_order
  CROSS  JOIN touches r INDEXED BY touches_in_order ON r.session = w.session AND r.t = w.t AND r.kind = 'scan'
  WHERE  w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 200 AND w.kind IN ('write', 'output') AND w.via = 'shell'
    AND  EXISTS (SELECT 1 FROM commands c
                 WHERE  c.session = w.session AND c.t = w.t
                   AND  instr(c.args, replace(w.path, rtrim(w.path, replace(w.path, '/', '')), ''))
                   AND  c.program IN ('tar', 'bsdtar', 'zip', '7z', '7za', 'cp', 'base64', 'gzip', 'gpg', 'openssl',
                                      'xxd', 'install'))
    AND  NOT EXISTS (SELECT 1 FROM touches e
                     WHERE  e.session = w.session AND e.path = w.path AND e.t > w.t AND e.kind IN ('edit', 'write')
                       AND  e.outcome = 'ok')
  UNION  ALL
  SELECT c.root || '/' || (c.args ->> '$[#-1]'), c.args ->> '$[#-1]', a.value
  FROM   commands c, json_each(c.args) a
  WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.program IN ('cp', 'mv', 'install')
    AND  a.key < json_array_length(c.args) - 1
)
SELECT DISTINCT path, file, secret
FROM   copies
JOIN   holding h ON '/' || secret GLOB '*/' || h.name
WHERE  secret NOT GLOB '*example*' AND secret NOT GLOB '*sample*' AND secret NOT GLOB '*template*'
  AND  secret NOT GLOB '*test*'
  AND  NOT EXISTS (SELECT 1 FROM commands e
                   WHERE  e.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND e.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND e.program IN ('sed', 'perl') AND instr(e.args, file));

-- What of this turn shows that a mistake is repaired: a test or a check that failed, and after an edit or a fixer passes,
-- unless it had passed in between before this turn, a test that was changed, or a run of the program or a look in a browser
-- since the last edit that did not fail. What passes with nothing edited in between had failed for another reason.
CREATE TEMP VIEW IF NOT EXISTS shown_fixes AS
SELECT 'passes' AS how
FROM   turn
JOIN   runs p ON p.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND p.t > turn.began AND p.outcome = 'pass'
WHERE  EXISTS (SELECT 1 FROM runs f
               WHERE  f.session = p.session AND f.root = p.root AND f.program = p.program AND f.dir = p.dir
                 AND  f.outcome = 'fail'
                 AND  f.t < p.t AND f.t > turn.began - 100
                 AND  EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                              WHERE  e.session = f.session AND e.t > f.t AND e.t <= p.t AND e.kind IN ('edit', 'write')
                              UNION ALL
                              SELECT 1 FROM changes k
                              WHERE  k.session = f.session AND k.t > f.t AND k.t <= p.t AND k.kind = 'fix')
                 AND  NOT EXISTS (SELECT 1 FROM runs q
                                  WHERE  q.session = f.session AND q.root = f.root AND q.program = f.program
                                    AND  q.dir = f.dir AND q.selection = f.selection AND q.outcome = 'pass'
                                    AND  q.t BETWEEN f.t AND turn.began))
UNION  ALL
SELECT 'test' FROM turn
JOIN   touches x INDEXED BY touches_of_tests ON x.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND x.class = 'test' AND x.t > turn.began
WHERE  x.kind IN ('edit', 'write') AND x.outcome = 'ok'
UNION  ALL
SELECT 'test' FROM turn
JOIN   marks m ON m.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND m.t > turn.began AND m.mark = 'assertion' AND m.after > m.before
UNION  ALL
SELECT 'run' FROM trials
WHERE  trials.how = 'run' AND trials.t > (SELECT max(work.t) FROM work WHERE work.class = 'code')
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND d.t = trials.t AND d.moment = 'after' AND d.outcome = 'failed')
UNION  ALL
SELECT 'run' FROM browser_looks
WHERE  browser_looks.t > (SELECT max(work.t) FROM work WHERE work.class = 'code');

-- The artefacts of this stage that are there, each with when this session made it: wrote it, or read it
-- after a command of the turn that may have.
CREATE TEMP VIEW IF NOT EXISTS stage_files AS
SELECT f.file, f.made
FROM  (SELECT a.value AS file,
              coalesce((SELECT max(+w.t) FROM touches w
                        WHERE  w.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND w.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || a.value AND w.outcome = 'ok'
                          AND  +w.kind IN ('edit', 'write', 'rewrite', 'output')),
                       (SELECT max(+r.t) FROM touches r
                        WHERE  r.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND r.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || a.value AND r.outcome = 'ok'
                          AND  +r.kind IN ('read', 'scan')
                          AND  EXISTS (SELECT 1 FROM commands c
                                       WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t >= (SELECT began FROM turn) AND c.t < r.t
                                         AND  NOT c.inert))) AS made
       FROM   json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':artefacts')) a) f
WHERE  f.made IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM touches g
                   WHERE  g.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND g.path = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') || '/' || f.file AND +g.kind = 'delete'
                     AND  g.outcome = 'ok' AND +g.t >= f.made);

-- When this session has put something on the stash by an earlier call, in any worktree: seconds since 1970, with some to spare.
CREATE TEMP VIEW IF NOT EXISTS stashed_at AS
SELECT min(v.at) / 1000 - 5 AS began, max(v.at) / 1000 + 5 AS ended
FROM   commands c
CROSS  JOIN events v ON v.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND v.t = c.t
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 5000 AND c.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') AND c.program = 'git stash'
  AND  coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear', 'branch')
GROUP  BY c.t;

-- How many tests of the project are known to fail, whether the session can be blamed for one of
-- them, and whether all that failed since its first edit is that something does not build. A test file that could not be loaded
-- is not counted beside its tests.
CREATE TEMP VIEW IF NOT EXISTS still_failing AS
SELECT CAST(total(f.count) AS INTEGER) AS tests, total(f.excuse = '') > 0 AS blamed,
       coalesce(min(iif(f.excuse <> 'baseline', f.test GLOB '[[]*build*]' OR f.test GLOB '[[]*compil*]', NULL)), 0)
       AS unbuilt
FROM   failing_tests f
WHERE  f.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND f.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root')
  AND  (f.tool, f.suite, f.test) NOT IN (SELECT tool, suite, test FROM crashes
                                         WHERE  session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root'));

-- The calls that did not run after witness had the user asked about them or had refused them, as far as the client does
-- not say itself that they were denied. `ended` is `asked, refused` or `refused by a hook`; a call that still waits for
-- its answer has no row.
CREATE TEMP VIEW IF NOT EXISTS stopped_calls AS
SELECT e.session, e.t, CAST(iif(EXISTS (SELECT 1 FROM verdicts b
                                        WHERE  b.session = e.session AND b.t = e.t AND b.severity = 'block'
                                          AND  b.moment = 'before' AND b.unsaid = ''),
                                'refused by a hook', 'asked, refused') AS TEXT) AS ended
FROM   events e
WHERE  e.moment = 'before' AND e.outcome <> 'denied'
  AND  EXISTS (SELECT 1 FROM verdicts v
               WHERE  v.session = e.session AND v.t = e.t AND v.severity IN ('ask', 'block') AND v.moment = 'before'
                 AND  v.unsaid = '')
  AND  NOT EXISTS (SELECT 1 FROM events d WHERE d.session = e.session AND d.t = e.t AND d.moment = 'after')
  AND  EXISTS (SELECT 1 FROM events l WHERE l.session = e.session AND l.t > e.t AND l.actor = e.actor);

-- The commands of this session that have succeeded, as far as an exit status shows it. `holds` is 0 if a later command of the
-- line may have changed what the command had seen.
CREATE TEMP VIEW IF NOT EXISTS succeeded AS
SELECT c.t, c.n, c.text, c.kind, c.inert,
       NOT EXISTS (SELECT 1 FROM commands l
                   WHERE  l.session = c.session AND l.t = c.t AND l.n > c.n AND NOT l.inert AND l.kind IN ('', 'fix')
                     AND  l.program NOT GLOB 'git *') AS holds
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome = 'ok'
WHERE  c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND NOT c.hidden;

-- The folders that this command takes into a commit as a whole, as beginnings of paths: all of the
-- project for `git commit -a` and `git add -A`, one folder for `git add .`.
CREATE TEMP VIEW IF NOT EXISTS taken_folders AS
SELECT '' AS prefix
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git commit' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'all'
   OR  (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git add' AND ((SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'all' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'update' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':operands') LIKE '%":/"%')
       AND NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':operands')) o WHERE o.value NOT IN ('.', ':/'))
UNION  ALL
SELECT iif((SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') IN ('', '?'), '', (SELECT value FROM temp.sqlite_parameters WHERE key = ':dir') || '/')
WHERE  (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git add' AND EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':operands')) o WHERE o.value IN ('.', './', '*'));

-- The last change of each file by each session. `path` is '' elsewhere.
CREATE TEMP VIEW IF NOT EXISTS team_edits AS
SELECT e.session, s.agent, CAST('' AS TEXT) AS machine, CAST('' AS TEXT) AS user, e.root AS worktree,
       CAST(iif(e.root = s.root, s.branch, '') AS TEXT) AS branch, e.path, e.file, e.t, e.at, s.ended
FROM   editors e
JOIN   sessions s ON s.session = e.session
WHERE  e.actor <> '*'
UNION ALL
SELECT f.session, f.agent, f.machine, f.user, f.worktree, f.branch, CAST('' AS TEXT), f.file, CAST(NULL AS INTEGER),
       f.at, CAST(NULL AS INTEGER)
FROM   fleet_touches f;

-- The tests that fail in the working tree of a session; elsewhere each failure, also of a test that has passed since. `signature` is how
-- it failed. `clean` is 1 if nothing had been edited when it ran: in this session, or compared with the commit.
CREATE TEMP VIEW IF NOT EXISTS team_failing AS
SELECT k.session, s.agent, CAST('' AS TEXT) AS machine, k.root AS worktree, s.branch, k.tool, k.suite, k.test,
       k.signature,
       CAST(coalesce(k.last < y.first_edit, 1) AS INTEGER) AS clean, v.at
FROM   sessions s
CROSS  JOIN failing k ON k.session = s.session AND k.root = s.root
CROSS  JOIN tally y ON y.session = k.session AND y.root = k.root
CROSS  JOIN events v ON v.session = k.session AND v.t = k.last AND v.moment = 'after'
WHERE  k.test <> '' AND NOT k.doubtful
UNION ALL
SELECT x.session, x.agent, x.machine, x.worktree, x.branch, x.tool, x.suite, x.test, x.signature,
       CAST(x.tree <> '' AND instr(x.tree, '+') = 0 AS INTEGER), x.at
FROM   fleet_tests x
WHERE  x.outcome = 'fail' AND x.test <> '';

-- Each time that a test failed and passed on the same files: in one session, or elsewhere in two equal runs.
CREATE TEMP VIEW IF NOT EXISTS team_flips AS
SELECT a.session, CAST('' AS TEXT) AS machine, a.tool, a.suite, a.test, a.at
FROM   recovered a
WHERE  a.flipped AND a.test <> '' AND a.test NOT GLOB '[[]*]'
UNION ALL
SELECT x.session, x.machine, x.tool, x.suite, x.test, x.at
FROM   fleet_tests x
WHERE  x.flipped
UNION ALL
SELECT x.session, x.machine, x.tool, x.suite, x.test, x.at
FROM   fleet_tests x
JOIN   fleet_runs w ON w.uid = x.run
JOIN   fleet_runs z ON z.tree = w.tree AND z.command = w.command
WHERE  x.outcome = 'fail' AND x.test <> '' AND w.tree <> '' AND w.command <> '' AND z.outcome = 'pass' AND z.complete
  AND  z.session <> x.session;

-- Each time that a test failed and then no longer did. `passed` is 0 if it has not passed: it is gone, or the files are what they were
-- before. `edited` is the last file edited before.
CREATE TEMP VIEW IF NOT EXISTS team_recovered AS
SELECT a.session, s.agent, CAST('' AS TEXT) AS machine, a.root AS worktree, s.branch, a.tool, a.suite, a.test,
       a.signature, a.edited,
       CAST(a.passed AS INTEGER) AS passed, CAST(coalesce(a.t < y.first_edit, 1) AS INTEGER) AS clean, a.at
FROM   recovered a
JOIN   sessions s ON s.session = a.session AND s.root = a.root
JOIN   tally y ON y.session = a.session AND y.root = a.root
WHERE  a.test <> '' AND a.test NOT GLOB '[[]*]'
UNION ALL
SELECT x.session, x.agent, x.machine, x.worktree, x.branch, x.tool, x.suite, x.test, x.signature, x.edited,
       CAST(x.outcome = 'pass' AS INTEGER), CAST(x.tree <> '' AND instr(x.tree, '+') = 0 AS INTEGER), x.at
FROM   fleet_tests x
WHERE  x.outcome IN ('pass', 'gone') AND x.test <> '';

-- The last run of tests of each session here, and the runs of tests elsewhere. `whole` is 1 if it selected nothing, `clean` is as in
-- team_failing.
CREATE TEMP VIEW IF NOT EXISTS team_runs AS
SELECT y.session, s.agent, CAST('' AS TEXT) AS machine, CAST('' AS TEXT) AS user, y.root AS worktree, s.branch,
       CAST(w.selection = '[]' AND w.dir = '' AS INTEGER) AS whole,
       CAST(coalesce(w.t < y.first_edit, 1) AS INTEGER) AS clean, w.outcome, v.at
FROM   sessions s
CROSS  JOIN tally y ON y.session = s.session AND y.root = s.root
CROSS  JOIN runs w ON w.session = y.session AND w.t = y.last_run
CROSS  JOIN events v ON v.session = w.session AND v.t = w.t AND v.moment = 'after'
WHERE  w.root = y.root AND w.kind = 'test'
UNION ALL
SELECT f.session, f.agent, f.machine, f.user, f.worktree, f.branch, f.whole,
       CAST(f.tree <> '' AND instr(f.tree, '+') = 0 AS INTEGER), f.outcome, f.at
FROM   fleet_runs f
WHERE  f.kind = 'test';

-- The verdicts that were reported, or would have been without observe mode. `vote` is as in judged. Rules cannot read it.
CREATE TEMP VIEW IF NOT EXISTS team_verdicts AS
SELECT j.session, CAST('' AS TEXT) AS machine, j.rule, j.severity, j.vote, j.at
FROM   judged j
UNION ALL
SELECT f.session, f.machine, f.rule, f.severity, f.vote, f.at
FROM   fleet_verdicts f
WHERE  f.unsaid IN ('', 'observe');

-- The projects of this session that have tests: some ran there, in this session or before, or this
-- session has written one.
CREATE TEMP VIEW IF NOT EXISTS tested_projects AS
SELECT y.root FROM tally y JOIN trees p ON p.root = y.root WHERE y.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND p.tests
UNION  ALL
SELECT root FROM touches INDEXED BY touches_of_tests WHERE session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND class = 'test';

-- One row if the user, in the last prompt that says what to do, has forbidden to start the program or its server. They
-- start it themselves, and need not be told that nothing but a check has run.
CREATE TEMP VIEW IF NOT EXISTS told_not_to_start AS
SELECT n.t
FROM   sessions s
JOIN   words n ON n.session = s.session AND n.t >= s.asked
WHERE  s.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND n.verb = 'start program' AND n.kind IN ('forbidden', 'negation');

-- What the tests and programs that this session has run may have tried: the place that a run of tests names, a part of
-- paths, or NULL for all below the folder `dir`, '' for all of the project. What a word of a task means is not known
-- unless it is a path, and a filter that cannot be interpreted may choose any folder.
CREATE TEMP VIEW IF NOT EXISTS tried_places AS
SELECT a.t, c.root, w.value AS place,
       iif(a.how = 'run' OR c.dir = '?' OR c.selection GLOB '*"[?]*', '', c.dir) AS dir
FROM   trials a
JOIN   commands c ON c.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND c.t = a.t AND c.n = a.n
LEFT   JOIN json_each(c.selection) w ON a.how = 'test' AND w.value NOT GLOB '[~?]*'
                                    AND (c.task = '' OR instr(w.value, '/'))
WHERE  a.how <> 'check';

-- The commits of this session in the project and the branches that have them, unless it has merged, pushed, picked or
-- rebased them since, or given them a tag or a worktree.
CREATE TEMP VIEW IF NOT EXISTS unmerged_commits AS
SELECT d.branch, o.t
FROM   own_commits o
CROSS  JOIN events d ON d.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND d.t = o.t AND d.moment = 'after'
WHERE  o.root = (SELECT value FROM temp.sqlite_parameters WHERE key = ':root') AND o.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500
  AND  NOT EXISTS (
         SELECT 1 FROM commands g
         WHERE  g.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND g.t > (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') - 500 AND g.t >= o.t AND (g.t < (SELECT value FROM temp.sqlite_parameters WHERE key = ':t') OR g.n < (SELECT value FROM temp.sqlite_parameters WHERE key = ':n'))
           AND  (g.program IN ('git cherry-pick', 'git rebase', 'git merge')
                 OR g.program IN ('git push', 'gh pr', 'git worktree', 'git tag')
                    AND (instr(g.text, d.branch)
                         OR EXISTS (SELECT 1 FROM events b WHERE b.session = (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') AND b.t = g.t
                           AND b.branch = d.branch))));

-- The edits of existing files that the same actor had not read before.
CREATE TEMP VIEW IF NOT EXISTS unread_edits AS
SELECT e.session, e.t, e.actor, e.path, e.file
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.on_disk AND NOT e.seen
  AND  NOT EXISTS (SELECT 1 FROM touches r
                   WHERE  r.session = e.session AND r.path = e.path AND r.actor = e.actor
                     AND  r.kind IN ('read', 'edit', 'write') AND r.outcome = 'ok' AND r.t < e.t);

-- The tests of what this call hands on that no run since the last change has selected, while others have run. A run of
-- tests that this session has changed is one of what it has changed.
CREATE TEMP VIEW IF NOT EXISTS unrun_tests AS
SELECT own_tests.way, own_tests.root, own_tests.path, own_tests.file, own_tests.t, own_tests.test
FROM   own_tests
WHERE  EXISTS (SELECT 1 FROM trials a
               WHERE  a.how = 'test' AND a.root = own_tests.root AND (a.t > own_tests.t OR a.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t')))
  AND  NOT EXISTS (
         SELECT 1
         FROM   tried_places p
         WHERE  (p.t > own_tests.t OR p.t = (SELECT value FROM temp.sqlite_parameters WHERE key = ':t'))
           AND  (p.root <> own_tests.root
                 OR p.place IS NULL AND (p.dir = '' OR substr(own_tests.test, 1, length(p.dir) + 1) = p.dir || '/')
                 OR p.place = '.' OR p.place GLOB '../*' OR instr(own_tests.test, p.place)
                 OR instr(p.place, own_tests.test) OR instr(own_tests.file, p.place)
                 OR EXISTS (SELECT 1 FROM own_edits x
                            WHERE  x.t > own_tests.t - 500 AND x.class = 'test' AND instr(x.file, p.place))));

-- The edits of programs and tests since tests last ran, or of the whole session if none ran, a row for each, without those that
-- were taken back.
CREATE TEMP VIEW IF NOT EXISTS untested_touches AS
SELECT y.session, y.root, e.path, e.file, e.t
-- The order of the join and the index are forced: without statistics, SQLite assumes ten rows per session.
FROM   tally y
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t > coalesce(y.last_run, -1)
                                                 AND e.root = y.root
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner <> 'same' AND e.class IN ('code', 'test')
  AND  NOT EXISTS (SELECT 1 FROM touches b
                   WHERE  b.session = e.session AND b.path = e.path AND b.manner IN ('restore', 'undo')
                     AND  b.outcome = 'ok' AND +b.t >= e.t);

-- The files that were edited since tests last ran, or in the whole session if none ran, without the
-- edits that were taken back.
CREATE TEMP VIEW IF NOT EXISTS untested_edits AS
SELECT session, root, path, file, count(*) AS edits, max(t) AS t
FROM   untested_touches
GROUP  BY session, root, path;

-- The files that were edited since tests last ran: in the session `:session`, or, if that is NULL, in this project, whichever
-- session has edited or tested.
CREATE TEMP VIEW IF NOT EXISTS untested_now AS
WITH run AS MATERIALIZED (SELECT session, root, at FROM recent_runs WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') IS NULL)
SELECT u.session, u.root, u.path, u.file, count(*) AS edits, max(u.t) AS t
FROM   untested_touches u
WHERE  u.session IN (SELECT (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') UNION ALL SELECT session FROM recent_work WHERE (SELECT value FROM temp.sqlite_parameters WHERE key = ':session') IS NULL)
GROUP  BY u.session, u.root, u.path
HAVING NOT EXISTS (SELECT 1 FROM run
                   WHERE  +run.root = u.root AND run.session <> u.session
                     AND  run.at > (SELECT max(v.at) FROM events v WHERE v.session = u.session AND v.t = max(u.t)));

-- Of the files in untested_edits the programs that were there before, and that nothing has tried or checked since. `edits` and `pile`
-- are those of the tally of the project.
CREATE TEMP VIEW IF NOT EXISTS untried_programs AS
SELECT untested_edits.session, untested_edits.root, untested_edits.path, untested_edits.file, untested_edits.t,
       y.edits, y.pile
FROM   untested_edits
JOIN   tally y ON y.session = untested_edits.session AND y.root = untested_edits.root
WHERE  y.edits > 0
  AND  EXISTS (SELECT 1 FROM touches e
               WHERE  e.session = untested_edits.session AND e.path = untested_edits.path AND +e.t = untested_edits.t
                 AND  e.class = 'code' AND e.on_disk)
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = untested_edits.session AND k.path = untested_edits.path AND k.kind = 'delete'
                     AND  k.outcome = 'ok' AND +k.t >= untested_edits.t)
  AND  untested_edits.t >= coalesce((SELECT max(a.t) FROM trials a), -1)
  -- A script in another language than the tests that were seen is not what they are for.
  AND  (NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                    WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test')
        OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                   WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test'
                     AND  x.file GLOB '*'
                     || substr(untested_edits.file,
                               length(rtrim(untested_edits.file, replace(untested_edits.file, '.', '')))) || '*'));

-- The files that this call hands on and that nothing has tried since they were last changed. A linter, type checker or
-- build tries nothing out, and neither do the tests of another language. A script is tried by a command that names it, by a
-- task whose commands are not known, or, if it is one of PowerShell, by tests in that language. Any test or program tries
-- other files, and a look in a browser what a browser runs. Files that configure a project count where there are tests, and a page if the user has reported a failure.
-- A manifest that was edited once in a release which the user ordered has got the number of that release.
-- SQL is left out: a database runs it, in calls that need not name the file.
CREATE TEMP VIEW IF NOT EXISTS untried_work AS
WITH last (language, t) AS MATERIALIZED (
  -- A change earlier on the trial's own line was tried by it, so that such a trial counts as a tick later.
  SELECT a.language, max(a.t + a.changed) FROM trials a WHERE a.how <> 'check' GROUP BY a.language
),
file AS (
  SELECT work.*, coalesce((SELECT l.language FROM languages l
                           WHERE substr(work.base, -length(l.ext)) = l.ext), '') AS language
  FROM   work
)
SELECT file.way, file.root, file.path, file.file, file.class, file.script, file.t, file.edits, file.lines, file.language
FROM   file
WHERE  (file.class <> 'settings' OR EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = file.root)
        AND EXISTS (SELECT 1 FROM behaviour_files b WHERE file.base GLOB b.name)
        AND NOT (file.edits = 1 AND EXISTS (SELECT 1 FROM wanted w WHERE w.verb IN ('publish', 'publish package'))))
  AND  (file.file NOT GLOB '*.html' OR EXISTS (SELECT 1 FROM reported)) AND file.file NOT GLOB '*.sql'
  AND  NOT iif(file.script,
               EXISTS (SELECT 1 FROM trials a
                       WHERE  a.how <> 'check' AND a.t + a.changed > file.t
                         AND  (instr(a.text, file.base) OR a.opaque
                               OR a.language = 'powershell' AND file.base GLOB '*.ps1')),
               EXISTS (SELECT 1 FROM last
                       WHERE  last.t > file.t AND (file.language = '' OR last.language IN ('', file.language))
                       UNION ALL
                       SELECT 1 FROM browser_looks b WHERE b.t > file.t AND file.language IN ('', 'javascript')));

-- One row if this command waits for somebody at the keyboard: an editor, a display, a question. With an
-- option that gives what would be asked it does not.
CREATE TEMP VIEW IF NOT EXISTS waits_for_keys AS
SELECT 1 AS waits
WHERE  CASE WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git commit'
              THEN NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':flags'))
                               WHERE  key IN ('message', 'file', 'reuse-message', 'fixup', 'no-edit', 'dry-run'))
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git rebase' THEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'interactive' OR (SELECT value FROM temp.sqlite_parameters WHERE key = ':flags') ->> 'edit-todo'
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'git stash' AND (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') ->> 0 IN ('show', 'list') THEN 0
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') IN ('git add', 'git checkout', 'git reset', 'git restore', 'git stash')
              THEN EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':flags')) WHERE key IN ('patch', 'interactive', 'edit'))
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'gh auth' THEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') ->> 0 = 'login'
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'npm init' THEN NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':args')) WHERE value IN ('-y', '--yes'))
            WHEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':program') = 'tail'
              THEN (SELECT value FROM temp.sqlite_parameters WHERE key = ':args') NOT GLOB '*--pid*'
                   AND EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':args'))
                               WHERE  value GLOB '-[fF]' OR value GLOB '-[^-]*[fF]' OR value GLOB '--follow*')
            ELSE 1 END
  AND  NOT EXISTS (SELECT 1 FROM json_each((SELECT value FROM temp.sqlite_parameters WHERE key = ':args'))
                   WHERE  value IN ('-es', '-Es', '--headless', '--batch', '-batch', '--version', '--help', '-h', '-b'));

-- The programs, as globs, that find mistakes in what a build server is told, or run it here.
CREATE TEMP VIEW IF NOT EXISTS workflow_checks AS
SELECT value AS name
FROM   json_each('["actionlint", "zizmor", "act", "action-validator", "check-jsonschema", "yamllint", "pre-commit *",
                   "prek*", "glab ci", "circleci config", "circleci local", "gitlab-ci-local", "ghalint", "pinact"]');

-- The files, as globs, that tell a build server what to do: they run nowhere else.
CREATE TEMP VIEW IF NOT EXISTS workflow_files AS
SELECT value AS name
FROM   json_each('[".github/workflows/*.y*ml", "*/.github/workflows/*.y*ml", ".gitlab-ci.yml", ".circleci/config.yml",
                   "azure-pipelines.yml", ".woodpecker*.y*ml", ".forgejo/workflows/*.y*ml", "bitbucket-pipelines.yml"]');
