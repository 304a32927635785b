-- Test before you hand on what you edited.
--
-- In the middle of a change untested edits are nothing to object to. A commit and the end of a
-- turn hand them on, and then nobody knows whether they work. Only programs and tests count, in a
-- project where tests have been seen. A run of any tests resets the count, and so does a trial:
-- running the program, or a script that tries it (trial.sql). A linter, type checker or build since
-- the last edit of code is taken for a trial, too, and so is what a hook of version control ran on it;
-- where such a hook runs tests, it tries each commit. What is edited after a hook refused a commit is
-- the repair of what it found, and what is committed after `git reset HEAD~1` was committed before.
-- There is one warning for a pile of edits, and another when the pile has doubled. Each project
-- counts by itself: a commit is held against the edits of its own repository or worktree, the end
-- of a turn against those of every project that the session worked in.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- needs    = ["tally"]
--- repeat   = "doubled"
--- message  = "{edits} edits of code{place} were made since anything was tested, the last in {file}. {advice}"
---
--- options.threshold = 3   # edits that may be handed on without a run

WITH added (path) AS (
  SELECT a.path FROM tally y JOIN added_files a ON a.session = y.session AND a.t >= y.pile AND a.root = y.root
  WHERE  y.session = :session AND y.root = :root
)
SELECT y.edits,
       iif(y.root = (SELECT v.root FROM events v WHERE v.session = :session AND v.t = :t AND v.moment = :moment), '', ' in ' || y.root) AS place,
       (SELECT e.file FROM touches e INDEXED BY touches_in_order
        WHERE  e.session = y.session AND e.t >= y.pile AND e.root = y.root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.class IN ('code', 'test')
        ORDER  BY e.class = 'code' DESC, e.t DESC LIMIT 1) AS file,
       iif(:moment = 'stop', 'Run the tests, or tell the user that you did not.', 'Run the tests, then commit.') AS advice,
       'pile ' || y.pile || iif(y.root = (SELECT s.root FROM sessions s WHERE s.session = :session), '', ' in ' || y.root) AS subject, y.edits AS count
