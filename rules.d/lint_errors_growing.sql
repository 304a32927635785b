-- Leave no more findings than you found.
--
-- The last run of a linter or type checker found more than the first run of the same command in this session, its findings are in files
-- that the session has edited since, and nothing was edited after it. Files that the session made count only if they are still there,
-- and the output of a linter that is itself what is being worked on does not.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "`{command}` finds {now} where it found {first} when you began, the last in {file}. Correct what you added, or tell the user why it stays."

WITH last AS MATERIALIZED (
  SELECT r.*
  FROM   runs r
  WHERE  r.session = :session AND r.t > :t - 500 AND r.root = :root AND r.kind = 'check' AND r.listed
    AND  r.origin = '' AND r.ended AND r.outcome = 'fail' AND r.how <> 'exit' AND r.program NOT GLOB '*/*'
  ORDER  BY r.t DESC, r.n DESC
  LIMIT  1
)
SELECT trim(l.program || ' ' || l.task) AS command, l.failed AS now, w.failed AS first, e.file,
       trim(l.program || ' ' || l.task) AS subject
FROM   last l
CROSS  JOIN first_checks w ON w.root = l.root AND w.program = l.program AND w.dir = l.dir AND w.task = l.task
                          AND w.selection = l.selection AND w.variant = l.variant
CROSS  JOIN diagnostics g ON g.session = l.session AND g.t = l.t AND g.n = l.n AND g.level = 'error' AND g.file <> ''
CROSS  JOIN own_edits e ON e.t > w.t AND e.t < l.t AND e.root = l.root AND e.class IN ('code', 'test')
                       AND e.actor <> '*'
WHERE  (:moment = 'stop' OR :commits) AND w.tool = l.tool AND w.how <> 'exit' AND l.failed > w.failed
  AND  (g.file = e.file OR g.file = e.path
        OR substr(e.path, -1 - length(ltrim(g.file, './'))) = '/' || ltrim(g.file, './'))
       -- Nothing has run or changed since.
  AND  NOT EXISTS (SELECT 1 FROM touches k INDEXED BY touches_in_order
                   WHERE  k.session = :session AND k.t > l.t AND k.root = :root AND k.outcome = 'ok'
                     AND  k.kind IN ('edit', 'write', 'rewrite', 'delete') AND k.class IN ('code', 'test'))
  AND  NOT EXISTS (SELECT 1 FROM commands k
                   WHERE  k.session = :session AND k.t > l.t AND k.t < :t AND k.root = :root
                     AND  (k.program = l.program OR k.kind = 'check'))
ORDER  BY e.t DESC
LIMIT  1
