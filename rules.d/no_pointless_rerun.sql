-- Change something before you run the same tests again.
--
-- The same tests on the same tree give the same result. The same is: the same program, task,
-- packages, selection, variables and folder, with no flag that the earlier run did not have. A run can be
-- repeated if something may have changed (an edit anywhere, an install, a build, a fixer, a checkout, any
-- command that does more than show something, another agent, a new task, a pause), if its output was not
-- seen completely, if more is to be seen of it, if it is repeated to find a flaky test or failed for a
-- reason outside of the project, and if another command depends on its result (`go test ./... && git commit`).

--- severity = "warn"
--- tools    = ["run"]
--- needs    = ["runs.program"]
--- message  = "Nothing has changed since {text} last ran: {outcome}. Use that result, or change something first."

SELECT '`' || (SELECT c.text FROM commands c WHERE c.session = r.session AND c.t = r.t AND c.n = r.command) || '`' AS text,
       CASE WHEN r.outcome = 'pass' THEN 'it passed'
            WHEN r.failed = 1       THEN '1 test failed'
            WHEN r.failed > 1       THEN r.failed || ' tests failed'
            ELSE 'it failed' END AS outcome
FROM   runs r
WHERE  r.session = :session AND r.root = :root AND r.kind = 'test' AND r.ended AND NOT :changed AND NOT :decides
  AND  r.program = :program AND r.dir = :dir AND r.selection = :selection AND r.variant = :variant
  AND  r.task = :task AND r.env = :env AND r.origin = '' AND r.outcome <> 'unstarted'
  -- Who asks to see more of a run does not repeat it.
  AND  NOT EXISTS (SELECT 1 FROM json_each(:shows) s
                   WHERE s.value NOT IN (SELECT o.value FROM commands c, json_each(c.shows) o
                                         WHERE c.session = r.session AND c.t = r.t AND c.n = r.command))
  AND  r.tree = coalesce((SELECT changes FROM trees WHERE root = :root), 0)
  -- A new task, the end of another agent or of something in the background: things may have changed.
  AND  NOT EXISTS (SELECT 1 FROM events e
                   WHERE e.session = :session AND e.t > r.t AND e.t < :t
                     AND (e.moment IN ('start', 'prompt', 'compact', 'subagent_stop') OR e.tool = 'task' OR e.actor <> :actor
                          OR e.name IN ('TaskOutput', 'AgentOutputTool', 'BashOutput', 'KillShell', 'TaskStop', 'task-notification', 'write_stdin', 'wait', 'wait_agent')))
  -- A change outside of the project, as in a repository that it contains or depends on, is not counted in its tree.
  AND  NOT EXISTS (SELECT 1 FROM touches e
                   WHERE e.session = :session AND e.t > r.t AND e.t < :t AND e.kind IN ('edit', 'write', 'delete', 'rewrite') AND e.outcome IN ('ok', 'unknown') AND e.root <> :root)
  AND  NOT EXISTS (SELECT 1 FROM changes g WHERE g.session = :session AND g.t > r.t AND g.t < :t AND g.root <> :root)
  -- A command that did more than show something may have changed what the tests need: a cache, a process, a database, a service.
  -- So does a pause. What git changes in the tree is counted.
  AND  NOT EXISTS (SELECT 1 FROM commands p
                   WHERE  p.session = :session AND p.t > r.t AND (p.t < :t OR p.t = :t AND p.n < :n)
                     AND  (NOT p.inert AND p.kind = '' AND p.program NOT GLOB 'git *' OR p.program IN ('sleep', 'wait', 'Start-Sleep'))
                     AND  (p.t = :t OR EXISTS (SELECT 1 FROM events d WHERE d.session = p.session AND d.t = p.t AND d.moment = 'after' AND d.outcome <> 'denied')))
  -- A flag that the run did not have asks for something else, whether a reader knows the flag or not.
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args) w
                   WHERE w.value GLOB '-*' AND w.value NOT IN (SELECT o.value FROM commands c, json_each(c.args) o WHERE c.session = r.session AND c.t = r.t AND c.n = r.command))
  -- A hunt for a flaky test.
  AND  NOT :looped
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args) w
                   WHERE w.value GLOB '-count*' OR w.value GLOB '--count*' OR w.value GLOB '--repeat*' OR w.value GLOB '--rerun*' OR w.value GLOB '--retries*'
                      OR w.value GLOB '--seed*' OR w.value GLOB '-shuffle*' OR w.value GLOB '--random*' OR w.value GLOB '--flake-finder*' OR w.value GLOB '--stress*')
  -- Its output was written to a file or filtered away, and only its status is known.
  AND  NOT (r.how = 'exit' AND EXISTS (SELECT 1 FROM commands c, json_each(c.shows) o
                                       WHERE c.session = r.session AND c.t = r.t AND c.n = r.command AND (o.value GLOB '>*' OR o.value GLOB '|*')))
  -- A runner that broke off before it named or counted a test: the cause may be outside of the project.
  AND  NOT (r.how = 'exit' AND r.outcome = 'fail' AND r.language <> '')
  -- It failed for a reason outside of the project.
  AND  NOT EXISTS (SELECT 1 FROM tests f
                   WHERE f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail'
                     AND (f.message LIKE '%connection refused%' OR f.message GLOB '*ECONNREFUSED*' OR f.message GLOB '*ENOTFOUND*' OR f.message GLOB '*EADDRINUSE*' OR f.message LIKE '%could not connect%'
                          OR f.message LIKE '%timed out%' OR f.message LIKE '%timeout%' OR f.message LIKE '%environment variable%' OR f.message LIKE '%not set%'))
  -- What a command that no reader lists runs may depend on more than its words show.
  AND  (r.listed OR :text = (SELECT c.text FROM commands c WHERE c.session = r.session AND c.t = r.t AND c.n = r.command))
  -- The line of that run may have changed files after it.
  AND  NOT EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                   WHERE e.session = r.session AND e.t = r.t AND e.kind IN ('edit', 'write', 'delete', 'rewrite') AND e.outcome = 'ok')
  AND  NOT EXISTS (SELECT 1 FROM changes g WHERE g.session = r.session AND g.t = r.t)
ORDER  BY r.t DESC
LIMIT  1
