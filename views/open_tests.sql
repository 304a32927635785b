-- The test runs in the background that, as the client says at this stop, still go on, of a project that was edited before and
-- in which none has ended since the edit.

SELECT b.t, c.text AS command
FROM   still_running b
CROSS  JOIN commands c ON c.session = :session AND c.t = b.t AND c.kind = 'test'
JOIN   tally y ON y.session = :session AND y.root = c.root AND y.last_code < b.t
WHERE  :running IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM runs r
                   WHERE  r.session = :session AND r.root = c.root AND r.kind = 'test' AND r.t > y.last_code
                     AND  r.outcome <> 'unknown')
