-- After so many failed repairs, let a person decide.
--
-- An agent that repairs what its last repair broke does not come to an end by itself. After `most` runs in which tests
-- failed, since one last passed and since the user's last word, the next edit of code is asked about, and
-- again after as many more. Tests that failed before the session's first edit do not count.

--- severity = "ask"
--- pack     = "review"
--- tools    = ["edit", "write"]
--- message  = "Tests have failed in {n} runs since they last passed, {failing} of them the last time. Tell your user what you tried and what you know, and ask how to go on."
---
--- options.most = 6   # runs in which tests failed

SELECT n,
       CAST((SELECT total(f.count) FROM failing f WHERE f.session = :session AND f.root = :root) AS INTEGER) AS failing
FROM  (SELECT count(DISTINCT r.t) AS n, max(r.t) AS last
       FROM   turn
       CROSS  JOIN runs r ON r.session = :session AND r.t > turn.began
       WHERE  r.root = :root AND r.kind = 'test' AND r.outcome = 'fail'
         AND  r.t > coalesce((SELECT max(p.t) FROM runs p
                              WHERE  p.session = :session AND p.t > turn.began AND p.root = :root
                                AND  p.kind = 'test' AND p.outcome = 'pass'), 0))
WHERE  n >= :most AND n % :most = 0 AND :class IN ('code', 'test')
  AND  EXISTS (SELECT 1 FROM failing f WHERE f.session = :session AND f.root = :root AND NOT f.baseline)
  -- Asked once: an edit since the last run has been allowed.
  AND  NOT EXISTS (SELECT 1 FROM own_edits k WHERE k.t > last AND k.root = :root AND k.class IN ('code', 'test'))
