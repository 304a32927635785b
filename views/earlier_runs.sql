-- The test runs of earlier sessions on exactly the files that the first edit of this session found in its project: the
-- runs began after the last change of any file (tally.settled), and no session has installed, built or replaced
-- anything since. Less would not do: between two sessions people edit, pull and change branches.

SELECT r.session, r.t, r.n, r.tool, r.program, r.dir, r.selection, r.task, r.outcome, r.complete
FROM   tally y
CROSS  JOIN recent_work w ON w.session <> y.session
CROSS  JOIN runs r ON r.session = w.session AND r.root = y.root AND r.kind = 'test'
                  AND r.outcome IN ('pass', 'fail') AND NOT r.stashed
CROSS  JOIN events b ON b.session = r.session AND b.t = r.t AND b.moment = 'before' AND b.at > y.settled
WHERE  y.session = :session AND y.root = :root AND y.first_edit IS NOT NULL
  AND  NOT EXISTS (SELECT 1
                   FROM   recent_work o
                   CROSS  JOIN changes g ON g.session = o.session AND g.root = y.root
                   CROSS  JOIN events v ON v.session = g.session AND v.t = g.t AND v.at >= b.at
                   WHERE  o.session <> y.session)
