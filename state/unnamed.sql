-- Keeps the failures that a run counted and did not name, as one row whose suite is the command. Its count replaces
-- that of the same command before, but it fails since the first failing run after the last that passed.

DELETE FROM failing
WHERE  session = :session AND root = :root AND tool = :tool AND test = '' AND NOT (:red_before AND last = :t)
  AND  program = :program AND dir = :dir AND selection = :selection AND task = :task AND :outcome <> 'unknown';

INSERT INTO failing (session, root, tool, suite, test, since, last, passed, count, program, dir, selection, task,
                     language, signature, tree, needs, baseline)
SELECT :session, :root, :tool, c.text, '', c.since, :t, c.passed, max(1, coalesce(:failed, 1) - named),
       :program, :dir, :selection, :task, :language, :signature, :tree,
       (SELECT json_group_array(w.value) FROM json_each(:more) w WHERE w.value <> '-race'),
       :stashed OR c.passed IS NULL
         AND NOT EXISTS (SELECT 1 FROM tally y
                         WHERE  y.session = :session AND y.first_edit < c.since
                           AND  (y.root = :root
                                 OR EXISTS (SELECT 1 FROM parts WHERE root = y.root AND project = :root)))
FROM  (SELECT text, w.passed, (SELECT coalesce(min(r.t), :t) FROM runs r INDEXED BY runs_same
                                WHERE  r.session = :session AND r.root = :root AND r.program = :program
                                  AND  r.dir = :dir AND r.selection = :selection AND r.task = :task
                                  AND  r.outcome = 'fail' AND r.t > coalesce(w.passed, -1)) AS since
       FROM   commands,
             (SELECT max(r.t) AS passed FROM runs r INDEXED BY runs_same
              WHERE  r.session = :session AND r.root = :root AND r.program = :program AND r.dir = :dir
                AND  r.selection = :selection AND r.task = :task AND r.outcome = 'pass' AND r.t < :t) w
       WHERE  session = :session AND t = :t AND n = :command) c,
      (SELECT count(*) AS named FROM tests f
       WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail')
WHERE  :outcome = 'fail' AND named < coalesce(:failed, 1) AND NOT :outside
ON CONFLICT (session, root, tool, suite, test) DO UPDATE SET
  last = excluded.last, count = excluded.count, signature = excluded.signature, tree = excluded.tree, doubtful = 0,
  baseline = max(baseline, excluded.baseline);
