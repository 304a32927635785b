-- Makes doubtful the failures that a green run may have run again, though that is not certain:
--
-- - it is not known what it runs (`:vague`), but it ran as many tests;
-- - the suite passed, and the run did not leave tests out by name (`:limited`), or is a task or a script;
-- - another runner names the test as passed, in a suite of another name;
-- - a task ran in a package (`:packaged`) whose folder is not known;
-- - it ran a test at a line of the file;
-- - it covers the failure, which covered.sql has not ended because settings leave tests out, or because it says that it
--   has left some out (`:absent`).

UPDATE failing SET doubtful = 3
WHERE  session = :session AND root = :root AND NOT (:red_before AND last = :t)
  AND  doubtful = 0 AND (language = :language OR '' IN (language, :language))
  AND  (:vague
        AND coalesce(:passed, 0) >= (SELECT coalesce(r.passed, 0) + coalesce(r.failed, 0) FROM runs r
                                     WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool
                                       AND  r.outcome = 'fail'
                                     ORDER  BY r.n DESC LIMIT 1)
        OR suite <> ''
           AND EXISTS (SELECT 1 FROM outcomes p
                       WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = ''
                         AND  p.suite = failing.suite AND p.outcome = 'pass')
           AND (:task <> '' OR NOT :vouched OR NOT :limited
                AND NOT EXISTS (SELECT 1 FROM json_each(needs) w WHERE instr(:variant, json_quote(w.value)) = 0))
        OR tool <> :tool AND test <> ''
           AND EXISTS (SELECT 1 FROM outcomes p
                       WHERE  p.session = :session AND p.t = :t AND p.n = :n
                         AND  p.test = failing.test AND p.outcome = 'pass')
        OR (:absent OR :trusted) AND json_array(tool, suite, test) IN (SELECT value FROM json_each(:covered))
        OR :task <> '' AND :packaged AND dir = '' AND file <> '' AND file NOT GLOB '*/*'
        OR file <> '' AND :passed > 0
           AND EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value GLOB file || ':[0-9]*'));
