-- Do not make a red test say less.
--
-- A test failed, and since then its file has got more skips, or it has lost a third of its assertions while no program was
-- edited: it is green because it asks for less. The markers are counted in the file before and after each change (table marks),
-- so that a skip which is moved or taken back does not count. A test file that the session itself made is still being written.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- needs    = ["marks"]
--- repeat   = "once"
--- message  = "{test} failed, and since then {file} {change}. {advice}"
---
--- options.few = 3   # assertions whose loss does not count

WITH
-- The files with fewer assertions or more skips than before; only changes after a failure of one of their tests count.
weaker (path, mark, file, first) AS MATERIALIZED (
  SELECT m.path, m.mark, e.file, min(m.t)
  FROM   marks m
  JOIN   touches e ON e.session = m.session AND e.path = m.path AND e.t = m.t AND e.kind IN ('edit', 'write')
  WHERE  m.session = :session AND m.mark IN ('assertion', 'skip') AND e.root = :root AND e.class = 'test' AND e.outcome = 'ok' AND e.actor <> '*'
    AND  NOT EXISTS (SELECT 1 FROM touches o WHERE o.session = m.session AND o.path = m.path AND o.kind = 'write' AND NOT o.on_disk AND o.outcome = 'ok')
  GROUP  BY m.path, m.mark
  HAVING sum(m.after - m.before) * iif(m.mark = 'skip', 1, -1) > 0
),
red (path, mark, file, test, t) AS (
  SELECT w.path, w.mark, w.file, x.test, max(x.t)
  FROM   weaker w
  CROSS  JOIN tests x INDEXED BY tests_failed ON x.session = :session AND x.t > :t - 1000 AND x.outcome = 'fail' AND x.test <> '' AND x.file <> ''
    AND  (w.file = x.file OR w.path = x.file OR substr(w.path, -1 - length(x.file)) = '/' || x.file)
    AND  EXISTS (SELECT 1 FROM marks m WHERE m.session = :session AND m.path = w.path AND m.mark = w.mark AND m.t > x.t)
  GROUP  BY w.path, w.mark
)
SELECT r.test, r.file, r.file AS subject,
       CASE r.mark WHEN 'skip' THEN iif(d.n = 1, 'skips one more test', 'has ' || d.n || ' more skips')
                   ELSE 'has lost ' || d.n || ' of its ' || d.had || ' assertions, with no program edited' END AS change,
       iif(:moment = 'stop', 'Make it pass as it was, or tell the user why it asks for less.', 'Make it pass as it was, or say in the message why it asks for less.') AS advice
FROM   red r
JOIN  (SELECT r.path, r.mark, abs(sum(m.after - m.before)) AS n, max(m.before) AS had, sum(m.after - m.before) * iif(r.mark = 'skip', 1, -1) AS lost
       FROM   red r CROSS JOIN marks m ON m.session = :session AND m.path = r.path AND m.mark = r.mark AND m.t > r.t
       GROUP  BY r.path, r.mark) d ON d.path = r.path AND d.mark = r.mark
WHERE  d.lost > 0 AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'change test')
  AND  (:moment = 'stop' OR :commits)
       -- Fewer but stronger assertions are no loss, and what a program does now may need fewer.
  AND  (r.mark = 'skip'
        OR d.n > :few AND 3 * d.n >= d.had AND NOT EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
                       WHERE  c.session = :session AND c.t > r.t AND c.root = :root AND c.class = 'code' AND c.kind IN ('edit', 'write', 'delete', 'rewrite') AND c.outcome = 'ok'))
       -- Git has put the file back.
  AND  NOT EXISTS (SELECT 1 FROM touches k WHERE k.session = :session AND k.path = r.path AND k.manner IN ('restore', 'undo') AND k.outcome = 'ok' AND +k.t > r.t)
ORDER  BY r.mark DESC, r.file
LIMIT  1
