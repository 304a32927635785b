-- The tests that are known to fail now. `name` is the name to show: that of the test, or the
-- command whose failures were counted but not named. `excuse` is why the session cannot be blamed
-- for the failure, '' if it can: environment (a service or a setting was missing), passed, doubtful or
-- baseline (as in failing), flaky (it passed and failed on the same tree), or unknown (it was never seen to pass, and
-- neither its file nor one that its file is named after was edited).

SELECT f.*,
       CASE WHEN f.test GLOB '[[]*' AND f.suite <> '' THEN f.suite || ' ' || f.test
            WHEN f.test GLOB '[[]*' THEN 'a package of `' || trim(f.program || ' ' || f.task) || '`'
            WHEN f.test <> '' THEN f.test || iif(f.suite <> '' AND instr(f.test, f.suite) = 0, ' (' || f.suite || ')', '')
            WHEN f.count > 1  THEN f.count || ' tests of `' || f.suite || '`'
            ELSE '`' || f.suite || '`' END AS name,
       CASE WHEN EXISTS (SELECT 1 FROM json_each('["connection refused","getaddrinfo","no such host","could not connect","unable to connect","failed to connect","cannot connect","connection timed out","connection attempts failed","connection error caused by","statuscode.unavailable","address already in use","network is unreachable","emulator","no space left","rate limit","name resolution","nameresolutionerror","name or service not known","operation not permitted","certificate_verify_failed","certificate verify failed","can''t connect","executable doesn''t exist","needs to be in path","docker.sock","docker.errors.","fetching server api version","kube-config","cuda out of memory","no cuda gpus","validation error for settings","validation errors for settings"]') w
                         WHERE  instr(lower(f.message), w.value)
                           AND  (w.value NOT IN ('emulator', 'rate limit') OR lower(f.message) NOT GLOB '*assert*' AND lower(f.message) NOT GLOB '*expected*'))
                 -- as they are written: ModuleNotFoundError is no ENOTFOUND
                 OR EXISTS (SELECT 1 FROM json_each('["ECONNREFUSED","ECONNRESET","ENOTFOUND","ETIMEDOUT","EADDRINUSE","EAI_AGAIN","EHOSTUNREACH","ENETUNREACH"]') w WHERE instr(f.message, w.value))
                 OR EXISTS (SELECT 1 FROM json_each('["credentials","api key","api_key","environment variable"]') w, json_each('["missing","required","not set","must be set","unset","undefined","not found","invalid","expired","without","no ","unable to locate"]') l
                            WHERE  instr(lower(f.message), w.value) AND instr(lower(f.message), l.value) AND lower(f.message) NOT GLOB '*assert*')
                 -- a package that is not installed, as long as the test was not seen to pass
                 OR f.passed IS NULL AND (f.message GLOB '*ModuleNotFoundError: No module named *' OR f.message GLOB '*Cannot find package *')
                 OR f.message GLOB '*[Mm]issing [A-Z][A-Z]*_[A-Z]*' OR f.message GLOB 'KeyError: ?[A-Z][A-Z]*_[A-Z]*' THEN 'environment'
            WHEN f.doubtful = 3 THEN 'passed'
            WHEN f.doubtful THEN 'doubtful'
            WHEN f.baseline THEN 'baseline'
            WHEN EXISTS (SELECT 1 FROM runs r INDEXED BY runs_of_tool
                         CROSS  JOIN outcomes p ON p.session = r.session AND p.t = r.t AND p.n = r.n AND p.test = f.test AND p.suite = f.suite AND p.outcome = 'pass'
                         WHERE  r.session = f.session AND r.root = f.root AND r.tool = f.tool AND r.kind = 'test' AND r.tree = f.tree AND NOT r.stashed
                           AND  NOT EXISTS (SELECT 1 FROM json_each(f.needs) w WHERE instr(r.variant, json_quote(w.value)) = 0)) THEN 'flaky'
            WHEN f.passed IS NULL AND NOT EXISTS (
                   SELECT 1 FROM rounds o
                   WHERE  o.session = f.session AND o.root = f.root AND f.test <> ''
                     AND  f.file <> ''
                          -- calc.py and test_calc.py, cart.go and cart_test.go, Cart.java and CartTest.java: the part
                          -- of the edited file's name before the dot is in the name of the test's file.
                     AND  (SELECT instr('_' || replace(replace(test, '.', '_'), '-', '_'), '_' || stem || '_') OR instr(test, stem || 'test') OR instr(test, stem || 'spec')
                           FROM  (SELECT lower(replace(f.file, rtrim(f.file, replace(f.file, '/', '')), '')) AS test,
                                         lower(substr(name, 1, instr(name || '.', '.') - 1)) AS stem
                                  FROM  (SELECT replace(o.file, rtrim(o.file, replace(o.file, '/', '')), '') AS name))
                           WHERE  stem <> '')) THEN 'unknown'
            ELSE '' END AS excuse
FROM   failing f
