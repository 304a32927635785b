-- Ends the failures of tests that a complete run covered and named neither as failing nor as left out. What a run
-- covers is what its words select: `:repeated` are the keys of the failures that the same command showed,
-- `:covered` of all that it would run again. A run is compared with the one of the same words that failed: if settings
-- of the project were edited since and fewer tests have passed, the failing one may be among those that these leave
-- out. A task that had named tests and now prints none may have run something else, so it ends none of them.

DELETE FROM failing
WHERE  session = :session AND root = :root AND doubtful <> 5 AND NOT (:red_before AND last = :t)
  AND  (json_array(tool, suite, test) IN (SELECT value FROM json_each(:repeated))
        OR json_array(tool, suite, test) IN (SELECT value FROM json_each(:covered))
           AND :trusted AND (language = :language OR '' IN (language, :language)))
  AND  NOT (:how = 'exit' AND test <> '' AND task <> '' AND task = :task AND program = :program)
  AND  NOT (EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                    WHERE  e.session = :session AND e.root = :root AND e.t > failing.last
                      AND  e.kind IN ('edit', 'write') AND (e.class = 'settings' OR e.file GLOB '*conftest.py'))
            AND coalesce(:passed < (SELECT r.passed + r.failed FROM runs r
                                    WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool
                                      AND  r.program = :program AND r.selection = :selection
                                    ORDER  BY r.n DESC LIMIT 1), :absent AND NOT :limited))
  AND  NOT EXISTS (SELECT 1 FROM outcomes f
                   WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome IN ('fail', 'skip')
                     AND  f.test = failing.test AND f.suite = failing.suite AND :tool = failing.tool);
