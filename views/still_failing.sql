-- How many tests of the project are known to fail, whether the session can be blamed for one of
-- them, and whether all that failed since its first edit is that something does not build. A test file that could not be loaded
-- is not counted beside its tests.

SELECT CAST(total(f.count) AS INTEGER) AS tests, total(f.excuse = '') > 0 AS blamed,
       coalesce(min(iif(f.excuse <> 'baseline', f.test GLOB '[[]*build*]' OR f.test GLOB '[[]*compil*]', NULL)), 0)
       AS unbuilt
FROM   failing_tests f
WHERE  f.session = :session AND f.root = :root
  AND  (f.tool, f.suite, f.test) NOT IN (SELECT tool, suite, test FROM crashes
                                         WHERE  session = :session AND root = :root)
