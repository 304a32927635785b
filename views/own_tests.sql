-- The test files that belong to what this call hands on, as far as this session has seen them: a test that was changed is
-- its own, and the tests of cart.go are cart_test.go, of cart.js cart.test.js or cart.spec.js, of cart.py test_cart.py.

WITH named AS (
  SELECT work.*, substr(base, 1, length(base) - length(ext) - 1) AS stem
  FROM  (SELECT work.*, replace(base, rtrim(base, replace(base, '.', '')), '') AS ext FROM work) work
)
SELECT named.way, named.root, named.path, named.file, named.t, s.path AS test_path, s.file AS test
FROM   named
CROSS  JOIN touches s INDEXED BY touches_of_tests ON s.session = :session AND s.root = named.root AND s.class = 'test'
WHERE  named.class IN ('code', 'test') AND s.outcome = 'ok'
  AND  iif(named.class = 'test', s.path = named.path,
           replace(s.path, rtrim(s.path, replace(s.path, '/', '')), '')
           IN (stem || '_test.' || ext, 'test_' || stem || '.' || ext, stem || '.test.' || ext, stem || '.spec.' || ext,
               stem || '_spec.' || ext, stem || 'Test.' || ext, stem || 'Tests.' || ext, stem || '_test.exs'))
  -- A file of this name in another part of the project is another one's test.
  AND  (s.file GLOB 'test*/*' OR s.file GLOB 'spec*/*' OR s.file GLOB '__tests__/*'
        OR substr(s.file, 1, instr(s.file, '/')) = substr(named.file, 1, instr(named.file, '/')))
  AND  NOT EXISTS (SELECT 1 FROM touches gone
                   WHERE  gone.session = :session AND gone.path = s.path AND gone.kind = 'delete' AND +gone.t >= s.t)
GROUP  BY named.path, s.path
