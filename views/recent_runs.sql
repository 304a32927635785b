-- The test runs of the recent sessions of this project, with their time: milliseconds since 1970.

SELECT r.session, r.root, r.tool, r.t, r.n, r.outcome, r.complete AND r.selection = '[]' AS whole,
      (SELECT max(v.at) FROM events v WHERE v.session = r.session AND v.t = r.t) AS at
FROM   recent_work w
CROSS  JOIN runs r ON r.session = w.session
WHERE  r.kind = 'test' AND r.outcome IN ('pass', 'fail') AND NOT r.stashed