FROM   tally y
JOIN   trees p ON p.root = y.root
WHERE  y.session = :session AND (:moment = 'stop' OR y.root = :root) AND y.edits > :threshold
  -- At a stop, of what the user asked for last.
  AND  (:moment <> 'stop' OR y.last_code > (SELECT prompted FROM sessions WHERE session = :session))
  AND  (p.tests OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests WHERE x.session = :session AND x.root = y.root AND x.class = 'test'))
  AND  (:moment = 'stop' OR :commits)
  -- A run of tests before it in the same line; whether the commit waits for it is for exit_hidden to say.
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t = :t AND c.n < :n AND NOT c.inert
                     AND  (c.kind = 'test' OR c.runner <> '' AND c.n IN (SELECT value FROM json_each(:gates))) AND (c.root = y.root OR c.dir = '?'))
  -- A check or another task, or a run whose outcome is not known, since the last edit. One in a project may
  -- check the repositories inside of it, but not a worktree. The view parts has only projects that were changed
  -- or tested, so it does not serve here.
  AND  NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t > y.last_code AND c.t < :t AND NOT c.inert
                    AND  (c.root = y.root OR c.dir = '?' OR substr(y.root, 1, length(c.root) + 1) = c.root || '/' AND substr(y.root, length(c.root) + 1) NOT GLOB '*worktree*')
                    AND  (c.runner <> '' OR c.task <> '' AND NOT EXISTS (
                            SELECT 1 FROM json_each('["fmt","format","clean","install","deps","gen"]') w WHERE instr(c.task, w.value)))
                    AND  EXISTS (SELECT 1 FROM events d WHERE d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome <> 'denied'))
  -- What does not pass a check is not finished, and the agent knows it, unless the same check has run
  -- again: one that passes behind a pipe leaves no run.
  AND  NOT EXISTS (SELECT 1 FROM runs r
                   WHERE  r.session = :session AND r.t > y.pile AND r.root = y.root AND r.outcome = 'fail'
                     AND  NOT EXISTS (SELECT 1 FROM runs l WHERE l.session = :session AND l.t > r.t AND l.root = y.root)
                     AND  NOT EXISTS (SELECT 1 FROM commands c JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome <> 'denied'
                                      WHERE  c.session = :session AND c.t > r.t AND c.t < :t AND c.root = y.root AND c.program = r.program AND (c.runner <> '' OR r.origin = 'hook')))
  -- A commit of files that are named one by one hands on these, and not the rest of the pile.
  AND  (:moment = 'stop'
        OR EXISTS (SELECT 1 FROM json_each(:args) w WHERE w.value = '--all' OR w.value GLOB '-a*' OR w.value GLOB '-[a-z]a*')
        OR NOT EXISTS (SELECT 1 FROM added WHERE path <> '') OR EXISTS (SELECT 1 FROM added WHERE path = '')
        OR :threshold < (SELECT count(DISTINCT e.t) FROM touches e INDEXED BY touches_in_order
                         WHERE  e.session = y.session AND e.t >= y.pile AND e.root = y.root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.class IN ('code', 'test')
                           AND  EXISTS (SELECT 1 FROM added a WHERE substr(e.path || '/', 1, length(a.path) + 1) = a.path || '/')))
  -- A hook of the client or of version control has refused a commit before the pile had grown: what was edited since is
  -- the repair, and this commit shows whether it is one. Where the client told how the last run of tests
  -- exited, a commit that ended without a status was not carried out.
  AND  (:moment = 'stop'
        OR NOT EXISTS (SELECT 1 FROM commands c INDEXED BY commands_of_commits
                       JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                       WHERE  c.session = :session AND c.commits = 1 AND c.root = y.root AND c.t > coalesce(y.last_run, -1) AND NOT c.background
                         AND  (d.reason = 'refused by a hook'
                               OR d.outcome = 'unknown' AND d.exit IS NULL AND d.reason = '' AND d.source = ''
                                  AND EXISTS (SELECT 1 FROM events k WHERE k.session = :session AND k.t = y.last_run AND k.moment = 'after' AND k.exit IS NOT NULL)
                               OR EXISTS (SELECT 1 FROM runs h WHERE h.session = :session AND h.t = c.t AND h.origin = 'hook' AND h.outcome = 'fail'))
                         AND  NOT EXISTS (SELECT 1 FROM commands l INDEXED BY commands_of_commits
                                          JOIN   events e ON e.session = l.session AND e.t = l.t AND e.moment = 'after'
                                          WHERE  l.session = :session AND l.commits = 1 AND l.root = c.root AND l.t > c.t AND e.outcome = 'ok')
                         AND  :threshold >= (SELECT count(DISTINCT e.t) FROM touches e INDEXED BY touches_in_order
                                             WHERE  e.session = :session AND e.t >= y.pile AND e.t < c.t AND e.root = y.root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
                                               AND  e.class IN ('code', 'test'))))
  -- After a reset that keeps the files, the commits take apart what had been committed. The end of the turn
  -- asks for the tests of the result.
  AND  (:moment = 'stop'
        OR NOT EXISTS (SELECT 1 FROM commands c
                       JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome NOT IN ('denied', 'failed')
                       WHERE  c.session = :session AND c.program = 'git reset' AND c.root = y.root
                         AND  c.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), -1) AND c.t < y.pile
                         AND  EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value = '--soft' OR w.value GLOB '*[~^]*' OR w.value GLOB '*@{*')
                         AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value IN ('--hard', '--keep', '--merge'))))
  -- A hook of version control has checked these edits, when it refused a commit of them or in the commit.
  -- One that runs tests tries them in this commit.
  AND  NOT EXISTS (SELECT 1 FROM runs h INDEXED BY runs_of_hooks
                   WHERE  h.session = :session AND h.root = y.root AND h.origin = 'hook'
                     AND  (h.t > y.last_code OR :moment <> 'stop' AND h.kind = 'test'))
