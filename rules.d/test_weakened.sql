-- Do not make a red test say less.
--
-- A test failed, and since then its file has got more skips, or it has lost a third of its assertions while no program was
-- edited, or it replaces by a mock what it is to test: it is green because it asks for less. The markers are counted in the file before and after each change (table marks),
-- so that a skip which is moved or taken back does not count. So is a test that this session's change turned red and that is green since
-- nothing but its own file was changed: it asks for something else. A test file that the session itself made is still being written.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "{test} failed, and since then {file} {change}. {advice}"
---
--- options.few = 3   # assertions whose loss does not count

WITH less (test, file, change, how, mark) AS (
  SELECT b.test, b.file,
         CASE WHEN b.mark = 'assertion'
              THEN 'has lost ' || b.n || ' of its ' || b.had || ' assertions, with no program edited'
              WHEN b.mark = 'mock' THEN 'replaces by a mock what it is to test, with no program edited'
              WHEN b.n = 1 THEN 'skips one more test' ELSE 'has ' || b.n || ' more skips' END, 'less', b.mark
  FROM   bent_tests b
         -- Fewer but stronger assertions are no loss, and what a program does now may need fewer.
  WHERE (b.mark = 'skip'
         OR (b.mark = 'mock' OR b.n > :few AND 3 * b.n >= b.had)
            AND NOT EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
                            WHERE  c.session = :session AND c.t > b.t AND c.root = :root AND c.class = 'code'
                              AND  c.kind IN ('edit', 'write', 'delete', 'rewrite') AND c.outcome = 'ok'))
         -- Git has put the file back.
    AND  NOT EXISTS (SELECT 1 FROM own_changes k
                     WHERE  k.path = b.path AND k.manner IN ('restore', 'undo') AND k.t > b.t)
  UNION  ALL
  SELECT g.test, g.file, 'is all that was changed', 'something else', ''
  FROM   green_by_test g
)
SELECT test, file, file AS subject, change,
       iif(:moment = 'stop', 'Make it pass as it was, or tell the user why it asks for ',
                             'Make it pass as it was, or say in the message why it asks for ') || how || '.' AS advice
FROM   less
WHERE  (:moment = 'stop' OR :commits) AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'change test')
ORDER  BY mark DESC, file
LIMIT  1
