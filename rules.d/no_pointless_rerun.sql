-- Change something before you run the same tests again.
--
-- The same tests on the same tree give the same result. An edit, an install and a checkout are
-- changes, in any session of the project. A run can be repeated if it was cut off, if its
-- output was not seen completely, or if another command depends on its result
-- (`go test ./... && git commit`).

--- severity = "warn"
--- tools    = ["run"]
--- needs    = ["runs"]
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
                     AND (e.moment IN ('start', 'prompt', 'compact', 'subagent_stop') OR e.tool = 'task' OR e.actor <> :actor OR e.name IN ('TaskOutput', 'AgentOutputTool', 'BashOutput', 'KillShell', 'TaskStop')))
ORDER  BY r.t DESC
LIMIT  1
