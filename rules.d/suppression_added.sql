-- Do not switch off what a check finds.
--
-- A comment such as noqa, nolint or @ts-ignore was added to a program since a linter or type checker of this session found something in
-- it, and no finding was corrected otherwise. The comments are counted before and after each change (table marks),
-- so that one that is moved or taken back does not count, nor one that says why in the same line.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "{file} has {n} more {n:comment or cast that switches a check|comments or casts that switch checks} off since {tool} found something in it. Correct what it found, or say why it is right as it is."

WITH added (path, file, n, t) AS MATERIALIZED (
  SELECT m.path, e.file, sum(m.after - m.before), min(m.t)
  FROM   marks m
  CROSS  JOIN touches e ON e.session = m.session AND e.path = m.path AND e.t = m.t AND e.kind IN ('edit', 'write')
  WHERE  m.session = :session AND m.mark = 'suppression'
    AND  e.root = :root AND e.class IN ('code', 'test') AND e.outcome = 'ok' AND e.actor <> '*'
    AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = m.path AND o.made)
    AND  NOT EXISTS (SELECT 1 FROM touches k
                     WHERE  k.session = m.session AND k.path = m.path AND k.manner IN ('restore', 'undo')
                       AND  k.outcome = 'ok' AND +k.t >= m.t)
  GROUP  BY m.path
  HAVING sum(m.after - m.before) > 0
)
SELECT a.file, a.file AS subject, a.n, d.tool
FROM   added a
CROSS  JOIN diagnostics d ON d.session = :session AND d.t BETWEEN a.t - 500 AND a.t AND d.file <> ''
WHERE  (:moment = 'stop' OR :commits)
  AND  (d.file = a.file OR d.file = a.path
        OR substr(a.path, -1 - length(ltrim(d.file, './'))) = '/' || ltrim(d.file, './'))
ORDER  BY a.file, d.t DESC
LIMIT  1
