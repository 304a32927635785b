-- The tests that are known to fail now. `name` is the name to show: that of the test, or the
-- command whose failures were counted but not named. `excuse` is why the session cannot be blamed
-- for the failure, '' if it can: environment (a service or a setting was missing), passed, stashed, returned, steered, outdated, doubtful
-- or baseline (as in failing), flaky (it passed and failed on the same tree), or unknown (it was never seen to pass, and
-- neither its file nor one that its file is named after was edited).

SELECT f.*,
       CASE WHEN f.test GLOB '[[]*]' AND f.suite <> '' THEN f.suite || ' ' || f.test
            WHEN f.test GLOB '[[]*]' THEN 'a package of `' || trim(f.program || ' ' || f.task) || '`'
            WHEN f.test <> ''
            THEN f.test || iif(f.suite <> '' AND instr(f.test, f.suite) = 0, ' (' || f.suite || ')', '')
            WHEN f.count > 1  THEN f.count || ' tests of `' || f.suite || '`'
            ELSE '`' || f.suite || '`' END AS name,
       CASE WHEN EXISTS (SELECT 1 FROM missing_services
                         WHERE  CASE how WHEN 'said'    THEN instr(lower(f.message), words)
                                           WHEN 'written' THEN f.message GLOB words
                                           WHEN 'first'   THEN f.passed IS NULL AND f.message GLOB words
                                           ELSE lower(f.message) GLOB words AND lower(f.message) NOT GLOB '*assert*'
                                                AND (how = 'broken' OR lower(f.message) NOT GLOB '*expected*')
                                           END) THEN 'environment'
            WHEN f.doubtful THEN CASE f.doubtful WHEN 2 THEN 'stashed' WHEN 3 THEN 'passed' WHEN 4 THEN 'returned'
                                                 WHEN 5 THEN 'steered' WHEN 6 THEN 'outdated' ELSE 'doubtful' END
            WHEN f.baseline THEN 'baseline'
            WHEN EXISTS (SELECT 1 FROM runs r INDEXED BY runs_of_tool
                         CROSS  JOIN outcomes p ON p.session = r.session AND p.t = r.t AND p.n = r.n
                                               AND p.test = f.test AND p.suite = f.suite AND p.outcome = 'pass'
                         WHERE  r.session = f.session AND r.root = f.root AND r.tool = f.tool AND r.kind = 'test'
                           AND  r.tree = f.tree AND NOT r.stashed AND instr(r.selection, '"?') = 0
                           AND  NOT EXISTS (SELECT 1 FROM json_each(f.needs) w
                                            WHERE  instr(r.variant, json_quote(w.value)) = 0)) THEN 'flaky'
            WHEN f.passed IS NULL AND NOT EXISTS (
                   SELECT 1
                   FROM   edited_names e,
                         (SELECT lower(replace(f.file, rtrim(f.file, replace(f.file, '/', '')), '')) AS base) t
                   WHERE  e.session = f.session AND e.root = f.root AND f.test <> '' AND f.file <> ''
                     AND  (instr('_' || replace(replace(t.base, '.', '_'), '-', '_'), '_' || e.name || '_')
                           OR instr(t.base, e.name || 'test') OR instr(t.base, e.name || 'spec'))) THEN 'unknown'
            ELSE '' END AS excuse
FROM   failing f
